//! Checks whether headers repeat what a request states.

use http::{HeaderMap, HeaderName};
use lapidary_mcp::{
    header::{METHOD, NAME, VERSION as PROTOCOL},
    message::{Incoming, Members},
};

use crate::{
    conversation::VERSION,
    mirror::{decoded, subject},
};

/// The header that does not match a modern request, after the request's id; `None` if all match.
pub(crate) fn mismatch(headers: &HeaderMap, message: &[u8]) -> Option<(String, &'static str)> {
    let parts = Incoming::all(message).ok()?;
    let [Incoming::Request { id, method, params: Some(params) }] = &parts[..] else { return None };
    let params = Members::of(params.get().as_bytes()).ok()?;
    let version: String = params.read::<Members>("_meta")?.read(VERSION)?;
    let says = |name: &HeaderName, value: &str| headers.get(name).and_then(decoded).as_deref() == Some(value);
    let name = subject(method).and_then(|member| params.read::<String>(member));
    let wrong = if !says(&PROTOCOL, &version) {
        "MCP-Protocol-Version"
    } else if !says(&METHOD, method) {
        "Mcp-Method"
    } else if name.is_some_and(|name| !says(&NAME, &name)) {
        "Mcp-Name"
    } else {
        return None;
    };
    Some((id.get().to_owned(), wrong))
}
