//! The offline judge of acceptance, a Python program beside this one.

use std::{
    env,
    io::{BufRead, BufReader, Lines, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    thread,
};

use serde::Deserialize;

/// Its verdict on one declaration.
#[derive(Deserialize)]
pub struct Verdict {
    /// Whether the server would take it.
    pub accepted: bool,
    /// Why not.
    pub refusals: Vec<Refusal>,
}

impl Verdict {
    /// All that is wrong with the declaration, in one line; none if the server would take it.
    pub fn refusal(&self) -> Option<String> {
        let details = || self.refusals.iter().map(Refusal::detail).collect::<Vec<_>>();
        (!self.accepted).then(|| details().join("; "))
    }
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

/// The program, waiting for declarations of one target.
pub struct Oracle {
    process: Child,
    input: Option<ChildStdin>,
    said: Lines<BufReader<ChildStdout>>,
}

impl Oracle {
    /// Starts it.
    pub fn start(target: &str) -> Result<Oracle, String> {
        let python = env::var_os("PYTHON").ok_or("PYTHON names no interpreter: run it by its script")?;
        let mut command = Command::new(python);
        command.args(["-u", "-m", "oracle", "--target", target]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().map_err(|error| format!("the oracle does not start: {error}"))?;
        let input = process.stdin.take();
        let said = BufReader::new(process.stdout.take().ok_or("the oracle has no output")?).lines();
        Ok(Oracle { process, input, said })
    }

    /// A verdict for each answer, in order. An answer is a line as `lapidary transform --format jsonl`
    /// writes it.
    pub fn judge(&mut self, answers: &[&str]) -> Result<Vec<Verdict>, String> {
        let Oracle { input, said, .. } = self;
        let input = input.as_mut().ok_or("the oracle has no input")?;
        let verdicts: Vec<Verdict> = thread::scope(|scope| {
            // An oracle that stops reading has failed; its missing verdicts say so below.
            scope.spawn(move || answers.iter().try_for_each(|answer| writeln!(input, "{answer}")));
            let lines = said.take(answers.len()).map_while(Result::ok);
            lines.map_while(|line| serde_json::from_str(&line).ok()).collect()
        });
        if verdicts.len() == answers.len() {
            return Ok(verdicts);
        }
        Err(format!("the oracle answered {} of {} declarations", verdicts.len(), answers.len()))
    }
}

impl Drop for Oracle {
    /// It ends with its input.
    fn drop(&mut self) {
        self.input = None;
        self.said.by_ref().for_each(drop);
        let _ = self.process.wait();
    }
}

/// The verdicts of an oracle that is asked once.
pub fn judge(target: &str, answers: &[&str]) -> Result<Vec<Verdict>, String> {
    Oracle::start(target)?.judge(answers)
}
