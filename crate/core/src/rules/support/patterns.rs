//! The patterns of `patternProperties`, as what they say about the names of members.

use std::borrow::Cow;

use super::{regex, with_each};
use crate::{
    json::quote,
    lower::{Lower, clip},
    order::Gather,
    schema::{Keyword, SchemaId},
    shape::{Fact, Property, Shape, Term, subsumes},
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
        let facts = object.facts.iter().filter(|fact| fact.keyword == Keyword::PatternProperties);
        let described = facts.map(|fact| (fact.key, described(cx, object, fact)));
        let described = described.filter(|(_, patterns)| !patterns.is_empty()).gather();
        let others = object.object.additional.iter().any(|additional| additional.part.is_some());
        let Some((key, _)) = described.first().filter(|_| !others) else { return MemberNames::Any };
        let patterns = described.iter().flat_map(|(_, patterns)| patterns.iter().map(String::as_str)).gather();
        if match_every_name(&patterns) {
            return MemberNames::Any;
        }
        // Names of groups and flags concern the whole of a pattern.
        let is_plain = |pattern: &str| pattern.match_indices("(?").all(|(at, _)| pattern[at..].starts_with("(?:"));
        let can_be_joined = || patterns.iter().all(|it| is_plain(it) && regex::beyond(it, false).is_none());
        if described.len() > 1 || (patterns.len() > 1 && !can_be_joined()) {
            return MemberNames::Described(format!("matches {}", listed(&patterns, " or ")));
        }
        MemberNames::Like(Fact::of(Keyword::Pattern, *key, quote(&patterns.join("|"))))
    }
}

/// The patterns of a `patternProperties`.
pub(crate) fn patterns<'t>(cx: &Lower<'t, '_>, fact: &Fact) -> Vec<Cow<'t, str>> {
    let tape = cx.model.ast.tape();
    tape.members(fact.key.value_of_key()).map(|pattern| tape.key(pattern)).gather()
}

/// Those of them that describe members.
fn described(cx: &Lower<'_, '_>, shape: &Shape, fact: &Fact) -> Vec<String> {
    shape.patterns(&cx.model, fact).describing.keys_in_insertion_order().to_vec()
}

fn listed(patterns: &[impl AsRef<str>], between: &str) -> String {
    patterns.iter().map(|pattern| clip(pattern.as_ref(), 40)).gather().join(between)
}

/// The patterns that no member of an object may match, each as it is shown.
pub(crate) fn forbidden_names(cx: &Lower<'_, '_>, object: &Shape) -> Vec<String> {
    let facts = object.facts.iter().filter(|fact| fact.keyword == Keyword::PatternProperties);
    let forbidden = facts.flat_map(|fact| object.patterns(&cx.model, fact).forbidding);
    forbidden.map(|pattern| clip(&pattern, 40)).gather()
}

/// "properties named like ^x-; no properties named like ^_"; `None` if any name matches, and none is forbidden.
pub(crate) fn words_for_names(cx: &Lower<'_, '_>, shape: &Shape, fact: &Fact) -> Option<String> {
    with_forbidden(cx, shape, fact, named(cx, shape, fact))
}

/// "properties named like ^x-, each a string; no properties named like ^_".
pub(crate) fn words_for_members(cx: &Lower<'_, '_>, shape: &Shape, fact: &Fact) -> Option<String> {
    let described = shape.pattern_part(&cx.model, fact).map(|part| {
        let names = named(cx, shape, fact).unwrap_or_else(|| "properties of any name".to_owned());
        with_each(cx, shape, &names, &part).unwrap_or(names)
    });
    with_forbidden(cx, shape, fact, described)
}

fn named(cx: &Lower<'_, '_>, shape: &Shape, fact: &Fact) -> Option<String> {
    let patterns = described(cx, shape, fact);
    (!match_every_name(&patterns)).then(|| format!("properties named like {}", listed(&patterns, ", ")))
}

fn with_forbidden(cx: &Lower<'_, '_>, shape: &Shape, fact: &Fact, words: Option<String>) -> Option<String> {
    let patterns = shape.patterns(&cx.model, fact).forbidding;
    let forbidden = (!patterns.is_empty()).then(|| format!("no properties named like {}", listed(&patterns, ", ")));
    let words = words.into_iter().chain(forbidden).gather();
    (!words.is_empty()).then(|| words.join("; "))
}

/// Whether the patterns of a `patternProperties` have the same schema.
pub(crate) fn share_a_schema(cx: &Lower<'_, '_>, shape: &Shape, fact: &Fact) -> bool {
    shape.pattern_part(&cx.model, fact).is_none_or(|part| matches!(part.as_slice(), [Term::Schema(_)]))
}

/// Whether every name matches one of several patterns, or there are none.
fn match_every_name(patterns: &[impl AsRef<str>]) -> bool {
    patterns.is_empty() || patterns.iter().any(|pattern| regex::matches_everything(pattern.as_ref()))
}

/// Whether a pattern may exclude values of a declared property that its own schema allows.
pub(crate) fn frees_declared(cx: &Lower<'_, '_>, shape: &Shape, fact: &Fact) -> bool {
    let (patterns, properties) = (shape.patterns(&cx.model, fact), &shape.object.properties);
    let (schemas, forbidding) = (patterns.describing, patterns.forbidding);
    let are_many = (schemas.len() + forbidding.len()).saturating_mul(properties.len()) > MAX_COMPARED;
    let frees = |pattern: &str, schema: SchemaId, property: &Property| {
        may_match(pattern, &property.name) && !subsumes(&cx.model, &[Term::Schema(schema)], &property.part)
    };
    are_many
        || forbidding.iter().any(|pattern| properties.iter().any(|property| may_match(pattern, &property.name)))
        || schemas.iter().any(|(pattern, schema)| properties.iter().any(|property| frees(pattern, *schema, property)))
}

/// The maximum number of pairs of patterns and names that are compared; of more, some may match.
const MAX_COMPARED: usize = 10_000;

/// Whether a name may match a pattern, by the text that the pattern starts with.
pub(crate) fn may_match(pattern: &str, name: &str) -> bool {
    let Some(start) = pattern.strip_prefix('^').filter(|_| !pattern.contains('|')) else { return true };
    let is_literal = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '-');
    let end = start.find(|character| !is_literal(character)).unwrap_or(start.len());
    // The last character before `?`, `*` or `{` is optional.
    let end = if start[end..].starts_with(['?', '*', '{']) { end.saturating_sub(1) } else { end };
    name.starts_with(&start[..end])
}
