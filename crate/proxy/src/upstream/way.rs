//! The connection to a server: messages and their responses, within the session that the server has opened.

use std::{
    collections::{HashSet, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Method, StatusCode};
use lapidary_mcp::{
    Error,
    code::HEADER_MISMATCH,
    framing::Frame,
    header::SESSION,
    id::Id,
    message::{Incoming, Members, Unread, failure},
    transport::{
        Outgoing, Posts,
        http::{Answer, Requests, headers},
    },
};
use tokio::{
    sync::mpsc::{Sender, WeakSender},
    time::timeout,
};
use tracing::warn;

use super::awaited::{Awaited, Close};
use crate::{conversation::VERSION, hidden, limits::LISTENERS, mirror::mirrored, shared::Shared};

/// How long the server may take to accept a message that has no response.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long the server may take to accept the end of its session.
const GRACE: Duration = Duration::from_secs(2);

/// The connection to a server; clones share the session.
#[derive(Clone)]
pub(crate) struct Way {
    pub(super) requests: Requests,
    shared: Shared,
    to_server: WeakSender<Bytes>,
    pub(super) frames: Sender<Frame>,
    session: Arc<Mutex<Session>>,
}

/// What was negotiated by `initialize`.
#[derive(Default)]
pub(super) struct Session {
    id: Option<HeaderValue>,
    version: Option<String>,
    /// Where messages are posted, if the server has one stream for all responses.
    pub(super) posts: Option<Posts>,
    pub(super) is_over: bool,
    /// Whether the server has answered a request.
    is_known: bool,
    /// Responses in which nothing is awaited any more, the oldest first: further messages may arrive in them.
    kept: VecDeque<Close>,
    /// Whether none of these is kept open, since the client is gone.
    keeps_none: bool,
}

/// The requests of a message, and its HTTP headers.
pub(super) struct Asked {
    pub(super) awaited: Awaited,
    pub(super) headers: HeaderMap,
    /// Whether it opens a session.
    pub(super) opens: bool,
    pub(super) is_modern: bool,
    /// Whether it calls a tool, and may be sent once more.
    pub(super) calls: bool,
}

impl Way {
    pub(super) fn new(requests: Requests, shared: Shared, to_server: WeakSender<Bytes>, frames: Sender<Frame>) -> Way {
        Way { requests, shared, to_server, frames, session: Arc::default() }
    }

    /// Whether the server has ended the session.
    pub(super) fn is_over(&self) -> bool {
        self.lock().is_over
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Session> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The requests of a message; `None` if it has none.
    pub(super) fn asked(&self, message: &[u8]) -> Option<Asked> {
        let parts = Incoming::all(message).ok()?;
        let requests = parts.iter().filter_map(|part| match part {
            Incoming::Request { id, method, params } => Some((Id::of(id)?, method, *params)),
            _ => None,
        });
        let requests: Vec<_> = requests.collect();
        let (_, method, params) = requests.first()?;
        let members = params.and_then(|params| Members::of(params.get().as_bytes()).ok());
        let meta = members.as_ref().and_then(|members| members.read::<Members>("_meta"));
        let version: Option<String> = meta.and_then(|meta| meta.read(VERSION));
        let is_modern = version.is_some();
        let opens = method.as_ref() == "initialize";
        let mut headers = match &version {
            Some(version) => headers(&Outgoing { text: Bytes::new(), method, version: Some(version), is_modern }),
            None if opens => headers(&Outgoing { text: Bytes::new(), method, version: None, is_modern }),
            None => self.plain_headers(),
        };
        if let Some(members) = members.filter(|_| is_modern) {
            headers.extend(mirrored(method, &members, |tool| self.shared.lock().mirrors(tool)));
        }
        let calls = method.as_ref() == "tools/call";
        let ids = requests.into_iter().map(|(id, ..)| id).collect();
        Some(Asked { awaited: Awaited::new(ids), headers, opens, is_modern, calls })
    }

    /// The headers of any legacy message.
    pub(super) fn plain_headers(&self) -> HeaderMap {
        let session = self.lock();
        let version = session.version.as_deref();
        let mut headers = headers(&Outgoing { text: Bytes::new(), method: "", version, is_modern: false });
        headers.extend(session.id.clone().map(|id| (SESSION, id)));
        headers
    }

    pub(super) async fn post(&self, message: Bytes, headers: HeaderMap) -> Result<Answer, Error> {
        let in_session = headers.contains_key(SESSION);
        let response = self.requests.send(Method::POST, headers, message.clone()).await?;
        if in_session && response.status() == StatusCode::NOT_FOUND {
            self.lock().is_over = true;
        }
        if let Some(id) = response.headers().get(SESSION) {
            self.lock().id = Some(id.clone());
        }
        let answer = Answer::of(response, &message, self.requests.longest()).await;
        answer
            .map_err(|error| if in_session { error.in_session() } else { error })
            .map_err(|error| if self.lock().is_known { error.of_known() } else { error })
    }

    /// Posts a message that has no response.
    pub(super) async fn tell(&self, message: Bytes) {
        let (headers, posts) = (self.plain_headers(), self.lock().posts.clone());
        let sent = async {
            match posts {
                Some(posts) => posts.send(headers, message).await,
                None => self.post(message, headers).await.map(|_| ()),
            }
        };
        match timeout(PATIENCE, sent).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => warn!("a message did not reach the server: {}", error.with_help()),
            Err(_) => warn!("the server did not take a message in time"),
        }
    }

    /// Forwards the response to a message, or errors if there is none.
    pub(super) async fn answered(self, mut asked: Asked, message: Bytes, answer: Result<Answer, Error>) {
        let answer = match answer {
            Ok(answer) => answer,
            Err(error) => {
                let why = error.with_help();
                warn!("a request has no answer of the server: {why}");
                return self.fail(&asked.awaited.ids(), &why).await;
            }
        };
        if let Some(again) = self.follow(answer, &mut asked).await
            && let Some(to_server) = self.to_server.upgrade()
        {
            // The tools have changed, and the headers with them.
            self.shared.lock().forget();
            hidden::list(self.shared.clone(), to_server, hidden::meta(&message)).await;
            let headers = self.asked(&message).map_or_else(HeaderMap::new, |asked| asked.headers);
            asked.calls = false;
            match self.post(message, headers).await {
                Ok(answer) => {
                    self.follow(answer, &mut asked).await;
                }
                Err(_) => {
                    let _ = self.frames.send(again).await;
                }
            }
        }
    }

    /// Records which requests a message of the server answers, and which version it agrees on.
    ///
    /// # Errors
    ///
    /// If it is not a message, or an ambiguous one.
    pub(super) fn note(&self, message: &[u8], asked: &mut Asked) -> Result<(), Unread> {
        for part in Incoming::all(message)? {
            let is_ours = part.answers().and_then(Id::of).is_some_and(|id| asked.awaited.remove(id));
            self.lock().is_known |= is_ours;
            if let (Incoming::Result { result, .. }, true, true) = (part, is_ours, asked.opens) {
                let members = Members::of(result.get().as_bytes()).ok();
                self.lock().version = members.and_then(|members| members.read("protocolVersion"));
            }
        }
        Ok(())
    }

    /// Keeps a response open in which nothing is awaited any more. If there are too many, the oldest is closed.
    pub(super) fn keep(&self, close: Close) {
        let mut session = self.lock();
        if session.keeps_none {
            return;
        }
        session.kept.retain(|close| !close.is_closed());
        session.kept.push_back(close);
        if session.kept.len() > LISTENERS {
            session.kept.pop_front();
        }
    }

    /// Closes the responses in which nothing is awaited any more, from now on.
    pub(super) fn keep_none(&self) {
        let mut session = self.lock();
        session.keeps_none = true;
        session.kept.clear();
    }

    /// Answers requests with errors.
    pub(super) async fn fail(&self, ids: &HashSet<Id>, why: &str) {
        for id in ids {
            let _ = self.frames.send(Frame::Whole(failure(id, why))).await;
        }
    }

    /// Tells the server that the session is over.
    pub(crate) async fn close(self) {
        let headers = self.plain_headers();
        if headers.contains_key(SESSION) && !self.lock().is_over {
            let _ = timeout(GRACE, self.requests.send(Method::DELETE, headers, Bytes::new())).await;
        }
    }
}

/// Whether the server rejects headers that do not match the message.
pub(crate) fn is_mismatch(message: &[u8]) -> bool {
    let parts = Incoming::all(message).unwrap_or_default();
    parts.iter().any(|part| matches!(part, Incoming::Error { error, .. } if error.code == HEADER_MISMATCH))
}
