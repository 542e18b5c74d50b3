//! Properties of generated codecs: encoding is undone by restoring, whatever the values.

use std::sync::LazyLock;

use jsonschema::Validator;
use lapidary::{
    CODEC_SCHEMA, Codec,
    internal::{JsonId, equal, read},
};
use proptest::{prelude::*, sample::select, test_runner::RngSeed};

/// A code as JSON, if there is one, and originals that it encodes.
#[derive(Clone, Debug)]
struct Sample {
    code: Option<String>,
    /// The kind of its wire values, if they all have the same.
    wire: Option<&'static str>,
    originals: Vec<String>,
}

/// The definition `node`, which refers to itself.
const NODE: &str = r#"{"object":{"properties":{"next":{"definition":"node"},"m":{"entries":{"value":"any"}}},
    "names":{"n_1":"n!"},"plain":["n_1"],"rest":{"member":"more","value":{"definition":"node"}}}}"#;
const NODES: &[&str] = &[
    "{}",
    r#"{"next":{"next":{"n!":[]}},"m":{"__proto__":{"a":1}}}"#,
    r#"{"more":{"n!":1,"m":{}},"n_1":{"x":{}},"next":null}"#,
];

const DATA: &[&str] = &[
    "null",
    "true",
    "1.50",
    "-0",
    "1e400",
    "\"\"",
    "\"5\"",
    r#""{\"a\":1}""#,
    r#""\u00e9\ud83d\ude00\n""#,
    "[]",
    "{}",
    r#"{"json":"5"}"#,
    r#"{"json":"5","x":1}"#,
    r#"[{"key":"a","value":1}]"#,
    r#"[{"key":"a","value":1},{"key":"a","value":2},3]"#,
    r#"{"value":[1,{"json":"[]"}],"t":"a"}"#,
    r#"{"p0":1,"p1":2}"#,
    r#"{"p1":2,"p9":[null]}"#,
    r#"{"m0":1}"#,
];

fn sample(code: &str, wire: Option<&'static str>, originals: &[&str]) -> Sample {
    let originals = originals.iter().map(|text| (*text).to_owned()).collect();
    Sample { code: Some(code.to_owned()), wire, originals }
}

