//! What a rule is called, and what it documents.

/// What a rule is called, by the name of its file.
pub(super) struct RuleNames {
    /// The file's name without its ending.
    pub(super) module: &'static str,
    pub(super) code: &'static str,
    pub(super) slug: &'static str,
    pub(super) title: &'static str,
}

/// What the documentation at the top of a rule's file says. It stands apart from the rules, so that a program that
/// does not show it does not hold it.
#[derive(Debug)]
pub struct Docs {
    /// What the rule does, in a sentence or two.
    pub summary: &'static str,
    /// Why the target does not take the pattern.
    pub why: &'static str,
    /// What changes, and what the output accepts more or less by it.
    pub change: &'static str,
    /// All of it, in Markdown.
    pub text: &'static str,
}
