//! A server over HTTP: each message of the client is a POST, with the answers in its response. For servers of
//! 2024-11-05, which reject that, their own transport is used.

mod old;
mod streams;
mod way;

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::Duration,
};

use bytes::Bytes;
use lapidary_mcp::{framing::Frame, id::Id, message::Incoming, transport::http::Requests};
use tokio::{
    sync::{
        Semaphore,
        mpsc::{Receiver, Sender, WeakSender},
        oneshot,
    },
    task::{AbortHandle, JoinSet},
    time::timeout,
};

use crate::{
    conversation::cancelled,
    limits::{AT_ONCE, OPEN},
    shared::Shared,
};
pub(crate) use way::is_mismatch;
use way::{Asked, Way};

const INITIALIZED: &str = "notifications/initialized";

pub(crate) struct Upstream {
    way: Way,
    shared: Shared,
    under_way: JoinSet<HashSet<Id>>,
    /// The tasks of modern requests; aborting one cancels its request.
    posts: HashMap<Id, AbortHandle>,
    room: Arc<Semaphore>,
    /// Closed when the server has accepted the last message without a response, since they are sent in order.
    accepted: oneshot::Receiver<()>,
    /// The task that waits for messages that belong to no request.
    listening: Option<AbortHandle>,
}

impl Upstream {
    pub(crate) fn new(
        requests: Requests,
        shared: Shared,
        to_server: WeakSender<Bytes>,
        frames: Sender<Frame>,
    ) -> Upstream {
        let way = Way::new(requests, shared.clone(), to_server, frames);
        let (under_way, posts, room) = (JoinSet::new(), HashMap::new(), Arc::new(Semaphore::new(AT_ONCE)));
        let (_, accepted) = oneshot::channel();
        Upstream { way, shared, under_way, posts, room, accepted, listening: None }
    }

    pub(crate) fn session(&self) -> Way {
        self.way.clone()
    }

    /// Forwards the client's messages until there are no more, and waits at most `longest` for responses; or until the
    /// session is over.
    pub(crate) async fn run(mut self, mut messages: Receiver<Bytes>, longest: Duration) {
        loop {
            tokio::select! {
                message = messages.recv(), if self.under_way.len() < OPEN => match message {
                    Some(message) => self.take(message).await,
                    None => break,
                },
                Some(done) = self.under_way.join_next() => {
                    for id in done.unwrap_or_default() {
                        self.posts.remove(&id);
                    }
                }
            }
            if self.way.is_over() {
                break;
            }
        }
        let waits = self.way.lock().posts.is_some() && self.shared.lock().is_waiting();
        if let Some(listening) = self.listening.filter(|_| !waits) {
            listening.abort();
        }
        let answered = async { while self.under_way.join_next().await.is_some() {} };
        let _ = timeout(longest, answered).await;
    }

    async fn take(&mut self, message: Bytes) {
        let Some(asked) = self.way.asked(&message) else { return self.tell(message).await };
        let way = self.way.clone();
        let posts = way.lock().posts.clone();
        if let Some(posts) = posts {
            self.under_way.spawn(way.post_old(posts, asked, message));
            return;
        }
        if asked.opens {
            return self.open(asked, message).await;
        }
        let room = Arc::clone(&self.room);
        let ids = if asked.is_modern { asked.ids.clone() } else { HashSet::new() };
        let post = self.under_way.spawn(async move {
            let place = room.acquire_owned().await;
            let answer = way.post(message.clone(), asked.headers.clone()).await;
            let ids = way.answered(asked, message, answer).await;
            drop(place);
            ids
        });
        self.posts.extend(ids.into_iter().map(|id| (id, post.clone())));
    }

    /// Opens a session. Nothing else may be sent before its id and its transport are known.
    async fn open(&mut self, asked: Asked, message: Bytes) {
        let way = self.way.clone();
        let mut answer = way.post(message.clone(), asked.headers.clone()).await;
        if let Err(refused) = answer {
            match old::open(&way.requests, refused).await {
                Ok((stream, posts)) => {
                    way.lock().posts = Some(posts.clone());
                    self.listening = Some(self.under_way.spawn(way.clone().read(stream)));
                    self.under_way.spawn(way.post_old(posts, asked, message));
                    return;
                }
                Err(why) => answer = Err(why),
            }
        }
        self.under_way.spawn(way.answered(asked, message, answer));
    }

    /// Sends a message that has no response. A server that accepts it slowly delays only the next of these.
    async fn tell(&mut self, message: Bytes) {
        let parts = Incoming::all(&message).unwrap_or_default();
        let way = self.way.clone();
        if parts.iter().any(|part| matches!(part, Incoming::Notification { method, .. } if method == INITIALIZED)) {
            // Nothing else may be sent before the session is open.
            way.tell(message).await;
            return self.listen();
        }
        let cancels: Vec<Id> = parts.iter().filter_map(cancels).collect();
        if let Some(post) = cancels.iter().find_map(|id| self.posts.remove(id)) {
            // Since 2026-07-28, closing the connection cancels a request.
            return post.abort();
        }
        let (accepted, next) = oneshot::channel();
        let before = cancels.is_empty().then(|| std::mem::replace(&mut self.accepted, next));
        self.under_way.spawn(async move {
            if let Some(before) = before {
                let _ = before.await;
            }
            way.tell(message).await;
            drop(accepted);
            HashSet::new()
        });
    }

    /// Waits for what the server sends on its own.
    fn listen(&mut self) {
        if self.listening.is_none() {
            let way = self.way.clone();
            self.listening = Some(self.under_way.spawn(async move {
                way.listen().await;
                HashSet::new()
            }));
        }
    }
}

/// The id of the request that a message cancels.
fn cancels(part: &Incoming<'_>) -> Option<Id> {
    match part {
        Incoming::Notification { method, params: Some(params) } if method == "notifications/cancelled" => {
            cancelled(params)
        }
        _ => None,
    }
}
