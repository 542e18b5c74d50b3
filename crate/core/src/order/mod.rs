//! Maps, sets and sorting by key. The standard library's trees and sorts are compiled again for every type, which made a
//! fifth of the WebAssembly module; here the search is compiled once.

mod bits;
mod gather;
mod map;
mod set;

use std::{cmp::Ordering, mem};

pub(crate) use bits::Bits;
pub(crate) use gather::Gather;
pub(crate) use map::Map;
pub(crate) use set::Set;

/// Entries of a new run; a run is split when it has twice as many.
const RUN: usize = 128;

/// The indexes of entries in key order: sorted runs, each with at least one. There are none as long as entries are
/// inserted in key order.
#[derive(Clone, Debug, Default)]
struct Order(Vec<Vec<u32>>);

/// Where an entry can be inserted: the run, and the position in it.
type Gap = (usize, usize);

impl Order {
    /// The index of the entry, among `count`, that `compare` finds equal, or the gap where one would be. `compare`
    /// compares an entry with the key that is searched for.
    fn find(&self, count: usize, compare: &dyn Fn(usize) -> Ordering) -> Result<usize, Gap> {
        let Order(runs) = self;
        if runs.is_empty() {
            return search(count, compare).map_err(|at| (at / RUN, at % RUN));
        }
        let run = match search(runs.len(), &|run| compare(runs[run][0] as usize)) {
            Ok(run) => return Ok(runs[run][0] as usize),
            Err(after) => after.saturating_sub(1),
        };
        let places = &runs[run];
        match search(places.len(), &|at| compare(places[at] as usize)) {
            Ok(at) => Ok(places[at] as usize),
            Err(at) => Err((run, at)),
        }
    }

    /// Inserts an entry, whose index is the number of entries before, into a gap.
    fn insert(&mut self, entry: usize, (run, at): Gap) {
        let Order(runs) = self;
        if runs.is_empty() {
            if run * RUN + at == entry {
                return;
            }
            let places = |from| (from as u32..entry.min(from + RUN) as u32).collect();
            runs.extend((0..entry).step_by(RUN).map(places));
        }
        let places = &mut runs[run];
        places.insert(at, entry as u32);
        if places.len() >= 2 * RUN {
            let rest = places.split_off(RUN);
            runs.insert(run + 1, rest);
        }
    }

    /// The indexes of `count` entries in key order.
    fn places(&self, count: usize) -> Slots<'_> {
        Slots { runs: &self.0, gap: (0, 0), left: count }
    }

    /// Sorts items that are in insertion order into key order.
    fn arrange<T>(&self, items: &mut [T]) {
        for (a, b) in self.swaps(items.len()) {
            items.swap(a, b);
        }
    }

    /// The swaps, one after the other, that bring `count` items from insertion order into key order.
    fn swaps(&self, count: usize) -> Vec<(usize, usize)> {
        let mut swaps = Vec::new();
        if self.0.is_empty() {
            return swaps;
        }
        let mut sources: Vec<usize> = self.places(count).collect();
        for start in 0..count {
            let mut at = start;
            loop {
                let source = mem::replace(&mut sources[at], at);
                if source == start {
                    break;
                }
                swaps.push((at, source));
                at = source;
            }
        }
        swaps
    }
}

/// The index of the equal entry of a sorted list, or of the first greater one.
fn search(length: usize, compare: &dyn Fn(usize) -> Ordering) -> Result<usize, usize> {
    let (mut from, mut to) = (0, length);
    // Starts with the last entry, because most values are inserted in order.
    let mut middle = length.saturating_sub(1);
    while from < to {
        match compare(middle) {
            Ordering::Less => from = middle + 1,
            Ordering::Equal => return Ok(middle),
            Ordering::Greater => to = middle,
        }
        middle = usize::midpoint(from, to);
    }
    Err(from)
}

/// The indexes of entries in key order.
#[derive(Debug)]
struct Slots<'m> {
    runs: &'m [Vec<u32>],
    gap: Gap,
    left: usize,
}

impl Iterator for Slots<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        self.left = self.left.checked_sub(1)?;
        let (run, at) = &mut self.gap;
        let place = *at;
        *at += 1;
        let Some(places) = self.runs.get(*run) else { return Some(place) };
        if *at == places.len() {
            self.gap = (*run + 1, 0);
        }
        Some(places[place] as usize)
    }
}

/// Up to this many items are sorted in place by insertion.
const FEW: usize = 16;

/// Sorts stably.
pub(crate) fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    if items.len() <= FEW {
        for end in 1..items.len() {
            let place = (0..end).rev().take_while(|at| compare(&items[*at], &items[end]).is_gt()).last();
            items[place.unwrap_or(end)..=end].rotate_right(1);
        }
        return;
    }
    sorted(items.len(), &|a, b| compare(&items[a], &items[b])).arrange(items);
}

/// Sorts stably by a key.
pub(crate) fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

fn sorted(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Order {
    let mut order = Order::default();
    for at in 0..count {
        if let Err(gap) = order.find(at, &|other| compare(other, at).then(Ordering::Less)) {
            order.insert(at, gap);
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::{Map, sort_by_key};

    proptest! {
        /// Keys repeat, and many entries make runs that split.
        #[test]
        fn a_map_is_the_map_of_the_standard_library(
            entries in proptest::collection::vec((0_u16..2000, any::<u8>()), 0..1500),
            sought in proptest::collection::vec(0_u16..2000, 0..50),
        ) {
            let known: BTreeMap<u16, u8> = entries.iter().copied().collect();
            let map: Map<u16, u8> = entries.into_iter().collect();
            prop_assert_eq!(map.len(), known.len());
            for key in sought {
                prop_assert_eq!(map.get(&key), known.get(&key));
            }
            prop_assert!(map.iter().eq(&known));
            prop_assert!(map.into_iter().eq(known));
        }

        #[test]
        fn sorting_keeps_what_is_equal_in_order(items in proptest::collection::vec((0_u8..50, any::<u8>()), 0..1500)) {
            let (mut mine, mut known) = (items.clone(), items);
            sort_by_key(&mut mine, |item| item.0);
            known.sort_by_key(|item| item.0);
            prop_assert_eq!(mine, known);
        }
    }
}
