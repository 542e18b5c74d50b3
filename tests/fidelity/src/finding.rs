//! The findings of the suites.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{Result as Written, Write},
};

use serde::{Deserialize, Serialize};

use crate::answer::Run;

/// The kinds of faults in an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Kind {
    /// The engine panics.
    Panic,
    /// It does not end in time, or within its memory, or ends the program.
    NoAnswer,
    /// The same input gives two answers.
    Unstable,
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
    pub const ALL: [Kind; 11] = [
        Kind::Panic,
        Kind::NoAnswer,
        Kind::Unstable,
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
            Kind::NoAnswer => "no-answer",
            Kind::Unstable => "unstable",
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

/// A fault.
#[derive(Clone)]
pub struct Finding {
    /// The kind of fault.
    pub kind: Kind,
    /// The target and mode.
    pub run: Run,
    /// The case, in a form that stays the same as long as the case does.
    pub case: String,
    /// The tool, as text.
    pub tool: String,
    /// The declaration, as text.
    pub declaration: String,
    /// The evidence.
    pub detail: String,
}

impl Finding {
    /// The key in the list of known findings, the same for every target.
    pub fn key(&self) -> String {
        format!("{}: {}", self.kind.name(), self.case)
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
    for ((_, _, kind), found) in alike.iter().take(most) {
        let runs: BTreeSet<String> = found.iter().map(|finding| finding.run.name()).collect();
        let first = found[0];
        writeln!(out, "\n{}  {}", kind.name(), first.case)?;
        writeln!(out, "  for       {}", runs.into_iter().collect::<Vec<_>>().join("; "))?;
        writeln!(out, "  tool      {}", brief(&first.tool))?;
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
