//! Strings that match a regular expression.

use regex_syntax::{
    Parser,
    hir::{Class, ClassUnicode, Hir, HirKind, Repetition},
};

use super::dice::{Dice, Span};

/// A pattern that strings can be drawn from. Anchors and word boundaries are passed over: whoever
/// draws tests the string.
pub(crate) struct Pattern(Hir);

impl Pattern {
    /// None for what has no finite automaton, such as look-around.
    pub(crate) fn read(pattern: &str) -> Option<Pattern> {
        Parser::new().parse(pattern).ok().map(Pattern)
    }

    pub(crate) fn draw(&self, dice: &mut Dice) -> String {
        let mut text = Vec::new();
        append(&self.0, dice, &mut text);
        String::from_utf8_lossy(&text).into_owned()
    }
}

fn append(node: &Hir, dice: &mut Dice, text: &mut Vec<u8>) {
    match node.kind() {
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => text.extend_from_slice(&literal.0),
        HirKind::Class(class) => text.extend_from_slice(member(class, dice).encode_utf8(&mut [0; 4]).as_bytes()),
        HirKind::Capture(capture) => append(&capture.sub, dice, text),
        HirKind::Concat(nodes) => nodes.iter().for_each(|node| append(node, dice, text)),
        HirKind::Alternation(nodes) => dice.pick(nodes).into_iter().for_each(|node| append(node, dice, text)),
        HirKind::Repetition(Repetition { min, max, sub, .. }) => {
            let times = dice.count(Span { least: u64::from(*min), most: max.map(u64::from) });
            (0..times).for_each(|_| append(sub, dice, text));
        }
    }
}

/// A character of a class, printable ASCII if it has any.
fn member(class: &Class, dice: &mut Dice) -> char {
    let class = match class {
        Class::Unicode(class) => class.clone(),
        Class::Bytes(class) => class.to_unicode_class().unwrap_or_else(ClassUnicode::empty),
    };
    let has = |wanted: char| class.ranges().iter().any(|range| range.start() <= wanted && wanted <= range.end());
    let plain: Vec<char> = (' '..='~').filter(|character| has(*character)).collect();
    let first = || class.ranges().first().map_or('?', regex_syntax::hir::ClassUnicodeRange::start);
    dice.pick(&plain).copied().unwrap_or_else(first)
}
