//! Answers of the gateway itself, in the form that Google's errors have.

use std::{
    pin::Pin,
    task::{Context, Poll},
};

use bytes::Bytes;
use http::{Response, StatusCode, header};
use http_body::{Frame, SizeHint};
use http_body_util::{BodyExt, Full, combinators::BoxBody};
use serde_json::json;

/// Whatever ends a body before its time.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// A body of either direction.
pub type Body = BoxBody<Bytes, Failure>;

/// A body that is all there.
#[must_use]
pub fn whole(bytes: impl Into<Bytes>) -> Body {
    Full::new(bytes.into()).map_err(|never| match never {}).boxed()
}

/// A body that holds something until it is over.
#[must_use]
pub fn holding(body: Body, held: impl Send + Sync + 'static) -> Body {
    Holding { body, _held: Box::new(held) }.boxed()
}

struct Holding<T> {
    body: Body,
    _held: Box<T>,
}

impl<T> http_body::Body for Holding<T> {
    type Data = Bytes;
    type Error = Failure;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Failure>>> {
        Pin::new(&mut self.get_mut().body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Tells a client whose request finds no room to try again in a second.
pub fn try_again<B>(response: &mut Response<B>) {
    *response.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
    response.headers_mut().insert(header::RETRY_AFTER, header::HeaderValue::from_static("1"));
}

/// An error as Google writes it (`google.rpc.Status` as JSON), with what went wrong in words.
pub(crate) fn error(status: StatusCode, message: &str) -> Response<Body> {
    let name = match status {
        StatusCode::PAYLOAD_TOO_LARGE | StatusCode::BAD_REQUEST => "INVALID_ARGUMENT",
        StatusCode::FORBIDDEN => "PERMISSION_DENIED",
        StatusCode::METHOD_NOT_ALLOWED => "UNIMPLEMENTED",
        StatusCode::GATEWAY_TIMEOUT | StatusCode::REQUEST_TIMEOUT => "DEADLINE_EXCEEDED",
        _ => "UNAVAILABLE",
    };
    let message = format!("lapidary gateway: {message}");
    let body = json!({ "error": { "code": status.as_u16(), "message": message, "status": name } });
    let mut response = Response::new(whole(body.to_string()));
    if status == StatusCode::SERVICE_UNAVAILABLE {
        try_again(&mut response);
    }
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, header::HeaderValue::from_static("application/json"));
    response
}

/// The innermost reason of a failure, which says most.
pub(crate) fn root(error: &(dyn std::error::Error + 'static)) -> String {
    std::iter::successors(Some(error), |error| error.source()).last().map_or_else(String::new, ToString::to_string)
}
