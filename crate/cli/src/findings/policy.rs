//! Which findings count in `check`: by the command line, else by `lapidary.toml`.

use lapidary::{Issue, Report, Severity};

use crate::{
    args::CheckArgs,
    choices::FailOn,
    config::{Config, Wrong},
    findings::{Excuse, Excused, baseline::Baseline, excuse, settle},
};

pub(crate) struct Policy<'c> {
    /// The lowest severity that fails; `None` if none does.
    pub(crate) fails: Option<Severity>,
    /// The known findings.
    pub(crate) baseline: Option<Baseline>,
    config: &'c Config,
}

impl Policy<'_> {
    /// The policy of the command line, else of the project's settings.
    ///
    /// # Errors
    ///
    /// If the baseline cannot be read.
    pub(crate) fn of<'c>(args: &CheckArgs, config: &'c Config) -> Result<Policy<'c>, Wrong> {
        let file = args.baseline.as_ref().or(config.baseline.as_ref());
        let baseline = file.map(|file| {
            let wrong = |why: String| Wrong {
                file: file.display().to_string(),
                text: None,
                issue: Box::new(Issue::document(
                    "unreadable-baseline",
                    format!("not a baseline: {why}"),
                    "`lapidary check --format baseline` writes one",
                )),
            };
            Baseline::read(file).map_err(wrong)
        });
        let fails = args.fail_on.or(config.fail_on).unwrap_or(FailOn::Error).severity();
        Ok(Policy { fails, baseline: baseline.transpose()?, config })
    }

    /// The report with the severities of the settings, except on a document that cannot be read.
    pub(crate) fn levelled(&self, mut report: Report) -> Report {
        if report.read_as.is_empty() {
            return report;
        }
        let issues = report.tools.iter_mut().flat_map(|tool| &mut tool.issues).chain(&mut report.issues);
        for issue in issues {
            if let Some(level) = self.config.level(issue) {
                issue.severity = level.into();
            }
        }
        report.tools.iter_mut().for_each(settle);
        report
    }

    /// Separates the findings that do not count. Those of a document that cannot be read always count.
    pub(crate) fn excuse(&self, document: &str, report: Report) -> (Report, Vec<Excused>) {
        if report.read_as.is_empty() {
            return (report, Vec::new());
        }
        excuse(report, |tool, issue| {
            if let Some(reason) = self.config.allowed(tool, issue) {
                return Some(Excuse::Allowed(reason.to_owned()));
            }
            self.baseline.as_ref().filter(|known| known.has(document, tool, issue)).map(|_| Excuse::Known)
        })
    }
}
