//! The hunks of a unified diff.

use std::{
    fmt::{self, Write},
    ops::Range,
    str::SplitTerminator,
};

/// Lines of context around a difference.
const CONTEXT: usize = 3;

/// The lines that differ, of each side.
pub(super) type Change = [Range<usize>; 2];

/// The lines of a text.
pub(super) fn lines(text: &str) -> SplitTerminator<'_, char> {
    text.split_terminator('\n')
}

/// One change from the first line that differs to the last, in linear time.
pub(super) fn whole(before: &str, after: &str) -> Change {
    let same = |(a, b): &(&str, &str)| a == b;
    let counts = [before, after].map(|text| lines(text).count());
    let first = lines(before).zip(lines(after)).take_while(same).count();
    let left = counts[0].min(counts[1]) - first;
    let last = lines(before).rev().zip(lines(after).rev()).take(left).take_while(same).count();
    counts.map(|count| first..count - last)
}

/// Writes changes, in order, with the lines around them. It collects no lines, as the texts may have millions.
pub(super) fn write(out: &mut String, before: &str, after: &str, changes: &[Change]) -> fmt::Result {
    let mut sides = [before, after].map(|text| Side { lines: lines(text), at: 0 });
    let count = lines(before).count();
    let is_near = |[one, _]: &Change, [next, _]: &Change| next.start - one.end <= 2 * CONTEXT;
    for hunk in changes.chunk_by(is_near) {
        let (Some(first), Some(last)) = (hunk.first(), hunk.last()) else { continue };
        let (lead, trail) = (first[0].start.min(CONTEXT), (count - last[0].end).min(CONTEXT));
        let [old, new] = [0, 1].map(|side| Extent(first[side].start - lead..last[side].end + trail));
        writeln!(out, "@@ -{old} +{new} @@")?;
        let mut at = first[0].start - lead;
        for [removed, added] in hunk {
            sides[0].write(out, ' ', at..removed.start);
            sides[0].write(out, '-', removed.clone());
            sides[1].write(out, '+', added.clone());
            at = removed.end;
        }
        sides[0].write(out, ' ', at..at + trail);
    }
    Ok(())
}

/// The lines of a hunk as its header has them: the first, counted from 1, and their number. Of no lines, it is the line
/// before them.
struct Extent(Range<usize>);

impl fmt::Display for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Range { start, end } = self.0;
        write!(f, "{},{}", if start < end { start + 1 } else { start }, end - start)
    }
}

/// A text that is read once.
struct Side<'t> {
    lines: SplitTerminator<'t, char>,
    /// The index of the next line.
    at: usize,
}

impl Side<'_> {
    fn write(&mut self, out: &mut String, sign: char, lines: Range<usize>) {
        let skipped = lines.start.saturating_sub(self.at);
        for line in self.lines.by_ref().skip(skipped).take(lines.len()) {
            out.push(sign);
            out.push_str(line);
            out.push('\n');
        }
        if !lines.is_empty() {
            self.at = lines.end;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Change, whole};

    fn hunks(before: &str, after: &str, changes: &[Change]) -> String {
        let mut out = String::new();
        super::write(&mut out, before, after, changes).expect("a string takes all");
        out
    }

    #[test]
    fn what_differs_is_between_what_does_not() {
        let one = |before, after| hunks(before, after, &[whole(before, after)]);
        let before = "a\nb\nc\nd\nold\ne\nf\ng\nh";
        let after = before.replace("old", "new\nnewer");
        let shown = "@@ -2,7 +2,8 @@\n b\n c\n d\n-old\n+new\n+newer\n e\n f\n g\n";
        assert_eq!(one(before, &after), shown);
        assert_eq!(one("a\na", "a\na\na"), "@@ -1,2 +1,3 @@\n a\n a\n+a\n");
        assert_eq!(one("a", "b"), "@@ -1,1 +1,1 @@\n-a\n+b\n");
        assert_eq!(one("", "b"), "@@ -0,0 +1,1 @@\n+b\n");
    }

    #[test]
    fn changes_that_are_near_share_a_hunk() {
        let before: String = ('a'..='p').flat_map(|line| [line, '\n']).collect();
        let after = before.replace("b\n", "").replace("i\n", "i\n1\n").replace("p\n", "2\n");
        let shown = "@@ -1,12 +1,12 @@\n a\n-b\n c\n d\n e\n f\n g\n h\n i\n+1\n j\n k\n l\n";
        assert!(
            hunks(&before, &after, &[[1..2, 1..1], [9..9, 8..9]])
                .starts_with("@@ -1,5 +1,4 @@\n a\n-b\n c\n d\n e\n@@ -7,6 +6,7 @@\n")
        );
        let before = before.replace("d\n", "");
        let after = after.replace("d\n", "");
        let shown = shown.replace(" d\n", "").replace("12", "11");
        assert_eq!(hunks(&before, &after, &[[1..2, 1..1], [8..8, 7..8]]), shown);
    }
}
