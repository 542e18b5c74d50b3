//! Baselines: files of known findings, which `check --format baseline` writes and `check --baseline` reads.

use std::{
    collections::BTreeSet,
    io::{self, Write},
    path::{self, Component, Path, PathBuf},
};

use lapidary::{Issue, internal::DECLARATIONS};
use serde::{Deserialize, Serialize};

use crate::{
    findings::{Checked, is_limit},
    input,
    terminal::output,
};

const VERSION: u32 = 1;

/// The known findings.
#[derive(Default, Deserialize)]
#[serde(expecting = "an object with `version` and `findings`")]
pub(crate) struct Baseline {
    version: u32,
    findings: BTreeSet<Finding>,
}

/// The identity of a finding, independent of its message.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Finding {
    /// The name of the document; of a file below the folder of the settings, else below the current one, the path from
    /// there.
    source: String,
    /// The name of the tool; empty for the document itself.
    tool: String,
    code: String,
    /// A `JSONPath`, as of [`place`].
    path: String,
}

impl Baseline {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// An issue, if it cannot be read, or is not a baseline of this version.
    pub(crate) fn read(file: &Path, folder: &Path) -> Result<Baseline, Box<Issue>> {
        let wrong = |why: String| {
            let help = "`lapidary check --format baseline` writes one";
            Box::new(Issue::document("unreadable-baseline", format!("not a baseline: {why}"), help))
        };
        let mut baseline: Baseline =
            serde_json::from_str(&input::plain_text(file)?).map_err(|error| wrong(error.to_string()))?;
        if baseline.version != VERSION {
            return Err(wrong(format!("its version must be {VERSION}")));
        }
        // Written by hand, a path may have another form.
        let plain = |known: &Finding| source(&folder.join(&known.source).to_string_lossy(), true, folder);
        let paths = baseline.findings.iter().map(|known| Finding { source: plain(known), ..known.clone() });
        baseline.findings.extend(paths.collect::<Vec<_>>());
        Ok(baseline)
    }

    /// Whether a finding is known. That a limit was met never is: what lies beyond it was not read.
    pub(crate) fn has(&self, source: &str, tool: &str, issue: &Issue) -> bool {
        let at = |path: &str| self.findings.contains(&Finding::of(source, tool, issue, path));
        // Baselines used to have paths from the document where they now have them from the tool.
        !is_limit(issue) && (at(&place(tool, issue)) || at(&issue.path))
    }
}

impl Finding {
    fn of(source: &str, tool: &str, issue: &Issue, path: &str) -> Finding {
        let [source, tool, code, path] = [source, tool, issue.code.as_str(), path].map(str::to_owned);
        Finding { source, tool, code, path }
    }
}

/// The members of documents that lead to their tools, besides [`DECLARATIONS`].
const TO_TOOLS: [&str; 2] = ["result", "tools"];

/// The path to a finding: in its tool's schema from there; else from the tool, as other tools may be added before it, or
/// from the document where the tool has no name by which to recognize it.
fn place(tool: &str, issue: &Issue) -> String {
    let (mut to_tool, mut path) = (String::new(), "$".to_owned());
    for step in issue.pointer.split('/').skip(1) {
        if !step.is_empty() && step.bytes().all(|byte| byte.is_ascii_digit()) {
            path.extend(["[", step, "]"]);
            to_tool.clone_from(&path);
        } else if TO_TOOLS.contains(&step) || DECLARATIONS.contains(&step) {
            path.extend([".", step]);
        } else {
            break;
        }
    }
    match issue.path.strip_prefix(&to_tool) {
        Some(within) if !tool.is_empty() && !to_tool.is_empty() => format!("${within}"),
        _ => issue.path.clone(),
    }
}

/// The name of a document in baselines: of a file its path from the folder, else from the current one, however it was
/// given.
pub(crate) fn source(name: &str, is_file: bool, folder: &Path) -> String {
    let path = plain(Path::new(name));
    let below = [folder, &plain(Path::new("."))].into_iter().find_map(|folder| path.strip_prefix(folder).ok());
    match below.filter(|_| is_file) {
        Some(below) => below.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/"),
        None => name.to_owned(),
    }
}

/// The absolute path without `.` and `..`.
pub(crate) fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path::absolute(path).unwrap_or_default().components() {
        if part == Component::ParentDir {
            plain.pop();
        } else {
            plain.push(part);
        }
    }
    plain
}

/// Writes the findings of all documents that could be read, including those that do not count, one per line; files by
/// their path from a folder.
pub(crate) fn write<'c>(
    documents: impl Iterator<Item = &'c Checked>,
    folder: &Path,
    out: &mut impl Write,
) -> io::Result<()> {
    let found = |of: &'c Checked| {
        let source = source(&of.name, of.is_file, folder);
        let excused = of.excused.iter().map(|excused| (&*excused.tool, &excused.issue));
        let listed = of.findings().chain(excused).filter(|(_, issue)| !is_limit(issue));
        listed.map(|(tool, issue)| Finding::of(&source, tool, issue, &place(tool, issue))).collect::<Vec<_>>()
    };
    let findings: BTreeSet<Finding> = documents.filter(|of| !of.is_unread()).flat_map(found).collect();
    write!(out, "{{\"version\":{VERSION},\"findings\":[")?;
    for (at, finding) in findings.iter().enumerate() {
        out.write_all(if at == 0 { b"\n" } else { b",\n" })?;
        out.write_all(output::json_line(finding)?.as_bytes())?;
    }
    out.write_all(b"\n]}\n")
}
