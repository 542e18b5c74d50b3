//! JSON Schema as a typed tree over a tape.
//!
//! **Invariants.** Only schema positions are schemas: the values of `default`, `enum`, `const` and `examples`, and the
//! names of properties, are data and are never read as keywords. Typing loses nothing: order, unknown keywords,
//! malformed values and duplicate keys stay on the tape, and each keyword keeps the node that it came from.

mod ast;
mod builder;
mod entry;
mod keyword;
mod keyword_set;
mod kinds;
mod loose;
mod pointer;
mod says;
mod tool;
mod type_names;
mod typing;
mod with;

pub(crate) use ast::Ast;
pub use builder::JsonSchema;
pub(crate) use entry::{Entry, Link, NodeKind, SchemaId, Spelling, Value};
pub(crate) use keyword::{DEFINITIONS, Holds, REFERENCES, UNEVALUATED, ValueShape};
pub use keyword::{KEYWORDS, Keyword, KeywordInfo};
pub use keyword_set::KeywordSet;
pub(crate) use kinds::Types;
pub use kinds::{Kinds, TypeCase};
pub(crate) use pointer::{
    MAX_POINTER, is_below, is_within, path_along, pointer_along, push_index, unescaped, within_length,
};
pub use pointer::{NamedStep, pointer_and_path, push_key};
pub(crate) use says::Says;
pub use tool::ToolSchema;
pub(crate) use type_names::meant;
