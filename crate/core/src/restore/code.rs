//! Codes: how arguments are restored and encoded, as plain data.

use serde::Serialize;
use serde_json::value::RawValue;

use crate::{order::Map, schema::Kinds};

/// How a wire value, as the model sends it, is restored to the original, as the server takes it. A wire `null` is
/// always restored to `null`; parts without a code are the same on both sides.
///
/// As JSON: the name of a variant without fields (`"json"`), or an object with one member, named after the variant in
/// camel case (`{"array":"integer"}`); empty fields are omitted.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Code {
    /// An object whose members are encoded, renamed, omitted or added.
    Object(Box<ObjectCode>),
    /// An array whose elements are encoded.
    Array(Box<Code>),
    /// One of several branches: the first whose guard the wire value satisfies, those with a `member` code before all
    /// others.
    Union(Vec<BranchCode>),
    /// `[{"key": k, "value": v}]` for the object `{k: v}`.
    Entries {
        /// The values' code.
        #[serde(skip_serializing_if = "Option::is_none")]
        value: Option<Box<Code>>,
    },
    /// A string with the JSON text of the value.
    #[default]
    Json,
    /// Like `json`, but `null` is encoded as JSON text too, since the wire value may not be null.
    Text,
    /// Scalars unchanged; `{"json": text}` for the object or array with that JSON text.
    Any,
    /// A string for each of a list of values: the original values by these strings.
    Values(
        #[cfg_attr(feature = "schemars", schemars(with = "serde_json::Map<String, serde_json::Value>"))]
        Map<String, Box<RawValue>>,
    ),
    /// A whole number, which the model may write with a fraction of zero: `5.0` for `5`.
    Integer,
    /// An object with one member, for that member's value.
    Member {
        /// The member's name.
        name: String,
        /// Its value's code.
        #[serde(skip_serializing_if = "Option::is_none")]
        value: Option<Box<Code>>,
    },
    /// An object with a member for each position of an array, for that array.
    Tuple(Box<TupleCode>),
    /// A code of the codec's `definitions`, for recursive schemas.
    Definition(String),
}

/// The positions of an array.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct TupleCode {
    /// The names of the positions' members in order; trailing members may be absent.
    pub members: Vec<String>,
    /// The members' codes.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub codes: Map<String, Code>,
}

/// The members of an object that differ between the two sides. Names are wire names unless stated otherwise.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ObjectCode {
    /// The codes of members.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub properties: Map<String, Code>,
    /// Original names by wire name, where they differ.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub names: Map<String, String>,
    /// Members that may be absent but not null in the original: a wire null stands for an absent member.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub optional: Vec<String>,
    /// Members that are always on the wire: encoding writes null for one that is absent.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub filled: Vec<String>,
    /// Members that are whole numbers: short for an `integer` code each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub integers: Vec<String>,
    /// Required members with one possible value, by original name: added where they are absent.
    #[serde(skip_serializing_if = "Map::is_empty")]
    #[cfg_attr(feature = "schemars", schemars(with = "serde_json::Map<String, serde_json::Value>"))]
    pub constants: Map<String, Box<RawValue>>,
    /// Where there is `rest` or `others`: the declared members that are the same on both sides. With `rest`, encoding
    /// turns members that this code does not name into entries.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub plain: Vec<String>,
    /// The code of all members that no other field names.
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
    /// The member with the entries.
    pub member: String,
    /// The values' code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Box<Code>>,
}

/// A branch of a union.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct BranchCode {
    /// The condition under which a wire value matches this branch.
    pub when: Guard,
    /// The code of its values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<Code>,
}

/// Decides whether a value matches a branch: by its kind, then constant members, then required members, and when
/// encoding by what else is known of originals.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Guard {
    /// `string`, `number`, `integer` (a number without a fraction), `boolean`, `array`, `object`; `null` for originals
    /// only.
    #[cfg_attr(feature = "schemars", schemars(with = "String", extend("enum" = ["string", "number", "integer", "boolean", "array", "object", "null"])))]
    pub kind: Kinds,
    /// The strings allowed for a member (or, under the empty name, for the value itself).
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub constants: Map<String, Vec<String>>,
    /// The strings allowed for a member that is present; null counts as absent.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub listed: Map<String, Vec<String>>,
    /// Members that must be present.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub required: Vec<String>,
    /// Those of them that may be null; null also counts as present for what the branch's code lists as optional. Of any
    /// other, null counts as absent, unless no branch matches that way.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nullable: Vec<String>,
    /// Guards, one of which each item of an original must satisfy; for JSON text, the original itself. Used only when
    /// encoding.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<Guard>,
    /// Guards, one of which a member of an original must satisfy if it is present. Used only when encoding.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub properties: Map<String, Vec<Guard>>,
    /// Guards, one of which any other member of an original must satisfy; if empty, no other is declared. Used only
    /// when encoding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub others: Option<Vec<Guard>>,
    /// Whether an original may have no member that is not declared. Used only when encoding.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schemars", schemars(default))]
    pub closed: bool,
    /// The minimum of an original: of a number, or of a length or count of items or members. Used only when encoding.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemars", schemars(with = "Option<f64>"))]
    pub least: Option<Box<RawValue>>,
    /// The maximum, likewise. Used only when encoding.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemars", schemars(with = "Option<f64>"))]
    pub most: Option<Box<RawValue>>,
    /// Whether the branch requires more than the guard states, such as a pattern or a condition. Used only when
    /// encoding.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schemars", schemars(default))]
    pub partial: bool,
}
