//! Reads the nodes of a document from the events of the parser.

use std::{borrow::Cow, collections::HashMap};

use granit_parser::{ErrorKind, Event, Marker, Parser, ScalarStyle, ScanError, Tag, options};
use lapidary::{Issue, Span, internal::NamedStep};

use super::{
    limits::{MOST_LEVELS, MOST_VALUES, invalid, too_many},
    members::Mappings,
    notes::{DOCUMENTS, NUMBER, Notes, TAG, quoted},
    scalar::Scalar,
    tree::{Content, Node, NodeId, Nodes, Tree, slice},
};

/// Reads the first document of a text that is not empty.
pub(super) fn tree(text: &str) -> Result<Tree<'_>, Box<Issue>> {
    if u32::try_from(text.len()).is_err() {
        return Err(invalid("the text is longer than 4 GiB".to_owned(), Span::default(), "split the document"));
    }
    let mut reader = Reader::new(text);
    let options = options! {
        emit_comments: false,
        block_nesting_limit: MOST_LEVELS,
        flow_nesting_limit: MOST_LEVELS,
    };
    let mut is_front_matter = false;
    for next in Parser::new_from_str_with_options(text, options) {
        // What follows the first document need not be YAML.
        let begins = match &next {
            Ok((event, place)) => begins_document(event, span_of(*place, text)),
            Err(_) => true,
        };
        if reader.is_done() && begins {
            let (is_collection, span) = match next {
                Ok((event, place)) => (!matches!(event, Event::Scalar(..)), span_of(place, text)),
                Err(error) => (false, unparsed(&error, text).span),
            };
            is_front_matter = !is_collection || text.trim_start_matches('\u{feff}').starts_with("---");
            reader.notes.add(&DOCUMENTS, "only the first document of the YAML is read".to_owned(), span, Vec::new);
            break;
        }
        let (event, place) = next.map_err(|error| unparsed(&error, text))?;
        let span = span_of(place, text);
        reader.take(event, span, place.tag_span().map_or(span, |tag| span_of(tag, text)))?;
    }
    let help = "give a JSON Schema, an MCP tool, or a tools/list result";
    let root = reader.root.ok_or_else(|| invalid("the YAML is empty".to_owned(), Span::default(), help))?;
    Ok(Tree { nodes: reader.nodes, root, notes: reader.notes.into_issues(), is_front_matter })
}

/// Whether an event begins the content of a document; empty documents have none.
fn begins_document(event: &Event<'_>, span: Span) -> bool {
    match event {
        Event::Scalar(_, style, ..) => *style != ScalarStyle::Plain || span.start < span.end,
        event => event.is_node(),
    }
}

fn span_of(place: granit_parser::Span, text: &str) -> Span {
    Span { start: offset(place.start, text), end: offset(place.end, text) }
}

fn offset(marker: Marker, text: &str) -> u32 {
    marker.byte_offset().unwrap_or(text.len()).min(text.len()) as u32
}

fn unparsed(error: &ScanError, text: &str) -> Box<Issue> {
    let start = offset(*error.marker(), text);
    let after = text.get(start as usize..).and_then(|rest| rest.chars().next());
    let span = Span { start, end: start + after.map_or(0, char::len_utf8) as u32 };
    if *error.kind() == ErrorKind::RecursionLimitExceeded {
        return too_many(&format!("more than {MOST_LEVELS} levels"), span);
    }
    let help = "look for indentation that differs, and for text that has to be quoted";
    invalid(format!("not YAML: {}", error.info()), span, help)
}

/// A collection whose end has not been read.
struct Open {
    start: u32,
    /// The identifier of its anchor; 0 for none.
    anchor: usize,
    is_mapping: bool,
    /// Its items; of a mapping, keys and values in turn.
    items: Vec<NodeId>,
}

