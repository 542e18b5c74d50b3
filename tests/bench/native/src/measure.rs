//! CPU time, so that what else the machine does counts little, and rounds of two that alternate, so that it hits both.

use std::{
    io::{Error, Result, Write, stdout},
    time::Duration,
};

use nix::time::ClockId;

const WARM_UP: usize = 3;
const ROUNDS: usize = 15;

/// A row of the table: ratios, or other figures, of which the median counts.
pub(crate) struct Row<'r> {
    pub(crate) what: &'r str,
    pub(crate) samples: Vec<f64>,
    /// The limit of the median.
    pub(crate) gate: f64,
    /// The goal for the median.
    pub(crate) aim: f64,
}

impl Row<'_> {
    pub(crate) fn print(mut self) -> Result<()> {
        self.samples.sort_by(f64::total_cmp);
        let [least, .., most] = *self.samples else { return Err(Error::other("a row needs two samples")) };
        let median = self.samples[self.samples.len() / 2];
        let Row { what, gate, aim, .. } = self;
        writeln!(stdout(), "{what}\t{least}\t{median}\t{most}\t{gate}\t{aim}")
    }
}

/// The time of `work` by that of `base`, once a round; who goes first alternates.
pub(crate) fn ratios(work: impl Fn(), base: impl Fn()) -> Vec<f64> {
    compare(ROUNDS, || time(&work), || time(&base))
}

/// The same for what measures itself.
pub(crate) fn compare(rounds: usize, work: impl Fn() -> Duration, base: impl Fn() -> Duration) -> Vec<f64> {
    let round = |round: usize| {
        let (worked, based) = if round.is_multiple_of(2) {
            let worked = work();
            (worked, base())
        } else {
            let based = base();
            (work(), based)
        };
        worked.as_secs_f64() / based.as_secs_f64()
    };
    (0..WARM_UP + rounds).map(round).skip(WARM_UP).collect()
}

/// The time that the processor spends on this thread's work.
pub(crate) fn time(work: impl Fn()) -> Duration {
    let start = now();
    work();
    now().saturating_sub(start)
}

fn now() -> Duration {
    ClockId::CLOCK_THREAD_CPUTIME_ID.now().map(Duration::from).unwrap_or_default()
}
