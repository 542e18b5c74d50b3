//! Sockets (RFC 6455): sessions of the Live API, message by message, and others as they come.

mod messages;

use std::{future::Future, pin::pin, sync::Arc, time::Duration};

use bytes::Bytes;
use futures_util::{
    SinkExt, StreamExt,
    future::{Either, select, try_join},
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
        protocol::{Role, WebSocketConfig},
    },
};

use crate::{
    metrics::UnderWay,
    workers::{Busy, Workers},
};
pub(crate) use messages::{NAME, Session};

/// How long the other side may still take once one has said that it ends.
const GRACE: Duration = Duration::from_secs(5);

/// A place among the connections.
pub(crate) type Place = Arc<OwnedSemaphorePermit>;

/// Whether a request wants a WebSocket.
pub(crate) fn is_socket<B>(request: &Request<B>) -> bool {
    let upgrade = request.headers().get(header::UPGRADE).and_then(|value| value.to_str().ok());
    request.method() == Method::GET && upgrade.is_some_and(|value| value.eq_ignore_ascii_case("websocket"))
}

/// Whether it is one of the Live API, of either service: with `Constrained`, that for tokens of one session.
pub(crate) fn is_live(path: &str) -> bool {
    ["BidiGenerateContent", "BidiGenerateContentConstrained"].iter().any(|method| path.ends_with(method))
}

/// What it takes to pass a socket's messages on.
pub(crate) struct Socket {
    pub(crate) session: Option<Session>,
    /// The longest message.
    pub(crate) longest: usize,
    pub(crate) workers: Workers,
    /// Held until the socket is closed.
    pub(crate) held: (Option<Place>, UnderWay),
}

impl Socket {
    /// Passes messages both ways, once both sides have switched protocols, until one ends.
    pub(crate) async fn pass(self, client: OnUpgrade, upstream: OnUpgrade) {
        let Ok((client, upstream)) = try_join(client, upstream).await else { return };
        let (mut client, mut upstream) = (TokioIo::new(client), TokioIo::new(upstream));
        match self.session {
            Some(session) => pass_messages(client, upstream, session, self.longest, &self.workers).await,
            None => {
                // However it ends, it has ended.
                let _ = copy_bidirectional(&mut client, &mut upstream).await;
            }
        }
        drop(self.held);
    }
}

type Side = WebSocketStream<TokioIo<Upgraded>>;

async fn pass_messages(
    client: TokioIo<Upgraded>,
    upstream: TokioIo<Upgraded>,
    session: Session,
    longest: usize,
    workers: &Workers,
) {
    let config = WebSocketConfig::default().max_message_size(Some(longest)).max_frame_size(Some(longest));
    let client = WebSocketStream::from_raw_socket(client, Role::Server, Some(config)).await;
    let upstream = WebSocketStream::from_raw_socket(upstream, Role::Client, Some(config)).await;
    let ((to_client, from_client), (to_upstream, from_upstream)) = (client.split(), upstream.split());
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
    let forth = pin!(relay(from_client, to_upstream, sent));
    let back = pin!(relay(from_upstream, to_client, got));
    // A side that breaks off takes the other with it; after a farewell there is time for that of the other.
    match select(forth, back).await {
        Either::Left((End::Closed, back)) => drop(timeout(GRACE, back).await),
        Either::Right((End::Closed, forth)) => drop(timeout(GRACE, forth).await),
        _ => {}
    }
}

/// How a direction ends.
enum End {
    /// With a farewell, which was passed on.
    Closed,
    Broken,
}

/// What a message says; the service sends JSON as bytes.
fn text(message: &Message) -> Option<&str> {
    match message {
        Message::Text(text) => Some(text),
        Message::Binary(bytes) => std::str::from_utf8(bytes).ok(),
        _ => None,
    }
}

/// A message of the same kind that says something else, if it is to.
fn changed(message: Message, new: Option<String>) -> Message {
    match (message, new) {
        (Message::Text(_), Some(new)) => Message::text(new),
        (Message::Binary(_), Some(new)) => Message::Binary(Bytes::from(new)),
        (message, _) => message,
    }
}

/// Passes messages on, changed where there is something to change, until the side that sends them ends.
async fn relay<F: Future<Output = Result<Message, Busy>>>(
    mut from: SplitStream<Side>,
    mut to: SplitSink<Side, Message>,
    change: impl Fn(Message) -> F,
) -> End {
    let mut end = End::Broken;
    while let Some(Ok(message)) = from.next().await {
        let message = match message {
            // Each side has its own answered.
            Message::Pong(_) => continue,
            Message::Close(_) => {
                end = End::Closed;
                message
            }
            // What cannot be changed for want of room could not be understood.
            message => match change(message).await {
                Ok(message) => message,
                Err(Busy) => break,
            },
        };
        if to.send(message).await.is_err() {
            break;
        }
    }
    end
}
