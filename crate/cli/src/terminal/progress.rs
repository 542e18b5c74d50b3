//! The progress of a run, on the last line of a terminal.

use std::{
    io::{self, IsTerminal},
    time::Duration,
};

use indicatif::{ProgressBar, ProgressStyle};

use crate::terminal::visible::visible;

/// The interval at which the line is redrawn.
const TICK: Duration = Duration::from_millis(120);
/// How many names of pending items are shown.
const NAMED: usize = 3;

/// A line on standard error, cleared on drop. If standard error is not a terminal, nothing is shown.
pub(crate) struct Progress {
    bar: ProgressBar,
    waited_for: Vec<String>,
}

impl Progress {
    /// The progress of `total` servers.
    pub(crate) fn of_servers(total: usize) -> Progress {
        Progress::drawn(ProgressBar::new(total as u64), "servers")
    }

    /// The progress of `total` files. Hidden for one file, or if standard output is a terminal and shows the progress
    /// itself.
    pub(crate) fn of_files(total: usize) -> Progress {
        let is_seen = total > 1 && !io::stdout().is_terminal();
        Progress::drawn(if is_seen { ProgressBar::new(total as u64) } else { ProgressBar::hidden() }, "files")
    }

    fn drawn(bar: ProgressBar, what: &'static str) -> Progress {
        // The template is valid.
        if let Ok(style) = ProgressStyle::with_template("{spinner} {pos} of {len} {prefix} {wide_msg:.dim}") {
            bar.set_style(style);
        }
        bar.set_prefix(what);
        if !bar.is_hidden() {
            bar.enable_steady_tick(TICK);
        }
        Progress { bar, waited_for: Vec::new() }
    }

    /// Adds an item to the pending ones.
    pub(crate) fn begin(&mut self, name: &str) {
        self.waited_for.push(visible(name).into_owned());
        self.show();
    }

    /// Counts an item as done, and removes it from the pending ones.
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
