//! # patterns in another dialect
//!
//! Removes a pattern that the target's regular expression syntax does not support, and states it in the description.
//!
//! ## Why
//!
//! Google's services use RE2, which has no look-around and no back-references, has fewer escapes and Unicode classes
//! than ECMA-262, and allows at most 1000 repetitions. Whether the Gemini API rejects other patterns is not known: the
//! target `gemini` removes them, `gemini-api` and `vertex-ai` keep them. OpenAI compiles patterns with Python's `re`,
//! which supports neither `\p{L}` nor `(?<name>…)`, and rejects the request if that fails; its strict mode does not
//! support look-around either.
//!
//! ## What changes
//!
//! Strings that do not match the pattern are accepted.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"branch":{"type":"string","pattern":"^(?!tmp/).+$"}}}
//! ```
//!
//! ```json gemini
//! {"type":"OBJECT","properties":{"branch":{"type":"STRING","description":"(matches ^(?!tmp/).+$)"}}}
//! ```
//!
//! ```json gemini-api
//! {"type":"object","properties":{"branch":{"type":"string","pattern":"^(?!tmp/).+$"}}}
//! ```
//!
//! ```json openai-strict
//! {
//!   "type": "object",
//!   "properties": {"branch":{"type":["string","null"],"description":"(matches ^(?!tmp/).+$)"}},
//!   "additionalProperties": false,
//!   "required": ["branch"]
//! }
//! ```
//!
//! ## In your server
//!
//! - pydantic: `Field(pattern=r"^[a-z]+$")`, without look-ahead, and a validator for the rest
//! - zod: `.regex(/^[a-z]+$/)`, without look-ahead, and `.refine(...)` for the rest
//! - schemars: `#[schemars(regex(pattern = r"^[a-z]+$"))]`, which the `regex` crate reads as RE2 does

use super::{Direct, Hook, OnPlain, Phase, Priority, Rule, When, support::character_class};
use crate::{
    lower::{Lower, Severity, clip},
    schema::Keyword,
    shape::Shape,
    targets::Patterns,
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Low,
    severity: Severity::Warning,
    evidence: &[
        "RE2 syntax: no backreferences, no look-around, escapes, Unicode classes, repetition",
        "OpenAI API: is not a 'regex' (BerriAI/litellm#40485, 2026-09-09)",
        "OpenAI API: regex lookaround is not supported (vercel/ai#21037, 2026-09-17)",
    ],
    ..Rule::of(module_path!())
};

pub(super) static HOOKS: &[Hook] = &[
    Hook::Narrow { on: When::Has(&[Keyword::Pattern]), phase: Phase::Fact, with: narrow },
    Hook::Direct(OnPlain::asked(|_, _| Direct::Facts)),
];

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let dialect = cx.target.patterns;
    if dialect == Patterns::Any {
        return;
    }
    for fact in shape.take_facts(Keyword::Pattern) {
        let pattern = cx.fact_string(&fact);
        let Some((syntax, what)) = unread(&pattern, dialect) else {
            shape.facts.push(fact);
            continue;
        };
        let words = format!("matches {}", clip(&pattern, 100));
        cx.log(&RULE, fact.key)
            .message_with(|found| format!("{found} is not valid {syntax}: it has {what}"))
            .fix("removed")
            .described(Some(&words))
            .accepts_more("strings that do not match the pattern");
        shape.hint(words);
    }
}

/// The syntax that a pattern does not conform to, and the construct that is not part of it.
fn unread(pattern: &str, dialect: Patterns) -> Option<(&'static str, &'static str)> {
    let python = || beyond(pattern, true).map(|what| ("Python `re` syntax", what));
    let re2 = beyond(pattern, false).map(|what| ("RE2 syntax", what));
    if dialect == Patterns::Re2AndPython { re2.or_else(python) } else { re2 }
}

