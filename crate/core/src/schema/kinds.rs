//! The seven type names, and the value of `type`.

use serde::{Serialize, Serializer};

use crate::json::{JsonId, Kind, Tape};

/// A set of JSON Schema types. `integer` and `number` are separate bits; [`Kinds::NUMBER`] alone
/// stands for numbers of both sorts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kinds(u8);

impl Kinds {
    /// No type: nothing is valid.
    pub const NONE: Kinds = Kinds(0);
    /// `null`
    pub const NULL: Kinds = Kinds(1);
    /// `boolean`
    pub const BOOLEAN: Kinds = Kinds(2);
    /// `integer`
    pub const INTEGER: Kinds = Kinds(4);
    /// `number` (which includes integers)
    pub const NUMBER: Kinds = Kinds(8);
    /// `string`
    pub const STRING: Kinds = Kinds(16);
    /// `array`
    pub const ARRAY: Kinds = Kinds(32);
    /// `object`
    pub const OBJECT: Kinds = Kinds(64);
    /// `integer` and `number`
    pub(crate) const NUMBERS: Kinds = Kinds(12);
    /// Every type.
    pub const ALL: Kinds = Kinds(127);

    /// Every type but `array` and `object`.
    pub const SCALARS: Kinds = Kinds(31);

    /// Every type but `null`.
    pub const ALL_BUT_NULL: Kinds = Kinds(126);

    /// The single types in the order in which they are written.
    pub const EACH: [Kinds; 7] =
        [Self::STRING, Self::NUMBER, Self::INTEGER, Self::BOOLEAN, Self::ARRAY, Self::OBJECT, Self::NULL];

    const NAMES: [(&'static str, &'static str, Kinds); 7] = [
        ("null", "NULL", Kinds::NULL),
        ("boolean", "BOOLEAN", Kinds::BOOLEAN),
        ("integer", "INTEGER", Kinds::INTEGER),
        ("number", "NUMBER", Kinds::NUMBER),
        ("string", "STRING", Kinds::STRING),
        ("array", "ARRAY", Kinds::ARRAY),
        ("object", "OBJECT", Kinds::OBJECT),
    ];

    /// Whether the sets share a type.
    #[must_use]
    pub fn meets(self, other: Kinds) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether `other` is a subset of this set.
    #[must_use]
    pub fn has(self, other: Kinds) -> bool {
        self.0 & other.0 == other.0
    }

    /// The union of both sets.
    #[must_use]
    pub const fn with(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }

    /// This set without `other`.
    #[must_use]
    pub fn without(self, other: Kinds) -> Kinds {
        Kinds(self.0 & !other.0)
    }

    /// The types that both sets allow; `integer` and `number` have `integer` in common.
    #[must_use]
    pub fn intersect(self, other: Kinds) -> Kinds {
        let both = Kinds(self.0 & other.0);
        let integer_in_number = (self.has(Self::NUMBER) && other.has(Self::INTEGER))
            || (self.has(Self::INTEGER) && other.has(Self::NUMBER));
        if integer_in_number && !both.has(Self::NUMBER) { both.with(Self::INTEGER) } else { both }
    }

    /// Whether the set allows values of a single type; `number` includes integers.
    #[must_use]
    pub fn admits(self, kind: Kinds) -> bool {
        self.has(kind) || (kind == Self::INTEGER && self.has(Self::NUMBER))
    }

    /// The set without `integer` if it has `number`, which includes it.
    #[must_use]
    pub fn folded(self) -> Kinds {
        if self.has(Self::NUMBER) { self.without(Self::INTEGER) } else { self }
    }

    /// How many types the set names.
    #[must_use]
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The types of the set, in the order of [`Kinds::EACH`].
    pub fn iter(self) -> impl Iterator<Item = Kinds> {
        Self::EACH.iter().copied().filter(move |kind| self.has(*kind))
    }

