//! Whether RE2, or Python's `re`, reads a pattern: as much of their syntax as it takes to tell.

mod escape;
mod every;

use super::character_class;
use crate::order::Set;
use escape::unknown_escape;

pub(in crate::rules) use every::matches_everything;

/// The construct in a pattern that RE2 (with `python`, Python's `re`) does not support: unbalanced brackets, a
/// repetition of nothing or of a repetition, look-around, back-references, unknown escapes, groups or character classes,
/// or too many repetitions.
pub(in crate::rules) fn beyond(pattern: &str, python: bool) -> Option<&'static str> {
    let (groups, names) = (Vec::new(), Set::new());
    let mut scan = Scan { pattern, python, at: 0, groups, names, before: Before::Nothing, most: 1 };
    while scan.at < pattern.len() {
        if let Err(what) = scan.token() {
            return Some(what);
        }
    }
    (!scan.groups.is_empty()).then_some(UNBALANCED)
}

const UNBALANCED: &str = "an unbalanced bracket";
const NOTHING_REPEATED: &str = "a quantifier with nothing to repeat";
const STACKED: &str = "a quantifier of a quantifier";
const TOO_MANY: &str = "more than 1000 repetitions";
const NO_RANGE: &str = "a quantifier whose minimum is greater than its maximum";
const UNKNOWN_GROUP: &str = "an unknown group";
const BAD_NAME: &str = "a group with the name of another, or a name that starts with a digit";

/// The longest counted quantifier that is recognized, in bytes.
const MAX_COUNTS: usize = 32;

/// Maximum number of repetitions in RE2, those of nested ones multiplied.
const MAX_REPEATED: u64 = 1_000;

/// What precedes a token.
#[derive(Clone, Copy)]
enum Before {
    /// Nothing that can be repeated.
    Nothing,
    /// Something that can be repeated, with the number of repetitions within.
    Atom(u64),
    /// A quantifier, which `?` can make lazy.
    Quantifier,
    /// A lazy quantifier.
    Lazy,
}

/// A pattern being read.
struct Scan<'p> {
    pattern: &'p str,
    python: bool,
    at: usize,
    /// For each open group, the most repetitions so far in the group around it.
    groups: Vec<u64>,
    /// The names of groups.
    names: Set<&'p str>,
    before: Before,
    /// The most repetitions so far in the current group.
    most: u64,
}

