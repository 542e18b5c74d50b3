//! `docs/figures`: what was measured. The commands that measure write the JSON; charts and tables are made of it here.

use std::{fmt::Write as _, fs, path::Path};

use serde::{Deserialize, de::DeserializeOwned};

use crate::{
    Outcome,
    chart::{Chart, Group},
    markdown::cell,
};

const FOLDER: &str = "docs/figures";

/// Written by `scripts/fidelity`.
#[derive(Deserialize)]
struct Fidelity {
    tools: usize,
    rows: Vec<Rates>,
}

/// In percent.
#[derive(Deserialize)]
struct Rates {
    target: String,
    mode: String,
    accepted: f64,
    usable: f64,
    admitted: f64,
    visible: f64,
}

/// Written by `scripts/field-table`.
#[derive(Deserialize)]
struct Field {
    servers: usize,
    sums: Vec<Sum>,
}

#[derive(Deserialize)]
struct Sum {
    client: String,
    way: String,
    passed: usize,
    tools: usize,
}

/// Written by `scripts/conformance`.
#[derive(Deserialize)]
struct Conformance {
    tools: usize,
    runs: usize,
    found: std::collections::BTreeMap<String, usize>,
}

/// A row of what `scripts/bench` writes.
#[derive(Deserialize)]
struct Bench {
    what: String,
    least: f64,
    median: f64,
    most: f64,
    gate: f64,
}

/// All that was measured.
pub(crate) struct Figures {
    fidelity: Fidelity,
    field: Field,
    conformance: Conformance,
    bench: Vec<Bench>,
}

impl Figures {
    pub(crate) fn read(root: &Path) -> Outcome<Figures> {
        Ok(Figures {
            fidelity: one(root, "fidelity")?,
            field: one(root, "field")?,
            conformance: one(root, "conformance")?,
            bench: one(root, "bench")?,
        })
    }

    /// Paths and contents of the charts.
    pub(crate) fn charts(&self) -> Outcome<Vec<(String, String)>> {
        let charts = [
            ("usable", self.lost("Calls made for the declaration that the server would refuse", |rates| rates.usable)),
            ("admitted", self.lost("Calls valid for the server that the declaration excludes", |rates| rates.admitted)),
            ("field", self.clients()),
            ("speed", self.speed()),
        ];
        charts.iter().map(|(name, chart)| Ok((format!("{FOLDER}/{name}.svg"), chart.svg()?))).collect()
    }

