//! Issues of limits that a call met.

use super::{Issue, IssueCode, Places};
use crate::{
    json::JsonId,
    limits::{Limits, Met},
};

/// The issue of a limit that was met at `at`, its span in bytes. `subject`, with its article, is what met it; `left`
/// states what happened to it.
pub(crate) fn limit_met(
    (met, subject): (Met, &str),
    limits: &Limits,
    left: &str,
    places: &Places<'_>,
    at: JsonId,
) -> Issue {
    let help = met.option().map(|option| format!("simplify it, or raise the limit `{option}`"));
    let mut issue = Issue::document(IssueCode::LIMIT.as_str(), met.message(subject, limits), &help.unwrap_or_default());
    issue.pattern = "a limit of the call";
    issue.fix = Some(left.to_owned());
    (issue.pointer, issue.span) = (places.pointer(at), places.span(at));
    issue
}
