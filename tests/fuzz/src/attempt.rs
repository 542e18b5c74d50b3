//! One answer in its own process, which may crash.

use std::{
    env,
    io::{Write, read_to_string, stdin},
    process::{Command, Stdio, exit},
    thread,
};

use lapidary_fidelity::{answer::Run, check::Fault, corpus::Tool, finding::Kind, json};
use serde_json::Value;

use crate::{look::twice, worker};

/// The message of the process once it has an answer.
const ANSWERED: &str = "answered";

/// In that process: transforms the tool on standard input for a run.
pub(crate) fn answer(run: Run) -> Result<(), String> {
    let text = read_to_string(stdin()).map_err(|error| error.to_string())?;
    let tool = Tool { index: 0, label: String::new(), text, schema: Ok(Value::Null) };
    worker::watched(1);
    let work = move || twice(&tool, run);
    let worker = thread::Builder::new().stack_size(json::STACK).spawn(work).map_err(|error| error.to_string())?;
    let said = if worker.join().is_ok() { ANSWERED } else { "" };
    writeln!(std::io::stdout(), "{said}").map_err(|error| error.to_string())?;
    exit(0)
}

/// Whether there is no answer.
pub(crate) fn fault(tool: &Tool, run: Run) -> Option<Fault> {
    let mut command = Command::new(env::current_exe().ok()?);
    command.args(["--attempt", "--target", run.target.id, "--mode", run.mode_name()]);
    let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
    // A process that stops reading has failed; what it does not say shows that.
    let _ = process.stdin.take()?.write_all(tool.text.as_bytes());
    let done = process.wait_with_output().ok()?;
    let said = String::from_utf8_lossy(&done.stdout).trim().to_owned();
    (said != ANSWERED).then(|| Fault::new(Kind::NoAnswer, format!("{} {said}", done.status)))
}
