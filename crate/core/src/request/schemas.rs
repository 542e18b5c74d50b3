//! Response schemas, which the model's own answer has to satisfy.

use super::{
    Normalizing,
    bodies::Api,
    fields::{at, each, get, is_named, key},
    findings::{INTERACTION_BOUND, RESPONSE_SCHEMA_FIELD},
};
use crate::{
    GEMINI_JSON_SCHEMA, Options, Role, Target,
    choose::{Chosen, lower_chosen},
    engine::lower_response,
    json::{JsonId, Kind, Piece, quote},
    lower::{LoweredTool, Out, Written},
    order::Gather,
    report::{Context, limit_met},
    rules::RuleBook,
    schema::{Ast, Keyword, Spelling},
    targets::Door,
};

/// A schema in Gemini's dialect.
const PROTO: &str = "responseSchema";
/// A JSON Schema.
const JSON_SCHEMA: &str = "responseJsonSchema";
/// The name that older clients use for [`JSON_SCHEMA`].
const OLD_JSON_SCHEMA: &str = "_responseJsonSchema";

/// The bounds that the Interactions API was seen to reject in response schemas.
const BOUNDS: [Keyword; 3] = [Keyword::Minimum, Keyword::MinItems, Keyword::MaxLength];

impl Normalizing<'_> {
    /// Lowers the schemas in `responseFormat`, which are JSON Schema in every API.
    pub(super) fn formats(&mut self, object: JsonId, api: Api) {
        let (tape, own) = (self.tape, self.options.target);
        let target = if own.door == Door::JsonSchema { own } else { GEMINI_JSON_SCHEMA.derived(&own.derivation) };
        let within: &[&str] = if api == Api::Gemini { &["text"] } else { &[] };
        for format in each(tape, get(tape, object, "responseFormat")) {
            let Some(schema) = at(tape, format, within).and_then(|format| key(tape, format, "schema")) else {
                continue;
            };
            self.response_schema(schema, Spelling::JsonSchema, &target, api);
            if api == Api::Interactions {
                self.bounds(schema.value_of_key());
            }
        }
    }

    fn bounds(&mut self, schema: JsonId) {
        let ast = Ast::new(self.tape, schema, Spelling::JsonSchema, self.work);
        for entry in ast.all_entries().iter().filter(|entry| BOUNDS.contains(&entry.keyword)) {
            self.find(&INTERACTION_BOUND, entry.key, "");
        }
    }

    /// Lowers the response schemas of `generationConfig`.
    pub(super) fn response_schemas(&mut self, object: JsonId) {
        let tape = self.tape;
        let Some(config) = get(tape, object, "generationConfig") else { return };
        let own = self.options.target;
        let takes_json_schema = own.door == Door::JsonSchema;
        self.formats(config, Api::Gemini);
        let fields = tape.members(config).filter(|key| self.takes_json_schema(*key).is_some()).gather();
        let last = fields.iter().rev().find(|key| self.takes_json_schema(**key) == Some(takes_json_schema));
        let Some(read) = last.or(fields.last()).copied() else { return };
        for other in fields.into_iter().filter(|key| *key != read) {
            self.pieces.push(Piece::removed_member(tape, other));
            self.find(&RESPONSE_SCHEMA_FIELD, other, "another one is sent instead");
        }
        let is_json_schema = self.takes_json_schema(read) == Some(true);
        let spelling = if is_json_schema { Spelling::JsonSchema } else { Spelling::Proto };
        let Some(door) = self.response_schema(read, spelling, &own, Api::Gemini) else { return };
        if is_json_schema != (door == Door::JsonSchema) {
            let field = if is_json_schema { PROTO } else { JSON_SCHEMA };
            self.pieces.push(Piece::new(tape, read, quote(field)));
            self.find(&RESPONSE_SCHEMA_FIELD, read, &format!("sent as `{field}`"));
        }
    }

    /// Whether a member of `generationConfig` is a field for a JSON Schema; `None` if it sets no response schema.
    fn takes_json_schema(&self, key: JsonId) -> Option<bool> {
        let name = self.tape.key(key);
        let is_json_schema = is_named(&name, JSON_SCHEMA) || is_named(&name, OLD_JSON_SCHEMA);
        let is_set = self.tape.kind(key.value_of_key()) != Kind::Null;
        (is_set && (is_json_schema || is_named(&name, PROTO))).then_some(is_json_schema)
    }

    /// Lowers the schema of a member; returns the schema field that it is sent in, or `None` if it is removed or, at a
    /// limit, left unchanged.
    pub(super) fn response_schema(
        &mut self,
        key: JsonId,
        spelling: Spelling,
        target: &Target,
        api: Api,
    ) -> Option<Door> {
        let (tape, schema) = (self.tape, key.value_of_key());
        let mut options = self.options.with_target(target);
        options.role = Role::Response;
        let rules = RuleBook::of(options.disabled);
        let lower = |options: &Options| {
            let written = if api == Api::Gemini { Written::for_target(&options.target) } else { Written::JSON_SCHEMA };
            lower_response(tape, schema, spelling, options.clone(), &rules, written, self.work)
        };
        let length = tape.slice(schema).len();
        let (chosen, met) = self.work.part(length, false, || lower_chosen(&options, None, &lower));
        if let Some(met) = met {
            let issue = limit_met((met, "the schema"), &options.limits, "left unchanged", &self.places, schema);
            self.issues.push(self.places.locate(issue));
            return None;
        }
        let Chosen { tool: LoweredTool { parameters, edits, .. }, target, .. } = chosen;
        let role = Role::Response;
        let context = Context { schema: Some(schema), response: None, target: &target, index: 0, name: "", role };
        self.issues.extend(edits.iter().map(|edit| self.places.issue(edit, &context)));
        match &parameters {
            None => self.pieces.push(Piece::removed_member(tape, key)),
            Some(Out::Source(id)) if *id == schema => {}
            Some(out) => self.pieces.push(Piece::new(tape, schema, out.render(tape, None))),
        }
        parameters.map(|_| target.door)
    }
}
