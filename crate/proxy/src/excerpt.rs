//! Messages of which only the start and the end are known, since they are too long.

use lapidary_mcp::{
    framing::Excerpt,
    id::Id,
    message::{Members, leading},
};
use serde_json::value::RawValue;

/// The id of a request or a response.
pub(crate) fn id(excerpt: &Excerpt) -> Option<Id> {
    Id::of(&member(excerpt, "id")?)
}

/// A member of the message; `None` unless it is certain to be the message's own.
pub(crate) fn member(Excerpt { start, end }: &Excerpt, name: &str) -> Option<Box<RawValue>> {
    let key = format!("\"{name}\"");
    leading(start, name).map(ToOwned::to_owned).or_else(|| {
        let end = std::str::from_utf8(&end[first_boundary(end)..]).ok()?;
        // The rest of the text ends the object only if the member is the object's own, and not of a nested one.
        end.rmatch_indices(&key).find_map(|(at, _)| {
            let rest = format!("{{{}", &end[at..]);
            Members::of(rest.as_bytes()).ok()?.get(name).map(ToOwned::to_owned)
        })
    })
}

/// The offset of the first character.
fn first_boundary(text: &[u8]) -> usize {
    text.iter().position(|byte| byte & 0xC0 != 0x80).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::*;

    #[test]
    fn ids_are_found_at_either_end() {
        let of = |start: &str, end: &str| {
            let [start, end] = [start, end].map(|part| Bytes::copy_from_slice(part.as_bytes()));
            id(&Excerpt { start, end }).map(|id| id.to_string())
        };
        let found = |id: &str| Some(id.to_owned());
        assert_eq!(of(r#"{"jsonrpc":"2.0", "id" : 7,"result":{"id":8,"x":"aaa"#, "aaa\"}}"), found("7"));
        assert_eq!(of(r#"{"result":{"id":8,"#, r#"aaa","id":9}],"jsonrpc":"2.0","id":"a"}"#), found("\"a\""));
        assert_eq!(of(r#"{"result":{"id":8,"x":"aaa"#, r#"a \"id\":5}","id":6}}"#), None, "these are of a part");
        assert_eq!(of("[1,2", "3]"), None);
    }
}
