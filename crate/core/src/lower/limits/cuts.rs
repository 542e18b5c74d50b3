//! Replacements for parts that a limit truncates.

use super::limit::{OBJECT, cut_words};
use crate::{
    json::{JsonId, Kind, quote},
    lower::{Cut, Discriminant, EditBuilder, Limit, Lower, Lowered, LoweredNode, Out, OutKey},
    schema::{Keyword, Kinds},
    shape::{Coding, Fact, Part, Property, Shape, remaining_kinds},
};

impl Lower<'_, '_> {
    /// Returns the replacement of a member that a limit truncated: JSON text where values may have a code; otherwise none
    /// for an optional member, and an unconstrained object or list for a required one. An optional member that
    /// recursion truncated never has one.
    pub(in crate::lower) fn replacement(
        &mut self,
        cut: Cut,
        required: bool,
        shape: &mut Shape,
        property: &Property,
    ) -> Option<LoweredNode> {
        let (coded, name) = (self.may_code(), &property.name);
        // The member that holds further properties stands for several values, not for one that JSON text could spell.
        let is_rest = shape.object.rest.take_if(|rest| rest == name).is_some();
        if is_rest || (!required && (!coded || cut.limit == Limit::Recursion)) {
            let words = cut_words(cut, name);
            let forbidden = self.forbids_undeclared(shape);
            if let Some(edit) = self.log_cut(cut) {
                let edit = edit.fix_with(|| format!("{name:?} omitted")).described(Some(&words));
                let edit = edit.accepts_less(format!("{name:?} where it is omitted"));
                if !forbidden {
                    edit.accepts_more(format!("any value for {name:?} where it is omitted, and so not declared"))
                        .idle();
                }
            }
            // Adding a hint searches the others.
            self.model.work().step(shape.hints.len() / 16);
            shape.hint(words);
            return None;
        }
        let (kinds, null) = self.container_kinds(&property.part);
        let list = kinds == Kinds::ARRAY;
        let words = match kinds {
            Kinds::OBJECT if coded => "an object as JSON text",
            Kinds::ARRAY if coded => "an array as JSON text",
            _ if coded => "the value as JSON text",
            Kinds::ARRAY => "free-form array",
            _ => "free-form object",
        };
        if let Some(edit) = self.log_cut(cut) {
            let replacement = match (coded, list) {
                (true, _) => format!("a string with {words}"),
                (false, true) => "an array of any items".to_owned(),
                (false, false) => OBJECT.to_owned(),
            };
            let edit = edit.fix_with(|| format!("{name:?} replaced by {replacement}"));
            let edit = edit.accepts_more(format!("any value for {name:?} where its schema is omitted"));
            if !coded && (list || kinds != Kinds::OBJECT) {
                let kind = if list { "arrays" } else { "objects" };
                edit.accepts_less(format!("values of {name:?} that are not {kind} where its schema is omitted"));
            }
        }
        let kind = match (coded, list) {
            (true, _) => Kinds::STRING,
            (false, true) => Kinds::ARRAY,
            (false, false) => Kinds::OBJECT,
        };
        let mut replacement = Shape::of_kind(cut.key, kind);
        replacement.coding = coded.then_some(Coding::Json(Some(kinds)));
        if null {
            replacement.allow_null();
        }
        if !self.is_scarce() {
            let text = Some(quote(words));
            replacement.facts.push(Fact { text, ..Fact::written(Keyword::Description, cut.key) });
            replacement.keywords.insert(Keyword::Description);
        }
        match self.at_child(&["properties", name], |cx| cx.lower_shape(replacement, false)) {
            Lowered::Out(node) => Some(node),
            Lowered::Cut(_) | Lowered::Never(_) => None,
        }
    }

    /// Whether the output forbids members that it does not declare.
    pub(in crate::lower) fn forbids_undeclared(&self, shape: &Shape) -> bool {
        let takes = self.target.takes(Keyword::AdditionalProperties);
        self.target.closed_objects || (takes && shape.object.is_closed())
    }

    /// The types of a part that a limit truncated, and whether it may be null.
    fn container_kinds(&self, part: &Part) -> (Kinds, bool) {
        let shape = Shape::any_of(JsonId::ROOT, vec![part.clone()]);
        let kinds = remaining_kinds(&self.model, &shape);
        // Null is not spelled as JSON text.
        (kinds.without(Kinds::NULL), kinds.has(Kinds::NULL) && (self.may_code() || kinds != Kinds::ALL))
    }

    /// Logs that something is omitted because of a limit.
    pub(crate) fn log_omission(&mut self, cut: Cut, what: &str) {
        if let Some(edit) = self.log_cut(cut) {
            edit.fix_with(|| format!("{what} omitted")).accepts_less(format!("{what} where it is omitted"));
        }
    }

    /// Logs an edit of the rule that answers for a limit, with a message that names the limit; `None` if the rule is
    /// off.
    pub(crate) fn log_cut(&mut self, cut: Cut) -> Option<EditBuilder<'_>> {
        let rule = self.handlers.limit(cut.limit)?;
        let is_key = self.model.ast.tape().kind(cut.key) == Kind::String;
        let levels = self.target.max_depth;
        let edit = self.log(rule, cut.key).message_with(|found| match cut.limit {
            Limit::Recursion if is_key => {
                format!("{found} refers back to a schema that contains it; at most four levels are inlined")
            }
            Limit::Recursion => "the schema is a union that refers back to itself and never ends".to_owned(),
            Limit::Depth => {
                format!("the schema nests more than {levels} levels deep; the API rejects schemas that nest too deeply")
            }
            Limit::Budget => "the schema of this tool is too large when its references and unions are expanded; \
                 what nests deeper than this does not fit"
                .to_owned(),
        });
        Some(edit)
    }

    /// An object without constraints.
    pub(in crate::lower) fn bare(&self) -> Out {
        let mut members = self.typed(Kinds::OBJECT, "free-form object");
        if self.target.closed_objects {
            members.push((OutKey::Name("properties"), Out::Object(Vec::new())));
            members.push((OutKey::Name("required"), Out::Array(Vec::new())));
            members.push((OutKey::Name("additionalProperties"), Out::Text("false".into())));
        }
        Out::Object(members)
    }

    /// A string without constraints.
    pub(in crate::lower) fn some_text(&self) -> LoweredNode {
        let name = Kinds::STRING.name(self.type_case());
        let discriminant = Discriminant { kinds: Kinds::STRING, ..Discriminant::default() };
        LoweredNode::coded(Out::Object(vec![(OutKey::Name("type"), Out::string(name))]), None, discriminant)
    }

    fn typed(&self, kinds: Kinds, description: &str) -> Vec<(OutKey, Out)> {
        let name = kinds.name(self.type_case());
        vec![(OutKey::Name("type"), Out::string(name)), (OutKey::Name("description"), Out::string(description))]
    }
}
