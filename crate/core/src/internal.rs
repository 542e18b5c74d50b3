//! What the command line program, the WebAssembly bindings and the test suites of this repository use in addition to
//! the public interface. It has no stability guarantee: it changes without notice.

pub use crate::{
    catalogue::{CATALOGUE, PROVIDERS},
    declare::{DECLARATIONS, declarations},
    envelope::is_recognized,
    explain::rules_about,
    json::{
        JsonId, Kind, LineIndex, Position, Splices, Tape, equal, place, quote, read, read_document, same_text,
        serialize,
    },
    pages::{RulePage, TargetPage, TypeFormats, rules as rule_pages, targets as target_pages},
    phases::{Edge, Observer, observed},
    report::{REPORT_VERSION, grouped},
    request::{FINDINGS, Finding, ListPlaces, NewLists, new_lists, remembered_list},
    restore::{AnyCodec, BranchCode, Code, Guard, ObjectCode, RestCode, TupleCode},
    schema::{KEYWORDS, Keyword, KeywordInfo, KeywordSet, Kinds, NamedStep, TypeCase, pointer_and_path, push_key},
    targets::{Door, Patterns, ReferenceForm, Support, UnionForm},
};
