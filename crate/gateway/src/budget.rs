//! Bytes that all bodies at hand may have.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    time::Duration,
};

use tokio::time::sleep;

/// Who holds no more than this many bytes may have the last quarter, so that large bodies do not keep small ones out.
const SMALL: usize = 256 << 10;

/// How long until who waits for room looks again.
const BREATH: Duration = Duration::from_millis(20);

/// Bytes that it takes to read one value of a text.
const VALUE: usize = 40;

/// Bytes that all bodies at hand may have. Clones share them.
#[derive(Clone, Debug)]
pub struct Budget(Arc<Room>);

#[derive(Debug)]
struct Room {
    most: usize,
    held: AtomicUsize,
}

/// There is no room for so many bytes now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

impl Budget {
    /// So many bytes.
    #[must_use]
    pub fn new(most: usize) -> Budget {
        Budget(Arc::new(Room { most, held: AtomicUsize::new(0) }))
    }

    /// A part of it, with nothing in it yet.
    #[must_use]
    pub fn part(&self) -> Held {
        Held { budget: self.clone(), bytes: 0 }
    }

    /// Whether so many bytes could be held if nothing else was.
    #[must_use]
    pub fn allows(&self, bytes: usize) -> bool {
        bytes <= self.most(bytes)
    }

    /// How much may be held in all if this many bytes are held by one.
    fn most(&self, bytes: usize) -> usize {
        if bytes <= SMALL { self.0.most } else { self.0.most - self.0.most / 4 }
    }
}

/// What one body has of the budget, until it is dropped.
#[derive(Debug)]
pub struct Held {
    budget: Budget,
    bytes: usize,
}

impl Held {
    /// Holds so many bytes, be it more than before or less.
    ///
    /// # Errors
    /// If there is no room for them; then it holds what it held.
    pub fn hold(&mut self, bytes: usize) -> Result<(), Full> {
        let (before, most) = (self.bytes, self.budget.most(bytes));
        let exchanged = |held: usize| {
            let held = (held - before).checked_add(bytes)?;
            (bytes <= before || held <= most).then_some(held)
        };
        self.budget.0.held.fetch_update(Relaxed, Relaxed, exchanged).map_err(|_| Full)?;
        self.bytes = bytes;
        Ok(())
    }

    /// How many bytes it holds.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Holds so many bytes more.
    ///
    /// # Errors
    /// If there is no room for them; then it holds what it held.
    pub fn more(&mut self, bytes: usize) -> Result<(), Full> {
        self.hold(self.bytes.saturating_add(bytes))
    }

    /// Holds so many bytes more as soon as there is room for them; never, if there could not be
    /// ([`allows`](Budget::allows)).
    pub async fn wait_for(&mut self, bytes: usize) {
        while self.more(bytes).is_err() {
            sleep(BREATH).await;
        }
    }

    /// Holds so many bytes less, if it has them.
    pub fn less(&mut self, bytes: usize) {
        let bytes = bytes.min(self.bytes);
        self.budget.0.held.fetch_sub(bytes, Relaxed);
        self.bytes -= bytes;
    }
}

/// Bytes that it takes to read a text of JSON, by how many values it can have.
pub(crate) fn to_read(text: &str) -> usize {
    let values = text.bytes().filter(|byte| matches!(byte, b',' | b'{' | b'[')).count();
    values.saturating_mul(VALUE)
}

impl Drop for Held {
    fn drop(&mut self) {
        self.budget.0.held.fetch_sub(self.bytes, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::{Budget, Full, SMALL};

    #[test]
    fn large_bodies_leave_room_for_small_ones() {
        let budget = Budget::new(8 * SMALL);
        let [mut large, mut other, mut small] = [budget.part(), budget.part(), budget.part()];
        assert_eq!(large.more(6 * SMALL), Ok(()));
        assert_eq!(other.more(SMALL + 1), Err(Full));
        assert_eq!(large.more(1), Err(Full));
        assert_eq!((other.more(SMALL), small.more(SMALL)), (Ok(()), Ok(())));
        assert_eq!(budget.part().more(1), Err(Full));
        assert_eq!(small.more(usize::MAX), Err(Full));
        drop(large);
        assert_eq!(other.more(2 * SMALL), Ok(()));
        // Less is possible at any time.
        assert_eq!(small.hold(0), Ok(()));
        assert_eq!(budget.part().more(3 * SMALL), Ok(()));
        assert_eq!((budget.allows(6 * SMALL), budget.allows(6 * SMALL + 1)), (true, false));
    }
}
