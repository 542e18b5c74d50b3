//! The server's error message for a source that it rejects, with the names and places of the tool.

use super::{
    context::Context,
    evidence::concerns,
    fault,
    path::{Path, Sense},
};
use crate::{
    catalogue::{Row, row},
    declare::DECLARATIONS,
    json::{Step, Tape},
    lower::Role,
    schema::Keyword,
    targets::Support,
};

/// The longest error message that is quoted, in bytes: it contains names of the tool, which may be of any length.
const MAX_TEXT: usize = 4_096;

/// A source that is rejected.
pub(super) struct Refusal<'a> {
    pub(super) tool: &'a Context<'a>,
    pub(super) tape: &'a Tape<'a>,
    /// The steps to it from the root of the document.
    pub(super) steps: &'a [Step],
    /// The path to it; `None` outside the tool's schema.
    pub(super) way: Option<&'a Path<'a>>,
    /// Whether it is in the schema of what the function returns.
    pub(super) is_returned: bool,
}

/// How the servers name the place of a schema.
#[derive(Clone, Copy)]
enum Style {
    /// `.properties[2].value.items`: the protobuf reader.
    Message,
    /// `.properties[name].items`: the Gemini API's checks.
    Named,
    /// `.name.items`: Vertex AI's checks.
    Dotted,
    /// `properties.name.items`: the reader of `parametersJsonSchema`.
    Full,
}

/// How messages with a link end, which is omitted.
const MORE: &str = " Learn more: …";

/// How the protobuf reader's message for an unknown field starts.
const UNKNOWN: &str = "Unknown name \"";

/// The prefix of a message that is typical of such a case, where the server would report another error first.
const LIKE: &str = "like: ";

/// How catalogue rows name the place of a function's arguments in a request, and that of a response schema.
const ARGUMENTS: &str = "tools[{T}].function_declarations[{N}].parameters";
const RESPONSE: &str = "generation_config.response_schema";
/// Where a request has the schema of what a function returns, which no row of the catalogue is about.
const RETURNED: &str = "tools[{T}].function_declarations[{N}].response";

/// How catalogue rows name a function in a request.
const FUNCTIONS: [&str; 2] = ["tools[{T}].function_declarations[{N}]", "tools[0].function_declarations[{N}]"];

/// How the reader of `parametersJsonSchema` names the root.
const ROOT: &str = "top-level";

/// How the protobuf reader of the Gemini API names the API; how that of Vertex AI does is not recorded.
const API: &str = "google.ai.generativelanguage.v1beta";

/// How catalogue rows name the schema of a property.
const PATHS: [&str; 3] = [".properties[{I}].value", ".properties[{NAME}]{PATH}", ".properties[{NAME}]"];

