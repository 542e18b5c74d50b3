//! The interface of the output formats.

use std::{io, path::PathBuf};

use lapidary::Severity;

use crate::findings::Checked;

/// The settings of an output format.
pub(crate) struct PrintOptions {
    /// The target's name.
    pub(crate) target: &'static str,
    /// Whether arguments stay as they are.
    pub(crate) is_drop_in: bool,
    /// Whether cosmetic findings and evidence are shown.
    pub(crate) verbose: bool,
    /// Whether a single document was given.
    pub(crate) is_one: bool,
    /// How far JSON is indented.
    pub(crate) indent: Option<u8>,
    /// The lowest severity that fails; `None` if none does.
    pub(crate) fails: Option<Severity>,
    /// Whether there is a baseline, so that findings are known or new.
    pub(crate) has_baseline: bool,
    /// The folder from which paths in baselines start.
    pub(crate) folder: PathBuf,
}

/// Writes documents on standard output, each at once or all at the end.
pub(crate) trait Printer {
    /// Takes the next document.
    fn document(&mut self, checked: Checked) -> io::Result<()>;

    /// Writes what is left after the last one.
    ///
    /// `better` offers another target or mode, if one suits the tools better.
    fn end(&mut self, _better: Option<&str>) -> io::Result<()> {
        Ok(())
    }
}
