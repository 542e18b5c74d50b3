//! Why the gateway itself ends a session, and the close frames that say so.

use std::io::ErrorKind;

use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, copy, sink};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{
        Error,
        error::{CapacityError, ProtocolError},
        protocol::{CloseFrame, frame::coding::CloseCode},
    },
};

use super::metered::Metered;
use crate::{error::root, workers::Busy};

/// Why a message of one side is not relayed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// The close code for the side that sent it.
    pub(super) code: CloseCode,
    pub(super) why: String,
}

impl Fault {
    /// The fault behind an error in reading; `None` if the side broke the connection off.
    pub(super) fn of(error: &Error) -> Option<Fault> {
        let why = match error {
            Error::Capacity(CapacityError::MessageTooLong { size, max_size }) => {
                format!("a message of {size} bytes is longer than {max_size} bytes (--max-body)")
            }
            error => root(error),
        };
        let code = match error {
            Error::Capacity(_) => CloseCode::Size,
            Error::Utf8(_) => CloseCode::Invalid,
            Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => return None,
            Error::Protocol(_) => CloseCode::Protocol,
            // These two are of `Metered`.
            Error::Io(io) if io.kind() == ErrorKind::OutOfMemory => CloseCode::Again,
            Error::Io(io) if io.kind() == ErrorKind::TimedOut => CloseCode::Policy,
            _ => return None,
        };
        Some(Fault { code, why })
    }
}

impl From<Busy> for Fault {
    fn from(why: Busy) -> Fault {
        Fault { code: CloseCode::Again, why: format!("{why} (--queue)") }
    }
}

/// Sends a close frame, then reads and discards what the other end still sends: if a connection is closed with unread
/// bytes, the frame may be lost.
pub(super) async fn close<S: AsyncRead + AsyncWrite + Unpin>(
    mut side: WebSocketStream<Metered<S>>,
    code: CloseCode,
    why: &str,
) -> Result<(), Error> {
    let reason = format!("lapidary gateway: {why}").into();
    side.close(Some(CloseFrame { code, reason })).await?;
    let mut stream = side.into_inner().into_inner();
    stream.shutdown().await?;
    copy(&mut stream, &mut sink()).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures_util::StreamExt;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};
    use tokio_tungstenite::{
        WebSocketStream,
        tungstenite::protocol::{Role, WebSocketConfig, frame::coding::CloseCode},
    };

    use super::{Fault, close};
    use crate::{
        budget::Budget,
        live::metered::{Coming, Metered},
    };

    /// What a client receives that sends these bytes, and the fault in them.
    async fn told(bytes: &[u8]) -> (Option<Fault>, Vec<u8>) {
        let (mut client, server) = duplex(1 << 20);
        let server = Metered::new(server, Coming::new(&Budget::new(1 << 20)), Duration::from_secs(30));
        let config = WebSocketConfig::default().max_message_size(Some(100)).max_frame_size(Some(100));
        let mut server = WebSocketStream::from_raw_socket(server, Role::Server, Some(config)).await;
        client.write_all(bytes).await.expect("it is sent");
        let failure = server.next().await.and_then(Result::err);
        let fault = failure.as_ref().and_then(Fault::of);
        let mut answer = Vec::new();
        if let Some(Fault { code, why }) = &fault {
            // It is closed once the client has sent the rest and closed its side.
            let sends = async {
                client.write_all(&[0; 1 << 14]).await.expect("it is read");
                client.read_to_end(&mut answer).await.expect("it is closed");
                drop(client);
            };
            let (closed, ()) = tokio::join!(close(server, *code, why), sends);
            assert!(closed.is_ok());
        }
        (fault, answer)
    }

    #[tokio::test]
    async fn who_sends_what_cannot_be_relayed_is_told_why() {
        // A final text frame with a mask of zeros; its length, and its content.
        let text = |length: u8, content: &[u8]| [&[0x81, 0x80 | length, 0, 0, 0, 0], content].concat();
        for (bytes, code, why) in [
            (text(101, b""), CloseCode::Size, "a message of 101 bytes is longer than 100 bytes (--max-body)"),
            (text(1, b"\xff"), CloseCode::Invalid, "invalid utf-8"),
            ([&[0xf1], &text(1, b"x")[1..]].concat(), CloseCode::Protocol, "Reserved bits"),
        ] {
            let (fault, answer) = told(&bytes).await;
            let fault = fault.expect("a fault");
            assert_eq!(fault.code, code);
            assert!(fault.why.contains(why), "{}", fault.why);
            let reason = format!("lapidary gateway: {}", fault.why);
            let head = [0x88, u8::try_from(2 + reason.len()).expect("it is short")];
            assert_eq!(answer, [&head, &u16::from(code).to_be_bytes(), reason.as_bytes()].concat());
        }
    }

    #[tokio::test]
    async fn who_breaks_off_is_told_nothing() {
        let (client, server) = duplex(64);
        let server = Metered::new(server, Coming::new(&Budget::new(1 << 20)), Duration::from_secs(30));
        let mut server = WebSocketStream::from_raw_socket(server, Role::Server, None).await;
        drop(client);
        let failure = server.next().await.and_then(Result::err).expect("it breaks off");
        assert_eq!(Fault::of(&failure), None);
    }
}
