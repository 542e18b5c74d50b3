//! Streams below a WebSocket that bound an incomplete message: its bytes count against the budget of all bodies, and it
//! must not stall.

use std::{
    future::Future,
    io::{self, ErrorKind},
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Instant, Sleep, sleep},
};
use tokio_tungstenite::tungstenite::{Message, protocol::Role};

use crate::budget::{Budget, Full, Held};

/// The number of bytes received of an incomplete message. Clones share it.
#[derive(Clone)]
pub(super) struct Coming(Arc<Mutex<Held>>);

impl Coming {
    pub(super) fn new(budget: &Budget) -> Coming {
        Coming(Arc::new(Mutex::new(budget.part())))
    }

    fn more(&self, bytes: usize) -> Result<(), Full> {
        self.with(|held| held.more(bytes))
    }

    /// Releases the bytes of a message from one side that has been relayed. Control frames may arrive within another
    /// message, whose bytes stay reserved.
    pub(super) fn passed(&self, message: &Message, from: Role) {
        let head = match from {
            Role::Server => 2,
            // Its frames are masked.
            Role::Client => 6,
        };
        self.with(|held| match message {
            Message::Ping(bytes) | Message::Pong(bytes) => held.less(bytes.len() + head),
            _ => held.less(usize::MAX),
        });
    }

    fn is_whole(&self) -> bool {
        self.with(|held| held.bytes() == 0)
    }

    fn with<T>(&self, act: impl FnOnce(&mut Held) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A stream that fails if there is no room for a message, or if a message is not continued for too long.
pub(super) struct Metered<S> {
    stream: S,
    coming: Coming,
    pause: Pin<Box<Sleep>>,
    waits: bool,
    longest: Duration,
}

impl<S> Metered<S> {
    pub(super) fn new(stream: S, coming: Coming, longest: Duration) -> Metered<S> {
        Metered { stream, coming, pause: Box::pin(sleep(longest)), waits: false, longest }
    }

    /// The stream below, without these limits.
    pub(super) fn into_inner(self) -> S {
        self.stream
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Metered<S> {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let before = buf.filled().len();
        if let Poll::Ready(read) = Pin::new(&mut this.stream).poll_read(cx, buf) {
            this.waits = false;
            let full =
                |Full| io::Error::new(ErrorKind::OutOfMemory, "not enough memory for the message (--max-memory)");
            let counted = this.coming.more(buf.filled().len() - before).map_err(full);
            return Poll::Ready(read.and(counted));
        }
        if this.coming.is_whole() {
            this.waits = false;
            return Poll::Pending;
        }
        if !std::mem::replace(&mut this.waits, true) {
            this.pause.as_mut().reset(Instant::now() + this.longest);
        }
        let why = || io::Error::new(ErrorKind::TimedOut, "the message is not continued");
        this.pause.as_mut().poll(cx).map(|()| Err(why()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Metered<S> {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().stream).poll_write(cx, buf)
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures_util::{SinkExt, StreamExt};
    use tokio::{
        io::{AsyncWriteExt, DuplexStream, duplex},
        time::timeout,
    };
    use tokio_tungstenite::{
        WebSocketStream,
        tungstenite::{
            Message,
            protocol::{
                Role,
                frame::{
                    Frame,
                    coding::{Data, OpCode},
                },
            },
        },
    };

    use super::{Coming, Metered};
    use crate::budget::Budget;

    const LONGEST: Duration = Duration::from_millis(300);
    /// Bytes of a part of a message.
    const PART: usize = 4_096;

    async fn sides(budget: &Budget) -> (WebSocketStream<DuplexStream>, WebSocketStream<Metered<DuplexStream>>, Coming) {
        let (client, server) = duplex(1 << 20);
        let coming = Coming::new(budget);
        let server = Metered::new(server, coming.clone(), LONGEST);
        let client = WebSocketStream::from_raw_socket(client, Role::Client, None).await;
        (client, WebSocketStream::from_raw_socket(server, Role::Server, None).await, coming)
    }

    fn part(first: bool) -> Message {
        let kind = if first { Data::Text } else { Data::Continue };
        Message::Frame(Frame::message(vec![b' '; PART], OpCode::Data(kind), false))
    }

    #[tokio::test]
    async fn a_message_that_is_never_whole_ends_where_there_is_no_room_for_it() {
        let budget = Budget::new(16 * PART);
        let (mut client, mut server, coming) = sides(&budget).await;
        tokio::spawn(async move {
            for at in 0..64 {
                let _ = client.send(part(at == 0)).await;
                // A control frame in between releases only its own bytes.
                let _ = client.send(Message::Ping(vec![0; 100].into())).await;
            }
            client
        });
        let ends = async {
            while let Some(Ok(message)) = server.next().await {
                coming.passed(&message, Role::Client);
            }
        };
        timeout(Duration::from_secs(30), ends).await.expect("it ends");
    }

    #[tokio::test]
    async fn a_message_that_is_not_continued_ends_and_a_side_that_is_silent_does_not() {
        let budget = Budget::new(16 * PART);
        let (mut client, mut server, coming) = sides(&budget).await;
        for message in [Message::Ping(vec![0; 100].into()), Message::text(" ".repeat(8 * PART))] {
            client.send(message).await.expect("it is sent");
            coming.passed(&server.next().await.expect("a message").expect("it is whole"), Role::Client);
            assert!(timeout(LONGEST * 3, server.next()).await.is_err(), "silence is no end");
        }
        client.get_mut().write_all(&[0x81]).await.expect("it is sent");
        let end = timeout(Duration::from_secs(30), server.next()).await.expect("it ends");
        assert!(end.is_some_and(|end| end.is_err()));
    }
}