    /// The name of a single type, in lower or upper case.
    #[must_use]
    pub fn name(self, case: TypeCase) -> &'static str {
        Self::NAMES
            .iter()
            .find(|(_, _, kinds)| *kinds == self)
            .map_or("", |(lower, upper, _)| if case == TypeCase::Upper { upper } else { lower })
    }

    /// The name of a single type as JSON: `"STRING"`; empty for several.
    #[must_use]
    pub fn quoted(self, case: TypeCase) -> &'static str {
        const QUOTED: [(&str, &str); 7] = [
            ("\"null\"", "\"NULL\""),
            ("\"boolean\"", "\"BOOLEAN\""),
            ("\"integer\"", "\"INTEGER\""),
            ("\"number\"", "\"NUMBER\""),
            ("\"string\"", "\"STRING\""),
            ("\"array\"", "\"ARRAY\""),
            ("\"object\"", "\"OBJECT\""),
        ];
        let names = Self::NAMES.iter().zip(QUOTED).find(|((.., kinds), _)| *kinds == self);
        names.map_or("", |(_, (lower, upper))| if case == TypeCase::Upper { upper } else { lower })
    }

    /// The type of a JSON value; numbers without a fraction are integers.
    #[must_use]
    pub fn of(tape: &Tape<'_>, id: JsonId) -> Kinds {
        match tape.kind(id) {
            Kind::Null => Self::NULL,
            Kind::True | Kind::False => Self::BOOLEAN,
            Kind::String => Self::STRING,
            Kind::Array => Self::ARRAY,
            Kind::Object => Self::OBJECT,
            Kind::Number => {
                let whole = crate::json::Decimal::parse(tape.slice(id)).is_some_and(|number| number.is_integer());
                if whole { Self::INTEGER } else { Self::NUMBER }
            }
        }
    }

    fn parse(name: &str) -> Option<(Kinds, TypeCase)> {
        Self::NAMES.iter().find_map(|(lower, upper, kinds)| {
            if name == *lower {
                Some((*kinds, TypeCase::Lower))
            } else if name == *upper {
                Some((*kinds, TypeCase::Upper))
            } else {
                name.eq_ignore_ascii_case(lower).then_some((*kinds, TypeCase::Mixed))
            }
        })
    }
}

/// A single type, by its name.
impl Serialize for Kinds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name(TypeCase::Lower))
    }
}

/// How type names are spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeCase {
    /// `string`, as JSON Schema has it.
    Lower,
    /// `STRING`, as Gemini's enum has it.
    Upper,
    /// Any other, or different spellings in one list.
    Mixed,
}

/// The value of `type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Types {
    /// The types named.
    pub kinds: Kinds,
    /// Whether they are given as a list.
    pub list: bool,
    /// Whether a name is none of the seven.
    pub unknown: bool,
    /// The spelling.
    pub case: TypeCase,
}

impl Types {
    /// Reads a string or a list of strings; `None` for other JSON.
    pub(crate) fn read(tape: &Tape<'_>, value: JsonId) -> Option<Types> {
        if tape.kind(value) == Kind::String {
            return Some(Self::of_names(tape, std::iter::once(value), false));
        }
        let all_strings = tape.elements(value).all(|item| tape.kind(item) == Kind::String);
        let names_some = tape.elements(value).next().is_some();
        (tape.kind(value) == Kind::Array && all_strings && names_some)
            .then(|| Self::of_names(tape, tape.elements(value), true))
    }

    fn of_names(tape: &Tape<'_>, names: impl Iterator<Item = JsonId>, list: bool) -> Types {
        let mut types = Types { kinds: Kinds::NONE, list, unknown: false, case: TypeCase::Lower };
        for (at, name) in names.enumerate() {
            let read = tape.string(name).and_then(|name| Kinds::parse(&name));
            let Some((kinds, case)) = read else {
                types.unknown = true;
                continue;
            };
            types.kinds = types.kinds.with(kinds);
            types.case = if at == 0 || types.case == case { case } else { TypeCase::Mixed };
        }
        types
    }
}
