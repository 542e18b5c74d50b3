//! The names of a rule, and its documentation.

/// The names of a rule, derived from its file.
pub(super) struct RuleNames {
    /// The file's name without its extension.
    pub(super) module: &'static str,
    pub(super) code: &'static str,
    pub(super) slug: &'static str,
    pub(super) title: &'static str,
}

/// The documentation at the top of a rule's file. It is stored apart from the rules, so that a program that does not
/// show it does not contain it.
#[derive(Debug)]
pub struct Docs {
    /// What the rule does, in a sentence or two.
    pub summary: &'static str,
    /// Why the target does not take the pattern.
    pub why: &'static str,
    /// What changes, and which values the output accepts in addition or no longer.
    pub change: &'static str,
    /// All of it, in Markdown.
    pub text: &'static str,
}
