//! The opening of a conversation with a server whose era is not known.

use tokio::time::Instant;

use super::Session;
use crate::{
    Command, Endpoint, Error, Failure, Limits, Server,
    transport::{Child, Http, OldHttp, Transport, http::Requests},
};

/// Opens a conversation in the newest era that the server supports, before its time is over: all attempts share it, so
/// that the probe gets no more than a third.
pub(crate) async fn open(server: &Server, limits: &Limits) -> Result<Session, Failure> {
    let deadline = Instant::now() + limits.time;
    let limits = &Limits { probe: limits.probe.min(limits.time / 3), ..*limits };
    match server {
        Server::Command(command) => with_program(command, limits, deadline).await,
        Server::Endpoint(endpoint) => with_endpoint(endpoint, limits, deadline).await,
    }
}

/// A program of the older era may reject the probe, leave it unanswered, or end. One that rejected it is sent
/// `initialize`; in the other cases, or if that fails, a new process is started, whose first message is `initialize`.
async fn with_program(command: &Command, limits: &Limits, deadline: Instant) -> Result<Session, Failure> {
    let start = |deadline| {
        let child = Child::start(command, limits.bytes).map_err(|error| Failure { error, printed: String::new() })?;
        Ok(Session::new(Transport::Child(child), *limits, deadline))
    };
    let mut probed: Session = start(deadline)?;
    let goes_on = match probed.discover(limits.probe).await {
        Ok(()) => return Ok(probed),
        Err(Error::Refused { .. }) => probed.initialize().await.is_ok(),
        Err(_) => false,
    };
    if goes_on {
        return Ok(probed);
    }
    // What the old process takes to end is not the new one's time.
    let left = deadline.saturating_duration_since(Instant::now());
    probed.close().await;
    let mut fresh = start(Instant::now() + left)?;
    let Err(error) = fresh.initialize().await else { return Ok(fresh) };
    // The program is of the newer era, but was too slow for the probe.
    if matches!(error, Error::Refused { .. }) && fresh.discover(limits.time).await.is_ok() {
        return Ok(fresh);
    }
    Err(failed(fresh, error).await)
}

/// The answer to the probe determines the era; that to `initialize`, which of the older transports is used.
async fn with_endpoint(endpoint: &Endpoint, limits: &Limits, deadline: Instant) -> Result<Session, Failure> {
    let bare = |error| Failure { error, printed: String::new() };
    let requests = Requests::new(endpoint.clone(), limits.bytes).map_err(bare)?;
    let mut session = Session::new(Transport::Http(Http::new(requests.clone())), *limits, deadline);
    match session.discover(limits.probe).await {
        Ok(()) => return Ok(session),
        Err(
            error @ (Error::Connection(_) | Error::Broken(_) | Error::Tls(_) | Error::Status { status: 401 | 403, .. }),
        ) => {
            return Err(failed(session, error).await);
        }
        Err(_) => {}
    }
    let Err(refused) = session.initialize().await else { return Ok(session) };
    let stream = match OldHttp::instead(refused, &requests, limits.probe).await {
        Ok(stream) => stream,
        Err(error) => return Err(failed(session, error).await),
    };
    let mut session = Session::new(Transport::OldHttp(stream), *limits, deadline);
    match session.initialize().await {
        Ok(()) => Ok(session),
        Err(error) => Err(failed(session, error).await),
    }
}

/// Closes a conversation that failed, and returns the error with what the server printed.
pub(crate) async fn failed(session: Session, error: Error) -> Failure {
    let printed = session.printed.clone();
    session.close().await;
    Failure { error, printed: printed.text() }
}
