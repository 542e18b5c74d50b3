//! Clients over HTTP: which requests are accepted, and how they are forwarded to a server over HTTP, or to one that is
//! started for them.

mod answers;
mod callers;
mod checks;
mod listening;
mod reverse;
mod rewriting;
mod started;

use std::sync::Arc;

use bytes::Bytes;
use http::{Method, Request, Response, StatusCode, header};
use lapidary_gateway::{Body, Budget, Held, Hosts, Service, Stalled, Ungathered, Workers, gathered, try_again};
use lapidary_mcp::{
    Error, Server,
    code::HEADER_MISMATCH,
    message::{Incoming, Unread, error, invalid},
    transport::Program,
};
use tokio::net::TcpListener;

use crate::Profiles;
use answers::{Refused, json, text};
pub use listening::Listening;
use reverse::Reverse;
use started::{Programs, Started};

const PATH: &str = "/mcp";

/// A proxy for clients over HTTP.
pub struct Listener {
    backend: Backend,
    how: Listening,
    hosts: Hosts,
    budget: Budget,
    workers: Workers,
}

/// How the server is reached.
enum Backend {
    Http(Box<Reverse>),
    Started(Arc<Started>),
}

impl Service for Listener {
    fn limits(&self) -> lapidary_gateway::Limits {
        self.how.limits
    }

    async fn answer(self: Arc<Self>, request: Request<Body>) -> Response<Body> {
        let answered = match self.refusal(&request) {
            Some(refused) => Err(refused),
            None => self.pass(request).await,
        };
        answered.unwrap_or_else(|Refused(status, why)| {
            let mut response = text(status, why);
            if status == StatusCode::SERVICE_UNAVAILABLE {
                try_again(&mut response);
            }
            response
        })
    }
}

impl Listener {
    /// Creates a proxy in front of a server.
    ///
    /// # Errors
    ///
    /// If its address is not one of HTTP, or there is no such program.
    pub fn new(server: Server, profiles: Profiles, how: Listening) -> Result<Listener, Error> {
        let (profiles, workers) = (Arc::new(profiles), Workers::new(how.limits.threads, how.limits.queue));
        let budget = Budget::new(how.limits.memory);
        let backend = match server {
            Server::Endpoint(endpoint) => {
                let (how, workers, budget) = (how.clone(), workers.clone(), budget.clone());
                Backend::Http(Box::new(Reverse::new(endpoint, profiles, how, workers, budget)?))
            }
            Server::Command(command) => {
                Program::find(&command)?;
                let programs = Programs::new(command, profiles, workers.clone(), budget.clone(), &how);
                Backend::Started(Arc::new(Started::new(programs)))
            }
        };
        let hosts = Hosts::new(how.address, &how.hosts);
        Ok(Listener { backend, how, hosts, budget, workers })
    }

    /// Serves connections until `end` is ready. No server that was started is left then.
    pub async fn serve(self, listener: TcpListener, end: impl Future<Output = ()>) {
        let started = match &self.backend {
            Backend::Http(_) => None,
            Backend::Started(started) => Some(Arc::clone(started)),
        };
        let end = async {
            end.await;
            if let Some(started) = started {
                started.end().await;
            }
        };
        let workers = self.workers.clone();
        lapidary_gateway::serve(self, listener, end).await;
        // Nobody waits for what is left after the drain.
        workers.end();
    }

    fn refusal(&self, request: &Request<Body>) -> Option<Refused> {
        if !self.hosts.may_ask(request.headers(), request.uri()) {
            return Some(Refused(StatusCode::FORBIDDEN, "this Host or Origin is not allowed\n".to_owned()));
        }
        (request.uri().path() != PATH).then(|| Refused(StatusCode::NOT_FOUND, format!("the server is at {PATH}\n")))
    }

    async fn pass(&self, request: Request<Body>) -> Result<Response<Body>, Refused> {
        let (parts, body) = request.into_parts();
        let is_message = parts.method == Method::POST;
        if parts.headers.get(header::CONTENT_ENCODING).is_some_and(|coding| coding != "identity") {
            // A message that cannot be read here must not reach the server either.
            return Err(Refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, "Content-Encoding is not supported\n".to_owned()));
        }
        let (message, _held) = if is_message { self.message(body).await? } else { (Bytes::new(), self.budget.part()) };
        if let Err(why @ Unread::Ambiguous(_)) = Incoming::all(&message) {
            return Ok(json(StatusCode::BAD_REQUEST, invalid(&"null", &why.to_string())));
        }
        if let Some((id, wrong)) = checks::mismatch(&parts.headers, &message) {
            return Ok(json(StatusCode::BAD_REQUEST, mismatch(&id, wrong)));
        }
        match &self.backend {
            Backend::Http(server) => server.pass(parts.method, &parts.headers, message).await,
            Backend::Started(server) => server.pass(&parts.method, &parts.headers, message).await,
        }
    }

    async fn message(&self, body: Body) -> Result<(Bytes, Held), Refused> {
        let longest = self.how.limits.body;
        gathered(body, longest, &self.budget).await.map_err(|why| match why {
            Ungathered::TooLong(..) => {
                let why = format!("the message is longer than {longest} bytes (--max-message)\n");
                Refused(StatusCode::PAYLOAD_TOO_LARGE, why)
            }
            Ungathered::Broken(_, why) if why.is::<Stalled>() => {
                Refused(StatusCode::REQUEST_TIMEOUT, format!("{why}\n"))
            }
            Ungathered::Broken(_, why) => Refused(StatusCode::BAD_REQUEST, format!("{why}\n")),
            Ungathered::Full => {
                Refused(StatusCode::SERVICE_UNAVAILABLE, "not enough memory for another message\n".to_owned())
            }
        })
    }
}

fn mismatch(id: &str, header: &str) -> Bytes {
    error(&id, HEADER_MISMATCH, &format!("HeaderMismatch: {header} does not repeat the message"))
}
