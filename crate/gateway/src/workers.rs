//! Threads for the engine, so that what waits on sockets never waits for it.

use std::{panic::resume_unwind, sync::Arc, thread::available_parallelism};

use lapidary::Cancel;
use tokio::{
    sync::{Semaphore, SemaphorePermit, watch},
    task::spawn_blocking,
};

/// Steps that a call may take before it waits for its turn among the long ones: about 10 ms. A request with a hundred
/// ordinary tools takes 8,000. Counted and not timed, as on a busy machine a short call takes as long as a long one.
const SLICE: u64 = 20_000;
/// For so many short calls that may wait, one long one may.
const SHORT_FOR_LONG: usize = 16;

/// Threads on which calls of the engine work, bounded in number, with a bounded queue before them. Clones share them.
///
/// Calls that are long do not hold up those that are short: one that is not done within 20,000 steps of the engine is
/// ended, and begins anew in a queue of its own, before half as many threads. The caller's future stands for the call: when it is dropped,
/// the call is cancelled, and its thread is free as soon as it notices.
#[derive(Clone, Debug)]
pub struct Workers(Arc<Lanes>);

#[derive(Debug)]
struct Lanes {
    short: Lane,
    long: Lane,
    is_over: watch::Sender<bool>,
}

/// Some of the threads, and the queue before them.
#[derive(Debug)]
struct Lane {
    threads: Arc<Semaphore>,
    /// One for each call that works or waits.
    places: Semaphore,
}

/// There is more work at hand than may wait, or none is taken any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Busy;

impl std::fmt::Display for Busy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("there is too much work at hand")
    }
}

impl std::error::Error for Busy {}

impl Default for Workers {
    /// As many threads as there are cores, and 1,024 calls that may wait.
    fn default() -> Workers {
        Workers::new(available_parallelism().map_or(1, usize::from), 1_024)
    }
}

impl Workers {
    /// So many threads, at least one, and so many calls that may wait for them; of long ones a sixteenth.
    #[must_use]
    pub fn new(threads: usize, queue: usize) -> Workers {
        let (short, long) = (Lane::new(threads, queue), Lane::new(threads / 2, queue / SHORT_FOR_LONG));
        Workers(Arc::new(Lanes { short, long, is_over: watch::Sender::new(false) }))
    }

    /// What `work` gives. It may be begun a second time, so what it gives has to be all that it does; once the flag
    /// that it gets is set, nobody waits for it.
    ///
    /// # Errors
    /// If too many calls wait already, or none is taken after [`Workers::end`].
    pub async fn run<T: Send + 'static>(&self, work: impl Fn(&Cancel) -> T + Send + Sync + 'static) -> Result<T, Busy> {
        let Lanes { short, long, .. } = &*self.0;
        let work = Arc::new(work);
        let again = Arc::clone(&work);
        let turns = async {
            let place = short.place()?;
            let unless_ended = move |cancel: &Cancel| Some(work(cancel)).filter(|_| !cancel.is_cancelled());
            if let Some(done) = short.work(unless_ended, Cancel::after(SLICE)).await? {
                return Ok(done);
            }
            drop(place);
            let _place = long.place()?;
            long.work(move |cancel| again(cancel), Cancel::default()).await
        };
        self.unless_over(turns).await
    }

    /// What `work` gives, where it is short and belongs to something under way, such as a part of a stream: it is begun
    /// once, and not refused because others wait.
    ///
    /// # Errors
    /// If none is taken after [`Workers::end`].
    pub async fn run_part<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Cancel) -> T + Send + 'static,
    ) -> Result<T, Busy> {
        self.unless_over(self.0.short.work(work, Cancel::default())).await
    }

    /// Cancels what is under way, and takes nothing more.
    pub fn end(&self) {
        self.0.is_over.send_replace(true);
    }

    async fn unless_over<T>(&self, turns: impl Future<Output = Result<T, Busy>>) -> Result<T, Busy> {
        let mut is_over = self.0.is_over.subscribe();
        tokio::select! {
            biased;
            _ = is_over.wait_for(|over| *over) => Err(Busy),
            done = turns => done,
        }
    }
}

impl Lane {
    fn new(threads: usize, queue: usize) -> Lane {
        let threads = threads.max(1);
        Lane { threads: Arc::new(Semaphore::new(threads)), places: Semaphore::new(threads + queue) }
    }

    fn place(&self) -> Result<SemaphorePermit<'_>, Busy> {
        self.places.try_acquire().map_err(|_| Busy)
    }

    /// What some work gives once it has a thread, and for as long as `cancel` lets it go on.
    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Cancel) -> T + Send + 'static,
        cancel: Cancel,
    ) -> Result<T, Busy> {
        let thread = Arc::clone(&self.threads).acquire_owned().await.map_err(|_| Busy)?;
        let _cancelled = AtTheEnd(cancel.clone());
        let done = spawn_blocking(move || {
            let done = work(&cancel);
            drop(thread);
            done
        });
        match done.await {
            Ok(done) => Ok(done),
            Err(why) if why.is_panic() => resume_unwind(why.into_panic()),
            Err(_) => Err(Busy),
        }
    }
}

/// Cancels a call, which may be over, when nobody waits for it any more.
struct AtTheEnd(Cancel);

impl Drop for AtTheEnd {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

#[cfg(test)]
mod tests;
