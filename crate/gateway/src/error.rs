//! Responses of the gateway itself, in the format of Google's errors.

use std::{
    pin::Pin,
    task::{Context, Poll},
};

use bytes::Bytes;
use http::{HeaderValue, Response, StatusCode, header};
use http_body::{Frame, SizeHint};
use http_body_util::{BodyExt, Full, combinators::BoxBody};
use serde_json::json;

/// The methods that are passed on, for `Allow`.
const METHODS: &str = "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT";

/// The error that ends a body early.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// A body of a request or a response.
pub type Body = BoxBody<Bytes, Failure>;

/// A body that is completely in memory.
#[must_use]
pub fn whole(bytes: impl Into<Bytes>) -> Body {
    Full::new(bytes.into()).map_err(|never| match never {}).boxed()
}

/// A body that keeps `held` until the body is dropped.
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

/// Turns a response into one that asks the client to retry in a second: 503 with `Retry-After`.
pub fn try_again<B>(response: &mut Response<B>) {
    *response.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
}

/// An error in Google's format (`google.rpc.Status` as JSON) with this message.
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
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    match status {
        StatusCode::METHOD_NOT_ALLOWED => {
            headers.insert(header::ALLOW, HeaderValue::from_static(METHODS));
        }
        StatusCode::SERVICE_UNAVAILABLE => try_again(&mut response),
        _ => {}
    }
    response
}

/// The message of the innermost cause of an error, which is the most specific.
pub(crate) fn root(error: &(dyn std::error::Error + 'static)) -> String {
    std::iter::successors(Some(error), |error| error.source()).last().map_or_else(String::new, ToString::to_string)
}
