//! The members of a JSON object, each as its text.

use std::{borrow::Cow, fmt};

use serde::{
    Deserialize,
    de::{Deserializer, MapAccess, Visitor},
};
use serde_json::value::RawValue;

/// The members of an object, in order; of duplicates, the last one counts.
#[derive(Clone, Debug)]
pub struct Members<'a>(Vec<Member<'a>>);

/// A member of an object, as slices of the text.
#[derive(Clone, Debug)]
pub struct Member<'a> {
    /// Its name, decoded.
    pub name: Cow<'a, str>,
    /// Its name as JSON text, quotes included.
    pub key: &'a RawValue,
    /// Its value.
    pub value: &'a RawValue,
}

impl<'a> Members<'a> {
    /// Reads the members of an object from JSON text.
    ///
    /// # Errors
    ///
    /// If it is not JSON or not an object.
    pub fn of(text: &'a [u8]) -> serde_json::Result<Members<'a>> {
        serde_json::from_slice(text)
    }

    /// The member of this name.
    #[must_use]
    pub fn member(&self, name: &str) -> Option<&Member<'a>> {
        self.0.iter().rev().find(|member| member.name == name)
    }

    /// The value of a member.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&'a RawValue> {
        self.member(name).map(|member| member.value)
    }

    /// All members.
    pub fn iter(&self) -> impl Iterator<Item = &Member<'a>> {
        self.0.iter()
    }

    /// The first of these names that parsers may read differently: it is duplicate, or a member has a variant of it
    /// that a case-insensitive parser takes for it.
    #[must_use]
    pub fn ambiguous(&self, names: &[&'static str]) -> Option<&'static str> {
        ambiguous(names, || self.0.iter().map(|member| &*member.name))
    }

    /// The value of a member, read as a type; `None` if it is absent or of another type.
    #[must_use]
    pub fn read<T: Deserialize<'a>>(&self, name: &str) -> Option<T> {
        serde_json::from_str(self.get(name)?.get()).ok()
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;

        impl<'de> Visitor<'de> for Object {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
                let mut members = Vec::new();
                while let Some((key, value)) = map.next_entry::<&RawValue, &RawValue>()? {
                    members.push(Member { name: decoded(key), key, value });
                }
                Ok(Members(members))
            }
        }

        deserializer.deserialize_map(Object)
    }
}

/// The first of these names that parsers may read differently among those `given`, as in [`Members::ambiguous`].
pub(crate) fn ambiguous<'n, G: Iterator<Item = &'n str>>(
    names: &[&'static str],
    given: impl Fn() -> G,
) -> Option<&'static str> {
    let is_ambiguous = |name: &&str| {
        let mut alike = given().filter(|given| equals_ignoring_case(given, name));
        alike.next().is_some_and(|first| first != *name || alike.next().is_some())
    };
    names.iter().copied().find(is_ambiguous)
}

/// A member's name. One that is not valid Unicode, such as a lone surrogate, is no known one, and stays as JSON text.
pub(crate) fn decoded(key: &RawValue) -> Cow<'_, str> {
    serde_json::from_str(key.get()).map_or(Cow::Borrowed(key.get()), |Name(name)| name)
}

/// Whether a name equals an ASCII name without regard to case, by which `\u{17f}` is an `s` and `\u{212a}` a `k`.
fn equals_ignoring_case(name: &str, ascii: &str) -> bool {
    let folded = |name: char| name.to_uppercase().flat_map(char::to_lowercase);
    name.len() <= 3 * ascii.len() && name.chars().flat_map(folded).eq(ascii.chars().flat_map(folded))
}

/// Text, borrowed where it holds no escape.
#[derive(Deserialize)]
pub(crate) struct Name<'a>(#[serde(borrow)] pub(crate) Cow<'a, str>);
