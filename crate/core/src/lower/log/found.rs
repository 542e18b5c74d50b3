//! What an edit was caused by, in words: the start of every message.

use std::{
    borrow::Cow,
    fmt::{self, Display, Formatter},
};

use crate::{
    json::{JsonId, Kind, Tape, character_start},
    lower::hints::clip,
    schema::Keyword,
    targets::{Support, Target},
};

/// The longest value that a message shows in full, in bytes.
const SHOWN: usize = 48;

/// The longest name that a message shows in full, in characters.
const SHOWN_OF_A_NAME: usize = 200;

/// What messages state about a keyword that a custom target rejects, after its name and value.
const DROPPED: &str = "is rejected by the custom target (`drop`)";

/// The JSON that caused an edit, and the target that does not take it. Displayed, it is the member or
/// the value as the source has it, as code: `` `exclusiveMinimum: 0` ``, `` `"x"` ``.
#[derive(Clone, Copy)]
pub(crate) struct Found<'a> {
    tape: &'a Tape<'a>,
    source: JsonId,
    target: &'a Target,
}

impl<'a> Found<'a> {
    /// The JSON at `source`: a member's key, or a value.
    pub(crate) fn new(tape: &'a Tape<'a>, source: JsonId, target: &'a Target) -> Found<'a> {
        Found { tape, source, target }
    }

    pub(crate) fn source(&self) -> JsonId {
        self.source
    }

    /// The name of what reads the output: `Gemini`.
    #[must_use]
    pub(crate) fn reader(&self) -> &'static str {
        self.target.reader
    }

    /// The message for what the target has no field for: `` `$id: "x"` is not a field of Gemini's schema; … ``.
    #[must_use]
    pub(crate) fn unknown(&self) -> String {
        format!("{self} {}", if self.is_dropped() { DROPPED } else { self.target.unknown })
    }

    /// The message for a field that some readers of the output do not know, because they are older than it.
    #[must_use]
    pub(crate) fn recent(&self) -> String {
        let why = "is rejected by gateways from before 2025-04, when Gemini's schema got this field";
        format!("{self} {}", if self.is_dropped() { DROPPED } else { why })
    }

    /// Whether this is a keyword that the derivation of a custom target rejects, and its base does not.
    pub(crate) fn is_dropped(&self) -> bool {
        self.keyword().is_some_and(|keyword| self.target.dropped.has(keyword))
    }

    /// The message for a union, where the target takes none.
    pub(crate) fn unsupported_union(&self) -> String {
        let source = self.listing();
        // A long schema is not shown.
        let source = if source.starts_with('`') { &source } else { "the schema" };
        if self.target.dropped.has(Keyword::AnyOf) {
            format!("{source} is a union, which the custom target rejects (`drop`)")
        } else {
            format!("{source} is a union; {} throws an error on unions", self.reader())
        }
    }

    fn json(&self) -> JsonId {
        if self.is_member() { self.source.value_of_key() } else { self.source }
    }

    /// What lists values or alternatives: the keyword that does, or else the schema for a member, in which those of several
    /// places are merged.
    pub(crate) fn listing(&self) -> String {
        match self.member() {
            // A property may have the name of a keyword.
            Some(name) if self.keyword() == Some(Keyword::Unknown) || self.is_property_type() => {
                format!("the schema for {:?}", clip(&name, SHOWN_OF_A_NAME))
            }
            _ => self.to_string(),
        }
    }

    fn is_property_type(&self) -> bool {
        self.keyword() == Some(Keyword::Type) && self.tape.kind(self.json()) == Kind::Object
    }

    /// The value alone, as code.
    #[must_use]
    pub(crate) fn value(&self) -> String {
        let value = self.json();
        let long = || if self.tape.kind(value) == Kind::Array { "the array" } else { "the schema" }.to_owned();
        self.short(value).map_or_else(long, |text| format!("`{text}`"))
    }

    /// The message for what the target accepts and does not enforce.
    pub(crate) fn not_enforced(&self) -> String {
        format!("{self} is accepted by {} and not enforced", self.reader())
    }

    /// The default message for a keyword of a rule; `None` for one that the target enforces.
    pub(crate) fn usual(&self, keyword: Keyword) -> Option<String> {
        match self.target.support(keyword) {
            Support::Refused => Some(self.unknown()),
            Support::Ignored => Some(self.not_enforced()),
            Support::Held => None,
        }
    }

    /// The name of the member, if this is one.
    pub(crate) fn member(&self) -> Option<Cow<'a, str>> {
        self.is_member().then(|| self.tape.key(self.source))
    }

    /// The keyword that the member's name stands for, if this is a member.
    pub(crate) fn keyword(&self) -> Option<Keyword> {
        self.is_member().then(|| Keyword::from_name(&self.tape.key(self.source)))
    }

    fn is_member(&self) -> bool {
        self.tape.is_key(self.source)
    }

    /// A value as in the source, if it is short; a longer string is truncated, anything else is `None`.
    fn short(&self, value: JsonId) -> Option<String> {
        let text = self.tape.slice(value);
        if text.len() <= SHOWN && !text.contains('\n') {
            return Some(text.to_owned());
        }
        let is_text = self.tape.kind(value) == Kind::String;
        is_text.then(|| format!("{}…\"", &text[..character_start(text, SHOWN)]))
    }
}

impl Display for Found<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if !self.is_member() {
            return f.write_str(&self.value());
        }
        let key = clip(&self.tape.key(self.source), SHOWN_OF_A_NAME);
        match self.short(self.source.value_of_key()) {
            Some(value) => write!(f, "`{key}: {value}`"),
            None => write!(f, "`{key}`"),
        }
    }
}
