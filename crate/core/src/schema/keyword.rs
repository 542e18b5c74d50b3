//! The one table of keywords: name, shape of the value, the types it constrains, where it comes from.

use super::kinds::Kinds;

/// The JSON that a keyword's value must be; anything else is malformed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueShape {
    /// A schema (an object or a boolean).
    Schema,
    /// A list of schemas.
    Schemas,
    /// An object of schemas.
    SchemaMap,
    /// A schema, or a list of schemas (drafts before 2020-12).
    SchemaOrList,
    /// An object of schemas or lists of names (drafts up to 7).
    SchemaOrNamesMap,
    /// A type name or a list of them.
    Types,
    /// A string.
    Text,
    /// A list of strings.
    Names,
    /// An object of lists of strings.
    NamesMap,
    /// A number.
    Number,
    /// A number above zero.
    Positive,
    /// A number, or a boolean beside the plain bound (draft 4).
    NumberOrFlag,
    /// A whole number of zero or more.
    Count,
    /// A boolean.
    Flag,
    /// A list of any values.
    List,
    /// Any JSON; data, never a schema.
    Data,
}

/// Which schemas the value of a keyword holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    /// It is one, or a list of them.
    Schema,
    /// The elements of a list are.
    List,
    /// The members of an object are, whatever their names.
    Members,
    /// None: it is data.
    Nothing,
}

/// Where a keyword was first defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Draft {
    /// JSON Schema draft 4 or before.
    Draft4,
    /// JSON Schema draft 6.
    Draft6,
    /// JSON Schema draft 7.
    Draft7,
    /// JSON Schema 2019-09.
    Draft2019,
    /// JSON Schema 2020-12.
    Draft2020,
    /// `OpenAPI` 3.0's schema object.
    OpenApi,
    /// Google's `Schema` message.
    Gemini,
}

/// What the table says of a keyword.
#[derive(Clone, Copy, Debug)]
pub struct KeywordInfo {
    /// The keyword.
    pub keyword: Keyword,
    /// As it is written.
    pub name: &'static str,
    /// As Google's proto spells it, where that differs and the server reads it too.
    pub proto_name: Option<&'static str>,
    /// The JSON that its value must be.
    pub shape: ValueShape,
    /// The types of values that it constrains.
    pub applies: Kinds,
    /// Who defined it.
    pub since: Draft,
}

macro_rules! keywords {
    ($($variant:ident $name:literal $(= $proto:literal)? $shape:ident $applies:ident $since:ident;)*) => {
        /// A keyword of the table, or [`Keyword::Unknown`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Keyword {
            $(#[doc = concat!("`", $name, "`")] $variant,)*
            /// A name that no draft defines.
            Unknown,
        }

        /// Every keyword of every draft, of OpenAPI 3.0 and of Gemini. Sources: the JSON Schema
        /// core and validation specifications (draft 4 to 2020-12), the OpenAPI Specification 3.0.3
        /// "Schema Object", and google-ai-generativelanguage 0.12.1 `content.Schema`.
        pub const KEYWORDS: &[KeywordInfo] = &[
            $(KeywordInfo {
                keyword: Keyword::$variant,
                name: $name,
                proto_name: keywords!(@proto $($proto)?),
                shape: ValueShape::$shape,
                applies: Kinds::$applies,
                since: Draft::$since,
            },)*
        ];
    };
    (@proto $proto:literal) => { Some($proto) };
    (@proto) => { None };
}

