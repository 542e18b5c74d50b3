//! Places in a request, as Google's servers write them: `tools[0].function_declarations[3].parameters.properties[2].value`.

use std::fmt::Write as _;

use super::template::is_truncated;
use crate::schema::Keyword;

/// The longest place that is read, in bytes.
const MAX: usize = 1_024;
/// The longest key in brackets.
const MAX_KEY: usize = 256;

/// A place in a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place(String);

impl Place {
    /// Reads the place at `at`, and returns where it ends. A line may be wrapped within it.
    pub(super) fn read(text: &str, at: usize) -> Option<(Place, usize)> {
        let bytes = text.as_bytes();
        let most = bytes.len().min(at + MAX);
        let (mut end, mut key) = (at, None);
        while end < most {
            match (bytes[end], key) {
                (b']', _) => key = None,
                (_, Some(from)) if end - from > MAX_KEY => return None,
                // A wrapped line, and the ellipsis of rows that shorten a place.
                (_, Some(_)) | (0x80.. | b'\n', None) => {}
                (b'[', None) => key = Some(end),
                (byte, None) if byte.is_ascii_alphanumeric() || b"._${}".contains(&byte) => {}
                _ => break,
            }
            end += 1;
        }
        let place: String = text.get(at..end)?.chars().filter(|char| *char != '\n').collect();
        let place = if place.contains("function_declarations[") { place } else { with_brackets(&place) };
        (key.is_none() && !place.is_empty()).then_some((Place(place), end))
    }

    pub(super) fn text(&self) -> &str {
        &self.0
    }

    /// The steps before the last, within which the text ends at `end`; `None` where the text goes on.
    pub(super) fn truncated(self, text: &str, end: usize) -> Option<Place> {
        let whole = self.0.trim_end_matches(['.', '…']);
        let ends = whole.len() < self.0.len() || is_truncated(text, end);
        ends.then(|| Place(whole.rsplit_once('.').map_or(whole, |(steps, _)| steps).to_owned()))
    }

    /// The index in `tools`.
    pub(super) fn tool(&self) -> Option<u32> {
        self.index("tools[")
    }

    /// The index in `function_declarations` of a tool.
    pub(super) fn function(&self) -> Option<u32> {
        self.index("function_declarations[")
    }

    fn index(&self, list: &str) -> Option<u32> {
        let (_, rest) = self.0.split_once(list)?;
        rest.split_once(']')?.0.parse().ok()
    }

    /// Whether it is in the schema of a response.
    pub(super) fn is_response(&self) -> bool {
        self.0.contains("response_schema")
    }

    /// The path in the schema of a function or of a response; `None` outside of these.
    pub(super) fn path(&self) -> Option<&str> {
        let starts = ["].parameters", "response_schema", "…"];
        let (_, path) = starts.iter().find_map(|start| self.0.split_once(start))?;
        (path.is_empty() || path.starts_with(['.', '[', '{']) || self.0.contains('…')).then_some(path)
    }

    /// The keyword of the schema that the place ends with; `None` if it ends with a schema.
    pub(super) fn keyword(&self) -> Option<&str> {
        let (name, key) = steps(self.path()?).last()?;
        let is_list = matches!(name, "enum" | "required" | "propertyOrdering" | "property_ordering");
        let is_keyword = !matches!(name, "value" | "") && (key.is_none() || key == Some("") || is_list);
        is_keyword.then_some(name)
    }

    /// Whether another place is of the same kind: both in a schema, or the same but for names and indexes.
    pub(super) fn is_like(&self, other: &Place) -> bool {
        match (self.path(), other.path()) {
            (None, None) => {
                let without_keys = |place: &Place| -> Vec<String> {
                    steps(&place.0).map(|(name, _)| name.to_owned()).filter(|name| name != "request").collect()
                };
                without_keys(self) == without_keys(other)
            }
            (mine, theirs) => mine.is_some() && theirs.is_some(),
        }
    }
}

/// A place of which Markdown took the brackets away: `tools0.function_declarations4`.
fn with_brackets(place: &str) -> String {
    let steps = place.split('.').map(|step| {
        let name = step.trim_end_matches(|char: char| char.is_ascii_digit());
        let is_list = matches!(name, "tools" | "function_declarations" | "properties" | "any_of" | "enum" | "required");
        if is_list && name.len() < step.len() { format!("{name}[{}]", &step[name.len()..]) } else { step.to_owned() }
    });
    steps.collect::<Vec<_>>().join(".")
}

