//! Examples: the inputs under `tests/specs` with what comes out for `gemini`.

use std::{fs, path::Path};

use lapidary::{
    Options, Rule,
    json::{Indent, JsonId, pretty, read},
    transform,
};

use crate::Outcome;

/// Longer ones are told of, not printed.
const MAX_LINES: usize = 80;

/// A document under `tests/specs`.
pub(crate) struct Input {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// An input with its output, both laid out.
pub(crate) struct Example {
    pub(crate) name: String,
    pub(crate) before: String,
    pub(crate) after: Option<String>,
}

impl Example {
    pub(crate) fn of(input: &Input) -> Example {
        let after = transform(&input.text, &Options::default()).output.filter(|after| !after.is_empty());
        Example { name: input.name.clone(), before: layout(&input.text), after: after.as_deref().map(layout) }
    }

    pub(crate) fn is_long(&self) -> bool {
        [Some(&self.before), self.after.as_ref()].into_iter().flatten().any(|text| text.lines().count() > MAX_LINES)
    }
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

/// `example` of `example.json`, but nothing of `example.answers`.
fn input_name(file: &str) -> Option<String> {
    match file.split_once('.')? {
        (name, "json") => Some(name.to_owned()),
        _ => None,
    }
}

/// Indented by two; what is no JSON stays as it is.
fn layout(text: &str) -> String {
    read(text).map_or_else(|_| text.to_owned(), |tape| pretty(&tape, JsonId::ROOT, Indent(2)))
}
