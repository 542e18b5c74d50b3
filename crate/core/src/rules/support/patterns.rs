//! The patterns of `patternProperties`, as what they say about the names of members.

use std::borrow::Cow;

use super::regex;
use crate::{
    json::quote,
    lower::{Lower, clip},
    order::Gather,
    schema::Keyword,
    shape::{Fact, Shape, Term},
};

/// The names that the undeclared members of an object may have.
pub(crate) enum MemberNames {
    /// Any.
    Any,
    /// Those that match this `pattern`.
    Like(Fact),
    /// Those that match patterns which no single one expresses; the words for them.
    Described(String),
}

impl MemberNames {
    /// The names that the patterns of an object leave, if no other undeclared members are described.
    pub(crate) fn of(cx: &Lower<'_, '_>, object: &Shape) -> MemberNames {
        let mut facts = object.facts.iter().filter(|fact| fact.keyword == Keyword::PatternProperties);
        let others = object.object.additional.iter().any(|additional| additional.part.is_some());
        let Some(fact) = facts.next().filter(|_| !others) else { return MemberNames::Any };
        if match_every_name(cx, fact) {
            return MemberNames::Any;
        }
        let patterns = patterns(cx, fact);
        // Names of groups and flags concern the whole of a pattern.
        let is_plain = |pattern: &str| pattern.match_indices("(?").all(|(at, _)| pattern[at..].starts_with("(?:"));
        let is_joinable = |pattern: &Cow<'_, str>| is_plain(pattern) && regex::beyond(pattern, false).is_none();
        let can_be_joined = || patterns.iter().all(is_joinable);
        if facts.next().is_some() || (patterns.len() > 1 && !can_be_joined()) {
            let shown = patterns.iter().map(|pattern| clip(pattern, 40)).gather();
            return MemberNames::Described(format!("matches {}", shown.join(" or ")));
        }
        MemberNames::Like(Fact::of(Keyword::Pattern, fact.key, quote(&patterns.join("|"))))
    }
}

/// The patterns of a `patternProperties`.
pub(crate) fn patterns<'t>(cx: &Lower<'t, '_>, fact: &Fact) -> Vec<Cow<'t, str>> {
    let tape = cx.model.ast.tape();
    tape.members(fact.key.value_of_key()).map(|pattern| tape.key(pattern)).gather()
}

/// Whether the patterns of a `patternProperties` have the same schema.
pub(crate) fn share_a_schema(cx: &Lower<'_, '_>, shape: &Shape, fact: &Fact) -> bool {
    shape.pattern_part(&cx.model, fact).is_none_or(|part| matches!(part.as_slice(), [Term::Schema(_)]))
}

/// Whether every name matches one of the patterns of a `patternProperties`, or it has none.
pub(crate) fn match_every_name(cx: &Lower<'_, '_>, fact: &Fact) -> bool {
    let patterns = patterns(cx, fact);
    patterns.is_empty() || patterns.iter().any(|pattern| regex::matches_everything(pattern))
}

/// Whether a name may match a pattern, by the text that the pattern starts with.
pub(crate) fn may_match(pattern: &str, name: &str) -> bool {
    let Some(start) = pattern.strip_prefix('^').filter(|_| !pattern.contains('|')) else { return true };
    let is_literal = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '-');
    let end = start.find(|character| !is_literal(character)).unwrap_or(start.len());
    // The last character before `?`, `*` or `{` is optional.
    let end = if start[end..].starts_with(['?', '*', '{']) { end.saturating_sub(1) } else { end };
    name.starts_with(&start[..end])
}
