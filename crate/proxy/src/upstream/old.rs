//! Servers with HTTP and server-sent events (2024-11-05): messages are posted, and all responses arrive on one stream.

use std::time::Duration;

use bytes::Bytes;
use lapidary_mcp::{
    Error,
    transport::{
        OldHttp, Posts,
        http::{Answer, Requests},
    },
};
use tracing::warn;

use super::way::{Asked, Way};

/// How long such a server may take to state where messages are to be posted.
const PATIENCE: Duration = Duration::from_secs(10);

/// Opens the stream of a server that has rejected `initialize`; also returns where its messages are posted.
pub(super) async fn open(requests: &Requests, refused: Error) -> Result<(Answer, Posts), Error> {
    OldHttp::instead(refused, requests, PATIENCE).await.map(OldHttp::split)
}

impl Way {
    /// Forwards what arrives on the stream. The session ends with it.
    pub(super) async fn read(self, mut stream: Answer) {
        loop {
            match stream.next().await {
                Ok(Some(frame)) => {
                    if self.frames.send(frame).await.is_err() {
                        return;
                    }
                }
                Ok(None) => break,
                Err(why) => {
                    warn!("{why}");
                    break;
                }
            }
        }
        self.lock().is_over = true;
    }

    /// Posts a message whose response arrives on the stream.
    pub(super) async fn post_old(self, posts: Posts, asked: Asked, message: Bytes) {
        if let Err(why) = posts.send(self.plain_headers(), message).await {
            self.fail(&asked.awaited.ids(), &why.to_string()).await;
        }
    }
}
