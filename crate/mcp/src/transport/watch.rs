//! Ends a server when this process is killed and cannot do so itself: a shell waits for its input to end. The kernel's
//! own means (`PR_SET_PDEATHSIG`) exists only on Linux, does not reach processes that the server has started, and fires
//! when the thread that started the server ends.

use std::process::Stdio;

use tokio::process::{Child, Command};

/// Kills the process group `$1` when its input ends; nothing is ever written to it.
const SCRIPT: &str = r#"trap '' HUP INT QUIT TERM; read -r _; kill -s KILL -- "-$1""#;

/// A shell that kills a process group once this process is gone.
#[derive(Debug)]
pub(super) struct Watch(Child);

impl Watch {
    /// Watches the group that a process leads; `None` if there is no shell.
    pub(super) fn over(leader: u32) -> Option<Watch> {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", SCRIPT, "lapidary-watch"]).arg(leader.to_string());
        shell.env_clear().current_dir("/").process_group(0);
        shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        shell.spawn().ok().map(Watch)
    }

    /// Ends the watch, as the group is gone.
    pub(super) fn end(&mut self) {
        let _ = self.0.start_kill();
    }
}
