//! Objects that models send empty.

use serde::Serialize;

use super::Places;
use crate::{json::JsonId, lower};

/// An object that takes properties of any name, of which the output names none: models send it empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Emptied {
    /// The property, as names joined by dots (`filter.tags`).
    pub subject: String,
    /// Where it is in the tool's transformed schema: JSON Pointers.
    pub outputs: Vec<String>,
}

impl Emptied {
    /// Those of a tool with this schema, which are sorted by their source: one for each source.
    pub(crate) fn all(places: &Places<'_>, schema: Option<JsonId>, noted: &[lower::Emptied]) -> Vec<Emptied> {
        let emptied = |same: &[lower::Emptied]| Emptied {
            subject: places.subject(schema, same[0].source),
            outputs: same.iter().map(|one| one.output.clone()).collect(),
        };
        lower::Emptied::by_source(noted).map(emptied).collect()
    }
}
