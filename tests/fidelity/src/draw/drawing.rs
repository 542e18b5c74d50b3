//! Arguments drawn from a JSON Schema: as a careful caller would send them to the server, or as a
//! model may send them to a declaration. They are candidates: whoever draws keeps those that the
//! schema accepts.

use serde_json::{Map, Value, json};

use super::{
    dice::{Dice, Range, Span},
    facets::{Facets, types},
};

/// Deeper than this, the draw is given up: what is required never ends.
const BOTTOM: usize = 40;
/// After so many values, members that are not required are left out.
const VALUES: usize = 2_000;
/// How far inside an open bound numbers are drawn.
const STEP: f64 = 0.01;

/// Who draws, and how far.
#[derive(Clone, Copy)]
pub struct Manner {
    /// Deeper than this, members that are not required are left out.
    pub depth: usize,
    /// How often one schema is met again inside itself.
    pub recursion: usize,
    /// Whether what no schema describes is drawn in full: members of bare objects, and any JSON as
    /// containers of any JSON.
    pub undescribed: bool,
    /// Whether all members are drawn, always.
    pub eager: bool,
    /// Whether whole numbers have a fraction of zero now and then.
    pub fractions: bool,
    /// Whether a root without members is given none.
    pub model: bool,
}

impl Manner {
    /// Who knows the server's own schema.
    pub const CALLER: Manner =
        Manner { depth: 8, recursion: 8, undescribed: true, eager: false, fractions: false, model: false };
    /// Who knows the declaration.
    pub const MODEL: Manner = Manner { model: true, ..Manner::CALLER };
    /// Who knows it, and is careless.
    pub const CARELESS: Manner = Manner { fractions: true, ..Manner::MODEL };
}

/// A value for a schema.
pub fn draw(schema: &Value, manner: Manner, dice: &mut Dice) -> Option<Value> {
    if manner.model && has_no_members(schema) {
        return Some(Value::Object(Map::new()));
    }
    Drawing { root: schema, dice, manner, path: vec!["#".to_owned()], left: VALUES }.value(schema, 0)
}

/// To a model, a root without members takes no arguments, whether it says so or not.
fn has_no_members(schema: &Value) -> bool {
    let says = |key| schema.get(key).is_some_and(|held| held.as_object().is_none_or(|held| !held.is_empty()));
    !["properties", "anyOf", "allOf", "$ref"].into_iter().any(says)
        && schema.get("additionalProperties").is_none_or(Value::is_boolean)
}

struct Drawing<'s, 'd> {
    root: &'s Value,
    dice: &'d mut Dice,
    manner: Manner,
    /// The references that led here.
    path: Vec<String>,
    left: usize,
}

impl Drawing<'_, '_> {
    fn value(&mut self, schema: &Value, depth: usize) -> Option<Value> {
        let bottom = BOTTOM.max(self.manner.depth + 2);
        let facets = Facets::of(schema, self.root, self.dice).filter(|_| depth < bottom)?;
        let again = |name: &String| self.path.iter().filter(|known| *known == name).count() > self.manner.recursion;
        if facets.followed.iter().any(again) {
            return None;
        }
        self.left = self.left.saturating_sub(1);
        let length = self.path.len();
        self.path.extend_from_slice(&facets.followed);
        let drawn = self.fitting(&facets, depth);
        self.path.truncate(length);
        drawn
    }

    fn fitting(&mut self, facets: &Facets<'_>, depth: usize) -> Option<Value> {
        if let Some(members) = facets.list("enum") {
            return self.dice.pick(members).cloned();
        }
        let mut kinds = facets.get("type").map_or_else(|| kinds_spoken_of(facets), types);
        if kinds.len() > 1 && !self.dice.one_in(5) {
            kinds.retain(|kind| kind != "null");
        }
        let is_any = facets.is_empty() && !self.manner.undescribed;
        match self.dice.pick(&kinds)?.as_str() {
            "null" => Some(Value::Null),
            "boolean" => Some(self.dice.boolean()),
            "integer" => {
                let drawn = self.dice.integer(range(facets)).and_then(|drawn| multiple(drawn, facets))?;
                Some(if self.manner.fractions && self.dice.one_in(4) { json!(drawn.as_f64()?) } else { drawn })
            }
            "number" => self.dice.number(range(facets)).and_then(|drawn| multiple(drawn, facets)),
            "string" => self.string(facets),
            "array" if is_any => Some(json!([])),
            "array" => self.array(facets, depth),
            "object" if self.manner.model && is_bare(facets) => Some(self.dice.free_object()),
            "object" => self.object(facets, depth),
            _ => None,
        }
    }

    fn string(&mut self, facets: &Facets<'_>) -> Option<Value> {
        let span = span(facets, "minLength", "maxLength")?;
        let text = match (facets.text("pattern"), facets.text("format")) {
            (Some(pattern), _) => self.dice.matching(pattern, span)?,
            (None, Some("date-time")) => self.dice.date_time(),
            _ => self.dice.text(span),
        };
        Some(Value::String(text))
    }

    /// Whether members and items that may be missing are missing.
    fn is_brief(&self, depth: usize) -> bool {
        depth >= self.manner.depth || self.left == 0
    }

