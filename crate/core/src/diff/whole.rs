//! The difference of two long texts as one hunk.

use std::fmt::Write;

use crate::order::Gather;

/// Lines around what differs.
const CONTEXT: usize = 3;

/// One hunk of a unified diff, from the first line that differs to the last, in linear time.
pub(super) fn hunk(before: &str, after: &str) -> String {
    let (before, after) = (before.lines().gather(), after.lines().gather());
    let same = |(a, b): &(&&str, &&str)| a == b;
    let first = before.iter().zip(&after).take_while(same).count();
    let left = before.len().min(after.len()) - first;
    let last = before.iter().rev().zip(after.iter().rev()).take(left).take_while(same).count();
    let from = first.saturating_sub(CONTEXT);
    let behind = last.min(CONTEXT);
    let (old, new) = (before.len() - last, after.len() - last);
    let mut out = String::new();
    let mut line = |sign: char, lines: &[&str]| {
        for text in lines {
            out.extend([sign]);
            out.push_str(text);
            out.push('\n');
        }
    };
    line(' ', &before[from..first]);
    line('-', &before[first..old]);
    line('+', &after[first..new]);
    line(' ', &before[old..old + behind]);
    let mut header = String::new();
    let _ = writeln!(header, "@@ -{},{} +{},{} @@", from + 1, old + behind - from, from + 1, new + behind - from);
    header + &out
}

#[cfg(test)]
mod tests {
    use super::hunk;

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
