//! Threads for the engine, so that the threads for I/O never wait for it.

use std::{panic::resume_unwind, sync::Arc, thread::available_parallelism};

use lapidary::Cancel;
use tokio::{
    sync::{Semaphore, SemaphorePermit, watch},
    task::spawn_blocking,
};

/// Steps that a call may take before it has to queue with the long calls: about 10 ms. A request with a hundred
/// ordinary tools takes 8,000. Steps are counted instead of time, since on a busy machine a short call takes as long as
/// a long one.
const SLICE: u64 = 20_000;
/// The number of short calls that may wait for each long call that may.
const SHORT_FOR_LONG: usize = 16;

/// Threads that run calls of the engine, bounded in number, with a bounded queue. Clones share them.
///
/// Long calls do not delay short ones: a call that takes more than 20,000 steps of the engine is cancelled and
/// restarted in a separate queue, which has half as many threads. Dropping the caller's future cancels the call, and
/// its thread is free as soon as the call notices.
#[derive(Clone, Debug)]
pub struct Workers(Arc<Lanes>);

#[derive(Debug)]
struct Lanes {
    short: Lane,
    long: Lane,
    is_over: watch::Sender<bool>,
}

/// Some of the threads, and their queue.
#[derive(Debug)]
struct Lane {
    threads: Arc<Semaphore>,
    /// A permit for each call that runs or waits.
    places: Semaphore,
}

/// Too many calls are waiting, or no more are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Busy;

impl std::fmt::Display for Busy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("too much work in progress")
    }
}

impl std::error::Error for Busy {}

impl Default for Workers {
    /// As many threads as there are cores, and a queue of 1,024 calls.
    fn default() -> Workers {
        Workers::new(available_parallelism().map_or(1, usize::from), 1_024)
    }
}

impl Workers {
    /// Creates `threads` threads, at least one, with a queue of `queue` calls; long calls have half and a sixteenth of
    /// that.
    #[must_use]
    pub fn new(threads: usize, queue: usize) -> Workers {
        let (short, long) = (Lane::new(threads, queue), Lane::new(threads / 2, queue / SHORT_FOR_LONG));
        Workers(Arc::new(Lanes { short, long, is_over: watch::Sender::new(false) }))
    }

    /// Runs `work` and returns its result. It may be run a second time, so it must have no effect but its result; once
    /// its `Cancel` is set, the result is no longer used.
    ///
    /// # Errors
    /// If too many calls are waiting, or after [`Workers::end`].
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

    /// Runs `work` that is short and part of something in progress, such as a stream: it is run once, and not rejected
    /// because others wait.
    ///
    /// # Errors
    /// After [`Workers::end`].
    pub async fn run_part<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Cancel) -> T + Send + 'static,
    ) -> Result<T, Busy> {
        self.unless_over(self.0.short.work(work, Cancel::default())).await
    }

    /// Cancels the calls in progress, and accepts no more.
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

    /// Runs `work` once it has a thread; sets `cancel` when the returned future is dropped.
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

/// Cancels a call on drop, when nobody waits for its result any more; it may be over.
struct AtTheEnd(Cancel);

impl Drop for AtTheEnd {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

#[cfg(test)]
mod tests;
