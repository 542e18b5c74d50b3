//! Bounds as ranges of exact decimals.

use std::cmp::Ordering;

use crate::{
    json::Decimal,
    schema::{Keyword, Kinds},
};

/// The end of a range.
#[derive(Clone, Debug, PartialEq, Eq)]
struct End {
    at: Decimal,
    /// Whether the end itself is excluded.
    open: bool,
}

/// The numbers between two ends.
#[derive(Clone, Debug, Default)]
pub(super) struct Range {
    low: Option<End>,
    high: Option<End>,
}

impl Range {
    /// The index of the range of a type among the four of an outline; `None` for types without bounds.
    pub(super) fn position(kind: Kinds) -> Option<usize> {
        match kind {
            Kinds::INTEGER | Kinds::NUMBER => Some(0),
            Kinds::STRING => Some(1),
            Kinds::ARRAY => Some(2),
            Kinds::OBJECT => Some(3),
            _ => None,
        }
    }

    /// The index of the range that a keyword bounds, whether it is the lower end, and whether that is open.
    pub(super) fn end_of(keyword: Keyword) -> Option<(usize, bool, bool)> {
        Some(match keyword {
            Keyword::Minimum => (0, true, false),
            Keyword::ExclusiveMinimum => (0, true, true),
            Keyword::Maximum => (0, false, false),
            Keyword::ExclusiveMaximum => (0, false, true),
            Keyword::MinLength => (1, true, false),
            Keyword::MaxLength => (1, false, false),
            Keyword::MinItems => (2, true, false),
            Keyword::MaxItems => (2, false, false),
            Keyword::MinProperties => (3, true, false),
            Keyword::MaxProperties => (3, false, false),
            _ => return None,
        })
    }

    /// Narrows the range that a keyword bounds; returns whether it bounds one.
    pub(super) fn add(ranges: &mut [Range; 4], keyword: Keyword, text: &str) -> bool {
        let Some((position, lower, open)) = Range::end_of(keyword) else { return false };
        let Some(at) = Decimal::parse(text) else { return false };
        // A minimum of zero has no effect on a count.
        if position > 0 && lower && Decimal::parse("0").as_ref() == Some(&at) {
            return true;
        }
        let end = End { at, open };
        let range = &mut ranges[position];
        let (mine, outward) =
            if lower { (&mut range.low, Ordering::Less) } else { (&mut range.high, Ordering::Greater) };
        if mine.as_ref().is_none_or(|mine| !end.admits(mine, outward)) {
            *mine = Some(end);
        }
        true
    }

    /// Whether a number is in the range.
    pub(super) fn has(&self, number: &Decimal) -> bool {
        let within = |end: &Option<End>, outward: Ordering| {
            end.as_ref().is_none_or(|end| {
                let side = number.cmp(&end.at);
                side == outward.reverse() || (side == Ordering::Equal && !end.open)
            })
        };
        within(&self.low, Ordering::Less) && within(&self.high, Ordering::Greater)
    }

    /// Whether all of `other` is in this range.
    pub(super) fn covers(&self, other: &Range) -> bool {
        let covered = |mine: &Option<End>, theirs: &Option<End>, outward: Ordering| match (mine, theirs) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(mine), Some(theirs)) => mine.admits(theirs, outward),
        };
        covered(&self.low, &other.low, Ordering::Less) && covered(&self.high, &other.high, Ordering::Greater)
    }

    /// Whether no number is in the range; if `whole`, whether no integer is.
    pub(super) fn is_empty(&self, whole: bool) -> bool {
        let (Some(low), Some(high)) = (&self.low, &self.high) else { return false };
        let first = if low.open { low.at.next_integer_above() } else { low.at.ceil() };
        let last = if high.open { high.at.next_integer_below() } else { high.at.floor() };
        let parsed = |text: Option<String>| text.and_then(|text| Decimal::parse(&text));
        let crossed = |(first, last): (Decimal, Decimal)| first.cmp(&last) == Ordering::Greater;
        is_before(high, low) || (whole && parsed(first).zip(parsed(last)).is_some_and(crossed))
    }

    /// Whether no value of a type is left between its bounds.
    pub(super) fn bars(ranges: &[Range; 4], kind: Kinds) -> bool {
        Range::position(kind).is_some_and(|at| ranges[at].is_empty(kind != Kinds::NUMBER))
    }

    /// Whether no number is in both ranges.
    pub(super) fn is_apart(&self, other: &Range) -> bool {
        let before = |high: &Option<End>, low: &Option<End>| {
            high.as_ref().zip(low.as_ref()).is_some_and(|(h, l)| is_before(h, l))
        };
        before(&self.high, &other.low) || before(&other.high, &self.low)
    }
}

/// Whether a range ends before another one starts.
fn is_before(high: &End, low: &End) -> bool {
    match high.at.cmp(&low.at) {
        Ordering::Less => true,
        Ordering::Equal => high.open || low.open,
        Ordering::Greater => false,
    }
}

impl End {
    /// Whether a range with this end, in the direction `outward`, includes on that side all of one with the end
    /// `other`.
    fn admits(&self, other: &End, outward: Ordering) -> bool {
        let side = self.at.cmp(&other.at);
        side == outward || (side == Ordering::Equal && (!self.open || other.open))
    }
}
