//! All generated files: writes them, and finds the stale ones.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

use lapidary::RULES;

use crate::{
    Outcome, charts::charts, clients_table, compat_page, effects::effects, errors_page, example::inputs,
    figures::Figures, marked, read, round_trip_page, rule_page, say, tables, targets_page, typescript,
};

/// Paths from the root of the checkout, and contents.
type Pages = BTreeMap<PathBuf, String>;

pub(crate) fn write(root: &Path) -> Outcome {
    let pages = pages(root)?;
    for path in stale(root, &pages)? {
        let file = root.join(&path);
        let Some(content) = pages.get(&path) else {
            fs::remove_file(file)?;
            say(&format!("removed {}", path.display()))?;
            continue;
        };
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(file, content)?;
        say(&format!("wrote {}", path.display()))?;
    }
    Ok(())
}

pub(crate) fn check(root: &Path) -> Outcome {
    let stale = stale(root, &pages(root)?)?;
    if stale.is_empty() {
        return Ok(());
    }
    let list: Vec<String> = stale.iter().map(|path| format!("  {}", path.display())).collect();
    Err(format!("stale; run `cargo xtask gen`:\n{}", list.join("\n")).into())
}

fn pages(root: &Path) -> Outcome<Pages> {
    let rows = read::rows()?;
    let mut pages = Pages::new();
    let mut all = Vec::new();
    for rule in RULES.iter().copied() {
        let inputs = inputs(root, rule)?;
        let effects = effects(rule, &inputs);
        let page = rule_page::page(rule, &inputs, &effects, &rows)?;
        pages.insert(format!("docs/rules/{}.md", rule.code).into(), page);
        all.push((rule, effects));
    }
    pages.insert("docs/RULES.md".into(), rule_page::index()?);
    pages.insert("docs/TARGETS.md".into(), targets_page::page(&all)?);
    pages.insert("docs/ERRORS.md".into(), errors_page::page(&rows, &read::of_providers()?)?);
    pages.insert("docs/GEMINI_SCHEMA_COMPAT.md".into(), compat_page::page(&rows)?);
    pages.insert("crate/wasm/js/codec.ts".into(), typescript::codecs());
    pages.insert("crate/wasm/js/options.ts".into(), typescript::options());
    pages.insert("crate/wasm/js/report.ts".into(), typescript::reports());
    pages.insert("crate/core/data/report.schema.json".into(), typescript::report_schema()?);
    pages.insert(
        "crate/wasm/rules.json".into(),
        serde_json::to_string_pretty(&lapidary::internal::rule_pages())? + "\n",
    );
    let round_trip = PathBuf::from("docs/ROUND_TRIP.md");
    if let Some(page) = current(&root.join(&round_trip))? {
        pages.insert(round_trip, round_trip_page::with_outputs(&page)?);
    }
    let figures = Figures::read(root)?;
    for (path, chart) in charts(&figures)? {
        pages.insert(path.into(), chart);
    }
    for (path, name, content) in [
        ("README.md", "measured", tables::readme(&figures)?),
        ("docs/FIDELITY.md", "fidelity", tables::fidelity(&figures)?),
        ("docs/BENCHMARKS.md", "benchmarks", tables::benchmarks(&figures)?),
        ("docs/BENCHMARKS.md", "peers", tables::peers(&figures)?),
        ("docs/SUMMARY.md", "rules", rule_page::chapters()?),
        ("docs/PROXY.md", "clients", clients_table::table()?),
    ] {
        // A page may have several tables.
        let page = match pages.remove(Path::new(path)) {
            Some(page) => Some(page),
            None => current(&root.join(path))?,
        };
        if let Some(page) = page {
            let page = marked::filled(&page, name, &content).map_err(|error| format!("{path}: {error}"))?;
            pages.insert(path.into(), page);
        }
    }
    Ok(pages)
}

/// Files that differ from what would be generated, and pages of rules that no longer exist.
fn stale(root: &Path, pages: &Pages) -> Outcome<Vec<PathBuf>> {
    let mut stale = Vec::new();
    for (path, content) in pages {
        if current(&root.join(path))?.as_ref() != Some(content) {
            stale.push(path.clone());
        }
    }
    let folder = Path::new("docs/rules");
    if let Ok(entries) = fs::read_dir(root.join(folder)) {
        for entry in entries {
            let path = folder.join(entry?.file_name());
            if !pages.contains_key(&path) {
                stale.push(path);
            }
        }
    }
    stale.sort();
    Ok(stale)
}

/// A file's text; `None` if the file does not exist.
fn current(file: &Path) -> io::Result<Option<String>> {
    match fs::read_to_string(file) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_not_stale_and_what_is_left_over_is() -> Outcome {
        let root = tempfile::tempdir()?;
        let root = root.path();
        fs::write(root.join("README.md"), "<!-- measured:begin --><!-- measured:end -->")?;
        for folder in ["docs/figures", "tests/packaging"] {
            fs::create_dir_all(root.join(folder))?;
        }
        let figures =
            ["bench", "conformance", "fidelity", "field", "peers"].map(|name| format!("docs/figures/{name}.json"));
        for file in figures.iter().map(String::as_str).chain(["tests/packaging/sizes.json"]) {
            fs::copy(crate::root().join(file), root.join(file))?;
        }
        let stale = check(root).expect_err("nothing is written yet").to_string();
        assert!(stale.contains("docs/rules/GS001.md") && stale.contains("README.md"), "{stale}");
        write(root)?;
        check(root)?;
        fs::write(root.join("docs/rules/GS999.md"), "gone")?;
        fs::write(root.join("docs/ERRORS.md"), "edited")?;
        let stale = check(root).expect_err("two are stale").to_string();
        assert_eq!(stale.lines().skip(1).collect::<Vec<_>>(), ["  docs/ERRORS.md", "  docs/rules/GS999.md"]);
        write(root)?;
        assert!(!root.join("docs/rules/GS999.md").exists());
        check(root)
    }
}
