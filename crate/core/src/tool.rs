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

/// The codecs of the tools that are declared, by the names that they are declared under.
pub(crate) fn codecs(tools: &[Tool]) -> Codecs {
    of_each(tools.iter().map(|tool| (&tool.report.name, tool.declaration.as_ref(), &tool.codec)))
}

impl Declared {
    /// What undoes calls of the tools that have a declaration, by the names that they are declared under.
    #[must_use]
    pub fn codecs(tools: &[Declared]) -> Codecs {
        of_each(tools.iter().map(|tool| (&tool.name, tool.declaration.as_ref(), &tool.codec)))
    }
}

fn of_each<'t>(tools: impl Iterator<Item = (&'t String, Option<&'t String>, &'t Codec)>) -> Codecs {
    Codecs::new(tools.filter(|(_, declaration, _)| declaration.is_some()).map(|(name, _, codec)| {
        let declared = codec.declared.as_ref().unwrap_or(name);
        (declared.clone(), codec.clone())
    }))
}
