//! Arguments for a schema, of a given size: lists and maps are as long as that size allows; of a union, the last
//! alternative is used, the worst case for a reader that tries them in order.

use lapidary::internal::{JsonId, Kind, Tape, quote, read};

/// Deeper values are null.
const DEPTH: usize = 64;
/// Schemas that are looked at.
const STEPS: usize = 20_000;

/// Arguments for a schema, of about so many bytes.
pub(crate) fn arguments(schema: &str, size: usize) -> String {
    let Ok(tape) = read(schema) else { return "{}".to_owned() };
    let mut drawing = Drawing { tape: &tape, steps: STEPS, most: 2 * size, out: String::new() };
    drawing.value(JsonId::ROOT, size, DEPTH);
    drawing.out
}

struct Drawing<'t> {
    tape: &'t Tape<'t>,
    steps: usize,
    /// The size at which drawing stops, in bytes.
    most: usize,
    out: String,
}

impl Drawing<'_> {
    /// A value of a schema, which fills the text up to so many bytes.
    fn value(&mut self, schema: JsonId, until: usize, depth: usize) {
        self.steps = self.steps.saturating_sub(1);
        if self.steps == 0 || depth == 0 || self.out.len() > self.most {
            return self.out.push_str("null");
        }
        let get = |name| self.tape.get(schema, name);
        let last = |name| get(name).and_then(|list| self.tape.elements(list).last());
        if let Some(value) = get("const").or_else(|| last("enum")) {
            self.out.push_str(self.tape.slice(value));
        } else if let Some(target) = get("$ref").and_then(|reference| self.target(reference)) {
            self.value(target, until, depth - 1);
        } else if let Some(branch) = ["anyOf", "oneOf", "allOf"].into_iter().find_map(last) {
            self.value(branch, until, depth - 1);
        } else {
            self.plain(schema, until, depth - 1);
        }
    }

    fn plain(&mut self, schema: JsonId, until: usize, depth: usize) {
        let get = |name| self.tape.get(schema, name).filter(|value| self.tape.kind(*value) != Kind::True);
        let named = get("type").and_then(|kind| self.tape.elements(kind).next().or(Some(kind)));
        let named = named.and_then(|kind| self.tape.string(kind)).unwrap_or_default().into_owned();
        let (properties, others) = (get("properties"), get("additionalProperties").or(get("patternProperties")));
        let (positions, items) = (get("prefixItems"), get("items"));
        if properties.is_some() || others.is_some() || named == "object" {
            self.object(properties, others, until, depth);
        } else if positions.is_some() || items.is_some() || named == "array" {
            self.array(positions, items, until, depth);
        } else {
            self.out.push_str(match &*named {
                "string" => r#""text""#,
                "integer" | "number" => "15",
                "boolean" => "true",
                "null" => "null",
                _ => r#"{"any":[1,"thing"]}"#,
            });
        }
    }

    fn object(&mut self, properties: Option<JsonId>, others: Option<JsonId>, until: usize, depth: usize) {
        self.out.push('{');
        let properties: Vec<JsonId> = properties.iter().flat_map(|object| self.tape.members(*object)).collect();
        for (at, key) in properties.iter().enumerate() {
            if self.out.len() > self.most {
                break;
            }
            let share = until.saturating_sub(self.out.len()) / (properties.len() - at);
            self.out.push_str(&quote(&self.tape.key(*key)));
            self.out.push(':');
            self.value(key.value_of_key(), self.out.len() + share, depth);
            self.out.push(',');
        }
        let mut number = 0;
        while let Some(others) = others.filter(|_| self.out.len() < until && self.steps > 0) {
            self.out.push_str(&["\"x", &number.to_string(), "\":"].concat());
            self.value(others, self.out.len() + 100, depth);
            self.out.push(',');
            number += 1;
        }
        self.close('}');
    }

    fn array(&mut self, positions: Option<JsonId>, items: Option<JsonId>, until: usize, depth: usize) {
        self.out.push('[');
        let positions: Vec<JsonId> = positions.iter().flat_map(|list| self.tape.elements(*list)).collect();
        for position in positions {
            self.value(position, self.out.len() + 100, depth);
            self.out.push(',');
        }
        while let Some(items) = items.filter(|_| self.out.len() < until && self.steps > 0) {
            self.value(items, self.out.len() + 100, depth);
            self.out.push(',');
        }
        self.close(']');
    }

    /// Ends a list, without the comma behind its last part.
    fn close(&mut self, bracket: char) {
        if self.out.ends_with(',') {
            self.out.pop();
        }
        self.out.push(bracket);
    }

    /// The schema that a reference of the document points to.
    fn target(&self, reference: JsonId) -> Option<JsonId> {
        let reference = self.tape.string(reference)?;
        let pointer = reference.strip_prefix('#').filter(|pointer| pointer.is_empty() || pointer.starts_with('/'))?;
        let mut steps = pointer.split('/').skip(1);
        steps.try_fold(JsonId::ROOT, |at, step| self.tape.get(at, &step.replace("~1", "/").replace("~0", "~")))
    }
}
