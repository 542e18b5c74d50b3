//! What a call may cost, and how it is counted.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

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
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Ends the calls that look at this, and those that will.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether they are ended.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What a call of the engine may cost. Deterministic but for [`Limits::cancel`]: the same input meets the same limit at
/// the same place on every machine.
///
/// A tool at which a limit is met leaves as it came, or not at all, as [`OnError`](crate::OnError) says, with an issue
/// that names the limit; the other tools are served.
///
/// ```
/// use lapidary::{Limits, Options};
/// let options = Options::default().limits(Limits::default().steps(1_000_000).declarations(100));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// Steps of work: a schema, a member or a value looked at. A text has as many as it has bytes in any case.
    pub steps: u64,
    /// Bytes of memory for what is worked out of a document, beside its text. A text has forty times its bytes in any
    /// case.
    pub memory: usize,
    /// Bytes that a declaration may have, where it is more than eight times its tool.
    pub output: usize,
    /// Tools of a document; more leave as they came.
    pub declarations: usize,
    /// What ends the call from outside.
    pub cancel: Option<Cancel>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { steps: 20_000_000, memory: 64 << 20, output: 64_000, declarations: 65_536, cancel: None }
    }
}

impl Limits {
    /// Steps of work.
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
