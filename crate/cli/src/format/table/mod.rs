//! One table of all tools, the most harmed first, with the verdict on each for every target, and a line for each rule.

mod grid;
mod markdown;
mod text;

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use lapidary::{Issue, Severity, TARGETS};
use serde::Serialize;

use super::printer::{PrintOptions, Printer};
use crate::{
    findings::Checked,
    frame::Frames,
    output,
    survey::{Measured, Outcome, Tokens},
};

/// The forms of the table.
#[derive(Clone, Copy)]
pub(crate) enum TableFormat {
    Text,
    Json,
    Markdown,
}

impl TableFormat {
    pub(crate) fn printer(self, look: PrintOptions) -> Box<dyn Printer> {
        let survey = Survey { target: look.target, ..Survey::default() };
        Box::new(Table { form: self, look, survey, rules: BTreeMap::new(), documents: 0 })
    }
}

/// Collects a line for each tool and each rule, and prints them at the end.
struct Table {
    form: TableFormat,
    look: PrintOptions,
    survey: Survey,
    rules: BTreeMap<&'static str, RuleLine>,
    documents: usize,
}

/// All that the table says, in the form of JSON.
#[derive(Default, Serialize)]
struct Survey {
    /// The target that was checked.
    target: &'static str,
    tools: Vec<Row>,
    targets: Vec<TargetLine>,
    rules: Vec<RuleLine>,
    /// The issues of documents as a whole.
    issues: Vec<OfDocument>,
    /// How many findings do not count.
    excused: usize,
    /// The option that suits the tools better, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    better: Option<String>,
}

/// A tool.
#[derive(Serialize)]
struct Row {
    file: String,
    name: String,
    #[serde(flatten)]
    measured: Measured,
    targets: Vec<OfTarget>,
}

/// A tool for a target.
#[derive(Serialize)]
struct OfTarget {
    target: &'static str,
    #[serde(flatten)]
    measured: Measured,
}

/// How many tools come to what for a target, and their tokens.
#[derive(Serialize)]
struct TargetLine {
    target: &'static str,
    works_as_it_is: usize,
    works_after_changes: usize,
    loses_something: usize,
    rejected: usize,
    tokens: Tokens,
}

/// What a rule found, with the gravest severity of it.
#[derive(Serialize)]
struct RuleLine {
    code: &'static str,
    title: &'static str,
    severity: Severity,
    tools: usize,
    findings: usize,
}

#[derive(Serialize)]
struct OfDocument {
    file: String,
    #[serde(flatten)]
    issue: Issue,
}

impl Printer for Table {
    fn document(&mut self, checked: Checked) -> io::Result<()> {
        self.documents += 1;
        for tool in &checked.report.tools {
            self.count(&tool.issues);
        }
        let Checked { name, text, report, survey, excused, .. } = checked;
        self.survey.excused += excused.len();
        if let (TableFormat::Text, false) = (self.form, report.issues.is_empty()) {
            let frames = Frames::new(&name, text.as_deref(), false).draw(&report.issues);
            output::people().write_all(frames.as_bytes())?;
        }
        let mut targets = survey.targets.into_iter().map(Vec::into_iter).collect::<Vec<_>>();
        for (tool, measured) in report.tools.into_iter().zip(survey.checked) {
            let of = |(target, tools): (&&'static lapidary::Target, &mut std::vec::IntoIter<Measured>)| {
                // The target that is checked may be a derived one.
                let is_checked = target.id == self.look.target;
                let measured = tools.next().map(|other| if is_checked { measured.clone() } else { other })?;
                Some(OfTarget { target: target.id, measured: Measured { loss: None, ..measured } })
            };
            let targets = TARGETS.iter().zip(&mut targets).filter_map(of).collect();
            self.survey.tools.push(Row { file: name.clone(), name: tool.name, measured, targets });
        }
        let issues = report.issues.into_iter().map(|issue| OfDocument { file: name.clone(), issue });
        self.survey.issues.extend(issues);
        Ok(())
    }

    fn end(&mut self, better: Option<&str>) -> io::Result<()> {
        let survey = &mut self.survey;
        survey.tools.sort_by(|one, other| other.measured.harm().cmp(&one.measured.harm()));
        survey.targets =
            TARGETS.iter().enumerate().map(|(at, target)| TargetLine::of(target.id, at, &survey.tools)).collect();
        survey.rules = std::mem::take(&mut self.rules).into_values().collect();
        survey.rules.sort_by_key(|rule| std::cmp::Reverse((rule.severity, rule.tools, rule.findings)));
        survey.better = better.map(str::to_owned);
        match self.form {
            TableFormat::Text => output::people().write_all(text::page(survey, self.documents > 1).as_bytes()),
            TableFormat::Json => output::json(survey, self.look.indent),
            TableFormat::Markdown => {
                let mut out = output::data();
                out.write_all(markdown::page(survey, self.documents > 1).as_bytes())?;
                out.flush()
            }
        }
    }
}

impl Table {
    /// Counts the findings of a tool by rule.
    fn count(&mut self, issues: &[Issue]) {
        let mut here = std::collections::BTreeSet::new();
        for issue in issues {
            let code = issue.code.as_str();
            let new = RuleLine { code, title: issue.pattern, severity: issue.severity, tools: 0, findings: 0 };
            let rule = self.rules.entry(code).or_insert(new);
            rule.tools += usize::from(here.insert(code));
            rule.findings += 1 + issue.unlisted;
            rule.severity = rule.severity.max(issue.severity);
        }
    }
}

impl TargetLine {
    fn of(target: &'static str, at: usize, rows: &[Row]) -> TargetLine {
        let measured = || rows.iter().filter_map(|row| row.targets.get(at)).map(|other| &other.measured);
        let count = |outcome| measured().filter(|tool| tool.outcome == outcome).count();
        TargetLine {
            target,
            works_as_it_is: count(Outcome::WorksAsItIs),
            works_after_changes: count(Outcome::WorksAfterChanges),
            loses_something: count(Outcome::LosesSomething),
            rejected: count(Outcome::Rejected),
            tokens: Tokens::sum(measured().map(|tool| tool.tokens)),
        }
    }

    /// The numbers of tools, in the order of [`Outcome::ALL`].
    fn counts(&self) -> [usize; 4] {
        [self.rejected, self.loses_something, self.works_after_changes, self.works_as_it_is]
    }
}

impl Survey {
    /// "4 tools for gemini: 1 rejected, 3 work as they are; about 120 → 160 tokens".
    fn sum(&self) -> String {
        let of = |outcome: Outcome| {
            let number = self.tools.iter().filter(|row| row.measured.outcome == outcome).count();
            let words = if number == 1 { outcome.words() } else { outcome.plural() };
            (number > 0).then(|| format!("{} {words}", crate::survey::separated(number)))
        };
        let outcomes = Outcome::ALL.into_iter().filter_map(of).collect::<Vec<_>>().join(", ");
        let tokens = Tokens::sum(self.tools.iter().map(|row| row.measured.tokens));
        let tools = output::count(self.tools.len(), "tool");
        let gap = if outcomes.is_empty() { "" } else { ": " };
        format!("{tools} for {}{gap}{outcomes}; about {tokens} tokens", self.target)
    }
}

impl Row {
    fn title(&self) -> &str {
        if self.name.is_empty() { "schema" } else { &self.name }
    }

    /// The verdict, with the worst loss.
    fn verdict(&self) -> String {
        let words = self.measured.outcome.words();
        self.measured.loss.as_ref().map_or_else(|| words.to_owned(), |loss| format!("{words}: {loss}"))
    }
}
