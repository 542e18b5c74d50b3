//! `WebSockets` (RFC 6455): messages of sessions with a model are converted, those of other sockets relayed unchanged.

mod contents;
mod fault;
mod metered;
mod session;
mod steps;

use std::{pin::pin, sync::Arc, time::Duration};

use bytes::Bytes;
use futures_util::{
    SinkExt, StreamExt,
    future::{Either, join, select, try_join},
    stream::{SplitSink, SplitStream},
};
use http::{Method, Request, header};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use tokio::{io::copy_bidirectional, sync::OwnedSemaphorePermit, time::timeout};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{
        Message,
        protocol::{Role, WebSocketConfig, frame::coding::CloseCode},
    },
};
use tracing::warn;

use crate::{
    budget::Budget,
    limits::Limits,
    metrics::UnderWay,
    workers::{Busy, Workers},
};
use fault::{Fault, close};
use metered::{Coming, Metered};
pub(crate) use session::{Session, Speech};

/// How long the other side may take to close once one side has closed.
const GRACE: Duration = Duration::from_secs(5);

/// A permit that counts as one connection.
pub(crate) type Place = Arc<OwnedSemaphorePermit>;

/// Whether a request wants a WebSocket.
pub(crate) fn is_socket<B>(request: &Request<B>) -> bool {
    let upgrade = request.headers().get(header::UPGRADE).and_then(|value| value.to_str().ok());
    request.method() == Method::GET && upgrade.is_some_and(|value| value.eq_ignore_ascii_case("websocket"))
}

/// What relaying the messages of a WebSocket requires.
pub(crate) struct Socket {
    pub(crate) session: Option<Session>,
    pub(crate) limits: Limits,
    pub(crate) budget: Budget,
    pub(crate) workers: Workers,
    /// Held until the socket is closed.
    pub(crate) held: (Option<Place>, UnderWay),
}

impl Socket {
    /// Relays messages both ways, once both sides have switched protocols, until one side ends.
    pub(crate) async fn pass(self, client: OnUpgrade, upstream: OnUpgrade) {
        let Ok((client, upstream)) = try_join(client, upstream).await else { return };
        let (mut client, mut upstream) = (TokioIo::new(client), TokioIo::new(upstream));
        match self.session {
            Some(session) => {
                let [from_client, from_upstream] = [Coming::new(&self.budget), Coming::new(&self.budget)];
                let client = Metered::new(client, from_client.clone(), self.limits.client);
                let upstream = Metered::new(upstream, from_upstream.clone(), self.limits.pause);
                let coming = (from_client, from_upstream);
                pass_messages((client, upstream), coming, session, self.limits.body, &self.workers).await;
            }
            None => {
                // An error ends the socket like a close.
                let _ = copy_bidirectional(&mut client, &mut upstream).await;
            }
        }
        drop(self.held);
    }
}

type Stream = Metered<TokioIo<Upgraded>>;
type Side = WebSocketStream<Stream>;

