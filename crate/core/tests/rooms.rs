//! Dependencies between the rooms of the engine point one way.

use std::{collections::BTreeSet, error::Error, fs, path::Path};

/// For each room, the rooms that it may use. Reading a shape is driven by the lowering under way, and
/// rules hook into every stage, so `shape`, `lower`, `rules` and `envelope` know each other; what lies
/// below them knows nothing above.
const MAY_USE: &[(&str, &[&str])] = &[
    ("json", &["order"]),
    ("schema", &["json", "order"]),
    ("resolve", &["json", "order", "schema"]),
    ("targets", &["schema"]),
    ("restore", &["json", "order", "schema"]),
    ("diff", &["json", "order", "schema", "resolve", "report"]),
    ("report", &["json", "order", "schema", "targets", "lower", "catalogue"]),
];

#[test]
fn rooms_use_only_what_lies_below() -> Result<(), Box<dyn Error>> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (room, allowed) in MAY_USE {
        let mut used = BTreeSet::new();
        for file in fs::read_dir(source.join(room))? {
            used.extend(rooms_named(&fs::read_to_string(file?.path())?));
        }
        used.remove(*room);
        let wrong: Vec<&String> = used.iter().filter(|used| !allowed.contains(&used.as_str())).collect();
        assert!(wrong.is_empty(), "{room} uses {wrong:?}");
    }
    Ok(())
}

/// The modules of this crate that a file names: `crate::x`, and the first names of `use crate::{…}`.
fn rooms_named(text: &str) -> Vec<String> {
    let modules = [
        "json",
        "schema",
        "resolve",
        "targets",
        "restore",
        "diff",
        "report",
        "shape",
        "lower",
        "rules",
        "envelope",
        "engine",
        "catalogue",
        "pages",
        "options",
        "request",
        "api",
        "ecosystem",
        "order",
    ];
    let code: String = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let grouped: String = code.split("use crate::{").skip(1).filter_map(|rest| rest.split("\n};").next()).collect();
    let named = |module: &&&str| {
        code.contains(&format!("crate::{module}"))
            || grouped.lines().any(|line| line.trim_start().starts_with(&format!("{module}::")))
    };
    modules.iter().filter(named).map(|module| (*module).to_owned()).collect()
}

#[test]
fn the_engine_knows_neither_terminal_nor_browser() -> Result<(), Box<dyn Error>> {
    let manifest = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"))?;
    for name in ["wasm-bindgen", "web-sys", "js-sys", "clap", "tokio", "reqwest"] {
        assert!(!manifest.contains(name), "the engine depends on {name}");
    }
    Ok(())
}

/// Each of them would be compiled for every type that it holds, into the module that is downloaded.
#[test]
fn the_engine_has_one_sort_of_maps_and_one_way_to_sort() -> Result<(), Box<dyn Error>> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.ends_with("src/order") {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else {
                let text = fs::read_to_string(&path)?;
                let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
                let text: String = code.collect::<Vec<_>>().join("\n");
                for name in ["BTreeMap", "BTreeSet", "HashMap", "HashSet", ".sort()", ".sort_by", ".sort_unstable"] {
                    assert!(!text.contains(name), "{}: use `crate::order` instead of {name}", path.display());
                }
            }
        }
    }
    Ok(())
}
