//! What ends a server when we are killed, so that we cannot: a shell that waits for its input to end. The kernel's own means
//! (`PR_SET_PDEATHSIG`) is Linux's alone, reaches no process that the server has started, and fires when the thread ends
//! that started it.

use std::process::Stdio;

use tokio::process::{Child, Command};

/// Nothing is ever written to its input.
const SCRIPT: &str = r#"trap '' HUP INT QUIT TERM; read -r _; kill -s KILL -- "-$1""#;

/// A shell that kills a group of processes once we are gone.
#[derive(Debug)]
pub(super) struct Watch(Child);

impl Watch {
    /// Over the group that a process leads; `None` where there is no shell.
    pub(super) fn over(leader: u32) -> Option<Watch> {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", SCRIPT, "lapidary-watch"]).arg(leader.to_string());
        shell.env_clear().current_dir("/").process_group(0);
        shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        shell.spawn().ok().map(Watch)
    }

    /// The group is gone.
    pub(super) fn end(&mut self) {
        let _ = self.0.start_kill();
    }
}
