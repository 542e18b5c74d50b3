//! # too many enum values
//!
//! Removes the longest enums of a schema that lists more values than the target accepts in all of its enums together.
//!
//! ## Why
//!
//! In strict mode, OpenAI accepts at most 1,000 values in all enums of a schema, and at most 15,000 characters in an
//! enum of more than 250 strings.
//!
//! ## What changes
//!
//! The output accepts other values of the type too, and the description lists as many of the values as it has room for.
//! Shorter enums stay.
//!
//! ## Examples
//!
//! A schema with fewer values stays as it is:
//!
//! ```json source
//! {"type":"object","properties":{"unit":{"type":"string","enum":["kg","lb"]}},"required":["unit"],"additionalProperties":false}
//! ```
//!
//! ```json gemini
//! {"type":"OBJECT","properties":{"unit":{"type":"STRING","enum":["kg","lb"]}},"required":["unit"]}
//! ```
//!
//! ```json openai-strict
//! {
//!   "type": "object",
//!   "properties": {"unit":{"type":"string","enum":["kg","lb"]}},
//!   "required": ["unit"],
//!   "additionalProperties": false
//! }
//! ```
//!
//! ## In your server
//!
//! - Take any string, and answer a value that does not exist with the ones that are meant.
//! - Offer a tool that searches the values.

use std::ops::Range;

use super::{Hook, Priority, Rendered, Rule};
use crate::{
    json::{JsonId, Tape, quote, read},
    lower::{Edit, Severity, spell_list, with_hints},
    order::{Gather, sort_by_key},
    schema::{Ast, Entry, Keyword, SchemaId, Spelling, push_index, push_key},
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["OpenAI API documentation: Structured Outputs, supported schemas"],
    ..Rule::of(module_path!())
};

pub(super) static HOOKS: &[Hook] = &[Hook::Text(remove_longest)];

/// An enum with more values is limited in the characters of its strings.
const LONG: usize = 250;

/// An enum of the output.
struct List {
    schema: SchemaId,
    key: JsonId,
    values: Vec<JsonId>,
    /// The characters of its strings, if they are more than an enum may have.
    beyond: Option<usize>,
}

/// A range of the output and its replacement.
type Change = (Range<usize>, String);

fn remove_longest(rendered: &mut Rendered<'_>) {
    let (most, longest) = (rendered.target.max_enum_values, rendered.target.max_enum_text);
    // Each value takes a digit and a comma.
    if rendered.text.len() / 2 < most.min(longest) {
        return;
    }
    let Ok(output) = read(&rendered.text) else { return };
    let ast = Ast::new(&output, JsonId::ROOT, Spelling::JsonSchema, rendered.work);
    let mut lists = lists(&ast, longest);
    let total: usize = lists.iter().map(|list| list.values.len()).sum();
    sort_by_key(&mut lists, |list| (list.beyond.is_none(), usize::MAX - list.values.len()));
    let (mut left, mut changes, mut edits) = (total, Vec::new(), Vec::new());
    for list in lists {
        if left <= most && list.beyond.is_none() {
            break;
        }
        left -= list.values.len();
        let hint = format!("one of: {}", spell_list(&output, &list.values));
        let found = match list.beyond {
            Some(characters) => format!("the enum has {characters} characters in {} values", list.values.len()),
            None => format!("the schema has {total} values in its enums, {} of them in this one", list.values.len()),
        };
        let most = list.beyond.map_or_else(|| format!("{most} in all"), |_| format!("{longest} characters in an enum"));
        let (pointer, source) = place(&output, list.key, rendered.source);
        edits.push(Edit {
            message: Some(format!("{found}; {} takes at most {most}", rendered.target.reader).into()),
            fix: Some("removed".into()),
            described: rendered.hints.then(|| hint.clone()),
            accepts_more: Some("values that are not listed".into()),
            outputs: vec![pointer],
            ..Edit::new(&RULE, source)
        });
        let words = if rendered.hints { vec![hint] } else { Vec::new() };
        changes.extend(removal(&ast, &list, &words));
    }
    sort_by_key(&mut changes, |(range, _)| range.start);
    for (range, text) in changes.into_iter().rev() {
        rendered.text.replace_range(range, &text);
    }
    rendered.edits.extend(edits);
}

