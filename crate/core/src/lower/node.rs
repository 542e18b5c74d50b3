//! One node: read, narrowed by the rules, lowered with its children, settled and printed.

use std::mem;

use super::{
    Cut, Failure, Impossible, Limit, Lower, Lowered, LoweredNode, Out, PartialNode, Step, partial::kinds_of_output,
    reading::read_part, simplify_unions::wrap_first, walk::Position,
};
use crate::{
    json::{JsonId, equal, read},
    schema::{Ast, Keyword, Kinds, SchemaId, is_below, is_within},
    shape::{Coding, Part, Shape, Term},
};

/// The nesting depth at which lowering stops whatever the options are, so that the stack stays small.
const MAX_FRAMES: usize = 64;

/// The approximate bytes of a lowered node, and of its code and discriminant.
pub(super) const NODE_BYTES: usize = size_of::<LoweredNode>() + 256;
const CODE_BYTES: usize = 2_048;

/// The maximum number of times that the rules run on a node because something was folded into it.
const MAX_RESTARTS: usize = 256;

impl Lower<'_, '_> {
    pub(super) fn lower_part(&mut self, part: &[Term], origin: JsonId) -> Lowered {
        let since = self.position();
        let lowered = self.lower_within_limits(part, origin);
        if let (Err(Failure::Never(_)), Some(_)) = (&lowered, self.handlers.impossible) {
            self.retract(since, is_within);
        }
        lowered
    }

    fn lower_within_limits(&mut self, part: &[Term], origin: JsonId) -> Lowered {
        if self.budget.is_spent() {
            return self.cut(Limit::Budget, part, origin);
        }
        self.model.work().step(1);
        if self.unfolding > 0 {
            self.budget.visit(1);
        }
        if self.depth >= MAX_FRAMES {
            return self.cut(Limit::Depth, part, origin);
        }
        if let [Term::Schema(schema)] = part
            && let Some(node) = self.lower_directly(*schema)
        {
            return Ok(node);
        }
        let before = self.log.count();
        let shape = match read_part(self, part, origin) {
            Ok(shape) => shape,
            Err(cut) => return self.cut(cut.limit, part, cut.key),
        };
        let lowered = self.lower_shape(shape, part.len() > 1);
        match (part, lowered) {
            ([Term::Schema(schema)], Ok(node)) if self.log.count() == before => {
                debug_assert!(self.means_its_source(&node.out, *schema), "a handler changed a node and logged no edit");
                Ok(LoweredNode { out: Out::Source(self.model.ast.json(*schema)), ..node })
            }
            (_, lowered) => lowered,
        }
    }

    /// Whether the printed output equals the source schema; `true` where comparing them is not cheap.
    fn means_its_source(&self, out: &Out, schema: SchemaId) -> bool {
        const LOOKED_AT: usize = 4_096;
        let source = self.model.ast.tape().slice(self.model.ast.json(schema));
        // An `enum` beside a `const` is not printed.
        let both = self.model.ast.keywords(schema);
        let idle = both.has(Keyword::Const) && both.has(Keyword::Enum);
        // Loose spellings are printed as they were read, whether or not a rule logs them.
        let meant = self.handlers.loose.is_none() && self.model.ast.entries(schema).iter().any(|entry| entry.loose);
        if idle || meant || source.len() > LOOKED_AT {
            return true;
        }
        let both = format!("[{source},{}]", out.render(self.model.ast.tape(), None));
        let Ok(tape) = read(&both) else { return true };
        let mut sides = tape.elements(JsonId::ROOT);
        let sides = sides.next().zip(sides.next());
        sides.is_none_or(|(source, printed)| equal(&tape, source, printed))
    }

    /// Lowers a shape that has been read.
    pub(crate) fn lower_shape(&mut self, mut shape: Shape, shared: bool) -> Lowered {
        if let Some(source) = shape.verbatim() {
            return Ok(LoweredNode::plain(Out::Source(source)));
        }
        let (active, held) = (self.active.len(), self.held);
        self.hold(shape.bytes());
        self.active.extend_from_slice(&shape.read_from);
        let unfolds = usize::from(shape.unfolded || shared);
        self.unfolding += unfolds;
        let lowered = self.narrow_and_print(&mut shape, active);
        self.unfolding -= unfolds;
        self.active.truncate(active);
        self.model.work().free(self.held - held);
        self.held = held;
        // The memory of the lowered node counts for the node around it.
        self.hold(NODE_BYTES + if self.may_code() { CODE_BYTES } else { 0 });
        lowered
    }

