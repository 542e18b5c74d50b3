//! Text of the input in Markdown. It is always written as code, in which nothing is interpreted: neither by GitHub's
//! Markdown nor by the filters that find mentions, references and emoji in the rendered page.

use crate::terminal::visible::visible;

/// The length to which a text is truncated, in characters: renderers give up on long fences.
const LONGEST: usize = 1_000;

/// A text as a code span, delimited by a run of backticks whose length does not occur in it.
pub(in crate::format) fn code(text: &str) -> String {
    // In a table, a code span cannot contain a backslash before a bar, so the span is split there.
    let parts: Vec<String> = line(text).replace("\\|", "\\\n|").split('\n').map(span).collect();
    parts.join("<!-- -->")
}

/// A message, with the parts between backticks as code spans; a single code span if the rest is more than words.
pub(in crate::format) fn prose(text: &str) -> String {
    let line = line(text);
    let parts: Vec<&str> = line.split('`').collect();
    let last = parts.len() - 1;
    let is_usual = |(at, part): (usize, &&str)| match at % 2 {
        0 => is_words(part) && (at == 0 || at == last || !part.is_empty()),
        _ => !part.is_empty(),
    };
    if last % 2 == 1 || line.trim() != line || !parts.iter().enumerate().all(is_usual) {
        return code(&line);
    }
    parts.iter().enumerate().map(|(at, part)| if at % 2 == 0 { (*part).to_owned() } else { code(part) }).collect()
}

/// Escapes Markdown for the cell of a table.
pub(in crate::format) fn cell(markdown: &str) -> String {
    markdown.replace('|', "\\|")
}

/// Text on one line, escaped and truncated.
fn line(text: &str) -> String {
    let line = visible(&text.lines().collect::<Vec<_>>().join(" ")).into_owned();
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

fn span(text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let runs: Vec<usize> = text.split(|of| of != '`').map(str::len).collect();
    let fence = "`".repeat((1..=text.len() + 1).find(|length| !runs.contains(length)).unwrap_or_default());
    // Markdown strips one space from each end of a code span if both have one.
    let is_padded = text.starts_with('`') || text.ends_with('`') || (text.starts_with(' ') && text.ends_with(' '));
    let pad = if is_padded && !text.trim_matches(' ').is_empty() { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// Whether a text consists of words and the punctuation of sentences, so that it cannot be read as Markdown, an
/// address, a reference, an entity or an emoji.
fn is_words(text: &str) -> bool {
    let before = std::iter::once(' ').chain(text.chars());
    let after = text.chars().skip(1).chain([' ']);
    let is_plain = |((before, of), after): ((char, char), char)| match of {
        '.' | ':' | '<' | '&' => after == ' ',
        '-' => after == ' ' || after.is_ascii_lowercase() || (before.is_ascii_digit() && after.is_ascii_digit()),
        other => other.is_alphanumeric() || " ,;()'\"…!?%+=/>≥≤→|".contains(other),
    };
    before.zip(text.chars()).zip(after).all(is_plain) && !text.to_ascii_lowercase().contains("www.")
}

#[cfg(test)]
mod tests {
    use std::{env, fs};

    use comrak::{Options, markdown_to_html};
    use serde::{Deserialize, Serialize};

    use super::*;

    /// The cases, which the tests of the page share.
    const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/hostile-text.json");

    /// A text, and the cells that are written for it.
    #[derive(Debug, PartialEq, Deserialize, Serialize)]
    struct Case {
        text: String,
        #[serde(default)]
        code: String,
        #[serde(default)]
        prose: String,
    }

    /// The cells of a row and a heading, as GitHub renders them.
    fn rendered(cells: &[String], heading: &str) -> (Vec<String>, String) {
        let mut options = Options::default();
        let on = &mut options.extension;
        (on.table, on.autolink, on.strikethrough, on.tasklist) = (true, true, true, true);
        (on.footnotes, on.math_dollars, on.alerts) = (true, true, true);
        options.render.r#unsafe = true;
        let (bars, row) = ("|---".repeat(cells.len()), cells.join(" | "));
        let html = markdown_to_html(&format!("## the {heading} end\n\n{bars}|\n{bars}|\n| {row} |\n"), &options);
        let html = html.replace("<!-- -->", "");
        let cells = html.split("<td>").skip(1).filter_map(|of| Some(of.split_once("</td>")?.0.to_owned())).collect();
        let heading = html.split("<h2>the ").nth(1).and_then(|of| of.split_once(" end</h2>"));
        (cells, heading.map_or_else(|| html.clone(), |(heading, _)| heading.to_owned()))
    }

    /// The text of HTML that contains no elements but `<code>`, and the part of it that is outside of code.
    fn text(html: &str) -> (String, String) {
        let (mut all, mut outside) = (String::new(), String::new());
        for (at, part) in html.split("<code>").enumerate() {
            let (inside, after) =
                if at == 0 { ("", part) } else { part.split_once("</code>").expect("the end of code") };
            assert!(!inside.contains('<') && !after.contains('<'), "another element: {html}");
            let characters = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")];
            let plain = |html: &str| characters.iter().fold(html.to_owned(), |text, (from, to)| text.replace(from, to));
            all += &plain(inside);
            all += &plain(after);
            outside += &plain(after);
        }
        (all, outside)
    }

    /// `UPDATE_MARKDOWN=1` updates the expected cells.
    #[test]
    fn text_stays_text_as_github_renders_it() {
        let cases: Vec<Case> = serde_json::from_slice(&fs::read(CASES).expect("the cases")).expect("their form");
        let written =
            |Case { text, .. }: &Case| Case { text: text.clone(), code: cell(&code(text)), prose: cell(&prose(text)) };
        let now: Vec<Case> = cases.iter().map(written).collect();
        for Case { text: of, code: in_cell, prose: sentence } in &now {
            let all = [
                in_cell.clone(),
                sentence.clone(),
                cell(&prose(&format!("`{of}` is `a name`"))),
                cell(&prose(&format!("the name {of} is"))),
            ];
            let (found, heading) = rendered(&all, &code(of));
            assert_eq!(found.len(), all.len(), "{of}: {found:?}");
            assert_eq!(text(&heading).0, line(of), "{of}");
            assert_eq!(text(&found[0]), (line(of), String::new()), "{of}");
            let said = [of.clone(), format!("`{of}` is `a name`"), format!("the name {of} is")];
            for (found, said) in found[1..].iter().zip(said) {
                let (all, outside) = text(found);
                let without = |text: &str| text.replace('`', "");
                assert_eq!(without(&all), without(&line(&said)), "{of}");
                // What GitHub would turn into mentions, references and emoji is in code.
                let is_emoji = outside.split(':').skip(1).any(|after| !(after.is_empty() || after.starts_with(' ')));
                assert!(!outside.contains(['@', '#', '_', '*', '~', '$', '[', '\\']) && !is_emoji, "{of}: {outside}");
            }
        }
        if env::var_os("UPDATE_MARKDOWN").is_some() {
            fs::write(CASES, serde_json::to_string_pretty(&now).expect("JSON") + "\n").expect("the cases are written");
        } else {
            assert_eq!(cases, now);
        }
    }
}
