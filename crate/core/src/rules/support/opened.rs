//! Reads the alternatives of unions.

use crate::{
    json::JsonId,
    lower::{Impossible, Lower},
    schema::Keyword,
    shape::{Part, Shape, Term, Union, branch},
};

/// Maximum nesting of unions that is looked into; references can nest them without end.
pub(crate) const MAX_NESTED: usize = 16;

/// Reads the branches of every union of the shape, once, so that rules can look into them. A branch at which a limit is
/// reached stays unread.
pub(crate) fn open_unions(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let mut unions = std::mem::take(&mut shape.unions);
    for union in &mut unions {
        for part in &mut union.branches {
            open_branch(cx, part, (union.key, union.keyword));
        }
        drop_impossible(cx, union);
        if union.branches.is_empty() {
            shape.never = Some(union.key);
        }
    }
    shape.unions = unions;
}

/// Reads a branch of the union at a key, once; at a limit, it stays unread.
pub(crate) fn open_branch(cx: &mut Lower<'_, '_>, part: &mut Part, (key, union): (JsonId, Keyword)) {
    if matches!(part.as_slice(), [Term::Shape(_)]) {
        return;
    }
    if let Ok(branch) = cx.read_branch(part, key, union) {
        *part = Part::from(branch);
    }
}

/// Removes the alternatives that no value satisfies.
fn drop_impossible(cx: &mut Lower<'_, '_>, union: &mut Union) {
    let Some(hook) = cx.handlers.impossible else { return };
    union.branches.retain(|part| {
        let never = branch(part).and_then(|open| open.never);
        if let Some(key) = never {
            hook(cx, key, Impossible::Alternative { alone: union.keyword == Keyword::OneOf });
        }
        never.is_none()
    });
}
