//! The offline judge of acceptance, a Python program beside this one.

use std::{
    env,
    io::Write,
    process::{Command, Stdio},
    thread,
};

use serde::Deserialize;

/// What it says of one declaration.
#[derive(Deserialize)]
pub struct Verdict {
    /// Whether the server would take it.
    pub accepted: bool,
    /// Why not.
    pub refusals: Vec<Refusal>,
}

/// One reason of a refusal.
#[derive(Deserialize)]
pub struct Refusal {
    rule: String,
    row: String,
    pointer: String,
    message: String,
}

impl Refusal {
    /// The rule, and the recorded refusal of the server where one is known.
    pub fn cause(&self) -> String {
        format!("{} {}", self.rule, self.row).trim_end().to_owned()
    }

    /// The place, and what is wrong there.
    pub fn detail(&self) -> String {
        format!("{}: {}", self.pointer, self.message)
    }
}

/// A verdict for each answer, in order. An answer is a line as `lapidary transform --format jsonl`
/// writes it.
pub fn judge(target: &str, answers: &[&str]) -> Result<Vec<Verdict>, String> {
    let python = env::var_os("PYTHON").ok_or("PYTHON names no interpreter: run scripts/fidelity")?;
    let mut command = Command::new(python);
    command.args(["-m", "oracle", "--target", target]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut oracle = command.spawn().map_err(|error| format!("the oracle does not start: {error}"))?;
    let mut input = oracle.stdin.take().ok_or("the oracle has no input")?;
    let said = thread::scope(|scope| {
        // An oracle that stops reading has failed; its exit says so below.
        scope.spawn(move || answers.iter().try_for_each(|answer| writeln!(input, "{answer}")));
        oracle.wait_with_output()
    });
    let said = said.map_err(|error| format!("the oracle: {error}"))?;
    let text = String::from_utf8_lossy(&said.stdout);
    let verdicts: Vec<Verdict> =
        text.lines().take(answers.len()).map_while(|line| serde_json::from_str(line).ok()).collect();
    if verdicts.len() == answers.len() {
        return Ok(verdicts);
    }
    Err(format!("the oracle answered {} of {} declarations ({})", verdicts.len(), answers.len(), said.status))
}
