//! The programs that are started, up to a limit.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use bytes::Bytes;
use http::StatusCode;
use lapidary_gateway::{Budget, Workers};
use lapidary_mcp::{Command, Error, framing::Frame};
use tokio::{
    select,
    sync::{
        OwnedSemaphorePermit, Semaphore,
        mpsc::{Receiver, Sender, channel},
        oneshot,
    },
    time::{Instant, sleep, timeout},
};
use tracing::warn;

use crate::{
    Ended, Limits, Profiles,
    conversation::Conversation,
    listen::listening::Listening,
    program::{Peer, Program},
    shared::Shared,
};

/// How long to wait for the end of a program that gives up its place, which has to end within its own grace.
const YIELDING: Duration = Duration::from_secs(10);

/// The programs that run: up to a limit, each of the same command.
pub(in crate::listen) struct Programs {
    pub(super) command: Command,
    pub(super) profiles: Arc<Profiles>,
    pub(super) limits: Limits,
    /// How long one may run without being used.
    pub(super) idle: Duration,
    /// How many may run at a time.
    pub(super) most: u32,
    /// Bytes of all responses that wait to be read.
    pub(super) budget: Budget,
    workers: Workers,
    room: Arc<Semaphore>,
    running: Mutex<Vec<Used>>,
}

/// When a running program was used.
struct Used {
    /// Since when nothing is open in it; `None` while something is.
    idle: Arc<dyn Fn() -> Option<Instant> + Send + Sync>,
    /// Dropping it ends the program.
    yields: oneshot::Sender<()>,
}

/// A program that runs in the background.
pub(super) struct Running {
    pub(super) to_server: Sender<Frame>,
    /// Dropping it ends the program.
    pub(super) end: oneshot::Sender<()>,
}

/// Why a program was not started.
pub(super) enum Unstarted {
    Full,
    Failed(Error),
}

impl Programs {
    pub(in crate::listen) fn new(
        command: Command,
        profiles: Arc<Profiles>,
        workers: Workers,
        budget: Budget,
        how: &Listening,
    ) -> Programs {
        let limits = Limits { message: how.limits.body, ..Limits::default() };
        let (idle, most, room) = (how.idle, how.servers, Arc::new(Semaphore::new(how.servers as usize)));
        Programs { command, profiles, limits, idle, most, budget, workers, room, running: Mutex::default() }
    }

    /// Waits until all have ended; no more are started.
    pub(super) async fn end(&self) {
        if let Ok(all) = self.room.acquire_many(self.most).await {
            all.forget();
        }
    }

    /// A place for a program. If all are taken, the program that has been idle for the longest time is ended: its
    /// client may have left without a word, and one that has not opens another session.
    pub(super) async fn place(&self) -> Result<OwnedSemaphorePermit, Unstarted> {
        let room = Arc::clone(&self.room);
        if let Ok(place) = Arc::clone(&room).try_acquire_owned() {
            return Ok(place);
        }
        if !self.end_idlest() {
            return Err(Unstarted::Full);
        }
        let place = timeout(YIELDING, room.acquire_owned()).await;
        place.ok().and_then(Result::ok).ok_or(Unstarted::Full)
    }

    /// The programs that still run.
    fn running(&self) -> MutexGuard<'_, Vec<Used>> {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.retain(|used| !used.yields.is_closed());
        running
    }

    /// Ends the program that has been idle for the longest time; returns whether there is one.
    fn end_idlest(&self) -> bool {
        let mut running = self.running();
        let idle = running.iter().enumerate().filter_map(|(at, used)| Some(((used.idle)()?, at)));
        let Some((_, at)) = idle.min() else { return false };
        running.swap_remove(at);
        warn!(
            "as many servers are running as may (--max-servers {}); the one that was idle longest is ended",
            self.most
        );
        true
    }

    /// Starts the program for a conversation. Messages for the client go to `to_client`; `used` returns since when
    /// nothing is open in the conversation, and `over` is called with the reason for the end.
    pub(super) fn run<T, W>(
        &self,
        place: OwnedSemaphorePermit,
        conversation: Conversation,
        to_client: T,
        used: impl Fn() -> Option<Instant> + Send + Sync + 'static,
        over: impl FnOnce(&str) + Send + 'static,
    ) -> Result<Running, Unstarted>
    where
        T: FnOnce(Receiver<Bytes>) -> W + Send + 'static,
        W: Future<Output = ()> + Send + 'static,
    {
        let program = Program::start(&self.command).map_err(Unstarted::Failed)?;
        let (to_server, from_client) = channel(1);
        let (end, told) = oneshot::channel::<()>();
        let (yields, yielded) = oneshot::channel::<()>();
        let used: Arc<dyn Fn() -> Option<Instant> + Send + Sync> = Arc::new(used);
        self.running().push(Used { idle: Arc::clone(&used), yields });
        let (limits, longest) = (self.limits, self.idle);
        let shared = Shared::new(conversation, self.workers.clone());
        tokio::spawn(async move {
            let end = async {
                select! {
                    _ = told => {}
                    _ = yielded => {}
                    () = idle(&*used, longest) => {}
                }
            };
            let peer = Peer { from_client, to_client, patience: limits.grace };
            let ended = program.serve(shared, peer, limits, end).await;
            over(&match ended {
                Ended::ByServer(status) => {
                    let status = status.map_or_else(String::new, |status| format!(" ({status})"));
                    warn!("the server ended by itself{status}");
                    format!("the server ended{status} before it answered")
                }
                Ended::ByClient | Ended::Told => "the session is over".to_owned(),
            });
            drop(place);
        });
        Ok(Running { to_server, end })
    }
}

impl Unstarted {
    /// The status and the message for the client.
    pub(super) fn told(&self, most: u32) -> (StatusCode, String) {
        match self {
            Unstarted::Full => {
                let why = format!("as many servers are running as may (--max-servers {most})");
                (StatusCode::SERVICE_UNAVAILABLE, why)
            }
            Unstarted::Failed(error) => (StatusCode::BAD_GATEWAY, error.with_help()),
        }
    }
}

/// Waits until something has been idle for `longest`.
async fn idle(since: &(dyn Fn() -> Option<Instant> + Sync), longest: Duration) {
    loop {
        let left = longest.saturating_sub(since().map_or(Duration::ZERO, |since| since.elapsed()));
        if left.is_zero() {
            return;
        }
        sleep(left).await;
    }
}
