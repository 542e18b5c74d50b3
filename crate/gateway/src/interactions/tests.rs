use std::time::{Duration, Instant};

use lapidary::{Options, Target};
use serde_json::{Value, json};

use super::{Events, Fit, fit, restored};

const TOOL: &str =
    r#"{"type":"function", "name":"env/set","parameters":{"type":"object","properties":{"a":{"const":1}}}}"#;

fn made_fit(body: &str) -> Fit {
    fit(body, &Options::new(Target::find("auto").expect("a target"))).expect("it is read")
}

fn declared(fit: &Fit) -> String {
    fit.codecs.iter().next().expect("it is renamed").0.to_owned()
}

#[test]
fn functions_are_made_fit_and_all_else_keeps_its_bytes() {
    let body = format!(
        r#"{{"model": "m", "tools": [{{"type":"google_search"}}, {TOOL}], "input" :"x",
            "response_format":{{"type":"text","schema":{{"const":1.50}}}},
            "generation_config":{{"tool_choice":{{"allowed_tools":{{"mode":"any","tools":["env/set","ok"]}}}}}}}}"#
    );
    let fit = made_fit(&body);
    let name = declared(&fit);
    let expected = body.replace("env/set", &name).replace(r#""const":1}"#, r#""enum":[1]}"#);
    assert_eq!(fit.body, expected.replace(r#""const":1.50"#, r#""enum":[1.50]"#));
    assert!(fit.findings.count >= 3);
}

#[test]
fn functions_have_a_schema_also_where_they_take_nothing() {
    let empty = r#""parameters":{"type":"object","properties":{}}"#;
    for (given, sent) in [
        (r#""type":"function","name":"f""#.to_owned(), format!(r#"{empty},"type":"function","name":"f""#)),
        (
            r#""type":"function","name":"f","parameters":{}"#.to_owned(),
            format!(r#""type":"function","name":"f",{empty}"#),
        ),
        (
            r#""parameters":null,"type":"function","name":"f""#.to_owned(),
            format!(r#"{empty},"type":"function","name":"f""#),
        ),
        (format!(r#"{empty},"type":"function","name":"f""#), format!(r#"{empty},"type":"function","name":"f""#)),
    ] {
        let body = |function: &str| format!(r#"{{"input":"x","tools":[{{{function}}}]}}"#);
        assert_eq!(made_fit(&body(&given)).body, body(&sent));
    }
}

#[test]
fn a_later_turn_names_functions_as_the_first_declared_them() {
    let name = declared(&made_fit(&format!(r#"{{"input":"x","tools":[{TOOL}]}}"#)));
    let result = |name: &str| {
        json!({ "previous_interaction_id": "i", "input": [
            { "type": "text", "text": "env/set" }, { "type": "function_result", "call_id": "1", "name": name, "result": "done" },
            { "type": "function_result", "call_id": "2", "name": "ok" }, { "type": "function_result", "call_id": "3" },
        ] })
        .to_string()
    };
    assert_eq!(made_fit(&result("env/set")).body, result(&name));
}

#[test]
fn what_needs_nothing_stays() {
    for body in [
        r#"{"model":"m","input":"x","tools":[{"type":"function","name":"ok","parameters":{"type":"object","properties":{"a":{}}}}]}"#,
        r#"{"input":[{"type":"function_call","name":7}],"response_format":"text","tools":null}"#,
        r#"{"input":[{"type":"tool_search_call","arguments":7},{"type":"tool_search_result","result":{}}],"tools":[{"type":"tool_search"}]}"#,
        r#"{"generation_config":{"tool_choice":"auto"},"response_format":[{"type":"text"}]}"#,
        "{}",
    ] {
        let fit = made_fit(body);
        assert_eq!((fit.body.as_str(), fit.codecs.is_empty()), (body, true));
    }
    let options = Options::new(Target::find("auto").expect("a target"));
    for body in ["", "7", "[]x", r#"{"tools":{}}"#] {
        assert!(fit(body, &options).is_none(), "{body}");
    }
}

/// A function in the result of a tool search by the client.
const FOUND: &str =
    r#"{"type":"function","name":"log/read","parameters":{"type":"object","properties":{"b":{"const":2}}}}"#;

#[test]
fn what_searches_for_tools_is_made_fit_as_what_it_finds() {
    let search = r#"{"execution":"client", "type":"tool_search","name":"find/tools","parameters":{"type":"object","properties":{"q":{"const":3}}}}"#;
    let nameless = r#"{"type":"tool_search","parameters":{"type":"object","properties":{"q":{"const":4}}}}"#;
    let body = format!(
        r#"{{"tools":[{{"type":"tool_search","execution":"server"}},{TOOL}, {search},{nameless}],"input":[
            {{"type":"tool_search_call","id":"1","arguments":{{"function_names":["log/read", "ok","env/set"]}}}},
            {{"type":"tool_search_result","call_id":"1","result":[ {FOUND}]}},
            {{"type":"function_call","id":"2","name":"log/read","arguments":{{"b":2}}}}]}}"#
    );
    let fit = made_fit(&body);
    let names: Vec<(&str, &str)> =
        fit.codecs.iter().filter_map(|(name, codec)| Some((codec.name.as_deref()?, name))).collect();
    assert_eq!(names.len(), 3);
    let expected = names.iter().fold(body, |body, (own, declared)| body.replace(own, declared));
    let expected =
        (1..=4).fold(expected, |body, n| body.replace(&format!(r#""const":{n}"#), &format!(r#""enum":[{n}]"#)));
    assert_eq!(fit.body, expected);
}

#[test]
fn what_a_search_finds_has_the_functions_own_names() {
    let body = format!(r#"{{"tools":[{TOOL}],"input":[{{"type":"tool_search_result","result":[{FOUND}]}}]}}"#);
    let fit = made_fit(&body);
    let step = r#"{"type":"tool_search_call","id":"1","arguments":{"function_names":["env/set" ,"ok","log/read"]}}"#;
    let result = format!(r#"{{"type":"tool_search_result","call_id":"1","result":[{TOOL},{FOUND}]}}"#);
    for own in [
        format!(r#"{{"steps":[{step} ,{result}]}}"#),
        format!(r#"{{"event_type":"step.start","index":0,"step":{step}}}"#),
        format!(r#"{{"event_type":"step.delta","index":0,"delta":{result}}}"#),
        // The response may repeat the request.
        format!(r#"{{"interaction":{{"tools":[{TOOL}],"input":[{result}]}}}}"#),
    ] {
        let known = fit.codecs.iter().filter_map(|(name, codec)| Some((codec.name.as_deref()?, name)));
        let known = known.fold(own.clone(), |text, (own, declared)| text.replace(own, declared));
        assert_eq!(restored(&fit.codecs, &known), Some(own));
    }
}

#[test]
fn doubled_functions_are_left_to_the_service() {
    let body = format!(r#"{{"tools":[{TOOL},{TOOL}]}}"#);
    let fit = made_fit(&body);
    assert_eq!((fit.body == body, fit.codecs.is_empty()), (true, true));
}

#[test]
fn steps_have_the_functions_own_names() {
    let fit = made_fit(&format!(r#"{{"tools":[{TOOL}]}}"#));
    let name = declared(&fit);
    let call = |name: &str| format!(r#"{{"type":"function_call", "name":"{name}","arguments":{{"a":1.0}}}}"#);
    for (was, now) in [(call(&name), call("env/set"))] {
        for around in [r#"{"id":"i","steps":[{"type":"thought"},@]}"#, r#"{"event_type":"step.start","step":@}"#] {
            assert_eq!(restored(&fit.codecs, &around.replace('@', &was)), Some(around.replace('@', &now)));
        }
        let event = r#"{"interaction":{"steps":[@ , @]}}"#;
        assert_eq!(restored(&fit.codecs, &event.replace('@', &was)), Some(event.replace('@', &now)));
    }
    assert_eq!(restored(&fit.codecs, &format!(r#"{{"steps":[{}]}}"#, call("ok"))), None);
    assert_eq!(restored(&fit.codecs, "no JSON"), None);
}

#[test]
fn any_cuts_of_a_stream_give_the_same_bytes() {
    let fit = made_fit(&format!(r#"{{"tools":[{TOOL}]}}"#));
    let name = declared(&fit);
    let step: Value = json!({ "step": { "type": "function_call", "name": name } });
    let lines = format!("data: {{\"step\":\r\ndata\r\ndata:  {}\r\nid: 1\r\ndata: }}\r\n\r\n", step["step"]);
    let text = format!(
        "event: step.start\r\ndata: {step}\r\n\r\n: ping\ndata:{step}\n\ndata: [DONE]\n\n{lines}data: {step}\r\rdata: {step}"
    );
    for size in 1..text.len() {
        let mut events = Events::new(fit.codecs.clone(), 1 << 20);
        let mut came: Vec<u8> = text.as_bytes().chunks(size).flat_map(|bytes| events.push(bytes)).collect();
        came.extend(events.end());
        assert_eq!(String::from_utf8_lossy(&came), text.replace(&name, "env/set"), "{size}");
    }
    // The part of an event with which a stream breaks off passes unchanged.
    let (before, last) = text.split_at(text.rfind("data: ").expect("an event"));
    let part = &last[..last.len() - 5];
    let mut events = Events::new(fit.codecs.clone(), 1 << 20);
    let mut came = events.push([before, part].concat().as_bytes());
    came.extend(events.end());
    assert_eq!(String::from_utf8_lossy(&came), before.replace(&name, "env/set") + part);
    let mut short = Events::new(fit.codecs.clone(), 8);
    let mut came: Vec<u8> = text.as_bytes().chunks(5).flat_map(|bytes| short.push(bytes)).collect();
    came.extend(short.end());
    assert_eq!(String::from_utf8_lossy(&came), text, "events that are too long pass");
}

#[test]
fn an_event_leaves_with_its_last_byte() {
    let fit = made_fit(&format!(r#"{{"tools":[{TOOL}]}}"#));
    for end in ["\n", "\r", "\r\n"] {
        let mut events = Events::new(fit.codecs.clone(), 1 << 20);
        for text in [format!("{end}{end}"), format!("data: 1{end}data: 2{end}{end}"), format!(": ping{end}{end}")] {
            assert_eq!(events.push(text.as_bytes()), text.as_bytes(), "{text:?}");
        }
        assert!(events.push(format!("data: 1{end}").as_bytes()).is_empty());
    }
}

#[test]
fn a_long_event_is_looked_through_once() {
    let mut events = Events::new(made_fit(&format!(r#"{{"tools":[{TOOL}]}}"#)).codecs, 64 << 20);
    let began = Instant::now();
    for _ in 0..1 << 17 {
        assert!(events.push(&[b'x'; 32]).is_empty());
        // Searching for its end from the start each time takes hours.
        assert!(began.elapsed() < Duration::from_mins(1));
    }
    assert_eq!(events.push(b"\n\n").len(), (32 << 17) + 2);
}
