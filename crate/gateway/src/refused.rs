//! What the gateway answers by itself.

use std::error::Error as _;

use http::StatusCode;
use hyper_util::client::legacy::Error;

use crate::{
    error::{Failure, root},
    timed::Stalled,
    workers::Busy,
};

/// The status and the message with which the gateway itself answers a request.
#[derive(Clone)]
pub(crate) struct Refused(pub(crate) StatusCode, pub(crate) String);

pub(crate) fn too_long(longest: usize) -> Refused {
    let why = format!("the request's body is longer than {longest} bytes (--max-body)");
    Refused(StatusCode::PAYLOAD_TOO_LARGE, why)
}

pub(crate) fn full() -> Refused {
    Refused(StatusCode::SERVICE_UNAVAILABLE, "not enough memory for another request (--max-memory)".to_owned())
}

pub(crate) fn busy(why: Busy) -> Refused {
    Refused(StatusCode::SERVICE_UNAVAILABLE, format!("{why} (--queue)"))
}

/// The client did not send the whole body of its request.
pub(crate) fn broken(why: &Failure) -> Refused {
    if why.is::<Stalled>() {
        return Refused(StatusCode::REQUEST_TIMEOUT, why.to_string());
    }
    Refused(StatusCode::BAD_REQUEST, format!("the request's body is invalid: {}", root(why.as_ref())))
}

/// The upstream did not respond to a request.
pub(crate) fn unanswered(why: &Error) -> Refused {
    let cause = why.source().and_then(|cause| cause.downcast_ref::<hyper::Error>());
    let what = if why.is_connect() {
        "cannot reach the upstream"
    } else if cause.is_some_and(hyper::Error::is_parse) {
        "the upstream's response is invalid"
    } else {
        "the upstream did not respond"
    };
    Refused(StatusCode::BAD_GATEWAY, format!("{what}: {}", root(why)))
}
