//! Responses of the proxy itself.

use bytes::Bytes;
use http::{HeaderValue, Response, StatusCode, header};
use lapidary_gateway::{Body, whole};

/// An error: its status, and why.
pub(super) struct Refused(pub(super) StatusCode, pub(super) String);

/// A response with a JSON body.
pub(super) fn json(status: StatusCode, body: Bytes) -> Response<Body> {
    let mut response = Response::new(whole(body));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// A response with a line of text.
pub(super) fn text(status: StatusCode, line: impl Into<Bytes>) -> Response<Body> {
    let mut response = with_status(status);
    *response.body_mut() = whole(line);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    response
}

/// A response without a body.
pub(super) fn with_status(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(whole(Bytes::new()));
    *response.status_mut() = status;
    response
}
