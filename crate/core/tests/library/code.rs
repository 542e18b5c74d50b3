//! Source code as the tests of dependencies between modules read it: which paths a file names, and where.

use std::{collections::BTreeSet, fs, io, path::Path, path::PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use syn::{
    File, UseTree, Visibility,
    visit::{self, Visit},
};

/// The names from a crate's root to a module.
pub(crate) type Module = Vec<String>;

/// The paths and names in a file.
pub(crate) struct Code {
    pub(crate) paths: Vec<Written>,
    /// All names outside of `use` items.
    pub(crate) words: BTreeSet<String>,
    module: Module,
}

/// A path as it is written.
pub(crate) struct Written {
    /// The module that it is in.
    pub(crate) module: Module,
    pub(crate) names: Vec<String>,
    /// The name under which a `use` re-exports it.
    pub(crate) given: Option<String>,
}

/// A path in a `use`, and the name that it is known by.
pub(crate) struct Imported {
    pub(crate) written: Vec<String>,
    pub(crate) name: Option<String>,
}

/// Every path in a `use`, with groups expanded.
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

impl Code {
    /// The paths and names in the file of a module, without tests, which may use anything.
    pub(crate) fn of(module: &[String], file: &File) -> Code {
        let mut code = Code { paths: Vec::new(), words: BTreeSet::new(), module: module.to_vec() };
        code.visit_file(file);
        code
    }

    fn take(&mut self, names: Vec<String>) {
        if !names.is_empty() {
            self.paths.push(Written { module: self.module.clone(), names, given: None });
        }
    }

    /// Takes the paths in the arguments of a macro, which are not parsed.
    fn take_tokens(&mut self, tokens: TokenStream) {
        let (mut path, mut joined) = (Vec::new(), false);
        for token in tokens {
            match token {
                TokenTree::Ident(name) => {
                    if !joined {
                        self.take(std::mem::take(&mut path));
                    }
                    self.words.insert(name.to_string());
                    path.push(name.to_string());
                    joined = false;
                }
                TokenTree::Punct(mark) if mark.as_char() == ':' => joined = true,
                TokenTree::Group(group) => {
                    self.take(std::mem::take(&mut path));
                    self.take_tokens(group.stream());
                }
                _ => joined = false,
            }
        }
        self.take(path);
    }
}

impl<'ast> Visit<'ast> for Code {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        for path in paths(&item.tree) {
            let given = path.name.filter(|_| is_exported(item));
            self.paths.push(Written { module: self.module.clone(), names: path.written, given });
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.take(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }

    fn visit_ident(&mut self, name: &'ast proc_macro2::Ident) {
        self.words.insert(name.to_string());
    }

    /// The path in `pub(in crate::a)` states who may use the item, and is no use itself.
    fn visit_visibility(&mut self, _: &'ast Visibility) {}

    fn visit_macro(&mut self, item: &'ast syn::Macro) {
        self.take_tokens(item.tokens.clone());
        visit::visit_macro(self, item);
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        // A module in a file of its own is read with that file.
        if item.content.is_some() && !is_test(item) {
            self.module.push(item.ident.to_string());
            visit::visit_item_mod(self, item);
            self.module.pop();
        }
    }
}

/// Whether a `use` re-exports its names.
pub(crate) fn is_exported(item: &syn::ItemUse) -> bool {
    !matches!(item.vis, Visibility::Inherited)
}

/// Whether a module is compiled for tests alone.
fn is_test(module: &syn::ItemMod) -> bool {
    let is_cfg_test = |list: &syn::MetaList| list.path.is_ident("cfg") && list.tokens.to_string() == "test";
    module.attrs.iter().any(|attribute| attribute.meta.require_list().is_ok_and(is_cfg_test))
}

/// The module of a file: `["lower", "reading"]` for `lower/reading/mod.rs`.
pub(crate) fn module_of(file: &Path) -> Vec<String> {
    let names = file.with_extension("");
    let names = names.iter().map(|name| name.to_string_lossy().into_owned());
    names.filter(|name| name != "mod").collect()
}

pub(crate) fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
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
