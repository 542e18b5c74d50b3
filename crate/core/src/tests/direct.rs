//! The direct path gives the same output as lowering by shapes: for the inputs of all specs, every target and
//! mode.

use std::{error::Error, fs, path::Path};

use crate::{
    Limits, Mode, Options, TARGETS,
    envelope::detect,
    json::read,
    limits::Work,
    lower::{Detail, Handlers, Lower, Step, Written, lower_tool},
    rules::{RuleBook, RuleSet},
    schema::Kinds,
    shape::Shape,
};

/// The output of the tools of a document, with their codecs and edits, in no order: reports sort them by place.
fn lowered(text: &str, options: &Options, handlers: &Handlers, detail: Detail) -> String {
    let Ok(tape) = read(text) else { return String::new() };
    let Ok(envelope) = detect(&tape) else { return String::new() };
    let work = Work::new(&Limits::default(), text.len());
    let tools = envelope.tools.iter().map(|tool| {
        let root = envelope.kind.root(&tape, *tool);
        let lower_options = options.lower_options(Written::for_target(&options.target));
        let tool = lower_tool(&tape, root.schema, root.spelling, lower_options, handlers, detail, &work);
        let output = tool.parameters.map(|out| out.render(&tape, None));
        let mut edits: Vec<String> = tool.edits.iter().map(|edit| format!("{edit:?}\n")).collect();
        edits.sort();
        format!("{output:?}\n{:?}\n{}", tool.codec, edits.concat())
    });
    tools.collect()
}

#[test]
fn a_plain_node_leaves_as_its_shape_would() -> Result<(), Box<dyn Error>> {
    let book = RuleBook::new(RuleSet::default());
    assert!(!book.handlers.passed_through.is_empty(), "no keyword is passed through: no scalar takes the direct path");
    let mut by_shape = book.handlers.clone();
    by_shape.makes_shapes = true;
    let mut compared = 0;
    for rule in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/specs"))? {
        for input in fs::read_dir(rule?.path())? {
            let path = input?.path();
            if path.extension().is_none_or(|ending| ending != "json") {
                continue;
            }
            let text = fs::read_to_string(&path)?;
            for target in TARGETS {
                for mode in [Mode::DropIn, Mode::RoundTrip] {
                    let options = Options::new(target).mode(mode);
                    for detail in [Detail::All, Detail::Costs, Detail::Count] {
                        let [direct, by_shape] =
                            [&book.handlers, &by_shape].map(|handlers| lowered(&text, &options, handlers, detail));
                        assert_eq!(direct, by_shape, "{} for {}", path.display(), target.id);
                        compared += 1;
                    }
                }
            }
        }
    }
    assert!(compared > 1_000, "{compared} runs were compared");
    Ok(())
}

/// A description does not keep a node off the direct path, whether the target enforces or ignores it.
#[test]
fn a_described_type_makes_no_shape() {
    fn on_objects_only(_: &mut Lower<'_, '_>, shape: &mut Shape) {
        assert_eq!(shape.kinds, Kinds::OBJECT, "a shape was made of a plain node");
    }
    let RuleBook { mut handlers, .. } = RuleBook::new(RuleSet::default());
    handlers.forget_steps();
    handlers.narrow_by(None, false, Step::Narrow(on_objects_only), None);
    let text = r#"{"name":"t","inputSchema":{"type":"object","properties":{"a":{"type":"string","description":"b"}}}}"#;
    for target in TARGETS {
        let output = lowered(text, &Options::new(target), &handlers, Detail::All);
        assert!(output.contains("description"), "{}: {output}", target.id);
    }
}
