//! A server that is a child process: messages are lines of its standard input and output.

#[cfg(windows)]
use std::ffi::OsString;
use std::{env, ffi::OsStr, io, path::PathBuf, process::Stdio, time::Duration};

use process_wrap::tokio::{ChildWrapper, CommandWrap};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    process::{ChildStderr, ChildStdin, ChildStdout},
    task::JoinHandle,
    time::timeout,
};

#[cfg(unix)]
use super::watch::Watch;
use super::{environment, outgoing::Outgoing};
use crate::{Command, Error, framing::Frame, framing::Lines, tail::Tail};

/// How long a server may take to end after its input was closed, and again after SIGTERM.
const GRACE: Duration = Duration::from_secs(2);
/// How long to wait for the end of a program whose output ended, and then for what it printed last.
const EXIT_WAIT: Duration = Duration::from_millis(300);

/// A server that runs as a child process.
#[derive(Debug)]
pub struct Child {
    program: Program,
    input: Option<ChildStdin>,
    output: Lines<ChildStdout>,
    pub(crate) printed: Tail,
    drain: Option<JoinHandle<()>>,
}

impl Child {
    /// Starts a program, whose messages may have at most `longest` bytes.
    ///
    /// # Errors
    ///
    /// If it cannot be started.
    pub fn start(command: &Command, longest: usize) -> Result<Child, Error> {
        let (mut program, input, output) = Program::start(command, Stdio::piped())?;
        let printed = Tail::default();
        let errors = program.process.stderr().take();
        let drain = errors.map(|errors| tokio::spawn(drain(errors, printed.clone())));
        Ok(Child { program, input: Some(input), output: Lines::new(output, longest), printed, drain })
    }

    /// Sends a line. Failures are ignored: the output of a program that no longer reads ends, too.
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

    /// How the program ended, if it ends soon after its output; what it printed last is read as well.
    pub(super) async fn exit(&mut self) -> Option<String> {
        let status = timeout(EXIT_WAIT, self.program.ended()).await.ok()?;
        if let Some(drain) = self.drain.take() {
            // A process that it started may keep the other end open.
            let _ = timeout(EXIT_WAIT, drain).await;
        }
        status
    }

    pub(super) async fn close(mut self) {
        self.input = None;
        self.program.close(GRACE).await;
    }
}

/// A running program, which leads a new process group. Dropping this kills the group at once.
#[derive(Debug)]
pub struct Program {
    process: Box<dyn ChildWrapper>,
    /// Ends the group if this process is killed.
    #[cfg(unix)]
    watch: Option<Watch>,
}

impl Program {
    /// Starts a program, and returns its standard input and output. What it prints on standard error goes to `errors`.
    ///
    /// # Errors
    ///
    /// If it cannot be started.
    pub fn start(command: &Command, errors: Stdio) -> Result<(Program, ChildStdin, ChildStdout), Error> {
        let mut process = wrapped(command, errors).spawn().map_err(|error| unstarted(command, error))?;
        let (input, output) = (process.stdin().take(), process.stdout().take());
        let program = Program {
            #[cfg(unix)]
            watch: process.id().and_then(Watch::over),
            process,
        };
        match (input, output) {
            (Some(input), Some(output)) => Ok((program, input, output)),
            _ => Err(unstarted(command, io::ErrorKind::BrokenPipe.into())),
        }
    }

    /// Looks a program up, without starting it.
    ///
    /// # Errors
    ///
    /// If there is no such program, or its folder cannot be entered.
    pub fn find(command: &Command) -> Result<(), Error> {
        let folder = command.folder.clone().map_or_else(env::current_dir, Ok);
        let own = command.env.iter().rev().find(|(name, _)| name == "PATH").map(|(_, value)| value.clone());
        // Without a PATH, the system has one of its own.
        let (Ok(folder), Some(path)) = (folder, own.or_else(|| env::var_os("PATH"))) else { return Ok(()) };
        let found = which::which_in(&command.program, Some(path), folder);
        found.map(drop).map_err(|why| unstarted(command, io::Error::new(io::ErrorKind::NotFound, why)))
    }

    /// Waits for the program to end, and returns its exit status as text; `None` if that cannot be known. Nothing is
    /// lost if the future is dropped before it completes.
    pub async fn ended(&mut self) -> Option<String> {
        Some(self.process.inner_mut().wait().await.ok()?.to_string())
    }

    /// Ends the program, whose input must be closed: waits for it to end by itself, then sends SIGTERM (on Unix), then
    /// kills it; each step follows after `grace`.
    pub async fn close(mut self, grace: Duration) {
        if timeout(grace, self.ended()).await.is_err() {
            #[cfg(unix)]
            if self.process.signal(SIGTERM).is_ok() {
                let _ = timeout(grace, self.ended()).await;
            }
        }
    }
}

#[cfg(unix)]
const SIGTERM: i32 = 15;

impl Drop for Program {
    /// Kills what is left of the group: nothing, if all went well.
    fn drop(&mut self) {
        let _ = self.process.start_kill();
        // Before its input is closed, which it would take for the end of this process.
        #[cfg(unix)]
        if let Some(watch) = &mut self.watch {
            watch.end();
        }
    }
}

/// Why a program did not start. The system reports a missing folder as it does a missing program.
fn unstarted(command: &Command, error: io::Error) -> Error {
    let program = command.program.display().to_string();
    let refused =
        |folder: &PathBuf| folder.join(".").metadata().err().map(|error| (folder.display().to_string(), error));
    match command.folder.as_ref().and_then(refused) {
        Some((folder, error)) => Error::Folder { program, folder, error },
        None => Error::Start { program, error },
    }
}

fn wrapped(command: &Command, errors: Stdio) -> CommandWrap {
    let mut wrapped = CommandWrap::with_new(found(&command.program), |process| {
        if !command.inherits {
            process.env_clear().envs(environment::needed());
        }
        process.args(&command.args).envs(command.env.iter().map(|(name, value)| (name, value)));
        process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(errors);
        if let Some(folder) = &command.folder {
            process.current_dir(folder);
        }
    });
    #[cfg(unix)]
    wrapped.wrap(process_wrap::tokio::ProcessGroup::leader());
    // The job is ended with its last handle, and so with this process, too.
    #[cfg(windows)]
    wrapped.wrap(process_wrap::tokio::KillOnDrop).wrap(process_wrap::tokio::JobObject);
    wrapped
}

/// Looks up a program: Windows itself looks only for names that end in `.exe`, unlike those of npm.
#[cfg(windows)]
fn found(program: &OsStr) -> OsString {
    which::which(program).map_or_else(|_| program.to_owned(), Into::into)
}

#[cfg(not(windows))]
fn found(program: &OsStr) -> &OsStr {
    program
}

/// Reads what a program prints on standard error; a full pipe would block it.
async fn drain(mut errors: ChildStderr, printed: Tail) {
    let mut piece = vec![0; 4 << 10];
    while let Ok(read @ 1..) = errors.read(&mut piece).await {
        printed.push(&piece[..read]);
    }
}
