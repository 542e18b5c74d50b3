//! Arrays with encoded elements.

use crate::{
    json::{JsonId, Kind, Step},
    restore::{Code, walk::Walk},
};

/// The same in both directions.
pub(super) fn walk<'c>(walk: &mut Walk<'_, 'c, '_>, items: &'c Code, id: JsonId) {
    let tape = walk.tape;
    if tape.kind(id) != Kind::Array {
        return walk.pass(id, &"an array is expected here");
    }
    let span = tape.span(id);
    let mut from = span.start;
    for (index, element) in tape.elements(id).enumerate() {
        let element_span = tape.span(element);
        walk.copy_between(from, element_span.start);
        walk.child(Step::element(index), Some(items), element);
        from = element_span.end;
    }
    walk.copy_between(from, span.end);
}
