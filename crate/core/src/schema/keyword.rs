//! The one table of keywords: name, spelling in Google's proto, shape of the value, the types it constrains.

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
    /// A number, or a boolean that makes the inclusive bound exclusive (draft 4).
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

/// Where the value of a keyword contains schemas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    /// The value is a schema, or a list of schemas.
    Schema,
    /// The elements of the list are schemas.
    List,
    /// The members of the object are schemas, whatever their names.
    Members,
    /// Nowhere: it is data.
    Nothing,
}

/// A row of the table of keywords.
#[derive(Clone, Copy, Debug)]
pub struct KeywordInfo {
    /// The keyword.
    pub keyword: Keyword,
    /// Its name.
    pub name: &'static str,
    /// Its name in Google's proto, where that differs and the server reads it too.
    pub proto_name: Option<&'static str>,
    /// The JSON that its value must be.
    pub shape: ValueShape,
    /// The types of values that it constrains.
    pub applies: Kinds,
}

macro_rules! keywords {
    ($($variant:ident $name:literal $(= $proto:literal)? $shape:ident $applies:ident;)*) => {
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
            },)*
        ];
    };
    (@proto $proto:literal) => { Some($proto) };
    (@proto) => { None };
}

keywords! {
    Type "type" Types ALL;
    Format "format" Text ALL;
    Title "title" Text ALL;
    Description "description" Text ALL;
    Nullable "nullable" Flag ALL;
    Enum "enum" List ALL;
    Const "const" Data ALL;
    Default "default" Data ALL;
    Example "example" Data ALL;
    Examples "examples" List ALL;
    Properties "properties" SchemaMap OBJECT;
    Required "required" Names OBJECT;
    PropertyOrdering "propertyOrdering" = "property_ordering" Names OBJECT;
    AdditionalProperties "additionalProperties" Schema OBJECT;
    PatternProperties "patternProperties" SchemaMap OBJECT;
    PropertyNames "propertyNames" Schema OBJECT;
    UnevaluatedProperties "unevaluatedProperties" Schema OBJECT;
    MinProperties "minProperties" = "min_properties" Count OBJECT;
    MaxProperties "maxProperties" = "max_properties" Count OBJECT;
    DependentRequired "dependentRequired" NamesMap OBJECT;
    DependentSchemas "dependentSchemas" SchemaMap OBJECT;
    Dependencies "dependencies" SchemaOrNamesMap OBJECT;
    Items "items" SchemaOrList ARRAY;
    PrefixItems "prefixItems" Schemas ARRAY;
    AdditionalItems "additionalItems" Schema ARRAY;
    UnevaluatedItems "unevaluatedItems" Schema ARRAY;
    Contains "contains" Schema ARRAY;
    MinContains "minContains" Count ARRAY;
    MaxContains "maxContains" Count ARRAY;
    MinItems "minItems" = "min_items" Count ARRAY;
    MaxItems "maxItems" = "max_items" Count ARRAY;
    UniqueItems "uniqueItems" Flag ARRAY;
    Minimum "minimum" Number NUMBER;
    Maximum "maximum" Number NUMBER;
    ExclusiveMinimum "exclusiveMinimum" NumberOrFlag NUMBER;
    ExclusiveMaximum "exclusiveMaximum" NumberOrFlag NUMBER;
    MultipleOf "multipleOf" Positive NUMBER;
    MinLength "minLength" = "min_length" Count STRING;
    MaxLength "maxLength" = "max_length" Count STRING;
    Pattern "pattern" Text STRING;
    ContentMediaType "contentMediaType" Text STRING;
    ContentEncoding "contentEncoding" Text STRING;
    ContentSchema "contentSchema" Schema STRING;
    AnyOf "anyOf" = "any_of" Schemas ALL;
    OneOf "oneOf" Schemas ALL;
    AllOf "allOf" Schemas ALL;
    Not "not" Schema ALL;
    If "if" Schema ALL;
    Then "then" Schema ALL;
    Else "else" Schema ALL;
    Ref "$ref" = "ref" Text ALL;
    Defs "$defs" = "defs" SchemaMap ALL;
    Definitions "definitions" SchemaMap ALL;
    SchemaUri "$schema" Text ALL;
    Id "$id" Text ALL;
    IdDraft4 "id" Text ALL;
    Anchor "$anchor" Text ALL;
    DynamicRef "$dynamicRef" Text ALL;
    DynamicAnchor "$dynamicAnchor" Text ALL;
    RecursiveRef "$recursiveRef" Text ALL;
    RecursiveAnchor "$recursiveAnchor" Flag ALL;
    Vocabulary "$vocabulary" Data ALL;
    Comment "$comment" Text ALL;
    ReadOnly "readOnly" Flag ALL;
    WriteOnly "writeOnly" Flag ALL;
    Deprecated "deprecated" Flag ALL;
    Discriminator "discriminator" Data ALL;
    ExternalDocs "externalDocs" Data ALL;
    Xml "xml" Data ALL;
}

/// A hash table of the keywords by their names, JSON Schema's and the proto's, with linear probing.
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

/// A hash of what distinguishes the keywords' names: the length, the second byte and the fifth from the end.
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

/// The keywords that refer to another schema. Where a schema has several, the first of them counts.
pub(crate) const REFERENCES: [Keyword; 3] = [Keyword::Ref, Keyword::DynamicRef, Keyword::RecursiveRef];

/// The keywords of an object whose members are definitions, of today's draft and of older ones.
pub(crate) const DEFINITIONS: [Keyword; 2] = [Keyword::Defs, Keyword::Definitions];

/// The keywords that concern what no other keyword describes, also behind references.
pub(crate) const UNEVALUATED: [Keyword; 2] = [Keyword::UnevaluatedProperties, Keyword::UnevaluatedItems];

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

    /// Whether it refers to another schema.
    pub(crate) fn is_reference(self) -> bool {
        REFERENCES.contains(&self)
    }

    /// Where its value contains schemas.
    pub(crate) fn holds(self) -> Holds {
        match self.info().map(|info| info.shape) {
            Some(ValueShape::Schema | ValueShape::SchemaOrList) => Holds::Schema,
            Some(ValueShape::Schemas) => Holds::List,
            Some(ValueShape::SchemaMap | ValueShape::SchemaOrNamesMap) => Holds::Members,
            _ => Holds::Nothing,
        }
    }

    /// Whether it may have an object as its value, with schemas or data in it.
    pub(crate) fn holds_an_object(self) -> bool {
        let shape = self.info().map(|info| info.shape);
        let is_data = matches!(shape, Some(ValueShape::Data | ValueShape::List | ValueShape::NamesMap));
        is_data || self.holds() != Holds::Nothing
    }

    /// Whether it applies to values of every type, as unknown keywords may; `format` does not.
    #[must_use]
    pub fn is_about_any_type(self) -> bool {
        self.info().is_none_or(|info| info.applies == Kinds::ALL && self != Keyword::Format)
    }

    /// Whether it may apply to values of one of these types. Unknown keywords may, and so may `format`, whose types
    /// depend on its value.
    #[must_use]
    pub fn applies_to(self, kinds: Kinds) -> bool {
        let numbers = |kinds: Kinds| if kinds.has(Kinds::NUMBER) { kinds.with(Kinds::INTEGER) } else { kinds };
        self.info().is_none_or(|info| numbers(info.applies).meets(numbers(kinds)))
    }

    /// Whether it is an annotation or unknown, and so constrains no value.
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
                | Keyword::ExternalDocs
                | Keyword::Xml
                | Keyword::Unknown
        )
    }

    /// Its name, not the proto's; empty for [`Keyword::Unknown`].
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
