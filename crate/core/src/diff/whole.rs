//! The difference of two long texts as one hunk.

use std::{fmt::Write, ops::Range};

/// Lines of context around the difference.
const CONTEXT: usize = 3;

/// Writes one hunk of a unified diff, from the first line that differs to the last, in linear time. It collects no
/// lines, as the texts may have millions.
pub(super) fn hunk(out: &mut String, before: &str, after: &str) {
    let same = |(a, b): &(&str, &str)| a == b;
    let counts = [before, after].map(|text| text.lines().count());
    let first = before.lines().zip(after.lines()).take_while(same).count();
    let left = counts[0].min(counts[1]) - first;
    let last = before.lines().rev().zip(after.lines().rev()).take(left).take_while(same).count();
    let from = first.saturating_sub(CONTEXT);
    let behind = last.min(CONTEXT);
    let [old, new] = counts.map(|count| count - last);
    let _ = writeln!(out, "@@ -{},{} +{},{} @@", from + 1, old + behind - from, from + 1, new + behind - from);
    let mut write = |sign: char, text: &str, lines: Range<usize>| {
        for line in text.lines().skip(lines.start).take(lines.len()) {
            out.push(sign);
            out.push_str(line);
            out.push('\n');
        }
    };
    write(' ', before, from..first);
    write('-', before, first..old);
    write('+', after, first..new);
    write(' ', before, old..old + behind);
}

#[cfg(test)]
mod tests {
    fn hunk(before: &str, after: &str) -> String {
        let mut out = String::new();
        super::hunk(&mut out, before, after);
        out
    }

    #[test]
    fn what_differs_is_between_what_does_not() {
        let before = "a\nb\nc\nd\nold\ne\nf\ng\nh";
        let after = before.replace("old", "new\nnewer");
        let shown = "@@ -2,7 +2,8 @@\n b\n c\n d\n-old\n+new\n+newer\n e\n f\n g\n";
        assert_eq!(hunk(before, &after), shown);
        assert_eq!(hunk("a\na", "a\na\na"), "@@ -1,2 +1,3 @@\n a\n a\n+a\n");
        assert_eq!(hunk("a", "b"), "@@ -1,1 +1,1 @@\n-a\n+b\n");
    }
}
