//! The tools that are mutated.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use lapidary::{Options, Output, transform};
use lapidary_fidelity::{corpus, json};
use serde_json::Value;

/// Larger ones tell nothing more, and take long.
pub(crate) const BYTES: usize = 12_000;

/// The schemas of the tools of the file that `LAPIDARY_CORPUS` names, else those of the specs.
pub(crate) fn read() -> Result<Vec<Value>, String> {
    let mut seeds = match env::var_os("LAPIDARY_CORPUS") {
        Some(file) => corpus(&PathBuf::from(file))?,
        None => specs(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../specs"))?,
    };
    seeds.retain(|schema| schema.is_object() && schema.to_string().len() <= BYTES);
    if seeds.is_empty() { Err("there is no tool to start from".to_owned()) } else { Ok(seeds) }
}

fn corpus(file: &Path) -> Result<Vec<Value>, String> {
    let tools = corpus::read(&[file])?.into_iter();
    Ok(tools.filter_map(|tool| tool.schema.ok()).collect())
}

/// Every schema of every input, whatever it is wrapped in.
fn specs(folder: &Path) -> Result<Vec<Value>, String> {
    let mut files = inputs(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    files.sort();
    let mut seeds = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let tools = transform(&text, &Options::default(), &Output::default()).into_findings().0.into_iter();
        seeds.extend(tools.filter_map(|tool| json::read(tool.report.original_schema?.get()).ok()));
    }
    Ok(seeds)
}

fn inputs(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for rule in fs::read_dir(folder)? {
        for file in fs::read_dir(rule?.path())? {
            let path = file?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            found.extend((name.split_once('.').is_some_and(|(_, ending)| ending == "json")).then_some(path));
        }
    }
    Ok(found)
}
