//! Escaping of text from the input for people: every character is visible, and none has an effect on a terminal or on
//! the log of a CI workflow.

use std::{borrow::Cow, env, fmt::Write as _, sync::LazyLock};

/// Whether output goes to the log of a CI service that interprets commands in it.
static IS_LOGGED: LazyLock<bool> =
    LazyLock::new(|| ["GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION"].iter().any(|name| env::var_os(name).is_some()));

/// Escapes a line of text. Characters that would have an effect are written as in JSON, `\u001b`.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    shown(text, *IS_LOGGED)
}

/// Escapes a line of text for the log of a CI workflow, wherever the program runs.
pub(crate) fn logged(text: &str) -> Cow<'_, str> {
    shown(text, true)
}

/// Escapes text of several lines.
pub(crate) fn visible_lines(text: &str) -> String {
    text.lines().map(visible).collect::<Vec<_>>().join("\n")
}

/// Escapes JSON, whose values stay the same: what it has beside ASCII, and `#`, is only in strings.
pub(crate) fn visible_json(json: &str) -> Cow<'_, str> {
    shown_json(json, *IS_LOGGED)
}

fn shown(text: &str, is_logged: bool) -> Cow<'_, str> {
    let start = text.len() - text.trim_start().len();
    let is_command = |at: usize| at == start && text[at..].starts_with("::") || begins_command(&text[at..]);
    escaped(text, |at, character| is_unfit(character) || is_logged && is_command(at))
}

fn shown_json(json: &str, is_logged: bool) -> Cow<'_, str> {
    let is_unfit = |character: char| is_unfit(character) && !character.is_ascii_whitespace();
    escaped(json, |at, character| is_unfit(character) || is_logged && begins_command(&json[at..]))
}

/// A text with escapes for the characters of which this holds, given with their places.
fn escaped(text: &str, acts: impl Fn(usize, char) -> bool) -> Cow<'_, str> {
    let Some((first, _)) = text.char_indices().find(|(at, character)| acts(*at, *character)) else {
        return text.into();
    };
    let mut escaped = text[..first].to_owned();
    for (at, character) in text[first..].char_indices() {
        if acts(first + at, character) {
            // Four digits suffice for all of these characters.
            let _ = write!(escaped, "\\u{:04x}", u32::from(character));
        } else {
            escaped.push(character);
        }
    }
    escaped.into()
}

/// Whether a character is a control character, reorders the text around it, or is a line break that not all programs
/// recognize.
fn is_unfit(character: char) -> bool {
    match character {
        '\t' => false,
        '\u{061C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => true,
        other => other.is_control(),
    }
}

/// Whether a text starts with a command that is recognized anywhere in a line: `##[group]`, `##vso[…]`,
/// `##teamcity[…]`.
fn begins_command(text: &str) -> bool {
    let rest = text.strip_prefix("##");
    rest.is_some_and(|rest| rest.trim_start_matches(|of: char| of.is_ascii_alphabetic()).starts_with('['))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_on_a_terminal_is_written_out() {
        let unfit = (0..0x20).chain(0x7f..0xa0).chain([0x61c, 0x200e, 0x200f, 0x2028, 0x2029]);
        for code in unfit.chain(0x202a..0x202f).chain(0x2066..0x206a).filter(|code| *code != 0x9) {
            let character = char::from_u32(code).expect("a character");
            assert_eq!(shown(&format!("a{character}é"), false), format!("a\\u{code:04x}é"));
        }
        for text in ["", "a\tb", "é→😀\u{200d}", "\\u001b"] {
            assert!(matches!(shown(text, false), Cow::Borrowed(same) if same == text), "{text}");
        }
        assert_eq!(visible_lines("a\u{1b}[m\r\n\n b\rc"), "a\\u001b[m\n\n b\\u000dc");
    }

    #[test]
    fn values_of_json_stay_the_same() {
        let json = "{\n\t\"a\\\\\u{202e}\u{7f}\u{9b}é\" :\r1, \"b\": \"\\u001b ##[group] ::error\"}";
        for is_logged in [false, true] {
            let shown = shown_json(json, is_logged);
            assert!(
                shown.contains("\\u202e\\u007f\\u009bé\" :\r1") && shown.contains("\\u0023") == is_logged,
                "{shown}"
            );
            let [before, after] = [json, &shown].map(|json| serde_json::from_str::<serde_json::Value>(json).ok());
            assert!(before.is_some() && before == after, "{shown}");
        }
    }

    #[test]
    fn what_acts_on_a_log_is_written_out_there() {
        for (text, logged) in [
            ("::stop-commands::x", "\\u003a:stop-commands::x"),
            (" \t::error::", " \t\\u003a:error::"),
            ("a::b :: ##x", "a::b :: ##x"),
            ("a ##[error] b", "a \\u0023#[error] b"),
            ("###[group]", "#\\u0023#[group]"),
            ("##vso[a]##teamcity[b]", "\\u0023#vso[a]\\u0023#teamcity[b]"),
            ("## [x] ##1[x] #[x]", "## [x] ##1[x] #[x]"),
        ] {
            assert_eq!((shown(text, false), shown(text, true)), (text.into(), logged.into()), "{text}");
        }
    }
}
