//! Arguments as a careful caller would send them to the server: drawn from the JSON Schema itself.
//! They are candidates: whoever draws keeps those that the schema accepts.

use serde_json::{Map, Value};

use super::{
    dice::{Dice, Range, Span},
    facets::{Facets, types},
};

/// Deeper than this, members that are not required are left out.
const DEPTH: usize = 8;
/// Deeper than this, the draw is given up: what is required never ends.
const BOTTOM: usize = 40;
/// How far inside an open bound numbers are drawn.
const STEP: f64 = 0.01;

/// Arguments for a tool's input schema.
pub(crate) fn arguments(schema: &Value, dice: &mut Dice) -> Option<Value> {
    Drawing { root: schema, dice }.value(schema, 0)
}

struct Drawing<'s, 'd> {
    root: &'s Value,
    dice: &'d mut Dice,
}

impl Drawing<'_, '_> {
    fn value(&mut self, schema: &Value, depth: usize) -> Option<Value> {
        let facets = Facets::of(schema, self.root, self.dice).filter(|_| depth < BOTTOM)?;
        if let Some(members) = facets.list("enum") {
            return self.dice.pick(members).cloned();
        }
        let kinds = facets.get("type").map_or_else(|| kinds_spoken_of(&facets), types);
        match self.dice.pick(&kinds)?.as_str() {
            "null" => Some(Value::Null),
            "boolean" => Some(self.dice.boolean()),
            "integer" => self.dice.integer(range(&facets)).and_then(|drawn| multiple(drawn, &facets)),
            "number" => self.dice.number(range(&facets)).and_then(|drawn| multiple(drawn, &facets)),
            "string" => self.string(&facets),
            "array" => self.array(&facets, depth),
            "object" => self.object(&facets, depth),
            _ => None,
        }
    }

    fn string(&mut self, facets: &Facets) -> Option<Value> {
        let span = span(facets, "minLength", "maxLength");
        let text = match (facets.text("pattern"), facets.text("format")) {
            (Some(pattern), _) => self.dice.matching(pattern, span)?,
            (None, Some("date-time")) => self.dice.date_time(),
            _ => self.dice.text(span),
        };
        Some(Value::String(text))
    }

    fn array(&mut self, facets: &Facets, depth: usize) -> Option<Value> {
        let span = span(facets, "minItems", "maxItems");
        let first = facets.list("prefixItems").or_else(|| facets.list("items")).map_or(&[][..], Vec::as_slice);
        let rest = facets.get("items").filter(|items| !items.is_array()).or_else(|| facets.get("additionalItems"));
        let count = if depth < DEPTH { self.dice.count(span).max(first.len() as u64) } else { span.least };
        let mut elements = Vec::new();
        for at in 0..usize::try_from(count).ok()? {
            let schema = first.get(at).or(rest).unwrap_or(&Value::Bool(true));
            elements.push(self.value(schema, depth + 1)?);
        }
        if let Some(contained) = facets.get("contains") {
            elements.push(self.value(contained, depth + 1)?);
        }
        Some(Value::Array(elements))
    }

    fn object(&mut self, facets: &Facets, depth: usize) -> Option<Value> {
        let required: Vec<&str> = facets.list("required").into_iter().flatten().filter_map(Value::as_str).collect();
        let eagerness = if depth < DEPTH { self.dice.below(3) } else { 0 };
        let mut drawn = Map::new();
        for (name, schema) in facets.members("properties") {
            let wanted = eagerness == 2 || (eagerness == 1 && self.dice.one_in(2));
            if required.contains(&name.as_str()) {
                drawn.insert(name.clone(), self.value(schema, depth + 1)?);
            } else if wanted && let Some(value) = self.value(schema, depth + 1) {
                drawn.insert(name.clone(), value);
            }
        }
        for name in required {
            if !drawn.contains_key(name) {
                let undeclared = facets.get("additionalProperties").unwrap_or(&Value::Bool(true));
                drawn.insert(name.to_owned(), self.value(undeclared, depth + 1)?);
            }
        }
        if eagerness > 0 {
            self.extra_members(facets, depth, &mut drawn);
        }
        Some(Value::Object(drawn))
    }

    /// One member for each schema that describes members without naming them.
    fn extra_members(&mut self, facets: &Facets, depth: usize, drawn: &mut Map<String, Value>) {
        for (pattern, schema) in facets.members("patternProperties") {
            let name = self.dice.matching(pattern, Span::default());
            if let (Some(name), Some(value)) = (name, self.value(schema, depth + 1)) {
                drawn.entry(name).or_insert(value);
            }
        }
        let Some(schema @ Value::Object(_)) = facets.get("additionalProperties") else {
            return;
        };
        let name = match facets.get("propertyNames") {
            Some(names) => self.value(names, depth + 1),
            None => Some(Value::String(self.dice.text(Span { least: 1, most: None }))),
        };
        if let (Some(Value::String(name)), Some(value)) = (name, self.value(schema, depth + 1)) {
            drawn.entry(name).or_insert(value);
        }
    }
}

/// The types to draw where none is named: those that the other keywords speak of, else any.
fn kinds_spoken_of(facets: &Facets) -> Vec<String> {
    const SPOKEN: [(&str, &[&str]); 4] = [
        ("object", &["properties", "required", "additionalProperties", "patternProperties", "propertyNames"]),
        ("array", &["items", "prefixItems", "minItems", "maxItems", "contains"]),
        ("string", &["pattern", "minLength", "maxLength", "format"]),
        ("number", &["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]),
    ];
    let spoken = SPOKEN.iter().filter(|(_, keys)| facets.has_any(keys)).map(|(kind, _)| *kind).collect::<Vec<_>>();
    let kinds = if spoken.is_empty() { vec!["string", "number", "boolean", "null", "array", "object"] } else { spoken };
    kinds.into_iter().map(str::to_owned).collect()
}

/// The bounds; an open end lies a small step inside. What is too tight for that is not drawn.
fn range(facets: &Facets) -> Range {
    let open = |key, step| facets.number(key).map(|bound| bound + step);
    let least = [facets.number("minimum"), open("exclusiveMinimum", STEP)];
    let most = [facets.number("maximum"), open("exclusiveMaximum", -STEP)];
    Range { least: least.into_iter().flatten().reduce(f64::max), most: most.into_iter().flatten().reduce(f64::min) }
}

fn span(facets: &Facets, least: &str, most: &str) -> Span {
    Span { least: facets.count(least).unwrap_or(0), most: facets.count(most) }
}

/// The nearest multiple, where one is asked for.
fn multiple(drawn: Value, facets: &Facets) -> Option<Value> {
    let Some(step) = facets.number("multipleOf").filter(|step| *step > 0.0) else {
        return Some(drawn);
    };
    let nearest = (drawn.as_f64()? / step).round() * step;
    serde_json::Number::from_f64(nearest).map(Value::Number)
}
