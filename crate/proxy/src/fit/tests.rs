use lapidary::Limits;

use super::*;

fn fit(target: &lapidary::Target, mode: Mode) -> Fit {
    Fit { options: Options::new(target).mode(mode), adds: vec!["wait_for_previous".into()], strings: false }
}

fn fitting(target: &lapidary::Target) -> Fitting {
    Fitting { fit: Some(Arc::new(fit(target, Mode::DropIn))), mirrors: false }
}

const TOOL: &str = r#"{"name":"a b","x":1e400,"inputSchema":{"type":"object","properties":{"n":{"type":["integer","null"]}}},"outputSchema":{"type":"object","properties":{"o":{"const":1}}},"_meta":{"n":null}}"#;

#[test]
fn a_tool_is_changed_within_its_bytes() {
    let (text, known) = fit_tool(TOOL, &fit(&UNIVERSAL, Mode::DropIn)).expect("a tool");
    assert_eq!(
        text,
        r#"{"name":"a_b_bca18b","x":1e400,"inputSchema":{"type":"object","properties":{"n":{"anyOf":[{"type":"integer"},{"type":"null"}]}}},"outputSchema":{"type":"object","properties":{"o":{"enum":[1]}}},"_meta":{"n":null}}"#
    );
    assert_eq!((&*known.own, &*known.listed), ("a b", "a_b_bca18b"));
    assert_eq!(known.undeclared, ["wait_for_previous"]);
}

