//! Dependencies between the rooms of the engine (the modules at the crate's root) point one way: down.

use std::{
    collections::{BTreeMap, BTreeSet},
    error::Error,
    fs,
    path::Path,
};

use syn::Item;

use crate::code::{Code, Written, files, module_of, paths};

/// The rows of rooms, the lowest first, as ARCHITECTURE.md has them. A room may use those of the rows above its own, and
/// no other room of its own row.
struct Rooms(Vec<Vec<String>>);

impl Rooms {
    fn read() -> Result<Rooms, Box<dyn Error>> {
        let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ARCHITECTURE.md"))?;
        let (_, rest) = text.split_once("```text\norder").ok_or("ARCHITECTURE.md has no table of rooms")?;
        let (rows, _) = rest.split_once("```").ok_or("the table of rooms does not end")?;
        let row = |line: &str| {
            let rooms = line.split("  ").next().unwrap_or_default();
            rooms.split(" · ").map(str::to_owned).collect()
        };
        Ok(Rooms(format!("order{rows}").lines().map(row).collect()))
    }

    fn row(&self, room: &str) -> Option<usize> {
        self.0.iter().position(|row| row.iter().any(|name| name == room))
    }
}

#[test]
fn rooms_use_only_what_lies_below() -> Result<(), Box<dyn Error>> {
    let (rooms, names) = (Rooms::read()?, Names::of(&source("lib.rs")?)?);
    for file in files(&root())? {
        let module = module_of(file.strip_prefix(root())?);
        // The crate's root and the tests may use anything.
        let Some(room) = module.first().filter(|room| *room != "lib" && *room != "tests") else { continue };
        let used = names.used(&module, &fs::read_to_string(&file)?)?;
        let row = rooms.row(room).ok_or_else(|| format!("{room} is not among the rooms"))?;
        let is_below = |used: &String| rooms.row(used).is_some_and(|used| used < row);
        let wrong: Vec<_> = used.iter().filter(|used| *used != room && !is_below(used)).collect();
        assert!(wrong.is_empty(), "{}: {room} uses {wrong:?}", file.display());
    }
    Ok(())
}

/// Each is a way to use a higher room that a textual search could miss.
#[test]
fn every_way_up_is_seen() -> Result<(), Box<dyn Error>> {
    let names = Names::of("pub mod json; pub mod lower; pub mod restore; pub use lower::{Lower, Edit as Change};")?;
    let plants = [
        "use crate::lower::Lower;",
        "use crate::{json::JsonId, lower::Lower as _Up};",
        "use crate::{\n    json::{JsonId, Tape},\n    lower,\n};",
        "use crate::Lower;",
        "use crate::*;",
        "extern crate self as lapidary; use lapidary::lower;",
        "use crate::{Change as Other};",
        "pub(crate) use crate::lower::*;",
        "use super::super::lower::Lower;",
        "use super::{any::Any, super::{lower::{self, Edit}}};",
        "fn f(_: &crate::lower::Lower) {}",
        "fn f() { let _ = crate :: lower :: spell; }",
        "fn f() { super::super::lower::spell(); }",
        "fn f() { println!(\"{}\", crate::lower::MOST); }",
        "mod inner { fn f(_: super::super::super::lower::Edit) {} }",
        "impl<T> From<T> for crate::Lower { }",
        "const A: usize = { use crate::lower::MOST; MOST };",
        "#[derive(Debug)] struct A { edit: Vec<crate::Change> }",
    ];
    for plant in plants {
        let used = names.used(&["restore".into(), "any".into()], plant)?;
        assert!(used.contains("lower"), "not seen: {plant}");
    }
    for clean in ["use crate::json::JsonId;", "fn f() { let lower = 1; call(lower); }", "use super::{any, codec};"] {
        assert!(!names.used(&["restore".into(), "any".into()], clean)?.contains("lower"), "{clean}");
    }
    Ok(())
}

#[test]
fn every_room_is_in_the_picture() -> Result<(), Box<dyn Error>> {
    let mut found: BTreeSet<String> = BTreeSet::new();
    for file in files(&root())? {
        found.extend(module_of(file.strip_prefix(root())?).first().cloned());
    }
    found.remove("lib");
    found.remove("tests");
    let known: BTreeSet<String> = Rooms::read()?.0.into_iter().flatten().collect();
    assert_eq!(known, found);
    Ok(())
}

#[test]
fn the_engine_knows_neither_terminal_nor_browser() -> Result<(), Box<dyn Error>> {
    let manifest = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"))?;
    for name in ["wasm-bindgen", "web-sys", "js-sys", "clap", "tokio", "reqwest"] {
        assert!(!manifest.contains(name), "the engine depends on {name}");
    }
    Ok(())
}

/// Each of the standard ones would be compiled for every type that it contains, into the WebAssembly module that is
/// downloaded.
#[test]
fn the_engine_has_one_sort_of_maps_and_one_way_to_sort() -> Result<(), Box<dyn Error>> {
    let is_free = |file: &Path| ["order", "tests"].iter().any(|room| file.starts_with(root().join(room)));
    for file in files(&root())?.iter().filter(|file| !is_free(file)) {
        let text = fs::read_to_string(file)?;
        let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        for name in ["BTreeMap", "BTreeSet", "HashMap", "HashSet", ".sort()", ".sort_by", ".sort_unstable"] {
            assert!(!code.join("\n").contains(name), "{}: use `crate::order` instead of {name}", file.display());
        }
    }
    Ok(())
}

/// Resolves the names at the crate's root to rooms.
struct Names {
    rooms: BTreeSet<String>,
    /// Re-exported names, each with its room.
    exported: BTreeMap<String, String>,
}

impl Names {
    fn of(front: &str) -> Result<Names, Box<dyn Error>> {
        let mut names = Names { rooms: BTreeSet::new(), exported: BTreeMap::new() };
        let front = syn::parse_file(front)?;
        for item in &front.items {
            if let Item::Mod(module) = item {
                names.rooms.insert(module.ident.to_string());
            }
        }
        for item in &front.items {
            let Item::Use(item) = item else { continue };
            for path in paths(&item.tree) {
                let (Some(room), Some(name)) = (path.written.iter().find(|name| *name != "crate"), path.name) else {
                    continue;
                };
                names.exported.insert(name, room.clone());
            }
        }
        Ok(names)
    }

    /// The rooms that a module uses.
    fn used(&self, module: &[String], code: &str) -> Result<BTreeSet<String>, Box<dyn Error>> {
        let code = Code::of(module, &syn::parse_file(code)?);
        let found: Vec<String> = code.paths.iter().filter_map(root_name).collect();
        if found.iter().any(|name| name == "*") {
            return Ok(self.rooms.clone());
        }
        let room = |name: &String| self.rooms.get(name).or_else(|| self.exported.get(name)).cloned();
        Ok(found.iter().filter_map(room).collect())
    }
}

/// The name at the crate's root that a path leads to, if it starts there or leads out of its module by `super`.
fn root_name(path: &Written) -> Option<String> {
    let mut at: Vec<String> = match path.names.first().map(String::as_str) {
        Some("crate" | "lapidary") => Vec::new(),
        Some("self" | "super") => path.module.clone(),
        _ => return None,
    };
    for name in &path.names {
        match name.as_str() {
            "crate" | "lapidary" | "self" => {}
            "super" => drop(at.pop()),
            name => at.push(name.to_owned()),
        }
    }
    at.into_iter().next()
}

fn root() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn source(file: &str) -> std::io::Result<String> {
    fs::read_to_string(root().join(file))
}
