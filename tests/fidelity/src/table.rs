//! The figures as text.

use std::{
    cmp::Reverse,
    io::{Result, Write},
};

use lapidary::{Mode, Severity};

use crate::{
    claims::Effect,
    measure::{Measure, Tally},
    total::{Case, Loss, Total},
};

/// Tools named for each cause.
const EXAMPLES: usize = 3;
/// Tools named for what they lose.
const LOSSES: usize = 10;

/// Prints all figures of one target in one mode.
pub(crate) fn print(out: &mut impl Write, total: &Total) -> Result<()> {
    writeln!(out, "{}\n", total.run.name())?;
    writeln!(out, "  tools     {:>8}", total.accepted.judged)?;
    rate(out, "accepted", total.accepted, "declarations")?;
    rate(out, "fidelity", total.fidelity, "arguments drawn from the declaration are valid for the original")?;
    writeln!(out, "  usable    {:>7.2}%  accepted x fidelity", total.usable())?;
    rate(out, "admitted", total.admitted, "arguments valid for the original are let through by the declaration")?;
    if total.run.mode == Mode::RoundTrip {
        rate(out, "same", total.round_trip, "arguments come back from the wire as they were")?;
    }
    rate(out, "visible", total.visible, "named parameters")?;
    rate(out, "unfolded", total.unfolded, "of them in recursive tools, by all the names that lead to them, up to six")?;
    edits(out, total)?;
    if total.run.mode == Mode::DropIn {
        total.proofs.print(out)?;
    }
    losses(out, total)?;
    shortfalls(out, total)?;
    unjudged(out, total)
}

fn rate(out: &mut impl Write, what: &str, tally: Tally, of: &str) -> Result<()> {
    writeln!(out, "  {what:<9} {:>7.2}%  {} of {} {of}", tally.percent(), tally.right, tally.judged)
}

fn edits(out: &mut impl Write, total: &Total) -> Result<()> {
    const EFFECTS: [(&str, Effect); 4] = [
        ("equivalent or annotation", Effect::None),
        ("gains", Effect::Gains),
        ("loses", Effect::Loses),
        ("gains and loses", Effect::Both),
    ];
    writeln!(out, "\n  {:<26} {:>8} {:>8} {:>8}", "edits", "error", "warning", "info")?;
    for (what, effect) in EFFECTS {
        let [error, warning, info] = [Severity::Error, Severity::Warning, Severity::Info]
            .map(|severity| total.edits.get(&(severity, effect)).copied().unwrap_or(0));
        writeln!(out, "  {what:<26} {error:>8} {warning:>8} {info:>8}")?;
    }
    Ok(())
}

/// The tools that lose most: parameters, then valid arguments.
fn losses(out: &mut impl Write, total: &Total) -> Result<()> {
    let missing = |tally: Tally| tally.judged - tally.right;
    let lost = |loss: &&Loss| (missing(loss.visible), missing(loss.admitted));
    let mut losses: Vec<&Loss> = total.losses.iter().filter(|loss| lost(loss) != (0, 0)).collect();
    losses.sort_by_key(|loss| Reverse(lost(loss)));
    writeln!(out, "\n  {:>18} {:>18}  the tools that lose most", "parameters lost", "arguments refused")?;
    for Loss { tool, visible, admitted } in losses.into_iter().take(LOSSES) {
        let of = |tally: &Tally| format!("{} of {}", missing(*tally), tally.judged);
        writeln!(out, "  {:>18} {:>18}  {tool}", of(visible), of(admitted))?;
    }
    Ok(())
}

fn shortfalls(out: &mut impl Write, total: &Total) -> Result<()> {
    let mut causes: Vec<_> = total.shortfalls.iter().collect();
    causes.sort_by_key(|((measure, _), cases)| (*measure, Reverse(times(cases))));
    writeln!(out, "\n  {:<44} {:>6} {:>6}  for example", "shortfalls by cause", "tools", "times")?;
    for ((measure, cause), cases) in causes {
        let examples: Vec<&str> = cases.iter().take(EXAMPLES).map(|case| case.tool.as_str()).collect();
        let name = name(*measure, cause);
        writeln!(out, "  {name:<44} {:>6} {:>6}  {}", cases.len(), times(cases), examples.join(", "))?;
    }
    Ok(())
}

fn unjudged(out: &mut impl Write, total: &Total) -> Result<()> {
    writeln!(out, "\n  {:<72} {:>6}  for example", "not judged", "tools")?;
    for (reason, tools) in &total.unjudged {
        writeln!(out, "  {reason:<72} {:>6}  {}", tools.len(), tools[..tools.len().min(EXAMPLES)].join(", "))?;
    }
    writeln!(out)
}

/// Prints every tool that fell short for a cause, named as the table names it, with what failed first.
pub(crate) fn list(out: &mut impl Write, total: &Total, wanted: &str) -> Result<()> {
    let run = total.run.name();
    for ((measure, cause), cases) in &total.shortfalls {
        let name = name(*measure, cause);
        if name == wanted || cause == wanted {
            for Case { tool, times, detail } in cases {
                writeln!(out, "{run}\t{name}\t{tool}\t{times}\t{detail}")?;
            }
        }
    }
    Ok(())
}

/// Prints a row for each target and mode.
pub(crate) fn summary(out: &mut impl Write, totals: &[Total]) -> Result<()> {
    let heads = ["accepted", "usable", "admitted", "same", "visible", "untold"];
    write!(out, "{:<32}", "target, mode")?;
    heads.iter().try_for_each(|head| write!(out, " {head:>9}"))?;
    writeln!(out)?;
    for total in totals {
        let rates = [
            total.accepted.percent(),
            total.usable(),
            total.admitted.percent(),
            total.round_trip.percent(),
            total.visible.percent(),
        ];
        write!(out, "{:<32}", total.run.name())?;
        rates.iter().try_for_each(|rate| write!(out, " {rate:>9.2}"))?;
        writeln!(out, " {:>9}", total.untold())?;
    }
    Ok(())
}

fn name(measure: Measure, cause: &str) -> String {
    let measure = match measure {
        Measure::Accepted => "accepted",
        Measure::Fidelity => "fidelity",
        Measure::Admitted => "admitted",
        Measure::RoundTrip => "same",
        Measure::Visible => "visible",
        Measure::Untold => "untold",
        Measure::Claimed => "claimed",
    };
    format!("{measure}: {cause}")
}

fn times(cases: &[Case]) -> usize {
    cases.iter().map(|case| case.times).sum()
}
