//! Codes of errors: those of JSON-RPC 2.0 (section 5.1), and those of MCP 2026-07-28, which only servers of that revision
//! and later ones return.

/// The text is not JSON.
pub const PARSE_ERROR: i64 = -32_700;
/// The JSON is not a valid request.
pub const INVALID_REQUEST: i64 = -32_600;
/// There is no such method.
pub const METHOD_NOT_FOUND: i64 = -32_601;
/// The parameters of the method are invalid.
pub const INVALID_PARAMS: i64 = -32_602;
/// The server failed.
pub const INTERNAL_ERROR: i64 = -32_603;
/// A header does not repeat the message.
pub const HEADER_MISMATCH: i64 = -32_020;
/// The client lacks a capability that the method requires.
pub const MISSING_CAPABILITY: i64 = -32_021;
/// The server does not support the version of the protocol.
pub const UNSUPPORTED_VERSION: i64 = -32_022;
