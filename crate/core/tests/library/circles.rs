//! No two files use each other, directly or through others, so that each can be read on its own once those below it are
//! known.

use std::{
    collections::{BTreeMap, BTreeSet},
    error::Error,
    fs,
    path::Path,
};

use syn::{File, Item};

use crate::code::{Code, Module, Written, files, is_exported, module_of, paths};

/// What each module uses.
type Graph = BTreeMap<Module, BTreeSet<Module>>;

const CRATES: [&str; 6] = ["core", "cli", "gateway", "mcp", "proxy", "wasm"];

#[test]
fn no_file_leads_back_to_itself() -> Result<(), Box<dyn Error>> {
    for name in CRATES {
        let circles = circles(&graph(&sources(name)?));
        assert!(circles.is_empty(), "{name}: {circles:?}");
    }
    Ok(())
}

/// Each is a way to use another module that a textual search could miss.
#[test]
fn every_use_is_seen() -> Result<(), Box<dyn Error>> {
    let source = |module: &str, code: &str| {
        let module = module.split("::").filter(|name| !name.is_empty()).map(str::to_owned).collect::<Module>();
        Ok::<_, syn::Error>((module, syn::parse_file(code)?))
    };
    let used = |code: &str| {
        let sources = [
            source("", "mod a; mod b;")?,
            source("a", "mod inner; mod other; pub(crate) use inner::Thing; pub(crate) use other::Other as Renamed;")?,
            source("a::inner", "pub struct Thing;")?,
            source("a::other", "pub struct Other;")?,
            source("b", code)?,
        ];
        let graph = graph(&sources.into());
        Ok::<_, Box<dyn Error>>(graph[&vec!["b".to_owned()]].iter().map(|module| module.join("::")).collect::<Vec<_>>())
    };
    for code in [
        "use crate::a::inner::Thing;",
        "use crate::a::Thing;",
        "use crate::{a::Thing as It};",
        "use super::a::Thing;",
        "fn f(_: &crate::a::Thing) {}",
        "fn f() { println!(\"{}\", crate::a::inner::NAME); }",
        "mod here { use super::super::a::Thing; }",
        "fn f() { use crate::{a::{Thing}}; }",
        "pub(crate) use crate::a::Thing; fn f(_: Thing) {}",
    ] {
        assert_eq!(used(code)?, ["a::inner"], "{code}");
    }
    assert_eq!(used("use crate::a::Renamed;")?, ["a::other"]);
    for code in [
        "pub(crate) use crate::a::Thing;",
        "pub(in crate::a) fn f() {}",
        "#[cfg(test)] mod tests { use crate::a::Thing; }",
    ] {
        assert!(used(code)?.is_empty(), "{code}");
    }
    Ok(())
}

/// The parsed files of a crate, without tests, by module.
fn sources(name: &str) -> Result<BTreeMap<Module, File>, Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("src");
    let mut sources = BTreeMap::new();
    for file in files(&root)? {
        let mut module = module_of(file.strip_prefix(&root)?);
        module.retain(|name| name != "lib" && name != "main");
        if !module.iter().any(|name| name == "tests") {
            sources.insert(module, syn::parse_file(&fs::read_to_string(&file)?)?);
        }
    }
    Ok(sources)
}

fn graph(sources: &BTreeMap<Module, File>) -> Graph {
    let mut names = Names { modules: sources.keys().cloned().collect(), exported: BTreeMap::new() };
    for (module, source) in sources {
        for item in &source.items {
            let Item::Use(item) = item else { continue };
            for path in paths(&item.tree).into_iter().filter(|_| is_exported(item)) {
                let target = names.absolute(module, &path.written);
                if let (Some(name), Some(target)) = (path.name, target) {
                    names.exported.insert([module.as_slice(), &[name]].concat(), target);
                }
            }
        }
    }
    sources.iter().map(|(module, source)| (module.clone(), names.used(module, source))).collect()
}

/// Resolves names to modules.
struct Names {
    modules: BTreeSet<Module>,
    /// The targets of names that modules re-export.
    exported: BTreeMap<Module, Module>,
}

impl Names {
    /// The path from the crate's root; `None` for one into another crate.
    fn absolute(&self, module: &[String], path: &[String]) -> Option<Module> {
        let (first, rest) = path.split_first()?;
        let mut at = match first.as_str() {
            "crate" => Module::new(),
            "self" => module.to_vec(),
            "super" => module[..module.len().saturating_sub(1)].to_vec(),
            name => [module, &[name.to_owned()]].concat(),
        };
        let is_ours = matches!(first.as_str(), "crate" | "self" | "super") || self.modules.contains(&at);
        for name in rest {
            match name.as_str() {
                "super" => drop(at.pop()),
                name => at.push(name.to_owned()),
            }
        }
        is_ours.then_some(at)
    }

    /// The module that defines what a path from the root names.
    fn home(&self, path: &[String]) -> Module {
        let inner = (0..=path.len()).rev().map(|end| &path[..end]).find(|start| self.modules.contains(*start));
        let inner = inner.unwrap_or_default();
        let Some(name) = path.get(inner.len()) else { return inner.to_vec() };
        match self.exported.get(&[inner, std::slice::from_ref(name)].concat()) {
            Some(target) if target != path => self.home(&[target, &path[inner.len() + 1..]].concat()),
            _ => inner.to_vec(),
        }
    }

    /// The modules that one uses.
    fn used(&self, module: &Module, source: &File) -> BTreeSet<Module> {
        let Code { paths, words, .. } = Code::of(module, source);
        // A mere re-export is no use, and a single name belongs to a path that is written elsewhere.
        let is_used = |path: &&Written| match &path.given {
            Some(name) => words.contains(name),
            None => path.names.len() > 1,
        };
        let found = paths.iter().filter(is_used).filter_map(|path| self.absolute(&path.module, &path.names));
        let mut used: BTreeSet<Module> = found.map(|path| self.home(&path)).collect();
        used.remove(module);
        used
    }
}

/// The cycles: groups of modules each of which reaches the others.
fn circles(graph: &Graph) -> Vec<Vec<Module>> {
    let reached: BTreeMap<&Module, BTreeSet<&Module>> =
        graph.keys().map(|module| (module, reach(graph, module))).collect();
    let lead_back = |module: &&Module| reached[*module].contains(*module);
    let mut circles: Vec<Vec<Module>> = Vec::new();
    for module in graph.keys().filter(lead_back) {
        if circles.iter().any(|circle| circle.contains(module)) {
            continue;
        }
        let both = |other: &&Module| reached[module].contains(*other) && reached[*other].contains(module);
        circles.push(graph.keys().filter(both).cloned().collect());
    }
    circles
}

/// The modules that a module uses, directly or through others.
fn reach<'g>(graph: &'g Graph, from: &'g Module) -> BTreeSet<&'g Module> {
    let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(at) = open.pop() {
        open.extend(graph.get(at).into_iter().flatten().filter(|next| seen.insert(*next)));
    }
    seen
}
