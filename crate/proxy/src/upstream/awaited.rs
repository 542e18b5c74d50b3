//! What is awaited of a server: which requests of a message, and for how long they count.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use lapidary_mcp::id::Id;
use tokio::sync::{OwnedSemaphorePermit, oneshot};

/// The requests of a message that have no response yet, and were not cancelled. Clones share them.
#[derive(Clone)]
pub(super) struct Awaited(Arc<Mutex<State>>);

struct State {
    ids: HashSet<Id>,
    /// The place that they occupy among those that are sent at a time.
    place: Option<OwnedSemaphorePermit>,
    close: Option<Close>,
}

/// Dropping it closes the connection of a message.
pub(super) type Close = oneshot::Sender<()>;

impl Awaited {
    pub(super) fn new(ids: HashSet<Id>) -> Awaited {
        Awaited(Arc::new(Mutex::new(State { ids, place: None, close: None })))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn ids(&self) -> HashSet<Id> {
        self.lock().ids.clone()
    }

    /// Whether nothing is awaited any more.
    pub(super) fn is_over(&self) -> bool {
        self.lock().ids.is_empty()
    }

    /// A receiver that completes when the connection is to be closed.
    pub(super) fn closed(&self) -> oneshot::Receiver<()> {
        let (close, closed) = oneshot::channel();
        self.lock().close = Some(close);
        closed
    }

    /// Occupies a place; returns whether anything is still awaited.
    pub(super) fn occupy(&self, place: OwnedSemaphorePermit) -> bool {
        let mut state = self.lock();
        let waits = !state.ids.is_empty();
        state.place = waits.then_some(place);
        waits
    }

    /// Awaits a response no more; returns whether it was awaited.
    pub(super) fn remove(&self, id: Id) -> bool {
        let mut state = self.lock();
        let id = id.among(|id| state.ids.contains(id));
        state.ids.remove(&id)
    }

    /// Leaves the place once nothing is awaited any more; returns what closes the connection, in which further messages
    /// may arrive. A message that has not been sent yet is given up.
    pub(super) fn rest(&self) -> Option<Close> {
        let mut state = self.lock();
        if !state.ids.is_empty() {
            return None;
        }
        let close = state.close.take();
        state.place.take().and(close)
    }

    /// Awaits nothing more, since the connection is closed.
    pub(super) fn end(&self) {
        let mut state = self.lock();
        state.ids.clear();
        state.place = None;
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::Semaphore;

    use super::*;

    #[tokio::test]
    async fn a_place_is_left_when_nothing_is_awaited() {
        let room = Arc::new(Semaphore::new(1));
        let awaited = Awaited::new([Id::from(1), Id::from(2)].into());
        let mut closed = awaited.closed();
        assert!(awaited.occupy(Arc::clone(&room).acquire_owned().await.expect("a place")));
        assert!(awaited.remove(Id::Text("1".to_owned())) && !awaited.remove(Id::from(1)));
        assert!(awaited.rest().is_none() && room.available_permits() == 0, "another is awaited");
        assert!(awaited.remove(Id::from(2)));
        let close = awaited.rest().expect("the connection is open");
        assert!(room.available_permits() == 1 && closed.try_recv() == Err(oneshot::error::TryRecvError::Empty));
        drop(close);
        assert!(closed.await.is_err());
    }

    #[tokio::test]
    async fn what_was_cancelled_before_it_had_a_place_is_not_sent() {
        let room = Arc::new(Semaphore::new(1));
        let awaited = Awaited::new([Id::from(1)].into());
        let closed = awaited.closed();
        assert!(awaited.remove(Id::from(1)) && awaited.rest().is_none());
        assert!(closed.await.is_err());
        assert!(!awaited.occupy(Arc::clone(&room).acquire_owned().await.expect("a place")));
        assert_eq!(room.available_permits(), 1);
    }
}
