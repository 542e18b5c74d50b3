//! The phases of the work (`read`, `lower`, `emit`), for measurements. There is no option to measure, so that the
//! measured work is the same.

use std::cell::Cell;

/// The start or the end of a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// It begins.
    Start,
    /// It ends.
    End,
}

/// Called at the start and the end of each phase, with its name.
pub type Observer = fn(&'static str, Edge);

thread_local! {
    static OBSERVER: Cell<Option<Observer>> = const { Cell::new(None) };
}

/// Runs `work` and reports its phases to `observer`.
pub fn observed<T>(observer: Observer, work: impl FnOnce() -> T) -> T {
    let before = OBSERVER.replace(Some(observer));
    let done = work();
    OBSERVER.set(before);
    done
}

/// Runs the work of a phase and reports its start and end to the observer, if there is one.
pub(crate) fn phase<T>(name: &'static str, work: impl FnOnce() -> T) -> T {
    let observer = OBSERVER.get();
    if let Some(observer) = observer {
        observer(name, Edge::Start);
    }
    let done = work();
    if let Some(observer) = observer {
        observer(name, Edge::End);
    }
    done
}
