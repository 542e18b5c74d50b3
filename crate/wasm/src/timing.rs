//! Phases as User Timing measures: `lapidary:read`, `lapidary:lower`, `lapidary:emit`. On request
//! only: hosts keep every entry until somebody clears it.

use lapidary::{
    Options, Output,
    internal::{Edge, observed},
};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Performance;

use crate::options::Asked;

/// Does some work as it is asked for, measured if that is wanted too.
pub(crate) fn measured<T>(asked: &Asked, work: impl FnOnce(&Options, &Output) -> T) -> T {
    let work = || work(&(&asked.options).into(), &asked.output());
    if asked.options.timing() { observed(measure, work) } else { work() }
}

fn measure(phase: &'static str, edge: Edge) {
    let Some(performance) = performance() else { return };
    let start = format!("lapidary:{phase}:start");
    match edge {
        Edge::Start => {
            // A host that refuses a mark has no measures; the work goes on.
            let _ = performance.mark(&start);
        }
        Edge::End => {
            let _ = performance.measure_with_start_mark(&format!("lapidary:{phase}"), &start);
            performance.clear_marks_with_mark_name(&start);
        }
    }
}

/// Workers and Node have no window, so the global object is asked. What `dyn_into` asks for is not
/// the same class everywhere either; having the methods is enough.
fn performance() -> Option<Performance> {
    let global = js_sys::global();
    let value = js_sys::Reflect::get(&global, &JsValue::from_str("performance")).ok()?;
    value.is_object().then(|| value.unchecked_into())
}
