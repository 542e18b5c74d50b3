//! Maps: a set of keys with their values.

use std::{borrow::Borrow, fmt, iter, mem, vec};

use serde::{Serialize, Serializer};

use super::{Set, Slots};

/// A map that is iterated in the order of its keys.
#[derive(Clone)]
pub struct Map<K, V> {
    keys: Set<K>,
    /// In insertion order of their keys.
    values: Vec<V>,
}

impl<K, V> Map<K, V> {
    /// An empty map.
    #[must_use]
    pub const fn new() -> Map<K, V> {
        Map { keys: Set::new(), values: Vec::new() }
    }

    /// How many entries there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The entries in the order of their keys.
    #[must_use]
    pub fn iter(&self) -> Iter<'_, K, V> {
        Iter { map: self, places: self.keys.places() }
    }

    /// The keys in order.
    pub fn keys(&self) -> impl Iterator<Item = &K> {
        self.keys.iter()
    }

    /// The keys in insertion order.
    pub(crate) fn keys_in_insertion_order(&self) -> &[K] {
        self.keys.in_insertion_order()
    }

    /// The values in the order of their keys.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.keys.places().map(|at| &self.values[at])
    }
}

impl<K: Ord, V> Map<K, V> {
    /// The value of a key.
    #[must_use]
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.values.get(self.keys.find(key).ok()?)
    }

    /// The value of a key, mutable.
    #[must_use]
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        self.values.get_mut(self.keys.find(key).ok()?)
    }

    /// Whether the key has a value.
    #[must_use]
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.keys.contains(key)
    }

    /// Sets the value of a key. Returns the one that it had.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        let at = self.keys.enter(key);
        if let Some(known) = self.values.get_mut(at) {
            return Some(mem::replace(known, value));
        }
        self.values.push(value);
        None
    }

    /// The value of a key, made by `make` if it has none.
    pub fn or_insert_with(&mut self, key: K, make: impl FnOnce() -> V) -> &mut V {
        let at = self.keys.enter(key);
        if at == self.values.len() {
            self.values.push(make());
        }
        &mut self.values[at]
    }

    /// The value of a key, set to the default if it has none.
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

/// The entries of a map in the order of its keys.
#[derive(Debug)]
pub struct Iter<'m, K, V> {
    map: &'m Map<K, V>,
    places: Slots<'m>,
}

impl<'m, K, V> Iterator for Iter<'m, K, V> {
    type Item = (&'m K, &'m V);

    fn next(&mut self) -> Option<Self::Item> {
        let at = self.places.next()?;
        Some((self.map.keys.member(at), &self.map.values[at]))
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
    type IntoIter = iter::Zip<vec::IntoIter<K>, vec::IntoIter<V>>;

    fn into_iter(mut self) -> Self::IntoIter {
        self.keys.order.arrange(&mut self.values);
        self.keys.into_members().into_iter().zip(self.values)
    }
}