impl<'p> Scan<'p> {
    /// Reads a token.
    fn token(&mut self) -> Result<(), &'static str> {
        let byte = self.pattern.as_bytes()[self.at];
        self.at += 1;
        match byte {
            b'\\' => {
                let is_anchor = self.rest().starts_with(['b', 'B', 'A', 'Z']);
                self.before = if is_anchor { self.anchor() } else { Before::Atom(1) };
                self.escaped(false)
            }
            b'^' | b'$' => {
                self.before = self.anchor();
                Ok(())
            }
            b'[' => self.class(),
            b'(' => self.open(),
            b')' => {
                let within = self.most;
                self.most = self.groups.pop().ok_or(UNBALANCED)?.max(within);
                self.before = Before::Atom(within);
                Ok(())
            }
            b'|' => {
                self.before = Before::Nothing;
                Ok(())
            }
            b'?' if matches!(self.before, Before::Quantifier) => {
                self.before = Before::Lazy;
                Ok(())
            }
            b'*' | b'+' | b'?' => self.quantifier(1),
            b'{' => self.counted(),
            _ => {
                // The further bytes of a character change nothing.
                self.before = Before::Atom(1);
                Ok(())
            }
        }
    }

    /// What an anchor is for a quantifier: Python repeats none.
    fn anchor(&self) -> Before {
        if self.python { Before::Nothing } else { Before::Atom(1) }
    }

    /// What follows in the pattern.
    fn rest(&self) -> &'p str {
        &self.pattern[self.at..]
    }

    fn quantifier(&mut self, times: u64) -> Result<(), &'static str> {
        let within = match self.before {
            Before::Nothing => return Err(NOTHING_REPEATED),
            Before::Quantifier | Before::Lazy => return Err(STACKED),
            Before::Atom(within) => within,
        };
        let repeated = within.saturating_mul(times.max(1));
        if repeated > MAX_REPEATED {
            return Err(TOO_MANY);
        }
        (self.most, self.before) = (self.most.max(repeated), Before::Quantifier);
        Ok(())
    }

    /// Reads `{2}`, `{2,}` or `{2,3}` after its bracket, for Python `{,3}` and `{,}`, too; in any other form, the bracket
    /// is a character.
    fn counted(&mut self) -> Result<(), &'static str> {
        // What is longer is not searched to the end for each bracket.
        let end = self.rest().bytes().take(MAX_COUNTS).position(|byte| byte == b'}');
        let counts = end.and_then(|end| Some((end, counts(&self.rest()[..end], self.python)?)));
        let Some((length, (least, most))) = counts else {
            self.before = Before::Atom(1);
            return Ok(());
        };
        self.at += length + 1;
        match most {
            Some(most) if most < least => Err(NO_RANGE),
            most => self.quantifier(most.unwrap_or(least)),
        }
    }

    fn class(&mut self) -> Result<(), &'static str> {
        character_class::checked(self.rest(), self.python)?;
        loop {
            let end = self.rest().find(['\\', ']']).ok_or(UNBALANCED)?;
            self.at += end + 1;
            if self.pattern.as_bytes()[self.at - 1] == b']' {
                break;
            }
            self.escaped(true)?;
        }
        self.before = Before::Atom(1);
        Ok(())
    }

    fn open(&mut self) -> Result<(), &'static str> {
        if let Some(kind) = self.rest().strip_prefix('?') {
            if ["=", "!", "<=", "<!"].iter().any(|look| kind.starts_with(look)) {
                return Err("look-around");
            }
            let flags = kind.bytes().take_while(|byte| byte.is_ascii_alphabetic() || *byte == b'-').count();
            let (flags, mark) = (&kind[..flags], kind.as_bytes().get(flags));
            if is_unknown_group(flags, mark, self.at == 1, self.python) {
                return Err(UNKNOWN_GROUP);
            }
            let after = kind.get(flags.len() + 1..).unwrap_or_default();
            self.at += 1 + flags.len() + 1;
            match mark {
                Some(b')') => {
                    // Flags for what follows are no group.
                    self.before = Before::Nothing;
                    return Ok(());
                }
                Some(b'<') => {
                    let name = after.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
                    if name == 0 || after.as_bytes().get(name) != Some(&b'>') {
                        return Err(UNKNOWN_GROUP);
                    }
                    let (name_of, starts) = (&after[..name], after.as_bytes()[0]);
                    if self.python && (starts.is_ascii_digit() || !self.names.insert(name_of)) {
                        return Err(BAD_NAME);
                    }
                    self.at += name + 1;
                }
                Some(b':') => {}
                // Python has other groups, whose text is read like any other.
                _ => self.at -= 1,
            }
        }
        self.groups.push(self.most);
        (self.most, self.before) = (1, Before::Nothing);
        Ok(())
    }

    /// Reads an escape after its backslash.
    fn escaped(&mut self, in_class: bool) -> Result<(), &'static str> {
        let rest = self.rest();
        if let Some(what) = unknown_escape(rest, in_class, self.python) {
            return Err(what);
        }
        let named = rest.starts_with(['x', 'p', 'P']) && rest[1..].starts_with('{');
        self.at += match rest.strip_prefix('Q') {
            Some(literal) => 1 + literal.find("\\E").map_or(literal.len(), |end| end + 2),
            None if named => rest.find('}').map_or(rest.len(), |end| end + 1),
            None => rest.chars().next().map_or(0, char::len_utf8),
        };
        Ok(())
    }
}

/// The bounds of a counted quantifier, given what is between its brackets.
fn counts(inner: &str, python: bool) -> Option<(u64, Option<u64>)> {
    let number = |digits: &str| {
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| digits.parse().unwrap_or(u64::MAX))
    };
    let Some((least, most)) = inner.split_once(',') else { return number(inner).map(|count| (count, Some(count))) };
    let least = if python && least.is_empty() { 0 } else { number(least)? };
    Some((least, if most.is_empty() { None } else { Some(number(most)?) }))
}

/// Whether RE2, or Python, has no group of a kind, which is given by the letters and the mark after `(?`. Python has
/// neither `<` with a name, nor flags for the rest of the pattern that are not at its start or are switched off.
fn is_unknown_group(flags: &str, mark: Option<&u8>, at_start: bool, python: bool) -> bool {
    let for_the_rest = mark == Some(&b')');
    if flags.split_once('-').is_some_and(|(_, off)| off.is_empty() || off.contains('-')) {
        return true;
    }
    if python {
        let is_named = flags.is_empty() && mark == Some(&b'<');
        return is_named || flags.starts_with('U') || (for_the_rest && (!at_start || flags.contains('-')));
    }
    let is_named = matches!(flags, "" | "P") && mark == Some(&b'<');
    let has_flags = (for_the_rest && !flags.is_empty()) || mark == Some(&b':');
    !(is_named || has_flags && flags.bytes().all(|flag| b"imsU-".contains(&flag)))
}

