//! Findings for people: issues that differ only in their place are grouped.

use super::Issue;
use crate::order::{Map, sort_by_key};

/// The issues of a tool, the most severe first; those that differ only in their place form a group, in source order.
///
/// ```
/// use lapidary::{Options, check, internal::grouped};
/// let tool = r#"{"name":"t","inputSchema":{"type":"object","properties":{
///     "a":{"type":"string","const":"x"},"b":{"type":"string","const":"x"}}}}"#;
/// let report = check(tool, &Options::default());
/// let groups = grouped(&report.tools[0].issues);
/// assert_eq!(groups[0].iter().map(|issue| issue.subject.as_str()).collect::<Vec<_>>(), ["a", "b"]);
/// ```
#[must_use]
pub fn grouped(issues: &[Issue]) -> Vec<Vec<&Issue>> {
    let mut groups: Vec<Vec<&Issue>> = Vec::new();
    let mut known = Map::new();
    for issue in issues {
        let Issue { code, severity, fix, accepts_more, accepts_less, .. } = issue;
        let says = (*code, *severity, issue.statement(), fix, accepts_more, accepts_less);
        let at = *known.or_insert_with(says, || groups.len());
        match groups.get_mut(at) {
            Some(group) => group.push(issue),
            None => groups.push(vec![issue]),
        }
    }
    sort_by_key(&mut groups, |group| std::cmp::Reverse(group[0].severity));
    groups
}

impl Issue {
    /// The message without the property that it starts with.
    #[must_use]
    pub fn statement(&self) -> &str {
        let rest = self.message.strip_prefix('`').and_then(|rest| rest.strip_prefix(self.subject.as_str()));
        let rest = rest.and_then(|rest| rest.strip_prefix("`: "));
        rest.filter(|_| !self.subject.is_empty()).unwrap_or(&self.message)
    }
}
