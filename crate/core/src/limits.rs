//! What a call may cost, and how it is counted.

use std::{
    cell::Cell,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use serde::Deserialize;

/// Ends calls from another thread: what holds a clone of it is told at its next steps.
///
/// ```
/// use lapidary::{Cancel, Limits, Options};
/// let cancel = Cancel::default();
/// let options = Options::default().limits(Limits::default().cancelled_by(&cancel));
/// cancel.cancel();
/// let report = lapidary::check(r#"{"type": "object"}"#, &options);
/// assert_eq!(report.summary.compatible, 0);
/// ```
#[derive(Clone, Debug)]
pub struct Cancel(Arc<Flag>);

#[derive(Debug)]
struct Flag {
    is_set: AtomicBool,
    /// Steps that may still be taken.
    steps: AtomicU64,
}

impl Default for Cancel {
    /// Ends nothing by itself.
    fn default() -> Cancel {
        Cancel::after(u64::MAX)
    }
}

impl PartialEq for Cancel {
    /// Whether both are one flag.
    fn eq(&self, other: &Cancel) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Cancel {
    /// Ends the calls that look at this once they have taken more than so many steps together, to tell short work from
    /// long: unlike [`Limits::steps`], this holds for all calls that look at it, and of the tools that come after.
    #[must_use]
    pub fn after(steps: u64) -> Cancel {
        Cancel(Arc::new(Flag { is_set: AtomicBool::new(false), steps: AtomicU64::new(steps) }))
    }

    /// Ends the calls that look at this, and those that will.
    pub fn cancel(&self) {
        self.0.is_set.store(true, Ordering::Relaxed);
    }

    /// Whether they are ended.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.is_set.load(Ordering::Relaxed)
    }

    /// Counts steps; whether the call is ended.
    fn ends_within(&self, steps: u64) -> bool {
        let counted = |left: u64| left.checked_sub(steps);
        if self.0.steps.fetch_update(Ordering::Relaxed, Ordering::Relaxed, counted).is_err() {
            self.cancel();
        }
        self.is_cancelled()
    }
}

/// What a call of the engine may cost, counted and not timed: the same input meets the same limit at the same place on
/// every machine. A tool at which a limit is met leaves as it came, or not at all where errors are to be omitted, with an
/// issue that names the limit; the other tools are served.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Limits {
    /// Steps of work: a schema, a member or a value looked at. A tool may take a thousand and one for every two bytes in
    /// any case; beyond 8 MiB, one for every eight.
    pub steps: u64,
    /// Bytes of memory for what is worked out of a document, beside its text. A tool may take 32 times its bytes in any
    /// case.
    pub memory: usize,
    /// Bytes that a declaration may have, where it is more than eight times its tool.
    pub output: usize,
    /// Tools of a document; more leave as they came.
    pub declarations: usize,
    /// What ends the call from outside.
    #[serde(skip)]
    pub cancel: Option<Cancel>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { steps: 4_000_000, memory: 64 << 20, output: 64_000, declarations: 65_536, cancel: None }
    }
}

impl Limits {
    /// Steps of work.
    ///
    /// ```
    /// use lapidary::{Limits, Options};
    /// let options = Options::default().limits(Limits::default().steps(1_000_000).declarations(100));
    /// ```
    #[must_use]
    pub fn steps(self, steps: u64) -> Limits {
        Limits { steps, ..self }
    }

    /// Bytes of memory.
    #[must_use]
    pub fn memory(self, bytes: usize) -> Limits {
        Limits { memory: bytes, ..self }
    }

    /// Bytes of a declaration.
    #[must_use]
    pub fn output(self, bytes: usize) -> Limits {
        Limits { output: bytes, ..self }
    }

    /// Tools of a document.
    #[must_use]
    pub fn declarations(self, tools: usize) -> Limits {
        Limits { declarations: tools, ..self }
    }

    /// Lets a call be ended from outside.
    #[must_use]
    pub fn cancelled_by(self, cancel: &Cancel) -> Limits {
        Limits { cancel: Some(cancel.clone()), ..self }
    }
}

/// The limit that ended the work on a tool or on a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Met {
    /// [`Limits::steps`].
    Steps,
    /// [`Limits::memory`].
    Memory,
    /// [`Limits::output`].
    Output,
    /// [`Limits::declarations`].
    Declarations,
    /// [`Limits::cancel`].
    Cancelled,
}

impl Met {
    /// What is wrong with what it was met in, named with its article.
    pub(crate) fn message(self, subject: &str, limits: &Limits) -> String {
        match self {
            Met::Steps => format!("{subject} takes more than {} steps of work", limits.steps),
            Met::Memory => format!("{subject} takes more than {} bytes of memory", limits.memory),
            Met::Output => {
                format!("{subject} becomes larger than {} bytes, and than eight times what it was", limits.output)
            }
            Met::Declarations => format!("{subject} has more than {} tools", limits.declarations),
            Met::Cancelled => format!("work on {subject} was cancelled"),
        }
    }

