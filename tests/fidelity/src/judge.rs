//! Whether a value is valid, and which keyword says that it is not.

use std::borrow::Cow;

use jsonschema::{Draft, ValidationError, ValidationOptions, Validator, error::ValidationErrorKind};
use serde_json::{Value, json};

use crate::keywords::places;

/// A compiled schema. Formats are not asserted and nothing is fetched.
pub struct Judge(Validator);

/// Why a value is not valid.
pub struct Objection {
    /// The failing keyword; for a union, what fails in the branch that comes closest, too.
    pub keyword: String,
    /// Where in the value, as a JSON Pointer.
    pub place: String,
    /// The error, with its exact place.
    pub message: String,
}

impl Judge {
    /// Compiles a schema by the draft that it names, else 2020-12. The error says why it cannot judge.
    pub fn new(schema: &Value) -> Result<Judge, String> {
        Judge::built(schema, jsonschema::options())
    }

    /// Compiles a schema by a draft, whatever it names.
    pub fn of_draft(schema: &Value, draft: Draft) -> Result<Judge, String> {
        Judge::built(schema, jsonschema::options().with_draft(draft))
    }

    fn built(schema: &Value, options: ValidationOptions<'_>) -> Result<Judge, String> {
        let schema = for_validator(schema);
        let built = options.should_validate_formats(false).offline().build(&schema);
        built.map(Judge).map_err(|error| match error.kind() {
            ValidationErrorKind::Referencing(_) => format!("reference: {error}"),
            _ => format!("invalid schema: {}", Objection::of(&error).keyword),
        })
    }

    /// Whether a value is valid.
    pub fn takes(&self, value: &Value) -> bool {
        self.0.is_valid(value)
    }

    /// Why a value is not valid; none if it is.
    pub fn objection(&self, value: &Value) -> Option<Objection> {
        self.0.validate(value).err().as_ref().map(Objection::of)
    }
}

/// The schema without what the validator gets wrong: empty references, which it takes for schemas that allow anything, and
/// names that are required twice, which it counts.
fn for_validator(schema: &Value) -> Cow<'_, Value> {
    let mut mended = Cow::Borrowed(schema);
    for place in places(schema) {
        let node = schema.pointer(&place);
        if node.and_then(|node| node.get("$ref")) == Some(&json!("")) {
            set(&mut mended, &(place.clone() + "/$ref"), json!("#"));
        }
        if let Some(names) = node.and_then(|node| node.get("required")?.as_array()) {
            let first = |(at, name): &(usize, &Value)| !names[..*at].contains(name);
            let once: Vec<&Value> = names.iter().enumerate().filter(first).map(|(_, name)| name).collect();
            if once.len() < names.len() {
                set(&mut mended, &(place + "/required"), json!(once));
            }
        }
    }
    mended
}

fn set(schema: &mut Cow<'_, Value>, place: &str, value: Value) {
    if let Some(held) = schema.to_mut().pointer_mut(place) {
        *held = value;
    }
}

impl Objection {
    fn of(error: &ValidationError<'_>) -> Objection {
        let place = error.instance_path().to_string();
        let own = error.kind().keyword();
        let nearest = match error.kind() {
            ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } => {
                context.iter().filter_map(|branch| branch.first()).max_by_key(|error| closeness(error))
            }
            ValidationErrorKind::PropertyNames { error } => Some(error.as_ref()),
            _ => None,
        };
        if let Some(Objection { keyword, message, .. }) = nearest.map(Objection::of) {
            return Objection { keyword: format!("{own} > {keyword}"), place, message };
        }
        let several = matches!(error.kind(), ValidationErrorKind::OneOfMultipleValid { .. });
        let keyword = if several { format!("{own} > several match") } else { own.to_owned() };
        Objection { keyword, message: format!("{place}: {}", error.masked()), place }
    }
}

/// A branch that fails deep inside, or on something other than the kind of value, was nearly met.
fn closeness(error: &ValidationError<'_>) -> (usize, bool) {
    let of_another_kind = matches!(error.kind(), ValidationErrorKind::Type { .. });
    (error.instance_path().as_str().matches('/').count(), !of_another_kind)
}
