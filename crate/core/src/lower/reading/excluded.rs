//! Annotations whose values are excluded where their schema is merged with others, such as those of an alternative.

use crate::{
    lower::{Found, Lower},
    order::Gather,
    shape::Shape,
};

impl Lower<'_, '_> {
    /// Removes the values of annotations that only the schemas merged with theirs exclude.
    pub(super) fn drop_excluded_values(&mut self, shape: &mut Shape) {
        let tape = self.model.ast.tape();
        for (at, kept) in shape.excluded_values(&self.model).into_iter().rev() {
            let Some((rule, _)) = self.handlers.cost(shape.facts[at].keyword) else { continue };
            let edit = self.log(rule, shape.facts[at].key).message(excluded);
            if kept.is_empty() {
                edit.fix("removed").annotation();
                shape.facts.remove(at);
            } else {
                edit.fix("removed the excluded values").annotation();
                let kept = kept.into_iter().map(|value| tape.slice(value)).gather();
                shape.facts[at].text = Some(format!("[{}]", kept.join(",")));
            }
        }
    }
}

fn excluded(found: Found<'_>) -> String {
    format!("{found} gives a value that the schemas merged with this one exclude")
}
