//! `cargo xtask new-rule`: writes a rule that compiles, and an example to edit until its test fails.

use std::{fs, path::Path};

use lapidary::RULES;

use crate::{Outcome, say};

const TEMPLATE: &str = include_str!("template.rs.txt");
const EXAMPLE: &str = r#"{
  "name": "tool",
  "inputSchema": {
    "type": "object",
    "properties": {
      "value": { "type": "string" }
    }
  }
}
"#;

pub(crate) fn write(root: &Path, number: &str, slug: &str) -> Outcome {
    let code = code(number)?;
    check_slug(slug)?;
    if RULES.iter().any(|rule| rule.code == code || rule.slug == slug) {
        return Err(format!("there is a rule {code} or {slug} already").into());
    }
    let module = format!("{}_{}", code.to_lowercase(), slug.replace('-', "_"));
    create(root, &format!("crate/core/src/rules/{module}.rs"), &rule(slug))?;
    create(root, &format!("tests/specs/{code}-{slug}/example.json"), EXAMPLE)?;
    say("next: put the pattern into the example, write the handler, then see CONTRIBUTING.md")
}

/// `51` and `051` as `GS051`.
fn code(number: &str) -> Outcome<String> {
    match number.parse::<u16>() {
        Ok(number @ 1..=999) => Ok(format!("GS{number:03}")),
        _ => Err(format!("{number} is no number from 1 to 999").into()),
    }
}

fn check_slug(slug: &str) -> Outcome {
    let is_word = |word: &str| {
        word.starts_with(|first: char| first.is_ascii_lowercase())
            && word.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit())
    };
    if slug.split('-').all(is_word) {
        return Ok(());
    }
    Err(format!("{slug} is not lower-case words joined by hyphens").into())
}

fn rule(slug: &str) -> String {
    TEMPLATE.replace("TITLE", &slug.replace('-', " "))
}

fn create(root: &Path, path: &str, content: &str) -> Outcome {
    let file = root.join(path);
    if file.exists() {
        return Err(format!("{path} is there already").into());
    }
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(file, content)?;
    say(&format!("wrote {path}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_started_once() -> Outcome {
        let root = tempfile::tempdir()?;
        let root = root.path();
        write(root, "999", "some-words")?;
        let rule = fs::read_to_string(root.join("crate/core/src/rules/gs999_some_words.rs"))?;
        assert!(rule.starts_with("//! # some words\n"));
        assert!(root.join("tests/specs/GS999-some-words/example.json").exists());
        assert!(write(root, "999", "some-words").is_err());
        Ok(())
    }

    #[test]
    fn codes_and_names_are_checked() {
        let root = Path::new("/nonexistent");
        for (number, slug) in
            [("0", "a"), ("1000", "a"), ("x", "a"), ("998", "A"), ("998", "a--b"), ("998", "a_b"), ("1", "a")]
        {
            assert!(write(root, number, slug).is_err(), "{number} {slug}");
        }
    }
}
