//! Places that `check` names: of functions in requests, and of text in files.

use serde_json::json;

use crate::{TOOLS, json, run};

#[test]
fn errors_name_the_place_that_a_function_has_in_its_request() {
    let parameters = json!({"type": "OBJECT", "properties": {"x": {"type": ["STRING", "INTEGER"], "const": 1}}});
    let function = |name: &str| json!({"name": name, "parameters": parameters});
    let tools = json!([
        {"googleSearch": {}},
        {"functionDeclarations": [function("a")]},
        {"function_declarations": [function("b"), function("c d")]}
    ]);
    let places = |document: &serde_json::Value| {
        let report = json(&run("check --json", document.to_string()).out);
        let issues = report["tools"].as_array().expect("tools").iter().flat_map(|tool| {
            let issues = tool["issues"].as_array().expect("issues").iter();
            issues.filter_map(|issue| issue["refusal"].as_str()).map(str::to_owned).collect::<Vec<_>>()
        });
        let mut places: Vec<String> = issues
            .filter_map(|error| Some(error.split_once("tools[")?.1.split_inclusive(']').take(2).collect::<String>()))
            .collect();
        places.dedup();
        places
    };
    let own = ["1].function_declarations[0]", "2].function_declarations[0]", "2].function_declarations[1]"];
    assert_eq!(places(&json!({ "tools": tools })), own);
    assert_eq!(places(&tools), own);
    let others = json!([{"name": "a b"}, {"name": "c", "inputSchema": parameters}]);
    assert_eq!(places(&others), ["0].function_declarations[0]", "0].function_declarations[1]"]);
}

#[test]
fn columns_do_not_count_a_byte_order_mark() {
    let plain = TOOLS.replace('\n', " ");
    let places = |text: &str| {
        let report = json(&run("check --json", text).out);
        let issues = report["tools"][0]["issues"].as_array().expect("issues").clone();
        issues.iter().map(|issue| (issue["line"].clone(), issue["column"].clone())).collect::<Vec<_>>()
    };
    let marked = format!("\u{feff}{plain}");
    assert_eq!(places(&marked), places(&plain));
    let shown = |text: &str| run("check", text).out.lines().filter(|line| line.contains("-->")).collect::<String>();
    assert_eq!(shown(&marked), shown(&plain));
}
