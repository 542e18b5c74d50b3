//! Sets: members in insertion order, and their sorted order.

use std::{borrow::Borrow, fmt};

use super::{Gap, Order, Slots};

/// A set that is iterated in sorted order.
#[derive(Clone)]
pub(crate) struct Set<K> {
    /// In insertion order.
    members: Vec<K>,
    pub(super) order: Order,
}

impl<K> Set<K> {
    /// An empty set.
    #[must_use]
    pub(crate) const fn new() -> Set<K> {
        Set { members: Vec::new(), order: Order(Vec::new()) }
    }

    /// How many members there are.
    #[must_use]
    pub(crate) fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there are none.
    #[must_use]
    pub(crate) fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The members in sorted order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &K> {
        self.places().map(|at| &self.members[at])
    }

    /// The members in insertion order.
    pub(crate) fn in_insertion_order(&self) -> &[K] {
        &self.members
    }

    /// The members in insertion order, consuming the set.
    pub(crate) fn into_insertion_order(self) -> Vec<K> {
        self.members
    }

    pub(super) fn places(&self) -> Slots<'_> {
        self.order.places(self.members.len())
    }

    /// The member at an index of the insertion order.
    pub(super) fn member(&self, place: usize) -> &K {
        &self.members[place]
    }

    pub(super) fn into_members(mut self) -> Vec<K> {
        self.order.arrange(&mut self.members);
        self.members
    }
}

impl<K: Ord> Set<K> {
    /// The index of a member in insertion order, or the gap where it would be. Not inlined, as it is called in many
    /// places.
    #[inline(never)]
    pub(super) fn find<Q: Ord + ?Sized>(&self, member: &Q) -> Result<usize, Gap>
    where
        K: Borrow<Q>,
    {
        self.order.find(self.members.len(), &|at| self.members[at].borrow().cmp(member))
    }

    /// The index of a member in insertion order. A new member is added; its index is the number of members before.
    pub(super) fn enter(&mut self, member: K) -> usize {
        match self.find(&member) {
            Ok(at) => at,
            Err(gap) => {
                let at = self.members.len();
                self.order.insert(at, gap);
                self.members.push(member);
                at
            }
        }
    }

    /// Adds a member. Returns whether it is new.
    pub(crate) fn insert(&mut self, member: K) -> bool {
        let before = self.members.len();
        self.enter(member) == before
    }

    /// Whether it is a member.
    #[must_use]
    pub(crate) fn contains<Q: Ord + ?Sized>(&self, member: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.find(member).is_ok()
    }

    /// Whether all members are those of another set too.
    #[must_use]
    pub(crate) fn is_subset(&self, other: &Set<K>) -> bool {
        self.members.iter().all(|member| other.contains(member))
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
        for member in members {
            self.enter(member);
        }
    }
}

impl<K: Ord> FromIterator<K> for Set<K> {
    fn from_iter<I: IntoIterator<Item = K>>(members: I) -> Set<K> {
        let mut set = Set::new();
        set.extend(members);
        set
    }
}