    fn narrow_and_print(&mut self, shape: &mut Shape, active: usize) -> Lowered {
        let since = self.position();
        loop {
            if let Some(instead) = self.narrow(shape, active) {
                return instead;
            }
            if self.model.work().is_spent() {
                return Err(Failure::Cut(Cut { limit: Limit::Budget, key: shape.origin }));
            }
            let mut before = (self.relowerings > 0 && !shape.unions.is_empty()).then(|| shape.clone());
            self.hold(before.as_ref().map_or(0, Shape::bytes));
            let had_members = !shape.object.properties.is_empty();
            let may_be_null = shape.allows_null_explicitly() && shape.unions.is_empty();
            let mut partial = PartialNode::default();
            match self.lower_children(shape, &mut partial) {
                Ok(()) => {}
                Err(Failure::Never(key)) if may_be_null && shape.kinds != Kinds::NULL => {
                    self.retract(since, is_below);
                    self.leave_null(shape, key);
                    continue;
                }
                Err(lost) => return Err(lost),
            }
            if self.is_left_empty(shape, &partial, had_members) {
                continue;
            }
            if !before.as_mut().is_some_and(|before| self.simplify_unions(before, shape, &partial))
                && let Some(lowered) = self.settle_and_print(shape, partial, before.as_mut(), since)
            {
                return lowered;
            }
            self.relowerings = self.relowerings.saturating_sub(1);
            self.fold(since);
            if let Some(before) = before {
                *shape = before;
            }
        }
    }

    /// Turns a node whose children are impossible into one that allows null only.
    fn leave_null(&mut self, shape: &mut Shape, key: JsonId) {
        if let Some(hook) = self.handlers.impossible {
            hook(self, key, Impossible::Alternative { alone: false });
        }
        let words = shape.words().cloned();
        let read_from = mem::take(&mut shape.read_from);
        *shape = Shape { read_from, ..Shape::of_kind(shape.origin, Kinds::NULL) };
        shape.facts.extend(words);
    }

    /// Returns the lowered node; `None` if `before`, the shape before its children were lowered, has to be lowered
    /// instead. Called by the recursion, whose frames have no room for its locals.
    #[inline(never)]
    fn settle_and_print(
        &mut self,
        shape: &mut Shape,
        mut partial: PartialNode,
        before: Option<&mut Shape>,
        since: Position,
    ) -> Option<Lowered> {
        for (hook, _) in &self.handlers.settling {
            hook(self, shape, &mut partial);
        }
        let kinds = kinds_of_output(self.model.ast.tape(), shape, &partial);
        if let Some((_, key, _)) = partial.unions.first().filter(|_| kinds.is_empty()) {
            return Some(Err(Failure::Never(*key)));
        }
        let constant = self.constant(shape, &partial);
        let coded = self.may_code().then(|| self.code(shape, &mut partial));
        if self.wraps_too_deep(&partial) {
            match before {
                Some(before) => {
                    wrap_first(before, &partial);
                    return None;
                }
                None if self.handlers.limit(Limit::Depth).is_some() => {
                    return Some(Err(Failure::Cut(Cut { limit: Limit::Depth, key: shape.origin })));
                }
                None => {}
            }
        }
        self.place_alternatives(since, &partial);
        let height = partial.height();
        let node = match coded {
            None => LoweredNode::plain(self.print(shape, &mut partial)),
            Some((code, discriminant)) => {
                let code = self.encode_annotations(shape, code);
                LoweredNode::coded(self.print(shape, &mut partial), code, discriminant)
            }
        };
        Some(Ok(LoweredNode { kinds, constant, height, ..node }))
    }

