//! A tool's whole schema.

use super::{Edit, Lower, Lowered, Out};
use crate::{
    Options,
    json::{JsonId, Tape},
    resolve::References,
    rules::RuleBook,
    schema::{Ast, Spelling, TypeCase},
    shape::{Limit, Term},
};

/// A tool's schema for the target.
#[derive(Debug)]
pub struct LoweredTool {
    /// The schema; `None` for a tool that takes no arguments.
    pub parameters: Option<Out>,
    /// What changed.
    pub edits: Vec<Edit>,
}

/// Lowers the schema at `root`; `None` stands for a tool without one.
#[must_use]
pub fn lower_tool(
    tape: &Tape<'_>,
    root: Option<JsonId>,
    spelling: Spelling,
    options: &Options,
    rules: &RuleBook,
    case: Option<TypeCase>,
) -> LoweredTool {
    let Some(root) = root else { return LoweredTool { parameters: None, edits: Vec::new() } };
    let mut ast = Ast::new(tape, root, spelling);
    let references = References::new(&mut ast);
    let part = vec![Term::Schema(ast.root())];
    let mut cx = Lower::new(&ast, &references, options, rules, case);
    let mut lowered = cx.lower_part(&part, root);
    if cx.exhausted {
        // Taken in turn, the first members left nothing for the last.
        cx = Lower::new(&ast, &references, options, rules, case).sharing();
        lowered = cx.lower_part(&part, root);
    }
    let parameters = match lowered {
        Lowered::Out(out) => Some(out),
        Lowered::Never(key) => {
            match rules.impossible() {
                Some(hook) => hook(&mut cx, key, "the root", true),
                None => return LoweredTool { parameters: Some(Out::Source(root)), edits: cx.log.into_edits() },
            }
            None
        }
        Lowered::Cut(cut) => {
            if let Some(rule) = rules.limit(cut.limit).filter(|_| cut.limit != Limit::Depth) {
                cx.log(rule, cut.key).loses("every argument");
            }
            None
        }
    };
    let parameters = parameters.filter(|_| !cx.root_omitted);
    LoweredTool { parameters, edits: cx.log.into_edits() }
}
