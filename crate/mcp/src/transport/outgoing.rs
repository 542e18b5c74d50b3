//! What is sent to a server.

use bytes::Bytes;

/// A message on its way to the server, with what HTTP says of it in headers.
#[derive(Clone, Debug)]
pub struct Outgoing<'a> {
    /// The message.
    pub text: Bytes,
    /// Its method.
    pub method: &'a str,
    /// The version of the protocol, once it is known.
    pub version: Option<&'a str>,
    /// Whether each message stands for itself, as since 2026-07-28.
    pub is_modern: bool,
}
