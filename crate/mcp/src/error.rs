//! Why a conversation with a server failed.

use std::{fmt, io, time::Duration};

/// What went wrong, and what the server printed until then.
#[derive(Debug)]
pub struct Failure {
    /// What went wrong.
    pub error: Error,
    /// The last lines that the server printed besides its messages; empty if it printed none.
    pub printed: String,
}

/// What can go wrong in a conversation with a server. As text, one sentence without a full stop.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The program did not start.
    Start {
        /// The program.
        program: String,
        /// Why it did not start.
        error: io::Error,
    },
    /// The folder that the program is to start in cannot be entered.
    Folder {
        /// The program.
        program: String,
        /// The folder.
        folder: String,
        /// Why it cannot be entered.
        error: io::Error,
    },
    /// The address cannot be used.
    Address(String),
    /// No connection.
    Connection(String),
    /// A connection that broke before the end of an answer.
    Broken(String),
    /// TLS cannot be agreed on, or the server's certificate is not trusted.
    Tls(String),
    /// The server has ended the session.
    Session {
        /// What the body of its response starts with.
        body: String,
    },
    /// An HTTP response that contains no message.
    Status {
        /// The status code.
        status: u16,
        /// What the body starts with.
        body: String,
        /// Whether the server has answered other messages at the same address, which therefore is the right one.
        is_known: bool,
    },
    /// The messages ended before an answer came.
    Ended {
        /// The method of the request that has no answer.
        method: String,
        /// How the server's program ended, if the server is a program and has ended.
        exit: Option<String>,
    },
    /// No answer in time.
    Silent {
        /// The method of the request that has no answer.
        method: String,
        /// The time in which no answer came.
        after: Duration,
    },
    /// The server's answer is an error.
    Refused {
        /// The method of the request.
        method: String,
        /// The code of JSON-RPC or MCP.
        code: i64,
        /// The server's message.
        message: String,
    },
    /// The server's answer is not UTF-8.
    Encoding {
        /// The method of the request.
        method: String,
        /// How many bytes of the answer precede the first invalid one.
        valid: usize,
    },
    /// A message, or all pages together, exceeds [`Limits::bytes`](crate::Limits::bytes).
    TooLarge(usize),
    /// A list exceeds [`Limits::pages`](crate::Limits::pages).
    TooManyPages(usize),
    /// A message or result that violates the protocol.
    Malformed(String),
}

impl Error {
    /// The error, and what the user can do about it.
    #[must_use]
    pub fn with_help(&self) -> String {
        format!("{self}; {}", self.help())
    }

    /// The error of a request within a session, of which 404 reports the end.
    #[must_use]
    pub fn in_session(self) -> Error {
        match self {
            Error::Status { status: 404, body, .. } => Error::Session { body },
            error => error,
        }
    }

    /// The error of a message to an address at which the server has answered others.
    #[must_use]
    pub fn of_known(self) -> Error {
        match self {
            Error::Status { status, body, .. } => Error::Status { status, body, is_known: true },
            error => error,
        }
    }

    /// What the user of a program can do about it. As text, clauses without a full stop.
    #[must_use]
    pub fn help(&self) -> &'static str {
        match self {
            Error::Start { .. } => "check that the program is installed and on the PATH",
            Error::Folder { .. } => "check the `cwd` of its configuration",
            Error::Address(_) => "give a URL such as http://localhost:3000/mcp",
            Error::Connection(_) => "check that the server runs and listens at this address",
            Error::Broken(_) => "the server's log may say why",
            Error::Tls(_) => "check that the server uses TLS at this port, and that this system trusts its certificate",
            Error::Session { .. } => "connect again for a new session",
            Error::Status { status: 300..=399, .. } => "redirects are not followed; give the address that it moved to",
            Error::Status { status: 401 | 403, .. } => {
                "it requires authentication: send a token with --header 'Authorization: Bearer …'"
            }
            Error::Status { status: 429, .. } => "the server limits the rate of requests; try again later",
            Error::Status { status: 500..=599, .. } => {
                "the request reached the server, which failed; its log may say why"
            }
            Error::Status { is_known: true, .. } => "the server rejects this message; its log may say why",
            Error::Status { .. } => "check the path of the URL; it is often /mcp, or /sse for older servers",
            Error::Ended { exit: Some(_), .. } => {
                "run the command by itself; pass environment variables that it needs with --env NAME=VALUE, or --env NAME if they are set"
            }
            Error::Silent { .. } => "check that it is an MCP server, or raise --timeout",
            Error::Ended { exit: None, .. } => {
                "check the path of the URL; the server's log may say why it sends no answer"
            }
            Error::Encoding { .. } => "messages of MCP are UTF-8; a server in Python writes it with --env PYTHONUTF8=1",
            Error::TooLarge(_) | Error::TooManyPages(_) => {
                "no option raises this limit; check that the server's list ends"
            }
            Error::Refused { .. } => "the server reported this error",
            _ => "the server violates the MCP specification; report it to its authors",
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Start { program, error } => write!(f, "`{program}` does not start: {error}"),
            Error::Folder { program, folder, error } => {
                write!(f, "`{program}` does not start, since its folder `{folder}` cannot be entered: {error}")
            }
            Error::Address(why)
            | Error::Connection(why)
            | Error::Broken(why)
            | Error::Tls(why)
            | Error::Malformed(why) => f.write_str(why),
            Error::Session { body } if body.is_empty() => f.write_str("the server has ended the session (HTTP 404)"),
            Error::Session { body } => write!(f, "the server has ended the session (HTTP 404): {body}"),
            Error::Status { status, body, .. } if body.is_empty() => write!(f, "the server answers with HTTP {status}"),
            Error::Status { status, body, .. } => write!(f, "the server answers with HTTP {status}: {body}"),
            Error::Ended { method, exit: Some(exit) } => {
                write!(f, "the server ended ({exit}) before it answered {method}")
            }
            Error::Ended { method, exit: None } => {
                write!(f, "the server's response ends without an answer to {method}")
            }
            Error::Silent { method, after } => write!(f, "no answer to {method} within {:.0} s", after.as_secs_f32()),
            Error::Refused { method, code, message } => {
                write!(f, "the server answers {method} with error {code}: {message}")
            }
            Error::Encoding { method, valid } => write!(f, "the answer to {method} is not UTF-8 after {valid} bytes"),
            Error::TooLarge(bytes) => write!(f, "the server sends more than {} MiB", bytes >> 20),
            Error::TooManyPages(pages) => write!(f, "the list of tools has more than {pages} pages"),
        }
    }
}

impl std::error::Error for Error {}
