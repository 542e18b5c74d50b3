//! Limits of lowering, and parts that one kept from being lowered.

use crate::json::JsonId;

/// A limit that keeps a part from being lowered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    /// A reference leads back to itself too often.
    Recursion,
    /// The output would nest too deep.
    Depth,
    /// The budget is used up.
    Budget,
}

/// A part that a limit truncates, and where.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut {
    /// The limit.
    pub limit: Limit,
    /// The place where it was met.
    pub key: JsonId,
}

/// An object whose properties are not described, in words.
pub(in crate::lower) const OBJECT: &str = "an object whose properties are not declared";

/// The hint for a member of which a limit left only the type; `repeats` if a reference leads back to what is around it.
pub(in crate::lower) fn form_words(repeats: bool, name: &str) -> String {
    if repeats { format!("same form as {name:?} further out") } else { FORM_OMITTED.to_owned() }
}

/// The hint for a value of which a limit left only the type.
pub(in crate::lower) const FORM_OMITTED: &str = "its form is omitted here";

/// The hint for a part that a limit truncated.
pub(in crate::lower) fn cut_words(cut: Cut, what: &str) -> String {
    match cut.limit {
        Limit::Recursion => format!("{what}: no further nesting here"),
        Limit::Depth | Limit::Budget => format!("{what} is omitted here"),
    }
}
