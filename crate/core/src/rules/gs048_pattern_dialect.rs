//! # patterns in another dialect
//!
//! Removes a pattern that the target's regular expressions do not have; the description says the pattern.
//!
//! ## Why
//!
//! Google's services match with RE2, which has no look-around and no back-references, fewer escapes and Unicode classes
//! than ECMA-262, and counts at most 1000 repetitions. Whether the Gemini API rejects such a pattern is not known: `gemini`
//! removes it, `gemini-api` and `vertex-ai` keep it. OpenAI compiles patterns with Python's `re`, which knows neither `\p{L}`
//! nor `(?<name>…)`, and rejects the request where it cannot; its strict mode takes no look-around either.
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

use super::{Hook, Phase, Priority, Rule, When};
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

pub(super) static HOOKS: &[Hook] =
    &[Hook::Narrow { on: When::Has(&[Keyword::Pattern]), phase: Phase::Fact, with: narrow }];

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
            .message_with(|found| format!("{found} is not {syntax}: it has {what}"))
            .fix("removed")
            .described(Some(&words))
            .accepts_more("strings that do not match the pattern");
        shape.hint(words);
    }
}

/// The syntax that a pattern does not keep to, and what it has beyond that.
fn unread(pattern: &str, dialect: Patterns) -> Option<(&'static str, &'static str)> {
    let python = || beyond(pattern, true).map(|what| ("syntax of Python's `re`", what));
    let re2 = beyond(pattern, false).map(|what| ("RE2 syntax", what));
    if dialect == Patterns::Re2AndPython { re2.or_else(python) } else { re2 }
}

/// What RE2, or Python beside it, cannot read in a pattern: brackets that do not match, nothing to repeat, look-around,
/// back-references, escapes, groups and classes of characters that it does not know, and more repetitions than it counts.
fn beyond(pattern: &str, python: bool) -> Option<&'static str> {
    let bytes = pattern.as_bytes();
    let (mut in_class, mut groups) = (false, 0_usize);
    // Whether something stands before that can be repeated.
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
                // What is escaped may have several bytes; none of the others means anything here.
                at += 1;
            }
            b'[' => in_class = true,
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
                    return Some("a group that it does not know");
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

const UNBALANCED: &str = "a bracket without its other half";
const NOTHING_REPEATED: &str = "a repetition of nothing";

/// The most repetitions that RE2 counts.
const MAX_REPEATED: u32 = 1_000;

/// Whether Python knows no group that begins so: with a name after `?<`, with flags that it does not have, or with flags
/// for the rest of a pattern that has begun, or that are switched off.
fn is_unknown_group(group: &str, at_start: bool) -> bool {
    let Some(kind) = group.strip_prefix('?') else { return false };
    let flags = &kind[..kind.find(|c: char| !c.is_ascii_alphabetic() && c != '-').unwrap_or(kind.len())];
    let for_the_rest = kind[flags.len()..].starts_with(')');
    kind.starts_with('<') || flags.starts_with('U') || (for_the_rest && (!at_start || flags.contains('-')))
}

/// What follows a backslash, if it is nothing, or a letter or a digit that RE2, or Python beside it, gives no meaning there.
fn unknown_escape(escape: &str, in_class: bool, python: bool) -> Option<&'static str> {
    let Some(first) = escape.bytes().next() else { return Some("a backslash at its end") };
    match first {
        b'p' | b'P' | b'z' | b'C' | b'Q' | b'E' if python => Some("an escape that it does not know"),
        b'x' if python && escape[1..].starts_with('{') => Some("an escape that it does not know"),
        b'1'..=b'9' => (!in_class).then_some("a back-reference"),
        b'p' | b'P' => (!is_known_class(&escape[1..])).then_some("a Unicode class that it does not know"),
        b'k' => Some("a back-reference"),
        first if first.is_ascii_alphabetic() && !b"aftnrvdDsSwWbBAzCQEx".contains(&first) => {
            Some("an escape that it does not know")
        }
        _ => None,
    }
}

/// Whether RE2 knows a class of Unicode characters: a general category by its letters, or one of the scripts that
/// patterns name.
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
