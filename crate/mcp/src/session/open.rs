//! How a conversation begins with a server of which nothing is known.

use super::Session;
use crate::{
    Command, Endpoint, Error, Failure, Limits, Server,
    transport::{Child, Http, OldHttp, Transport, http::Requests},
};

/// Opens a conversation in the newest era that the server knows.
pub(crate) async fn open(server: &Server, limits: &Limits) -> Result<Session, Failure> {
    match server {
        Server::Command(command) => with_program(command, limits).await,
        Server::Endpoint(endpoint) => with_endpoint(endpoint, limits).await,
    }
}

/// A program of the older era may answer the probe, be silent, or end. One that answered goes on; for the others, and if
/// that comes to nothing, a fresh one is started that hears `initialize` first.
async fn with_program(command: &Command, limits: &Limits) -> Result<Session, Failure> {
    let start = || {
        let child = Child::start(command, limits.bytes).map_err(|error| Failure { error, printed: String::new() })?;
        Ok(Session::new(Transport::Child(child), *limits))
    };
    let mut probed: Session = start()?;
    let goes_on = match probed.discover(limits.probe).await {
        Ok(()) => return Ok(probed),
        Err(Error::Refused { .. }) => probed.initialize().await.is_ok(),
        Err(_) => false,
    };
    if goes_on {
        return Ok(probed);
    }
    probed.close().await;
    let mut fresh = start()?;
    let Err(error) = fresh.initialize().await else { return Ok(fresh) };
    // It was too slow for the probe, and is of the newer era all the same.
    if matches!(error, Error::Refused { .. }) && fresh.discover(limits.time).await.is_ok() {
        return Ok(fresh);
    }
    Err(failed(fresh, error).await)
}

/// What HTTP answers to the probe says which era it is; what it answers to `initialize`, which of the older ways.
async fn with_endpoint(endpoint: &Endpoint, limits: &Limits) -> Result<Session, Failure> {
    let bare = |error| Failure { error, printed: String::new() };
    let requests = Requests::new(endpoint.clone(), limits.bytes).map_err(bare)?;
    let mut session = Session::new(Transport::Http(Http::new(requests.clone())), *limits);
    match session.discover(limits.probe).await {
        Ok(()) => return Ok(session),
        Err(error @ (Error::Connection(_) | Error::Status { status: 401 | 403, .. })) => {
            return Err(failed(session, error).await);
        }
        Err(_) => {}
    }
    let Err(refused) = session.initialize().await else { return Ok(session) };
    let stream = match OldHttp::instead(refused, &requests, limits.probe).await {
        Ok(stream) => stream,
        Err(error) => return Err(failed(session, error).await),
    };
    let mut session = Session::new(Transport::OldHttp(stream), *limits);
    match session.initialize().await {
        Ok(()) => Ok(session),
        Err(error) => Err(failed(session, error).await),
    }
}

/// The end of a conversation that failed, with what the server printed.
pub(crate) async fn failed(session: Session, error: Error) -> Failure {
    let printed = session.printed.clone();
    session.close().await;
    Failure { error, printed: printed.text() }
}