keywords! {
    Type "type" Types ALL Draft4;
    Format "format" Text ALL Draft4;
    Title "title" Text ALL Draft4;
    Description "description" Text ALL Draft4;
    Nullable "nullable" Flag ALL OpenApi;
    Enum "enum" List ALL Draft4;
    Const "const" Data ALL Draft6;
    Default "default" Data ALL Draft4;
    Example "example" Data ALL OpenApi;
    Examples "examples" List ALL Draft6;
    Properties "properties" SchemaMap OBJECT Draft4;
    Required "required" Names OBJECT Draft4;
    PropertyOrdering "propertyOrdering" = "property_ordering" Names OBJECT Gemini;
    AdditionalProperties "additionalProperties" Schema OBJECT Draft4;
    PatternProperties "patternProperties" SchemaMap OBJECT Draft4;
    PropertyNames "propertyNames" Schema OBJECT Draft6;
    UnevaluatedProperties "unevaluatedProperties" Schema OBJECT Draft2019;
    MinProperties "minProperties" = "min_properties" Count OBJECT Draft4;
    MaxProperties "maxProperties" = "max_properties" Count OBJECT Draft4;
    DependentRequired "dependentRequired" NamesMap OBJECT Draft2019;
    DependentSchemas "dependentSchemas" SchemaMap OBJECT Draft2019;
    Dependencies "dependencies" SchemaOrNamesMap OBJECT Draft4;
    Items "items" SchemaOrList ARRAY Draft4;
    PrefixItems "prefixItems" Schemas ARRAY Draft2020;
    AdditionalItems "additionalItems" Schema ARRAY Draft4;
    UnevaluatedItems "unevaluatedItems" Schema ARRAY Draft2019;
    Contains "contains" Schema ARRAY Draft6;
    MinContains "minContains" Count ARRAY Draft2019;
    MaxContains "maxContains" Count ARRAY Draft2019;
    MinItems "minItems" = "min_items" Count ARRAY Draft4;
    MaxItems "maxItems" = "max_items" Count ARRAY Draft4;
    UniqueItems "uniqueItems" Flag ARRAY Draft4;
    Minimum "minimum" Number NUMBER Draft4;
    Maximum "maximum" Number NUMBER Draft4;
    ExclusiveMinimum "exclusiveMinimum" NumberOrFlag NUMBER Draft4;
    ExclusiveMaximum "exclusiveMaximum" NumberOrFlag NUMBER Draft4;
    MultipleOf "multipleOf" Positive NUMBER Draft4;
    MinLength "minLength" = "min_length" Count STRING Draft4;
    MaxLength "maxLength" = "max_length" Count STRING Draft4;
    Pattern "pattern" Text STRING Draft4;
    ContentMediaType "contentMediaType" Text STRING Draft7;
    ContentEncoding "contentEncoding" Text STRING Draft7;
    ContentSchema "contentSchema" Schema STRING Draft2019;
    AnyOf "anyOf" = "any_of" Schemas ALL Draft4;
    OneOf "oneOf" Schemas ALL Draft4;
    AllOf "allOf" Schemas ALL Draft4;
    Not "not" Schema ALL Draft4;
    If "if" Schema ALL Draft7;
    Then "then" Schema ALL Draft7;
    Else "else" Schema ALL Draft7;
    Ref "$ref" = "ref" Text ALL Draft4;
    Defs "$defs" = "defs" SchemaMap ALL Draft2019;
    Definitions "definitions" SchemaMap ALL Draft4;
    SchemaUri "$schema" Text ALL Draft4;
    Id "$id" Text ALL Draft6;
    IdDraft4 "id" Text ALL Draft4;
    Anchor "$anchor" Text ALL Draft2019;
    DynamicRef "$dynamicRef" Text ALL Draft2020;
    DynamicAnchor "$dynamicAnchor" Text ALL Draft2020;
    RecursiveRef "$recursiveRef" Text ALL Draft2019;
    RecursiveAnchor "$recursiveAnchor" Flag ALL Draft2019;
    Vocabulary "$vocabulary" Data ALL Draft2019;
    Comment "$comment" Text ALL Draft7;
    ReadOnly "readOnly" Flag ALL Draft7;
    WriteOnly "writeOnly" Flag ALL Draft7;
    Deprecated "deprecated" Flag ALL Draft2019;
    Discriminator "discriminator" Data ALL OpenApi;
}

/// The keywords by their names, JSON Schema's and the proto's: each in the slot of its name, or the next that was free.
static SLOTS: [Keyword; 256] = {
    let mut slots = [Keyword::Unknown; 256];
    let mut at = 0;
    while at < KEYWORDS.len() {
        let KeywordInfo { keyword, name, proto_name, .. } = KEYWORDS[at];
        slots[free_slot(&slots, name)] = keyword;
        if let Some(name) = proto_name {
            slots[free_slot(&slots, name)] = keyword;
        }
        at += 1;
    }
    slots
};

