//! Registers the rules: every `src/rules/gsNNN_*.rs` is one. Writing such a file adds a rule,
//! deleting it takes the rule away. And puts the refusals of `data/errors.json` and `data/providers.json` into tables.

use std::{env, error::Error, fmt::Write as _, fs, path::Path};

use serde_json::Value;

fn main() -> Result<(), Box<dyn Error>> {
    let root = env::var("CARGO_MANIFEST_DIR")?;
    let out = env::var("OUT_DIR")?;
    let rules = rules(&Path::new(&root).join("src/rules"))?;
    fs::write(Path::new(&out).join("rules.rs"), rules)?;
    let [errors, providers] =
        ["errors", "providers"].map(|name| rows(&Path::new(&root).join(format!("data/{name}.json"))));
    let refusals = refusals(&errors?, &providers?)?;
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
    let mut names = String::from("/// What the rules are called.\nconst NAMES: &[RuleNames] = &[\n");
    let mut docs = String::from("/// What the files of the rules document, by rule.\nstatic DOCS: &[Docs] = &[\n");
    for module in &modules {
        let path = folder.join(format!("{module}.rs"));
        let text = comment(&fs::read_to_string(&path)?);
        let (name, doc) = documentation(module, &text)?;
        names.push_str(&name);
        docs.push_str(&doc);
        let path = path.to_str().ok_or("the path of the rules is not UTF-8")?;
        writeln!(code, "#[path = {path:?}]\nmod {module};")?;
    }
    writeln!(code, "/// Every rule, by code.\npub static RULES: &[&Rule] = &[")?;
    for module in &modules {
        writeln!(code, "    &{module}::RULE,")?;
    }
    writeln!(
        code,
        "];\n/// Every rule with the hooks by which it takes part, by code.\nstatic BOOK: &[(&Rule, &[Hook])] = &["
    )?;
    for module in &modules {
        writeln!(code, "    (&{module}::RULE, {module}::HOOKS),")?;
    }
    code.push_str("];\n");
    Ok(code + &names + "];\n" + &docs + "];\n")
}

/// The documentation at the top of a file.
fn comment(file: &str) -> String {
    let lines = file.lines().map_while(|line| line.strip_prefix("//!"));
    lines.fold(String::new(), |text, line| text + line.strip_prefix(' ').unwrap_or(line) + "\n")
}

/// The names of a rule, and the documentation of its file: a title, what the rule does, and the sections `Why` and
/// `What changes`.
fn documentation(module: &str, text: &str) -> Result<(String, String), Box<dyn Error>> {
    let (code, name) = module.split_once('_').ok_or("a rule's file is called gsNNN_name.rs")?;
    let rest = text.strip_prefix("# ").ok_or_else(|| format!("{module}: the documentation starts with `# title`"))?;
    let (title, rest) = rest.split_once("\n\n").ok_or_else(|| format!("{module}: nothing stands below the title"))?;
    let mut sections = rest.split("\n## ");
    let summary = sections.next().unwrap_or_default();
    let sections: Vec<&str> = sections.collect();
    let section = |title: &str| {
        let text = sections.iter().find_map(|section| section.strip_prefix(title)?.strip_prefix('\n'));
        text.map(unwrapped).ok_or_else(|| format!("{module}: the section `## {title}` is missing"))
    };
    let (code, slug) = (code.to_uppercase(), name.replace('_', "-"));
    let names = format!("    RuleNames {{ module: {module:?}, code: {code:?}, slug: {slug:?}, title: {title:?} }},\n");
    let (summary, why, change) = (unwrapped(summary), section("Why")?, section("What changes")?);
    Ok((names, format!("    Docs {{ summary: {summary:?}, why: {why:?}, change: {change:?}, text: {text:?} }},\n")))
}

/// Paragraphs without the line breaks within them.
fn unwrapped(text: &str) -> String {
    let paragraphs = text.trim().split("\n\n").map(|paragraph| paragraph.lines().collect::<Vec<_>>().join(" "));
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

/// The rows of a catalogue.
fn rows(file: &Path) -> Result<Vec<Value>, Box<dyn Error>> {
    println!("cargo::rerun-if-changed={}", file.display());
    Ok(serde_json::from_str(&fs::read_to_string(file)?)?)
}

/// The hard rows that have a text, the messages of all rows, and the rules that are about each error of a provider.
fn refusals(errors: &[Value], providers: &[Value]) -> Result<String, Box<dyn Error>> {
    let mut code = String::from("pub(crate) const ROWS: &[Row] = &[\n");
    for row in errors.iter().chain(providers) {
        let [id, door, surface, text] = ["id", "door", "surface", "text"].map(|name| row[name].as_str());
        let door = door.or(row["target"].as_str());
        let text = text.filter(|_| row["hard"] == true && row["door"].is_string()).unwrap_or_default();
        if let (Some(id), Some(door), Some(surface)) = (id, door, surface) {
            writeln!(code, "    Row {{ id: {id:?}, door: {door:?}, surface: {surface:?}, text: {text:?} }},")?;
        }
    }
    code.push_str("];\npub(crate) const MESSAGES: &[(&str, &str)] = &[\n");
    for row in errors.iter().chain(providers) {
        messages(&mut code, row)?;
    }
    code.push_str("];\npub(crate) const PROVIDER_RULES: &[(&str, &[&str])] = &[\n");
    for row in providers {
        writeln!(code, "    ({}, &{}),", row["id"], row["rules"])?;
    }
    Ok(code + "];\n")
}

/// The lines by which the error of a row is recognized: those of its `messages`, or else of its text.
fn messages(code: &mut String, row: &Value) -> Result<(), Box<dyn Error>> {
    let own = row["messages"].as_array().map(Vec::as_slice);
    let texts = own.unwrap_or(std::slice::from_ref(&row["text"])).iter().filter_map(Value::as_str);
    // A line that ends with a colon introduces those below it.
    for line in texts.flat_map(str::lines).filter(|line| !line.ends_with(':')) {
        let line = line.trim().trim_end_matches(" Learn more: …");
        writeln!(code, "    ({}, {line:?}),", row["id"])?;
    }
    Ok(())
}
