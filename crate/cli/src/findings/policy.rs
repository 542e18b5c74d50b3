//! Which findings count in `check`: by the command line, else by `lapidary.toml`.

use std::{io::ErrorKind::NotFound, path::PathBuf};

use lapidary::{Report, Severity};

use crate::{
    args::CheckArgs,
    choices::FailOn,
    config::{Config, Wrong},
    findings::{
        Excuse, Excused,
        baseline::{self, Baseline},
        excuse, settle,
    },
    format::CheckFormat,
};

pub(crate) struct Policy<'c> {
    /// The lowest severity that fails; `None` if none does.
    pub(crate) fails: Option<Severity>,
    /// The known findings.
    pub(crate) baseline: Option<Baseline>,
    /// The folder from which paths in baselines start.
    pub(crate) folder: PathBuf,
    config: &'c Config,
}

impl Policy<'_> {
    /// The policy of the command line, else of the project's settings.
    ///
    /// # Errors
    ///
    /// If the baseline cannot be read; one that is to be written may be missing or empty.
    pub(crate) fn of<'c>(args: &CheckArgs, config: &'c Config) -> Result<Policy<'c>, Wrong> {
        let file = args.baseline.as_ref().or(config.baseline.as_ref());
        let folder = baseline::plain(&config.folder());
        let is_written = args.format() == CheckFormat::Baseline;
        let is_empty =
            |file: &PathBuf| file.metadata().map_or_else(|error| error.kind() == NotFound, |file| file.len() == 0);
        let baseline = match file {
            Some(file) if is_written && is_empty(file) => None,
            Some(file) => {
                let wrong = |issue| Wrong { file: file.display().to_string(), text: None, issue };
                Some(Baseline::read(file, &folder).map_err(wrong)?)
            }
            None => None,
        };
        let fails = args.fail_on.or(config.fail_on).unwrap_or(FailOn::Error).severity();
        Ok(Policy { fails, baseline, folder, config })
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
    pub(crate) fn excuse(&self, document: &str, is_file: bool, report: Report) -> (Report, Vec<Excused>) {
        if report.read_as.is_empty() {
            return (report, Vec::new());
        }
        let source = baseline::source(document, is_file, &self.folder);
        excuse(report, |tool, issue| {
            if let Some(reason) = self.config.allowed(tool, issue) {
                return Some(Excuse::Allowed(reason.to_owned()));
            }
            self.baseline.as_ref().filter(|known| known.has(&source, tool, issue)).map(|_| Excuse::Known)
        })
    }
}
