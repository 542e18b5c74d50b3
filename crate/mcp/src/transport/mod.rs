//! Ways to a server. Each takes messages as text and gives frames, and knows nothing of what they say but what the way
//! itself needs.

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

/// One of the ways to a server.
#[derive(Debug)]
pub enum Transport {
    /// A program of ours.
    Child(Child),
    /// Streamable HTTP: each message is a POST, which the answer comes back on.
    Http(Http),
    /// HTTP with server-sent events, of 2024-11-05: one stream has all answers.
    OldHttp(OldHttp),
}

impl Transport {
    /// Sends a message.
    ///
    /// # Errors
    ///
    /// If it does not reach the server, or the server answers with no message.
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
    /// If the way breaks.
    pub async fn receive(&mut self) -> Result<Option<Frame>, Error> {
        match self {
            Transport::Child(child) => child.receive().await,
            Transport::Http(http) => http.receive().await,
            Transport::OldHttp(http) => http.receive().await,
        }
    }

    /// How the server's program ended, if it is one and does so at once.
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

    /// What the server prints beside its messages.
    pub(crate) fn printed(&self) -> Tail {
        match self {
            Transport::Child(child) => child.printed.clone(),
            Transport::Http(_) | Transport::OldHttp(_) => Tail::default(),
        }
    }
}
