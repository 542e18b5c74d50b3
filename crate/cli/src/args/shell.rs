//! Arguments of `lapidary completions` and `lapidary man`.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

pub(super) const COMPLETIONS: &str = "\
Examples:
  lapidary completions bash > ~/.local/share/bash-completion/completions/lapidary
  lapidary completions fish > ~/.config/fish/completions/lapidary.fish";

pub(super) const MAN: &str = "\
Example:
  lapidary man ~/.local/share/man/man1";

#[derive(Args)]
pub(crate) struct CompletionsArgs {
    pub(crate) shell: Shell,
}

#[derive(Args)]
pub(crate) struct ManArgs {
    /// Write a page for each command into this folder instead of printing that of the program
    #[arg(value_name = "DIR")]
    pub(crate) folder: Option<PathBuf>,
}
