//! Putting the schemas back: into the source text where the envelope stays, into new declarations
//! where it does not.

use super::{Declaration, Emit, Envelope, EnvelopeKind};
use crate::{
    json::{Indent, JsonId, Tape, escape_into},
    lower::{Out, reindent},
    schema::{Spelling, TypeCase},
    targets::Door,
};

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
    let stays = emit == Emit::Same
        || (envelope.kind.is_gemini() && (emit == Emit::Declarations || envelope.kind == EnvelopeKind::Request));
    let text = if stays {
        splice(tape, envelope, declarations, removed_tools, case)
    } else {
        let texts: Vec<String> =
            declarations.iter().filter(|it| !it.dropped).map(|it| declaration_text(tape, it, case)).collect();
        match (emit, envelope.kind) {
            (Emit::Request, EnvelopeKind::Schema) => {
                let schema = texts.into_iter().next().unwrap_or_default();
                let member = declarations.first().map_or("parameters", |declaration| declaration.door.member());
                format!(r#"{{"tools":[{{"functionDeclarations":[{{"name":"tool","{member}":{schema}}}]}}]}}"#)
            }
            (Emit::Request, _) if declarations.iter().any(|it| it.door == Door::OpenAi) => {
                format!(r#"{{"tools":[{}]}}"#, texts.join(","))
            }
            (Emit::Request, _) => format!(r#"{{"tools":[{{"functionDeclarations":[{}]}}]}}"#, texts.join(",")),
            (_, kind) if kind.is_single() => texts.into_iter().next().unwrap_or_default(),
            _ => format!("[{}]", texts.join(",")),
        }
    };
    match indent {
        Some(indent) => reindent(&text, indent),
        None => text,
    }
}

/// One declaration, or the schema of a bare one.
pub(crate) fn declaration_text(tape: &Tape<'_>, declaration: &Declaration, case: Option<TypeCase>) -> String {
    let mut out = String::new();
    match (declaration.root.object, declaration.root.spelling) {
        (None, _) => schema_text(tape, declaration, case, &mut out),
        (Some(_), _) if declaration.door == Door::OpenAi => openai_text(tape, declaration, case, &mut out),
        (Some(object), Spelling::Proto) if is_unchanged(declaration) => out.push_str(tape.slice(object)),
        (Some(_), Spelling::Proto) => gemini_text(tape, declaration, &mut out),
        (Some(_), Spelling::JsonSchema) => mcp_text(tape, declaration, &mut out),
    }
    out
}

/// A schema where one must stand; a tool without arguments has an object without properties.
fn schema_text(tape: &Tape<'_>, declaration: &Declaration, case: Option<TypeCase>, out: &mut String) {
    match &declaration.parameters {
        Some(parameters) => parameters.write(tape, out),
        None if case == Some(TypeCase::Upper) => out.push_str(r#"{"type":"OBJECT","properties":{}}"#),
        None => out.push_str(r#"{"type":"object","properties":{}}"#),
    }
}

fn is_unchanged(declaration: &Declaration) -> bool {
    let Declaration { root, parameters, .. } = declaration;
    let same_schema = match (parameters, root.schema) {
        (Some(Out::Source(schema)), Some(source)) => *schema == source,
        (None, None) => true,
        _ => false,
    };
    same_schema && !declaration.renamed && !declaration.members_changed && declaration.door != Door::OpenAi
}

fn mcp_text(tape: &Tape<'_>, declaration: &Declaration, out: &mut String) {
    out.push_str(r#"{"name":"#);
    name_and_description(tape, declaration, out);
    if let Some(parameters) = &declaration.parameters {
        out.push_str(",\"");
        out.push_str(declaration.door.member());
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
    if let Some(description) = declaration.root.description {
        out.push_str(r#","description":"#);
        out.push_str(tape.slice(description));
    }
}

/// A tool of `OpenAI`'s Chat Completions.
fn openai_text(tape: &Tape<'_>, declaration: &Declaration, case: Option<TypeCase>, out: &mut String) {
    out.push_str(r#"{"type":"function","function":{"name":"#);
    name_and_description(tape, declaration, out);
    out.push_str(r#","parameters":"#);
    match &declaration.parameters {
        Some(_) => schema_text(tape, declaration, case, out),
        None => out.push_str(r#"{"type":"object","properties":{},"required":[],"additionalProperties":false}"#),
    }
    out.push_str(r#","strict":true}}"#);
}

fn gemini_text(tape: &Tape<'_>, declaration: &Declaration, out: &mut String) {
    let mut members = declaration.members.clone();
    let renamed = declaration.renamed.then(|| Out::string(declaration.name.as_deref().unwrap_or_default()));
    for (_, value) in &mut members {
        if let Some(name) = renamed.as_ref().filter(|_| is_source(value, declaration.root.name)) {
            *value = name.clone();
        } else if let Some(parameters) =
            declaration.parameters.as_ref().filter(|_| is_source(value, declaration.root.schema))
        {
            *value = parameters.clone();
        }
    }
    if declaration.parameters.is_none() {
        members.retain(|(_, value)| !is_source(value, declaration.root.schema));
    }
    Out::Object(members).write(tape, out);
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
    let mut pieces: Vec<(JsonId, String)> = Vec::new();
    for declaration in declarations {
        if envelope.kind.is_gemini() {
            if let Some(object) = declaration.root.object.filter(|_| declaration.dropped || !is_unchanged(declaration))
            {
                let text = if declaration.dropped { String::new() } else { declaration_text(tape, declaration, case) };
                pieces.push((object, text));
            }
            continue;
        }
        if let (Some(name), true) = (declaration.root.name, declaration.renamed) {
            pieces.push((name, crate::json::quote(declaration.name.as_deref().unwrap_or_default())));
        }
        if let Some(schema) = declaration.root.schema {
            let mut text = String::new();
            schema_text(tape, declaration, case, &mut text);
            pieces.push((schema, text));
        }
    }
    pieces.extend(removed_tools.iter().map(|tool| (*tool, String::new())));
    pieces.sort_by_key(|(id, _)| *id);
    replace(tape, &pieces)
}

/// Replaces nodes by texts; an empty text takes an array element out, with one comma.
fn replace(tape: &Tape<'_>, pieces: &[(JsonId, String)]) -> String {
    let source = tape.text();
    let mut out = String::with_capacity(source.len());
    let mut from = 0;
    for (id, text) in pieces {
        let span = tape.span(*id);
        let (mut start, mut end) = (span.start as usize, span.end as usize);
        if text.is_empty() {
            let last = !source[end..].trim_start().starts_with(',');
            (start, end) = with_comma(source, start.max(from), end);
            out.push_str(&source[from..start.max(from)]);
            if last {
                // Those before it that went took the comma after them.
                out.truncate(out.trim_end().trim_end_matches(',').len());
            }
        } else {
            out.push_str(&source[from..start.max(from)]);
            out.push_str(text);
        }
        from = end;
    }
    out.push_str(&source[from..]);
    out
}

/// An element's range with the comma after it, or the one before it if it is the last.
fn with_comma(source: &str, start: usize, end: usize) -> (usize, usize) {
    let rest = &source[end..];
    let trimmed = rest.trim_start();
    if trimmed.starts_with(',') {
        let after = end + (rest.len() - trimmed.len()) + 1;
        let space = source[after..].len() - source[after..].trim_start().len();
        return (start, after + space);
    }
    let before = source[..start].trim_end();
    if let Some(before) = before.strip_suffix(',') { (before.len(), end) } else { (start, end) }
}
