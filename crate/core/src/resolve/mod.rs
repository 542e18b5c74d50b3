//! References: which schema of the document a `$ref` leads to. Nothing is ever fetched.

mod anything;
mod cycles;
mod dynamic;
mod index;
mod pointer;
mod references;
mod uri;

use crate::{
    json::{JsonId, Kind},
    schema::{Ast, Keyword, KeywordSet, REFERENCES, SchemaId},
};
use index::Index;

pub(crate) use cycles::on_cycles;
pub(crate) use index::is_anchor_name;
pub(crate) use pointer::Pointers;
pub(crate) use references::{References, Resolution};

impl References {
    /// Resolves every `$ref`, `$dynamicRef` and `$recursiveRef` of a schema. Targets outside the known schema positions
    /// (`#/components/…`) are typed and added to the tree.
    #[must_use]
    pub(crate) fn new(ast: &mut Ast<'_>) -> References {
        let mut references = References::default();
        let mut index = None;
        let mut done = 0;
        // Resolving a reference may type further schemas, which may have further references.
        while done < ast.len() && !ast.work().is_spent() {
            let known = ast.len();
            for id in ast.ids_from(done) {
                let resolution = reference_key(ast, id).map(|key| {
                    let index = index.get_or_insert_with(|| Index::new(ast));
                    index.resolve(ast, id, key)
                });
                references.any |= resolution.is_some();
                references.targets.push(resolution);
            }
            done = known;
        }
        if let Some(index) = index.filter(|_| ast.ids().any(|id| ast.keywords(id).meets(DYNAMIC))) {
            dynamic::solve(ast, &index, &mut references);
        }
        references
    }
}

/// References whose target can depend on the dynamic scope.
const DYNAMIC: KeywordSet = KeywordSet::of(&[Keyword::DynamicRef, Keyword::RecursiveRef]);

/// The key of the first reference of a schema whose value is a string.
fn reference_key(ast: &Ast<'_>, id: SchemaId) -> Option<JsonId> {
    if !ast.keywords(id).meets(KeywordSet::of(&REFERENCES)) {
        return None;
    }
    REFERENCES
        .iter()
        .filter_map(|keyword| ast.entry(id, *keyword))
        .find(|entry| ast.tape().kind(entry.json()) == Kind::String)
        .map(|entry| entry.key)
}
