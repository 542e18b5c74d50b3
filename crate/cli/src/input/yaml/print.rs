//! The JSON of a tree, and the way back from its parts to those of the text.

use lapidary::{Issue, Span, internal::quote};

use super::{
    limits::{MOST_BYTES, MOST_LEVELS, MOST_VALUES, too_many},
    scalar::Scalar,
    tree::{Content, Member, NodeId, Nodes, Tree},
};

/// Where the parts of the JSON are in the text. A part that an alias or a merge key repeats is where it was written.
#[derive(Default)]
pub(crate) struct Places {
    /// In the order of their starts in the JSON; each within its parent.
    parts: Vec<Part>,
}

/// A value, a key or a member.
struct Part {
    json: Span,
    source: Span,
    /// Index of the smallest part around it; its own for the root.
    parent: u32,
}

impl Places {
    /// The span in the text of the smallest part around a span of the JSON; empty for an empty one.
    pub(crate) fn source(&self, json: Span) -> Span {
        let Span { start, end } = self.around(json);
        Span { start, end: if json.start < json.end { end } else { start } }
    }

    fn around(&self, json: Span) -> Span {
        let before = self.parts.partition_point(|part| part.json.start <= json.start);
        let mut at = before.saturating_sub(1);
        while let Some(part) = self.parts.get(at) {
            if part.json.end >= json.end || part.parent as usize == at {
                return part.source;
            }
            at = part.parent as usize;
        }
        Span::default()
    }
}

/// Prints the JSON, without spaces.
pub(super) fn print(tree: &Tree<'_>) -> Result<(String, Places), Box<Issue>> {
    let mut printer =
        Printer { nodes: &tree.nodes, json: String::new(), parts: Vec::new(), parent: 0, left: MOST_VALUES };
    printer.value(tree.root, MOST_LEVELS)?;
    Ok((printer.json, Places { parts: printer.parts }))
}

struct Printer<'p, 't> {
    nodes: &'p Nodes<'t>,
    json: String,
    parts: Vec<Part>,
    /// Index of the part that is being printed.
    parent: usize,
    /// How many more values are printed.
    left: usize,
}

impl Printer<'_, '_> {
    fn value(&mut self, id: NodeId, levels: usize) -> Result<(), Box<Issue>> {
        let (nodes, span) = (self.nodes, self.nodes.span(id));
        self.left =
            self.left.checked_sub(1).ok_or_else(|| too_many(&format!("more than {MOST_VALUES} values"), span))?;
        let Some(levels) = levels.checked_sub(1) else {
            return Err(too_many(&format!("more than {MOST_LEVELS} levels"), span));
        };
        self.part(span, |printer| match nodes.content(id) {
            Content::Scalar(Scalar::Text(text)) => printer.push(&quote(text), span),
            Content::Scalar(Scalar::Literal(json)) => printer.push(json, span),
            Content::Scalar(Scalar::NoNumber(_)) | Content::Alias(_) => printer.push("null", span),
            Content::Sequence(items) => {
                printer.several(['[', ']'], items, |printer, item| printer.value(*item, levels))
            }
            Content::Mapping(members) => {
                printer.several(['{', '}'], members, |printer, member| printer.member(*member, levels))
            }
        })
    }

    fn member(&mut self, Member { key, value }: Member, levels: usize) -> Result<(), Box<Issue>> {
        let (of_key, of_value) = (self.nodes.span(key), self.nodes.span(value));
        let whole = Span { start: of_key.start, end: of_key.end.max(of_value.end) };
        self.part(whole, |printer| {
            printer.part(of_key, |printer| printer.push(&quote(printer.nodes.name(key)), of_key))?;
            printer.json.push(':');
            printer.value(value, levels)
        })
    }

    fn several<T>(
        &mut self,
        [open, close]: [char; 2],
        items: &[T],
        mut print: impl FnMut(&mut Self, &T) -> Result<(), Box<Issue>>,
    ) -> Result<(), Box<Issue>> {
        self.json.push(open);
        for (at, item) in items.iter().enumerate() {
            if at > 0 {
                self.json.push(',');
            }
            print(self, item)?;
        }
        self.json.push(close);
        Ok(())
    }

    fn push(&mut self, json: &str, span: Span) -> Result<(), Box<Issue>> {
        if self.json.len() + json.len() > MOST_BYTES {
            return Err(too_many(&format!("more than {} MiB", MOST_BYTES >> 20), span));
        }
        self.json.push_str(json);
        Ok(())
    }

    /// Records the place of what `print` prints.
    fn part(
        &mut self,
        source: Span,
        print: impl FnOnce(&mut Self) -> Result<(), Box<Issue>>,
    ) -> Result<(), Box<Issue>> {
        let (at, parent) = (self.parts.len(), self.parent);
        let start = self.json.len() as u32;
        self.parts.push(Part { json: Span { start, end: start }, source, parent: parent as u32 });
        self.parent = at;
        print(self)?;
        self.parent = parent;
        self.parts[at].json.end = self.json.len() as u32;
        Ok(())
    }
}
