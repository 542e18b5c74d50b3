//! Legacy sessions: each has a program of its own, which ends with it.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use bytes::Bytes;
use http::{HeaderValue, Response, StatusCode};
use lapidary_gateway::Body;
use lapidary_mcp::{
    framing::Frame,
    header::SESSION,
    message::{Incoming, failure},
};
use serde_json::value::RawValue;
use tokio::sync::{mpsc::Sender, oneshot};

use super::{
    programs::Programs,
    streams::{Streams, Unasked},
};
use crate::{
    conversation::Conversation,
    limits::ID,
    listen::answers::{Refused, json, with_status},
};

/// The open sessions, by their ids.
#[derive(Default)]
pub(super) struct Sessions(Mutex<HashMap<HeaderValue, Session>>);

struct Session {
    link: Link,
    /// Dropping it ends the program.
    _end: oneshot::Sender<()>,
}

/// Ends a session when dropped, unless `lasts` was set because its client knows it.
struct Beginning<'a> {
    sessions: &'a Sessions,
    id: &'a HeaderValue,
    lasts: bool,
}

impl Drop for Beginning<'_> {
    fn drop(&mut self) {
        if !self.lasts {
            self.sessions.lock().remove(self.id);
        }
    }
}

/// The connection to a session's program, and the responses of the session.
#[derive(Clone)]
struct Link {
    to_server: Sender<Frame>,
    streams: Arc<Streams>,
}

impl Sessions {
    fn lock(&self) -> MutexGuard<'_, HashMap<HeaderValue, Session>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, id: &HeaderValue) -> Result<Link, Refused> {
        self.lock().get(id).map(|session| session.link.clone()).ok_or(Unasked::Over.into())
    }

    /// Starts a program for a new session, of which this is the first message.
    pub(super) async fn begin(
        self: &Arc<Self>,
        programs: &Programs,
        request: &RawValue,
        message: Bytes,
    ) -> Result<Response<Body>, Refused> {
        let id = unguessable().map_err(|why| Refused(StatusCode::INTERNAL_SERVER_ERROR, format!("{why}\n")))?;
        let streams = Arc::new(Streams::new(programs.budget.clone()));
        let conversation = Conversation::new(Arc::clone(&programs.profiles), false);
        let (to_client, used) = (Arc::clone(&streams), Arc::clone(&streams));
        let (sessions, ended, of) = (Arc::clone(self), Arc::clone(&streams), id.clone());
        let over = move |why: &str| {
            ended.end(why);
            sessions.lock().remove(&of);
        };
        let started = match programs.place().await {
            Ok(place) => {
                programs.run(place, conversation, |messages| to_client.pass(messages), move || used.used(), over)
            }
            Err(why) => Err(why),
        };
        let running = match started {
            Ok(running) => running,
            Err(why) => {
                let (status, why) = why.told(programs.most);
                return Ok(json(status, failure(&request, &why)));
            }
        };
        let link = Link { to_server: running.to_server, streams };
        self.lock().insert(id.clone(), Session { link: link.clone(), _end: running.end });
        let mut beginning = Beginning { sessions: self, id: &id, lasts: false };
        let mut is_refused = false;
        let mut response = link.take(message, |answer| is_refused = is_error(answer)).await?;
        if !is_refused {
            beginning.lasts = true;
            response.headers_mut().insert(SESSION, id.clone());
        }
        Ok(response)
    }

    /// Processes a message of a client.
    pub(super) async fn take(&self, id: &HeaderValue, message: Bytes) -> Result<Response<Body>, Refused> {
        self.find(id)?.take(message, |_| {}).await
    }

    /// Opens a stream for messages that the server sends on its own.
    pub(super) fn listen(&self, id: &HeaderValue) -> Result<Response<Body>, Refused> {
        Ok(self.find(id)?.streams.listen()?.all())
    }

    pub(super) fn end(&self, id: &HeaderValue) -> Result<Response<Body>, Refused> {
        let ended = self.lock().remove(id);
        ended.map(|_| with_status(StatusCode::NO_CONTENT)).ok_or(Unasked::Over.into())
    }

    pub(super) fn end_all(&self) {
        self.lock().clear();
    }
}

impl Link {
    /// Forwards a message of the client, and returns the response; `sees` is called with a response that is one
    /// message.
    async fn take(&self, message: Bytes, sees: impl FnOnce(&[u8])) -> Result<Response<Body>, Refused> {
        let unread = self.streams.ask(&message)?;
        self.to_server.send(Frame::Whole(message)).await.map_err(|_| Unasked::Over)?;
        let Some(unread) = unread else { return Ok(with_status(StatusCode::ACCEPTED)) };
        let status = |answer: &[u8]| {
            sees(answer);
            StatusCode::OK
        };
        Ok(unread.answer(status).await)
    }
}

impl From<Unasked> for Refused {
    fn from(why: Unasked) -> Refused {
        match why {
            Unasked::Over => Refused(StatusCode::NOT_FOUND, "there is no such session\n".to_owned()),
            Unasked::NoId => {
                let why = format!("the id of a request is a string or a number, of at most {ID} bytes\n");
                Refused(StatusCode::BAD_REQUEST, why)
            }
            Unasked::Twice => {
                Refused(StatusCode::BAD_REQUEST, "a request with the same id is open in this session\n".to_owned())
            }
            Unasked::Full => Refused(StatusCode::SERVICE_UNAVAILABLE, "too many requests are open\n".to_owned()),
        }
    }
}

fn is_error(message: &[u8]) -> bool {
    matches!(Incoming::all(message).as_deref(), Ok([Incoming::Error { .. }]))
}

/// A random id for a session, which cannot be guessed.
fn unguessable() -> Result<HeaderValue, String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|why| format!("cannot generate a random id: {why}"))?;
    HeaderValue::try_from(format!("{:032x}", u128::from_ne_bytes(bytes))).map_err(|why| why.to_string())
}
