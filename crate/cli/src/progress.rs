//! How far a run is, on the last line of a terminal.

use std::{
    io::{self, IsTerminal},
    time::Duration,
};

use indicatif::{ProgressBar, ProgressStyle};

use crate::visible::visible;

/// How often the line is drawn anew.
const TICK: Duration = Duration::from_millis(120);
/// Names that are shown of what is waited for.
const NAMED: usize = 3;

/// A line on standard error that goes when this does. Where that is no terminal, there is none.
pub(crate) struct Progress {
    bar: ProgressBar,
    waited_for: Vec<String>,
}

impl Progress {
    /// Of so many servers.
    pub(crate) fn of_servers(total: usize) -> Progress {
        Progress::drawn(ProgressBar::new(total as u64), "servers")
    }

    /// Of so many files. On a terminal, what is said of each is progress enough.
    pub(crate) fn of_files(total: usize) -> Progress {
        let is_seen = total > 1 && !io::stdout().is_terminal();
        Progress::drawn(if is_seen { ProgressBar::new(total as u64) } else { ProgressBar::hidden() }, "files")
    }

    fn drawn(bar: ProgressBar, what: &'static str) -> Progress {
        // The template is known to be one.
        if let Ok(style) = ProgressStyle::with_template("{spinner} {pos} of {len} {prefix} {wide_msg:.dim}") {
            bar.set_style(style);
        }
        bar.set_prefix(what);
        if !bar.is_hidden() {
            bar.enable_steady_tick(TICK);
        }
        Progress { bar, waited_for: Vec::new() }
    }

    /// An item is worked on.
    pub(crate) fn begin(&mut self, name: &str) {
        self.waited_for.push(visible(name).into_owned());
        self.show();
    }

    /// It is done.
    pub(crate) fn end(&mut self, name: &str) {
        let name = visible(name);
        if let Some(at) = self.waited_for.iter().position(|one| *one == name) {
            self.waited_for.remove(at);
        }
        self.bar.inc(1);
        self.show();
    }

    fn show(&self) {
        let names = &self.waited_for[..self.waited_for.len().min(NAMED)];
        let dots = if self.waited_for.len() > NAMED { ", …" } else { "" };
        self.bar.set_message(format!("{}{dots}", names.join(", ")));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
