//! Messages of a server on their way into one HTTP response.

use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use bytes::{Bytes, BytesMut};
use http::{HeaderName, HeaderValue, Response, StatusCode, header};
use http_body::{Body as HttpBody, Frame};
use http_body_util::BodyExt;
use lapidary_gateway::{Body, Budget, Failure, Held, holding};
use lapidary_mcp::{framing::on_one_line, transport::http::EVENTS};
use tokio::{
    sync::{
        OwnedSemaphorePermit, Semaphore,
        mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
        oneshot,
    },
    time::{Interval, interval, timeout},
};

use crate::{limits::UNREAD, listen::answers::json};

/// The longest silence of an event stream: intermediaries may take silence for its end.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
const COMMENT: Bytes = Bytes::from_static(b": \n\n");
const BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// The sending end of one response.
#[derive(Debug)]
pub(super) struct Stream {
    messages: UnboundedSender<Message>,
    /// The room for bytes that wait in this response; `budget` is that of all responses.
    room: Arc<Semaphore>,
    budget: Budget,
}

/// The receiving end: messages that wait to be read.
pub(super) struct Waiting {
    messages: UnboundedReceiver<Message>,
    /// Dropped with this, which completes its receiver.
    left: Option<oneshot::Sender<()>>,
}

struct Message {
    text: Bytes,
    /// Whether no other follows.
    is_last: bool,
    room: Option<Room>,
}

/// The room that a message takes in its response, and among all responses.
struct Room {
    _here: Option<OwnedSemaphorePermit>,
    _in_all: Held,
}

/// Why a message was not accepted.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Untaken {
    /// Too many bytes are waiting.
    Full,
    /// Nobody reads any more.
    Gone,
}

impl Stream {
    /// Creates an empty one; `budget` is shared by all responses.
    pub(super) fn new(budget: &Budget) -> (Stream, Waiting) {
        let (sender, receiver) = unbounded_channel();
        let room = Arc::new(Semaphore::new(UNREAD as usize));
        (Stream { messages: sender, room, budget: budget.clone() }, Waiting { messages: receiver, left: None })
    }

    /// Sends a message as soon as there is room. One that is longer than the room waits until nothing else does.
    pub(super) async fn send(&self, text: Bytes, is_last: bool) -> Result<(), Untaken> {
        let here = Arc::clone(&self.room).acquire_many_owned(size(&text)).await.ok();
        let mut in_all = self.budget.part();
        in_all.wait_for(text.len()).await;
        self.put(text, is_last, Some(Room { _here: here, _in_all: in_all }))
    }

    /// Sends a message if there is room.
    pub(super) fn try_send(&self, text: Bytes) -> Result<(), Untaken> {
        if self.is_closed() {
            return Err(Untaken::Gone);
        }
        let here = Arc::clone(&self.room).try_acquire_many_owned(size(&text)).map_err(|_| Untaken::Full)?;
        let in_all = self.room_in_all(&text)?;
        self.put(text, false, Some(Room { _here: Some(here), _in_all: in_all }))
    }

    /// Sends the last message, if there is room for it among all responses.
    pub(super) fn finish(&self, text: Bytes) -> Result<(), Untaken> {
        let in_all = self.room_in_all(&text)?;
        self.put(text, true, Some(Room { _here: None, _in_all: in_all }))
    }

    fn room_in_all(&self, text: &Bytes) -> Result<Held, Untaken> {
        let mut in_all = self.budget.part();
        in_all.more(text.len()).map_err(|_| Untaken::Full)?;
        Ok(in_all)
    }

    /// Sends a message of the proxy itself, which is short and needs no room.
    pub(super) fn answer(&self, text: Bytes, is_last: bool) {
        let _ = self.put(text, is_last, None);
    }

    fn put(&self, text: Bytes, is_last: bool, room: Option<Room>) -> Result<(), Untaken> {
        self.messages.send(Message { text: on_one_line(text), is_last, room }).map_err(|_| Untaken::Gone)
    }

    pub(super) fn is_closed(&self) -> bool {
        self.messages.is_closed()
    }
}

impl Waiting {
    /// A receiver that completes when nobody reads any more.
    pub(super) fn left(&mut self) -> oneshot::Receiver<()> {
        let (sender, receiver) = oneshot::channel();
        self.left = Some(sender);
        receiver
    }

    /// The next message; `None` at the end.
    pub(super) async fn next(&mut self) -> Option<Bytes> {
        Some(self.messages.recv().await?.text)
    }

    /// The HTTP response: a single message as the body, with the status that follows from it; or several as events.
    pub(super) async fn answer(mut self, status: impl FnOnce(&[u8]) -> StatusCode) -> Response<Body> {
        let first = match timeout(KEEP_ALIVE, self.messages.recv()).await {
            Ok(Some(Message { text, is_last: true, room })) => {
                return json(status(&text), text).map(|body| holding(body, room));
            }
            Ok(first) => first,
            Err(_) => None,
        };
        self.events(first)
    }

    /// An HTTP response with the messages as events.
    pub(super) fn all(self) -> Response<Body> {
        self.events(None)
    }

