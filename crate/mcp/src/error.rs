//! Why a conversation with a server came to nothing.

use std::{fmt, io, time::Duration};

/// What went wrong, and what the server printed until then.
#[derive(Debug)]
pub struct Failure {
    /// What went wrong.
    pub error: Error,
    /// The last lines that the server printed beside its messages; empty if it printed none.
    pub printed: String,
}

/// What can go wrong with a server. As text, one sentence without a full stop.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The program did not start.
    Start {
        /// What was to be started.
        program: String,
        /// Why it was not.
        error: io::Error,
    },
    /// The address is not one that can be asked.
    Address(String),
    /// No connection, or one that broke.
    Connection(String),
    /// An answer of HTTP that holds no message.
    Status {
        /// The status code.
        status: u16,
        /// What the body starts with.
        body: String,
    },
    /// No more messages, while an answer was waited for.
    Ended {
        /// The request that has no answer.
        method: String,
        /// How the program ended, if it is one and did.
        exit: Option<String>,
    },
    /// No answer in time.
    Silent {
        /// The request that has no answer.
        method: String,
        /// How long was waited in all.
        after: Duration,
    },
    /// The server's answer is an error.
    Refused {
        /// The request.
        method: String,
        /// The code of JSON-RPC or MCP.
        code: i64,
        /// What the server says.
        message: String,
    },
    /// A message, or all pages together, beyond [`Limits::bytes`](crate::Limits::bytes).
    TooLarge(usize),
    /// A list beyond [`Limits::pages`](crate::Limits::pages).
    TooManyPages(usize),
    /// A result that is not what the protocol says.
    Malformed(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Start { program, error } => write!(f, "`{program}` does not start: {error}"),
            Error::Address(why) | Error::Connection(why) | Error::Malformed(why) => f.write_str(why),
            Error::Status { status, body } if body.is_empty() => write!(f, "the server answers with HTTP {status}"),
            Error::Status { status, body } => write!(f, "the server answers with HTTP {status}: {body}"),
            Error::Ended { method, exit: Some(exit) } => {
                write!(f, "the server ended ({exit}) before it answered {method}")
            }
            Error::Ended { method, exit: None } => write!(f, "the server ended the stream before it answered {method}"),
            Error::Silent { method, after } => write!(f, "no answer to {method} within {:.0} s", after.as_secs_f32()),
            Error::Refused { method, code, message } => {
                write!(f, "the server answers {method} with error {code}: {message}")
            }
            Error::TooLarge(bytes) => write!(f, "the server sends more than {} MiB", bytes >> 20),
            Error::TooManyPages(pages) => write!(f, "the list of tools goes on after {pages} pages"),
        }
    }
}

impl std::error::Error for Error {}
