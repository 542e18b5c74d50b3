//! The inputs under `tests/specs`.

use std::{fs, path::Path};

use lapidary::Rule;

use crate::Outcome;

/// A document under `tests/specs`.
pub(crate) struct Input {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// A rule's inputs, `example` first and the others by name.
pub(crate) fn inputs(root: &Path, rule: &Rule) -> Outcome<Vec<Input>> {
    let folder = root.join(format!("tests/specs/{}-{}", rule.code, rule.slug));
    let mut names: Vec<String> = match fs::read_dir(&folder) {
        Ok(entries) => entries.filter_map(|entry| input_name(&entry.ok()?.file_name().into_string().ok()?)).collect(),
        Err(_) => Vec::new(),
    };
    names.sort_by_key(|name| (name != "example", name.clone()));
    let input = |name: String| Ok(Input { text: fs::read_to_string(folder.join(format!("{name}.json")))?, name });
    names.into_iter().map(input).collect()
}

/// `example` for `example.json`, `None` for `example.answers`.
fn input_name(file: &str) -> Option<String> {
    match file.split_once('.')? {
        (name, "json") => Some(name.to_owned()),
        _ => None,
    }
}
