//! What the server says to a source that it refuses, with the names and places of the tool at hand.

use super::place::{Context, Step};
use crate::{
    catalogue::{REFUSALS, Row},
    json::{JsonId, Tape},
    lower::Found,
    schema::Keyword,
    targets::{Door, Support},
};

/// What is refused.
pub(super) struct Refused<'a> {
    pub(super) tape: &'a Tape<'a>,
    pub(super) tool: &'a Context<'a>,
    pub(super) found: Found<'a>,
    /// The way to it from the root of the tool's schema, the last step first; `None` for what lies outside.
    pub(super) steps: Option<&'a [Step]>,
}

/// How the servers name the place of a schema.
#[derive(Clone, Copy, PartialEq)]
enum Style {
    /// `.properties[2].value.items`: the protobuf reader.
    Message,
    /// `.properties[name].items`: the Gemini API's checks.
    Named,
    /// `.name.items`: Vertex AI's checks.
    Dotted,
}

/// How the protobuf reader starts to say that it does not know a member.
const UNKNOWN: &str = "Unknown name \"";

/// What says that a text is another's, in whose words the server would speak.
const LIKE: &str = "like: ";

impl Refused<'_> {
    /// The text of the first of the rows that is about this target, filled in; `like: …` where the server would say
    /// it of another place, or of another name.
    pub(super) fn text(&self, evidence: &[&str]) -> Option<String> {
        let rows = evidence.iter().filter_map(|id| REFUSALS.iter().find(|row| row.id == *id));
        rows.filter(|row| self.concerns(row)).find_map(|row| self.filled(row))
    }

    fn concerns(&self, row: &Row) -> bool {
        let door = self.tool.target.door;
        let by_door = match row.door {
            "parameters" => door == Door::Parameters,
            "parametersJsonSchema" => door == Door::JsonSchema,
            _ => door != Door::OpenAi,
        };
        by_door && self.tool.target.surfaces.contains(&row.surface)
    }

    fn filled(&self, row: &Row) -> Option<String> {
        let style = match row.id.as_bytes() {
            [b'V', ..] => Style::Dotted,
            [b'P', ..] => Style::Message,
            _ => Style::Named,
        };
        let line = self.line(row.text)?;
        let path = self.path(style);
        let index = self.tool.index.to_string();
        let name = self.names().next().map(|key| self.tape.key(key).into_owned());
        let mut text = line
            .replace(".properties[{I}].value", "{PATH}")
            .replace(".properties[{NAME}]{PATH}", "{PATH}")
            .replace(".properties[{NAME}]", "{PATH}")
            .replace("{PATH}", path.as_deref().unwrap_or_default())
            .replace("{T}", "0")
            .replace("{N}", &index)
            .replace("{FN}", self.tool.name)
            .replace("{K}", &self.index().unwrap_or_default().to_string());
        if let Some(name) = name {
            text = text.replace("{NAME}", &name);
        }
        let is_whole = !text.contains('{') && !text.contains('…');
        is_whole.then(|| if path.is_some() { text } else { LIKE.to_owned() + &text })
    }

    /// The line of a row that is about what was found. What the server does not know it names, whatever it is; other
    /// texts that name a keyword are about that one only.
    fn line(&self, text: &str) -> Option<String> {
        let Some((before, rest)) = text.lines().next()?.split_once(UNKNOWN) else {
            return Some(text.lines().next()?.to_owned());
        };
        let (known, after) = rest.split_once('"')?;
        let name = self.found.member()?;
        let is_unknown = after.ends_with("Cannot find field.")
            && self.tool.target.support(Keyword::from_name(&name)) == Support::Refused;
        (is_unknown || name == known).then(|| format!("{before}{UNKNOWN}{name}\"{after}"))
    }

    /// The keys of the properties on the way, the innermost first.
    fn names(&self) -> impl Iterator<Item = JsonId> {
        let steps = self.steps.unwrap_or_default();
        steps.windows(2).filter_map(|pair| match *pair {
            [Step::Member(name), Step::Member(key)] if self.tape.key_is(key, "properties") => Some(name),
            _ => None,
        })
    }

    /// Which element of a list was found.
    fn index(&self) -> Option<u32> {
        match self.steps?.first()? {
            Step::Index(index) => Some(*index),
            Step::Member(_) => None,
        }
    }

    /// The place of the schema that holds what was found, as the server writes it; `None` where it does not get
    /// that far, because it refuses a keyword on the way.
    fn path(&self, style: Style) -> Option<String> {
        let steps: Vec<Step> = self.steps?.iter().rev().copied().collect();
        let mut path = String::new();
        let mut at = 0;
        while let Some(Step::Member(key)) = steps.get(at).copied() {
            let name = self.tape.key(key);
            match (name.as_ref(), steps.get(at + 1).copied()) {
                ("properties", Some(Step::Member(property))) => {
                    let text = self.tape.key(property);
                    match style {
                        Style::Message => {
                            let position = self.tape.members(key.value_of_key()).position(|other| other == property);
                            path += &format!(".properties[{}].value", position.unwrap_or_default());
                        }
                        Style::Named => path += &format!(".properties[{text}]"),
                        Style::Dotted => path += &format!(".{text}"),
                    }
                    at += 2;
                }
                ("anyOf", Some(Step::Index(index))) => {
                    path += &format!(".any_of[{index}]");
                    at += 2;
                }
                ("items", Some(Step::Member(_))) => {
                    path += ".items";
                    at += 1;
                }
                // The keyword that the text is about, or one of its elements.
                (_, None) => break,
                (_, Some(Step::Index(_))) if at + 2 == steps.len() => break,
                _ => return None,
            }
        }
        Some(path)
    }
}
