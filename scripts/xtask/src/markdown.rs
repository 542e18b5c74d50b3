//! Foreign text inside Markdown.

/// One cell of a table.
pub(crate) fn cell(text: &str) -> String {
    escape(text).replace('|', "\\|").replace(['\r', '\n'], " ")
}

/// Escapes Markdown syntax outside of code spans: `*`, `_`, `<`, `[`, `--` and the like.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut in_code = false;
    for character in text.chars() {
        in_code ^= character == '`';
        let dash = character == '-' && out.ends_with('-');
        if !in_code && (dash || matches!(character, '*' | '_' | '<' | '[' | ']' | '\\')) {
            out.push('\\');
        }
        out.push(character);
    }
    out
}

/// Names as code, separated by commas.
pub(crate) fn codes<'n>(names: impl Iterator<Item = &'n str>) -> String {
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// A fenced block.
pub(crate) fn block(language: &str, text: &str) -> String {
    format!("```{language}\n{}\n```\n", text.trim_end())
}

/// The comment at the top of a generated page.
pub(crate) fn generated(from: &str) -> String {
    format!("<!-- Written by `cargo xtask gen` from {from}. -->\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_stays_text() {
        assert_eq!(cell("a|b\nc"), "a\\|b c");
        assert_eq!(escape("* x_y `a_b` [T] <p>"), "\\* x\\_y `a_b` \\[T\\] \\<p>");
        assert_eq!(escape("a-b --c `--d`"), "a-b -\\-c `--d`");
    }
}
