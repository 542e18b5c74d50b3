//! Tools that are made, of any size: each family grows in one way.

use serde_json::{Map, Value, json};

/// A family, and the size that it is measured at.
pub(crate) struct Family {
    pub(crate) name: &'static str,
    pub(crate) size: usize,
    make: fn(usize) -> Value,
}

impl Family {
    /// Its member of a size, as text.
    pub(crate) fn text(&self, size: usize) -> String {
        (self.make)(size).to_string()
    }
}

/// Families whose size is doubled, to check that the work doubles.
pub(crate) const GROWING: [Family; 7] = [
    Family { name: "properties", size: 200, make: |size| tool(&object(members(size, scalar))) },
    Family { name: "levels", size: 8, make: |size| tool(&object(members(20, |_| nested(size)))) },
    Family { name: "tools", size: 100, make: tools },
    Family { name: "references", size: 100, make: references },
    Family {
        name: "branches",
        size: 50,
        make: |size| tool(&object(members(1, |_| json!({"anyOf": alternatives(size)})))),
    },
    Family { name: "allOf members", size: 50, make: all_of },
    Family { name: "titled constants", size: 100, make: titled_constants },
];

/// Families that take longer for their size than ordinary tools.
pub(crate) const HARD: [Family; 3] = [
    Family { name: "definitions that refer to each other in unions with null", size: 8, make: web },
    Family { name: "alternatives with a common discriminator", size: 24, make: discriminated },
    Family { name: "boxes in boxes", size: 3, make: boxes },
];

fn tool(schema: &Value) -> Value {
    json!({"name": "made", "description": "A tool that is made.", "inputSchema": schema})
}

fn object(properties: Value) -> Value {
    json!({"type": "object", "properties": properties})
}

fn members(count: usize, value: impl Fn(usize) -> Value) -> Value {
    (0..count).map(|at| (format!("member_{at}"), value(at))).collect::<Map<_, _>>().into()
}

fn list(count: usize, value: impl Fn(usize) -> Value) -> Value {
    (0..count).map(value).collect()
}

/// A schema of some type, with a constraint.
fn scalar(at: usize) -> Value {
    match at % 4 {
        0 => json!({"type": "string", "minLength": 1, "description": "Some text."}),
        1 => json!({"type": "integer", "exclusiveMinimum": 0}),
        2 => json!({"type": ["boolean", "null"], "default": false}),
        _ => json!({"type": "array", "items": {"type": "string"}, "uniqueItems": true}),
    }
}

fn nested(levels: usize) -> Value {
    let inner = if levels == 0 { json!({"type": "string"}) } else { nested(levels - 1) };
    json!({"type": "object", "properties": {"inner": inner}, "additionalProperties": false})
}

fn tools(size: usize) -> Value {
    let tool = |at: usize| json!({"name": format!("tool_{at}"), "inputSchema": object(members(8, scalar))});
    json!({"tools": list(size, tool)})
}

fn references(size: usize) -> Value {
    let mut schema = object(members(size, |at| json!({"$ref": format!("#/$defs/member_{at}")})));
    schema["$defs"] = members(size, |at| object(members(4, |member| scalar(at + member))));
    tool(&schema)
}

fn alternatives(size: usize) -> Value {
    list(
        size,
        |at| json!({"type": "object", "properties": {format!("only_{at}"): {"type": "string"}}, "required": [format!("only_{at}")]}),
    )
}

fn all_of(size: usize) -> Value {
    let part =
        |at: usize| json!({"properties": {format!("member_{at}"): scalar(at)}, "required": [format!("member_{at}")]});
    tool(&json!({"type": "object", "allOf": list(size, part)}))
}

fn titled_constants(size: usize) -> Value {
    let constant = |at: usize| json!({"const": format!("value_{at}"), "title": format!("Value {at}")});
    tool(&object(members(1, |_| json!({"oneOf": list(size, constant)}))))
}

/// So many definitions of so many members.
fn web(size: usize) -> Value {
    let member = |from: usize, at: usize| json!({"anyOf": [{"$ref": format!("#/$defs/member_{}", (from + at) % size)}, {"type": "null"}]});
    let definition = |from: usize| object(members(size, |at| member(from, at)));
    let mut schema = object(members(1, |_| json!({"$ref": "#/$defs/member_0"})));
    schema["$defs"] = members(size, definition);
    tool(&schema)
}

fn discriminated(size: usize) -> Value {
    let alternative = |at: usize| {
        let mut properties = members(6, scalar);
        properties["kind"] = json!({"const": format!("kind_{at}")});
        json!({"type": "object", "properties": properties, "required": ["kind"]})
    };
    tool(&object(members(1, |_| json!({"type": "array", "items": {"oneOf": list(size, alternative)}}))))
}

/// A tree of so many kinds of boxes, each of which holds boxes of any kind.
fn boxes(size: usize) -> Value {
    let kind = |at: usize| {
        json!({"type": "object", "required": ["kind"], "properties": {
            "kind": {"const": format!("box_{at}")},
            "children": {"type": "array", "items": {"$ref": "#/$defs/node"}},
        }})
    };
    let mut schema = object(members(1, |_| json!({"$ref": "#/$defs/node"})));
    let mut kinds = members(size, kind);
    kinds["node"] = json!({"anyOf": list(size, |at| json!({"$ref": format!("#/$defs/member_{at}")}))});
    schema["$defs"] = kinds;
    tool(&schema)
}
