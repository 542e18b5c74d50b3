//! Registers the rules: every `src/rules/gsNNN_*.rs` is one. Writing such a file adds a rule,
//! deleting it takes the rule away. And puts the refusals of `data/errors.json` into a table.

use std::{env, error::Error, fmt::Write as _, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    let root = env::var("CARGO_MANIFEST_DIR")?;
    let out = env::var("OUT_DIR")?;
    let rules = rules(&Path::new(&root).join("src/rules"))?;
    fs::write(Path::new(&out).join("rules.rs"), rules)?;
    let refusals = refusals(&Path::new(&root).join("data/errors.json"))?;
    fs::write(Path::new(&out).join("refusals.rs"), refusals)?;
    Ok(())
}

fn rules(folder: &Path) -> Result<String, Box<dyn Error>> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut modules: Vec<String> = fs::read_dir(folder)?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter_map(|name| Some(name.strip_suffix(".rs")?.to_owned()))
        .filter(|name| name.starts_with("gs"))
        .collect();
    modules.sort();
    let mut code = String::new();
    for module in &modules {
        let path = folder.join(format!("{module}.rs"));
        let path = path.to_str().ok_or("the path of the rules is not UTF-8")?;
        writeln!(code, "#[path = {path:?}]\nmod {module};")?;
    }
    writeln!(code, "/// Every rule, by code.\npub static RULES: &[&Rule] = &[")?;
    for module in &modules {
        writeln!(code, "    &{module}::RULE,")?;
    }
    code.push_str("];\n");
    Ok(code)
}

/// `(id, what the server says)` of the hard rows.
fn refusals(file: &Path) -> Result<String, Box<dyn Error>> {
    println!("cargo::rerun-if-changed={}", file.display());
    let rows: serde_json::Value = serde_json::from_str(&fs::read_to_string(file)?)?;
    let mut code = String::from("const REFUSALS: &[(&str, &str)] = &[\n");
    for row in rows.as_array().into_iter().flatten().filter(|row| row["hard"] == true) {
        if let (Some(id), Some(text)) = (row["id"].as_str(), row["text"].as_str()) {
            writeln!(code, "    ({id:?}, {text:?}),")?;
        }
    }
    code.push_str("];\n");
    Ok(code)
}
