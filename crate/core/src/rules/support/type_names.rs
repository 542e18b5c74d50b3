//! Fixes for type names of other schema languages.

use crate::{lower::Lower, schema::Kinds};

/// The fix for such names, which stand for `kinds`: `` `type: "INTEGER"` ``.
pub(in crate::rules) fn written(cx: &Lower<'_, '_>, kinds: Kinds) -> String {
    if kinds.is_empty() || kinds == Kinds::ALL {
        return "removed: it stands for no specific type".to_owned();
    }
    let case = cx.type_case();
    let names: Vec<String> = kinds.iter().map(|kind| format!("\"{}\"", kind.name(case))).collect();
    match names.as_slice() {
        [one] if cx.target.types.has(kinds) => format!("`type: {one}`"),
        [one] => format!("read as `type: {one}`"),
        several => format!("read as `type: [{}]`", several.join(",")),
    }
}
