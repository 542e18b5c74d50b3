//! One tool through every run: what is wrong with the answers.

use std::time::{Duration, Instant};

use lapidary_fidelity::{
    answer::{Answer, Run},
    check::{Fault, Held, faults},
    corpus::Tool,
    finding::Kind,
    judge::Judge,
    wire::samples,
};
use serde_json::Value;

/// Draws for each declaration that is read, each way.
const DRAWS: usize = 10;
/// Of so many runs, one has its declarations read, or judged by the oracle; which one differs from case to case.
const READ: usize = 2;
const JUDGED: usize = 4;

/// How much of a case is looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Depth {
    /// Runs are sampled where that takes long.
    Sampled,
    /// Everything, for every run.
    Full,
}

impl Depth {
    fn reads(self, index: usize, run: usize) -> bool {
        self == Depth::Full || (index + run).is_multiple_of(READ)
    }

    /// Whether the oracle is asked.
    pub(crate) fn asks(self, index: usize, run: usize) -> bool {
        self == Depth::Full || (index / READ + run).is_multiple_of(JUDGED)
    }
}

/// An answer, or the message of a panic, and how long it took.
pub(crate) struct Answered {
    pub(crate) answer: Result<Answer, String>,
    pub(crate) time: Duration,
    again: Option<String>,
}

/// Two answers, of which the second one only shows whether it is the same.
pub(crate) fn twice(tool: &Tool, run: Run) -> Answered {
    let started = Instant::now();
    let answer = Answer::caught(tool, run);
    let time = started.elapsed();
    let again = Answer::caught(tool, run).ok().and_then(|again| again.text);
    Answered { answer, time, again }
}

/// The faults of an answer that show without drawing arguments.
pub(crate) fn at_once(tool: &Tool, answered: &Answered, run: Run) -> Vec<Fault> {
    let answer = match &answered.answer {
        Ok(answer) => answer,
        Err(message) => return vec![Fault::new(Kind::Panic, message.clone())],
    };
    let mut found = faults(tool, answer, run);
    if answered.again != answer.text {
        found.push(Fault::new(Kind::Unstable, answered.again.clone().unwrap_or_default()));
    }
    found
}

/// A tool's own schema, and arguments that it takes.
pub(crate) struct Original {
    judge: Judge,
    samples: Vec<Value>,
}

impl Original {
    /// None if it cannot be judged. `nullable` is not JSON Schema, but authors mean it.
    pub(crate) fn of(tool: &Tool) -> Option<Original> {
        let schema = tool.schema.as_ref().ok()?;
        let judge = Judge::new(schema).ok().filter(|_| !tool.text.contains("nullable"))?;
        let samples = samples(tool.index, schema, &judge, DRAWS);
        Some(Original { judge, samples })
    }

    /// The faults that drawn arguments show.
    pub(crate) fn faults(&self, answer: &Answer, run: Run) -> Vec<Fault> {
        match Held::read(answer, run) {
            Ok(Some(held)) => held.drawn(&self.judge, &self.samples, DRAWS),
            Ok(None) => Vec::new(),
            Err(fault) => vec![fault],
        }
    }
}

/// Which of the runs have their declarations read.
pub(crate) fn read_of(depth: Depth, index: usize, runs: &[Run]) -> Vec<usize> {
    (0..runs.len()).filter(|run| depth.reads(index, *run)).collect()
}
