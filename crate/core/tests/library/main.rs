//! The library by its public interface. One program, as each links the engine anew; the specs beside it are another,
//! with a test for each file.

mod chat;
mod chat_stream;
mod chosen;
mod codec;
mod codec_hostile;
mod codec_properties;
mod envelopes;
mod hostile;
mod messages;
mod regressions;
mod request;
mod request_stream;
mod resolve;
#[cfg(feature = "rmcp")]
mod rmcp;
mod rooms;
mod rule_docs;
#[cfg(feature = "schemars")]
mod schemars;
mod turns;
