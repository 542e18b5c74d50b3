//! How two values of a keyword are merged into one.

use std::cmp::Ordering;

use crate::schema::Keyword;

/// How two values of one keyword are merged.
pub(super) enum MergeRule {
    /// The first stays: annotations.
    First,
    /// The one that has this ordering to the other stays: bounds.
    Tighter(Ordering),
    /// Both stay.
    Both,
}

/// The rule of a keyword.
pub(super) fn merge_rule(keyword: Keyword) -> MergeRule {
    match keyword {
        Keyword::Minimum
        | Keyword::ExclusiveMinimum
        | Keyword::MinLength
        | Keyword::MinItems
        | Keyword::MinProperties
        | Keyword::MinContains => MergeRule::Tighter(Ordering::Greater),
        Keyword::Maximum
        | Keyword::ExclusiveMaximum
        | Keyword::MaxLength
        | Keyword::MaxItems
        | Keyword::MaxProperties
        | Keyword::MaxContains => MergeRule::Tighter(Ordering::Less),
        Keyword::Title | Keyword::Description | Keyword::Default | Keyword::Example => MergeRule::First,
        _ => MergeRule::Both,
    }
}
