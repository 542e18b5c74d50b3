//! Headers of MCP over HTTP.

use http::HeaderName;

/// The header with the session of a message, until 2025-11-25.
pub const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
/// The header with the protocol version of a message, since 2025-06-18.
pub const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
/// The header that repeats the method of a message, since 2026-07-28.
pub const METHOD: HeaderName = HeaderName::from_static("mcp-method");
/// The header that repeats the name of what a message is about, since 2026-07-28.
pub const NAME: HeaderName = HeaderName::from_static("mcp-name");
/// The prefix of headers that repeat arguments of a call, since 2026-07-28.
pub const PARAMETER_PREFIX: &str = "mcp-param-";
