//! A tool's whole schema.

use super::{Edit, Lower, Lowered, Out};
use crate::{
    Options,
    json::{JsonId, Tape},
    resolve::References,
    restore::Codec,
    rules::{Impossible, RuleBook},
    schema::{Ast, Spelling, TypeCase},
    shape::{Limit, Part, Term},
};

/// A tool's schema for the target.
#[derive(Debug)]
pub struct LoweredTool {
    /// The schema; `None` for a tool that takes no arguments.
    pub parameters: Option<Out>,
    /// What changed.
    pub edits: Vec<Edit>,
    /// What undoes the arguments of a call, in round-trip mode.
    pub codec: Codec,
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
    let mut tool = LoweredTool { parameters: None, edits: Vec::new(), codec: Codec::new(None) };
    let Some(root) = root else { return tool };
    let mut ast = Ast::new(tape, root, spelling);
    let references = References::new(&mut ast);
    let part = vec![Term::Schema(ast.root())];
    let mut cx = Lower::new(&ast, &references, options, rules, case);
    let mut lowered = cx.lower_root(&part, root);
    if cx.exhausted {
        // Taken in turn, the first members left nothing for the last.
        cx = Lower::new(&ast, &references, options, rules, case).sharing();
        lowered = cx.lower_root(&part, root);
    }
    match lowered {
        Lowered::Out(made) => {
            let (made, definitions) = cx.add_definitions(root, made);
            tool.parameters = Some(made.out).filter(|_| !cx.root_omitted);
            tool.codec = Codec::of_arguments(made.code, definitions);
        }
        Lowered::Never(key) => match rules.impossible() {
            Some(hook) => hook(&mut cx, key, Impossible::Root),
            None => tool.parameters = Some(Out::Source(root)),
        },
        Lowered::Cut(cut) => {
            if let Some(rule) = rules.limit(cut.limit).filter(|_| cut.limit != Limit::Depth) {
                cx.log(rule, cut.key).loses("every argument").fatal();
            }
        }
    }
    tool.edits = cx.log.into_edits();
    tool
}

impl Lower<'_, '_> {
    fn lower_root(&mut self, part: &Part, root: JsonId) -> Lowered {
        self.name_definitions();
        self.lower_part(part, root)
    }
}