/// The steps of a path, each with the key in brackets, if any.
fn steps(path: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    let mut depth = 0_u32;
    let parts = path.split(move |char| {
        match char {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        char == '.' && depth == 0
    });
    parts.filter(|part| !part.is_empty()).map(|part| match part.split_once('[') {
        Some((name, key)) => (name, Some(key.trim_end_matches(']'))),
        None => (part.split('{').next().unwrap_or_default(), None),
    })
}

/// A path in words, as far as it is certain: members that it names joined by dots (`a.b[]`), members that it numbers as
/// "the third property". Empty for the root.
pub(super) fn words(path: &str) -> String {
    let mut named = String::new();
    let mut counted = Vec::new();
    let mut steps = steps(path).peekable();
    // Vertex AI names members by themselves.
    if steps.peek().is_some_and(|(name, key)| key.is_none() && Keyword::from_proto_name(name) == Keyword::Unknown) {
        return format!("parameter `{path}`");
    }
    while let Some((name, key)) = steps.next() {
        match (name, key) {
            ("properties", Some(key)) if steps.next_if(|(name, _)| *name == "value").is_some() => {
                let Ok(at) = key.parse::<u32>() else { break };
                counted.push(format!("the {} property", ordinal(at)));
            }
            ("properties", Some(key)) if !key.is_empty() => join(&mut named, key),
            ("properties", None) => match steps.next() {
                Some((name, _)) => join(&mut named, name),
                None => break,
            },
            ("items", None) if counted.is_empty() && steps.peek().is_some() => named.push_str("[]"),
            ("items", None) if steps.peek().is_some() => counted.push("the items".to_owned()),
            ("any_of" | "anyOf" | "one_of" | "all_of", Some(at)) => match at.parse() {
                Ok(at) => counted.push(format!("the {} alternative", ordinal(at))),
                Err(_) => break,
            },
            _ => break,
        }
    }
    if !named.is_empty() {
        counted.insert(0, format!("parameter `{named}`"));
    }
    counted.reverse();
    counted.join(" of ")
}

fn join(named: &mut String, name: &str) {
    let dot = if named.is_empty() { "" } else { "." };
    let _ = write!(named, "{dot}{name}");
}

/// "first" for 0, "second" for 1 …
pub(super) fn ordinal(at: u32) -> String {
    const NAMES: [&str; 10] =
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    if let Some(name) = NAMES.get(at as usize) {
        return (*name).to_owned();
    }
    let number = u64::from(at) + 1;
    let end = match number % 10 {
        _ if (11..=13).contains(&(number % 100)) => "th",
        1 => "st",
        2 => "nd",
        3 => "rd",
        _ => "th",
    };
    format!("{number}{end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(text: &str) -> Place {
        let (place, end) = Place::read(text, 0).expect("a place");
        assert_eq!(end, text.len());
        place
    }

    #[test]
    fn places_are_taken_apart() {
        let second = place("request.tools[1].function_declarations[45].parameters.properties[2].value.enum[0]");
        assert_eq!((second.tool(), second.function(), second.keyword()), (Some(1), Some(45), Some("enum")));
        let of = |text: &str| place(text).keyword().map(str::to_owned);
        assert_eq!(of("tools[0].function_declarations[0].parameters.properties[a.b].items").as_deref(), Some("items"));
        assert_eq!(of("tools[0].function_declarations[0].parameters.properties[items]"), None);
        assert_eq!(of("generation_config.response_schema.any_of[1]"), None);
        assert_eq!(of("tools[0].function_declarations[0].name"), None);
        assert_eq!(Place::read("a[b", 0), None);
        let bare = place("request.tools0.function_declarations43.parameters.properties2.value");
        assert_eq!((bare.function(), bare.path()), (Some(43), Some(".properties[2].value")));
    }

    #[test]
    fn a_path_is_put_into_words() {
        for (path, expected) in [
            ("", ""),
            (".properties[2].value", "the third property"),
            (
                ".properties[1].value.items.properties[0].value.type",
                "the first property of the items of the second property",
            ),
            (".properties[query].properties[where].items.items", "parameter `query.where[]`"),
            (".properties[11].value.any_of[1]", "the second alternative of the 12th property"),
            ("properties.draft", "parameter `draft`"),
            ("weight.items", "parameter `weight.items`"),
            (".required[0]", ""),
        ] {
            assert_eq!(words(path), expected, "{path}");
        }
    }
}