fn leaf() -> impl Strategy<Value = Sample> {
    select(vec![
        Sample { code: None, ..sample("", None, DATA) },
        Sample { code: None, ..sample("", Some("string"), &["\"\"", "\"a\"", "\"1\""]) },
        Sample { code: None, ..sample("", Some("boolean"), &["true", "false"]) },
        sample("\"json\"", Some("string"), DATA),
        sample("\"text\"", Some("string"), DATA),
        sample("\"any\"", None, DATA),
        sample("\"integer\"", Some("number"), &["5", "-3", "0", "12345678901234567890123"]),
        sample(
            r#"{"values":{"1":1,"x":"1","o":{"a":[]},"n":-0.5}}"#,
            Some("string"),
            &["1", "\"1\"", r#"{"a":[]}"#, "-0.5"],
        ),
        sample(r#"{"definition":"node"}"#, Some("object"), NODES),
    ])
}

fn samples() -> impl Strategy<Value = Sample> {
    leaf().prop_recursive(4, 24, 4, |inner| {
        let several = prop::collection::vec(inner.clone(), 1..4);
        prop_oneof![
            inner.clone().prop_map(array),
            inner.clone().prop_map(entries),
            inner.prop_map(member),
            several.clone().prop_map(|parts| tuple(&parts)),
            (several.clone(), any::<[bool; 5]>()).prop_map(|(parts, traits)| object(&parts, traits)),
            several.prop_map(|parts| union(&parts)),
        ]
    })
}

impl Sample {
    fn at(&self, index: usize) -> &str {
        &self.originals[index % self.originals.len()]
    }

    /// The code after the given text, which makes it a member of an object; empty if there is none.
    fn field(&self, before: &str) -> String {
        self.code.as_ref().map_or(String::new(), |code| format!("{before}{code}"))
    }

    /// The code, or a union without branches if there is none.
    fn code(&self) -> &str {
        self.code.as_deref().unwrap_or(r#"{"union":[]}"#)
    }
}

fn array(item: Sample) -> Sample {
    if item.code.is_none() {
        return sample(r#"{"array":{"array":"integer"}}"#, Some("array"), &["[]", "[[1],[]]", "[[],[ 2 ]]"]);
    }
    let all = format!("[{}]", item.originals.join(" , "));
    sample(&format!(r#"{{"array":{}}}"#, item.code()), Some("array"), &["[]", "[ ]", &all])
}

fn entries(value: Sample) -> Sample {
    let code = format!(r#"{{"entries":{{{}}}}}"#, value.field("\"value\":"));
    let all = format!(r#"{{"":{},"__proto__":{},"\u00e9 \"":{}}}"#, value.at(0), value.at(1), value.at(2));
    sample(&code, Some("array"), &["{}", &all])
}

fn member(value: Sample) -> Sample {
    let code = format!(r#"{{"member":{{"name":"value"{}}}}}"#, value.field(",\"value\":"));
    Sample { code: Some(code), wire: Some("object"), originals: value.originals }
}

fn tuple(parts: &[Sample]) -> Sample {
    let names: Vec<String> = (0..parts.len()).map(|at| format!("\"p{at}\"")).collect();
    let codes = parts.iter().zip(&names).map(|(part, name)| part.field(&format!("{name}:")));
    let codes: Vec<String> = codes.filter(|code| !code.is_empty()).collect();
    let code = format!(r#"{{"tuple":{{"members":[{}],"codes":{{{}}}}}}}"#, names.join(","), codes.join(","));
    let elements: Vec<&str> = parts.iter().enumerate().map(|(at, part)| part.at(at)).collect();
    let short = format!("[{}]", elements.first().unwrap_or(&""));
    let exact = format!("[{}]", elements.join(","));
    sample(&code, Some("object"), &["[]", &short, &exact, &format!("[ {} ]", elements.join(" , "))])
}

/// The wire and the original names of members.
const MEMBERS: &[(&str, &str)] = &[("a", "a"), ("b_1a2b3c", "b/ \\\"b"), ("__proto__", "__proto__")];

fn object(parts: &[Sample], [optional, short, constant, open, odd]: [bool; 5]) -> Sample {
    let (mut properties, mut plain, mut integers, mut nulls) = (vec![], vec![], vec![], vec![]);
    let (mut full, mut some) = (vec![], vec![]);
    for (at, (part, (wire, name))) in parts.iter().zip(MEMBERS).enumerate() {
        let quoted = format!("\"{wire}\"");
        match &part.code {
            None => plain.push(quoted.clone()),
            Some(code) if short && code == "\"integer\"" => integers.push(quoted.clone()),
            Some(code) => properties.push(format!("{quoted}:{code}")),
        }
        let value = part.originals.iter().cycle().skip(at).take(part.originals.len());
        let Some(value) = value.into_iter().find(|value| !optional || *value != "null") else { continue };
        if optional {
            nulls.push(quoted);
        }
        full.push(format!("\"{name}\" : {value}"));
        if odd == (at % 2 == 1) {
            some.push(format!("\"{name}\":{value}"));
        }
    }
    if constant {
        full.push(r#""k":[1]"#.to_owned());
        some.insert(0, r#""k":[1.0]"#.to_owned());
    }
    let rest = &parts[0];
    if open {
        full.insert(0, format!(r#""more":{}"#, rest.at(1)));
        some.push(format!(r#""b_1a2b3c":{},"x":{}"#, rest.at(0), rest.at(2)));
    }
    let code = format!(
        r#"{{"object":{{"properties":{{{}}},"names":{{"b_1a2b3c":"b/ \"b"}},"optional":[{}],"integers":[{}],"constants":{{{}}},"plain":[{}]{}}}}}"#,
        properties.join(","),
        nulls.join(","),
        integers.join(","),
        if constant { r#""k":[1]"# } else { "" },
        plain.join(","),
        if open { format!(r#","rest":{{"member":"more"{}}}"#, rest.field(",\"value\":")) } else { String::new() },
    );
    let texts = [full, some].map(|members| format!("{{ {} }}", members.join(" ,")));
    sample(&code, Some("object"), &[&texts[0], &texts[1]])
}

/// A union: the first part with each kind of wire value is a branch as it is; the others, and all objects, are wrapped
/// in a member.
fn union(parts: &[Sample]) -> Sample {
    let mut branches = Vec::new();
    let mut originals = vec!["null".to_owned()];
    let mut kinds = vec!["object"];
    for (at, part) in parts.iter().enumerate() {
        originals.extend(part.originals.iter().cloned());
        branches.push(match part.wire.filter(|kind| !kinds.contains(kind)) {
            Some(kind) => {
                kinds.push(kind);
                format!(r#"{{"when":{{"kind":"{kind}"}}{}}}"#, part.field(",\"code\":"))
            }
            None => format!(
                r#"{{"when":{{"kind":"object","required":["m{at}"]}},"code":{{"member":{{"name":"m{at}"{}}}}}}}"#,
                part.field(",\"value\":")
            ),
        });
    }
    Sample { code: Some(format!(r#"{{"union":[{}]}}"#, branches.join(","))), wire: None, originals }
}

/// The codec with a sample's code, as JSON; a member around it lets any value be an object of arguments.
fn codec_text(sample: &Sample) -> String {
    let arguments = member(sample.clone()).code.unwrap_or_default();
    format!(r#"{{"version":1,"arguments":{arguments},"definitions":{{"node":{NODE}}}}}"#)
}

fn same(left: &str, right: &str) -> bool {
    let both = format!("[{left},{right}]");
    let tape = read(&both).unwrap_or_else(|error| panic!("{error} in {both}"));
    let sides: Vec<JsonId> = tape.elements(JsonId::ROOT).collect();
    equal(&tape, sides[0], sides[1])
}

fn config() -> ProptestConfig {
    let number = |name: &str| std::env::var(name).ok().and_then(|value| value.parse::<u64>().ok());
    ProptestConfig {
        cases: number("PROPTEST_CASES").map_or(1_500, |cases| cases as u32),
        rng_seed: RngSeed::Fixed(number("PROPTEST_RNG_SEED").unwrap_or(22)),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

static SCHEMA: LazyLock<Validator> = LazyLock::new(|| {
    let schema = serde_json::from_str(CODEC_SCHEMA).expect("JSON");
    jsonschema::validator_for(&schema).expect("a schema")
});

fn is_valid(codec: &str) -> bool {
    SCHEMA.is_valid(&serde_json::from_str(codec).expect("JSON"))
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn restoring_undoes_encoding(sample in samples()) {
        let codec = Codec::from_json(&codec_text(&sample)).expect("a codec");
        for original in &sample.originals {
            let wire = codec.encode("f", original);
            prop_assert_eq!(&wire.issues, &vec![], "{} to {}", original, wire.args);
            let back = codec.restore("f", &wire.args);
            prop_assert_eq!(&back.issues, &vec![], "{} from {}", back.args, wire.args);
            prop_assert!(same(original, &back.args), "{} to {} to {}", original, wire.args, back.args);
        }
    }

    /// Holds also for values that the codec was not made for: without a misfit, nothing is lost.
    #[test]
    fn what_encoding_does_not_report_is_restored(sample in samples(), other in samples()) {
        let codec = Codec::from_json(&codec_text(&sample)).expect("a codec");
        for value in &other.originals {
            let wire = codec.encode("f", value);
            let back = codec.restore("f", &wire.args);
            prop_assert!(read(&back.args).is_ok());
            let direct = format!(r#"{{"value":{value}}}"#);
            prop_assert!(read(&codec.restore("f", &direct).args).is_ok());
            if wire.issues.is_empty() {
                prop_assert!(same(value, &back.args), "{} to {} to {}", value, wire.args, back.args);
            }
        }
    }

    #[test]
    fn codecs_are_as_their_schema_says(sample in samples()) {
        let text = codec_text(&sample);
        prop_assert!(is_valid(&text), "{}", text);
        let written = serde_json::to_string(&Codec::from_json(&text).expect("a codec")).expect("JSON");
        prop_assert!(is_valid(&written), "{}", written);
    }
}

#[test]
fn the_schema_refuses_what_is_no_codec() {
    assert!(is_valid(r#"{"version":1,"name":"a/b","declared":"a_b_1a2b3c"}"#));
    for text in [
        "{}",
        r#"{"version":2}"#,
        r#"{"version":1,"x":1}"#,
        r#"{"version":1,"arguments":"novel"}"#,
        r#"{"version":1,"arguments":{"novel":1}}"#,
        r#"{"version":1,"arguments":{"array":"json","object":{}}}"#,
        r#"{"version":1,"arguments":{"object":{"x":1}}}"#,
        r#"{"version":1,"arguments":{"union":[{"code":"any"}]}}"#,
        r#"{"version":1,"arguments":{"union":[{"when":{"kind":"null"}}]}}"#,
    ] {
        assert!(!is_valid(text), "{text}");
    }
}
