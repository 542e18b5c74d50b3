//! The Model Context Protocol as raw messages: they are read as far as a program needs them, and kept as bytes.
//!
//! - [`message`]: what a message says, as slices of it; messages of our own;
//! - [`framing`]: messages in a stream of bytes: lines, and server-sent events;
//! - [`transport`]: ways to a server: a child process, streamable HTTP, and HTTP with server-sent events before it;
//! - [`session`]: requests and their answers, in both eras of the protocol;
//! - [`list_tools`]: what a server offers.
//!
//! Every wait and every size has a bound: [`Limits`].

pub mod framing;
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
