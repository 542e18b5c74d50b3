//! The counts as JSON, for the documentation.

use std::{fs, path::Path};

use lapidary_fidelity::finding::{Finding, Kind};
use serde_json::{Map, Value, json};

/// Tools, checks of a run, runs, and how often each kind was found.
pub(crate) fn write(file: &Path, [tools, checks, runs]: [usize; 3], findings: &[Finding]) -> Result<(), String> {
    let count = |kind: Kind| findings.iter().filter(|finding| finding.kind == kind).count();
    let found: Map<String, Value> =
        Kind::ALL.iter().map(|kind| (kind.name().to_owned(), count(*kind).into())).collect();
    let figures = json!({ "tools": tools, "checks": checks, "runs": runs, "found": found });
    fs::write(file, format!("{figures:#}\n")).map_err(|error| format!("{}: {error}", file.display()))
}
