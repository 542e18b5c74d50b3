//! Where references lead: which schemas are reached, and which come back to themselves.

use super::{References, Resolution};
use crate::{
    json::Kind,
    order::Set,
    schema::{Ast, Entry, Keyword, NodeKind, SchemaId, Value},
};

impl References {
    /// The schemas that lie on a loop of references, whatever its steps. Linear: strongly connected
    /// components, found without recursion (Tarjan).
    #[must_use]
    pub fn recursive(&self, ast: &Ast<'_>) -> Set<SchemaId> {
        components(ast, |id| ast.children(id).chain(self.target(id)).collect())
    }

    /// The schemas that lie on a loop each step of which must be taken: a required member, an item of a
    /// list that may not be empty, a branch (catalogue: J-ref-loop, whose measurements say that null as
    /// the other branch does not count, and that a list of types hides a list that may be empty).
    #[must_use]
    pub fn inescapable(&self, ast: &Ast<'_>) -> Set<SchemaId> {
        if self.targets.is_empty() {
            return Set::new();
        }
        components(ast, |id| mandatory(ast, id).into_iter().chain(self.target(id)).collect())
    }

    /// The schemas that some value comes to: all but definitions that no reference leads to.
    #[must_use]
    pub fn reached(&self, ast: &Ast<'_>) -> Set<SchemaId> {
        let mut reached = Set::from_iter([ast.root()]);
        let mut pending = vec![ast.root()];
        while let Some(id) = pending.pop() {
            let next = ast.applied(id).chain(self.target(id)).filter(|next| reached.insert(*next));
            pending.extend(next);
        }
        reached
    }

    fn target(&self, id: SchemaId) -> Option<SchemaId> {
        match self.get(id) {
            Some(Resolution::Schema(target)) => Some(target),
            _ => None,
        }
    }
}

/// The subschemas that a value of a schema has to have something for.
fn mandatory(ast: &Ast<'_>, id: SchemaId) -> Vec<SchemaId> {
    let links = |entry: &Entry| ast.links(entry.value).iter().filter_map(|link| link.schema).collect::<Vec<_>>();
    let mut out = Vec::new();
    for entry in ast.entries(id) {
        match (entry.keyword, entry.value) {
            (Keyword::Properties, _) => {
                let required = required(ast, id);
                let named =
                    ast.links(entry.value).iter().filter(|link| required.contains(ast.tape().key(link.key).as_ref()));
                out.extend(named.filter_map(|link| link.schema));
            }
            (Keyword::Items, Value::Schema(items)) if !may_be_empty(ast, id) => out.push(items),
            (
                Keyword::AnyOf | Keyword::OneOf | Keyword::AllOf | Keyword::PrefixItems | Keyword::Items,
                Value::Links(..),
            ) => out.extend(links(entry)),
            _ => {}
        }
    }
    out
}

/// The names that a schema requires.
pub(crate) fn required(ast: &Ast<'_>, id: SchemaId) -> Set<String> {
    let tape = ast.tape();
    let list = ast.entry(id, Keyword::Required).map(Entry::json);
    let names = list.into_iter().flat_map(|list| tape.elements(list));
    names.filter_map(|name| Some(tape.string(name)?.into_owned())).collect()
}

/// Whether a list may be empty, as far as the server sees.
fn may_be_empty(ast: &Ast<'_>, id: SchemaId) -> bool {
    let tape = ast.tape();
    let least = ast.entry(id, Keyword::MinItems).map_or("0", |entry| tape.slice(entry.json()));
    let listed = ast.entry(id, Keyword::Type).is_some_and(|entry| tape.kind(entry.json()) == Kind::Array);
    matches!(least, "0" | "0.0") && !listed
}

/// The nodes of all components that hold a loop.
fn components(ast: &Ast<'_>, edges: impl Fn(SchemaId) -> Vec<SchemaId>) -> Set<SchemaId> {
    let mut search = Search {
        index: vec![None; ast.len()],
        low: vec![0; ast.len()],
        on_stack: vec![false; ast.len()],
        ..Search::default()
    };
    for id in ast.ids().filter(|id| ast.kind(*id) == NodeKind::Object) {
        if search.index[id.index()].is_none() {
            search.run(id, &edges);
        }
    }
    search.looping
}

#[derive(Default)]
struct Search {
    index: Vec<Option<u32>>,
    low: Vec<u32>,
    on_stack: Vec<bool>,
    stack: Vec<SchemaId>,
    next: u32,
    looping: Set<SchemaId>,
}

impl Search {
    fn run(&mut self, root: SchemaId, edges: &impl Fn(SchemaId) -> Vec<SchemaId>) {
        let mut frames = vec![self.open(root, edges)];
        while let Some((id, ahead)) = frames.last_mut() {
            let id = *id;
            if let Some(next) = ahead.pop() {
                match self.index[next.index()] {
                    None => frames.push(self.open(next, edges)),
                    Some(index) if self.on_stack[next.index()] => self.lower(id, index),
                    Some(_) => {}
                }
                if next == id {
                    self.looping.insert(id);
                }
                continue;
            }
            frames.pop();
            self.close(id);
            let low = self.low[id.index()];
            if let Some((parent, _)) = frames.last() {
                self.lower(*parent, low);
            }
        }
    }

    fn open(&mut self, id: SchemaId, edges: &impl Fn(SchemaId) -> Vec<SchemaId>) -> (SchemaId, Vec<SchemaId>) {
        self.index[id.index()] = Some(self.next);
        self.low[id.index()] = self.next;
        self.next += 1;
        self.stack.push(id);
        self.on_stack[id.index()] = true;
        (id, edges(id))
    }

    fn lower(&mut self, id: SchemaId, to: u32) {
        let low = &mut self.low[id.index()];
        *low = (*low).min(to);
    }

    /// A node from which nothing earlier is reached ends a component.
    fn close(&mut self, id: SchemaId) {
        if self.index[id.index()] != Some(self.low[id.index()]) {
            return;
        }
        let start = self.stack.iter().rposition(|other| *other == id).unwrap_or(0);
        let component = self.stack.split_off(start);
        for member in &component {
            self.on_stack[member.index()] = false;
        }
        if component.len() > 1 {
            self.looping.extend(component);
        }
    }
}
