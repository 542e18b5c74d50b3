//! Normalizing requests.

use bytes::Bytes;
use lapidary::{Cancel, Codecs, Mode};
use tracing::warn;

use crate::{
    budget::{Budget, Full, Held, to_read},
    coding::{self, Unreadable},
    findings::Findings,
    interactions,
    metrics::Metrics,
    normalizers::{Kind, Normalizers},
    route::{Answers, Route},
};

/// A request whose body has been read.
pub(crate) struct Request {
    pub(crate) route: Route,
    pub(crate) body: Bytes,
    /// Its `content-encoding`.
    pub(crate) encoding: Option<String>,
}

/// The outcome of normalizing a request.
pub(crate) struct Fit {
    /// The body to send, if it changed, and its reservation.
    pub(crate) body: Option<(Bytes, Held)>,
    /// What restores the response; `None` if there is nothing to restore.
    pub(crate) undo: Option<Undo>,
    pub(crate) found: Found,
}

/// What is logged and counted for a request.
pub(crate) enum Found {
    /// Nothing: it is for a model other than Gemini.
    Nothing,
    /// It passes through unchanged, for this reason.
    Unreadable(&'static str),
    /// It was normalized.
    Fit { findings: Findings, renamed_for_good: bool },
}

/// Why a request is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unfit {
    /// Inflated, it is longer than the limit on bodies.
    TooLong,
    /// Its compression ratio is too high.
    Bomb,
    /// It has so many values that the budget can never have room for parsing it.
    TooMany,
    /// The budget has no room for it now.
    Full,
}

/// What is needed to restore the calls of a response.
pub(crate) struct Undo {
    pub(crate) codecs: Codecs,
    /// The name of its route.
    pub(crate) route: &'static str,
    pub(crate) answers: Answers,
    /// Whether the calls are steps of an interaction.
    pub(crate) is_interaction: bool,
}

/// A normalized body, with its findings and the codecs for the response.
struct Changed {
    body: String,
    codecs: Codecs,
    findings: Findings,
}

/// Normalizes a body for where it is sent. A body that cannot be read passes through unchanged.
///
/// # Errors
/// If it is too large, inflated or parsed, or finds no room.
pub(crate) fn fit(
    request: &Request,
    normalizers: &Normalizers,
    longest: usize,
    budget: &Budget,
    cancel: &Cancel,
) -> Result<Fit, Unfit> {
    let Request { route, body, encoding } = request;
    let same = |found| Ok(Fit { body: None, undo: None, found });
    let mut held = budget.part();
    let text = match coding::text(body, encoding.as_deref(), longest, &mut held) {
        Ok(text) => text,
        Err(why @ (Unreadable::Encoding | Unreadable::Broken)) => return same(Found::Unreadable(why.reason())),
        Err(Unreadable::TooLong) => return Err(Unfit::TooLong),
        Err(Unreadable::Bomb) => return Err(Unfit::Bomb),
        Err(Unreadable::Full) => return Err(Unfit::Full),
    };
    let values = to_read(&text);
    if !budget.allows(values) {
        return Err(Unfit::TooMany);
    }
    held.more(values).map_err(|Full| Unfit::Full)?;
    let own = normalizers.options();
    let Some(route) = route.clone().detailed(&text, own.model.as_deref()) else { return same(Found::Nothing) };
    let mode = if route.stored { Mode::DropIn } else { own.mode };
    let kind = Kind { surface: route.surface, model: route.model.clone(), mode };
    let Some(Changed { body, codecs, findings }) = changed(&route, &text, kind, normalizers, cancel) else {
        return same(Found::Unreadable("it is not valid for this endpoint"));
    };
    let found = Found::Fit { findings, renamed_for_good: route.stored && !codecs.is_empty() };
    let Route { name, answers, is_interaction, .. } = route;
    let undo = (!codecs.is_empty() && answers != Answers::Elsewhere).then_some(Undo {
        codecs,
        route: name,
        answers,
        is_interaction,
    });
    if body == text {
        return Ok(Fit { body: None, undo, found });
    }
    held.hold(body.len()).map_err(|Full| Unfit::Full)?;
    Ok(Fit { body: Some((Bytes::from(body), held)), undo, found })
}

/// Normalizes a body; `None` if it is not what its route takes.
fn changed(route: &Route, text: &str, kind: Kind, normalizers: &Normalizers, cancel: &Cancel) -> Option<Changed> {
    let limits = normalizers.limits(cancel);
    if route.is_interaction {
        let interactions::Fit { body, codecs, findings } =
            interactions::fit(text, &normalizers.options_for(kind).limits(limits))?;
        return Some(Changed { body, codecs, findings });
    }
    let mut request = normalizers.of(kind).normalize_within(&limits, text);
    let findings = Findings::of(&mut request);
    Some(Changed { body: request.body, codecs: request.codecs, findings })
}

impl Found {
    /// Logs and counts what was found in a request of a route; `changed` is whether its body was changed.
    pub(crate) fn report(self, route: &'static str, changed: bool, metrics: &Metrics) {
        match self {
            Found::Nothing => {}
            Found::Unreadable(why) => {
                metrics.unreadable(route);
                warn!(route, why, "a body was passed on unchanged: it cannot be read");
            }
            Found::Fit { findings, renamed_for_good } => {
                metrics.fit(route, changed, findings.count);
                findings.log(route);
                if renamed_for_good {
                    warn!(
                        route,
                        "functions of a stored request were renamed: calls in responses that the gateway does not see need their names restored"
                    );
                }
            }
        }
    }
}
