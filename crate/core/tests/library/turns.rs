//! Requests of a conversation: reusing what was lowered before does not change the result.

use std::sync::atomic::{AtomicUsize, Ordering};

use lapidary::{
    Mode, Normalizer, Options, PositionEncoding, TARGETS,
    internal::{Edge, new_lists, observed},
    normalize_request,
};

const TOOLS: &str = r#"[{"googleSearch":{}},{"functionDeclarations":[
    {"name":"github/search","description":"é 😀","parameters":{"type":"object","title":"T","properties":{
        "when":{"oneOf":[{"type":"string","format":"date"},{"type":"null"}]},
        "labels":{"type":"object","additionalProperties":{"type":"integer"}},
        "n":{"type":"integer","exclusiveMinimum":0,"multipleOf":5}},"required":["n","gone"]}},
    {"name":"github/search","parameters":{"type":"object","properties":{"é":{"const":1}}}},
    {"name":"bare"}]},{}]"#;

fn tools() -> String {
    TOOLS.replace('\n', "")
}

/// Tools in OpenAI's format, which have no meaning in a request to Gemini.
const OPENAI: &str = r#"[{"type":"function","function":{"name":"github/search","parameters":{"type":"object","properties":{"labels":{"type":"object","additionalProperties":{"type":"integer"}}}}}}]"#;