impl Refusal<'_> {
    /// The text of the first row that applies to this target and is about the finding; with the prefix `like: ` where
    /// the server would report another error first. If it cannot be filled in, no other is the server's.
    pub(super) fn text(&self, evidence: &[&str]) -> Option<String> {
        let rows = evidence.iter().filter_map(|id| row(id)).filter(|row| self.applies_to(row));
        let mut about = rows.filter_map(|row| Some((row, self.line(row.text)?)));
        about.next().and_then(|(row, line)| self.filled(row, line))
    }

    fn applies_to(&self, row: &Row) -> bool {
        // A response schema belongs to no function that could be named.
        let by_role = self.tool.role != Role::Response || !row.text.contains("{FN}");
        by_role && concerns(row, self.tool)
    }

    fn filled(&self, row: &Row, text: String) -> Option<String> {
        let style = match row.id.as_bytes() {
            [b'V', ..] => Style::Dotted,
            [b'P', ..] => Style::Message,
            [b'J', ..] => Style::Full,
            _ => Style::Named,
        };
        let text = text.strip_suffix(MORE).map_or(text.clone(), str::to_owned);
        let place = match self.tool.role {
            Role::Arguments if self.is_returned => RETURNED,
            Role::Arguments => ARGUMENTS,
            Role::Response => RESPONSE,
        };
        let text = text.replace(ARGUMENTS, place).replace(RESPONSE, place);
        let api = self.tool.target.surfaces.contains(&"gemini-api").then_some(API);
        let text = text.replace("{API}", api.unwrap_or("{API}"));
        let text = PATHS.iter().fold(text, |text, path| text.replace(path, "{PATH}"));
        let function = self.function();
        let text = FUNCTIONS.iter().fold(text, |text, recorded| text.replace(recorded, &function));
        let path = self.path(style);
        let text = text.replace("{PATH}", path.as_deref().unwrap_or_default()).replace("{FN}", self.tool.name);
        let is_named = !self.tool.name.is_empty() || !row.text.contains("{FN}");
        let is_whole = is_named && text.len() <= MAX_TEXT && !text.contains(['{', '…']) && !text.starts_with('.');
        // Which checks apply to what a function returns is only known of the protobuf reader.
        let is_exact = path.is_some() && (!self.is_returned || matches!(style, Style::Message));
        is_whole.then(|| if is_exact { text } else { LIKE.to_owned() + &text })
    }

    /// The function's place: of a request that has lists of functions, its own; else that in the request which declares
    /// all tools of the document.
    fn function(&self) -> String {
        let outside = self.steps.len() - self.way.map_or(0, |way| way.steps.len());
        let index = |step: Option<&Step>| match step {
            Some(Step::Index(index)) => *index as usize,
            _ => 0,
        };
        let is_list = |step: &Step| match step {
            Step::Member(key) => DECLARATIONS.contains(&&*self.tape.key(*key)),
            Step::Index(_) => false,
        };
        let (tool, function) = match self.steps[..outside].iter().position(is_list) {
            Some(list) => (index(self.steps[..list].last()), index(self.steps.get(list + 1))),
            None => (0, self.tool.index),
        };
        format!("tools[{tool}].function_declarations[{function}]")
    }

    /// The part of a row's text that applies to the finding, filled in. The message for unknown fields applies to any
    /// field, whose name is filled in; another text that names a keyword applies to that keyword only.
    fn line(&self, text: &str) -> Option<String> {
        let first = text.lines().next()?;
        let text = if first.ends_with(':') { text } else { first };
        let text = self.way.map_or_else(|| Some(text.to_owned()), |way| fault::filled(way, text))?;
        if let Some((before, rest)) = text.split_once(UNKNOWN) {
            let (known, after) = rest.split_once('"')?;
            let name = self.name();
            let keyword = self.way.and_then(Path::keyword);
            // `oneOf` and `allOf` were observed to parse (P-oneOf-undocumented).
            let parses = |keyword| matches!(keyword, Keyword::OneOf | Keyword::AllOf);
            let is_refused = |keyword| self.tool.target.support(keyword) == Support::Refused && !parses(keyword);
            let refused = keyword.is_some_and(is_refused);
            let is_said = name.as_deref() == Some(known) || (refused && after.ends_with("Cannot find field."));
            let name = name.filter(|_| is_said)?;
            return Some(format!("{before}{UNKNOWN}{name}\"{after}"));
        }
        let about = text.split_once("{PATH}.").map(|(_, rest)| rest.split([':', '[', '\'']).next().unwrap_or_default());
        let is_other = |about: &str| {
            let keyword = self.way.and_then(Path::keyword);
            keyword.is_some_and(|keyword| keyword != Keyword::from_name(about) && keyword != Keyword::Type)
        };
        (!about.is_some_and(is_other)).then_some(text)
    }

    /// The name of the member that was found.
    fn name(&self) -> Option<String> {
        let way = self.way?;
        way.before(way.steps.len()).map(|key| way.tape.key(key).into_owned())
    }

    /// The place of the schema that contains the finding, as the server writes it; `None` if the server stops before,
    /// at a keyword that it rejects.
    fn path(&self, style: Style) -> Option<String> {
        let way = self.way?;
        let steps: Option<String> = (0..way.steps.len()).map(|at| self.step(way, at, style)).collect();
        steps.map(|steps| match (style, steps.strip_prefix('.')) {
            (Style::Full, path) => path.unwrap_or(ROOT).to_owned(),
            _ => steps,
        })
    }

    /// The text of one step of the path.
    fn step(&self, way: &Path<'_>, at: usize, style: Style) -> Option<String> {
        let within = at + 1 < way.steps.len();
        if matches!(style, Style::Full) {
            return Some(full(way, at));
        }
        match way.steps[at] {
            (Sense::Name, Step::Member(name)) if is(&way.steps, at, Keyword::Properties) => {
                let text = way.tape.key(name);
                Some(match style {
                    Style::Message => {
                        let parent = way.before(at)?.value_of_key();
                        let position = way.tape.members(parent).position(|other| other == name)?;
                        format!(".properties[{position}].value")
                    }
                    Style::Named => format!(".properties[{text}]"),
                    Style::Dotted | Style::Full => format!(".{text}"),
                })
            }
            (Sense::Alternative(index), _) if is(&way.steps, at, Keyword::AnyOf) => Some(format!(".any_of[{index}]")),
            (Sense::Keyword(Keyword::Items), _) if within => Some(".items".to_owned()),
            (Sense::Name | Sense::Alternative(_), _) => None,
            // The server stops at a keyword that it has no field for.
            (Sense::Keyword(keyword), _) if within && self.tool.target.support(keyword) == Support::Refused => None,
            (Sense::Keyword(_) | Sense::Element(_), _) => Some(String::new()),
        }
    }
}

/// The text of one step of a path that has all of them.
fn full(way: &Path<'_>, at: usize) -> String {
    let leads_to_schema = !matches!(way.steps.get(at + 1), None | Some((Sense::Element(_), _)));
    match way.steps[at] {
        (Sense::Keyword(keyword), _) if leads_to_schema => format!(".{}", keyword.name()),
        (Sense::Name, Step::Member(name)) => format!(".{}", way.tape.key(name)),
        (Sense::Alternative(index), _) => format!(".{index}"),
        _ => String::new(),
    }
}

/// Whether the step before `at` leads to the value of `keyword`.
fn is(steps: &[(Sense, Step)], at: usize, keyword: Keyword) -> bool {
    at > 0 && steps[at - 1].0 == Sense::Keyword(keyword)
}
