//! Reports as JSON.

use std::{io, time::SystemTime};

use lapidary::{Issue, Report};
use serde::Serialize;

use super::printer::{PrintOptions, Printer};
use crate::{
    findings::{Checked, Excuse, Excused},
    terminal::output::{self, Named},
};

/// A report, and the findings that do not count.
#[derive(Serialize)]
struct Full {
    #[serde(flatten)]
    report: Report,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    excused: Vec<NotCounted>,
}

#[derive(Serialize)]
struct NotCounted {
    tool: String,
    /// `known` by the baseline, or `allowed`.
    excuse: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    issue: Issue,
}

/// Prints one report, or a list if there are several documents.
pub(super) struct Json {
    look: PrintOptions,
    reports: Vec<Named<Full>>,
}

impl Json {
    pub(super) fn new(look: PrintOptions) -> Json {
        Json { look, reports: Vec::new() }
    }
}

impl Printer for Json {
    fn document(&mut self, checked: Checked) -> io::Result<()> {
        self.reports.push(named(checked));
        Ok(())
    }

    fn end(&mut self, _better: Option<&str>) -> io::Result<()> {
        output::named(&self.reports, self.look.is_one, self.look.indent)
    }
}

/// Prints one report per line.
pub(super) struct Lines;

impl Printer for Lines {
    fn document(&mut self, checked: Checked) -> io::Result<()> {
        output::json(&named(checked), None)
    }
}

fn named(checked: Checked) -> Named<Full> {
    let Checked { name, mut report, excused, .. } = checked;
    report.summary.timestamp = Some(humantime::format_rfc3339_seconds(SystemTime::now()).to_string());
    let excused = excused.into_iter().map(|Excused { tool, issue, excuse }| {
        let (excuse, reason) = match excuse {
            Excuse::Known => ("known", None),
            Excuse::Allowed(reason) => ("allowed", Some(reason)),
        };
        NotCounted { tool, excuse, reason, issue }
    });
    Named { file: name, content: Full { report, excused: excused.collect() } }
}
