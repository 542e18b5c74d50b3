//! What the program, the WebAssembly bindings and the suites of this repository use beside the interface. No promise
//! covers it: it changes without notice.

pub use crate::{
    catalogue::CATALOGUE,
    envelope::{Splices, place},
    json::{JsonId, Kind, LineIndex, Position, Tape, equal, quote, read, serialize},
    pages::{RulePage, TargetPage, TypeFormats, rules as rule_pages, targets as target_pages},
    phases::{Edge, Observer, observed},
    report::{REPORT_VERSION, grouped},
    restore::{AnyCodec, BranchCode, Code, Guard, ObjectCode, RestCode, TupleCode},
    schema::{KEYWORDS, Keyword, KeywordInfo, KeywordSet, Kinds, TypeCase},
    targets::{Door, Patterns, ReferenceForm, Support, UnionForm},
};
