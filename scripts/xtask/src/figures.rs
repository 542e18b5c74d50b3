//! Measurements, in the JSON that the measuring scripts write.

use std::{collections::BTreeMap, fs, path::Path};

use serde::{Deserialize, de::DeserializeOwned};

use crate::Outcome;

/// Written by `scripts/fidelity`.
#[derive(Deserialize)]
pub(crate) struct Fidelity {
    pub(crate) tools: usize,
    pub(crate) rows: Vec<Rates>,
}

/// In percent.
#[derive(Deserialize)]
pub(crate) struct Rates {
    pub(crate) target: String,
    pub(crate) mode: String,
    pub(crate) accepted: f64,
    pub(crate) usable: f64,
    pub(crate) admitted: f64,
    pub(crate) visible: f64,
}

/// Written by `scripts/field-table`.
#[derive(Deserialize)]
pub(crate) struct Field {
    pub(crate) servers: usize,
    pub(crate) sums: Vec<Sum>,
}

#[derive(Deserialize)]
pub(crate) struct Sum {
    pub(crate) client: String,
    pub(crate) way: String,
    pub(crate) passed: usize,
    pub(crate) tools: usize,
}

/// Written by `scripts/conformance`.
#[derive(Deserialize)]
pub(crate) struct Conformance {
    pub(crate) tools: usize,
    pub(crate) found: BTreeMap<String, usize>,
}

/// A row that `scripts/bench` writes. It has no numbers for a size.
#[derive(Deserialize)]
pub(crate) struct Bench {
    pub(crate) what: String,
    #[serde(flatten)]
    spread: Option<Spread>,
    pub(crate) gate: f64,
}

/// What several rounds measured.
#[derive(Clone, Copy, Deserialize)]
pub(crate) struct Spread {
    pub(crate) least: f64,
    pub(crate) median: f64,
    pub(crate) most: f64,
}

/// Written by `scripts/bench --peers`.
#[derive(Deserialize)]
pub(crate) struct Peers {
    pub(crate) tools: usize,
    pub(crate) rows: Vec<Peer>,
}

/// The time of functions to convert a tool: in microseconds, but `cold`, in a new process, in milliseconds.
#[derive(Deserialize)]
pub(crate) struct Peer {
    pub(crate) title: String,
    pub(crate) functions: Vec<String>,
    pub(crate) text: f64,
    pub(crate) objects: f64,
    pub(crate) again: f64,
    pub(crate) cold: f64,
    /// The tools for which the function throws.
    pub(crate) thrown: usize,
}

/// A file of the npm package, as `tests/packaging/sizes.mjs` records it.
#[derive(Deserialize)]
pub(crate) struct Size {
    raw: u32,
    pub(crate) gzip: u32,
}

/// All measurements.
pub(crate) struct Figures {
    pub(crate) fidelity: Fidelity,
    pub(crate) field: Field,
    pub(crate) conformance: Conformance,
    pub(crate) bench: Vec<Bench>,
    pub(crate) peers: Peers,
    /// By the file's name.
    pub(crate) sizes: BTreeMap<String, Size>,
}

impl Figures {
    pub(crate) fn read(root: &Path) -> Outcome<Figures> {
        Ok(Figures {
            fidelity: one(root, "docs/figures/fidelity.json")?,
            field: one(root, "docs/figures/field.json")?,
            conformance: one(root, "docs/figures/conformance.json")?,
            bench: one(root, "docs/figures/bench.json")?,
            peers: one(root, "docs/figures/peers.json")?,
            sizes: one(root, "tests/packaging/sizes.json")?,
        })
    }

    /// The gzipped size of files of the npm package together, in kB.
    pub(crate) fn kilobytes(&self, files: &[&str]) -> u32 {
        let bytes: u32 = files.iter().filter_map(|file| self.sizes.get(*file)).map(|size| size.gzip).sum();
        (bytes + 500) / 1000
    }

    /// The numbers of a row of the benchmark: for the engine's size, those that are recorded for the package.
    pub(crate) fn spread(&self, row: &Bench) -> Outcome<Spread> {
        let missing = || format!("{} is not measured", row.what);
        let engine = || self.sizes.get("lapidary.wasm").ok_or_else(missing);
        let bytes = match row.what.as_str() {
            "wasm, kB" => engine()?.raw,
            "wasm gzipped, kB" => engine()?.gzip,
            _ => return Ok(row.spread.ok_or_else(missing)?),
        };
        let kilobytes = (f64::from(bytes) / 10.0).round() / 100.0;
        Ok(Spread { least: kilobytes, median: kilobytes, most: kilobytes })
    }
}

impl Fidelity {
    pub(crate) fn of(&self, target: &str, mode: &str) -> Option<&Rates> {
        self.rows.iter().find(|rates| rates.target == target && rates.mode == mode)
    }
}

impl Field {
    /// The clients, in the order of the page.
    pub(crate) fn clients(&self) -> Vec<&str> {
        let mut clients: Vec<&str> = self.sums.iter().map(|sum| sum.client.as_str()).collect();
        clients.dedup();
        clients
    }

    /// The number of tools that most clients get. Python's gets fewer: it rejects all results of one server.
    pub(crate) fn most_tools(&self) -> usize {
        self.sums.iter().map(|sum| sum.tools).max().unwrap_or_default()
    }

    /// How many tools work in a way, over the clients that get all tools: `all`, or `490 to 540`.
    pub(crate) fn range(&self, way: &str) -> String {
        let tools = self.most_tools();
        let passed = || self.sums.iter().filter(|sum| sum.way == way && sum.tools == tools).map(|sum| sum.passed);
        match (passed().min().unwrap_or_default(), passed().max().unwrap_or_default()) {
            (least, _) if least == tools => "all".to_owned(),
            (least, most) if least == most => least.to_string(),
            (least, most) => format!("{least} to {most}"),
        }
    }
}

fn one<T: DeserializeOwned>(root: &Path, path: &str) -> Outcome<T> {
    let file = root.join(path);
    let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(serde_json::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))?)
}
