//! The findings as `--baseline` takes them.

use std::{
    io::{self, Write},
    path::PathBuf,
};

use super::printer::{PrintOptions, Printer};
use crate::{
    findings::{Checked, baseline},
    terminal::output,
};

pub(super) struct Baseline {
    documents: Vec<Checked>,
    /// The folder from which paths start.
    folder: PathBuf,
}

impl Baseline {
    pub(super) fn new(look: PrintOptions) -> Baseline {
        Baseline { documents: Vec::new(), folder: look.folder }
    }
}

impl Printer for Baseline {
    fn document(&mut self, checked: Checked) -> io::Result<()> {
        self.documents.push(checked);
        Ok(())
    }

    fn end(&mut self, _better: Option<&str>) -> io::Result<()> {
        let mut out = output::data();
        baseline::write(self.documents.iter(), &self.folder, &mut out)?;
        out.flush()
    }
}
