//! The files of the JSON Schema Test Suite, and the tools that are made of them.

use std::{
    fs,
    path::{Path, PathBuf},
};

use jsonschema::Draft;
use lapidary_fidelity::{corpus::Tool, judge::Judge};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::embed::{MEMBER, embedded};

const DRAFTS: [(&str, Draft, &str); 5] = [
    ("draft4", Draft::Draft4, "http://json-schema.org/draft-04/schema#"),
    ("draft6", Draft::Draft6, "http://json-schema.org/draft-06/schema#"),
    ("draft7", Draft::Draft7, "http://json-schema.org/draft-07/schema#"),
    ("draft2019-09", Draft::Draft201909, "https://json-schema.org/draft/2019-09/schema"),
    ("draft2020-12", Draft::Draft202012, "https://json-schema.org/draft/2020-12/schema"),
];

#[derive(Deserialize)]
struct Group {
    description: String,
    schema: Value,
    tests: Vec<Test>,
}

#[derive(Deserialize)]
struct Test {
    description: String,
    data: Value,
    valid: bool,
}

/// A schema of the suite as a tool.
pub(crate) struct Case {
    /// Draft, file, group and how the tool is made.
    pub(crate) name: String,
    pub(crate) tool: Tool,
    pub(crate) schema: Value,
    /// None where something is referred to that is not there.
    pub(crate) judge: Option<Judge>,
    /// Arguments on which validator and suite agree.
    pub(crate) checks: Vec<Check>,
}

/// Arguments of a tool.
pub(crate) struct Check {
    pub(crate) name: String,
    pub(crate) arguments: Value,
    pub(crate) valid: bool,
}

/// Every tool that is made of a folder of the suite.
pub(crate) fn read(folder: &Path) -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for (name, draft, schema) in DRAFTS {
        let dialect = Dialect { draft, schema };
        for file in files(&folder.join("tests").join(name))? {
            let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
            let groups: Vec<Group> =
                serde_json::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))?;
            let label = file.strip_prefix(folder.join("tests")).unwrap_or(&file).with_extension("");
            for group in &groups {
                let name = format!("{}: {}", label.display(), group.description);
                cases.extend(dialect.cases(&name, group));
            }
        }
    }
    Ok(cases)
}

/// The files of a folder, of its folders too, in the order of their names.
fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() { found.extend(files(&path)?) } else { found.push(path) }
    }
    Ok(found)
}

#[derive(Clone, Copy)]
struct Dialect {
    draft: Draft,
    schema: &'static str,
}

impl Dialect {
    /// The schema as a member; the same with a type beside it, lest values of other types make up for what is
    /// lost; the schema as it is, for objects.
    fn cases(self, name: &str, group: &Group) -> Vec<Case> {
        let member = embedded(&group.schema, self.draft);
        let inside = |data: &Value| Some(json!({ MEMBER: data }));
        let mut cases = vec![case(format!("{name}: member"), self.around(&member), group, inside)];
        if let Some(typed) = self.typed(&member, &group.tests) {
            cases.push(case(format!("{name}: typed"), self.around(&typed), group, inside));
        }
        if group.tests.iter().any(|test| test.data.is_object()) {
            let only_objects = |data: &Value| data.is_object().then(|| data.clone());
            cases.push(case(format!("{name}: root"), self.root(&group.schema), group, only_objects));
        }
        cases
    }

    fn around(self, member: &Value) -> Value {
        json!({ "$schema": self.schema, "type": "object", "properties": { MEMBER: member }, "required": [MEMBER] })
    }

    fn root(self, schema: &Value) -> Value {
        let Value::Object(held) = schema else { return schema.clone() };
        let mut root = Map::new();
        root.insert("$schema".to_owned(), json!(self.schema));
        root.extend(held.clone());
        Value::Object(root)
    }

    /// With the type that the schema is about: that of what it refuses.
    fn typed(self, member: &Value, tests: &[Test]) -> Option<Value> {
        let mut held = member.as_object()?.clone();
        let is_alone = self.draft <= Draft::Draft7 && held.contains_key("$ref");
        let about = tests.iter().find(|test| !test.valid).or(tests.first())?;
        if is_alone || held.contains_key("type") {
            return None;
        }
        let fractions = tests.iter().any(|test| kind(&test.data) == "number");
        let kind = Some(kind(&about.data)).filter(|kind| *kind != "integer" || !fractions);
        held.insert("type".to_owned(), json!(kind.unwrap_or("number")));
        Some(Value::Object(held))
    }
}

fn case(name: String, schema: Value, group: &Group, place: impl Fn(&Value) -> Option<Value>) -> Case {
    let judge = Judge::new(&schema).ok();
    let agrees = |test: &Test| {
        let arguments = place(&test.data)?;
        let agreed = judge.as_ref()?.takes(&arguments) == test.valid;
        agreed.then(|| Check { name: test.description.clone(), arguments, valid: test.valid })
    };
    let checks = group.tests.iter().filter_map(agrees).collect();
    let text = json!({ "name": "t", "inputSchema": schema }).to_string();
    let tool = Tool { index: 0, label: "t".to_owned(), text, schema: Ok(schema.clone()) };
    Case { name, tool, schema, judge, checks }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}
