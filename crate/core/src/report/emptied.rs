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
    /// One for each source in the schema of a tool; `noted` is sorted by source.
    pub(crate) fn all(places: &Places<'_>, schema: Option<JsonId>, noted: &[lower::Emptied]) -> Vec<Emptied> {
        let emptied = |same: &[lower::Emptied]| {
            let subject = places.subject(schema, same.first()?.source);
            Some(Emptied { subject, outputs: same.iter().map(|one| one.output.clone()).collect() })
        };
        lower::Emptied::by_source(noted).filter_map(emptied).collect()
    }
}