#[cfg(test)]
mod tests {
    use super::{
        escape::{BACK_REFERENCE, UNKNOWN_ESCAPE},
        *,
    };

    /// The verdicts are those of google-re2 1.1 (`PyPI`).
    #[test]
    fn repetitions_groups_and_escapes_are_those_of_re2() {
        for (pattern, problem) in [
            ("(a{30}){30}", None),
            ("(a{100}){100}", Some(TOO_MANY)),
            ("(?:a{2}|b{600}){2}", Some(TOO_MANY)),
            ("a{0,1000}b{1000}", None),
            ("a{2,1}", Some(NO_RANGE)),
            ("a{,3}{a}", None),
            ("a++", Some(STACKED)),
            ("a{2}{3}", Some(STACKED)),
            ("a*?", None),
            ("a*??", Some(STACKED)),
            ("(?>a)", Some(UNKNOWN_GROUP)),
            ("(?#a)", Some(UNKNOWN_GROUP)),
            ("(?i)a(?s-i:b)(?P<n>c)(?<m>d)", None),
            (r"\é", Some(UNKNOWN_ESCAPE)),
            (r"\x{1000}\p{L}\_\/", None),
            (r"\Qa**(\E", None),
            (r"[a\]]{2}[\h]", Some(UNKNOWN_ESCAPE)),
            ("é{2}", None),
            ("(?P<n>*)", Some(NOTHING_REPEATED)),
            ("(?P<a-b>c)", Some(UNKNOWN_GROUP)),
            ("(?i)", None),
            ("(?-i:a)", None),
            ("(?i-:a)", Some(UNKNOWN_GROUP)),
            ("(?i-i-s:a)", Some(UNKNOWN_GROUP)),
            (r"[\A]", Some(UNKNOWN_ESCAPE)),
        ] {
            assert_eq!(beyond(pattern, false), problem, "{pattern}");
        }
    }

    /// The verdicts are those of google-re2 1.1 and of Python 3.11.
    #[test]
    fn what_only_one_of_them_reads() {
        for (pattern, re2, python) in [
            ("^*", None, Some(NOTHING_REPEATED)),
            (r"\b+", None, Some(NOTHING_REPEATED)),
            ("(?:^)*$", None, None),
            ("(?P<1>x)", None, Some(BAD_NAME)),
            ("(?P<n>a)(?P<n>b)", None, Some(BAD_NAME)),
            (r"\101", None, None),
            (r"\10", None, Some(BACK_REFERENCE)),
            (r"\1", Some(BACK_REFERENCE), Some(BACK_REFERENCE)),
            (r"\18", Some(BACK_REFERENCE), Some(BACK_REFERENCE)),
            (r"[\1]", Some(BACK_REFERENCE), None),
            (r"\x4", Some(UNKNOWN_ESCAPE), Some(UNKNOWN_ESCAPE)),
            (r"\x4é", Some(UNKNOWN_ESCAPE), Some(UNKNOWN_ESCAPE)),
            (r"\x41[\x41]", None, None),
            (r"\x{41}", None, Some(UNKNOWN_ESCAPE)),
            (r"\x{}", Some(UNKNOWN_ESCAPE), Some(UNKNOWN_ESCAPE)),
            ("{,3}a", None, Some(NOTHING_REPEATED)),
            ("a?{,}", None, Some(STACKED)),
            ("a{}{,b}", None, None),
            (r"[\400]", None, Some(BACK_REFERENCE)),
            (r"[\377\40]", None, None),
        ] {
            assert_eq!((beyond(pattern, false), beyond(pattern, true)), (re2, python), "{pattern}");
        }
    }

    /// Each would take minutes if something were searched to the end again and again.
    #[test]
    fn long_patterns_are_read_once() {
        for part in ["{", "(?:", "(?i:", "(?P<n>", "[a{", r"\x{", "{1", "(?P<"] {
            let pattern = part.repeat(300_000);
            beyond(&pattern, false);
            beyond(&pattern, true);
        }
    }
}
