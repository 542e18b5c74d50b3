//! What each form takes and does.

use std::io;

use lapidary::Severity;

use crate::findings::Checked;

/// What a form is told besides the findings.
pub(crate) struct Look {
    /// The target's name.
    pub(crate) target: &'static str,
    /// Whether what is cosmetic is shown, and evidence is given.
    pub(crate) verbose: bool,
    /// How far JSON is indented.
    pub(crate) indent: Option<u8>,
    /// From which severity on a finding fails.
    pub(crate) fails: Option<Severity>,
    /// Whether there is a baseline, so that findings are known or new.
    pub(crate) has_baseline: bool,
}

/// Writes documents on standard output, as they come or at the end.
pub(crate) trait Printer {
    /// Takes the next document.
    fn document(&mut self, checked: Checked) -> io::Result<()>;

    /// Writes what is left after the last one.
    fn end(&mut self) -> io::Result<()> {
        Ok(())
    }
}
