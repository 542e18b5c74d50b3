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

use super::{Hook, Priority, Rendered, Rule};
use crate::{
    json::{JsonId, Parents, Piece, Tape, quote, read, replace},
    lower::{Edit, Severity, spell_list, with_hints},
    order::{Gather, sort_by_key},
    resolve::Pointers,
    schema::{Ast, Entry, Keyword, SchemaId, Spelling, pointer_along},
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
    if total <= most && lists.iter().all(|list| list.beyond.is_none()) {
        return;
    }
    sort_by_key(&mut lists, |list| (list.beyond.is_none(), usize::MAX - list.values.len()));
    let (mut left, mut pieces, mut places) = (total, Vec::new(), Places::new(&output, rendered.source));
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
        let (pointer, source) = places.of(list.key);
        rendered.edits.push(Edit {
            message: Some(format!("{found}; {} takes at most {most}", rendered.target.reader).into()),
            fix: Some("removed".into()),
            described: rendered.hints.then(|| hint.clone()).into_iter().collect(),
            accepts_more: Some("values that are not listed".into()),
            outputs: vec![pointer],
            ..Edit::new(&RULE, source)
        });
        let words = if rendered.hints { vec![hint] } else { Vec::new() };
        pieces.extend(removal(&ast, &list, &words));
    }
    rendered.text = replace(&output, pieces);
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

/// The pieces that remove an enum and state its values in the description.
fn removal(ast: &Ast<'_>, list: &List, words: &[String]) -> Vec<Piece> {
    let tape = ast.tape();
    let description = ast.entries(list.schema).iter().find(|entry| entry.keyword == Keyword::Description);
    let own = description.and_then(|entry| tape.string(entry.json()));
    let text = with_hints(own.as_deref().unwrap_or_default(), words).map(|text| quote(&text));
    match (description, text) {
        (None, Some(text)) => vec![Piece::member(tape, list.key, format!("\"description\":{text}"))],
        (Some(entry), Some(text)) => {
            vec![Piece::new(tape, entry.json(), text), Piece::removed_member(tape, list.key)]
        }
        (_, None) => vec![Piece::removed_member(tape, list.key)],
    }
}

/// Finds the schemas of the output, and those that they were made of.
struct Places<'p> {
    output: &'p Tape<'p>,
    parents: Parents,
    source: (&'p Tape<'p>, JsonId),
    pointers: Pointers,
}

impl<'p> Places<'p> {
    fn new(output: &'p Tape<'p>, source: (&'p Tape<'p>, JsonId)) -> Places<'p> {
        Places { output, parents: Parents::new(output), source, pointers: Pointers::default() }
    }

    /// The pointer to the parent of a member of the output, and that member in the source, or what is nearest to it.
    fn of(&mut self, key: JsonId) -> (String, JsonId) {
        let mut pointer = pointer_along(self.output, &self.parents.steps(key));
        let (tape, root) = self.source;
        let mut sought = pointer.clone();
        pointer.truncate(pointer.rfind('/').unwrap_or_default());
        loop {
            match self.pointers.follow(tape, root, &sought) {
                Some(place) => return (pointer, tape.key_of(place).unwrap_or(place)),
                None => sought.truncate(sought.rfind('/').unwrap_or_default()),
            }
        }
    }
}
