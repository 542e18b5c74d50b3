//! A transformed tool: its declaration and its report.

use crate::{
    report::{IssueCode, ToolReport},
    restore::{Codec, Codecs},
};

/// A tool of a [`crate::Transformed`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Tool {
    /// The findings, with the schema before and after.
    pub report: ToolReport,
    /// The declaration (for a bare schema, the schema) as JSON text; `None` if it was omitted.
    pub declaration: Option<String>,
    /// The codec that restores calls of it.
    pub codec: Codec,
}

impl Tool {
    /// The declaration without the report.
    pub(crate) fn declared(&self, is_schema: bool) -> Declared {
        let Tool { report, declaration, codec } = self;
        let limited = report.issues.iter().any(|issue| issue.code == IssueCode::LIMIT);
        let (name, declaration, codec) = (report.name.clone(), declaration.clone(), codec.clone());
        Declared { name, is_schema, declaration, codec, limited }
    }
}

/// The declaration of a tool.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Declared {
    /// Its name; empty for a bare schema.
    pub name: String,
    /// Whether it is a bare schema and not a tool.
    pub is_schema: bool,
    /// The declaration (for a bare schema, the schema) as JSON text; `None` if it was omitted.
    pub declaration: Option<String>,
    /// The codec that restores calls of it.
    pub codec: Codec,
    /// Whether a limit of the call was met, so that its schema is as it was, and the target may reject it.
    pub limited: bool,
}

impl Declared {
    /// A tool beyond the limits of the call, without a declaration.
    pub(crate) fn omitted(name: String) -> Declared {
        Declared { name, is_schema: false, declaration: None, codec: Codec::default(), limited: true }
    }

    /// The codecs of the tools that have a declaration, by the names that they are declared under.
    #[must_use]
    pub fn codecs(tools: &[Declared]) -> Codecs {
        let tools = tools.iter().filter(|tool| tool.declaration.is_some());
        Codecs::new(tools.map(|Declared { name, codec, .. }| {
            let declared = codec.declared.as_ref().unwrap_or(name);
            (declared.clone(), codec.clone())
        }))
    }
}
