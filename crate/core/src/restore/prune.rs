//! Leaving out what changes nothing.

use super::{Code, ObjectCode};
use crate::order::Set;

impl Code {
    /// Whether the code changes anything, if of all definitions only the `useful` ones do.
    pub(super) fn acts(&self, useful: &Set<String>) -> bool {
        match self {
            Code::Definition(name) => useful.contains(name),
            Code::Array(items) => items.acts(useful),
            Code::Union(branches) => branches.iter().any(|it| it.code.as_ref().is_some_and(|code| code.acts(useful))),
            Code::Object(object) => object.acts_itself() || object.properties.values().any(|code| code.acts(useful)),
            Code::Entries { .. }
            | Code::Json
            | Code::Any
            | Code::Values(_)
            | Code::Integer
            | Code::Member { .. }
            | Code::Tuple(_) => true,
        }
    }

    /// The code without the parts that change nothing; `None` if nothing is left.
    pub(super) fn pruned(self, useful: &Set<String>) -> Option<Code> {
        if !self.acts(useful) {
            return None;
        }
        let boxed = |value: Option<Box<Code>>| value.and_then(|code| code.pruned(useful)).map(Box::new);
        Some(match self {
            Code::Array(items) => Code::Array(Box::new(items.pruned(useful)?)),
            Code::Union(mut branches) => {
                for branch in &mut branches {
                    branch.code = branch.code.take().and_then(|code| code.pruned(useful));
                }
                Code::Union(branches)
            }
            Code::Object(mut object) => {
                for (name, code) in std::mem::take(&mut object.properties) {
                    match code.pruned(useful) {
                        Some(code) => drop(object.properties.insert(name, code)),
                        None if object.rest.is_some() || object.others.is_some() => object.plain.push(name),
                        None => {}
                    }
                }
                object.others = boxed(object.others.take());
                if let Some(rest) = &mut object.rest {
                    rest.value = boxed(rest.value.take());
                }
                Code::Object(object)
            }
            Code::Entries { value } => Code::Entries { value: boxed(value) },
            Code::Member { name, value } => Code::Member { name, value: boxed(value) },
            Code::Tuple(mut tuple) => {
                let kept = |(name, code): (String, Code)| Some((name, code.pruned(useful)?));
                tuple.codes = std::mem::take(&mut tuple.codes).into_iter().filter_map(kept).collect();
                Code::Tuple(tuple)
            }
            other => other,
        })
    }
}

impl ObjectCode {
    /// Whether the members are the same on both sides.
    pub(crate) fn is_trivial(&self) -> bool {
        self.properties.is_empty() && !self.acts_itself()
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
