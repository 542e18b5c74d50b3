//! What a survey is of.

use lapidary::{Options, TARGETS};

use super::{
    better::{Alternative, for_target},
    measured::{Measured, Survey},
};

/// What a survey is of, besides the target that is checked.
pub(crate) struct Scope {
    /// Whether anybody reads it.
    is_read: bool,
    /// The options for each built-in target; empty if nobody asks.
    targets: Vec<Options>,
    pub(crate) alternatives: Vec<Alternative>,
}

impl Scope {
    /// `is_read` is whether anybody reads the survey, `with_targets` whether that of each built-in target.
    pub(crate) fn of(options: &Options, is_read: bool, with_targets: bool) -> Scope {
        let targets = if with_targets { TARGETS } else { &[] };
        Scope {
            is_read,
            targets: targets.iter().map(|target| for_target(options, target)).collect(),
            alternatives: if is_read { Alternative::all(options) } else { Vec::new() },
        }
    }

    /// The survey of a document, given its tools for the target that is checked, and for others.
    pub(crate) fn survey(
        &self,
        checked: impl FnOnce() -> Vec<Measured>,
        measure: impl Fn(&Options) -> Vec<Measured>,
    ) -> Survey {
        if !self.is_read {
            return Survey::default();
        }
        let checked = checked();
        let alternatives = self.alternatives.iter().map(|other| measure(&other.options));
        Survey { checked, targets: self.targets.iter().map(&measure).collect(), alternatives: alternatives.collect() }
    }
}