    fn events(self, first: Option<Message>) -> Response<Body> {
        let mut pause = interval(KEEP_ALIVE);
        pause.reset();
        let mut response =
            Response::new(Events { first, unread: self, pause, under_way: None, is_over: false }.boxed());
        response.headers_mut().extend([
            (header::CONTENT_TYPE, EVENTS),
            (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
            (BUFFERING, HeaderValue::from_static("no")),
        ]);
        response
    }
}

fn size(text: &Bytes) -> u32 {
    u32::try_from(text.len()).unwrap_or(u32::MAX).min(UNREAD)
}

/// The body of an event stream.
struct Events {
    first: Option<Message>,
    unread: Waiting,
    pause: Interval,
    /// The room of the last message, until the next one is polled.
    under_way: Option<Room>,
    is_over: bool,
}

impl HttpBody for Events {
    type Data = Bytes;
    type Error = Failure;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Failure>>> {
        if self.is_over {
            return Poll::Ready(None);
        }
        let next = match self.first.take() {
            Some(first) => Poll::Ready(Some(first)),
            None => self.unread.messages.poll_recv(cx),
        };
        match next {
            Poll::Ready(Some(message)) => {
                self.is_over = message.is_last;
                self.under_way = message.room;
                self.pause.reset();
                Poll::Ready(Some(Ok(Frame::data(event(&message.text)))))
            }
            Poll::Ready(None) => Poll::Ready(None),
            Poll::Pending => self.pause.poll_tick(cx).map(|_| Some(Ok(Frame::data(COMMENT)))),
        }
    }
}

fn event(text: &[u8]) -> Bytes {
    const START: &[u8] = b"event: message\ndata: ";
    let mut event = BytesMut::with_capacity(START.len() + text.len() + 2);
    for part in [START, text, b"\n\n"] {
        event.extend_from_slice(part);
    }
    event.freeze()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &'static str) -> Bytes {
        Bytes::from_static(text.as_bytes())
    }

    #[tokio::test]
    async fn as_much_waits_as_there_is_room() {
        let (stream, mut waiting) = Stream::new(&Budget::new(usize::MAX));
        let long = Bytes::from(vec![b'x'; UNREAD as usize + 1]);
        assert_eq!(stream.try_send(long.clone()), Ok(()), "it waits alone");
        assert_eq!(stream.try_send(text("1")), Err(Untaken::Full));
        assert_eq!(waiting.next().await, Some(long.clone()));
        assert_eq!(stream.try_send(text("1\r\n2")), Ok(()));
        assert_eq!(stream.finish(text("3")), Ok(()), "an answer always has room");
        assert_eq!((waiting.next().await, waiting.next().await), (Some(text("1  2")), Some(text("3"))));
        assert_eq!(stream.try_send(long.clone()), Ok(()));
        let left = waiting.left();
        assert!(
            timeout(KEEP_ALIVE, async {
                tokio::join!(stream.send(text("5678"), false), async { drop(waiting) }, left)
            })
            .await
            .is_ok()
        );
        assert_eq!(stream.try_send(text("1")), Err(Untaken::Gone));
    }

    #[tokio::test]
    async fn all_answers_share_their_room() {
        let budget = Budget::new(8);
        let ((first, mut read), (second, mut waiting)) = (Stream::new(&budget), Stream::new(&budget));
        assert_eq!(first.try_send(text("12345")), Ok(()));
        assert_eq!(second.try_send(text("1234")), Err(Untaken::Full));
        assert_eq!(second.finish(text("1234")), Err(Untaken::Full));
        second.answer(text("too much waits"), false);
        assert_eq!(waiting.next().await, Some(text("too much waits")));
        let (sent, got) = tokio::join!(second.send(text("1234"), true), read.next());
        assert_eq!((sent, got), (Ok(()), Some(text("12345"))));
        let answer = waiting.answer(|_| StatusCode::OK).await;
        assert_eq!(first.try_send(text("12345")), Err(Untaken::Full), "it is under way");
        drop(answer);
        assert_eq!(first.try_send(text("12345")), Ok(()));
    }

    #[tokio::test]
    async fn one_message_is_a_body_and_several_are_events() {
        let collected = async |unread: Waiting| {
            let response = unread.answer(|_| StatusCode::OK).await;
            let kind = response.headers()[header::CONTENT_TYPE].clone();
            (kind, response.into_body().collect().await.expect("it is all there").to_bytes())
        };
        let (stream, unread) = Stream::new(&Budget::new(usize::MAX));
        stream.finish(text("{}")).expect("it is read");
        assert_eq!(collected(unread).await, (HeaderValue::from_static("application/json"), text("{}")));
        let (stream, unread) = Stream::new(&Budget::new(usize::MAX));
        stream.send(text("1"), false).await.expect("there is room");
        stream.finish(text("2")).expect("it is read");
        let events = text("event: message\ndata: 1\n\nevent: message\ndata: 2\n\n");
        assert_eq!(collected(unread).await, (EVENTS, events));
    }
}
