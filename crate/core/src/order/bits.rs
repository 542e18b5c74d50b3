//! A set of small numbers.

/// A set of numbers below 128, one bit each: two halves, as WebAssembly has no shifts of 128 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bits([u64; 2]);

impl Bits {
    /// The set without members.
    pub(crate) const EMPTY: Bits = Bits([0; 2]);

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

    /// The numbers that are in both sets.
    pub(crate) const fn intersection(self, Bits([low, high]): Bits) -> Bits {
        Bits([self.0[0] & low, self.0[1] & high])
    }

    /// This set without the numbers of another.
    pub(crate) const fn difference(self, Bits([low, high]): Bits) -> Bits {
        Bits([self.0[0] & !low, self.0[1] & !high])
    }

    /// This set without the numbers up to and including `at`.
    pub(crate) fn above(self, at: usize) -> Bits {
        let (half, bit) = Bits::bit(at);
        let mut above = self.0;
        above[half] &= !(bit | (bit - 1));
        above[..half].fill(0);
        Bits(above)
    }

    /// Removes and returns the smallest number.
    pub(crate) fn pop(&mut self) -> Option<usize> {
        let half = self.0.iter().position(|half| *half != 0)?;
        let bits = &mut self.0[half];
        let at = half * 64 + bits.trailing_zeros() as usize;
        *bits &= *bits - 1;
        Some(at)
    }

    /// Its numbers, the smallest first.
    pub(crate) fn iter(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || self.pop())
    }
}

#[cfg(test)]
mod tests {
    use super::Bits;

    #[test]
    fn numbers_of_both_halves_come_in_order() {
        let bits = [127, 0, 64, 63, 5].into_iter().fold(Bits::EMPTY, Bits::with);
        assert_eq!(bits.iter().collect::<Vec<_>>(), [0, 5, 63, 64, 127]);
        assert_eq!(bits.above(5).iter().collect::<Vec<_>>(), [63, 64, 127]);
        assert_eq!(bits.above(64).iter().collect::<Vec<_>>(), [127]);
        assert_eq!(bits.above(127), Bits::EMPTY);
        assert_eq!(bits.without(0).without(127).iter().collect::<Vec<_>>(), [5, 63, 64]);
    }
}
