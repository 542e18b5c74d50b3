//! The phases of the work (`read`, `lower`, `emit`), for whoever measures them. No option says so: what is measured
//! is the same work.

use std::cell::Cell;

/// The edges of a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// It begins.
    Start,
    /// It ends.
    End,
}

/// What is called at the edges of each phase, with its name.
pub type Observer = fn(&'static str, Edge);

thread_local! {
    static OBSERVER: Cell<Option<Observer>> = const { Cell::new(None) };
}

/// Does some work, and tells `observer` of its phases.
pub fn observed<T>(observer: Observer, work: impl FnOnce() -> T) -> T {
    let before = OBSERVER.replace(Some(observer));
    let done = work();
    OBSERVER.set(before);
    done
}

/// Does the work of a phase.
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