    /// What is missing to all, for each of Gemini's targets in both modes.
    fn lost<'c>(&self, title: &'c str, rate: fn(&Rates) -> f64) -> Chart<'c> {
        let of = |target: &str, mode: &str| {
            let rates = self.fidelity.rows.iter().find(|rates| rates.target == target && rates.mode == mode)?;
            let lost = 100.0 - rate(rates);
            Some((lost, format!("{lost:.2} %")))
        };
        let group = |target: &&str| Group {
            label: (*target).to_owned(),
            bars: ["drop-in", "round-trip"].iter().map(|mode| of(target, mode)).collect(),
        };
        let groups: Vec<Group> = GEMINI_TARGETS.iter().map(group).collect();
        Chart {
            title,
            summary: summary(&["drop-in", "round-trip"], &groups),
            series: &["drop-in", "round-trip"],
            full: longest(&groups),
            groups,
        }
    }

    fn clients(&self) -> Chart<'static> {
        const WAYS: [&str; 2] = ["original", "downstream"];
        const SERIES: [&str; 2] = ["the client alone", "with Lapidary's integration"];
        let mut clients: Vec<&str> = self.field.sums.iter().map(|sum| sum.client.as_str()).collect();
        clients.dedup();
        let bar = |client: &str, way: &str| {
            let sum = self.field.sums.iter().find(|sum| sum.client == client && sum.way == way)?;
            Some((as_number(sum.passed), format!("{} of {}", sum.passed, sum.tools)))
        };
        let group = |client: &&str| Group {
            label: (*client).to_owned(),
            bars: WAYS.iter().map(|way| bar(client, way)).collect(),
        };
        let groups: Vec<Group> = clients.iter().map(group).collect();
        Chart {
            title: "Tools of real servers that work",
            summary: summary(&SERIES, &groups),
            series: &SERIES,
            full: longest(&groups),
            groups,
        }
    }

    /// What is compared with a round trip through JSON.
    fn speed(&self) -> Chart<'static> {
        let group = |row: &Bench| Group {
            label: row.what.clone(),
            bars: vec![Some((row.median, format!("{:.2}", row.median)))],
        };
        let groups: Vec<Group> = self.bench.iter().filter(|row| row.what.contains(" / ")).map(group).collect();
        Chart {
            title: "Time, as a multiple of what stands behind the stroke",
            summary: summary(&["median"], &groups),
            series: &[],
            full: longest(&groups),
            groups,
        }
    }

    /// The rows of the README.
    pub(crate) fn readme(&self) -> Outcome<String> {
        let mut table = String::from("| what | result | command |\n|---|---|---|\n");
        let Fidelity { tools, rows } = &self.fidelity;
        let accepted = rows.iter().map(|rates| rates.accepted).fold(100.0, f64::min);
        writeln!(
            table,
            "| declarations of {} real tools that are accepted, for every target | {accepted:.2} % | `scripts/fidelity tools.jsonl` |",
            thousands(*tools)
        )?;
        let admitted = |mode: &str| {
            let rates = rows.iter().find(|rates| rates.target == "gemini" && rates.mode == mode);
            rates.map(|rates| format!("{:.2} % {mode}", rates.admitted)).ok_or("the default target is measured")
        };
        writeln!(
            table,
            "| valid calls that they still allow | {}, {} | the same |",
            admitted("drop-in")?,
            admitted("round-trip")?
        )?;
        let found = |kind: &str| self.conformance.found.get(kind).copied().ok_or("a kind of finding is not counted");
        writeln!(
            table,
            "| the JSON Schema Test Suite as {} tools, {} times: refused, lost without a finding | {}, {} | `scripts/conformance` |",
            thousands(self.conformance.tools),
            self.conformance.runs,
            found("refused")?,
            found("untold-loss")?
        )?;
        let of = |way: &str| {
            let sums = self.field.sums.iter().filter(|sum| sum.way == way);
            sums.map(|sum| sum.passed)
                .fold((usize::MAX, 0), |(least, most), passed| (least.min(passed), most.max(passed)))
        };
        let ((least, most), (with, _)) = (of("original"), of("downstream"));
        let all = self.field.sums.first().map_or(0, |sum| sum.tools);
        writeln!(
            table,
            "| tools of {} real servers that work behind four clients | {least} to {most} of {all} without, {with} with Lapidary | `scripts/field-table` |",
            self.field.servers
        )?;
        let bench = |what: &str| {
            self.bench.iter().find(|row| row.what.starts_with(what)).ok_or_else(|| format!("{what} is not measured"))
        };
        writeln!(
            table,
            "| time of `transformText` in Node, against `JSON.parse` and `JSON.stringify`; size of the engine, gzipped | {:.1} times; {:.0} kB | `scripts/bench` |",
            bench("transformText /")?.median,
            bench("wasm gzipped")?.median
        )?;
        Ok(table)
    }

    /// The table of `docs/FIDELITY.md`.
    pub(crate) fn fidelity(&self) -> Outcome<String> {
        let mut table =
            String::from("| target | mode | accepted | usable | admitted | visible |\n|---|---|--:|--:|--:|--:|\n");
        for Rates { target, mode, accepted, usable, admitted, visible } in &self.fidelity.rows {
            writeln!(
                table,
                "| `{target}` | {mode} | {accepted:.2} % | {usable:.2} % | {admitted:.2} % | {visible:.2} % |"
            )?;
        }
        Ok(table)
    }

    /// The table of `docs/BENCHMARKS.md`.
    pub(crate) fn benchmarks(&self) -> Outcome<String> {
        let mut table = String::from("| what | least | median | most | gate |\n|---|--:|--:|--:|--:|\n");
        for Bench { what, least, median, most, gate } in &self.bench {
            writeln!(table, "| {} | {least} | {median} | {most} | {gate} |", cell(what))?;
        }
        Ok(table)
    }
}

/// Those whose fidelity is a promise.
const GEMINI_TARGETS: [&str; 5] = ["gemini", "gemini-api", "vertex-ai", "gemini-json-schema", "auto"];

fn one<T: DeserializeOwned>(root: &Path, name: &str) -> Outcome<T> {
    let file = root.join(FOLDER).join(name).with_extension("json");
    let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(serde_json::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))?)
}

/// All figures of a chart in a sentence each.
fn summary(series: &[&str], groups: &[Group]) -> String {
    let bars = |group: &Group| {
        let named = group.bars.iter().zip(series).filter_map(|(bar, name)| Some(format!("{name} {}", bar.as_ref()?.1)));
        named.collect::<Vec<_>>().join(", ")
    };
    groups.iter().map(|group| format!("{}: {}.", group.label, bars(group))).collect::<Vec<_>>().join(" ")
}

fn longest(groups: &[Group]) -> f64 {
    groups.iter().flat_map(|group| &group.bars).flatten().map(|(value, _)| *value).fold(0.0, f64::max)
}

#[expect(clippy::cast_precision_loss, reason = "counts are small")]
fn as_number(count: usize) -> f64 {
    count as f64
}

/// 4927 as 4,927.
fn thousands(count: usize) -> String {
    match (count / 1000, count % 1000) {
        (0, rest) => rest.to_string(),
        (more, rest) => format!("{},{rest:03}", thousands(more)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_charts_show_what_was_measured() -> Outcome {
        let figures = Figures::read(&crate::root())?;
        for (path, svg) in figures.charts()? {
            assert!(svg.matches("<rect").count() >= 4, "{path} has no bars");
        }
        assert_eq!(figures.readme()?.lines().count(), 7);
        Ok(())
    }

    #[test]
    fn counts_are_grouped() {
        assert_eq!(
            (thousands(7), thousands(4927), thousands(1_000_012)),
            ("7".into(), "4,927".into(), "1,000,012".into())
        );
    }
}
