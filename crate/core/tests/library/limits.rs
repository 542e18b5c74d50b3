//! Limits of a call: a tool at which one is met is passed on unchanged, or treated as the options state, and the others
//! are lowered.

use lapidary::{
    Cancel, Emit, GEMINI_API, GEMINI_JSON_SCHEMA, Limits, Mode, OnError, Options, Output, Status, Transformed, declare,
    normalize_request, transform, transform_text,
};

/// A tool that takes many steps: unions that refer to each other.
fn costly(name: &str) -> String {
    let union = |at: usize| {
        let others: Vec<String> = (0..20).map(|to| format!(r##"{{"$ref":"#/$defs/D{to}"}}"##)).collect();
        format!(r#""D{at}":{{"anyOf":[{{"type":"object","properties":{{"p{at}":{{}}}}}},{}]}}"#, others.join(","))
    };
    let unions: Vec<String> = (0..20).map(union).collect();
    let schema = format!(
        r##"{{"type":"object","properties":{{"x":{{"$ref":"#/$defs/D0"}}}},"$defs":{{{}}}}}"##,
        unions.join(",")
    );
    format!(r#"{{"name":"{name}","inputSchema":{schema}}}"#)
}

const SIMPLE: &str = r#"{"name":"simple","inputSchema":{"type":"object","properties":{"n":{"const":"a"}}}}"#;
const FIT: &str =
    r#"{"name":"simple","parameters":{"type":"OBJECT","properties":{"n":{"type":"STRING","enum":["a"]}}}}"#;

fn list(tools: &[&str]) -> String {
    format!(r#"{{"tools":[{}]}}"#, tools.join(","))
}

fn limited(text: &str, limits: Limits) -> Transformed {
    transform(text, &Options::default().limits(limits), &Output::default())
}

/// The names of the tools at which a limit was met, each with the issue's help.
fn met(out: &Transformed) -> Vec<(&str, &str)> {
    let issues = out.tools().iter().flat_map(|tool| tool.report.issues.iter().map(|issue| (&*tool.report.name, issue)));
    issues.filter(|(_, issue)| issue.code == "limit").map(|(name, issue)| (name, &*issue.help)).collect()
}

#[test]
fn a_tool_that_takes_too_many_steps_leaves_as_it_came_and_the_others_are_served() {
    let costly = costly("costly");
    let text = list(&[&costly, SIMPLE]);
    for steps in [0, 1_000, 20_000] {
        let out = limited(&text, Limits::default().steps(steps));
        assert_eq!(met(&out), [("costly", "simplify it, or raise the limit `steps`")], "{steps}");
        assert_eq!(out.tools()[0].report.status, Status::Incompatible);
        let schema = &costly[costly.find(r#"{"type""#).unwrap_or_default()..costly.len() - 1];
        let expected = format!(r#"[{{"name":"costly","parameters":{schema}}},{FIT}]"#);
        assert_eq!(out.output.as_deref(), Some(&*expected), "{steps}");
        assert_eq!(limited(&text, Limits::default().steps(steps)).output, out.output);
    }
    assert_eq!(met(&limited(&list(&[SIMPLE, SIMPLE]), Limits::default().steps(0))), []);
}

#[test]
fn the_options_say_what_becomes_of_it() {
    let text = list(&[&costly("costly"), SIMPLE]);
    let options = Options::default().limits(Limits::default().steps(1_000));
    let left = transform_text(&text, &options, &Output::default().on_error(OnError::Omit)).expect("it is a list");
    assert_eq!(left, format!("[{FIT}]"));
    let thrown = transform_text(&text, &options, &Output::default().on_error(OnError::Throw));
    let issue = thrown.expect_err("a limit is met");
    assert!(issue.message.starts_with("costly: the schema takes more than 1000 steps"), "{}", issue.message);
    assert_eq!(issue.pointer, "/tools/0/inputSchema");
}

#[test]
fn no_tool_takes_what_is_left_to_those_after_it() {
    let costly: Vec<String> = (0..8).map(|at| costly(&format!("costly_{at}"))).collect();
    let mut tools: Vec<&str> = costly.iter().map(String::as_str).collect();
    tools.push(SIMPLE);
    let out = limited(&list(&tools), Limits::default().steps(40_000));
    assert_eq!(met(&out).len(), 8);
    assert!(out.output.is_some_and(|output| output.ends_with(&format!("{FIT}]"))));
}

#[test]
fn tools_beyond_the_most_leave_as_they_came() {
    let text = list(&[SIMPLE, SIMPLE, SIMPLE]);
    let options = Options::new(&GEMINI_API).limits(Limits::default().declarations(1));
    let out = transform(&text, &options, &Output::default().emit(Emit::Same));
    let rest = text.rfind(&format!("{SIMPLE},{SIMPLE}")).unwrap_or_default();
    assert!(out.output.as_ref().is_some_and(|output| output.ends_with(&text[rest..])));
    assert_eq!(out.issues()[0].code, "limit");
    assert_eq!(out.issues()[0].pointer, "/tools/1");
}

#[test]
fn tools_that_memory_does_not_suffice_for_name_the_memory() {
    let text = list(&[SIMPLE, SIMPLE, SIMPLE]);
    let options = Options::new(&GEMINI_API).limits(Limits::default().memory(16_000));
    let out = transform(&text, &options, &Output::default());
    assert_eq!(out.tools().len(), 2);
    assert_eq!(out.issues()[0].message, "the document takes more than 16000 bytes of memory");
    assert_eq!(out.issues()[0].pointer, "/tools/2");
}

#[test]
fn tools_beyond_the_most_are_left_out_or_end_the_call_as_the_options_say() {
    let text = list(&[SIMPLE, SIMPLE, SIMPLE]);
    let options = Options::new(&GEMINI_API).limits(Limits::default().declarations(1));
    let error = transform_text(&text, &options, &Output::default().on_error(OnError::Throw)).expect_err("of a limit");
    assert_eq!(error.message, "the document has more than 1 tool");
    assert_eq!(error.pointer, "/tools/1");
    let omitted = transform(&text, &options, &Output::default().emit(Emit::Same).on_error(OnError::Omit));
    let left = transform(&list(&[SIMPLE]), &options, &Output::default().emit(Emit::Same));
    assert_eq!(omitted.output, left.output);
    let declared: Vec<_> = declare(&text, &options, &Output::default()).expect("tools").into_iter().collect();
    assert_eq!(declared.iter().map(|tool| tool.declaration.is_some()).collect::<Vec<_>>(), [true, false, false]);
    assert_eq!(omitted.issues()[0].fix.as_deref(), Some("2 tools omitted, from this one on"));
}

#[test]
fn a_declaration_stays_within_its_bytes() {
    let definitions: Vec<String> = (0..40)
        .map(|at| {
            let next = at + 1;
            format!(
                r##""D{at}":{{"type":"object","required":["a","b"],"properties":{{"a":{{"$ref":"#/$defs/D{next}"}},"b":{{"$ref":"#/$defs/D{next}"}}}}}}"##
            )
        })
        .collect();
    let text = format!(
        r##"{{"type":"object","properties":{{"x":{{"$ref":"#/$defs/D0"}}}},"$defs":{{{},"D40":{{"type":"string"}}}}}}"##,
        definitions.join(",")
    );
    for output in [8_000, 64_000, 200_000] {
        let options = Options::default().limits(Limits::default().output(output));
        let length = transform_text(&text, &options, &Output::default()).expect("it is a schema").len();
        assert!(length <= output.max(8 * text.len()), "{length}");
    }
}

#[test]
fn memory_is_bounded_for_tools_that_grow() {
    let names: Vec<String> = (0..20_000).map(|at| format!(r#""n{at}""#)).collect();
    let listed =
        format!(r#"{{"type":"object","properties":{{"a":{{"type":"string","enum":[{}]}}}}}}"#, names.join(","));
    let options = Options::new(&GEMINI_JSON_SCHEMA).mode(Mode::RoundTrip);
    let small = transform(&listed, &options.clone().limits(Limits::default().memory(0)), &Output::default());
    let issues = &small.tools()[0].report.issues;
    assert!(issues.iter().all(|issue| issue.code != "limit"), "32 times its text is enough for this one");
    let text = format!(r#"{{"type":"object","required":[{}]}}"#, names.join(","));
    let limits = Limits::default().memory(0);
    let gemini = transform(&text, &Options::default().mode(Mode::RoundTrip).limits(limits), &Output::default());
    assert_eq!(gemini.tools()[0].report.issues[0].help, "simplify it, or raise the limit `memory`");
    assert_eq!(gemini.output.as_deref(), Some(&*text));
}

/// Each of the alternatives, which nothing tells apart, repeats the code of all, and so on at each level of the recursion.
#[test]
fn memory_is_bounded_for_codes_that_repeat() {
    let objects = vec![r#"{"type":"object","properties":{"x":{"type":["string","null"]}}}"#; 60].join(",");
    let text = format!(r##"{{"type":"object","properties":{{"a":{{"oneOf":[{objects},{{"$ref":"#"}}]}}}}}}"##);
    let out = transform(&text, &Options::default().mode(Mode::RoundTrip), &Output::default());
    let tool = &out.tools()[0];
    assert_eq!(tool.report.issues[0].message, "the schema takes more than 67108864 bytes of memory");
    assert!(tool.codec.is_trivial());
}

#[test]
fn a_call_is_ended_from_outside() {
    let cancel = Cancel::default();
    let options = Options::default().limits(Limits::default().cancelled_by(&cancel));
    assert!(transform_text(SIMPLE, &options, &Output::default()).is_ok_and(|output| output == FIT));
    cancel.cancel();
    let out = transform(SIMPLE, &options, &Output::default());
    assert_eq!(met(&out), [("simple", "")]);
}

#[test]
fn a_call_ends_after_so_many_steps_of_all_its_tools() {
    let tools = format!("[{SIMPLE},{},{SIMPLE}]", costly("costly"));
    let within = |cancel: &Cancel| {
        let options = Options::default().limits(Limits::default().cancelled_by(cancel));
        let out = transform(&tools, &options, &Output::default());
        (cancel.is_cancelled(), met(&out).len())
    };
    // One tool meets its own limit.
    assert_eq!(within(&Cancel::after(1_000_000_000)), (false, 1));
    assert_eq!(within(&Cancel::after(1_000)), (true, 2));
    assert_eq!(within(&Cancel::after(0)), (true, 3));
}

#[test]
fn a_request_is_not_lost() {
    let costly = costly("costly").replace("inputSchema", "parameters");
    let simple = SIMPLE.replace("inputSchema", "parameters");
    let body = format!(
        r#"{{"contents":[],"tools":[{{"functionDeclarations":[{costly},{simple}]}}],"generationConfig":{{"responseJsonSchema":{{"type":"object","properties":{{"a":{{"const":1}}}}}}}}}}"#
    );
    let request = normalize_request(&body, &Options::default().limits(Limits::default().steps(1_000)));
    assert!(request.body.contains(&costly) && request.body.contains(FIT), "{:.300}", request.body);
    assert!(request.tools[0].report.issues.iter().any(|issue| issue.code == "limit"));
}
