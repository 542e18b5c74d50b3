use std::{
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    thread::sleep,
    time::Duration,
};

use lapidary::{Limits, Options, check};
use tokio::time::timeout;

use super::{Busy, Cancel, SHORT_FOR_LONG, Workers};

/// Longer than anything here takes, unless it hangs.
const LONG: Duration = Duration::from_secs(30);

/// Runs the engine until it is cancelled, and counts how often it began and how often it ended.
#[derive(Clone, Default)]
struct Endless(Arc<[AtomicUsize; 2]>);

impl Endless {
    fn work(&self) -> impl Fn(&Cancel) + Send + Sync + 'static {
        let Endless(counts) = self.clone();
        move |cancel| {
            counts[0].fetch_add(1, SeqCst);
            let options = Options::default().limits(Limits::default().cancelled_by(cancel));
            let tool = format!(r#"{{"name":"t","inputSchema":{{"required":[{}"x"]}}}}"#, r#""x","#.repeat(1_000));
            while !cancel.is_cancelled() {
                assert_eq!(check(&tool, &options).summary.total_tools, 1);
            }
            counts[1].fetch_add(1, SeqCst);
        }
    }

    /// Polls a call until the work has begun and ended this often.
    async fn reaches_within<T>(&self, call: impl Future<Output = T>, counts: [usize; 2]) {
        tokio::select! {
            _ = call => panic!("it never ends"),
            () = self.reaches(counts) => {}
        }
    }

    /// Waits until the work has begun and ended this often.
    async fn reaches(&self, counts: [usize; 2]) {
        let reached = async {
            while [self.0[0].load(SeqCst), self.0[1].load(SeqCst)] != counts {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        };
        timeout(LONG, reached).await.expect("it is reached");
    }
}

#[tokio::test]
async fn what_works_gives_what_it_worked_out() {
    let workers = Workers::new(2, 0);
    assert_eq!(workers.run(|_| 7).await, Ok(7));
    assert_eq!(workers.run_part(|_| 7).await, Ok(7));
}

#[tokio::test]
async fn short_calls_do_not_wait_for_long_ones() {
    let (workers, endless) = (Workers::new(1, 4 * SHORT_FOR_LONG), Endless::default());
    let mut waiting = Vec::new();
    for _ in 0..3 {
        let (workers, work) = (workers.clone(), endless.work());
        waiting.push(tokio::spawn(async move { workers.run(work).await }));
    }
    // Each has used up its slice, and one has been restarted.
    endless.reaches([4, 3]).await;
    assert_eq!(timeout(LONG, workers.run(|_| 7)).await, Ok(Ok(7)));
    assert_eq!(timeout(LONG, workers.run_part(|_| 7)).await, Ok(Ok(7)));
    workers.end();
    for call in waiting {
        assert_eq!(call.await.expect("it ends"), Err(Busy));
    }
}

#[tokio::test]
async fn who_goes_is_no_longer_worked_for() {
    let (workers, endless) = (Workers::new(1, SHORT_FOR_LONG), Endless::default());
    endless.reaches_within(workers.run(endless.work()), [2, 1]).await;
    endless.reaches([2, 2]).await;
    endless.reaches_within(workers.run_part(endless.work()), [3, 2]).await;
    endless.reaches([3, 3]).await;
}

#[tokio::test]
async fn there_are_as_many_threads_as_were_said() {
    let (workers, now) = (Workers::new(3, 100), Arc::new([AtomicUsize::new(0), AtomicUsize::new(0)]));
    let mut calls = Vec::new();
    for _ in 0..50 {
        let (workers, now) = (workers.clone(), Arc::clone(&now));
        calls.push(tokio::spawn(async move {
            let work = move |_: &Cancel| {
                now[1].fetch_max(now[0].fetch_add(1, SeqCst) + 1, SeqCst);
                sleep(Duration::from_millis(1));
                now[0].fetch_sub(1, SeqCst);
            };
            workers.run_part(work).await
        }));
    }
    for call in calls {
        assert_eq!(call.await.expect("it ends"), Ok(()));
    }
    assert!(now[1].load(SeqCst) <= 3, "{now:?}");
}

#[tokio::test]
async fn what_would_wait_behind_too_many_is_refused() {
    let (workers, endless) = (Workers::new(1, 0), Endless::default());
    let mut held = pin!(workers.run_part(endless.work()));
    assert!(timeout(Duration::ZERO, &mut held).await.is_err());
    let mut waiting = pin!(workers.run(|_| 7));
    assert!(timeout(Duration::ZERO, &mut waiting).await.is_err());
    assert_eq!(workers.run(|_| 7).await, Err(Busy));
}

#[tokio::test]
async fn long_calls_have_a_queue_of_their_own() {
    let (workers, endless) = (Workers::new(1, SHORT_FOR_LONG - 1), Endless::default());
    let mut long = pin!(workers.run(endless.work()));
    endless.reaches_within(&mut long, [2, 1]).await;
    assert_eq!(timeout(LONG, workers.run(endless.work())).await, Ok(Err(Busy)));
}

#[tokio::test]
async fn after_the_end_nothing_is_taken() {
    let workers = Workers::new(1, 1);
    workers.end();
    assert_eq!(workers.run(|_| 7).await, Err(Busy));
    assert_eq!(workers.run_part(|_| 7).await, Err(Busy));
}
