//! Values that annotations give. Models copy them, so that they are given in the form in which calls have them.

use std::{mem, sync::Arc};

use super::super::Lower;
use crate::{
    json::read,
    order::Gather,
    restore::{Code, Codec},
    schema::Keyword,
    shape::{Fact, GIVING, Shape},
};

impl Lower<'_, '_> {
    /// Encodes the values that the annotations of a node give, in the output and in its hints. Values that its code does
    /// not fit stay. Returns the code.
    pub(in super::super) fn encode_annotations(&mut self, shape: &mut Shape, code: Option<Code>) -> Option<Code> {
        let ast = self.model.ast;
        let read_from = shape.read_from.iter().filter(|schema| ast.keywords(**schema).meets(GIVING));
        let giving = read_from.flat_map(|schema| ast.entries(*schema)).filter(|entry| GIVING.has(entry.keyword));
        let given: Vec<Fact> =
            giving.filter(|entry| !entry.shadowed).map(|entry| Fact::written(entry.keyword, entry.key)).gather();
        if given.is_empty() || !self.is_needed(code.as_ref()) {
            return code;
        }
        let codec = Codec { arguments: code.map(Arc::new), ..Codec::default() };
        for fact in given {
            if let Some(wire) = self.on_wire(&codec, &fact) {
                self.replace_given(shape, &fact, Fact::of(fact.keyword, fact.key, wire));
            }
        }
        codec.arguments.map(Arc::unwrap_or_clone)
    }

    /// The value of an annotation as calls have it; `None` where it is the same, or does not fit.
    fn on_wire(&self, codec: &Codec, fact: &Fact) -> Option<String> {
        let tape = self.model.ast.tape();
        let encoded = |value| codec.encode_value(self.model.work(), tape.slice(value));
        let values: Option<Vec<String>> = fact.given(tape).into_iter().map(encoded).collect();
        let values = values?.join(",");
        let wire = if fact.keyword == Keyword::Examples { format!("[{values}]") } else { values };
        (read(&wire).is_ok() && wire != tape.slice(fact.key.value_of_key())).then_some(wire)
    }

    /// Replaces an annotation, in the output or in the hints, wherever the node has it.
    fn replace_given(&mut self, shape: &mut Shape, source: &Fact, wire: Fact) {
        let Some((rule, _)) = self.handlers.cost(source.keyword) else { return };
        let tape = self.model.ast.tape();
        let is_same = |fact: &&mut Fact| fact.key == source.key && fact.lexeme(tape) == source.lexeme(tape);
        if let Some(kept) = shape.facts.iter_mut().find(is_same) {
            let fix = format!("`{}: {}`", source.keyword.name(), wire.text.as_deref().unwrap_or_default());
            *kept = wire;
            let edit = self.log(rule, source.key).fix(fix);
            edit.message(|found| format!("{found} is not in the form in which calls have the value")).annotation();
            return;
        }
        let before = self.words_for(shape, source).filter(|words| shape.hints.contains(words));
        let Some(before) = before else { return };
        let after = self.words_for(shape, &wire).unwrap_or_default();
        self.log.reword(source.key, &before, &after);
        let hints = mem::take(&mut shape.hints).into_insertion_order();
        shape.hint_all(hints.into_iter().map(|words| if words == before { after.clone() } else { words }));
    }
}
