//! A reverse proxy for the Gemini API, for Vertex AI, and for the endpoints of both that speak `OpenAI`'s format.
//! Requests that declare tools are normalized with [`lapidary::normalize_request`], and the calls in their responses
//! are restored, those of a stream as they arrive; the same applies to interactions and to the messages of sessions.
//! Everything else passes through unchanged.
//!
//! A response depends on its own request alone. Lowered lists of tools are cached, since a conversation sends the same
//! ones at each turn.

mod answer;
mod budget;
mod coding;
mod error;
mod findings;
mod flushed;
mod forward;
mod gateway;
mod gathered;
mod headers;
mod hosts;
mod interactions;
mod limits;
mod live;
mod metrics;
mod normalizers;
mod record;
mod refused;
mod request;
mod route;
mod sending;
mod sent;
mod server;
mod taken;
mod timed;
mod uploads;
mod upstream;
mod workers;

pub use answer::preceded;
pub use budget::{Budget, Full, Held};
pub use error::{Body, Failure, holding, try_again, whole};
pub use forward::strip;
pub use gateway::Gateway;
pub use gathered::{Ungathered, gathered};
pub use headers::{encoding, media_type};
pub use hosts::Hosts;
pub use limits::Limits;
pub use server::{Service, serve};
pub use timed::Stalled;
pub use upstream::{NoUpstream, Upstream};
pub use workers::{Busy, Workers};