/// The requests of a conversation in all forms: the text grows, before and after the tools.
fn conversation() -> Vec<String> {
    let mut contents = Vec::new();
    let mut bodies = Vec::new();
    for turn in 0..4 {
        contents.push(format!(r#"{{"role":"user","parts":[{{"text":"{} {turn}"}}]}}"#, "é😀".repeat(turn)));
        contents.push(
            r#"{"role":"model","parts":[{"functionCall":{"name":"github/search","args":{"n":5.0,"labels":{"a":1}}}}]}"#
                .to_owned(),
        );
        let (said, tools) = (contents.join(","), tools());
        let shorter = tools.replace(r#"{"name":"bare"}"#, r#"{"name":"bear"}"#);
        bodies.push(format!(r#"{{"contents":[{said}],"tools":{tools}}}"#));
        bodies.push(format!(r#"{{"tools":{tools},"contents":[{said}]}}"#));
        bodies.push(format!("{{\"contents\":[\n{said}\n],\n\"tools\":{tools}}}"));
        bodies.push(format!(r#"{{"contents":[{said}],"tools":{shorter}}}"#));
        bodies.push(format!(r#"{{"contents":[{said}],"tools":{TOOLS}}}"#));
        bodies.push(format!(r#"{{"generateContentRequest":{{"contents":[{said}],"tools":{tools}}}}}"#));
        bodies.push(format!(r#"{{"ttl":"1s","contents":[{said}],"tools":{tools}}}"#));
        bodies.push(format!(r#"{{"contents":[{said}],"tools":[{{}}]}}"#));
        bodies.push(format!(r#"{{"contents":[{said}],"tools"  :  [{{}}]}}"#));
        for spoken in ["messages", "contents"] {
            bodies.push(format!(r#"{{"{spoken}":[{said}],"tools":{OPENAI}}}"#));
        }
        let call = r#"{"tool_calls":[{"function":{"name":"github/search","arguments":"{\"labels\":{\"a\":1}}"}}]}"#;
        bodies
            .push(format!(r#"{{"tools":{OPENAI},"messages":[{call}],"extra_body":{{"google":{{"tools":{tools}}}}}}}"#));
        // The schema that the tools refer to is outside their list, and another one each time.
        let outside = [r#""string""#, r#""integer""#, r#"["boolean","null"]"#];
        let refers = r##"[{"functionDeclarations":[{"name":"f","parameters":{"properties":{"a":{"$ref":"#/of"}}}}]}]"##;
        bodies.push(format!(r#"{{"contents":[{said}],"tools":{refers}}}"#));
        bodies.extend(outside.map(|of| format!(r#"{{"of":{{"type":{of}}},"contents":[{said}],"tools":{refers}}}"#)));
        // The list of an earlier request, in places where it is no list of tools, or one for another purpose.
        bodies.push(format!(r#"{{"project":"p","request":{{"contents":[{said}],"tools":{tools}}}}}"#));
        bodies.push(format!(r#"{{"request":{{"contents":[{said}],"tools":{tools}}}}}"#));
        bodies.push(format!(r#"{{"contents":{tools},"tools":{tools}}}"#));
        bodies.push(format!(r#"{{"tools":{tools},"tools":[{{}}],"contents":[{said}]}}"#));
        bodies.push(format!(r#"{{"tools":{tools},"messages":[{said}]}}"#));
        bodies.push(format!(r#"{{"tools":{tools},"contents":[{said}],"systemInstruction":{{"parts":{tools}}}}}"#));
        bodies.push(tools.clone());
        bodies.push(format!(r#"{{"tools":{tools}"#));
        bodies.push(format!(r#"{{"tools":{tools}}} {{"tools":{tools}}}"#));
        bodies.push(format!(r#"{{"tools":{tools},"contents":[{said},]}}"#));
        // What the rest of a request takes from its tools.
        let calling = r#""toolConfig":{"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":["bare"]}}"#;
        let brings = r#"[{"computerUse":{"environment":"ENVIRONMENT_BROWSER"}}]"#;
        for tools in [tools.as_str(), brings, "[]"] {
            bodies.push(format!(r#"{{"contents":[{said}],"tools":{tools},{calling}}}"#));
            bodies.push(format!(r#"{{{calling},"tools":{tools},"contents":[{said}]}}"#));
        }
        let both = format!(r#"{{"request":{{"contents":[{said}],"tools":{tools}}}}}"#);
        bodies.push(format!(r#"{{"requests":[{both},{both}]}}"#));
    }
    bodies
}

#[test]
fn a_turn_is_answered_as_if_it_were_the_first() {
    for target in TARGETS {
        for mode in [Mode::DropIn, Mode::RoundTrip] {
            for encoding in [PositionEncoding::Utf16, PositionEncoding::Utf8, PositionEncoding::Characters] {
                let options = Options::new(target).mode(mode).encoding(encoding);
                let normalizer = Normalizer::new(options.clone());
                for body in conversation() {
                    let (turn, first) = (normalizer.normalize(&body), normalize_request(&body, &options));
                    assert_eq!(format!("{turn:?}"), format!("{first:?}"), "{} {mode:?} {body}", target.id);
                }
            }
        }
    }
}

#[test]
fn without_reports_all_else_is_the_same() {
    for target in TARGETS {
        for mode in [Mode::DropIn, Mode::RoundTrip] {
            let options = Options::new(target).mode(mode);
            let normalizer = Normalizer::new(options.clone()).reports(false);
            for body in conversation() {
                let (bare, whole) = (normalizer.normalize(&body), normalize_request(&body, &options));
                assert!(bare.tools.is_empty());
                assert_eq!(bare.body, whole.body);
                assert_eq!(format!("{:?}", bare.codecs), format!("{:?}", whole.codecs));
                assert_eq!(format!("{:?}", bare.issues), format!("{:?}", whole.issues));
            }
        }
    }
}

#[test]
fn findings_are_reported_until_they_were_read() {
    let normalizer = Normalizer::new(Options::default()).reports_once();
    let turn = |body: &str| {
        let mut request = normalizer.normalize(body);
        assert_eq!(request.body, normalize_request(body, &Options::default()).body);
        (request.tools.len() + request.issues.len(), new_lists(&mut request))
    };
    // A list that moves between lines has no entry of its own.
    let [first, later] = ["", "\n"].map(|space| format!(r#"{{{space}"contents":[],"tools":{}}}"#, tools()));
    let (found, lists) = turn(&first);
    assert!(found > 2);
    drop(lists);
    let (again, lists) = turn(&first);
    lists.read();
    let (after, lists) = turn(&later);
    lists.read();
    assert_eq!((again, after, turn(&first).0), (found, 0, 0));
}

static LOWERINGS: AtomicUsize = AtomicUsize::new(0);

fn count_lowerings(phase: &'static str, edge: Edge) {
    LOWERINGS.fetch_add(usize::from((phase, edge) == ("lower", Edge::Start)), Ordering::Relaxed);
}

#[test]
fn tools_that_come_again_are_not_lowered_again() {
    let normalizer = Normalizer::new(Options::default());
    let list = |turn: usize| tools().replace("bare", &format!("bare_{turn}"));
    let lowered = |turn, said: usize| {
        let before = LOWERINGS.load(Ordering::Relaxed);
        let text = "said ".repeat(said);
        let body = format!(r#"{{"contents":[{{"parts":[{{"text":"{text}"}}]}}],"tools":{}}}"#, list(turn));
        let request = observed(count_lowerings, || normalizer.normalize(&body));
        assert!(request.body.contains("bare_"));
        LOWERINGS.load(Ordering::Relaxed) - before
    };
    assert_eq!(lowered(0, 1), 1);
    assert_eq!((lowered(0, 2), lowered(0, 3)), (0, 0));
    // Few lists are remembered: the least recently used one is dropped first.
    for other in 1..64 {
        assert_eq!(lowered(other, 1), 1);
    }
    assert_eq!(lowered(0, 4), 0);
    assert_eq!((lowered(64, 1), lowered(1, 1), lowered(0, 5)), (1, 1, 0));
}
