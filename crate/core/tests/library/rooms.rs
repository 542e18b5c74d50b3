//! Dependencies between the rooms of the engine (the modules at the crate's root) point one way: down.

use std::{
    collections::{BTreeMap, BTreeSet},
    error::Error,
    fs,
    path::Path,
};

use proc_macro2::{TokenStream, TokenTree};
use syn::{
    File, Item, UseTree,
    visit::{self, Visit},
};

/// The rooms, the lowest first. A room may use those of the rows above its own, and none beside it.
const ROOMS: &[&[&str]] = &[
    &["order", "catalogue"],
    &["phases", "limits"],
    &["json"],
    &["schema"],
    &["resolve", "targets", "restore"],
    &["shape"],
    &["lower"],
    &["declare"],
    &["rules"],
    &["report"],
    &["envelope", "diff", "pages"],
    &["options"],
    &["choose", "tool"],
    &["engine"],
    &["transformed"],
    &["request"],
    &["api"],
    &["ecosystem", "internal"],
];

#[test]
fn rooms_use_only_what_lies_below() -> Result<(), Box<dyn Error>> {
    let names = Names::of(&source("lib.rs")?)?;
    for file in files(&root())? {
        let module = module_of(file.strip_prefix(root())?);
        // The crate's own front, and tests, which may look anywhere.
        let Some(room) = module.first().filter(|room| *room != "lib" && *room != "tests") else { continue };
        let used = names.used(&module, &fs::read_to_string(&file)?)?;
        let row = row(room).ok_or_else(|| format!("{room} is not among the rooms"))?;
        let wrong: Vec<_> = used.iter().filter(|used| *used != room && row_of(used) >= row).collect();
        assert!(wrong.is_empty(), "{}: {room} uses {wrong:?}", file.display());
    }
    Ok(())
}

/// Each is a way to reach up that a search of the text could miss.
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
    let known: BTreeSet<String> = ROOMS.iter().copied().flatten().map(|room| (*room).to_owned()).collect();
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

/// Each of them would be compiled for every type that it holds, into the module that is downloaded.
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

/// What the names at the crate's root stand for.
struct Names {
    rooms: BTreeSet<String>,
    /// Names that are exported again, each with its room.
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
        let mut search = Search { module: module.to_vec(), found: Vec::new() };
        let file: File = syn::parse_file(code)?;
        search.visit_file(&file);
        if search.found.iter().any(|name| name == "*") {
            return Ok(self.rooms.clone());
        }
        let room = |name: &String| self.rooms.get(name).or_else(|| self.exported.get(name)).cloned();
        Ok(search.found.iter().filter_map(room).collect())
    }
}

/// A path in a `use`, and the name that it is known by.
pub(crate) struct Imported {
    pub(crate) written: Vec<String>,
    pub(crate) name: Option<String>,
}

/// Every path that a `use` names, groups taken apart.
pub(crate) fn paths(tree: &UseTree) -> Vec<Imported> {
    match tree {
        UseTree::Path(path) => {
            let mut inner = paths(&path.tree);
            for inner in &mut inner {
                inner.written.insert(0, path.ident.to_string());
            }
            inner
        }
        UseTree::Group(group) => group.items.iter().flat_map(paths).collect(),
        UseTree::Name(name) => {
            vec![Imported { written: vec![name.ident.to_string()], name: Some(name.ident.to_string()) }]
        }
        UseTree::Rename(name) => {
            vec![Imported { written: vec![name.ident.to_string()], name: Some(name.rename.to_string()) }]
        }
        UseTree::Glob(_) => vec![Imported { written: vec!["*".to_owned()], name: None }],
    }
}

/// Collects the names at the crate's root that code reaches for.
struct Search {
    module: Vec<String>,
    found: Vec<String>,
}

impl Search {
    /// Takes a path that starts with `crate` or leads out of the module by `super`.
    fn take(&mut self, path: &[String]) {
        let mut at: Vec<String> = match path.first().map(String::as_str) {
            Some("crate" | "lapidary") => Vec::new(),
            Some("self" | "super") => self.module.clone(),
            _ => return,
        };
        for name in path {
            match name.as_str() {
                "crate" | "lapidary" | "self" => {}
                "super" => drop(at.pop()),
                name => at.push(name.to_owned()),
            }
        }
        self.found.extend(at.into_iter().next());
    }

    /// Takes the paths in what a macro is given, which is not parsed.
    fn take_tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut joined = false;
        for token in tokens {
            match token {
                TokenTree::Ident(name) => {
                    if !joined {
                        self.take(&path);
                        path.clear();
                    }
                    path.push(name.to_string());
                    joined = false;
                }
                TokenTree::Punct(mark) if mark.as_char() == ':' => joined = true,
                TokenTree::Group(group) => {
                    self.take(&path);
                    path.clear();
                    self.take_tokens(group.stream());
                }
                _ => joined = false,
            }
        }
        self.take(&path);
    }
}

impl<'ast> Visit<'ast> for Search {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        for path in paths(&item.tree) {
            self.take(&path.written);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.take(&path.segments.iter().map(|segment| segment.ident.to_string()).collect::<Vec<_>>());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, item: &'ast syn::Macro) {
        self.take_tokens(item.tokens.clone());
        visit::visit_macro(self, item);
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        // Tests may look anywhere.
        if !is_test(item) {
            self.module.push(item.ident.to_string());
            visit::visit_item_mod(self, item);
            self.module.pop();
        }
    }
}

/// Whether a module is compiled for tests alone.
pub(crate) fn is_test(module: &syn::ItemMod) -> bool {
    let is_cfg_test = |list: &syn::MetaList| list.path.is_ident("cfg") && list.tokens.to_string() == "test";
    module.attrs.iter().any(|attribute| attribute.meta.require_list().is_ok_and(is_cfg_test))
}

fn row(room: &str) -> Option<usize> {
    ROOMS.iter().position(|row| row.contains(&room))
}

fn row_of(room: &str) -> usize {
    row(room).unwrap_or(usize::MAX)
}

fn root() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn source(file: &str) -> std::io::Result<String> {
    fs::read_to_string(root().join(file))
}

/// The module of a file: `["lower", "reading"]` for `lower/reading/mod.rs`.
pub(crate) fn module_of(file: &Path) -> Vec<String> {
    let names = file.with_extension("");
    let names = names.iter().map(|name| name.to_string_lossy().into_owned());
    names.filter(|name| name != "mod").collect()
}

pub(crate) fn files(folder: &Path) -> std::io::Result<Vec<std::path::PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    Ok(found)
}
