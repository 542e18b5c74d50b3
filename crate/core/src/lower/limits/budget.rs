//! The budget for lowering one tool, in bytes of its output and in schemas visited. A tool that exceeds it is lowered
//! again with as many levels as fit, so that everything is truncated at the same depth.

use crate::limits::{OUTPUT_RATIO, Work};

/// How much of a tool is written out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::lower) struct Scope {
    /// Levels of objects and arrays, the root's included; what lies deeper is truncated.
    pub(in crate::lower) levels: usize,
    /// Whether even one level is too much: members are omitted one by one where there is no room left, and a value that
    /// may be anything is a string.
    pub(in crate::lower) scarce: bool,
}

impl Scope {
    /// All levels that the target takes.
    pub(in crate::lower) const WHOLE: Scope = Scope { levels: usize::MAX, scarce: false };

    /// A scope of this many levels.
    pub(in crate::lower) fn of(levels: usize) -> Scope {
        Scope { levels, scarce: false }
    }

    /// The root's members, as far as they fit.
    pub(in crate::lower) const SCARCE: Scope = Scope { levels: 1, scarce: true };
}

/// The bytes of a declaration's name and of all else around its schema.
const AROUND: usize = 1_000;

/// The maximum number of levels that are added at once.
const MAX_GUESS: usize = 16;

/// The remaining budget of one run.
#[derive(Debug)]
pub(in crate::lower) struct Budget<'a> {
    /// How much is written out.
    pub(in crate::lower) scope: Scope,
    /// Bytes that the output may have.
    most: usize,
    /// Bytes that it may still grow by, as far as they are counted.
    room: usize,
    /// Schemas that may still be visited where something is unfolded.
    visits: usize,
    /// The remaining work of the call.
    work: &'a Work,
}

impl<'a> Budget<'a> {
    /// The budget for a schema of this length in bytes, with this many visits.
    pub(in crate::lower) fn new(scope: Scope, length: usize, visits: usize, work: &'a Work) -> Budget<'a> {
        let room = length.saturating_mul(OUTPUT_RATIO).max(work.limits().output.saturating_sub(AROUND));
        // Replacements for members that are cut have to fit, too.
        Budget { scope, most: room, room: if scope.scarce { room / 2 } else { room }, visits, work }
    }

    /// Whether an output is longer than it may be; it is measured only if the counted bytes come near the limit.
    pub(in crate::lower) fn is_too_long(&self, measure: &dyn Fn() -> usize) -> bool {
        self.room < self.most / 2 && measure() > self.most
    }

    /// Estimates how many more levels fit if each multiplies the output as the last one did, which `fewer` was without:
    /// at least one.
    pub(in crate::lower) fn levels_left(&self, fewer: &Budget<'_>) -> usize {
        let (mut bytes, before) = (self.written(), fewer.written().max(1));
        for levels in 0..MAX_GUESS {
            bytes = bytes.saturating_mul(self.written()) / before;
            if bytes > self.most {
                return levels.max(1);
            }
        }
        MAX_GUESS
    }

    fn written(&self) -> usize {
        self.most - self.room
    }

    /// Whether the budget is used up.
    pub(in crate::lower) fn is_spent(&self) -> bool {
        self.room == 0 || self.visits == 0 || self.work.is_spent()
    }

    /// Counts bytes that are written.
    pub(in crate::lower) fn write(&mut self, bytes: usize) {
        self.room = self.room.saturating_sub(bytes);
    }

    /// What is left, for [`Budget::restore`].
    pub(in crate::lower) fn left(&self) -> (usize, usize) {
        (self.room, self.visits)
    }

    /// Takes back what was written and visited since, unless that used up the budget.
    pub(in crate::lower) fn restore(&mut self, left: (usize, usize)) {
        if !self.is_spent() {
            (self.room, self.visits) = left;
        }
    }

    /// Counts schemas that are visited.
    pub(in crate::lower) fn visit(&mut self, schemas: usize) {
        self.visits = self.visits.saturating_sub(schemas);
    }
}
