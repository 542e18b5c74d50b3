//! Requests made fit.

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, header};
use lapidary::{Codecs, Mode};
use tracing::warn;

use crate::{
    coding::{self, Unreadable},
    interactions,
    metrics::Metrics,
    normalizers::{Kind, Normalizers},
    route::{Answers, Route},
};

/// A body that is ready to be sent.
pub(crate) struct Fit {
    /// The body.
    pub(crate) body: Bytes,
    /// What is to be done to its answer; `None` where there is nothing to undo.
    pub(crate) undo: Option<Undo>,
}

/// What undoes the calls of an answer.
pub(crate) struct Undo {
    pub(crate) codecs: Codecs,
    pub(crate) answers: Answers,
    /// Whether they are steps of an interaction.
    pub(crate) is_interaction: bool,
}

/// Makes a body fit for where it is sent. What cannot be read passes as it came.
pub(crate) fn fit(
    route: Route,
    body: Bytes,
    headers: &mut HeaderMap,
    normalizers: &Normalizers,
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
    let own = normalizers.options();
    let Some(route) = route.detailed(&text, own.model.as_deref()) else { return same(body) };
    let mode = if route.stored { Mode::DropIn } else { own.mode };
    let kind = Kind { surface: route.surface, model: route.model.clone(), mode };
    let Some((fit, codecs)) = made_fit(&route, &text, kind, normalizers, metrics) else {
        metrics.unreadable(route.name);
        warn!(route = route.name, "a body passed as it came: it is none of its route");
        return same(body);
    };
    if route.stored && !codecs.is_empty() {
        warn!(
            route = route.name,
            "functions of a stored request were renamed: the calls that are answered elsewhere need their names restored"
        );
    }
    let Route { answers, is_interaction, .. } = route;
    let undo =
        (!codecs.is_empty() && answers != Answers::Elsewhere).then_some(Undo { codecs, answers, is_interaction });
    if fit == text {
        return Fit { body, undo };
    }
    headers.remove(header::CONTENT_ENCODING);
    if headers.contains_key(header::CONTENT_LENGTH) {
        headers.insert(header::CONTENT_LENGTH, HeaderValue::from(fit.len()));
    }
    Fit { body: Bytes::from(fit), undo }
}

/// A body and what undoes the calls of its answer; `None` if it is not what its route takes.
fn made_fit(
    route: &Route,
    text: &str,
    kind: Kind,
    normalizers: &Normalizers,
    metrics: &Metrics,
) -> Option<(String, Codecs)> {
    if route.is_interaction {
        let fit = interactions::fit(text, &normalizers.options_for(kind))?;
        metrics.fit(route.name, fit.body != text, fit.issues);
        return Some((fit.body, fit.codecs));
    }
    let request = normalizers.of(kind).normalize(text);
    metrics.fit(route.name, request.body != text, request.issues.len());
    for issue in &request.issues {
        warn!(route = route.name, code = %issue.code, "found in a request");
    }
    Some((request.body, request.codecs))
}
