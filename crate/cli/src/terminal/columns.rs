//! A unified diff in two columns: before and after.

use std::{env, io::IsTerminal};

use anstyle::Style;
use textwrap::core::display_width;

use crate::terminal::{
    output::{ADDED, BOLD, DIM, HUNK, REMOVED, styled},
    visible::visible,
};

/// The least width of a terminal, in characters, for two columns.
pub(crate) const LEAST: usize = 120;

/// The separator of the columns.
const GAP: &str = " │ ";

/// The width of the terminal that standard output goes to, if it is one; `COLUMNS` overrides it.
pub(crate) fn width() -> Option<usize> {
    let given = env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let terminal = || Some(usize::from(terminal_size::terminal_size()?.0.0));
    given.or_else(|| std::io::stdout().is_terminal().then(terminal).flatten())
}

/// A line, wrapped to the terminal if there is one.
pub(crate) fn wrapped(line: &str) -> String {
    width().map_or_else(|| line.to_owned(), |width| textwrap::fill(line, width))
}

/// A text of at most so many columns; a longer one ends in an ellipsis.
pub(crate) fn truncated(text: &str, width: usize) -> String {
    let (mut columns, mut end) = (0, 0);
    for (at, character) in text.char_indices() {
        // Marks without a width count, too: they must not make the text endless.
        columns += display_width(character.encode_utf8(&mut [0; 4])).max(1);
        if columns > width {
            return format!("{}…", &text[..end]);
        }
        if columns < width {
            end = at + character.len_utf8();
        }
    }
    text.to_owned()
}

/// The color of a line of a unified diff.
pub(crate) fn style(line: &str) -> Style {
    match line.as_bytes() {
        [b'+', b'+', b'+', ..] | [b'-', b'-', b'-', ..] => BOLD,
        [b'+', ..] => ADDED,
        [b'-', ..] => REMOVED,
        [b'@', ..] => HUNK,
        _ => Style::new(),
    }
}

/// The lines of a unified diff, with removed lines to the left of the added lines that replace them.
pub(crate) fn side_by_side(unified: &str, width: usize) -> String {
    let column = (width - GAP.chars().count()) / 2;
    let mut text = String::with_capacity(unified.len() * 3);
    let (mut removed, mut added): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    for line in unified.lines() {
        match line.as_bytes() {
            [b'-', b'-', b'-', ..] | [b'+', b'+', b'+', ..] | [b'@', ..] => {
                flush(&mut text, column, &mut removed, &mut added);
                text += &styled(style(line), &visible(line));
                text.push('\n');
            }
            [b'-', ..] => {
                if !added.is_empty() {
                    flush(&mut text, column, &mut removed, &mut added);
                }
                removed.push(line);
            }
            [b'+', ..] => added.push(line),
            _ => {
                flush(&mut text, column, &mut removed, &mut added);
                push(&mut text, column, line, line);
            }
        }
    }
    flush(&mut text, column, &mut removed, &mut added);
    text
}

fn flush(text: &mut String, column: usize, removed: &mut Vec<&str>, added: &mut Vec<&str>) {
    for at in 0..removed.len().max(added.len()) {
        let [left, right] = [&*removed, &*added].map(|lines| lines.get(at).copied().unwrap_or_default());
        push(text, column, left, right);
    }
    removed.clear();
    added.clear();
}

fn push(text: &mut String, column: usize, left: &str, right: &str) {
    let cell = |line: &str| {
        let shown = truncated(&visible(line), column);
        let gap = column.saturating_sub(display_width(&shown));
        (shown, gap)
    };
    let ((before, gap), (after, _)) = (cell(left), cell(right));
    *text += &styled(style(left), &before);
    text.extend(std::iter::repeat_n(' ', gap));
    *text += &styled(DIM, GAP);
    *text += &styled(style(right), &after);
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_truncated_shows_it() {
        assert_eq!(truncated("abcdef", 6), "abcdef");
        assert_eq!(truncated("abcdefg", 6), "abcde…");
        assert_eq!(truncated("日本語", 5), "日本…");
        assert_eq!(truncated("日本語", 4), "日…");
        assert_eq!(truncated(&"\u{301}".repeat(1_000), 3), "\u{301}\u{301}…");
    }
}
