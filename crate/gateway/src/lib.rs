//! A reverse proxy for the Gemini API, for Vertex AI, and for the endpoints of both that speak `OpenAI`'s format. Requests
//! that declare tools are made fit with [`lapidary::normalize_request`], and the calls in their answers are restored,
//! those of a stream as they arrive; so it is with messages of the Live API and with interactions. Everything else passes
//! as it came.
//!
//! It keeps no state: what an answer needs comes from its own request.

mod answer;
mod coding;
mod error;
mod flushed;
mod forward;
mod gateway;
mod interactions;
mod live;
mod metrics;
mod request;
mod route;
mod server;
mod timed;
mod upstream;

pub use error::{Body, Failure, whole};
pub use forward::strip;
pub use gateway::{Gateway, Limits};
pub use server::{Service, serve};
pub use upstream::{NoUpstream, Upstream};
