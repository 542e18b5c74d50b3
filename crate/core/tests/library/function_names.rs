//! Names under which the functions of one list are declared.

use lapidary::{Options, Output, transform};
use serde_json::json;

fn declared(names: &[&str]) -> Vec<String> {
    let tools = names.iter().enumerate().map(|(at, name)| json!({"name": name, "description": at.to_string()}));
    let list = json!({"tools": tools.collect::<Vec<_>>()}).to_string();
    let out = transform(&list, &Options::default(), &Output::default()).output.expect("it is a list");
    let declarations: Vec<serde_json::Value> = serde_json::from_str(&out).expect("it is JSON");
    declarations.iter().map(|it| it["name"].as_str().expect("a name").to_owned()).collect()
}

#[test]
fn a_tool_keeps_a_valid_name_whatever_name_another_is_given() {
    assert_eq!(declared(&["a/b"]), ["a_b_480c78"]);
    assert_eq!(declared(&["a/b", "a_b_480c78"]), ["a_b_480c78_2", "a_b_480c78"]);
    assert_eq!(declared(&["a_b_480c78", "a/b"]), ["a_b_480c78", "a_b_480c78_2"]);
    assert_eq!(declared(&["a/b", "a/b", "a_b_480c78_2"]), ["a_b_480c78", "a_b_480c78_3", "a_b_480c78_2"]);
    assert_eq!(declared(&["f", "f", "f_2", "f_3"]), ["f", "f_4", "f_2", "f_3"]);
}
