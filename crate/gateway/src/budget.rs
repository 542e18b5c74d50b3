//! A budget of bytes, shared by all bodies in memory.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    time::Duration,
};

use tokio::time::sleep;

/// A body of at most this many bytes may use the last quarter of the budget, so that large bodies do not block small
/// ones.
const SMALL: usize = 256 << 10;

/// The interval at which a waiting body tries again.
const BREATH: Duration = Duration::from_millis(20);

/// An estimate of the bytes needed to parse one JSON value.
const VALUE: usize = 40;

/// A budget of bytes, shared by all bodies in memory. Clones share it.
#[derive(Clone, Debug)]
pub struct Budget(Arc<Room>);

#[derive(Debug)]
struct Room {
    most: usize,
    held: AtomicUsize,
}

/// The budget has no room for this many bytes now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

impl Budget {
    /// Creates a budget of `most` bytes.
    #[must_use]
    pub fn new(most: usize) -> Budget {
        Budget(Arc::new(Room { most, held: AtomicUsize::new(0) }))
    }

    /// Creates an empty reservation.
    #[must_use]
    pub fn part(&self) -> Held {
        Held { budget: self.clone(), bytes: 0 }
    }

    /// Whether this many bytes fit if nothing else is reserved.
    #[must_use]
    pub fn allows(&self, bytes: usize) -> bool {
        bytes <= self.most(bytes)
    }

    /// The limit on all reservations together if one of them has this many bytes.
    fn most(&self, bytes: usize) -> usize {
        if bytes <= SMALL { self.0.most } else { self.0.most - self.0.most / 4 }
    }
}

/// A reservation: the bytes of the budget that one body has, released on drop.
#[derive(Debug)]
pub struct Held {
    budget: Budget,
    bytes: usize,
}

impl Held {
    /// Changes the reservation to this many bytes, more or fewer than before.
    ///
    /// # Errors
    /// If there is no room for them; the reservation then stays as it is.
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

    /// The number of bytes reserved.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Reserves this many bytes more.
    ///
    /// # Errors
    /// If there is no room for them; the reservation then stays as it is.
    pub fn more(&mut self, bytes: usize) -> Result<(), Full> {
        self.hold(self.bytes.saturating_add(bytes))
    }

    /// Reserves this many bytes more as soon as there is room for them; waits for ever if there can be none
    /// ([`allows`](Budget::allows)).
    pub async fn wait_for(&mut self, bytes: usize) {
        while self.more(bytes).is_err() {
            sleep(BREATH).await;
        }
    }

    /// Releases this many bytes, or all if fewer are reserved.
    pub fn less(&mut self, bytes: usize) {
        let bytes = bytes.min(self.bytes);
        self.budget.0.held.fetch_sub(bytes, Relaxed);
        self.bytes -= bytes;
    }
}

/// An estimate of the bytes needed to parse a JSON text, from the number of values it can have.
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
        // Shrinking always succeeds.
        assert_eq!(small.hold(0), Ok(()));
        assert_eq!(budget.part().more(3 * SMALL), Ok(()));
        assert_eq!((budget.allows(6 * SMALL), budget.allows(6 * SMALL + 1)), (true, false));
    }
}
