//! A server over HTTP: each message of the client is a POST, with the answers in its response. For servers of
//! 2024-11-05, which reject that, their own transport is used.

mod awaited;
mod old;
mod streams;
mod way;

use std::{collections::HashMap, sync::Arc, time::Duration};

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
use awaited::Awaited;
pub(crate) use way::is_mismatch;
use way::{Asked, Way};

const INITIALIZED: &str = "notifications/initialized";

pub(crate) struct Upstream {
    way: Way,
    shared: Shared,
    under_way: JoinSet<()>,
    /// The messages whose requests are awaited.
    posts: HashMap<Id, Post>,
    room: Arc<Semaphore>,
    /// Closed when the server has accepted the last message without a response, since they are sent in order.
    accepted: oneshot::Receiver<()>,
    /// The task that waits for messages that belong to no request.
    listening: Option<AbortHandle>,
}

/// A message that was posted, or waits for its place.
struct Post {
    awaited: Awaited,
    is_modern: bool,
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
                Some(_) = self.under_way.join_next() => self.posts.retain(|_, post| !post.awaited.is_over()),
            }
            if self.way.is_over() {
                break;
            }
        }
        let waits = self.way.lock().posts.is_some() && self.shared.lock().is_waiting();
        if let Some(listening) = self.listening.filter(|_| !waits) {
            listening.abort();
        }
        self.way.keep_none();
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
        let (room, awaited, closed) = (Arc::clone(&self.room), asked.awaited.clone(), asked.awaited.closed());
        let post = |id| (id, Post { awaited: awaited.clone(), is_modern: asked.is_modern });
        self.posts.extend(awaited.ids().into_iter().map(post));
        self.under_way.spawn(async move {
            let answered = async {
                if let Ok(place) = room.acquire_owned().await
                    && asked.awaited.occupy(place)
                {
                    let answer = way.post(message.clone(), asked.headers.clone()).await;
                    way.answered(asked, message, answer).await;
                }
            };
            tokio::select! {
                () = answered => {}
                _ = closed => {}
            }
            awaited.end();
        });
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
        for id in &cancels {
            let Some(Post { awaited, is_modern }) = self.posts.remove(id) else { continue };
            awaited.remove(id.clone());
            match awaited.rest() {
                // Since 2026-07-28, closing the connection cancels a request.
                close if is_modern => return drop(close),
                Some(close) => self.way.keep(close),
                None => {}
            }
        }
        let (accepted, next) = oneshot::channel();
        let before = cancels.is_empty().then(|| std::mem::replace(&mut self.accepted, next));
        self.under_way.spawn(async move {
            if let Some(before) = before {
                let _ = before.await;
            }
            way.tell(message).await;
            drop(accepted);
        });
    }

    /// Waits for what the server sends on its own.
    fn listen(&mut self) {
        if self.listening.is_none() {
            let way = self.way.clone();
            self.listening = Some(self.under_way.spawn(way.listen()));
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
