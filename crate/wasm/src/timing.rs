//! Phases as User Timing measures: `lapidary:read`, `lapidary:lower`, `lapidary:emit`. On request
//! only: hosts keep every entry until somebody clears it.

use lapidary::Probe;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Performance;

pub(crate) struct UserTiming;

impl Probe for UserTiming {
    fn enter(&self, phase: &'static str) {
        if let Some(performance) = performance() {
            // A host that refuses a mark has no measures; the work goes on.
            let _ = performance.mark(&start_of(phase));
        }
    }

    fn exit(&self, phase: &'static str) {
        if let Some(performance) = performance() {
            let start = start_of(phase);
            let _ = performance.measure_with_start_mark(&format!("lapidary:{phase}"), &start);
            performance.clear_marks_with_mark_name(&start);
        }
    }
}

fn start_of(phase: &str) -> String {
    format!("lapidary:{phase}:start")
}

/// Workers and Node have no window, so the global object is asked. What `dyn_into` asks for is not
/// the same class everywhere either; having the methods is enough.
fn performance() -> Option<Performance> {
    let global = js_sys::global();
    let value = js_sys::Reflect::get(&global, &JsValue::from_str("performance")).ok()?;
    value.is_object().then(|| value.unchecked_into())
}