/// The construct in a pattern that RE2 (with `python`, Python's `re`) does not support: unbalanced brackets, a
/// repetition of nothing, look-around, back-references, unknown escapes, groups or character classes, or too many
/// repetitions.
fn beyond(pattern: &str, python: bool) -> Option<&'static str> {
    let bytes = pattern.as_bytes();
    let (mut in_class, mut groups) = (false, 0_usize);
    // Whether the previous token can be repeated.
    let mut repeatable = false;
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at + 1..];
        let before = std::mem::replace(&mut repeatable, true);
        match bytes[at] {
            b'\\' => {
                let unknown = unknown_escape(&pattern[at + 1..], in_class, python);
                if unknown.is_some() {
                    return unknown;
                }
                // The escaped character may have several bytes, whose further ones have no meaning here.
                at += 1;
            }
            b'[' if !in_class => match character_class::checked(&pattern[at + 1..], python) {
                Ok(()) => in_class = true,
                Err(what) => return Some(what),
            },
            b']' => in_class = false,
            _ if in_class => {}
            b'*' | b'+' if !before => return Some(NOTHING_REPEATED),
            b'?' if !before && at.checked_sub(1).is_none_or(|last| bytes[last] != b'(') => {
                return Some(NOTHING_REPEATED);
            }
            b'|' => repeatable = false,
            b')' if groups == 0 => return Some(UNBALANCED),
            b')' => groups -= 1,
            b'(' => {
                (groups, repeatable) = (groups + 1, false);
                if [b"?=".as_slice(), b"?!", b"?<=", b"?<!"].iter().any(|group| rest.starts_with(group)) {
                    return Some("look-around");
                }
                if python && is_unknown_group(&pattern[at + 1..], at == 0) {
                    return Some("an unknown group");
                }
            }
            b'{' => {
                let numbers = pattern[at + 1..].split(|c: char| !c.is_ascii_digit()).take(2);
                if numbers.filter_map(|number| number.parse::<u32>().ok()).any(|number| number > MAX_REPEATED) {
                    return Some("more than 1000 repetitions");
                }
            }
            _ => {}
        }
        at += 1;
    }
    (in_class || groups > 0).then_some(UNBALANCED)
}

const UNBALANCED: &str = "an unbalanced bracket";
const NOTHING_REPEATED: &str = "a quantifier with nothing to repeat";

/// Maximum number of repetitions in RE2.
const MAX_REPEATED: u32 = 1_000;

/// Whether Python has no group that begins so: `?<` with a name, unknown flags, or flags for the rest of the pattern
/// that are not at its start or are switched off.
fn is_unknown_group(group: &str, at_start: bool) -> bool {
    let Some(kind) = group.strip_prefix('?') else { return false };
    let flags = &kind[..kind.find(|c: char| !c.is_ascii_alphabetic() && c != '-').unwrap_or(kind.len())];
    let for_the_rest = kind[flags.len()..].starts_with(')');
    kind.starts_with('<') || flags.starts_with('U') || (for_the_rest && (!at_start || flags.contains('-')))
}

/// What is wrong with an escape, given the text after the backslash: it is missing, or its letter or digit has no
/// meaning in RE2 (with `python`, in Python's `re`).
fn unknown_escape(escape: &str, in_class: bool, python: bool) -> Option<&'static str> {
    let Some(first) = escape.bytes().next() else { return Some("a trailing backslash") };
    match first {
        b'p' | b'P' | b'z' | b'C' | b'Q' | b'E' if python => Some("an unknown escape"),
        b'x' if python && escape[1..].starts_with('{') => Some("an unknown escape"),
        b'b' if in_class && !python => Some("an unknown escape"),
        b'B' if in_class => Some("an unknown escape"),
        b'1'..=b'9' => (!in_class).then_some("a back-reference"),
        b'p' | b'P' => (!is_known_class(&escape[1..])).then_some("an unknown Unicode class"),
        b'k' => Some("a back-reference"),
        first if first.is_ascii_alphabetic() && !b"aftnrvdDsSwWbBAzCQEx".contains(&first) => Some("an unknown escape"),
        _ => None,
    }
}

/// Whether RE2 knows a Unicode character class: a general category by its letters, or one of the scripts that are
/// common in patterns.
fn is_known_class(class: &str) -> bool {
    let categories = ["L", "M", "N", "P", "S", "Z", "C"];
    let Some(name) = class.strip_prefix('{').and_then(|rest| rest.split_once('}')).map(|(name, _)| name) else {
        return categories.iter().any(|category| class.starts_with(category));
    };
    let name = name.strip_prefix('^').unwrap_or(name);
    let scripts = [
        "Arabic",
        "Cyrillic",
        "Devanagari",
        "Greek",
        "Han",
        "Hangul",
        "Hebrew",
        "Hiragana",
        "Katakana",
        "Latin",
        "Thai",
    ];
    let is_category = name.len() <= 2 && categories.iter().any(|category| name.starts_with(category));
    is_category || scripts.contains(&name)
}
