//! A server that is a program of ours: messages are lines of its standard input and output.

#[cfg(windows)]
use std::ffi::OsString;
use std::{ffi::OsStr, process::Stdio, time::Duration};

use process_wrap::tokio::{ChildWrapper, CommandWrap};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    process::{ChildStderr, ChildStdin, ChildStdout},
    task::JoinHandle,
    time::timeout,
};

use super::Outgoing;
use crate::{Command, Error, framing::Frame, framing::Lines, tail::Tail};

/// How long a server has to end after its input ended, and again after it was asked to.
const GRACE: Duration = Duration::from_secs(2);
/// How long is waited for what a program that ended has printed last.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// A running program. It leads a group of its own, which ends with it: dropped, at once.
#[derive(Debug)]
pub struct Child {
    process: Box<dyn ChildWrapper>,
    input: Option<ChildStdin>,
    output: Lines<ChildStdout>,
    pub(crate) printed: Tail,
    drain: Option<JoinHandle<()>>,
}

impl Child {
    /// Starts a program, whose messages have at most so many bytes.
    ///
    /// # Errors
    ///
    /// If it cannot be started.
    pub fn start(command: &Command, longest: usize) -> Result<Child, Error> {
        let failed = |error| Error::Start { program: command.program.display().to_string(), error };
        let mut process = wrapped(command).spawn().map_err(failed)?;
        let (Some(output), Some(errors)) = (process.stdout().take(), process.stderr().take()) else {
            return Err(failed(std::io::ErrorKind::BrokenPipe.into()));
        };
        let printed = Tail::default();
        let drain = Some(tokio::spawn(drain(errors, printed.clone())));
        let input = process.stdin().take();
        Ok(Child { process, input, output: Lines::new(output, longest), printed, drain })
    }

    /// Sends a line. A program that no longer reads is found out by its output, which ends.
    pub(super) async fn send(&mut self, message: Outgoing<'_>) -> Result<(), Error> {
        let Some(input) = &mut self.input else { return Ok(()) };
        let mut line = message.text.to_vec();
        line.push(b'\n');
        let sent = async {
            input.write_all(&line).await?;
            input.flush().await
        };
        if sent.await.is_err() {
            self.input = None;
        }
        Ok(())
    }

    pub(super) async fn receive(&mut self) -> Result<Option<Frame>, Error> {
        self.output.next().await.map_err(|error| Error::Connection(format!("its output cannot be read: {error}")))
    }

    /// How it ended, if it does so now that its output has; what it printed last is read before.
    pub(super) async fn exit(&mut self) -> Option<String> {
        let status = timeout(LAST_WORDS, self.process.inner_mut().wait()).await.ok()?.ok()?;
        if let Some(drain) = self.drain.take() {
            // What it started may hold the other end.
            let _ = timeout(LAST_WORDS, drain).await;
        }
        Some(status.to_string())
    }

    /// Ends it: by the end of its input, else asked to, else without being asked.
    pub(super) async fn close(mut self) {
        self.input = None;
        if timeout(GRACE, self.process.inner_mut().wait()).await.is_err() {
            #[cfg(unix)]
            if self.process.signal(SIGTERM).is_ok() {
                let _ = timeout(GRACE, self.process.inner_mut().wait()).await;
            }
        }
    }
}

#[cfg(unix)]
const SIGTERM: i32 = 15;

impl Drop for Child {
    /// What is left of the group: nothing, if all went well.
    fn drop(&mut self) {
        let _ = self.process.start_kill();
    }
}

fn wrapped(command: &Command) -> CommandWrap {
    let mut wrapped = CommandWrap::with_new(found(&command.program), |process| {
        process.args(&command.args).envs(command.env.iter().map(|(name, value)| (name, value)));
        process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(folder) = &command.folder {
            process.current_dir(folder);
        }
    });
    #[cfg(unix)]
    wrapped.wrap(process_wrap::tokio::ProcessGroup::leader());
    #[cfg(windows)]
    wrapped.wrap(process_wrap::tokio::JobObject);
    wrapped
}

/// Windows looks for programs that end in `.exe` alone, and those of npm do not.
#[cfg(windows)]
fn found(program: &OsStr) -> OsString {
    which::which(program).map_or_else(|_| program.to_owned(), Into::into)
}

#[cfg(not(windows))]
fn found(program: &OsStr) -> &OsStr {
    program
}

/// Reads what a program prints on standard error; a full pipe would stop it.
async fn drain(mut errors: ChildStderr, printed: Tail) {
    let mut piece = vec![0; 4 << 10];
    while let Ok(read @ 1..) = errors.read(&mut piece).await {
        printed.push(&piece[..read]);
    }
}
