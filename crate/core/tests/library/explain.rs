//! Error messages in texts that people pasted into public reports (`explain/pasted.txt`, shortened), and what is
//! recognized in them (`explain/recognized.txt`). `UPDATE_EXPLAINED=1` writes the latter anew.

use std::{env, error::Error, fmt::Write as _, fs, path::Path};

use lapidary::{ApiError, explain_error};
use pretty_assertions::assert_eq;

/// An error on one line.
fn line(error: &ApiError) -> String {
    let ApiError { message, count, rows, keyword, place, rules, .. } = error;
    let rows = if rows.is_empty() { "no row".to_owned() } else { rows.join(" ") };
    let keyword = keyword.as_deref().unwrap_or("-");
    format!("{count} × {rows} | {keyword} | {place} | {} | {message}\n", rules.join(" "))
}

#[test]
fn what_people_paste_is_recognized() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/library/explain");
    let pasted = fs::read_to_string(folder.join("pasted.txt"))?;
    let mut recognized = String::new();
    for case in pasted.split("=== ").skip(1) {
        let (title, text) = case.split_once('\n').ok_or("a case has a title")?;
        writeln!(recognized, "=== {title}")?;
        recognized.extend(explain_error(text).iter().map(line));
    }
    let file = folder.join("recognized.txt");
    if env::var_os("UPDATE_EXPLAINED").is_some() {
        fs::write(&file, &recognized)?;
    }
    assert_eq!(recognized, fs::read_to_string(&file)?);
    Ok(())
}
