//! Requests made fit.

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, header};
use lapidary::{Codecs, Mode, Normalizer, Options};
use tracing::warn;

use crate::{
    coding::{self, Unreadable},
    metrics::Metrics,
    route::{Answers, Route},
};

/// A body that is ready to be sent.
pub(crate) struct Fit {
    /// The body.
    pub(crate) body: Bytes,
    /// What undoes the calls of its answer, and how they come back; `None` where there is nothing to undo.
    pub(crate) undo: Option<(Codecs, Answers)>,
}

/// Makes a body fit for where it is sent. What cannot be read passes as it came.
pub(crate) fn fit(
    route: Route,
    body: Bytes,
    headers: &mut HeaderMap,
    mut options: Options,
    longest: usize,
    metrics: &Metrics,
) -> Fit {
    let same = |body| Fit { body, undo: None };
    let encoding = headers.get(header::CONTENT_ENCODING).and_then(|value| value.to_str().ok());
    let text = match coding::text(&body, encoding, longest) {
        Ok(text) => text,
        Err(why) => {
            metrics.unreadable(route.name);
            let why = match why {
                Unreadable::Encoding => "its content-encoding is not gzip or deflate",
                Unreadable::Broken => "it is not what its content-encoding says, or no UTF-8",
                Unreadable::TooLong => "it is longer than --max-body",
            };
            warn!(route = route.name, why, "a body passed as it came: it cannot be read");
            return same(body);
        }
    };
    let Some(route) = route.detailed(&text, options.model.as_deref()) else { return same(body) };
    options.surface = route.surface;
    options.model = options.model.or_else(|| route.model.clone());
    if route.stored {
        options.mode = Mode::DropIn;
    }
    let request = Normalizer::new(options).reports(false).normalize(&text);
    let changed = request.body != text;
    metrics.fit(route.name, changed, request.issues.len());
    for issue in &request.issues {
        warn!(route = route.name, code = %issue.code, "found in a request");
    }
    if route.stored && !request.codecs.is_empty() {
        warn!(
            route = route.name,
            "functions of a stored request were renamed: the calls that are answered elsewhere need their names restored"
        );
    }
    let undo =
        (!request.codecs.is_empty() && route.answers != Answers::Elsewhere).then_some((request.codecs, route.answers));
    if !changed {
        return Fit { body, undo };
    }
    headers.remove(header::CONTENT_ENCODING);
    if headers.contains_key(header::CONTENT_LENGTH) {
        headers.insert(header::CONTENT_LENGTH, HeaderValue::from(request.body.len()));
    }
    Fit { body: Bytes::from(request.body), undo }
}
