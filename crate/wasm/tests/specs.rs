//! The specs in a browser: the same inputs, the same bytes as natively.

#![cfg(target_arch = "wasm32")]

use include_dir::{Dir, File, include_dir};
use js_sys::{Object, Reflect};
use lapidary_wasm::{transform, transform_text};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

static SPECS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../tests/specs");

fn options(target: &str) -> Result<JsValue, JsValue> {
    let options = Object::new();
    Reflect::set(&options, &"target".into(), &target.into())?;
    Ok(options.into())
}

/// The input that an expected output belongs to, and the target.
fn source(expected: &File<'_>, target: &str) -> Option<&'static str> {
    let path = expected.path().to_str()?.strip_suffix(&format!(".{target}.out.json"))?;
    SPECS.get_file(format!("{path}.json"))?.contents_utf8()
}

#[wasm_bindgen_test]
fn every_spec_gets_the_bytes_that_it_gets_natively() -> Result<(), JsValue> {
    let mut compared = 0;
    for expected in SPECS.dirs().flat_map(Dir::files) {
        for target in lapidary::TARGETS {
            let Some(text) = source(expected, target.id) else { continue };
            let answer = transform(text, &options(target.id)?)?;
            let output = Reflect::get(&answer, &"output".into())?.as_string().unwrap_or_default();
            assert_eq!(expected.contents_utf8(), Some(format!("{output}\n").as_str()), "{}", expected.path().display());
            compared += 1;
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
    assert!(message.contains("nowhere") && message.contains("gemini"), "{message}");
    Ok(())
}