/// The enums of the output that can be removed: those beside a type.
fn lists(ast: &Ast<'_>, longest: usize) -> Vec<List> {
    let tape = ast.tape();
    let typed = ast.ids().filter(|schema| ast.keywords(*schema).has(Keyword::Type));
    let enums = typed.flat_map(|schema| ast.entries(schema).iter().map(move |entry| (schema, entry)));
    let enums = enums.filter(|(_, entry)| entry.keyword == Keyword::Enum && !entry.shadowed);
    let list = |(schema, entry): (SchemaId, &Entry)| {
        let values = tape.elements(entry.json()).gather();
        let length = |value: &JsonId| tape.string(*value).map_or(0, |text| text.chars().count());
        let characters: usize = values.iter().map(length).sum();
        let beyond = Some(characters).filter(|characters| values.len() > LONG && *characters > longest);
        List { schema, key: entry.key, values, beyond }
    };
    enums.map(list).gather()
}

/// The changes that remove an enum and state its values in the description.
fn removal(ast: &Ast<'_>, list: &List, words: &[String]) -> Vec<Change> {
    let tape = ast.tape();
    let range = |id: JsonId| tape.span(id).start as usize..tape.span(id).end as usize;
    let member = range(list.key).start..range(list.key.value_of_key()).end;
    let description = ast.entries(list.schema).iter().find(|entry| entry.keyword == Keyword::Description);
    let own = description.and_then(|entry| tape.string(entry.json()));
    let text = with_hints(own.as_deref().unwrap_or_default(), words).map(|text| quote(&text));
    match (description, text) {
        (None, Some(text)) => vec![(member, format!("\"description\":{text}"))],
        (Some(entry), Some(text)) => vec![(range(entry.json()), text), (with_comma(tape, member), String::new())],
        (_, None) => vec![(with_comma(tape, member), String::new())],
    }
}

/// A member with a comma; it is not the only member.
fn with_comma(tape: &Tape<'_>, member: Range<usize>) -> Range<usize> {
    let (before, after) = (tape.text()[..member.start].trim_end(), &tape.text()[member.end..]);
    match after.trim_start().strip_prefix(',') {
        Some(rest) => member.start..tape.text().len() - rest.trim_start().len(),
        None => before.len() - usize::from(before.ends_with(','))..member.end,
    }
}

/// The pointer to the schema with an enum, and the key of the enum in the source, as far as the source has these places.
fn place(output: &Tape<'_>, key: JsonId, (source, root): (&Tape<'_>, JsonId)) -> (String, JsonId) {
    let (mut pointer, mut at, mut same, mut nearest) = (String::new(), JsonId::ROOT, Some(root), root);
    loop {
        let name =
            output.members(at).find(|name| output.contains(*name, key) || output.contains(name.value_of_key(), key));
        let element = output.elements(at).enumerate().find(|(_, element)| output.contains(*element, key));
        let of_source =
            |object: JsonId, name: &str| source.members(object).filter(|key| source.key_is(*key, name)).last();
        match (name, element) {
            (Some(name), _) => {
                let known = same.and_then(|object| of_source(object, &output.key(name)));
                nearest = known.unwrap_or(nearest);
                if name == key {
                    return (pointer, nearest);
                }
                push_key(&mut pointer, &output.key(name));
                (at, same) = (name.value_of_key(), known.map(JsonId::value_of_key));
            }
            (None, Some((index, element))) => {
                same = same.and_then(|list| source.elements(list).nth(index));
                nearest = same.unwrap_or(nearest);
                push_index(&mut pointer, index);
                at = element;
            }
            (None, None) => return (pointer, nearest),
        }
    }
}
