//! Maps, sets and sorting by key. The standard library's trees and sorts are compiled anew for every
//! type, which made a fifth of the WebAssembly module; here finding a place is compiled once.

use std::{borrow::Borrow, cmp::Ordering, fmt, iter, mem, vec};

use serde::{Serialize, Serializer};

/// Places in a run when it is made; it is split when it has twice as many.
const RUN: usize = 128;

/// The places of entries, in the order of their keys: sorted runs, each with at least one. There are
/// none as long as the entries came in order.
#[derive(Clone, Debug, Default)]
struct Order(Vec<Vec<u32>>);

/// A place among others: the run, and where in it.
type Gap = (usize, usize);

impl Order {
    /// Which of so many entries `compare` says is equal, or the gap where one would be. `compare`
    /// tells how an entry compares with what is sought.
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

    /// Puts an entry, one more than there are, into a gap.
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

    /// So many entries, in order.
    fn places(&self, count: usize) -> Places<'_> {
        Places { runs: &self.0, gap: (0, 0), left: count }
    }
}

/// Where a value is in a sorted list, or the first place whose entry is greater.
fn search(length: usize, compare: &dyn Fn(usize) -> Ordering) -> Result<usize, usize> {
    let (mut from, mut to) = (0, length);
    // Most values come in order.
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

/// Entries in order.
struct Places<'m> {
    runs: &'m [Vec<u32>],
    gap: Gap,
    left: usize,
}

impl Iterator for Places<'_> {
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

/// A map that is gone through by key.
#[derive(Clone)]
pub struct Map<K, V> {
    /// As they came.
    entries: Vec<(K, V)>,
    order: Order,
}

impl<K, V> Map<K, V> {
    /// A map without entries.
    #[must_use]
    pub const fn new() -> Map<K, V> {
        Map { entries: Vec::new(), order: Order(Vec::new()) }
    }

    /// How many entries there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The entries by key.
    #[must_use]
    pub fn iter(&self) -> Iter<'_, K, V> {
        Iter { entries: &self.entries, places: self.order.places(self.entries.len()) }
    }

    /// The keys in order.
    pub fn keys(&self) -> impl Iterator<Item = &K> {
        self.iter().map(|(key, _)| key)
    }

    /// The values by key.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.iter().map(|(_, value)| value)
    }
}

impl<K: Ord, V> Map<K, V> {
    fn find<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, Gap>
    where
        K: Borrow<Q>,
    {
        self.order.find(self.entries.len(), &|at| self.entries[at].0.borrow().cmp(key))
    }

    fn push(&mut self, gap: Gap, key: K, value: V) {
        self.order.insert(self.entries.len(), gap);
        self.entries.push((key, value));
    }

    /// The value of a key.
    #[must_use]
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.find(key).ok().map(|at| &self.entries[at].1)
    }

    /// The value of a key, to be changed.
    #[must_use]
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        self.find(key).ok().map(|at| &mut self.entries[at].1)
    }

    /// Whether the key has a value.
    #[must_use]
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.find(key).is_ok()
    }

    /// Gives a key a value; the one that it had comes back.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.find(&key) {
            Ok(at) => Some(mem::replace(&mut self.entries[at].1, value)),
            Err(gap) => {
                self.push(gap, key, value);
                None
            }
        }
    }

    /// The value of a key, made now if it has none.
    pub fn or_insert_with(&mut self, key: K, make: impl FnOnce() -> V) -> &mut V {
        let at = self.find(&key).unwrap_or_else(|gap| {
            self.push(gap, key, make());
            self.entries.len() - 1
        });
        &mut self.entries[at].1
    }

    /// The value of a key, or else the default one put there.
    pub fn or_default(&mut self, key: K) -> &mut V
    where
        V: Default,
    {
        self.or_insert_with(key, V::default)
    }
}

impl<K, V> Default for Map<K, V> {
    fn default() -> Map<K, V> {
        Map::new()
    }
}

impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for Map<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self).finish()
    }
}

impl<K: Serialize, V: Serialize> Serialize for Map<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self)
    }
}

