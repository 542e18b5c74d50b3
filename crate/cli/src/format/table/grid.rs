//! Columns of text, aligned.

use textwrap::core::display_width;

/// The separator of columns.
const GAP: &str = "  ";
/// How far words are indented below their row.
const INDENT: usize = 3;

/// How a column is aligned.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Right,
}

/// A row of a table: cells in columns, and words that take what is left of the width.
pub(super) struct Line {
    pub(super) cells: Vec<String>,
    /// The words beside the cells, where there is room.
    pub(super) beside: String,
    /// The words on lines of their own, where there is not.
    pub(super) below: String,
}

/// Lines as text, each column as wide as its widest cell; with less than `least` room beside them, words go below.
pub(super) fn drawn(aligned: &[Align], rows: &[Line], width: Option<usize>, least: usize) -> String {
    let widest = |at: usize| rows.iter().map(|row| display_width(&row.cells[at])).max().unwrap_or_default();
    let widths: Vec<usize> = (0..aligned.len()).map(widest).collect();
    let taken = widths.iter().map(|width| width + GAP.len()).sum::<usize>();
    let mut text = String::new();
    for Line { cells, beside, below } in rows {
        let mut line = String::new();
        for ((cell, width), align) in cells.iter().zip(&widths).zip(aligned) {
            let pad = " ".repeat(width - display_width(cell));
            let [before, after] = if *align == Align::Right { [&*pad, ""] } else { ["", &*pad] };
            line.extend([before, cell, after, GAP]);
        }
        match width {
            None => line += beside,
            Some(width) if width >= taken + least => line += &indented(beside, width - taken, taken),
            Some(width) if !below.is_empty() => {
                let room = width.saturating_sub(INDENT).max(1);
                line = format!("{}\n{:INDENT$}{}", line.trim_end(), "", indented(below, room, INDENT));
            }
            Some(_) => {}
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// Words wrapped to so many columns, the lines after the first behind as many spaces.
fn indented(words: &str, room: usize, spaces: usize) -> String {
    textwrap::wrap(words, room).join(&format!("\n{:spaces$}", ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_beside_or_below() {
        let [beside, below] = ["some words here", "words here"].map(str::to_owned);
        let rows = [Line { cells: vec!["a".to_owned(), "1".to_owned()], beside, below }];
        let said = |width| drawn(&[Align::Left, Align::Right], &rows, width, 8);
        assert_eq!(said(None), "a  1  some words here\n");
        assert_eq!(said(Some(16)), "a  1  some words\n      here\n");
        assert_eq!(said(Some(13)), "a  1\n   words here\n");
        assert_eq!(said(Some(10)), "a  1\n   words\n   here\n");
    }
}
