//! Answers of the gateway itself, in the form that Google's errors have.

use bytes::Bytes;
use http::{Response, StatusCode, header};
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

/// An error as Google writes it (`google.rpc.Status` as JSON), with what went wrong in words.
pub(crate) fn error(status: StatusCode, message: &str) -> Response<Body> {
    let name = match status {
        StatusCode::PAYLOAD_TOO_LARGE | StatusCode::BAD_REQUEST => "INVALID_ARGUMENT",
        StatusCode::GATEWAY_TIMEOUT => "DEADLINE_EXCEEDED",
        _ => "UNAVAILABLE",
    };
    let message = format!("lapidary gateway: {message}");
    let body = json!({ "error": { "code": status.as_u16(), "message": message, "status": name } });
    let mut response = Response::new(whole(body.to_string()));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, header::HeaderValue::from_static("application/json"));
    response
}

/// The innermost reason of a failure, which says most.
pub(crate) fn root(error: &(dyn std::error::Error + 'static)) -> String {
    std::iter::successors(Some(error), |error| error.source()).last().map_or_else(String::new, ToString::to_string)
}