const fn free_slot(slots: &[Keyword; 256], name: &str) -> usize {
    let mut at = slot(name);
    while !matches!(slots[at], Keyword::Unknown) {
        at = (at + 1) % 256;
    }
    at
}

/// From what tells the keywords' names apart: the length, the second letter, the fifth from the end.
const fn slot(name: &str) -> usize {
    let (name, length) = (name.as_bytes(), name.len());
    if length < 2 {
        return 0;
    }
    (length * 6 + name[1] as usize * 5 + name[length.saturating_sub(5)] as usize * 60) % 256
}

fn seek(name: &str, is_meant: impl Fn(&KeywordInfo) -> bool) -> Keyword {
    let mut at = slot(name);
    while let Some(info) = SLOTS[at].info() {
        if is_meant(info) {
            return info.keyword;
        }
        at = (at + 1) % 256;
    }
    Keyword::Unknown
}

impl Keyword {
    /// The keyword of that name, as JSON Schema spells it.
    #[must_use]
    pub fn from_name(name: &str) -> Keyword {
        seek(name, |info| info.name == name)
    }

    /// The keyword of that name, also as Google's proto spells it.
    #[must_use]
    pub fn from_proto_name(name: &str) -> Keyword {
        seek(name, |info| info.name == name || info.proto_name == Some(name))
    }

    /// The table's row; `None` for [`Keyword::Unknown`].
    #[must_use]
    pub fn info(self) -> Option<&'static KeywordInfo> {
        KEYWORDS.get(self as usize)
    }

    /// Which schemas its value holds.
    pub(crate) fn holds(self) -> Holds {
        match self.info().map(|info| info.shape) {
            Some(ValueShape::Schema | ValueShape::SchemaOrList) => Holds::Schema,
            Some(ValueShape::Schemas) => Holds::List,
            Some(ValueShape::SchemaMap | ValueShape::SchemaOrNamesMap) => Holds::Members,
            _ => Holds::Nothing,
        }
    }

    /// Whether it says something of values of every type, or is not known to be about some types only.
    #[must_use]
    pub fn is_about_any_type(self) -> bool {
        self.info().is_none_or(|info| info.applies == Kinds::ALL && self != Keyword::Format)
    }

    /// Whether it says something of values of some of these types; what is unknown may. Formats name their types
    /// themselves.
    #[must_use]
    pub fn concerns(self, kinds: Kinds) -> bool {
        let numbers = |kinds: Kinds| if kinds.has(Kinds::NUMBER) { kinds.with(Kinds::INTEGER) } else { kinds };
        self.info().is_none_or(|info| numbers(info.applies).meets(numbers(kinds)))
    }

    /// Whether it is about the schema, or for readers, and constrains no value.
    #[must_use]
    pub fn is_annotation(self) -> bool {
        matches!(
            self,
            Keyword::Title
                | Keyword::Description
                | Keyword::Default
                | Keyword::Example
                | Keyword::Examples
                | Keyword::PropertyOrdering
                | Keyword::Comment
                | Keyword::ReadOnly
                | Keyword::WriteOnly
                | Keyword::Deprecated
                | Keyword::Discriminator
                | Keyword::Unknown
        )
    }

    /// As JSON Schema spells it; empty for [`Keyword::Unknown`].
    #[must_use]
    pub fn name(self) -> &'static str {
        self.info().map_or("", |info| info.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_fits_its_bitset_and_is_indexed_by_keyword() {
        assert!((Keyword::Unknown as u32) < 2 * u64::BITS);
        for (at, info) in KEYWORDS.iter().enumerate() {
            assert_eq!(info.keyword as usize, at);
            assert_eq!(Keyword::from_name(info.name), info.keyword);
            assert_eq!(Keyword::from_proto_name(info.proto_name.unwrap_or(info.name)), info.keyword);
        }
    }
}
