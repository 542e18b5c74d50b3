//! A proxy between an MCP client and an MCP server. Messages pass as bytes. Only results of `tools/list` and requests
//! of `tools/call` are changed: tools are lowered for the model behind the client, with [`lapidary::transform`], and
//! calls of them are restored, both in place, so that all other bytes stay.
//!
//! - [`Profiles`] determine what is done for which client; [`CLIENTS`] are the known clients;
//! - [`serve_stdio`] connects a client on standard input and output with a server that it starts, [`serve_url`] such a
//!   client with a server over HTTP, [`Listener`] clients over HTTP with either.

mod catalog;
mod clients;
mod conversation;
mod excerpt;
mod fit;
mod hidden;
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