    fn array(&mut self, facets: &Facets<'_>, depth: usize) -> Option<Value> {
        let span = span(facets, "minItems", "maxItems")?;
        let first = facets.list("prefixItems").or_else(|| facets.list("items")).map_or(&[][..], Vec::as_slice);
        let rest = facets.get("items").filter(|items| !items.is_array()).or_else(|| facets.get("additionalItems"));
        let count = if self.is_brief(depth) { span.least } else { self.dice.count(span).max(first.len() as u64) };
        let mut elements = Vec::new();
        for at in 0..usize::try_from(count).ok()? {
            let schema = first.get(at).or(rest).unwrap_or(&Value::Bool(true));
            match self.value(schema, depth + 1) {
                Some(element) => elements.push(element),
                None if at as u64 >= span.least => break,
                None => return None,
            }
        }
        if let Some(contained) = facets.get("contains") {
            elements.push(self.value(contained, depth + 1)?);
        }
        Some(Value::Array(elements))
    }

    fn object(&mut self, facets: &Facets<'_>, depth: usize) -> Option<Value> {
        let required: Vec<&str> = facets.list("required").into_iter().flatten().filter_map(Value::as_str).collect();
        let Span { least, most } = span(facets, "minProperties", "maxProperties")?;
        // None, some or all of the optional members.
        let eagerness = match self.manner.eager {
            _ if self.is_brief(depth) => 0,
            true => 2,
            false => self.dice.below(3),
        };
        let mut drawn = Map::new();
        for (name, schema) in facets.members("properties") {
            let count = drawn.len().max(required.len()) as u64;
            let wanted = eagerness == 2 || (eagerness == 1 && self.dice.one_in(2)) || count < least;
            if required.contains(&name.as_str()) {
                drawn.insert(name.clone(), self.value(schema, depth + 1)?);
            } else if wanted
                && most.is_none_or(|most| count < most)
                && let Some(value) = self.value(schema, depth + 1)
            {
                drawn.insert(name.clone(), value);
            }
        }
        for name in required {
            if !drawn.contains_key(name) {
                let undeclared = facets.get("additionalProperties").unwrap_or(&Value::Bool(true));
                drawn.insert(name.to_owned(), self.value(undeclared, depth + 1)?);
            }
        }
        if eagerness > 0 || (drawn.len() as u64) < least {
            self.extra_members(facets, depth, Span { least, most }, &mut drawn);
        }
        Some(Value::Object(drawn))
    }

    /// Some members for each schema that describes members without naming them.
    fn extra_members(&mut self, facets: &Facets<'_>, depth: usize, span: Span, drawn: &mut Map<String, Value>) {
        for (pattern, schema) in facets.members("patternProperties") {
            let name = self.dice.matching(pattern, Span::default());
            if let (Some(name), Some(value)) = (name, self.value(schema, depth + 1)) {
                drawn.entry(name).or_insert(value);
            }
        }
        let additional = match facets.get("additionalProperties") {
            Some(schema) if *schema != Value::Bool(false) => schema,
            None if self.manner.undescribed && is_bare(facets) => &Value::Bool(true),
            _ => return,
        };
        let wanted = span.least.saturating_sub(drawn.len() as u64).max(1 + self.dice.below(2) as u64);
        for _ in 0..wanted {
            let name = match facets.get("propertyNames") {
                Some(names) => self.value(names, depth + 1),
                None => Some(Value::String(self.dice.text(Span { least: 1, most: None }))),
            };
            let room = span.most.is_none_or(|most| (drawn.len() as u64) < most);
            if let (Some(Value::String(name)), Some(value), true) = (name, self.value(additional, depth + 1), room) {
                drawn.entry(name).or_insert(value);
            }
        }
    }
}

/// Whether nothing is said of an object's members.
fn is_bare(facets: &Facets<'_>) -> bool {
    !facets.has_any(&["additionalProperties", "patternProperties", "unevaluatedProperties", "required"])
        && facets.members("properties").next().is_none()
}

/// The types to draw where none is named: those that the other keywords speak of, else any.
fn kinds_spoken_of(facets: &Facets<'_>) -> Vec<String> {
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

/// The bounds; an exclusive one is moved inwards by a small step. A range too narrow for that is not drawn.
fn range(facets: &Facets<'_>) -> Range {
    let open = |key, step| facets.number(key).map(|bound| bound + step);
    let narrow = facets.text("format") == Some("int32");
    let width = |bound: i32| narrow.then_some(f64::from(bound));
    let least = [facets.number("minimum"), open("exclusiveMinimum", STEP), width(i32::MIN)];
    let most = [facets.number("maximum"), open("exclusiveMaximum", -STEP), width(i32::MAX)];
    Range { least: least.into_iter().flatten().reduce(f64::max), most: most.into_iter().flatten().reduce(f64::min) }
}

/// The bounds of a length or count; none where more is asked for than is drawn.
fn span(facets: &Facets<'_>, least: &str, most: &str) -> Option<Span> {
    let least = facets.count(least).unwrap_or(0);
    (least <= VALUES as u64).then(|| Span { least, most: facets.count(most) })
}

/// The nearest multiple, where one is asked for.
fn multiple(drawn: Value, facets: &Facets<'_>) -> Option<Value> {
    let Some(step) = facets.number("multipleOf").filter(|step| *step > 0.0) else {
        return Some(drawn);
    };
    let nearest = (drawn.as_f64()? / step).round() * step;
    serde_json::Number::from_f64(nearest).map(Value::Number)
}
