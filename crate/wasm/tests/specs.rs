//! The specs in a browser: the same inputs give the same bytes as natively.

#![cfg(target_arch = "wasm32")]

use include_dir::{Dir, File, include_dir};
use js_sys::{Function, Object, Promise, Reflect};
use lapidary_wasm::{transform, transform_text};
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

static SPECS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../tests/specs");

fn options(target: &str) -> Result<JsValue, JsValue> {
    let options = Object::new();
    Reflect::set(&options, &"target".into(), &target.into())?;
    Ok(options.into())
}

/// The sections of an answers file: the targets of each, with their modes, and the output.
fn sections(answers: &str) -> impl Iterator<Item = (Vec<&str>, &str)> {
    answers.split("=== ").skip(1).filter_map(|section| {
        let (labels, rest) = section.split_once('\n')?;
        Some((labels.split(", ").collect(), rest.split_once("\n---\n")?.0))
    })
}

/// Lets the browser answer its driver, which waits for half a minute at most.
async fn pause() -> Result<(), JsValue> {
    let set_timeout: Function = Reflect::get(&js_sys::global(), &"setTimeout".into())?.dyn_into()?;
    let mut start = |resolve: Function, reject: Function| {
        if let Err(error) = set_timeout.call1(&JsValue::UNDEFINED, &resolve) {
            let _ = reject.call1(&JsValue::UNDEFINED, &error);
        }
    };
    JsFuture::from(Promise::new(&mut start)).await.map(|_| ())
}

#[wasm_bindgen_test]
async fn every_spec_gets_the_bytes_that_it_gets_natively() -> Result<(), JsValue> {
    let mut compared = 0;
    for input in SPECS.dirs().flat_map(Dir::files).filter(|file| file.path().extension().is_some_and(|it| it == "json"))
    {
        pause().await?;
        let answers = SPECS.get_file(input.path().with_extension("answers")).and_then(File::contents_utf8);
        for (labels, expected) in sections(answers.unwrap_or_default()) {
            for label in labels {
                let (target, mode) = label.split_once(' ').unwrap_or((label, "drop-in"));
                let options = options(target)?;
                Reflect::set(&options, &"mode".into(), &mode.into())?;
                let answer = js_sys::JSON::parse(&transform(input.contents_utf8().unwrap_or_default(), &options)?)?;
                let output = Reflect::get(&answer, &"output".into())?.as_string().unwrap_or_default();
                assert_eq!(expected, output, "{label} of {}", input.path().display());
                compared += 1;
            }
        }
    }
    assert!(compared > 0, "no spec was found");
    Ok(())
}

#[wasm_bindgen_test]
fn an_unreadable_text_throws_its_issue() -> Result<(), JsValue> {
    let Err(error) = transform_text("{", &JsValue::UNDEFINED) else { return Err("no error".into()) };
    let issue = Reflect::get(&error, &"issue".into())?;
    assert_eq!(Reflect::get(&issue, &"code".into())?.as_string().as_deref(), Some("invalid-json"));
    assert_eq!(Reflect::get(&issue, &"line".into())?.as_f64(), Some(1.0));
    Ok(())
}

#[wasm_bindgen_test]
fn wrong_options_are_told() -> Result<(), JsValue> {
    let Err(error) = transform_text("{}", &options("nowhere")?) else { return Err("no error".into()) };
    let message = String::from(js_sys::Error::from(error).message());
    assert!(message.starts_with("options: target: must be one of gemini, "), "{message}");
    Ok(())
}
