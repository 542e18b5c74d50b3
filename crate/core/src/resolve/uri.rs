//! The part of RFC 3986 that references within one document need.

/// A reference without its fragment, and the fragment.
pub(super) fn split(reference: &str) -> (&str, &str) {
    reference.split_once('#').unwrap_or((reference, ""))
}

/// A fragment with its percent escapes decoded; invalid escapes stay.
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

/// A reference resolved against a base that was resolved itself (RFC 3986 §5.2), for hierarchical URIs. Dot segments
/// are removed only from the reference: bases may be long, and many.
pub(super) fn join(base: &str, reference: &str) -> String {
    let reference = split(reference).0;
    if scheme(reference).is_some() {
        let (authority, path) = split_authority(reference);
        return append(authority, "", path);
    }
    if let (Some(_), Some(scheme)) = (reference.strip_prefix("//"), scheme(base)) {
        return join("", &[scheme, ":", reference].concat());
    }
    if reference.is_empty() {
        return base.to_owned();
    }
    let (authority, path) = split_authority(base);
    let folder = path.rfind('/').map_or("", |at| &path[..=at]);
    append(authority, if reference.starts_with('/') { "" } else { folder }, reference)
}

/// A path appended to the folder that it is relative to; its dot segments lead no further up than the authority.
fn append(authority: &str, folder: &str, path: &str) -> String {
    let mut out = [authority, folder].concat();
    let slash = path.starts_with('/') || (folder.is_empty() && !authority.is_empty() && !path.is_empty());
    let path = path.strip_prefix('/').unwrap_or(path);
    if slash {
        out.push('/');
    }
    let top = authority.len() + usize::from(out[authority.len()..].starts_with('/'));
    for segment in path.split_inclusive('/') {
        match segment.strip_suffix('/').unwrap_or(segment) {
            "." => {}
            ".." => {
                let last = out[top..].strip_suffix('/').unwrap_or_default();
                out.truncate(last.rfind('/').map_or(top, |at| top + at + 1));
            }
            _ => out.push_str(segment),
        }
    }
    out
}

fn scheme(uri: &str) -> Option<&str> {
    let (scheme, _) = uri.split_once(':')?;
    let good = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    good.then_some(scheme)
}

/// A URI split into `scheme://authority`, if it has one, and its path.
fn split_authority(uri: &str) -> (&str, &str) {
    let start = scheme(uri).map_or(0, str::len);
    let Some(authority) = uri[start..].strip_prefix("://") else { return ("", uri) };
    uri.split_at(authority.find('/').map_or(uri.len(), |at| start + 3 + at))
}

#[cfg(test)]
mod tests {
    use super::join;

    #[test]
    fn the_examples_of_the_specification() {
        // RFC 3986 §5.4, the examples without a query.
        let base = "http://a/b/c/d;p";
        let examples = [
            ("g:h", "g:h"),
            ("g", "http://a/b/c/g"),
            ("./g", "http://a/b/c/g"),
            ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"),
            ("//g", "http://g"),
            ("g#s", "http://a/b/c/g"),
            ("", "http://a/b/c/d;p"),
            (".", "http://a/b/c/"),
            ("./", "http://a/b/c/"),
            ("..", "http://a/b/"),
            ("../", "http://a/b/"),
            ("../g", "http://a/b/g"),
            ("../..", "http://a/"),
            ("../../g", "http://a/g"),
            ("../../../g", "http://a/g"),
            ("/./g", "http://a/g"),
            ("/../g", "http://a/g"),
            ("g.", "http://a/b/c/g."),
            ("..g", "http://a/b/c/..g"),
            ("./../g", "http://a/b/g"),
            ("./g/.", "http://a/b/c/g/"),
            ("g/./h", "http://a/b/c/g/h"),
            ("g/../h", "http://a/b/c/h"),
        ];
        for (reference, joined) in examples {
            assert_eq!(join(base, reference), joined, "{reference}");
        }
    }

    #[test]
    fn what_has_no_authority() {
        assert_eq!(join("", "a/../b"), "b");
        assert_eq!(join("http://a", "b"), "http://a/b");
        assert_eq!(join("", "http://a/x/../b/"), "http://a/b/");
        assert_eq!(join("folder/a.json", "../b.json"), "b.json");
        assert_eq!(join("urn:example:a", "urn:example:b"), "urn:example:b");
        assert_eq!(join("urn:example:a", "b.json"), "b.json");
        assert_eq!(join("a//b/", "../c"), "a//c");
        assert_eq!(join("a//", "../c"), "a/c");
    }
}
