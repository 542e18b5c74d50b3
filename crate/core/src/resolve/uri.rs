//! The little of RFC 3986 that references within one document need.

use std::borrow::Cow;

/// A reference without its fragment, and the fragment.
pub(super) fn split(reference: &str) -> (&str, &str) {
    reference.split_once('#').unwrap_or((reference, ""))
}

/// A fragment with its percent escapes decoded; broken escapes stay.
pub(super) fn decode(fragment: &str) -> String {
    if !fragment.contains('%') {
        return fragment.to_owned();
    }
    let bytes = fragment.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let escape = fragment.get(at + 1..at + 3).filter(|_| bytes[at] == b'%');
        if let Some(byte) = escape.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            out.push(byte);
            at += 3;
        } else {
            out.push(bytes[at]);
            at += 1;
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| fragment.to_owned())
}

/// A relative reference resolved against a base (RFC 3986 §5.2), for hierarchical URIs.
pub(super) fn join(base: &str, reference: &str) -> String {
    let (reference, base) = (split(reference).0, split(base).0);
    if base.is_empty() || scheme(reference).is_some() {
        return reference.to_owned();
    }
    let (prefix, path) = split_authority(base);
    if let Some(network) = reference.strip_prefix("//") {
        return format!("{}://{network}", scheme(base).unwrap_or_default());
    }
    let joined: Cow<'_, str> = if reference.is_empty() {
        path.into()
    } else if reference.starts_with('/') {
        reference.into()
    } else {
        let folder = path.rfind('/').map_or("", |at| &path[..=at]);
        let slash = if folder.is_empty() && !prefix.is_empty() { "/" } else { "" };
        format!("{slash}{folder}{reference}").into()
    };
    format!("{prefix}{}", remove_dots(&joined))
}

fn scheme(uri: &str) -> Option<&str> {
    let (scheme, _) = uri.split_once(':')?;
    let good = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    good.then_some(scheme)
}

/// A base split into `scheme://authority` and its path.
fn split_authority(base: &str) -> (&str, &str) {
    let Some(start) = base.find("://") else { return ("", base) };
    let path = base[start + 3..].find('/').map_or(base.len(), |at| start + 3 + at);
    base.split_at(path)
}

fn remove_dots(path: &str) -> String {
    let mut out: Vec<&str> = Vec::new();
    for segment in path.split('/') {
        match segment {
            ".." if out.len() > 1 => {
                out.pop();
            }
            "." | ".." => {}
            other => out.push(other),
        }
    }
    out.join("/")
}
