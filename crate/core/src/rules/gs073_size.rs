//! # too large a schema
//!
//! Removes the longest enums of a schema that has more values or characters than the target accepts, and reports one
//! that has too many properties.
//!
//! ## Why
//!
//! In strict mode, OpenAI accepts at most 5,000 properties in a schema; at most 120,000 characters in the names of
//! properties and definitions and in the values of `enum` and `const` together; at most 1,000 values in all enums; and
//! at most 15,000 characters in an enum of more than 250 strings.
//!
//! ## What changes
//!
//! Definitions that nothing refers to go first. Without an enum, the output accepts other values of the type too, and
//! the description lists as many of the values as it has room for. Shorter enums stay. Properties and names stay, too:
//! the API rejects the output if these alone are too many, and the tool cannot be used with this target.
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
//! - Split a tool with very many properties into several, or take rarely used ones as a list of names and values.

use std::{borrow::Cow, mem};

use super::{Rendered, prelude::*};
use crate::{
    json::{Parents, Piece, Tape, quote, read, replace},
    lower::{Edit, spell_list, with_hints},
    order::{Gather, sort_by_key},
    resolve::{Pointers, References},
    schema::{Ast, DEFINITIONS, Entry, Link, SchemaId, Spelling, pointer_along},
    targets::Target,
};

pub(super) static RULE: Rule = Rule::of(
    module_path!(),
    Priority::Low,
    Severity::Error,
    &["OpenAI API documentation: Structured Outputs, supported schemas"],
);

pub(super) static HOOKS: &[Hook] = &[Hook::Text(fit)];

/// An enum with more values is limited in the characters of its strings.
const LONG: usize = 250;

/// An enum of the output.
struct List {
    schema: SchemaId,
    key: JsonId,
    values: Vec<JsonId>,
    /// The characters of its strings.
    characters: usize,
}

impl List {
    /// Whether its strings are longer than those of an enum may be.
    fn is_too_long(&self, target: &Target) -> bool {
        self.values.len() > LONG && self.characters > target.max_enum_text
    }
}

/// What the target counts in a schema.
struct Size {
    properties: usize,
    /// The characters of the names of properties and definitions, and of constants.
    names: usize,
    /// The characters of the strings in all enums.
    listed: usize,
    /// The values of all enums.
    values: usize,
}

impl Size {
    fn of(ast: &Ast<'_>, lists: &[List]) -> Size {
        let tape = ast.tape();
        let characters = |text: Option<Cow<'_, str>>| text.map_or(0, |text| text.chars().count());
        let mut size = Size { properties: 0, names: 0, listed: 0, values: 0 };
        for entry in ast.ids().flat_map(|schema| ast.entries(schema)).filter(|entry| !entry.shadowed) {
            if matches!(entry.keyword, Keyword::Properties | Keyword::Defs | Keyword::Definitions) {
                let names = tape.members(entry.json());
                let (count, length) =
                    names.fold((0, 0), |(count, length), key| (count + 1, length + characters(Some(tape.key(key)))));
                size.properties += if entry.keyword == Keyword::Properties { count } else { 0 };
                size.names += length;
            } else if entry.keyword == Keyword::Const {
                size.names += characters(tape.string(entry.json()));
            }
        }
        size.listed = lists.iter().map(|list| list.characters).sum();
        size.values = lists.iter().map(|list| list.values.len()).sum();
        size
    }

    /// Whether there are more characters than the target takes, and fewer without the enums.
    fn lists_too_much(&self, target: &Target) -> bool {
        self.names <= target.max_text && self.names + self.listed > target.max_text
    }

    /// Whether there is more of anything than the target takes.
    fn exceeds(&self, target: &Target) -> bool {
        self.properties > target.max_properties
            || self.names + self.listed > target.max_text
            || self.lists_too_many(target)
    }

    fn lists_too_many(&self, target: &Target) -> bool {
        self.values > target.max_enum_values
    }
}

fn fit(rendered: &mut Rendered<'_>) {
    if rendered.text.len() < rendered.target.fewest_bytes_of_too_large() {
        return;
    }
    let text = mem::take(&mut rendered.text);
    let fitting = read(&text).ok().and_then(|output| fitting(rendered, &output));
    rendered.text = fitting.unwrap_or(text);
}

/// The output without the enums that make it too large, if there are any; reports these, and what cannot be mended.
fn fitting(rendered: &mut Rendered<'_>, output: &Tape<'_>) -> Option<String> {
    let mut ast = Ast::new(output, JsonId::ROOT, Spelling::JsonSchema, rendered.work);
    let lists = lists(&ast);
    let size = Size::of(&ast, &lists);
    if size.exceeds(rendered.target) || lists.iter().any(|list| list.is_too_long(rendered.target)) {
        let pieces = remove_unused(rendered, &mut ast);
        if !pieces.is_empty() {
            let shorter = replace(output, pieces);
            let fitting = read(&shorter).ok().and_then(|output| fitting(rendered, &output));
            return Some(fitting.unwrap_or(shorter));
        }
    }
    let pieces = remove_longest(rendered, &ast, lists, &size);
    tell(rendered, size.properties, rendered.target.max_properties, "properties");
    tell(rendered, size.names, rendered.target.max_text, "characters in its names and constants");
    (!pieces.is_empty()).then(|| replace(output, pieces))
}

