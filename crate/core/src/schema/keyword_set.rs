//! Sets of keywords.

use super::keyword::{KEYWORDS, Keyword};

/// A set of keywords, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeywordSet([u64; 2]);

impl KeywordSet {
    /// The set without members.
    pub const EMPTY: KeywordSet = KeywordSet([0; 2]);

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

    /// Which half a keyword's bit is in, and the bit: WebAssembly has no shifts of 128 bits.
    const fn bit(keyword: Keyword) -> (usize, u64) {
        let at = keyword as usize;
        (at / 64, 1 << (at % 64))
    }

    /// This set with one more keyword.
    #[must_use]
    pub const fn with(mut self, keyword: Keyword) -> KeywordSet {
        let (half, bit) = KeywordSet::bit(keyword);
        self.0[half] |= bit;
        self
    }

    /// This set without a keyword.
    #[must_use]
    pub const fn without(mut self, keyword: Keyword) -> KeywordSet {
        let (half, bit) = KeywordSet::bit(keyword);
        self.0[half] &= !bit;
        self
    }

    /// Whether it has no members.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] == 0
    }

    /// Adds a keyword; says whether it was there already.
    pub fn insert(&mut self, keyword: Keyword) -> bool {
        let had = self.has(keyword);
        *self = self.with(keyword);
        had
    }

    /// Whether the keyword is in the set.
    #[must_use]
    pub const fn has(self, keyword: Keyword) -> bool {
        let (half, bit) = KeywordSet::bit(keyword);
        self.0[half] & bit != 0
    }

    /// Whether the sets share a keyword.
    #[must_use]
    pub const fn meets(self, KeywordSet([low, high]): KeywordSet) -> bool {
        self.0[0] & low | self.0[1] & high != 0
    }

    /// Both sets together.
    #[must_use]
    pub const fn union(self, KeywordSet([low, high]): KeywordSet) -> KeywordSet {
        KeywordSet([self.0[0] | low, self.0[1] | high])
    }

    /// What is in both sets.
    #[must_use]
    pub const fn intersection(self, KeywordSet([low, high]): KeywordSet) -> KeywordSet {
        KeywordSet([self.0[0] & low, self.0[1] & high])
    }

    /// This set without those of another.
    #[must_use]
    pub const fn difference(self, KeywordSet([low, high]): KeywordSet) -> KeywordSet {
        KeywordSet([self.0[0] & !low, self.0[1] & !high])
    }

    /// The members of the set, in the table's order, [`Keyword::Unknown`] last.
    pub fn iter(self) -> impl Iterator<Item = Keyword> {
        let all = KEYWORDS.iter().map(|info| info.keyword).chain([Keyword::Unknown]);
        all.filter(move |keyword| self.has(*keyword))
    }
}

impl From<Keyword> for KeywordSet {
    fn from(keyword: Keyword) -> KeywordSet {
        KeywordSet::EMPTY.with(keyword)
    }
}
