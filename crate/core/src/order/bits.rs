//! A set of small numbers.

/// A set of numbers below 128, one bit each: two halves, as WebAssembly has no shifts of 128 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bits([u64; 2]);

impl Bits {
    /// The set without members.
    pub(crate) const EMPTY: Bits = Bits([0; 2]);
    /// How many numbers there may be.
    pub(crate) const COUNT: usize = 128;

    const fn bit(at: usize) -> (usize, u64) {
        (at / 64, 1 << (at % 64))
    }

    /// This set with one more number.
    pub(crate) const fn with(mut self, at: usize) -> Bits {
        let (half, bit) = Bits::bit(at);
        self.0[half] |= bit;
        self
    }

    /// This set without a number.
    pub(crate) const fn without(mut self, at: usize) -> Bits {
        let (half, bit) = Bits::bit(at);
        self.0[half] &= !bit;
        self
    }

    /// Whether it has a number.
    pub(crate) const fn has(self, at: usize) -> bool {
        let (half, bit) = Bits::bit(at);
        self.0[half] & bit != 0
    }

    /// Whether it has no members.
    pub(crate) const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] == 0
    }

    /// Both sets together.
    pub(crate) const fn union(self, Bits([low, high]): Bits) -> Bits {
        Bits([self.0[0] | low, self.0[1] | high])
    }

    /// What is in both sets.
    pub(crate) const fn intersection(self, Bits([low, high]): Bits) -> Bits {
        Bits([self.0[0] & low, self.0[1] & high])
    }

    /// This set without those of another.
    pub(crate) const fn difference(self, Bits([low, high]): Bits) -> Bits {
        Bits([self.0[0] & !low, self.0[1] & !high])
    }

    /// The smallest number of the set that is not below another.
    pub(crate) const fn next(self, from: usize) -> Option<usize> {
        let Bits([low, high]) = self;
        let (low, high) = match from {
            0..64 => (low >> from << from, high),
            64..128 => (0, high >> (from - 64) << (from - 64)),
            _ => return None,
        };
        match (low, high) {
            (0, 0) => None,
            (0, high) => Some(64 + high.trailing_zeros() as usize),
            (low, _) => Some(low.trailing_zeros() as usize),
        }
    }

    /// Its numbers, the smallest first.
    pub(crate) fn iter(self) -> impl Iterator<Item = usize> {
        let mut from = 0;
        std::iter::from_fn(move || {
            let at = self.next(from)?;
            from = at + 1;
            Some(at)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Bits;

    #[test]
    fn numbers_of_both_halves_come_in_order() {
        let bits = [127, 0, 64, 63, 5].into_iter().fold(Bits::EMPTY, Bits::with);
        assert_eq!(bits.iter().collect::<Vec<_>>(), [0, 5, 63, 64, 127]);
        assert_eq!((bits.next(6), bits.next(65), bits.next(128)), (Some(63), Some(127), None));
        assert_eq!(bits.without(0).without(127).iter().collect::<Vec<_>>(), [5, 63, 64]);
    }
}
