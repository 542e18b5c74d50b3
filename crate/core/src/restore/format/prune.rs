//! Removes codes that change nothing.

use crate::{
    order::{Map, Set},
    restore::{Code, ObjectCode},
};

/// The names of the definitions that change anything: by themselves, or by others that they refer to.
pub(in crate::restore) fn useful(definitions: &Map<String, Code>) -> Set<String> {
    let mut useful = Set::new();
    let mut found: Vec<&str> = Vec::new();
    let mut users: Map<&str, Vec<&str>> = Map::new();
    for (name, code) in definitions {
        let mut named = Vec::new();
        if code.acts(&mut named) {
            found.push(name);
        } else {
            for other in named {
                users.or_default(other).push(name);
            }
        }
    }
    while let Some(name) = found.pop() {
        if useful.insert(name.to_owned()) {
            found.extend(users.get(name).into_iter().flatten());
        }
    }
    useful
}

impl Code {
    /// Whether the code changes anything, whatever the definitions do. If it does not, `named` gets the definitions
    /// through which it may.
    fn acts<'c>(&'c self, named: &mut Vec<&'c str>) -> bool {
        match self {
            Code::Definition(name) => {
                named.push(name);
                false
            }
            Code::Array(items) => items.acts(named),
            Code::Union(branches) => branches.iter().filter_map(|it| it.code.as_ref()).any(|code| code.acts(named)),
            Code::Object(object) => object.acts_itself() || object.properties.values().any(|code| code.acts(named)),
            Code::Entries { .. }
            | Code::Json
            | Code::Text
            | Code::Any
            | Code::Values(_)
            | Code::Integer
            | Code::Member { .. }
            | Code::Tuple(_) => true,
        }
    }

    /// Removes the parts that change nothing, given that only the `useful` definitions do; returns whether anything is
    /// left.
    pub(in crate::restore) fn prune(&mut self, useful: &Set<String>) -> bool {
        match self {
            Code::Definition(name) => useful.contains(name),
            Code::Array(items) => items.prune(useful),
            Code::Union(branches) => {
                for branch in &mut *branches {
                    branch.code.take_if(|code| !code.prune(useful));
                }
                branches.iter().any(|branch| branch.code.is_some())
            }
            Code::Object(object) => object.prune(useful),
            Code::Entries { value } | Code::Member { value, .. } => {
                prune_boxed(value, useful);
                true
            }
            Code::Tuple(tuple) => {
                prune_members(&mut tuple.codes, useful);
                true
            }
            Code::Json | Code::Text | Code::Any | Code::Values(_) | Code::Integer => true,
        }
    }
}

fn prune_boxed(value: &mut Option<Box<Code>>, useful: &Set<String>) {
    value.take_if(|code| !code.prune(useful));
}

/// Prunes each code, and removes those of which nothing is left; returns their names.
pub(in crate::restore) fn prune_members(codes: &mut Map<String, Code>, useful: &Set<String>) -> Vec<String> {
    let mut gone = Vec::new();
    for (name, mut code) in std::mem::take(codes) {
        if code.prune(useful) {
            codes.insert(name, code);
        } else {
            gone.push(name);
        }
    }
    gone
}

impl ObjectCode {
    /// Whether the members are the same on both sides.
    pub(crate) fn is_trivial(&self) -> bool {
        self.properties.is_empty() && !self.acts_itself()
    }

    fn prune(&mut self, useful: &Set<String>) -> bool {
        let acts = self.acts_itself();
        let mut gone = prune_members(&mut self.properties, useful);
        if self.rest.is_some() || self.others.is_some() {
            self.plain.append(&mut gone);
        }
        prune_boxed(&mut self.others, useful);
        if let Some(rest) = &mut self.rest {
            prune_boxed(&mut rest.value, useful);
        }
        acts || !self.properties.is_empty()
    }

    fn acts_itself(&self) -> bool {
        !self.names.is_empty()
            || !self.optional.is_empty()
            || !self.filled.is_empty()
            || !self.integers.is_empty()
            || !self.constants.is_empty()
            || self.rest.is_some()
            || self.others.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A ring of definitions, each an object whose member is the next one; the last one is JSON text if `coded`.
    fn ring(size: usize, coded: bool) -> Map<String, Code> {
        let definition = |at: usize| {
            let next = Code::Definition(format!("d{:06}", (at + 1) % size));
            let code = if coded && at + 1 == size { Code::Json } else { next };
            let properties = Map::from_iter([("next".to_owned(), code)]);
            (format!("d{at:06}"), Code::Object(Box::new(ObjectCode { properties, ..ObjectCode::default() })))
        };
        (0..size).map(definition).collect()
    }

    /// Scanning all definitions for each one found would take billions of comparisons.
    #[test]
    fn a_ring_of_definitions_is_of_use_if_one_of_them_is() {
        for (coded, size) in [(true, 100_000), (true, 3), (false, 100_000)] {
            let definitions = ring(size, coded);
            assert_eq!(useful(&definitions).len(), if coded { size } else { 0 });
        }
    }

    #[test]
    fn what_does_nothing_goes_with_what_refers_to_it() {
        let mut definitions = ring(3, false);
        definitions.extend([("list".to_owned(), Code::Array(Box::new(Code::Definition("d000001".to_owned()))))]);
        definitions.extend([("text".to_owned(), Code::Array(Box::new(Code::Definition("coded".to_owned()))))]);
        definitions.extend([(
            "coded".to_owned(),
            Code::Entries { value: Some(Box::new(Code::Definition("list".to_owned()))) },
        )]);
        let useful = useful(&definitions);
        assert_eq!(prune_members(&mut definitions, &useful), ["d000000", "d000001", "d000002", "list"]);
        assert!(matches!(definitions.get("coded"), Some(Code::Entries { value: None })));
    }
}