async fn pass_messages(
    (client, upstream): (Stream, Stream),
    (of_client, of_upstream): (Coming, Coming),
    session: Session,
    longest: usize,
    workers: &Workers,
) {
    let config = WebSocketConfig::default().max_message_size(Some(longest)).max_frame_size(Some(longest));
    let client = WebSocketStream::from_raw_socket(client, Role::Server, Some(config)).await;
    let upstream = WebSocketStream::from_raw_socket(upstream, Role::Client, Some(config)).await;
    let ((mut to_client, mut from_client), (mut to_upstream, mut from_upstream)) = (client.split(), upstream.split());
    let session = Arc::new(session);
    let sent = async |message: Message| {
        let (known, given) = (Arc::clone(&session), message.clone());
        let change = workers.run(move |cancel| Some(known.sent(text(&given)?, cancel))).await?;
        Ok(changed(message, change.and_then(|change| session.settled(change))))
    };
    let got = async |message: Message| {
        let (known, given) = (Arc::clone(&session), message.clone());
        let change = workers.run_part(move |cancel| Some(known.got(text(&given)?, cancel))).await?;
        Ok(changed(message, change.and_then(|change| session.settled(change))))
    };
    let fault = {
        let forth = pin!(relay(&mut from_client, &mut to_upstream, sent, |it| of_client.passed(it, Role::Client)));
        let back = pin!(relay(&mut from_upstream, &mut to_client, got, |it| of_upstream.passed(it, Role::Server)));
        // If one side breaks off, the other ends at once; after a close frame it has time to send its own.
        match select(forth, back).await {
            Either::Left((End::Closed, back)) => return drop(timeout(GRACE, back).await),
            Either::Right((End::Closed, forth)) => return drop(timeout(GRACE, forth).await),
            Either::Left((End::Broken, _)) | Either::Right((End::Broken, _)) => return,
            Either::Left((End::Failed(fault), _)) => Either::Left(fault),
            Either::Right((End::Failed(fault), _)) => Either::Right(fault),
        }
    };
    // The halves of each side belong together, so this does not fail.
    if let (Ok(client), Ok(upstream)) = (to_client.reunite(from_client), to_upstream.reunite(from_upstream)) {
        fail(client, upstream, fault, session.name()).await;
    }
}

/// Ends a session for a fault of the client (left) or the upstream (right).
async fn fail(client: Side, upstream: Side, fault: Either<Fault, Fault>, route: &'static str) {
    let (by, of_client, of_upstream, why) = match fault {
        Either::Left(Fault { code, why }) => ("client", code, CloseCode::Error, why),
        Either::Right(Fault { code, why }) => ("upstream", CloseCode::Error, code, why),
    };
    warn!(route, by, why, "a session was ended");
    let closed = join(close(client, of_client, &why), close(upstream, of_upstream, &why));
    // A side that does not close in time is abandoned.
    let _ = timeout(GRACE, closed).await;
}

/// How a direction ends.
enum End {
    /// With a close frame, which was relayed.
    Closed,
    /// Because one of the two sides broke off.
    Broken,
    /// Because of a message, or an incomplete one.
    Failed(Fault),
}

/// The text of a message; the service sends JSON in binary messages.
fn text(message: &Message) -> Option<&str> {
    match message {
        Message::Text(text) => Some(text),
        Message::Binary(bytes) => std::str::from_utf8(bytes).ok(),
        _ => None,
    }
}

/// A message of the same type with the new text, if there is one.
fn changed(message: Message, new: Option<String>) -> Message {
    match (message, new) {
        (Message::Text(_), Some(new)) => Message::text(new),
        (Message::Binary(_), Some(new)) => Message::Binary(Bytes::from(new)),
        (message, _) => message,
    }
}

/// Relays messages, changed where necessary, until the side that sends them ends. `passed` is called with each original
/// message once the other side has it.
async fn relay<F: Future<Output = Result<Message, Busy>>>(
    from: &mut SplitStream<Side>,
    to: &mut SplitSink<Side, Message>,
    change: impl Fn(Message) -> F,
    passed: impl Fn(&Message),
) -> End {
    let mut is_closed = false;
    while let Some(message) = from.next().await {
        let message = match message {
            Ok(message) => message,
            Err(_) if is_closed => break,
            Err(why) => return Fault::of(&why).map_or(End::Broken, End::Failed),
        };
        // Each side's pings are answered here, so pongs are not relayed.
        if message.is_pong() {
            passed(&message);
            continue;
        }
        is_closed |= message.is_close();
        // The other side could not interpret a message that was left unchanged for lack of room.
        let new = match change(message.clone()).await {
            Ok(new) => new,
            Err(why) => return End::Failed(why.into()),
        };
        if to.send(new).await.is_err() {
            break;
        }
        passed(&message);
    }
    if is_closed { End::Closed } else { End::Broken }
}
