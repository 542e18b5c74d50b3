//! The findings that are known, each with its reason. The list may only shrink: what is new fails, and so does what
//! occurs no more.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::{Result as Written, Write},
    path::{Path, PathBuf},
};

use crate::{answer::Run, finding::Finding};

/// The reason of what has none yet.
const UNEXPLAINED: &str = "not explained yet";
/// Between the names of runs.
const AND: &str = "; ";

/// A finding's key, and a run in which it occurs.
type Place = (String, String);

/// The list in a file: by reason and key, the runs.
pub struct Known {
    file: PathBuf,
    reasons: BTreeMap<String, BTreeMap<String, BTreeSet<String>>>,
}

/// How findings differ from those that are known.
pub struct Difference {
    new: BTreeSet<Place>,
    gone: BTreeSet<Place>,
}

impl Known {
    /// Reads a list; the error says what is wrong with it.
    pub fn read(file: &Path) -> Result<Known, String> {
        let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let written: BTreeMap<String, BTreeMap<String, String>> =
            serde_json::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))?;
        let runs = |names: String| names.split(AND).map(str::to_owned).collect();
        let rows = |rows: BTreeMap<String, String>| rows.into_iter().map(|(key, names)| (key, runs(names))).collect();
        let reasons = written.into_iter().map(|(reason, held)| (reason, rows(held))).collect();
        Ok(Known { file: file.to_owned(), reasons })
    }

    /// Compares the findings of some runs with what is known of these runs.
    pub fn compare(&self, runs: &[Run], findings: &[Finding]) -> Difference {
        let looked_at: BTreeSet<String> = runs.iter().map(|run| run.name()).collect();
        let found: BTreeSet<Place> = findings.iter().map(place).collect();
        let rows = self.reasons.values().flatten();
        let known = rows.flat_map(|(key, runs)| runs.intersection(&looked_at).map(|run| (key.clone(), run.clone())));
        let known: BTreeSet<Place> = known.collect();
        Difference { new: &found - &known, gone: &known - &found }
    }

    /// Takes out what is gone, adds what is new, and writes the list.
    pub fn update(mut self, difference: &Difference) -> Result<(), String> {
        for (key, runs) in self.reasons.values_mut().flatten() {
            runs.retain(|run| !difference.gone.contains(&(key.clone(), run.clone())));
        }
        for (key, run) in &difference.new {
            let rows = self.reasons.values_mut().find(|rows| rows.contains_key(key));
            let known = rows.and_then(|rows| rows.get_mut(key));
            match known {
                Some(runs) => runs,
                None => self.reasons.entry(UNEXPLAINED.to_owned()).or_default().entry(key.clone()).or_default(),
            }
            .insert(run.clone());
        }
        for rows in self.reasons.values_mut() {
            rows.retain(|_, runs| !runs.is_empty());
        }
        self.reasons.retain(|_, rows| !rows.is_empty());
        fs::write(&self.file, self.text()?).map_err(|error| format!("{}: {error}", self.file.display()))
    }

    fn text(&self) -> Result<String, String> {
        let mut written: BTreeMap<&str, BTreeMap<&str, String>> = BTreeMap::new();
        for (reason, rows) in &self.reasons {
            let runs = |runs: &BTreeSet<String>| runs.iter().cloned().collect::<Vec<_>>().join(AND);
            written.insert(reason, rows.iter().map(|(key, held)| (key.as_str(), runs(held))).collect());
        }
        serde_json::to_string_pretty(&written).map(|text| text + "\n").map_err(|error| error.to_string())
    }
}

impl Difference {
    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        self.new.is_empty() && self.gone.is_empty()
    }

    /// Whether a finding is not known.
    pub fn is_new(&self, finding: &Finding) -> bool {
        self.new.contains(&place(finding))
    }

    /// Prints what is known and was not found, and the counts.
    pub fn print(&self, out: &mut impl Write) -> Written<()> {
        for (key, run) in &self.gone {
            writeln!(out, "no longer found, take it off the list (--update does): {run}: {key}")?;
        }
        writeln!(out, "\n{} findings that are not known; {} known ones are gone", self.new.len(), self.gone.len())
    }
}

fn place(finding: &Finding) -> Place {
    (finding.key(), finding.run.name())
}