#[cfg(feature = "schemars")]
impl<K: schemars::JsonSchema, V: schemars::JsonSchema> schemars::JsonSchema for Map<K, V> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        std::collections::BTreeMap::<K, V>::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        std::collections::BTreeMap::<K, V>::json_schema(generator)
    }
}

impl<K: Ord, V> Extend<(K, V)> for Map<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for Map<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Map<K, V> {
        let mut map = Map::new();
        map.extend(entries);
        map
    }
}

/// The entries of a map by key.
pub struct Iter<'m, K, V> {
    entries: &'m [(K, V)],
    places: Places<'m>,
}

impl<'m, K, V> Iterator for Iter<'m, K, V> {
    type Item = (&'m K, &'m V);

    fn next(&mut self) -> Option<Self::Item> {
        let (key, value) = &self.entries[self.places.next()?];
        Some((key, value))
    }
}

impl<'m, K, V> IntoIterator for &'m Map<K, V> {
    type Item = (&'m K, &'m V);
    type IntoIter = Iter<'m, K, V>;

    fn into_iter(self) -> Iter<'m, K, V> {
        self.iter()
    }
}

impl<K, V> IntoIterator for Map<K, V> {
    type Item = (K, V);
    type IntoIter = vec::IntoIter<(K, V)>;

    fn into_iter(self) -> vec::IntoIter<(K, V)> {
        arranged(self.entries, &self.order).into_iter()
    }
}

/// A set that is gone through in order.
#[derive(Clone)]
pub struct Set<K>(Map<K, ()>);

impl<K> Set<K> {
    /// A set without members.
    #[must_use]
    pub const fn new() -> Set<K> {
        Set(Map::new())
    }

    /// How many members there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The members in order.
    pub fn iter(&self) -> impl Iterator<Item = &K> {
        self.0.keys()
    }
}

impl<K: Ord> Set<K> {
    /// Adds a member; says whether it is new.
    pub fn insert(&mut self, member: K) -> bool {
        self.0.insert(member, ()).is_none()
    }

    /// Whether it is a member.
    #[must_use]
    pub fn contains<Q: Ord + ?Sized>(&self, member: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.0.contains_key(member)
    }

    /// Whether all members are those of another set too.
    #[must_use]
    pub fn is_subset(&self, other: &Set<K>) -> bool {
        self.iter().all(|member| other.contains(member))
    }
}

impl<K> Default for Set<K> {
    fn default() -> Set<K> {
        Set::new()
    }
}

impl<K: fmt::Debug> fmt::Debug for Set<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl<K: Ord> Extend<K> for Set<K> {
    fn extend<I: IntoIterator<Item = K>>(&mut self, members: I) {
        self.0.extend(members.into_iter().zip(iter::repeat(())));
    }
}

impl<K: Ord> FromIterator<K> for Set<K> {
    fn from_iter<I: IntoIterator<Item = K>>(members: I) -> Set<K> {
        let mut set = Set::new();
        set.extend(members);
        set
    }
}

/// Sorts; what compares as equal stays as it came.
pub(crate) fn sort_by<T>(items: &mut Vec<T>, compare: impl Fn(&T, &T) -> Ordering) {
    if items.is_sorted_by(|a, b| compare(a, b).is_le()) {
        return;
    }
    let mut order = Order::default();
    for (at, item) in items.iter().enumerate() {
        if let Err(gap) = order.find(at, &|other| compare(&items[other], item).then(Ordering::Less)) {
            order.insert(at, gap);
        }
    }
    *items = arranged(mem::take(items), &order);
}

/// Sorts by a key; what has the same key stays as it came.
pub(crate) fn sort_by_key<T, K: Ord>(items: &mut Vec<T>, key: impl Fn(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

fn arranged<T>(items: Vec<T>, order: &Order) -> Vec<T> {
    if order.0.is_empty() {
        return items;
    }
    let mut slots: Vec<Option<T>> = items.into_iter().map(Some).collect();
    order.places(slots.len()).filter_map(|at| slots[at].take()).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::{Map, sort_by_key};

    proptest! {
        /// Few keys meet again, many make runs that split.
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
