//! Limits of a call that were met.

use super::{Issue, Places};
use crate::{
    json::JsonId,
    limits::{Limits, Met},
};

/// The issue of a limit that was met at a place, its span in bytes. `left` says what became of what stands there.
pub(crate) fn limit_met(met: Met, limits: &Limits, left: &str, places: &Places<'_>, at: JsonId) -> Issue {
    let (option, message) = match met {
        Met::Steps => ("steps", format!("the schema takes more than {} steps of work", limits.steps)),
        Met::Memory => ("memory", format!("the schema takes more than {} bytes of memory", limits.memory)),
        Met::Output => {
            let message =
                format!("the schema becomes larger than {} bytes, and than eight times what it was", limits.output);
            ("output", message)
        }
        Met::Declarations => ("declarations", format!("the tool comes after {} others", limits.declarations)),
        Met::Cancelled => ("", "the schema was not finished when the call was cancelled".to_owned()),
    };
    let help = if option.is_empty() { String::new() } else { format!("simplify it, or raise the limit `{option}`") };
    let mut issue = Issue::document("limit", message, &help);
    issue.pattern = "a limit of the call";
    issue.fix = Some(left.to_owned());
    (issue.pointer, issue.span) = (places.pointer(at), places.span(at));
    issue
}
