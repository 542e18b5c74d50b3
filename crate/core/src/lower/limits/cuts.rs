//! Replacements for parts that a limit truncates.

use super::limit::{FORM_OMITTED, OBJECT, cut_words, form_words};
use crate::{
    json::{JsonId, Kind, quote},
    lower::{Cut, Discriminant, EditBuilder, Limit, Lower, LoweredNode, Out, OutKey},
    schema::{Keyword, Kinds},
    shape::{Coding, Fact, Part, Property, Shape, kinds_of_items, remaining_kinds},
};

/// What replaces a truncated member: JSON text, or an object or list without constraints.
struct Container {
    coded: bool,
    /// The types of the member's values.
    kinds: Kinds,
    /// Whether it is a list, and all its items are objects.
    of_objects: bool,
    null: bool,
    /// What its description states about its form.
    words: String,
}

impl Container {
    fn of(cx: &Lower<'_, '_>, cut: Cut, part: &Part, name: &str) -> Container {
        let (coded, (kinds, null)) = (cx.may_code(), cx.container_kinds(part));
        let words = match kinds {
            Kinds::OBJECT if coded => "an object as JSON text".to_owned(),
            Kinds::ARRAY if coded => "an array as JSON text".to_owned(),
            _ if coded => "the value as JSON text".to_owned(),
            _ => form_words(cx.repeats(cut), name),
        };
        // A closed object without properties would be empty.
        let of_objects = !coded
            && !cx.target.closed_objects
            && kinds == Kinds::ARRAY
            && kinds_of_items(&cx.model, part) == Kinds::OBJECT;
        Container { coded, kinds, of_objects, null, words }
    }

    fn kind(&self) -> Kinds {
        match (self.coded, self.kinds) {
            (true, _) => Kinds::STRING,
            (false, Kinds::ARRAY) => Kinds::ARRAY,
            (false, _) => Kinds::OBJECT,
        }
    }

    fn shape(&self, cx: &Lower<'_, '_>, cut: Cut) -> Shape {
        let mut shape = Shape::of_kind(cut.key, self.kind());
        if self.of_objects {
            shape.array.items = Some((cut.key, Shape::of_kind(cut.key, Kinds::OBJECT).into()));
        }
        shape.coding = self.coded.then_some(Coding::Json(Some(self.kinds)));
        if self.null {
            shape.allow_null();
        }
        if !cx.is_scarce() && !self.coded {
            shape.hint(self.words.as_str());
        } else if !cx.is_scarce() {
            let text = Some(quote(&self.words));
            shape.facts.push(Fact { text, ..Fact::written(Keyword::Description, cut.key) });
            shape.keywords.insert(Keyword::Description);
        }
        shape
    }
}

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
        let name = &property.name;
        // The member that holds further properties stands for several values, not for one that JSON text could spell.
        let is_rest = shape.object.rest.take_if(|rest| rest == name).is_some();
        if is_rest || (!required && (!self.may_code() || cut.limit == Limit::Recursion)) {
            self.omit(cut, shape, name);
            return None;
        }
        let container = Container::of(self, cut, &property.part, name);
        if self.log_container(cut, name, &container) {
            self.log.begin_consequences();
        }
        let replacement = container.shape(self, cut);
        let lowered = self.at_child(&["properties", name], |cx| cx.lower_shape(replacement, false));
        self.log.end_consequences();
        lowered.ok()
    }

    /// Makes the only alternative beside null that a limit truncated JSON text; `false` where values may have no code.
    pub(crate) fn null_or_text(&mut self, cut: Cut, shape: &mut Shape, part: &Part) -> bool {
        if !self.may_code() || !shape.unions.is_empty() || !shape.kinds.has(Kinds::NULL) {
            return false;
        }
        let container = Container::of(self, cut, part, "");
        if let Some(edit) = self.log_cut(cut) {
            let edit = edit.fix_with(|| format!("the alternative other than null replaced by {}", container.words));
            edit.accepts_more("any value for the alternative other than null");
        }
        shape.set_kinds(Kinds::STRING.with(Kinds::NULL));
        shape.keep_facts(&|fact| fact.is_words());
        shape.coding = Some(Coding::Json(Some(container.kinds)));
        shape.hint(container.words);
        true
    }

    /// Logs that a member is omitted, and states it in the description of the object.
    fn omit(&mut self, cut: Cut, shape: &mut Shape, name: &str) {
        let words = cut_words(cut, name);
        let forbidden = self.forbids_undeclared(shape);
        if let Some(edit) = self.log_cut(cut) {
            let edit = edit.fix_with(|| format!("{name:?} omitted")).described(Some(&words));
            let edit = edit.accepts_less(format!("{name:?} where it is omitted"));
            if !forbidden {
                edit.accepts_more(format!("any value for {name:?} where it is omitted, and so not declared")).idle();
            }
        }
        // Adding a hint searches the others.
        self.model.work().step(shape.hints.len() / 16);
        shape.hint(words);
    }

    /// Logs what replaces a member; `false` if the rule is off.
    fn log_container(&mut self, cut: Cut, name: &str, container: &Container) -> bool {
        let Container { kinds, ref words, .. } = *container;
        let Some(edit) = self.log_cut(cut) else { return false };
        let (replacement, more) = match (container.kind(), kinds) {
            (Kinds::STRING, Kinds::OBJECT) => (format!("a string with {words}"), "object"),
            (Kinds::STRING, Kinds::ARRAY) => (format!("a string with {words}"), "array"),
            (Kinds::STRING, _) => (format!("a string with {words}"), "value"),
            _ if container.of_objects => {
                ("an array of objects whose properties are not declared".to_owned(), "array of objects")
            }
            (Kinds::ARRAY, _) => ("an array of any items".to_owned(), "array"),
            _ => (OBJECT.to_owned(), "object"),
        };
        let edit = edit.fix_with(|| format!("{name:?} replaced by {replacement}"));
        let edit = edit.described(Some(words.as_str()).filter(|_| !container.coded));
        let edit = edit.accepts_more(format!("any {more} for {name:?} where its schema is omitted"));
        if !container.coded && kinds != container.kind() {
            edit.accepts_less(format!("values of {name:?} that are not objects where its schema is omitted"));
        }
        true
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

    /// Whether the limit was met at a reference back to a schema around it.
    fn repeats(&self, cut: Cut) -> bool {
        cut.limit == Limit::Recursion && self.model.ast.tape().kind(cut.key) == Kind::String
    }

    /// Logs an edit of the rule that answers for a limit, with a message that names the limit; `None` if the rule is
    /// off.
    pub(crate) fn log_cut(&mut self, cut: Cut) -> Option<EditBuilder<'_>> {
        let rule = self.handlers.limit(cut.limit)?;
        let repeats = self.repeats(cut);
        let levels = self.target.max_depth;
        // What is deep only where references are inlined is not rejected as it is.
        let is_rejected = cut.limit == Limit::Depth && self.model.levels() > self.target.accepted_depth;
        let edit = self.log(rule, cut.key).message_with(|found| match cut.limit {
            Limit::Recursion if repeats => {
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
        Some(if is_rejected { edit.rejected() } else { edit })
    }

    /// An object without constraints.
    pub(in crate::lower) fn bare(&self) -> Out {
        let mut members = self.typed(Kinds::OBJECT, &format!("({FORM_OMITTED})"));
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
