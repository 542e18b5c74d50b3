//! Response schemas: what the model's own answer has to be.

use super::{
    Work,
    fields::{at, each, get, is_named, key},
    findings::RESPONSE_SCHEMA_FIELD,
};
use crate::{
    GEMINI_JSON_SCHEMA, Options, Role, Target,
    choose::{Chosen, lower_chosen},
    engine::lower_response,
    envelope::Piece,
    json::{JsonId, Kind, quote},
    lower::{LoweredTool, Out},
    order::Gather,
    rules::RuleBook,
    schema::Spelling,
    targets::Door,
};

/// A schema in Gemini's dialect.
const PROTO: &[&str] = &["responseSchema"];
/// A JSON Schema; the second is the first as older clients spell it.
const JSON_SCHEMA: &[&str] = &["responseJsonSchema", "_responseJsonSchema"];

impl Work<'_> {
    /// Lowers the response schemas of `generationConfig`.
    pub(super) fn response_schemas(&mut self, object: JsonId) {
        let tape = self.tape;
        let Some(config) = get(tape, object, "generationConfig") else { return };
        let own = self.options.target;
        let takes_json_schema = own.door == Door::JsonSchema;
        for format in each(tape, get(tape, config, "responseFormat")) {
            if let Some(schema) = at(tape, format, &["text"]).and_then(|text| key(tape, text, "schema")) {
                let target = if takes_json_schema { own } else { GEMINI_JSON_SCHEMA.derived(&own.derivation) };
                self.response_schema(schema, Spelling::JsonSchema, &target);
            }
        }
        let fields: Vec<JsonId> = tape.members(config).filter(|key| self.field(*key).is_some()).gather();
        let preferred = if takes_json_schema { JSON_SCHEMA } else { PROTO };
        let last = fields.iter().rev().find(|key| self.field(**key) == Some(preferred));
        let Some(read) = last.or(fields.last()).copied() else { return };
        for other in fields.into_iter().filter(|key| *key != read) {
            self.pieces.push(Piece::removed_member(tape, other));
            self.find(&RESPONSE_SCHEMA_FIELD, other, "another one beside it is sent instead");
        }
        let spelling = if self.field(read) == Some(PROTO) { Spelling::Proto } else { Spelling::JsonSchema };
        let Some(door) = self.response_schema(read, spelling, &own) else { return };
        let wanted = if door == Door::JsonSchema { JSON_SCHEMA } else { PROTO };
        if self.field(read) != Some(wanted) {
            self.pieces.push(Piece::new(tape, read, quote(wanted[0])));
            self.find(&RESPONSE_SCHEMA_FIELD, read, &format!("sent as `{}`", wanted[0]));
        }
    }

    /// The spellings of the field that a member of `generationConfig` sets.
    fn field(&self, key: JsonId) -> Option<&'static [&'static str]> {
        let is_set = self.tape.kind(key.value_of_key()) != Kind::Null;
        let name = self.tape.key(key);
        let known = [PROTO, JSON_SCHEMA].into_iter().find(|names| names.iter().any(|field| is_named(&name, field)));
        known.filter(|_| is_set)
    }

    /// Lowers the schema of a member; says by which door it goes, or `None` if it is gone.
    fn response_schema(&mut self, key: JsonId, spelling: Spelling, target: &Target) -> Option<Door> {
        let (tape, schema) = (self.tape, key.value_of_key());
        let mut options = self.options.clone();
        (options.target, options.role) = (*target, Role::Response);
        let rules = RuleBook::of(options.disabled);
        let lower = |options: &Options| {
            lower_response(tape, schema, spelling, options.clone(), &rules, options.target.type_case)
        };
        let Chosen { tool: LoweredTool { parameters, edits, .. }, target, .. } = lower_chosen(&options, None, &lower);
        self.issues.extend(edits.iter().map(|edit| self.places.issue(edit, Some(schema))));
        match &parameters {
            None => self.pieces.push(Piece::removed_member(tape, key)),
            Some(Out::Source(id)) if *id == schema => {}
            Some(out) => self.pieces.push(Piece::new(tape, schema, out.render(tape, None))),
        }
        parameters.map(|_| target.door)
    }
}