#[test]
fn an_argument_is_declared_wherever_the_root_does() {
    let waits = r#"{"properties":{"wait_for_previous":{"type":"boolean"}}}"#;
    let undeclared = |schema: String| {
        let tool = format!(r#"{{"name":"a","inputSchema":{schema}}}"#);
        fit_tool(&tool, &fit(&GEMINI_JSON_SCHEMA, Mode::RoundTrip)).expect("a tool").1.undeclared
    };
    for schema in [
        waits.to_owned(),
        format!(r#"{{"type":"object","allOf":[{waits}]}}"#),
        format!(r##"{{"$ref":"#/$defs/a","$defs":{{"a":{waits}}}}}"##),
        format!(r##"{{"anyOf":[{{"$ref":"#/$defs/a"}},{{"required":["b"]}}],"$defs":{{"a":{waits}}}}}"##),
    ] {
        assert_eq!(undeclared(schema.clone()), [""; 0], "{schema}");
    }
    let nested = format!(r#"{{"type":"object","properties":{{"a":{waits}}},"additionalProperties":false}}"#);
    assert_eq!(undeclared(nested), ["wait_for_previous"]);
}

#[test]
fn what_needs_nothing_stays() {
    let result = r#"{ "tools" : [ {"name":"a","inputSchema": {"type": "object", "properties": {"n": {"type": "string"}}}} ] , "nextCursor":"2","ttlMs":5 }"#;
    let (text, page) = fit_page(result, None, &fitting(&GEMINI_JSON_SCHEMA), &Cancel::default());
    assert_eq!(text, None);
    assert_eq!(page.next.as_deref(), Some("2"));
}

#[test]
fn what_is_no_tool_passes() {
    let list = r#"{"tools":[null,5,{"inputSchema":{}},{"name":"a","inputSchema":7},{"name":"b","inputSchema":{"type":"object","properties":{"n":{"const":"x"}}}}]}"#;
    let (text, page) = fit_page(list, None, &fitting(&UNIVERSAL), &Cancel::default());
    let text = text.expect("the last one changes");
    assert!(text.starts_with(r#"{"tools":[null,5,{"inputSchema":{}},{"name":"a","#), "{text}");
    assert!(page.tools.iter().any(|tool| tool.own == "b"));
    assert_eq!(page.notes, ["tools that cannot be read were passed on unchanged: 3"]);
    for odd in [r#"{"tools":"none"}"#, "[]", r#"{"tools":null}"#, r#"{"tools":[]}"#] {
        assert_eq!(fit_page(odd, None, &fitting(&UNIVERSAL), &Cancel::default()).0, None, "{odd}");
    }
}

#[test]
fn an_output_schema_that_would_refuse_results_is_left_out() {
    let tool = r#"{"name":"a","outputSchema":{"type":"string"},"inputSchema":{"type":"object","properties":{"n":{"type":"string"}}}}"#;
    let (text, _) = fit_tool(tool, &fit(&GEMINI_JSON_SCHEMA, Mode::DropIn)).expect("a tool");
    assert_eq!(text, tool, "what Gemini takes stays, whatever its type");
    let tool = tool
        .replace(r#"{"type":"string"},"input"#, r##"{"type":"object","properties":{"a":{"$ref":"#/none"}}},"input"##);
    let (text, _) = fit_tool(&tool, &fit(&GEMINI_JSON_SCHEMA, Mode::DropIn)).expect("a tool");
    assert!(!text.contains("$ref"), "{text}");
}

#[test]
fn strings_are_turned_back() {
    let tool = r#"{"name":"a","inputSchema":{"type":"object","properties":{"n":{"type":["integer","null"]},"s":{"type":["string","integer"]},"o":{"type":"object","properties":{"k":{"type":"boolean"}}}}}}"#;
    let fit = Fit { strings: true, ..fit(&UNIVERSAL, Mode::DropIn) };
    let (_, known) = fit_tool(tool, &fit).expect("a tool");
    let call = known.codec.restore("a", r#"{"n":"5","s":"5","o":"{\"k\":true}"}"#);
    assert_eq!(call.args, r#"{"n":5,"s":"5","o":{"k":true}}"#);
}

#[test]
fn an_output_schema_is_removed_if_readers_of_an_old_draft_would_misread_it() {
    let with = |schema: &str| format!(r#"{{"name":"a","inputSchema":{{"type":"object"}},"outputSchema":{schema}}}"#);
    let listed = |schema: &str| fit_tool(&with(schema), &fit(&UNIVERSAL, Mode::RoundTrip)).expect("a tool").0;
    let tuple = |more: &str, list: &str, rest: &str| {
        let list = format!(r#""{list}":[{{"type":"string"}}],"{rest}":{{"type":"boolean"}}"#);
        format!(r#"{{{more}"type":"object","properties":{{"t":{{"type":"array",{list}}}}}}}"#)
    };
    let old = tuple(r#""$schema":"http://json-schema.org/draft-07/schema#","#, "items", "additionalItems");
    assert!(!listed(&old).contains("outputSchema"), "{}", listed(&old));
    let modern = tuple("", "prefixItems", "items");
    assert!(listed(&modern).contains(&modern), "{}", listed(&modern));
}

#[test]
fn hostile_tools_end() {
    let deep = |open: &str, close: &str| format!("{}{{}}{}", open.repeat(20_000), close.repeat(20_000));
    let schemas = [
        deep(r#"{"nullable":true,"items":"#, "}"),
        deep(r#"{"x-mcp-header":"A","properties":{"a":"#, "}}"),
        deep(r#"{"anyOf":["#, "]}"),
    ];
    for schema in schemas {
        for target in [&UNIVERSAL, &GEMINI_JSON_SCHEMA] {
            let tool = format!(r#"{{"name":"a","inputSchema":{schema},"outputSchema":{schema}}}"#);
            let list = format!(r#"{{"tools":[{tool},{tool},5]}}"#);
            let (text, _) = fit_page(&list, None, &Fitting { mirrors: true, ..fitting(target) }, &Cancel::default());
            let text = text.unwrap_or(list);
            assert!(serde_json::from_str::<&RawValue>(&text).is_ok(), "{target:?}");
        }
    }
}

/// Unions that refer to each other: each level of nesting multiplies the work.
fn costly(count: usize) -> String {
    let all: Vec<String> = (0..count).map(|at| format!(r##"{{"$ref":"#/$defs/u{at}"}}"##)).collect();
    let union = |at| format!(r#""u{at}":{{"anyOf":[{},{{"required":["p{at}"]}}]}}"#, all.join(","));
    let definitions: Vec<String> = (0..count).map(union).collect();
    let definitions = definitions.join(",");
    format!(
        r##"{{"name":"costly","inputSchema":{{"type":"object","properties":{{"a":{{"$ref":"#/$defs/u0"}}}},"$defs":{{{definitions}}}}}}}"##
    )
}

const PLAIN: &str = r#"{"name":"a","inputSchema":{"type":"object","properties":{"n":{"type":["integer","null"]}}}}"#;

fn limited(limits: Limits) -> Fitting {
    let fit = fit(&UNIVERSAL, Mode::RoundTrip);
    Fitting { fit: Some(Arc::new(Fit { options: fit.options.limits(limits), ..fit })), mirrors: false }
}

#[test]
fn a_tool_that_costs_too_much_passes_and_the_others_are_fitted() {
    let (costly, plain) = (costly(6), fit_tool(PLAIN, &fit(&UNIVERSAL, Mode::RoundTrip)).expect("a tool").0);
    let list = format!(r#"{{"tools":[{PLAIN},{costly},{PLAIN}]}}"#);
    let limits = Limits::default().steps(1);
    let (text, page) = fit_page(&list, None, &limited(limits), &Cancel::default());
    assert_eq!(text, Some(format!(r#"{{"tools":[{plain},{costly},{plain}]}}"#)));
    assert_eq!(page.tools.len(), 3);
}

#[test]
fn a_page_ends_at_the_limits_and_where_nobody_waits() {
    let plain = fit_tool(PLAIN, &fit(&UNIVERSAL, Mode::RoundTrip)).expect("a tool").0;
    let list = format!(r#"{{"tools":[{PLAIN},{PLAIN},{PLAIN}]}}"#);
    let (text, page) = fit_page(&list, None, &limited(Limits::default().declarations(1)), &Cancel::default());
    assert_eq!(text, Some(format!(r#"{{"tools":[{plain},{PLAIN},{PLAIN}]}}"#)));
    assert_eq!(page.tools.len(), 1);
    let cancel = Cancel::default();
    cancel.cancel();
    let (text, page) = fit_page(&list, None, &limited(Limits::default()), &cancel);
    assert_eq!((text, page.tools.len()), (None, 0));
    assert!(page.notes[0].contains("from tool 0 on"), "{:?}", page.notes);
}
