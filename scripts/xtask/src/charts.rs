//! The charts that accompany the tables of measurements.

use std::{cmp::Reverse, collections::BTreeMap};

use crate::{
    Outcome,
    chart::{Chart, Group},
    figures::{Bench, Fidelity, Field, Figures, Rates, Size},
};

const FOLDER: &str = "docs/figures";

/// The targets whose fidelity is guaranteed.
const GEMINI_TARGETS: [&str; 5] = ["gemini", "gemini-api", "vertex-ai", "gemini-json-schema", "auto"];
const MODES: [&str; 2] = ["drop-in", "round-trip"];
/// The columns of the field table that are shown, with their labels.
const WAYS: [(&str, &str); 3] =
    [("original", "the client alone"), ("downstream", "with Lapidary's integration"), ("gateway", "with the gateway")];

/// The charts as paths and contents.
pub(crate) fn charts(figures: &Figures) -> Outcome<Vec<(String, String)>> {
    let Figures { fidelity, field, sizes, .. } = figures;
    let charts = [
        ("usable", lost(fidelity, "Calls made for the declaration that the server would reject", |rates| rates.usable)),
        (
            "admitted",
            lost(fidelity, "Calls valid for the server that the declaration excludes", |rates| rates.admitted),
        ),
        ("field", clients(field)),
        ("speed", speed(figures)?),
        ("size", downloaded(sizes)),
    ];
    charts.iter().map(|(name, chart)| Ok((format!("{FOLDER}/{name}.svg"), chart.svg()?))).collect()
}

/// The percentage short of 100, for each of Gemini's targets in both modes.
fn lost(fidelity: &Fidelity, title: &'static str, rate: fn(&Rates) -> f64) -> Chart {
    let bar = |target: &str, mode: &str| {
        let lost = 100.0 - rate(fidelity.of(target, mode)?);
        Some((lost, format!("{lost:.2} %")))
    };
    let group = |target: &&str| Group {
        label: (*target).to_owned(),
        bars: MODES.iter().map(|mode| bar(target, mode)).collect(),
    };
    Chart { title, series: MODES.to_vec(), groups: GEMINI_TARGETS.iter().map(group).collect() }
}

fn clients(field: &Field) -> Chart {
    let bar = |client: &str, way: &str| {
        let sum = field.sums.iter().find(|sum| sum.client == client && sum.way == way)?;
        Some((as_number(sum.passed), format!("{} of {}", sum.passed, sum.tools)))
    };
    let group = |client: &&str| Group {
        label: (*client).to_owned(),
        bars: WAYS.iter().map(|(way, _)| bar(client, way)).collect(),
    };
    Chart {
        title: "Tools of real servers that work",
        series: WAYS.iter().map(|(_, name)| *name).collect(),
        groups: field.clients().iter().map(group).collect(),
    }
}

/// The rows that compare with a round trip through a JSON library; the other ratios measure something else.
fn speed(figures: &Figures) -> Outcome<Chart> {
    let group = |row: &Bench| {
        let median = figures.spread(row)?.median;
        Ok(Group { label: row.what.clone(), bars: vec![Some((median, format!("{median:.2}")))] })
    };
    let compared = figures.bench.iter().filter(|row| row.what.contains(" round trip"));
    Ok(Chart {
        title: "Time, as a multiple of what is named second",
        series: vec!["median"],
        groups: compared.map(group).collect::<Outcome<_>>()?,
    })
}

/// The files of the package, the largest first.
fn downloaded(sizes: &BTreeMap<String, Size>) -> Chart {
    let mut files: Vec<(&String, u32)> = sizes.iter().map(|(name, size)| (name, size.gzip)).collect();
    files.sort_by_key(|(_, bytes)| Reverse(*bytes));
    let group = |(name, bytes): (&String, u32)| {
        let kilobytes = f64::from(bytes) / 1_000.0;
        Group { label: name.clone(), bars: vec![Some((kilobytes, format!("{kilobytes:.1} kB")))] }
    };
    Chart {
        title: "Files of the npm package, gzipped",
        series: vec!["gzipped"],
        groups: files.into_iter().map(group).collect(),
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts are small")]
fn as_number(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_charts_show_what_was_measured() -> Outcome {
        for (path, svg) in charts(&Figures::read(&crate::root())?)? {
            assert!(svg.matches("<rect").count() >= 4, "{path} has no bars");
        }
        Ok(())
    }
}
