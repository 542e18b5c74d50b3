//! Recursive schemas that allow any JSON value: a union of all types, whose arrays and objects hold the same again.

use std::mem;

use super::references::References;
use crate::{
    order::{Gather, Set},
    schema::{Ast, Entry, Keyword, KeywordSet, Kinds, NodeKind, SchemaId, UNEVALUATED, Value},
};

/// Most rounds until nothing changes any more, in turns from the first schema on and from the last one on: a chain of
/// definitions needs more than two only where its links are in no order.
const ROUNDS: usize = 16;

/// Annotations that help a model.
const WORDS: KeywordSet =
    KeywordSet::of(&[Keyword::Description, Keyword::Default, Keyword::Example, Keyword::Examples]);

impl References {
    /// The schemas that allow any JSON value. Each is assumed to until something that it states, or that the schemas in
    /// it state, shows that it does not.
    #[must_use]
    pub(crate) fn allow_anything(&self, ast: &Ast<'_>) -> Set<SchemaId> {
        // For these it matters what a reference beside them describes.
        if ast.ids().any(|id| ast.keywords(id).meets(KeywordSet::of(&UNEVALUATED))) {
            return Set::new();
        }
        let endless = self.same_value_cycles(ast);
        let targets = ast.ids().filter_map(|id| self.target(id)).collect();
        let allowed = vec![Kinds::ALL.folded(); ast.len()];
        let mut search = Search { ast, references: self, endless, targets, allowed };
        // Subschemas follow their parents.
        let mut order = ast.ids().gather();
        for _ in 0..ROUNDS {
            order.reverse();
            let changes = order.iter().filter(|id| search.update(**id)).count();
            if !ast.work().step(ast.len()) {
                break;
            }
            if changes == 0 {
                return order.into_iter().filter(|id| search.is_anything(*id)).collect();
            }
        }
        Set::new()
    }
}

struct Search<'s, 'd> {
    ast: &'s Ast<'d>,
    references: &'s References,
    /// The schemas that refer back to themselves for the same value, of which an alternative allows no further values.
    endless: Set<SchemaId>,
    /// The schemas that references lead to.
    targets: Set<SchemaId>,
    /// The types of which each schema allows all values, as far as is known.
    allowed: Vec<Kinds>,
}

impl Search<'_, '_> {
    fn of(&self, id: SchemaId) -> Kinds {
        self.allowed[id.index()]
    }

    fn is_anything(&self, id: SchemaId) -> bool {
        self.of(id) == Kinds::ALL.folded()
    }

    /// Whether a schema turns out to allow less than was assumed.
    fn update(&mut self, id: SchemaId) -> bool {
        let kinds = match self.ast.kind(id) {
            NodeKind::Boolean(true) => Kinds::ALL,
            NodeKind::Object if !self.endless.contains(&id) => {
                let entries = self.ast.entries(id).iter();
                entries.fold(Kinds::ALL, |kinds, entry| kinds.intersect(self.allowed_by(id, entry)))
            }
            _ => Kinds::NONE,
        };
        // Of what is removed with a reference, only the words of its target are kept.
        let is_kept = kinds.folded() == Kinds::ALL.folded() && self.targets.contains(&id);
        let kinds = if is_kept || !self.ast.keywords(id).meets(WORDS) { kinds.folded() } else { Kinds::NONE };
        mem::replace(&mut self.allowed[id.index()], kinds) != kinds
    }

    /// The types of which a keyword allows all values; none, if that takes more than this to tell.
    fn allowed_by(&self, id: SchemaId, entry: &Entry) -> Kinds {
        let unless =
            |inner: SchemaId, kinds| if self.is_anything(inner) { Kinds::ALL } else { Kinds::ALL.without(kinds) };
        match (entry.keyword, entry.value) {
            _ if entry.loose || entry.shadowed => Kinds::NONE,
            (Keyword::Ref, _) => self.references.target(id).map_or(Kinds::NONE, |target| self.of(target)),
            (Keyword::Type, Value::Types(types)) if !types.unknown => types.kinds,
            (Keyword::Items, Value::Schema(items)) => unless(items, Kinds::ARRAY),
            (Keyword::AdditionalProperties, Value::Schema(others)) => unless(others, Kinds::OBJECT),
            (Keyword::PropertyNames, Value::Schema(names)) if self.of(names).has(Kinds::STRING) => Kinds::ALL,
            (Keyword::AnyOf, alternatives) => self.allowed_by_any(alternatives),
            (Keyword::OneOf, alternatives) if self.are_apart(alternatives) => self.allowed_by_any(alternatives),
            (Keyword::Defs | Keyword::Definitions | Keyword::Id | Keyword::SchemaUri, _) => Kinds::ALL,
            (keyword, value) if keyword.is_annotation() && !matches!(value, Value::Schema(_)) => Kinds::ALL,
            _ => Kinds::NONE,
        }
    }

    fn allowed_by_any(&self, alternatives: Value) -> Kinds {
        self.ast.schemas(alternatives).into_iter().fold(Kinds::NONE, |kinds, one| kinds.with(self.of(one)))
    }

    /// Whether no two of the alternatives have a type in common.
    fn are_apart(&self, alternatives: Value) -> bool {
        let mut seen = Kinds::NONE;
        self.ast.schemas(alternatives).into_iter().all(|one| {
            let types = self.ast.entry(one, Keyword::Type).map(|entry| entry.value);
            let Some(Value::Types(types)) = types else { return false };
            let is_apart = types.kinds.intersect(seen).is_empty();
            seen = seen.with(types.kinds);
            is_apart && !types.unknown
        })
    }
}
