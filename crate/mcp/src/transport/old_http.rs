//! HTTP with server-sent events, of 2024-11-05: one stream states the address for messages, and carries all answers.

use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, Method, Uri, header, uri::Parts};
use tokio::time::timeout;

use super::{
    http::{Answer, EVENTS, Requests, headers},
    outgoing::Outgoing,
};
use crate::{Error, framing::Frame};

/// An open stream, and the address for messages.
#[derive(Debug)]
pub struct OldHttp {
    stream: Answer,
    posts: Posts,
}

/// The address for messages, whose answers arrive on the stream.
#[derive(Clone, Debug)]
pub struct Posts(Requests);

impl OldHttp {
    /// Opens the stream; fails if there is none at this address, or its `endpoint` event states no address of the same
    /// host.
    async fn open(requests: &Requests) -> Result<OldHttp, Error> {
        let accept = HeaderMap::from_iter([(header::ACCEPT, EVENTS)]);
        let response = requests.send(Method::GET, accept, Bytes::new()).await?;
        let mut stream = Answer::of(response, b"", requests.longest()).await?;
        let Some(Frame::Whole(place)) = stream.next_of("endpoint").await? else {
            return Err(Error::Malformed("the event stream names no endpoint for messages".to_owned()));
        };
        let place = String::from_utf8_lossy(&place);
        let uri = beside(requests.uri(), &place)
            .ok_or_else(|| Error::Malformed(format!("the endpoint for messages is `{place}`, on another host")))?;
        Ok(OldHttp { stream, posts: Posts(requests.at(uri)) })
    }

    /// Opens the stream if a server has rejected `initialize` as servers without streamable HTTP do: with 400, 404 or
    /// 405.
    ///
    /// # Errors
    ///
    /// The error, if it is another one or no stream opens in time; the error of the stream, if it is malformed.
    pub async fn instead(refused: Error, requests: &Requests, patience: Duration) -> Result<OldHttp, Error> {
        if !matches!(refused, Error::Status { status: 400 | 404 | 405, .. }) {
            return Err(refused);
        }
        match timeout(patience, OldHttp::open(requests)).await {
            Ok(Ok(opened)) => Ok(opened),
            Ok(Err(wrong @ Error::Malformed(_))) => Err(wrong),
            // If there is no stream of events either, the refusal is more informative.
            Ok(Err(_)) | Err(_) => Err(refused),
        }
    }

    /// Splits it into the receiving and the sending half.
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
    /// If the server does not accept it.
    pub async fn send(&self, headers: HeaderMap, message: Bytes) -> Result<(), Error> {
        let response = self.0.send(Method::POST, headers, message).await?;
        if response.status().is_success() {
            return Ok(());
        }
        // Answers arrive on the stream, which has named this address; here, any body is a reason.
        Answer::of(response, b"", 0).await.map(|_| ()).map_err(Error::of_known)
    }
}

/// Resolves a reference to an address of the same host (RFC 3986, without dot segments). Another host is rejected, as
/// the headers, which may hold secrets, are sent there.
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
