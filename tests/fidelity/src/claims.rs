//! What the edits say was gained and lost, and where.

use lapidary::{Issue, Severity};
use serde_json::Value;

/// What an edit did to the set of valid arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Effect {
    /// Equivalent, or only text for readers changed.
    None,
    Gains,
    Loses,
    Both,
}

/// The names that lead to a parameter, elements of lists passed over.
pub(crate) type Place = Vec<String>;

/// What one edit says.
pub(crate) struct Claim {
    pub(crate) severity: Severity,
    pub(crate) effect: Effect,
    /// Where in the declaration.
    places: Vec<Place>,
}

impl Claim {
    pub(crate) fn of(issue: &Issue) -> Claim {
        let effect = match (&issue.gains, &issue.loses) {
            (None, None) => Effect::None,
            (Some(_), None) => Effect::Gains,
            (None, Some(_)) => Effect::Loses,
            (Some(_), Some(_)) => Effect::Both,
        };
        Claim {
            severity: issue.severity,
            effect,
            places: issue.outputs.iter().map(|output| in_schema(output)).collect(),
        }
    }

    /// Whether it says that arguments were gained, or lost, at a place or below it.
    pub(crate) fn tells(&self, effect: Effect, place: &[String]) -> bool {
        (self.effect == effect || self.effect == Effect::Both) && self.places.iter().any(|told| told.starts_with(place))
    }
}

fn tokens(pointer: &str) -> impl Iterator<Item = String> {
    pointer.split('/').skip(1).map(|token| token.replace("~1", "/").replace("~0", "~"))
}

/// The place that a pointer into a declaration's schema means.
fn in_schema(pointer: &str) -> Place {
    let mut place = Place::new();
    let mut tokens = tokens(pointer);
    while let Some(keyword) = tokens.next() {
        match keyword.as_str() {
            "properties" => place.extend(tokens.next()),
            "anyOf" => drop(tokens.next()),
            _ => {}
        }
    }
    place
}

/// The place that a pointer into arguments means, as far as the declaration names it.
pub(crate) fn in_arguments(pointer: &str, arguments: &Value, parameters: Option<&Value>) -> Place {
    let mut place = Place::new();
    let mut value = Some(arguments);
    let mut schemas = alternatives(parameters.into_iter().collect());
    for token in tokens(pointer) {
        let in_list = value.is_some_and(Value::is_array);
        let inner = schemas
            .iter()
            .filter_map(|schema| if in_list { schema.get("items") } else { schema.get("properties")?.get(&token) });
        schemas = alternatives(inner.collect());
        if schemas.is_empty() {
            break;
        }
        value =
            value.and_then(|value| if in_list { value.get(token.parse::<usize>().ok()?) } else { value.get(&token) });
        place.extend((!in_list).then_some(token));
    }
    place
}

/// Schemas with the branches of their unions.
fn alternatives(mut schemas: Vec<&Value>) -> Vec<&Value> {
    let mut at = 0;
    while let Some(schema) = schemas.get(at) {
        let branches = schema.get("anyOf").and_then(Value::as_array);
        schemas.extend(branches.into_iter().flatten());
        at += 1;
    }
    schemas
}
