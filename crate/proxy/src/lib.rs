//! A proxy between an MCP client and an MCP server. Messages pass as bytes. Only results of `tools/list` and requests of
//! `tools/call` are looked into: tools are made fit for the model behind the client, with [`lapidary::transform`], and
//! calls of them are restored, each within its own bytes.
//!
//! - [`Profiles`] say what is done for which client; [`CLIENTS`] is what is known of clients;
//! - [`serve_stdio`] stands between a client on standard input and output and a server that it starts, [`serve_url`]
//!   between such a client and a server over HTTP, [`Listener`] between clients over HTTP and either.

mod catalog;
mod clients;
mod conversation;
mod fit;
mod hidden;
mod id;
#[doc(hidden)]
pub mod internal;
mod limits;
mod listen;
mod mirror;
mod null_type;
mod pattern;
mod profile;
mod program;
mod pump;
mod restore;
mod shared;
mod stdio;
mod upstream;
mod url;

pub use clients::{CLIENTS, Client};
pub use limits::Limits;
pub use listen::{Listener, Listening};
pub use pattern::matches;
pub use profile::{Fit, Profiles, Treatment};
pub use pump::Ended;
pub use stdio::serve_stdio;
pub use url::serve_url;
