//! The rates as JSON, from which tables and charts of the documentation are made.

use std::{fs, path::Path};

use serde::Serialize;

use crate::{measure::Tally, total::Total};

#[derive(Serialize)]
struct Figures<'t> {
    tools: usize,
    rows: Vec<Row<'t>>,
}

/// Rates of a target in a mode, in percent.
#[derive(Serialize)]
struct Row<'t> {
    target: &'t str,
    mode: &'static str,
    accepted: f64,
    usable: f64,
    admitted: f64,
    visible: f64,
}

pub(crate) fn write(file: &Path, totals: &[Total]) -> Result<(), String> {
    let tools = totals.iter().map(|total| total.accepted.judged).max().unwrap_or_default();
    let figures = Figures { tools, rows: totals.iter().map(row).collect() };
    let text = serde_json::to_string_pretty(&figures).map_err(|error| error.to_string())?;
    fs::write(file, text + "\n").map_err(|error| format!("{}: {error}", file.display()))
}

fn row(total: &Total) -> Row<'_> {
    let rate = |tally: Tally| round(tally.percent());
    Row {
        target: total.run.target.id,
        mode: total.run.mode_name(),
        accepted: rate(total.accepted),
        usable: round(total.usable()),
        admitted: rate(total.admitted),
        visible: rate(total.visible),
    }
}

/// Two digits, rounded down: only a complete rate is shown as 100.
fn round(percent: f64) -> f64 {
    (percent * 100.0).floor() / 100.0
}
