//! Messages to a server.

use bytes::Bytes;

/// A message to a server, with what HTTP states about it in headers.
#[derive(Clone, Debug)]
pub struct Outgoing<'a> {
    /// The message.
    pub text: Bytes,
    /// Its method.
    pub method: &'a str,
    /// The version of the protocol, once it is known.
    pub version: Option<&'a str>,
    /// Whether each message is self-contained, as since 2026-07-28.
    pub is_modern: bool,
}
