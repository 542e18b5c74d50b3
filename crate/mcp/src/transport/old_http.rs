//! HTTP with server-sent events, of 2024-11-05: a stream that names the place for messages, and has all answers.

use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, Method, Uri, header, uri::Parts};
use tokio::time::timeout;

use super::{
    http::{Answer, EVENTS, Requests, headers},
    outgoing::Outgoing,
};
use crate::{Error, framing::Frame};

/// An open stream, and where messages go.
#[derive(Debug)]
pub struct OldHttp {
    stream: Answer,
    posts: Posts,
}

/// Where messages go; their answers come on the stream.
#[derive(Clone, Debug)]
pub struct Posts(Requests);

impl OldHttp {
    /// Opens the stream; answers have messages of at most so many bytes.
    ///
    /// # Errors
    ///
    /// If there is no stream at this place, or its first event names no place of the same host.
    pub async fn open(requests: &Requests, longest: usize) -> Result<OldHttp, Error> {
        let accept = HeaderMap::from_iter([(header::ACCEPT, EVENTS)]);
        let response = requests.send(Method::GET, accept, Bytes::new()).await?;
        let mut stream = Answer::of(response, longest).await?;
        let Some(Frame::Whole(place)) = stream.next_of("endpoint").await? else {
            return Err(Error::Malformed("the stream of events names no endpoint for messages".to_owned()));
        };
        let place = String::from_utf8_lossy(&place);
        let uri = beside(requests.uri(), &place)
            .ok_or_else(|| Error::Malformed(format!("the endpoint for messages is `{place}`, not of the same host")))?;
        Ok(OldHttp { stream, posts: Posts(requests.at(uri)) })
    }

    /// Opens the stream where a server has refused `initialize` in the way of one that knows no streamable HTTP.
    ///
    /// # Errors
    ///
    /// The refusal, if it is another, or there is no stream in time; what is wrong with the stream, if there is one.
    pub async fn instead(refused: Error, requests: &Requests, patience: Duration) -> Result<OldHttp, Error> {
        if !matches!(refused, Error::Status { status: 400 | 404 | 405, .. }) {
            return Err(refused);
        }
        match timeout(patience, OldHttp::open(requests, requests.longest())).await {
            Ok(Ok(opened)) => Ok(opened),
            Ok(Err(wrong @ Error::Malformed(_))) => Err(wrong),
            // Where there is no stream of events either, the refusal says more.
            Ok(Err(_)) | Err(_) => Err(refused),
        }
    }

    /// What comes and what goes, each by itself.
    #[must_use]
    pub fn split(self) -> (Answer, Posts) {
        (self.stream, self.posts)
    }

    pub(super) async fn send(&mut self, message: Outgoing<'_>) -> Result<(), Error> {
        self.posts.send(headers(&message), message.text).await
    }

    pub(super) async fn receive(&mut self) -> Result<Option<Frame>, Error> {
        self.stream.next().await
    }
}

impl Posts {
    /// Sends a message.
    ///
    /// # Errors
    ///
    /// If the server does not take it.
    pub async fn send(&self, headers: HeaderMap, message: Bytes) -> Result<(), Error> {
        let response = self.0.send(Method::POST, headers, message).await?;
        if response.status().is_success() {
            return Ok(());
        }
        Answer::of(response, 0).await.map(|_| ())
    }
}

/// A reference from one address to another of the same host (RFC 3986, without dots in paths). What headers hold is
/// sent there, so that no other host is taken.
fn beside(base: &Uri, reference: &str) -> Option<Uri> {
    let mut parts: Parts = base.clone().into_parts();
    let path = if let Ok(uri) = reference.parse::<Uri>()
        && uri.scheme().is_some()
    {
        let is_same = uri.scheme() == base.scheme() && uri.authority() == base.authority();
        is_same.then(|| uri.path_and_query().map(ToString::to_string)).flatten()?
    } else if reference.starts_with("//") {
        return None;
    } else if reference.starts_with('/') {
        reference.to_owned()
    } else if reference.starts_with('?') {
        format!("{}{reference}", base.path())
    } else {
        let folder = base.path().rfind('/').map_or("/", |at| &base.path()[..=at]);
        format!("{folder}{reference}")
    };
    parts.path_and_query = Some(path.parse().ok()?);
    Uri::from_parts(parts).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_go_to_the_same_host() {
        let base = Uri::from_static("http://a:1/x/sse?k=v");
        let at = |reference| beside(&base, reference).map(|uri| uri.to_string());
        assert_eq!(at("/messages?id=1").as_deref(), Some("http://a:1/messages?id=1"));
        assert_eq!(at("messages").as_deref(), Some("http://a:1/x/messages"));
        assert_eq!(at("?id=1").as_deref(), Some("http://a:1/x/sse?id=1"));
        assert_eq!(at("http://a:1/m").as_deref(), Some("http://a:1/m"));
        for foreign in ["http://b:1/m", "https://a:1/m", "//b/m", "http://a/m", " "] {
            assert_eq!(at(foreign), None, "{foreign}");
        }
    }
}
