//! A tool that has been transformed: what it is declared as, and what was found.

use crate::{
    report::ToolReport,
    restore::{Codec, Codecs},
};

/// A tool of a [`crate::Transformed`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Tool {
    /// What was found, and the schemas.
    pub report: ToolReport,
    /// The declaration (for a bare schema, the schema) as JSON text; `None` if it was left out.
    pub declaration: Option<String>,
    /// What undoes a call of it.
    pub codec: Codec,
}

impl Tool {
    /// What it is declared as, without what was found.
    pub(crate) fn declared(&self, is_schema: bool) -> Declared {
        let Tool { report, declaration, codec } = self;
        Declared { name: report.name.clone(), is_schema, declaration: declaration.clone(), codec: codec.clone() }
    }
}

/// What a tool is declared as.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Declared {
    /// Its name; empty for a bare schema.
    pub name: String,
    /// Whether it is no tool but a schema by itself.
    pub is_schema: bool,
    /// The declaration (for a bare schema, the schema) as JSON text; `None` if it was left out.
    pub declaration: Option<String>,
    /// What undoes a call of it.
    pub codec: Codec,
}

impl Declared {
    /// What undoes calls of the tools that have a declaration, by the names that they are declared under.
    #[must_use]
    pub fn codecs(tools: &[Declared]) -> Codecs {
        let tools = tools.iter().filter(|tool| tool.declaration.is_some());
        Codecs::new(tools.map(|Declared { name, codec, .. }| {
            let declared = codec.declared.as_ref().unwrap_or(name);
            (declared.clone(), codec.clone())
        }))
    }
}
