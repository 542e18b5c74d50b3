//! The Model Context Protocol as raw messages: they are parsed only as far as needed, and kept as bytes.
//!
//! - [`message`]: received messages, as slices of their text; messages to send;
//! - [`code`]: the codes of errors;
//! - [`id`]: the ids of requests, and which of them a response answers;
//! - [`header`]: the headers over HTTP;
//! - [`framing`]: messages in a stream of bytes: lines, and server-sent events;
//! - [`transport`]: connections to a server: a child process, streamable HTTP, and the older HTTP with server-sent
//!   events;
//! - [`session`]: requests and their answers, in both eras of the protocol;
//! - [`list_tools`]: the tools of a server.
//!
//! Every wait and every size has a bound: [`Limits`].

pub mod code;
pub mod framing;
pub mod header;
pub mod id;
mod loose;
mod members;
pub mod message;
pub mod session;
pub mod transport;

mod error;
mod limits;
mod list;
mod server;
mod tail;

pub use error::{Error, Failure};
pub use limits::Limits;
pub use list::{Listing, list_tools};
pub use server::{Command, Endpoint, Server};
