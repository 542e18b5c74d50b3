//! Sets of keywords.

use super::keyword::{KEYWORDS, Keyword};
use crate::order::Bits;

/// A set of keywords, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeywordSet(Bits);

impl KeywordSet {
    /// The set without members.
    pub const EMPTY: KeywordSet = KeywordSet(Bits::EMPTY);

    /// Every keyword, and [`Keyword::Unknown`].
    pub const ALL: KeywordSet = {
        let mut set = KeywordSet::EMPTY.with(Keyword::Unknown);
        let mut at = 0;
        while at < KEYWORDS.len() {
            set = set.with(KEYWORDS[at].keyword);
            at += 1;
        }
        set
    };

    /// The set of the keywords given.
    #[must_use]
    pub const fn of(keywords: &[Keyword]) -> KeywordSet {
        let mut set = KeywordSet::EMPTY;
        let mut at = 0;
        while at < keywords.len() {
            set = set.with(keywords[at]);
            at += 1;
        }
        set
    }

    /// This set with one more keyword.
    #[must_use]
    pub const fn with(self, keyword: Keyword) -> KeywordSet {
        KeywordSet(self.0.with(keyword as usize))
    }

    /// This set without a keyword.
    #[must_use]
    pub const fn without(self, keyword: Keyword) -> KeywordSet {
        KeywordSet(self.0.without(keyword as usize))
    }

    /// Whether it has no members.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// Adds a keyword and returns whether it was there already.
    pub fn insert(&mut self, keyword: Keyword) -> bool {
        let had = self.has(keyword);
        *self = self.with(keyword);
        had
    }

    /// Whether the keyword is in the set.
    #[must_use]
    pub const fn has(self, keyword: Keyword) -> bool {
        self.0.has(keyword as usize)
    }

    /// Whether the sets share a keyword.
    #[must_use]
    pub const fn meets(self, other: KeywordSet) -> bool {
        !self.intersection(other).is_empty()
    }

    /// The union of both sets.
    #[must_use]
    pub const fn union(self, other: KeywordSet) -> KeywordSet {
        KeywordSet(self.0.union(other.0))
    }

    /// The keywords that are in both sets.
    #[must_use]
    pub const fn intersection(self, other: KeywordSet) -> KeywordSet {
        KeywordSet(self.0.intersection(other.0))
    }

    /// This set without the keywords of another.
    #[must_use]
    pub const fn difference(self, other: KeywordSet) -> KeywordSet {
        KeywordSet(self.0.difference(other.0))
    }

    /// The members of the set, in the table's order, [`Keyword::Unknown`] last.
    pub fn iter(self) -> impl Iterator<Item = Keyword> {
        self.0.iter().map(|at| KEYWORDS.get(at).map_or(Keyword::Unknown, |info| info.keyword))
    }
}

impl From<Keyword> for KeywordSet {
    fn from(keyword: Keyword) -> KeywordSet {
        KeywordSet::EMPTY.with(keyword)
    }
}
