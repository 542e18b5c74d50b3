//! A conversation, shared by both directions. Messages are parsed before it is locked, and the engine works on its own
//! threads while it is not.

use std::{
    pin::pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use bytes::Bytes;
use lapidary::Cancel;
use lapidary_gateway::{Busy, Workers};
use lapidary_mcp::message::Incoming;
use tokio::time::timeout;

use crate::{
    conversation::{Calls, Conversation, Downward, Lists, Upward},
    limits::{ENDING, WORK},
};

/// The state that both directions share, and the threads on which the engine works for them.
#[derive(Clone)]
pub(crate) struct Shared {
    conversation: Arc<Mutex<Conversation>>,
    workers: Workers,
}

impl Shared {
    pub(crate) fn new(conversation: Conversation, workers: Workers) -> Shared {
        Shared { conversation: Arc::new(Mutex::new(conversation)), workers }
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Conversation> {
        self.conversation.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Processes a message of the client.
    pub(crate) fn take_from_client(&self, message: Bytes) -> Upward {
        let parts = Incoming::all(&message);
        self.lock().take_from_client(&message, parts)
    }

    /// Processes a message of the client that has waited until the tools were listed.
    pub(crate) fn take_listed(&self, message: Bytes) -> Upward {
        let parts = Incoming::all(&message);
        self.lock().take_listed(&message, parts)
    }

    /// Processes a message of the server.
    pub(crate) fn take_from_server(&self, message: Bytes) -> Downward {
        let parts = Incoming::all(&message);
        self.lock().take_from_server(&message, parts)
    }

    /// Restores the calls of a message.
    pub(crate) async fn restored(&self, calls: Calls) -> Result<Bytes, Busy> {
        self.work(move |_| calls.restored()).await
    }

    /// Lowers the tools of a message, and remembers them.
    pub(crate) async fn fitted(&self, lists: Lists) -> Result<Bytes, Busy> {
        let changes = lists.changes;
        let (message, pages) = self.work(move |cancel| lists.fitted(cancel)).await?;
        let mut conversation = self.lock();
        for page in pages {
            conversation.learn(page, changes);
        }
        Ok(message)
    }

    /// Runs `work` on a thread of the engine. When its time is over, it is cancelled and has to end with what it has;
    /// it is also cancelled if the future is dropped.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        work: impl Fn(&Cancel) -> T + Send + Sync + 'static,
    ) -> Result<T, Busy> {
        let running: Arc<Mutex<Cancel>> = Arc::default();
        let begun = Arc::clone(&running);
        let done = self.workers.run(move |cancel| {
            begun.lock().unwrap_or_else(PoisonError::into_inner).clone_from(cancel);
            work(cancel)
        });
        let mut done = pin!(done);
        if let Ok(done) = timeout(WORK, &mut done).await {
            return done;
        }
        running.lock().unwrap_or_else(PoisonError::into_inner).cancel();
        timeout(ENDING, done).await.unwrap_or(Err(Busy))
    }
}
