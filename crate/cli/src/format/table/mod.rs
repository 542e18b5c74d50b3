//! One table of all tools, the most harmed first, with the verdict on each for every target, and a line for each rule.

mod data;
mod grid;
mod markdown;
mod text;

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use lapidary::{Issue, TARGETS, internal::REPORT_VERSION};

use data::{OfDocument, OfTarget, Row, RuleLine, Survey, TargetLine};

use super::printer::{PrintOptions, Printer};
use crate::{
    findings::Checked,
    survey::Measured,
    terminal::{frame::Frames, output},
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
        let survey = Survey { version: REPORT_VERSION, target: look.target, ..Survey::default() };
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
        survey.tools.sort_by_key(|row| std::cmp::Reverse(row.measured.harm()));
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
            rule.findings += issue.times();
            rule.severity = rule.severity.max(issue.severity);
        }
    }
}
