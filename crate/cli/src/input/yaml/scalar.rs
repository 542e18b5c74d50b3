//! Scalars by the core schema of YAML 1.2.

use std::borrow::Cow;

use granit_parser::{ScalarStyle, Tag};

/// The value of a scalar.
#[derive(Debug, PartialEq)]
pub(super) enum Scalar<'t> {
    Text(Cow<'t, str>),
    /// The JSON of a number, a boolean or null.
    Literal(Cow<'t, str>),
    /// A number that JSON does not have.
    NoNumber(Cow<'t, str>),
}

impl<'t> Scalar<'t> {
    /// The scalar of this text and tag.
    ///
    /// # Errors
    ///
    /// The scalar without the tag, if the tag is of another schema or another type.
    pub(super) fn read(text: Cow<'t, str>, style: ScalarStyle, tag: Option<&Tag>) -> Result<Scalar<'t>, Scalar<'t>> {
        let untagged = |text| if style == ScalarStyle::Plain { plain(text) } else { Scalar::Text(text) };
        let Some(tag) = tag else { return Ok(untagged(text)) };
        match tag.core_suffix() {
            Some("str") => Ok(Scalar::Text(text)),
            None if is_non_specific(tag) => Ok(Scalar::Text(text)),
            kind => {
                let scalar = plain(text.clone());
                if kind.is_some_and(|kind| scalar.is(kind)) { Ok(scalar) } else { Err(untagged(text)) }
            }
        }
    }

    /// Whether it is of the type of this tag of the core schema.
    fn is(&self, kind: &str) -> bool {
        match (self, kind) {
            (Scalar::Literal(json), "null") => json == "null",
            (Scalar::Literal(json), "bool") => json == "true" || json == "false",
            (Scalar::Literal(json), "int") => json.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit()),
            (Scalar::Literal(json), "float") => json.starts_with(|first: char| first == '-' || first.is_ascii_digit()),
            (Scalar::NoNumber(_), "int" | "float") => true,
            _ => false,
        }
    }
}

/// The tag `!`, which makes any scalar a string.
fn is_non_specific(tag: &Tag) -> bool {
    tag.handle().is_empty() && tag.suffix() == "!"
}

fn plain(text: Cow<'_, str>) -> Scalar<'_> {
    match &*text {
        "" | "~" | "null" | "Null" | "NULL" => Scalar::Literal("null".into()),
        "true" | "True" | "TRUE" => Scalar::Literal("true".into()),
        "false" | "False" | "FALSE" => Scalar::Literal("false".into()),
        ".nan" | ".NaN" | ".NAN" => Scalar::NoNumber(text),
        other => match number(other) {
            Some(Scalar::Literal(json)) if json == text => Scalar::Literal(text),
            Some(number) => number,
            None => Scalar::Text(text),
        },
    }
}

/// The number that a text is, with all of its digits; `None` for other text.
fn number(text: &str) -> Option<Scalar<'static>> {
    let none = || Scalar::NoNumber(text.to_owned().into());
    if let Some((digits, radix)) = prefixed(text) {
        let is_number = !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(radix));
        let decimal = || u128::from_str_radix(digits, radix).map(|number| number.to_string());
        return is_number.then(|| decimal().map_or_else(|_| none(), |json| Scalar::Literal(json.into())));
    }
    let (sign, size) = match text.strip_prefix('-') {
        Some(size) => ("-", size),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    if matches!(size, ".inf" | ".Inf" | ".INF") {
        return Some(none());
    }
    let (mantissa, exponent) = size.find(['e', 'E']).map_or((size, ""), |at| size.split_at(at));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let power = exponent.get(1..).unwrap_or_default();
    let power = power.strip_prefix(['-', '+']).unwrap_or(power);
    if whole.len() + fraction.len() == 0 || ![whole, fraction, power].into_iter().all(are_digits) {
        return None;
    }
    if !exponent.is_empty() && power.is_empty() {
        return None;
    }
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    let point = if fraction.is_empty() { "" } else { "." };
    Some(Scalar::Literal([sign, whole, point, fraction, exponent].concat().into()))
}

/// The digits of a hexadecimal or octal number, and their base.
fn prefixed(text: &str) -> Option<(&str, u32)> {
    let hexadecimal = text.strip_prefix("0x").map(|digits| (digits, 16));
    hexadecimal.or_else(|| text.strip_prefix("0o").map(|digits| (digits, 8)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(text: &str) -> Option<String> {
        match plain(text.into()) {
            Scalar::Literal(json) => Some(json.into_owned()),
            Scalar::Text(_) | Scalar::NoNumber(_) => None,
        }
    }

    #[test]
    fn numbers_keep_their_digits() {
        for (yaml, said) in [
            ("12", "12"),
            ("+12", "12"),
            ("-0", "-0"),
            ("007", "7"),
            ("00", "0"),
            (".5", "0.5"),
            ("5.", "5"),
            ("-.5e3", "-0.5e3"),
            ("1.E+3", "1E+3"),
            ("1e400", "1e400"),
            ("12345678901234567890123.4567890123456789", "12345678901234567890123.4567890123456789"),
            ("0x1F", "31"),
            ("0o17", "15"),
        ] {
            assert_eq!(json(yaml).as_deref(), Some(said), "{yaml}");
        }
    }

    #[test]
    fn other_texts_are_no_literals() {
        let texts = [
            "yes", "on", "1_000", "1e", "e1", ".", "-", "+", "--1", "+-1", "0x", "0xg", "0x-1", "0x+1", "1.2.3", "1:30",
        ];
        for text in texts {
            assert_eq!(plain(text.into()), Scalar::Text(text.into()), "{text}");
        }
        for text in [".inf", "-.INF", "+.Inf", ".nan", "0xffffffffffffffffffffffffffffffff0"] {
            assert_eq!(plain(text.into()), Scalar::NoNumber(text.into()), "{text}");
        }
    }

    #[test]
    fn a_tag_decides_where_the_scalar_is_of_its_type() {
        let tagged = |text: &'static str, tag| {
            Scalar::read(text.into(), ScalarStyle::DoubleQuoted, Some(&Tag::new("tag:yaml.org,2002:", tag)))
        };
        let (text, literal) =
            (|text: &'static str| Scalar::Text(text.into()), |json: &'static str| Scalar::Literal(json.into()));
        assert_eq!(tagged("5", "str"), Ok(text("5")));
        assert_eq!(tagged("5", "int"), Ok(literal("5")));
        assert_eq!(tagged("5", "float"), Ok(literal("5")));
        assert_eq!(tagged("~", "null"), Ok(literal("null")));
        for (given, tag) in [("5.5", "int"), ("yes", "bool"), ("5", "timestamp")] {
            assert_eq!(tagged(given, tag), Err(text(given)), "{tag}");
        }
    }
}
