//! A body of OpenAI's `chat/completions`, as Gemini's compatible endpoints take it: they translate it into Gemini's own
//! format, with the schemas in `parameters`. Also one of OpenAI's Responses API, in which a function has no object of its
//! own around its name.

use super::{
    Normalizing,
    bodies::Api,
    calls::{ArgumentsFormat, items},
    fields::{at, each, get, key, text},
    findings::{ALLOWED_NAME, CONFIG_WITHOUT_DECLARATIONS, LEGACY_FUNCTIONS, STRICT_FORMAT},
    names::FunctionNames,
};
use crate::{
    Surface,
    json::{JsonId, Piece, Tape},
    report::Issue,
    schema::Spelling,
};

impl Normalizing<'_> {
    /// Normalizes the body; fails for a bad tool if `on_error` is [`OnError::Throw`](crate::OnError::Throw).
    pub(super) fn chat_completion(&mut self, object: JsonId) -> Result<(), Box<Issue>> {
        let tape = self.tape;
        self.options.surface = Surface::Gateway;
        if let Some(functions) = key(tape, object, "functions") {
            self.find(&LEGACY_FUNCTIONS, functions, "");
        }
        // Fields that only Gemini has are here in its own format, functions among them.
        let extra = at(tape, object, &["extraBody", "google"]);
        // Tools that are not functions can be chosen as well; in the Responses API a stored prompt may bring them.
        let is_other = |tool: JsonId| text(tape, tool, "type").as_deref() != Some("function");
        let others = each(tape, get(tape, object, "tools")).into_iter().any(is_other);
        let hosts = others || key(tape, object, "messages").is_none();
        let elsewhere = extra.is_some_and(|extra| self.declares_elsewhere(extra)) || hosts;
        let tools = self.declarations(object, Api::OpenAi)?;
        let further = extra.map(|extra| self.declarations(extra, Api::Gemini)).transpose()?.unwrap_or_default();
        let names = FunctionNames::new(self.work, &self.options, tools.iter().chain(&*further));
        self.tool_choice(object, &names, elsewhere);
        self.messages(object, &names);
        self.earlier_functions(&names);
        if let Some(format) = answer_format(tape, object) {
            self.format_of_answer(format);
        }
        Ok(())
    }

    /// Lowers the schema of an answer; one that changes is no longer strict.
    fn format_of_answer(&mut self, format: JsonId) {
        let (tape, target, before) = (self.tape, self.options.target, self.pieces.len());
        let Some(schema) = key(tape, format, "schema") else { return };
        self.response_schema(schema, Spelling::JsonSchema, &target, Api::OpenAi);
        let strict = get(tape, format, "strict").filter(|strict| tape.boolean(*strict) == Some(true));
        if let Some(strict) = strict.filter(|_| target.is_lax && self.pieces.len() > before) {
            self.pieces.push(Piece::new(tape, strict, "false".to_owned()));
            self.find(&STRICT_FORMAT, strict.key_of_value(), "");
        }
    }

    /// Brings the choice in line with the declarations; `elsewhere` is whether there are functions that the request
    /// does not list.
    fn tool_choice(&mut self, object: JsonId, names: &FunctionNames<'_>, elsewhere: bool) {
        let tape = self.tape;
        let Some(choice) = key(tape, object, "toolChoice") else { return };
        if names.is_empty() && !elsewhere {
            self.pieces.push(Piece::removed_member(tape, choice));
            return self.find(&CONFIG_WITHOUT_DECLARATIONS, choice, "");
        }
        let chosen = choice.value_of_key();
        if !self.name(function(tape, chosen), names) {
            self.pieces.push(Piece::removed_member(tape, choice));
            self.find(&ALLOWED_NAME, choice, "the function to be called");
        }
        let allowed = get(tape, chosen, "allowedTools").unwrap_or(chosen);
        for tool in each(tape, get(tape, allowed, "tools")) {
            if !self.name(function(tape, tool), names) {
                self.pieces.push(Piece::removed(tape.span(tool)));
                self.find(&ALLOWED_NAME, tool, "one of several");
            }
        }
    }

    /// Encodes the calls of the history as the model would have made them, and renames their responses to match.
    fn messages(&mut self, object: JsonId, names: &FunctionNames<'_>) {
        let tape = self.tape;
        for call in items(tape, get(tape, object, "input")) {
            self.call(call, ArgumentsFormat::Text, names);
        }
        for message in each(tape, get(tape, object, "messages")) {
            for call in each(tape, get(tape, message, "toolCalls")) {
                if let Some(function) = get(tape, call, "function") {
                    self.call(function, ArgumentsFormat::Text, names);
                }
            }
            if text(tape, message, "role").as_deref() == Some("tool") {
                self.name(message, names);
            }
        }
    }
}

/// The object with the name of a function.
fn function(tape: &Tape<'_>, tool: JsonId) -> JsonId {
    get(tape, tool, "function").unwrap_or(tool)
}

/// The format of the answer, with its schema.
fn answer_format(tape: &Tape<'_>, object: JsonId) -> Option<JsonId> {
    at(tape, object, &["responseFormat", "jsonSchema"]).or_else(|| at(tape, object, &["text", "format"]))
}
