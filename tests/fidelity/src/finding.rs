//! What the suites find, and the findings that are known.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::{Result as Written, Write},
    path::Path,
};

use crate::answer::Run;

/// What can go wrong with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The engine panics.
    Panic,
    /// The oracle refuses the declaration.
    Refused,
    /// The declaration is no schema.
    Unreadable,
    /// Valid arguments can no longer be sent, and no edit says so.
    UntoldLoss,
    /// A tool with arguments leaves without any, and no edit says so.
    ArgumentsGone,
    /// Invalid arguments can be sent, and no edit there says so.
    UntoldGain,
    /// Arguments do not come back as they went.
    Changed,
    /// Put through the same target again, the declaration changes.
    SecondRun,
    /// The declaration is larger than its budget.
    Budget,
}

impl Kind {
    /// Every kind, in the order of columns.
    pub const ALL: [Kind; 9] = [
        Kind::Panic,
        Kind::Refused,
        Kind::Unreadable,
        Kind::UntoldLoss,
        Kind::ArgumentsGone,
        Kind::UntoldGain,
        Kind::Changed,
        Kind::SecondRun,
        Kind::Budget,
    ];

    /// As it is named in tables, keys and on command lines.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Panic => "panic",
            Kind::Refused => "refused",
            Kind::Unreadable => "unreadable",
            Kind::UntoldLoss => "untold-loss",
            Kind::ArgumentsGone => "gone",
            Kind::UntoldGain => "untold-gain",
            Kind::Changed => "changed",
            Kind::SecondRun => "second-run",
            Kind::Budget => "budget",
        }
    }

    /// The kind of a name.
    pub fn named(name: &str) -> Result<Kind, String> {
        let known = || Kind::ALL.map(Kind::name).join(", ");
        Kind::ALL
            .into_iter()
            .find(|kind| kind.name() == name)
            .ok_or_else(|| format!("no finding is called {name}: {}", known()))
    }
}

/// One thing that went wrong.
#[derive(Clone)]
pub struct Finding {
    /// What went wrong.
    pub kind: Kind,
    /// Where it left for.
    pub run: Run,
    /// What it was found with: stays the same as long as the case does.
    pub case: String,
    /// The tool, as text.
    pub tool: String,
    /// The declaration, as text.
    pub declaration: String,
    /// What shows it.
    pub detail: String,
}

impl Finding {
    /// What it is known by.
    pub fn key(&self) -> String {
        format!("{}: {}: {}", self.run.name(), self.kind.name(), self.case)
    }
}

/// Prints how often each kind was found, a row a run.
pub fn table(out: &mut impl Write, runs: &[Run], findings: &[Finding]) -> Written<()> {
    write!(out, "{:<32}", "target, mode")?;
    Kind::ALL.iter().try_for_each(|kind| write!(out, " {:>11}", kind.name()))?;
    writeln!(out)?;
    for run in runs {
        write!(out, "{:<32}", run.name())?;
        for kind in Kind::ALL {
            let found = findings.iter().filter(|finding| finding.kind == kind && finding.run.name() == run.name());
            write!(out, " {:>11}", found.count())?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Prints findings, those with the smallest tools first; one that several runs share is printed once.
pub fn list(out: &mut impl Write, findings: &[&Finding], most: usize) -> Written<()> {
    let mut alike: BTreeMap<_, Vec<&Finding>> = BTreeMap::new();
    for finding in findings {
        let tool = unversioned(&finding.tool);
        alike.entry((tool.len(), tool, finding.kind)).or_default().push(finding);
    }
    for ((_, tool, kind), found) in alike.iter().take(most) {
        let runs: BTreeSet<String> = found.iter().map(|finding| finding.run.name()).collect();
        let first = found[0];
        writeln!(out, "\n{}  {}", kind.name(), first.case)?;
        writeln!(out, "  for       {}", runs.into_iter().collect::<Vec<_>>().join("; "))?;
        writeln!(out, "  tool      {}", brief(tool))?;
        writeln!(out, "  left as   {}", brief(&first.declaration))?;
        writeln!(out, "  because   {}", brief(&first.detail))?;
    }
    if alike.len() > most {
        writeln!(out, "\n… and {} more", alike.len() - most)?;
    }
    Ok(())
}

/// A tool without the draft that it names first: the same in several drafts is the same.
fn unversioned(tool: &str) -> String {
    let (before, after) = tool.split_once(r#""$schema":""#).unwrap_or((tool, ""));
    let rest = after.split_once('"').map_or("", |(_, rest)| rest);
    format!("{before}{}", rest.strip_prefix(',').unwrap_or(rest))
}

fn brief(text: &str) -> String {
    const SHOWN: usize = 1_200;
    let cut = text.chars().take(SHOWN).collect::<String>();
    if cut.len() < text.len() { format!("{cut}… ({} bytes)", text.len()) } else { cut }
}

/// The reason of what has none yet.
const UNEXPLAINED: &str = "not explained yet";

/// Findings that are known, by their reason. The list may only shrink: what is new fails, and so does what
/// occurs no more.
pub struct Known(BTreeMap<String, BTreeSet<String>>);

/// How findings differ from those that are known.
pub struct Difference {
    /// Found, not known.
    pub new: BTreeSet<String>,
    /// Known, not found.
    pub gone: BTreeSet<String>,
}

impl Known {
    /// Reads a list; the error says what is wrong with it.
    pub fn read(file: &Path) -> Result<Known, String> {
        let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
        serde_json::from_str(&text).map(Known).map_err(|error| format!("{}: {error}", file.display()))
    }

    /// Compares the findings of some runs with what is known of these runs.
    pub fn compare(&self, runs: &[Run], findings: &[Finding]) -> Difference {
        let found: BTreeSet<String> = findings.iter().map(Finding::key).collect();
        let starts: Vec<String> = runs.iter().map(|run| format!("{}: ", run.name())).collect();
        let is_run = |key: &&String| starts.iter().any(|start| key.starts_with(start.as_str()));
        let known: BTreeSet<String> = self.0.values().flatten().filter(is_run).cloned().collect();
        Difference { new: &found - &known, gone: &known - &found }
    }

    /// Takes out what is gone, and adds what is new.
    pub fn update(&mut self, difference: Difference, file: &Path) -> Result<(), String> {
        for keys in self.0.values_mut() {
            keys.retain(|key| !difference.gone.contains(key));
        }
        if !difference.new.is_empty() {
            self.0.entry(UNEXPLAINED.to_owned()).or_default().extend(difference.new);
        }
        self.0.retain(|_, keys| !keys.is_empty());
        let text = serde_json::to_string_pretty(&self.0).map_err(|error| error.to_string())?;
        fs::write(file, text + "\n").map_err(|error| format!("{}: {error}", file.display()))
    }
}