    /// The option that is the limit; none of a call that was cancelled.
    pub(crate) fn option(self) -> Option<&'static str> {
        match self {
            Met::Steps => Some("steps"),
            Met::Memory => Some("memory"),
            Met::Output => Some("output"),
            Met::Declarations => Some("declarations"),
            Met::Cancelled => None,
        }
    }
}

/// What a text may cost in any case, so that ordinary tools are served however much others cost: ten times what they do.
const FEW_STEPS: u64 = 1_000;
const BYTES_A_STEP: u64 = 2;
/// A text beyond this length is no ordinary tool's.
const LONG_TEXT: u64 = 8 << 20;
const BYTES_A_STEP_BEYOND: u64 = 8;
const MEMORY_A_BYTE: u64 = 32;

/// What a call still may cost, counted down wherever an input can lengthen the work. Who finds it spent ends at once,
/// with whatever answer is at hand: the answer is thrown away where the work began.
#[derive(Debug)]
pub(crate) struct Work {
    steps: Cell<u64>,
    memory: Cell<u64>,
    met: Cell<Option<Met>>,
    limits: Limits,
}

impl Work {
    /// The work of a call that has done nothing, for a text of that many bytes.
    pub(crate) fn new(limits: &Limits, text: usize) -> Work {
        let work = Work {
            steps: Cell::new(limits.steps),
            memory: Cell::new(limits.memory as u64),
            met: Cell::new(None),
            limits: limits.clone(),
        };
        work.allow(text);
        work
    }

    /// What is asked of the call.
    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Counts steps; whether there may be more.
    pub(crate) fn step(&self, steps: usize) -> bool {
        match self.steps.get().checked_sub(steps as u64) {
            Some(left) => self.steps.set(left),
            None => self.meet(Met::Steps),
        }
        if self.limits.cancel.as_ref().is_some_and(|cancel| cancel.ends_within(steps as u64)) {
            self.meet(Met::Cancelled);
        }
        !self.is_spent()
    }

    /// Counts bytes that are kept for as long as the work goes on; whether there may be more.
    pub(crate) fn keep(&self, bytes: usize) -> bool {
        match self.memory.get().checked_sub(bytes as u64) {
            Some(left) => self.memory.set(left),
            None => self.meet(Met::Memory),
        }
        !self.is_spent()
    }

    /// Takes back bytes that were kept and are free again.
    pub(crate) fn free(&self, bytes: usize) {
        self.memory.set(self.memory.get() + bytes as u64);
    }

    /// How much memory is left.
    pub(crate) fn memory(&self) -> u64 {
        self.memory.get()
    }

    /// Takes back what was kept since so much was left.
    pub(crate) fn release(&self, left: u64) {
        self.memory.set(left);
    }

    /// Says that a limit is met.
    pub(crate) fn meet(&self, met: Met) {
        self.met.set(self.met.get().or(Some(met)));
    }

    /// Whether a limit is met.
    pub(crate) fn is_spent(&self) -> bool {
        self.met.get().is_some()
    }

    fn allow(&self, text: usize) {
        let text = text as u64;
        let steps = text.min(LONG_TEXT) / BYTES_A_STEP + text.saturating_sub(LONG_TEXT) / BYTES_A_STEP_BEYOND;
        self.steps.set(self.steps.get().max(FEW_STEPS + steps));
        self.memory.set(self.memory.get().max(text.saturating_mul(MEMORY_A_BYTE)));
    }

    /// Does a part of the work, on `text` bytes, for which there is half of what is left, or all if no part follows: what
    /// is met within it does not keep the parts that follow from being done. Gives the limit that was met.
    pub(crate) fn part<T>(&self, text: usize, is_last: bool, act: impl FnOnce() -> T) -> (T, Option<Met>) {
        let (steps, memory) = (self.steps.get(), self.memory.get());
        let halves = if is_last { 1 } else { 2 };
        self.steps.set(steps / halves);
        self.memory.set(memory / halves);
        self.allow(text);
        let (own_steps, own_memory) = (self.steps.get(), self.memory.get());
        let around = self.met.take();
        let done = act();
        let met = self.met.replace(around);
        self.steps.set(steps.saturating_sub(own_steps - self.steps.get()));
        // What was freed may be more than what was counted before a limit was met.
        self.memory.set(memory.saturating_sub(own_memory.saturating_sub(self.memory.get())));
        (done, met)
    }
}
