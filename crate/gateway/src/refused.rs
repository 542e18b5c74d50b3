//! What the gateway answers by itself.

use http::StatusCode;
use hyper_util::client::legacy::Error;

use crate::{timed::Stalled, workers::Busy};

/// The status and the message with which the gateway itself answers a request.
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

/// Whether a request failed because its client stalled while sending the body.
pub(crate) fn is_stalled(why: &Error) -> bool {
    let first: &(dyn std::error::Error + 'static) = why;
    std::iter::successors(Some(first), |why| why.source()).any(<dyn std::error::Error>::is::<Stalled>)
}
