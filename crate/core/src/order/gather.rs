//! Collecting iterators into lists.

/// Collects an iterator into a list.
pub(crate) trait Gather: Iterator {
    /// The items as a list. Unlike `collect`, which compiles an iterator of unknown length twice, for the first item
    /// and for the others, this is one loop; `collect` is for lists whose length is known.
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
