//! Limits on the cost of a call, and how the cost is counted.

use std::{
    cell::Cell,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use serde::Deserialize;

/// Cancels calls from another thread: a call whose [`Limits`] hold a clone ends at its next step.
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
    /// A flag that only [`Cancel::cancel`] sets.
    fn default() -> Cancel {
        Cancel::after(u64::MAX)
    }
}

impl PartialEq for Cancel {
    /// Whether both share one flag.
    fn eq(&self, other: &Cancel) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Cancel {
    /// Cancels the calls that hold this flag once they have taken more than `steps` steps together, to tell short work
    /// from long. Unlike [`Limits::steps`], the count is shared by all calls that hold the flag, and the remaining
    /// tools of a call are cancelled, too.
    #[must_use]
    pub fn after(steps: u64) -> Cancel {
        Cancel(Arc::new(Flag { is_set: AtomicBool::new(false), steps: AtomicU64::new(steps) }))
    }

    /// Cancels the calls that hold this flag, and those that will.
    pub fn cancel(&self) {
        self.0.is_set.store(true, Ordering::Relaxed);
    }

    /// Whether the calls are cancelled.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.is_set.load(Ordering::Relaxed)
    }

    /// Counts steps. Returns whether the call is cancelled.
    fn ends_within(&self, steps: u64) -> bool {
        let counted = |left: u64| left.checked_sub(steps);
        if self.0.steps.fetch_update(Ordering::Relaxed, Ordering::Relaxed, counted).is_err() {
            self.cancel();
        }
        self.is_cancelled()
    }
}

/// Limits on the cost of a call, in counts instead of time: the same input reaches the same limit at the same place on
/// every machine. A tool that reaches a limit is left unchanged, or omitted where errors are to be omitted, with an
/// issue that names the limit; the other tools are transformed.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Limits {
    /// Steps of work: schemas, members and values visited. A tool may always take 1,000 and one per two bytes of its
    /// text; beyond 8 MiB, one per eight.
    pub steps: u64,
    /// Bytes of memory for what is derived from a document, in addition to its text. A tool may always take 32 times
    /// the length of its text.
    pub memory: usize,
    /// Bytes of a declaration. One of up to eight times the length of its tool's schema is always allowed.
    pub output: usize,
    /// Tools of a document; further ones are left unchanged.
    pub declarations: usize,
    /// The flag that cancels the call from outside.
    #[serde(skip)]
    pub cancel: Option<Cancel>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { steps: 4_000_000, memory: 64 << 20, output: 64_000, declarations: 65_536, cancel: None }
    }
}

impl Limits {
    /// Sets the limit on steps of work.
    ///
    /// ```
    /// use lapidary::{Limits, Options};
    /// let options = Options::default().limits(Limits::default().steps(1_000_000).declarations(100));
    /// ```
    #[must_use]
    pub fn steps(self, steps: u64) -> Limits {
        Limits { steps, ..self }
    }

    /// Sets the limit on memory, in bytes.
    #[must_use]
    pub fn memory(self, bytes: usize) -> Limits {
        Limits { memory: bytes, ..self }
    }

    /// Sets the limit on the length of a declaration, in bytes.
    #[must_use]
    pub fn output(self, bytes: usize) -> Limits {
        Limits { output: bytes, ..self }
    }

    /// Sets the limit on the number of tools in a document.
    #[must_use]
    pub fn declarations(self, tools: usize) -> Limits {
        Limits { declarations: tools, ..self }
    }

    /// Sets the flag that cancels a call from outside.
    #[must_use]
    pub fn cancelled_by(self, cancel: &Cancel) -> Limits {
        Limits { cancel: Some(cancel.clone()), ..self }
    }
}

/// The times that an output may be as long as what it is made of, where that is more than [`Limits::output`].
pub(crate) const OUTPUT_RATIO: usize = 8;

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
    /// The message of the issue; `subject` is what reached the limit, with its article.
    pub(crate) fn message(self, subject: &str, limits: &Limits) -> String {
        match self {
            Met::Steps => format!("{subject} takes more than {} of work", counted(limits.steps, "step")),
            Met::Memory => format!("{subject} takes more than {} of memory", counted(limits.memory as u64, "byte")),
            Met::Output => {
                let most = counted(limits.output as u64, "byte");
                format!("{subject} becomes larger than {most} and than {OUTPUT_RATIO} times its original size")
            }
            Met::Declarations => format!("{subject} has more than {}", counted(limits.declarations as u64, "tool")),
            Met::Cancelled => format!("work on {subject} was cancelled"),
        }
    }

    /// The name of the option that sets the limit; `None` for a cancelled call.
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

/// A number of things, the noun in the singular or the plural: "1 tool", "2 tools".
pub(crate) fn counted(count: u64, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// What a text may always cost, so that ordinary tools are transformed however much others cost: ten times what such
/// tools take.
const MIN_STEPS: u64 = 1_000;
const BYTES_PER_STEP: u64 = 2;
/// A longer text is not that of an ordinary tool.
const LONG_TEXT: u64 = 8 << 20;
const BYTES_A_STEP_BEYOND: u64 = 8;
const MEMORY_PER_BYTE: u64 = 32;

/// The remaining budget of a call, counted down wherever an input can lengthen the work. Code that finds it spent
/// returns at once, with any result: the result is discarded where the work began.
#[derive(Debug)]
pub(crate) struct Work {
    steps: Cell<u64>,
    memory: Cell<u64>,
    met: Cell<Option<Met>>,
    limits: Limits,
}

impl Work {
    /// The budget of a new call, for a text of `text` bytes.
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

    /// The limits of the call.
    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Counts steps. Returns whether the work may go on.
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

    /// Counts bytes that are kept for as long as the work goes on. Returns whether it may go on.
    pub(crate) fn keep(&self, bytes: usize) -> bool {
        match self.memory.get().checked_sub(bytes as u64) {
            Some(left) => self.memory.set(left),
            None => self.meet(Met::Memory),
        }
        !self.is_spent()
    }

    /// Gives back bytes that were counted as kept and have been freed.
    pub(crate) fn free(&self, bytes: usize) {
        self.memory.set(self.memory.get() + bytes as u64);
    }

    /// The bytes of memory that are left.
    pub(crate) fn memory(&self) -> u64 {
        self.memory.get()
    }

    /// Gives back the bytes kept since `left` bytes were left.
    pub(crate) fn release(&self, left: u64) {
        self.memory.set(left);
    }

    /// Records that a limit is met; only the first one counts.
    pub(crate) fn meet(&self, met: Met) {
        self.met.set(self.met.get().or(Some(met)));
    }

    /// Whether a limit is met.
    pub(crate) fn is_spent(&self) -> bool {
        self.met.get().is_some()
    }

    fn allow(&self, text: usize) {
        let text = text as u64;
        let steps = text.min(LONG_TEXT) / BYTES_PER_STEP + text.saturating_sub(LONG_TEXT) / BYTES_A_STEP_BEYOND;
        self.steps.set(self.steps.get().max(MIN_STEPS + steps));
        self.memory.set(self.memory.get().max(text.saturating_mul(MEMORY_PER_BYTE)));
    }

    /// Runs a part of the work, on `text` bytes, with half of the remaining budget, or all of it for the last part. A
    /// limit that is met in it does not stop the parts that follow. Returns the result and the limit that was met.
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
        // Bytes that met the limit are not counted when they are kept, but may be when they are freed.
        self.memory.set(memory.saturating_sub(own_memory.saturating_sub(self.memory.get())));
        (done, met)
    }
}
