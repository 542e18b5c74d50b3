//! Lists made of what an iterator gives.

/// Iterators that end as lists.
pub(crate) trait Gather: Iterator {
    /// The items as a list. Unlike `collect`, which compiles an iterator of unknown length once for the
    /// first item and again for the others, this is one loop; `collect` is for lists whose length is known.
    fn gather(self) -> Vec<Self::Item>
    where
        Self: Sized,
    {
        let mut list = Vec::new();
        for item in self {
            list.push(item);
        }
        list
    }
}

impl<I: Iterator> Gather for I {}
