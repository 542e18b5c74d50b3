//! Baselines: files of known findings, which `check --format baseline` writes and `check --baseline` reads.

use std::{
    collections::BTreeSet,
    env, fs,
    io::{self, Write},
    path::Path,
};

use lapidary::Issue;
use serde::{Deserialize, Serialize};

use crate::findings::Checked;

const VERSION: u32 = 1;

/// The known findings.
#[derive(Default, Deserialize)]
pub(crate) struct Baseline {
    version: u32,
    findings: BTreeSet<Finding>,
}

/// The identity of a finding, independent of its message.
#[derive(PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Finding {
    /// The name of the document; of a file in the current folder, the path from there.
    source: String,
    /// The name of the tool; empty for the document itself.
    tool: String,
    code: String,
    /// A `JSONPath` into the tool's schema.
    path: String,
}

impl Baseline {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is not a baseline of this version.
    pub(crate) fn read(file: &Path) -> Result<Baseline, String> {
        let text = fs::read_to_string(file).map_err(|error| error.to_string())?;
        let Baseline { version, findings } = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        if version != VERSION {
            return Err(format!("its version must be {VERSION}"));
        }
        let relative = |finding: Finding| Finding { source: relative(&finding.source), ..finding };
        Ok(Baseline { version, findings: findings.into_iter().map(relative).collect() })
    }

    pub(crate) fn has(&self, source: &str, tool: &str, issue: &Issue) -> bool {
        self.findings.contains(&Finding::of(source, tool, issue))
    }
}

impl Finding {
    fn of(source: &str, tool: &str, issue: &Issue) -> Finding {
        let [tool, code, path] = [tool, issue.code.as_str(), &issue.path].map(str::to_owned);
        Finding { source: relative(source), tool, code, path }
    }
}

/// The name of a document in the current folder, relative to it and without `./`; other names are unchanged.
fn relative(name: &str) -> String {
    let path = Path::new(name);
    let folder = if path.is_absolute() { env::current_dir().unwrap_or_default() } else { ".".into() };
    let below = path.strip_prefix(folder);
    below.map_or_else(|_| name.to_owned(), |below| below.display().to_string())
}

/// Writes the findings of all documents that could be read, including those that do not count, one per line.
pub(crate) fn write<'c>(documents: impl Iterator<Item = &'c Checked>, out: &mut impl Write) -> io::Result<()> {
    let found = |of: &'c Checked| {
        let excused = of.excused.iter().map(|excused| (&*excused.tool, &excused.issue));
        of.findings().chain(excused).map(|(tool, issue)| Finding::of(&of.name, tool, issue)).collect::<Vec<_>>()
    };
    let findings: BTreeSet<Finding> = documents.filter(|of| !of.is_unread()).flat_map(found).collect();
    write!(out, "{{\"version\":{VERSION},\"findings\":[")?;
    for (at, finding) in findings.iter().enumerate() {
        out.write_all(if at == 0 { b"\n" } else { b",\n" })?;
        serde_json::to_writer(&mut *out, finding)?;
    }
    out.write_all(b"\n]}\n")
}
