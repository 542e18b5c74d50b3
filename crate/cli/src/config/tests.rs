use super::*;

const SCHEMA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/lapidary.schema.json");
const FULL: &str = include_str!("full.toml");

fn schema() -> serde_json::Value {
    schemars::generate::SchemaSettings::draft2020_12()
        .for_deserialize()
        .into_generator()
        .into_root_schema_for::<Config>()
        .into()
}

/// `UPDATE_SCHEMA=1` writes it.
#[test]
fn the_published_schema_is_that_of_the_file() {
    let now = schema();
    if env::var_os("UPDATE_SCHEMA").is_some() {
        fs::write(SCHEMA, serde_json::to_string_pretty(&now).expect("JSON") + "\n").expect("the schema is written");
    }
    // Compared as values: the order of members differs if another crate of the build enables `preserve_order`.
    let published: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(SCHEMA).expect("the schema")).expect("JSON");
    assert_eq!(published, now);
}

/// Whether the schema and the reader accept a text.
fn both(text: &str) -> [bool; 2] {
    let table: serde_json::Value = toml::from_str(text).expect("TOML");
    let validator = jsonschema::validator_for(&schema()).expect("a schema");
    [validator.is_valid(&table), toml::from_str::<Config>(text).is_ok()]
}

#[test]
fn the_schema_takes_what_is_read_and_nothing_else() {
    assert_eq!(both(FULL), [true, true]);
    assert_eq!(both(""), [true, true]);
    for wrong in [
        "target = \"bard\"",
        "targets = \"gemini\"",
        "mode = \"both\"",
        "fail-on = \"sometimes\"",
        "disable = [\"GS999\"]",
        "[rules]\nGS999 = \"info\"",
        "[rules]\nGS009 = \"off\"",
        "[[allow]]\ntool = \"x\"\nrules = [\"GS009\"]",
        "[[client]]\ntarget = \"gemini\"",
        "[[client]]\nname = \"x\"\ntarget = \"bard\"",
        "[[allow]]\ntool = \"x\"\nrules = [\"GS009\"]\nreason = \"\"",
        "[[allow]]\ntool = \"x\"\nrules = [\"GS009\"]\nreason = \"  \"",
        "baseline = \"\"",
        "limits = 5",
        "[limits]\nsteps = 0",
        "[limits]\nmemory = -1",
        "[limits]\noutput = \"64 kB\"",
        "[limits]\ndeclarations = 1.5",
        "[limits]\ntime = 1",
    ] {
        assert_eq!(both(wrong), [false, false], "{wrong}");
    }
}

#[test]
fn a_rule_has_one_severity() {
    let twice = "[rules]\nGS009 = \"info\"\ndefault = \"error\"\n";
    let why = toml::from_str::<Config>(twice).err().expect("two severities");
    assert_eq!(why.message(), "GS009 (default) is set twice, under two names");
}

#[test]
fn limits_are_those_of_the_engine() {
    let limits = |text: &str| {
        let Limits { steps, memory, output, declarations, .. } =
            toml::from_str::<Config>(text).expect("it is read").limits();
        (steps, memory, output, declarations)
    };
    let usual = Limits::default();
    assert_eq!(limits(""), (usual.steps, usual.memory, usual.output, usual.declarations));
    assert_eq!(limits("[limits]\nmemory = 2"), (usual.steps, 2, usual.output, usual.declarations));
    assert_eq!(limits(FULL), (1_000_000, 16_777_216, 32_000, 100));
}

#[test]
fn what_is_wrong_has_a_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join(NAME);
    fs::write(&file, "target = \"gemini\"\n[rules]\nGS009 = \"off\"\n").expect("a file");
    let wrong = Config::load(Some(&file)).err().expect("a wrong level");
    assert!(wrong.issue.message.contains("unknown variant `off`"), "{}", wrong.issue.message);
    assert_eq!(wrong.issue.span, Span { start: 34, end: 39 });
}
