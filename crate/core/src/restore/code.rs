//! What has to be undone in a call's arguments, as plain data.

use serde::Serialize;
use serde_json::value::RawValue;

use crate::{order::Map, schema::Kinds};

/// How one wire value becomes the original's: what the model sends on the left, what the server takes
/// on the right. A wire `null` is always `null`; parts without a code are the same on both sides.
///
/// As JSON: the name of a variant without fields (`"json"`), or an object of one member, which is
/// the variant's name in camel case (`{"array":"integer"}`); empty fields are left out.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Code {
    /// An object, some of whose members are coded.
    Object(Box<ObjectCode>),
    /// An array whose elements are.
    Array(Box<Code>),
    /// One of several: the first branch whose guard the wire value fits, one with `member` before all others.
    Union(Vec<BranchCode>),
    /// `[{"key": k, "value": v}]` for the object `{k: v}`.
    Entries {
        /// The values' code.
        #[serde(skip_serializing_if = "Option::is_none")]
        value: Option<Box<Code>>,
    },
    /// JSON text for the value it spells.
    #[default]
    Json,
    /// The same where null is a text, too, as the wire value may not be null.
    Text,
    /// Scalars as they are; `{"json": text}` for the object or array that the text spells.
    Any,
    /// A string for a listed value: original values by the string that stands for each.
    Values(
        #[cfg_attr(feature = "schemars", schemars(with = "serde_json::Map<String, serde_json::Value>"))]
        Map<String, Box<RawValue>>,
    ),
    /// A whole number, which the model may write with a fraction of zero: `5.0` for `5`.
    Integer,
    /// An object of one member for that member's value.
    Member {
        /// The member's name.
        name: String,
        /// Its value's code.
        #[serde(skip_serializing_if = "Option::is_none")]
        value: Option<Box<Code>>,
    },
    /// An object with a member a position, for the array of their values.
    Tuple(Box<TupleCode>),
    /// A code of the codec's `definitions`, for recursive schemas.
    Definition(String),
}

/// The positions of an array.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct TupleCode {
    /// The positions' members in order; trailing ones may be absent.
    pub members: Vec<String>,
    /// Their codes; that of `rest` is an array's.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub codes: Map<String, Code>,
    /// The member whose array holds what follows the last position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rest: Option<String>,
}

/// An object's members that are not the same on both sides. Names are the wire's unless said otherwise.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ObjectCode {
    /// Members with a code of their own.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub properties: Map<String, Code>,
    /// Original names by wire name, where they differ.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub names: Map<String, String>,
    /// Members that may be absent but not null in the original: null stands for absent.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub optional: Vec<String>,
    /// Members that are always on the wire: encoding writes null for one that is absent.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub filled: Vec<String>,
    /// Members that are whole numbers: short for an `integer` code each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub integers: Vec<String>,
    /// Required members of one possible value, by original name: filled in where they are absent.
    #[serde(skip_serializing_if = "Map::is_empty")]
    #[cfg_attr(feature = "schemars", schemars(with = "serde_json::Map<String, serde_json::Value>"))]
    pub constants: Map<String, Box<RawValue>>,
    /// Where `rest` is: the declared members that are the same on both sides. Encoding puts what is named
    /// nowhere here among the entries.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub plain: Vec<String>,
    /// The code of the members that the code does not name otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub others: Option<Box<Code>>,
    /// The member whose entries are further members of the object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rest: Option<RestCode>,
}

/// `{…, "additional_properties": [{"key": k, "value": v}]}` for the object `{…, k: v}`.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct RestCode {
    /// The member that holds the entries.
    pub member: String,
    /// The values' code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Box<Code>>,
}

/// A branch of a union.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct BranchCode {
    /// Which wire values are of this branch.
    pub when: Guard,
    /// Their code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<Code>,
}

/// Decides from the wire value alone: its kind, then constant members, then required names.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Guard {
    /// `string`, `number`, `integer` (a number without a fraction), `boolean`, `array`, `object`; `null` of originals alone.
    #[cfg_attr(feature = "schemars", schemars(with = "String", extend("enum" = ["string", "number", "integer", "boolean", "array", "object", "null"])))]
    pub kind: Kinds,
    /// The strings that a member (or, by the empty name, the value itself) may be.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub constants: Map<String, Vec<String>>,
    /// The strings that a member may be where it is there; null counts as absent.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub listed: Map<String, Vec<String>>,
    /// Members that must be there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub required: Vec<String>,
    /// What each item of an original must be one of; for JSON text, what it holds. Encoding alone looks so far into a value.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<Guard>,
    /// What a member of an original must be one of where it is there. Encoding alone looks so far into a value.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub properties: Map<String, Vec<Guard>>,
    /// What any other member of an original must be one of; none may be there where it is empty. Encoding alone looks at it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub others: Option<Vec<Guard>>,
    /// The least number that an original is, or its least length or count of items or members. Encoding alone looks at it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemars", schemars(with = "Option<f64>"))]
    pub least: Option<Box<RawValue>>,
    /// The most that it is. Encoding alone looks at it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemars", schemars(with = "Option<f64>"))]
    pub most: Option<Box<RawValue>>,
    /// Whether the branch asks for more than is said here: a pattern, a condition. Encoding alone looks at it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schemars", schemars(default))]
    pub partial: bool,
}