struct Reader<'t> {
    text: &'t str,
    nodes: Nodes<'t>,
    open: Vec<Open>,
    /// The nodes of anchors, from their ends on.
    anchors: HashMap<usize, NodeId>,
    root: Option<NodeId>,
    mappings: Mappings<'t>,
    notes: Notes,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Reader<'t> {
        Reader {
            text,
            nodes: Nodes::default(),
            open: Vec::new(),
            anchors: HashMap::new(),
            root: None,
            mappings: Mappings::new(text),
            notes: Notes::default(),
        }
    }

    fn is_done(&self) -> bool {
        self.root.is_some() && self.open.is_empty()
    }

    fn take(&mut self, event: Event<'t>, span: Span, of_tag: Span) -> Result<(), Box<Issue>> {
        if self.open.is_empty() && event.is_node() && !begins_document(&event, span) {
            return Ok(());
        }
        let start = span.start;
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                let content = Content::Scalar(self.scalar(text, style, tag.as_deref(), of_tag));
                // Of a block scalar, the span ends where the next token starts.
                let kept = slice(self.text, span).trim_end().len() as u32;
                self.add(Node { span: Span { start, end: start + kept }, content }, anchor)
            }
            Event::Alias(anchor) => {
                let help = "JSON cannot contain itself; `$ref` refers to a schema";
                let inside = || invalid("the alias refers to a node that contains it".to_owned(), span, help);
                let target = *self.anchors.get(&anchor).ok_or_else(inside)?;
                self.add(Node { span, content: Content::Alias(target) }, 0)
            }
            Event::SequenceStart(_, anchor, tag) => {
                self.check_tag(tag.as_deref(), "seq", of_tag, COMPLEX);
                self.open.push(Open { start, anchor, is_mapping: false, items: Vec::new() });
                Ok(())
            }
            Event::MappingStart(_, anchor, tag) => {
                self.check_tag(tag.as_deref(), "map", of_tag, COMPLEX);
                self.open.push(Open { start, anchor, is_mapping: true, items: Vec::new() });
                Ok(())
            }
            Event::SequenceEnd | Event::MappingEnd => self.close(span),
            _ => Ok(()),
        }
    }

    fn scalar(&mut self, text: Cow<'t, str>, style: ScalarStyle, tag: Option<&Tag>, of_tag: Span) -> Scalar<'t> {
        Scalar::read(text, style, tag).unwrap_or_else(|scalar| {
            let (Scalar::Text(text) | Scalar::Literal(text) | Scalar::NoNumber(text)) = &scalar;
            self.check_tag(tag, "", of_tag, text);
            scalar
        })
    }

    fn close(&mut self, end: Span) -> Result<(), Box<Issue>> {
        let Some(Open { start, anchor, is_mapping, items }) = self.open.pop() else { return Ok(()) };
        // Only a flow collection ends with a character of its own.
        let last = items.last().map_or(start, |last| self.nodes.span(*last).end);
        let span = Span { start, end: if end.start < end.end { end.end } else { last } };
        let Reader { text, nodes, open, mappings, notes, .. } = self;
        let place = || way(open, nodes, text, slice(text, span));
        for (at, entry) in items.chunks(1 + usize::from(is_mapping)).enumerate() {
            let step = || if is_mapping { nodes.step(entry[0], text) } else { NamedStep::Index(at) };
            let value = &nodes.0[entry[entry.len() - 1]];
            if let Content::Scalar(Scalar::NoNumber(number)) = &value.content {
                let message = format!("{} is not a number in JSON; it is read as null", quoted(number));
                notes.add(&NUMBER, message, value.span, || [place(), vec![step()]].concat());
            }
        }
        let content = if is_mapping {
            Content::Mapping(mappings.members(&items, nodes, notes, place)?)
        } else {
            Content::Sequence(items)
        };
        self.add(Node { span, content }, anchor)
    }

    /// Adds a finished node to the collection that it is in.
    fn add(&mut self, node: Node<'t>, anchor: usize) -> Result<(), Box<Issue>> {
        let id = self.nodes.0.len();
        if id >= MOST_VALUES {
            return Err(too_many(&format!("more than {MOST_VALUES} values"), node.span));
        }
        self.nodes.0.push(node);
        if anchor > 0 {
            self.anchors.insert(anchor, id);
        }
        match self.open.last_mut() {
            Some(open) => open.items.push(id),
            None => self.root = Some(id),
        }
        Ok(())
    }

    /// Notes a tag other than this one of the core schema, at the node that is read next, which is written like this.
    fn check_tag(&mut self, tag: Option<&Tag>, core: &str, span: Span, written: &str) {
        if let Some(tag) = tag.filter(|tag| !tag.is_yaml_core_schema_tag(core)) {
            let message = format!("the tag {} is ignored", quoted(&tag.original()));
            self.notes.add(&TAG, message, span, || way(&self.open, &self.nodes, self.text, written));
        }
    }
}

/// What begins a key that is a collection.
const COMPLEX: &str = "?";

/// The steps to the node that is read next, through the collections that are open; `written` is the text of that node,
/// which may be a key.
fn way<'n>(open: &[Open], nodes: &'n Nodes<'_>, text: &'n str, written: &'n str) -> Vec<NamedStep<'n>> {
    let step = |(at, Open { is_mapping, items, .. }): (usize, &Open)| match items.last() {
        _ if !is_mapping => NamedStep::Index(items.len()),
        Some(key) if items.len() % 2 == 1 => nodes.step(*key, text),
        _ => NamedStep::Name(if at + 1 == open.len() { written } else { COMPLEX }.into()),
    };
    open.iter().enumerate().map(step).collect()
}
