//! Connections that fail if their client does not accept what it is sent.

use std::{
    future::Future,
    io::{self, ErrorKind, IoSlice},
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Instant, Sleep, sleep},
};

/// A stream that fails if nothing of what is written is accepted for too long.
pub(crate) struct Sending<S> {
    stream: S,
    pause: Pin<Box<Sleep>>,
    waits: bool,
    longest: Duration,
}

impl<S> Sending<S> {
    pub(crate) fn new(stream: S, longest: Duration) -> Sending<S> {
        Sending { stream, pause: Box::pin(sleep(longest)), waits: false, longest }
    }

    /// The result of a write, or an error once it has been pending for too long.
    fn in_time<T>(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.waits = false;
            return written;
        }
        if !std::mem::replace(&mut self.waits, true) {
            self.pause.as_mut().reset(Instant::now() + self.longest);
        }
        let why = || io::Error::new(ErrorKind::TimedOut, "the client does not read the response");
        self.pause.as_mut().poll(cx).map(|()| Err(why()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Sending<S> {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(cx, buf)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Sending<S> {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.stream).poll_write(cx, buf);
        this.in_time(cx, written)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.stream).poll_write_vectored(cx, bufs);
        this.in_time(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let flushed = Pin::new(&mut this.stream).poll_flush(cx);
        this.in_time(cx, flushed)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let shut = Pin::new(&mut this.stream).poll_shutdown(cx);
        this.in_time(cx, shut)
    }
}

#[cfg(test)]
mod tests {
    use std::{io::ErrorKind, time::Duration};

    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt, duplex},
        time::{sleep, timeout},
    };

    use super::Sending;

    const LONGEST: Duration = Duration::from_millis(300);

    #[tokio::test]
    async fn a_client_that_takes_nothing_is_left() {
        let (stream, _client) = duplex(64);
        let written = timeout(Duration::from_secs(30), Sending::new(stream, LONGEST).write_all(&[0; 65])).await;
        assert_eq!(written.expect("it ends").map_err(|why| why.kind()), Err(ErrorKind::TimedOut));
    }

    #[tokio::test]
    async fn a_client_that_takes_a_little_is_served() {
        let (stream, mut client) = duplex(1);
        let reads = async {
            for _ in 0..6 {
                sleep(LONGEST / 3).await;
                let _ = client.read_u8().await;
            }
        };
        let mut sending = Sending::new(stream, LONGEST);
        let (written, ()) = tokio::join!(sending.write_all(&[0; 6]), reads);
        assert!(written.is_ok());
    }
}
