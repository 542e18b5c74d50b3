//! The findings as `--baseline` takes them.

use std::io::{self, Write};

use super::printer::Printer;
use crate::{
    findings::{Checked, baseline},
    terminal::output,
};

#[derive(Default)]
pub(super) struct Baseline(Vec<Checked>);

impl Printer for Baseline {
    fn document(&mut self, checked: Checked) -> io::Result<()> {
        self.0.push(checked);
        Ok(())
    }

    fn end(&mut self, _better: Option<&str>) -> io::Result<()> {
        let mut out = output::data();
        baseline::write(self.0.iter(), &mut out)?;
        out.flush()
    }
}