    /// Reads an alternative of a union, and runs the rules on it that narrow an alternative by itself.
    ///
    /// # Errors
    /// The limit that was met.
    pub(crate) fn read_branch(&mut self, part: &Part, origin: JsonId, union: Keyword) -> Result<Shape, Cut> {
        let mut shape = read_part(self, part, origin)?;
        if union == Keyword::OneOf {
            // Elsewhere an empty list is read as no list; in `oneOf` that would exclude values of the other
            // alternatives.
            let empty = shape.values.as_ref().filter(|values| values.list.is_empty());
            shape.never = shape.never.or(empty.map(|values| values.key));
        }
        shape.decide_members();
        self.model.work().step(shape.weight());
        let (handlers, read_from) = (self.handlers, shape.read_from.clone());
        self.depth += 1;
        self.unfolding(&read_from, |cx| {
            handlers.narrow(&mut shape, true, |step, shape| {
                if let Step::Narrow(hook) = step {
                    hook(cx, shape);
                }
                shape.never.is_none()
            });
        });
        self.depth -= 1;
        self.hold(shape.bytes());
        Ok(shape)
    }

    /// Runs the rules on a node before its children are lowered. Returns the result if they are not to be lowered.
    fn narrow(&mut self, shape: &mut Shape, active: usize) -> Option<Lowered> {
        let handlers = self.handlers;
        if !self.at_arguments() {
            shape.decide_members();
        }
        if let Some(key) = shape.never {
            return Some(Err(Failure::Never(key)));
        }
        let before = self.log.count();
        for _ in 0..MAX_RESTARTS {
            self.restarting = false;
            self.model.work().step(shape.weight());
            handlers.narrow(shape, false, |step, shape| {
                match step {
                    Step::Narrow(hook) => hook(self, shape),
                    Step::Drop(rule, of, cost) => self.drop_refused(shape, rule, of, cost),
                }
                shape.never.is_none() && !self.restarting
            });
            // What was folded into the node is being unfolded too, and its unions count as visits.
            self.active.truncate(active);
            self.active.extend_from_slice(&shape.read_from);
            if !self.restarting {
                break;
            }
            if self.budget.is_spent() {
                return Some(Err(Failure::Cut(Cut { limit: Limit::Budget, key: shape.origin })));
            }
            self.budget.visit(shape.unions.len());
        }
        if self.log.count() > before && shape.coding.is_none() {
            shape.decide(self.model.ast.tape());
        }
        if let Some(key) = shape.never {
            return Some(Err(Failure::Never(key)));
        }
        if self.restarting {
            // A union that leads back to itself can be folded without end.
            return Some(Err(Failure::Cut(Cut { limit: Limit::Recursion, key: shape.origin })));
        }
        let nests = has_children(self.model.ast, shape) || !shape.unions.is_empty();
        // The alternatives for any value include an object.
        let below = usize::from(matches!(shape.coding, Some(Coding::Any)));
        if nests && self.depth + below + 1 >= self.target.max_depth {
            if self.handlers.limit(Limit::Depth).is_some() {
                return Some(Err(Failure::Cut(Cut { limit: Limit::Depth, key: shape.origin })));
            }
            if self.depth + 2 >= MAX_FRAMES {
                return Some(Ok(LoweredNode::plain(Out::Source(shape.origin))));
            }
        }
        // Shapes that were made by rules, not read from schemas, do not grow.
        let grows = !shape.read_from.is_empty() && shape.unions.is_empty() && has_children(self.model.ast, shape);
        if grows && self.level >= self.budget.scope.levels {
            return Some(Err(Failure::Cut(Cut { limit: Limit::Budget, key: shape.origin })));
        }
        self.hint_ignored(shape);
        None
    }

    /// The result for a part at which a limit is met: truncated if a rule answers for the limit, else the source as it is.
    fn cut(&mut self, limit: Limit, part: &[Term], key: JsonId) -> Lowered {
        match (self.handlers.limit(limit), part) {
            (None, [Term::Schema(schema), ..]) => Ok(LoweredNode::plain(Out::Source(self.model.ast.json(*schema)))),
            _ => Err(Failure::Cut(Cut { limit, key })),
        }
    }
}

fn has_children(ast: &Ast<'_>, shape: &Shape) -> bool {
    let described = shape.object.additional.iter().any(|additional| additional.describes(ast));
    !shape.object.properties.is_empty() || shape.has_array_facts() || described
}
