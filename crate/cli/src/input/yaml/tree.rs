//! The nodes of a document. Those that aliases and merge keys repeat are shared.

use lapidary::{Issue, Span, internal::NamedStep};

use super::scalar::Scalar;

/// Index of a node in [`Nodes`].
pub(super) type NodeId = usize;

pub(super) struct Node<'t> {
    pub(super) span: Span,
    pub(super) content: Content<'t>,
}

pub(super) enum Content<'t> {
    Scalar(Scalar<'t>),
    Sequence(Vec<NodeId>),
    Mapping(Vec<Member>),
    /// A node in the place of the alias, with the content of this one, which is no alias.
    Alias(NodeId),
}

/// A member of a mapping, whose key is a scalar, or an alias of one.
#[derive(Clone, Copy)]
pub(super) struct Member {
    pub(super) key: NodeId,
    pub(super) value: NodeId,
}

#[derive(Default)]
pub(super) struct Nodes<'t>(pub(super) Vec<Node<'t>>);

impl<'t> Nodes<'t> {
    pub(super) fn span(&self, id: NodeId) -> Span {
        self.0[id].span
    }

    /// The content of a node, or of the one that it is an alias of.
    pub(super) fn content(&self, id: NodeId) -> &Content<'t> {
        match &self.0[id].content {
            Content::Alias(target) => &self.0[*target].content,
            content => content,
        }
    }

    /// The name of a member in JSON; empty for a collection, which no member has as its key.
    pub(super) fn name(&self, key: NodeId) -> &str {
        match self.content(key) {
            Content::Scalar(Scalar::Text(text) | Scalar::Literal(text) | Scalar::NoNumber(text)) => text,
            Content::Sequence(_) | Content::Mapping(_) | Content::Alias(_) => "",
        }
    }

    /// The step to the member of a key: by its name, or by what is written for a key that JSON does not have.
    pub(super) fn step<'n>(&'n self, key: NodeId, text: &'n str) -> NamedStep<'n> {
        let is_scalar = matches!(self.content(key), Content::Scalar(_));
        NamedStep::Name(if is_scalar { self.name(key) } else { slice(text, self.span(key)) }.into())
    }

    pub(super) fn is_mapping(&self, id: NodeId) -> bool {
        matches!(self.content(id), Content::Mapping(_))
    }
}

/// A document.
pub(super) struct Tree<'t> {
    pub(super) nodes: Nodes<'t>,
    pub(super) root: NodeId,
    /// What has no equivalent in JSON, in the order of the text.
    pub(super) notes: Vec<Issue>,
    /// Whether it may be the front matter of a Markdown file: plain text follows, or it stands between lines of dashes.
    pub(super) is_front_matter: bool,
}

impl Tree<'_> {
    /// Whether the document is a collection in block style.
    pub(super) fn is_evident(&self, text: &str) -> bool {
        let is_collection = matches!(self.nodes.content(self.root), Content::Sequence(_) | Content::Mapping(_));
        let is_flow = || slice(text, self.nodes.span(self.root)).starts_with(['{', '[']);
        is_collection && !is_flow() && !self.is_front_matter
    }
}

pub(super) fn slice(text: &str, Span { start, end }: Span) -> &str {
    text.get(start as usize..end as usize).unwrap_or_default()
}
