//! Transports to a server. Each sends messages as text and receives frames, and reads no more of their content than the
//! transport itself requires.

mod child;
mod environment;
pub mod http;
mod old_http;
mod outgoing;
#[cfg(unix)]
mod watch;

pub use child::{Child, Program};
pub use http::Http;
pub use old_http::{OldHttp, Posts};
pub use outgoing::Outgoing;

use crate::{Error, framing::Frame, tail::Tail};

/// A transport to a server.
#[derive(Debug)]
pub enum Transport {
    /// A child process.
    Child(Child),
    /// Streamable HTTP: each message is a POST, whose response contains the answer.
    Http(Http),
    /// HTTP with server-sent events, of 2024-11-05: one stream carries all answers.
    OldHttp(OldHttp),
}

impl Transport {
    /// Sends a message.
    ///
    /// # Errors
    ///
    /// If it does not reach the server, or the server's response contains no message.
    pub async fn send(&mut self, message: Outgoing<'_>) -> Result<(), Error> {
        match self {
            Transport::Child(child) => child.send(message).await,
            Transport::Http(http) => http.send(message).await,
            Transport::OldHttp(http) => http.send(message).await,
        }
    }

    /// The next frame; `None` if none will come before something is sent.
    ///
    /// # Errors
    ///
    /// If the connection breaks.
    pub async fn receive(&mut self) -> Result<Option<Frame>, Error> {
        match self {
            Transport::Child(child) => child.receive().await,
            Transport::Http(http) => http.receive().await,
            Transport::OldHttp(http) => http.receive().await,
        }
    }

    /// How the server's program ended, if the server is one and ends soon.
    pub(crate) async fn exit(&mut self) -> Option<String> {
        match self {
            Transport::Child(child) => child.exit().await,
            Transport::Http(_) | Transport::OldHttp(_) => None,
        }
    }

    /// Ends the conversation, and the server's program with all that it started.
    pub async fn close(self) {
        match self {
            Transport::Child(child) => child.close().await,
            Transport::Http(http) => http.close().await,
            Transport::OldHttp(_) => {}
        }
    }

    /// What the server prints besides its messages.
    pub(crate) fn printed(&self) -> Tail {
        match self {
            Transport::Child(child) => child.printed.clone(),
            Transport::Http(_) | Transport::OldHttp(_) => Tail::default(),
        }
    }
}
