//! What the headers of a message state about its body.

use http::{HeaderMap, HeaderValue, header};

/// The content encoding in lower case; `None` for a body that is not compressed.
#[must_use]
pub fn encoding(headers: &HeaderMap) -> Option<String> {
    let encoding = headers.get(header::CONTENT_ENCODING)?;
    let encoding = String::from_utf8_lossy(encoding.as_bytes()).trim().to_ascii_lowercase();
    (!matches!(&*encoding, "" | "identity")).then_some(encoding)
}

/// The media type in lower case, without parameters; empty if none is stated.
#[must_use]
pub fn media_type(headers: &HeaderMap) -> String {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// Corrects what the headers state about a body that another one of `length` bytes replaces, which is not compressed.
pub(crate) fn replace_body(headers: &mut HeaderMap, length: usize) {
    headers.remove(header::CONTENT_ENCODING);
    if headers.contains_key(header::CONTENT_LENGTH) {
        headers.insert(header::CONTENT_LENGTH, HeaderValue::from(length));
    }
}
