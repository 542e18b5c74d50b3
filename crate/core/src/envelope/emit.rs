//! Writes lowered schemas: into the source text if the envelope stays, else into new declarations.

use std::borrow::Cow;

use super::{Emit, Envelope, EnvelopeKind};
use crate::{
    declare::{Declaration, NO_ARGUMENTS},
    json::{Indent, JsonId, Piece, Tape, escape_into, quote, replace},
    lower::{Out, OutKey, Written, reindent, write_object},
    schema::{Spelling, TypeCase},
    targets::{Door, Target},
};

/// How schemas are spelled in the output: in declarations as the target requires, in documents whose envelope stays as
/// JSON Schema.
pub(crate) fn written(kind: EnvelopeKind, emit: Emit, target: &Target) -> Written {
    if emit == Emit::Same && !kind.is_gemini() { Written::JSON_SCHEMA } else { Written::for_target(target) }
}

/// The document for the target.
pub(crate) fn emit(
    tape: &Tape<'_>,
    envelope: &Envelope,
    declarations: &[Declaration],
    removed_tools: &[JsonId],
    emit: Emit,
    indent: Option<Indent>,
    case: Option<TypeCase>,
) -> String {
    let openai = declarations.iter().any(|it| it.target.door == Door::OpenAi);
    let text = if envelope.stays(emit, openai) {
        splice(tape, envelope, declarations, removed_tools, case)
    } else {
        let separator = if envelope.lines && emit != Emit::Request { '\n' } else { ',' };
        let texts = declaration_texts(tape, declarations, separator, case);
        match (emit, envelope.kind) {
            (Emit::Request, EnvelopeKind::Schema) if openai => {
                let function = format!(r#"{{"name":"tool","parameters":{texts},"strict":true}}"#);
                format!(r#"{{"tools":[{{"type":"function","function":{function}}}]}}"#)
            }
            (Emit::Request, EnvelopeKind::Schema) => {
                let member = declarations.first().map_or("parameters", |declaration| declaration.target.door.member());
                format!(r#"{{"tools":[{{"functionDeclarations":[{{"name":"tool","{member}":{texts}}}]}}]}}"#)
            }
            (Emit::Request, _) if openai => format!(r#"{{"tools":[{texts}]}}"#),
            (Emit::Request, _) => format!(r#"{{"tools":[{{"functionDeclarations":[{texts}]}}]}}"#),
            (_, kind) if kind.is_single() || envelope.lines => texts,
            _ => format!("[{texts}]"),
        }
    };
    match indent {
        Some(indent) => reindent(&text, indent),
        None => text,
    }
}

/// The texts of the declarations that are not omitted.
fn declaration_texts(tape: &Tape<'_>, declarations: &[Declaration], separator: char, case: Option<TypeCase>) -> String {
    let mut texts = String::with_capacity(tape.text().len());
    for (at, declaration) in declarations.iter().filter(|it| !it.dropped).enumerate() {
        if at > 0 {
            texts.push(separator);
        }
        let start = texts.len();
        write_declaration(tape, declaration, case, &mut texts);
        if separator == '\n' {
            // Unchanged source may span several lines.
            let line = on_one_line(texts.split_off(start));
            texts.push_str(&line);
        }
    }
    texts
}

/// Replaces line breaks by spaces: in JSON they only occur between tokens, where any white space may be.
fn on_one_line(json: String) -> String {
    let mut bytes = json.into_bytes();
    for byte in &mut bytes {
        if matches!(byte, b'\n' | b'\r') {
            *byte = b' ';
        }
    }
    String::from_utf8(bytes).unwrap_or_default()
}

/// The text of a declaration, or of a bare schema.
pub(crate) fn declaration_text(tape: &Tape<'_>, declaration: &Declaration, case: Option<TypeCase>) -> String {
    let mut out = String::new();
    write_declaration(tape, declaration, case, &mut out);
    out
}

fn write_declaration(tape: &Tape<'_>, declaration: &Declaration, case: Option<TypeCase>, out: &mut String) {
    match (declaration.root.object, declaration.root.spelling) {
        (None, _) => schema_text(tape, declaration, case, out),
        (Some(_), _) if declaration.target.door == Door::OpenAi => openai_text(tape, declaration, case, out),
        (Some(object), Spelling::Proto) if is_unchanged(declaration) => out.push_str(tape.slice(object)),
        (Some(_), Spelling::Proto) => gemini_text(tape, declaration, out),
        (Some(_), Spelling::JsonSchema) => mcp_text(tape, declaration, out),
    }
}

/// Writes the schema where one is required; for a tool without arguments, an object without properties.
fn schema_text(tape: &Tape<'_>, declaration: &Declaration, case: Option<TypeCase>, out: &mut String) {
    match &declaration.parameters {
        Some(parameters) => parameters.write(tape, out),
        None => out.push_str(no_arguments(&declaration.target, case)),
    }
}

/// The schema of a tool without arguments, as a target takes it.
fn no_arguments(target: &Target, case: Option<TypeCase>) -> &'static str {
    match case {
        _ if target.door == Door::OpenAi => {
            r#"{"type":"object","properties":{},"required":[],"additionalProperties":false}"#
        }
        Some(TypeCase::Upper) => r#"{"type":"OBJECT","properties":{}}"#,
        _ => NO_ARGUMENTS,
    }
}

/// The schema of a tool without arguments in its declaration, where that always has one.
pub(crate) fn empty_parameters(declaration: &Declaration, case: Option<TypeCase>) -> Option<&'static str> {
    let always = declaration.target.door == Door::OpenAi;
    (takes_none(declaration) && always).then(|| no_arguments(&declaration.target, case))
}

/// Whether a schema was lowered to none.
fn takes_none(declaration: &Declaration) -> bool {
    declaration.parameters.is_none() && declaration.root.schema.is_some() && !declaration.dropped
}

/// The schema of a tool without arguments in an envelope that stays, if it has one there.
pub(crate) fn empty_schema(
    envelope: &Envelope,
    declaration: &Declaration,
    case: Option<TypeCase>,
) -> Option<&'static str> {
    (takes_none(declaration) && !envelope.kind.is_gemini() && !may_go(envelope, declaration))
        .then(|| no_arguments(&declaration.target, case))
}

fn is_unchanged(declaration: &Declaration) -> bool {
    let Declaration { root, parameters, response, .. } = declaration;
    let same = |schema: &Option<Out>, source: Option<JsonId>| match (schema, source) {
        (Some(schema), source) => is_source(schema, source),
        (None, source) => source.is_none(),
    };
    let same_schemas = same(parameters, root.schema) && same(response, root.response);
    let same_words = !declaration.renamed && !declaration.description_changed && declaration.words.is_empty();
    same_schemas && same_words && !declaration.members_changed && declaration.target.door != Door::OpenAi
}

fn mcp_text(tape: &Tape<'_>, declaration: &Declaration, out: &mut String) {
    out.push_str(r#"{"name":"#);
    name_and_description(tape, declaration, out);
    if let Some(parameters) = &declaration.parameters {
        out.push_str(",\"");
        out.push_str(declaration.target.door.member());
        out.push_str("\":");
        parameters.write(tape, out);
    }
    out.push('}');
}

fn name_and_description(tape: &Tape<'_>, declaration: &Declaration, out: &mut String) {
    match (declaration.root.name, &declaration.name) {
        (Some(name), _) if !declaration.renamed => out.push_str(tape.slice(name)),
        (_, name) => escape_into(out, name.as_deref().unwrap_or_default()),
    }
    let description = declaration.described(tape).map(|text| Cow::Owned(quote(&text)));
    let own = || declaration.root.description.map(|own| Cow::Borrowed(tape.slice(own)));
    if let Some(description) = description.or_else(own) {
        out.push_str(r#","description":"#);
        out.push_str(&description);
    }
}

/// Writes a tool in the format of `OpenAI`'s Chat Completions.
fn openai_text(tape: &Tape<'_>, declaration: &Declaration, case: Option<TypeCase>, out: &mut String) {
    out.push_str(r#"{"type":"function","function":{"name":"#);
    name_and_description(tape, declaration, out);
    out.push_str(r#","parameters":"#);
    schema_text(tape, declaration, case, out);
    out.push_str(r#","strict":true}}"#);
}

fn gemini_text(tape: &Tape<'_>, declaration: &Declaration, out: &mut String) {
    let Declaration { root, parameters, response, .. } = declaration;
    let name = declaration.renamed.then(|| Out::string(declaration.name.as_deref().unwrap_or_default()));
    let description = declaration.described(tape).map(|text| Out::string(&text));
    let added = description.as_ref().filter(|_| root.description.is_none());
    let description_key = OutKey::text("description");
    let members = declaration.members.iter().filter_map(|(key, value)| {
        let value = if is_source(value, root.schema) {
            parameters.as_ref()?
        } else if is_source(value, root.response) {
            response.as_ref()?
        } else {
            let renamed = name.as_ref().filter(|_| is_source(value, root.name));
            renamed.or(description.as_ref().filter(|_| is_source(value, root.description))).unwrap_or(value)
        };
        Some((key, value))
    });
    write_object(&mut members.chain(added.map(|text| (&description_key, text))), tape, out);
}

fn is_source(value: &Out, id: Option<JsonId>) -> bool {
    matches!(value, Out::Source(source) if Some(*source) == id)
}

/// The source text with the changed pieces replaced; without changes, the same bytes.
fn splice(
    tape: &Tape<'_>,
    envelope: &Envelope,
    declarations: &[Declaration],
    removed_tools: &[JsonId],
    case: Option<TypeCase>,
) -> String {
    replace(tape, pieces(tape, envelope, declarations, removed_tools, case))
}

/// The changes to a document whose envelope stays.
pub(crate) fn pieces(
    tape: &Tape<'_>,
    envelope: &Envelope,
    declarations: &[Declaration],
    removed_tools: &[JsonId],
    case: Option<TypeCase>,
) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for declaration in declarations {
        if envelope.kind.is_gemini() {
            match declaration.root.object {
                Some(object) if declaration.dropped => pieces.push(Piece::removed(tape.span(object))),
                Some(object) if !is_unchanged(declaration) => {
                    pieces.push(Piece::new(tape, object, declaration_text(tape, declaration, case)));
                }
                _ => {}
            }
            continue;
        }
        if let Some(object) = declaration.root.object.filter(|_| declaration.dropped && !envelope.kind.is_single()) {
            pieces.push(Piece::removed(tape.span(object)));
            continue;
        }
        pieces.extend(words(tape, declaration));
        pieces.extend(declaration.removed.iter().map(|key| Piece::removed_member(tape, *key)));
        pieces.extend(declaration.relaxed.map(|strict| Piece::new(tape, strict, "false".to_owned())));
        if declaration.lacks_schema() {
            pieces.extend(declaration.root.object.and_then(|function| insert_schema(tape, function)));
        }
        // In other envelopes the key stays, for whoever wrote it also reads it.
        if let Some((key, own)) = declaration.root.misplaced(tape).filter(|_| envelope.kind.is_openai()) {
            pieces.push(Piece::new(tape, key, quote(own)));
        }
        if let Some(key) = declaration.root.schema_key.filter(|_| may_go(envelope, declaration)) {
            pieces.push(Piece::removed_member(tape, key));
        } else if let Some(schema) = declaration.root.schema {
            let mut text = String::new();
            schema_text(tape, declaration, case, &mut text);
            if is_strict(envelope, declaration) {
                match declaration.root.function.and_then(|function| tape.get(function, "strict")) {
                    Some(strict) => pieces.push(Piece::new(tape, strict, "true".to_owned())),
                    None => text.push_str(r#","strict":true"#),
                }
            }
            pieces.push(Piece::new(tape, schema, text));
        }
    }
    pieces.extend(removed_tools.iter().map(|tool| Piece::removed(tape.span(*tool))));
    pieces
}

/// Whether a tool whose envelope stays becomes a strict function, as all are that are declared for its target.
fn is_strict(envelope: &Envelope, declaration: &Declaration) -> bool {
    let is_lowered = declaration.target.door == Door::OpenAi && declaration.met.is_none();
    is_lowered && envelope.kind.is_openai() && declaration.root.function.is_some()
}

/// The changes to the name and the description of a tool.
fn words(tape: &Tape<'_>, declaration: &Declaration) -> Vec<Piece> {
    let Some(name) = declaration.root.name else { return Vec::new() };
    let renamed = declaration.name.as_deref().filter(|_| declaration.renamed).map(quote);
    match (declaration.described(tape).map(|text| quote(&text)), declaration.root.description) {
        (Some(text), Some(own)) => {
            let renamed = renamed.map(|renamed| Piece::new(tape, name, renamed));
            renamed.into_iter().chain([Piece::new(tape, own, text)]).collect()
        }
        (Some(text), None) => {
            let name_text = renamed.unwrap_or_else(|| tape.slice(name).to_owned());
            vec![Piece::new(tape, name, format!(r#"{name_text},"description":{text}"#))]
        }
        (None, _) => renamed.map(|renamed| Piece::new(tape, name, renamed)).into_iter().collect(),
    }
}

/// Whether the schema may be removed without a replacement: an MCP tool requires one, and so does a strict function.
fn may_go(envelope: &Envelope, declaration: &Declaration) -> bool {
    let (is_openai, door) = (envelope.kind.is_openai(), declaration.target.door);
    declaration.parameters.is_none() && is_openai && door != Door::OpenAi && !declaration.needs_schema()
}

/// Inserts the schema of a function that has none, in the place of `null` or before the first member.
fn insert_schema(tape: &Tape<'_>, function: JsonId) -> Option<Piece> {
    if let Some(null) = tape.get(function, "parameters") {
        return Some(Piece::new(tape, null, NO_ARGUMENTS.to_owned()));
    }
    let first = tape.members(function).next()?;
    Some(Piece::new(tape, first, format!(r#""parameters":{NO_ARGUMENTS},{}"#, tape.slice(first))))
}