/// Removes definitions to which no reference leads.
fn remove_unused(rendered: &mut Rendered<'_>, ast: &mut Ast<'_>) -> Vec<Piece> {
    let reached = References::new(ast).reached(ast);
    let is_unused = |entry: &&Entry| {
        let is_used = |link: &Link| link.schema.is_some_and(|schema| reached.contains(&schema));
        DEFINITIONS.contains(&entry.keyword) && !ast.links(entry.value).iter().any(is_used)
    };
    let mut places = Places::new(ast.tape(), rendered.source);
    let mut pieces = Vec::new();
    for entry in ast.entries(SchemaId::ROOT).iter().filter(is_unused) {
        let (pointer, source) = places.of(entry.key);
        rendered.edits.push(Edit {
            message: Some("the schema is too large, and no reference leads to any of these definitions".into()),
            fix: Some("removed".into()),
            outputs: vec![pointer],
            ..Edit::new(&RULE, source)
        });
        pieces.push(Piece::removed_member(ast.tape(), entry.key));
    }
    pieces
}

/// Reports what no change can mend.
fn tell(rendered: &mut Rendered<'_>, count: usize, most: usize, what: &str) {
    if count <= most {
        return;
    }
    let message = format!("the schema has {count} {what}; {} takes at most {most}", rendered.target.reader);
    rendered.edits.push(Edit {
        message: Some(message.into()),
        fix: Some("none, the output is still too large; split the tool into several with fewer properties".into()),
        accepts_less: Some("all arguments".into()),
        fatal: true,
        outputs: vec![String::new()],
        ..Edit::new(&RULE, rendered.source.1)
    });
}

/// Removes enums until the others fit: those that are too long by themselves, then those that take most of what there
/// is too much of.
fn remove_longest(rendered: &mut Rendered<'_>, ast: &Ast<'_>, mut lists: Vec<List>, size: &Size) -> Vec<Piece> {
    let (target, output) = (rendered.target, ast.tape());
    let mut left = Size { ..*size };
    let by_text = !size.lists_too_many(target);
    let weight = |list: &List| if by_text { list.characters } else { list.values.len() };
    sort_by_key(&mut lists, |list| (!list.is_too_long(target), usize::MAX - weight(list)));
    let (mut pieces, mut places) = (Vec::new(), Places::new(output, rendered.source));
    for list in lists {
        let (count, characters) = (list.values.len(), list.characters);
        let (found, most) = if list.is_too_long(target) {
            let most = format!("{} characters in an enum", target.max_enum_text);
            (format!("the enum has {characters} characters in {count} values"), most)
        } else if left.lists_too_many(target) {
            let found = format!("the schema has {} values in its enums, {count} of them in this one", size.values);
            (found, format!("{} in all", target.max_enum_values))
        } else if left.lists_too_much(target) {
            let all = size.names + size.listed;
            let found =
                format!("the schema has {all} characters in names and values, {characters} of them in this enum");
            (found, format!("{} in all", target.max_text))
        } else {
            break;
        };
        (left.values, left.listed) = (left.values - count, left.listed - characters);
        let hint = format!("one of: {}", spell_list(output, &list.values));
        let (pointer, source) = places.of(list.key);
        rendered.edits.push(Edit {
            message: Some(format!("{found}; {} takes at most {most}", target.reader).into()),
            fix: Some("`enum` removed".into()),
            described: rendered.hints.then(|| hint.clone()).into_iter().collect(),
            accepts_more: Some("values that are not listed".into()),
            outputs: vec![pointer],
            ..Edit::new(&RULE, source)
        });
        let words = if rendered.hints { vec![hint] } else { Vec::new() };
        pieces.extend(removal(ast, &list, &words));
    }
    pieces
}

/// The enums of the output that can be removed: those beside a type.
fn lists(ast: &Ast<'_>) -> Vec<List> {
    let tape = ast.tape();
    let typed = ast.ids().filter(|schema| ast.keywords(*schema).has(Keyword::Type));
    let enums = typed.flat_map(|schema| ast.entries(schema).iter().map(move |entry| (schema, entry)));
    let enums = enums.filter(|(_, entry)| entry.keyword == Keyword::Enum && !entry.shadowed);
    let list = |(schema, entry): (SchemaId, &Entry)| {
        let values = tape.elements(entry.json()).gather();
        let length = |value: &JsonId| tape.string(*value).map_or(0, |text| text.chars().count());
        let characters = values.iter().map(length).sum();
        List { schema, key: entry.key, values, characters }
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
