//! Numbers in quotes, as protobuf's JSON writes 64-bit integers and reads every number: `"minItems": "1"`.

use serde_json::value::RawValue;

use super::{Keyword, ValueShape};

impl Keyword {
    /// Whether the value is a number.
    fn is_numeric(self) -> bool {
        let numeric = |shape| {
            matches!(
                shape,
                ValueShape::Number | ValueShape::Positive | ValueShape::NumberOrFlag | ValueShape::Count
            )
        };
        self.info().is_some_and(|info| numeric(info.shape))
    }

    /// What a value says, given its JSON text: of a number in quotes the number, of anything else the same text.
    pub(crate) fn without_quotes(self, text: &str) -> &str {
        let number = text.strip_prefix('"').filter(|_| self.is_numeric()).and_then(|text| text.strip_suffix('"'));
        number.filter(|text| is_number(text)).unwrap_or(text)
    }
}

/// Whether a text is a number of JSON.
fn is_number(text: &str) -> bool {
    let starts = text.starts_with(|first: char| first == '-' || first.is_ascii_digit());
    starts && text.ends_with(|last: char| last.is_ascii_digit()) && RawValue::from_string(text.to_owned()).is_ok()
}
