//! Phases as User Timing measures: `lapidary:read`, `lapidary:lower`, `lapidary:emit`. Only on request: hosts keep
//! every entry until it is cleared.

use lapidary::{
    Options, Output,
    internal::{Edge, observed},
};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Performance;

use crate::options::Asked;

/// Does some work with the options of a call, and measures its phases if they ask for that.
pub(crate) fn measured<T>(asked: &Asked, work: impl FnOnce(&Options, &Output) -> T) -> T {
    let work = || work(&asked.lowering(), &asked.output());
    if asked.options.timing() { observed(measure, work) } else { work() }
}

fn measure(phase: &'static str, edge: Edge) {
    let Some(performance) = performance() else { return };
    let start = format!("lapidary:{phase}:start");
    match edge {
        Edge::Start => {
            // A host that rejects a mark has no measures; the work continues.
            let _ = performance.mark(&start);
        }
        Edge::End => {
            let _ = performance.measure_with_start_mark(&format!("lapidary:{phase}"), &start);
            performance.clear_marks_with_mark_name(&start);
        }
    }
}

/// Workers and Node have no window, so the property of the global object is used. Its class is not the same everywhere
/// either; having the methods is enough.
fn performance() -> Option<Performance> {
    let global = js_sys::global();
    let value = js_sys::Reflect::get(&global, &JsValue::from_str("performance")).ok()?;
    value.is_object().then(|| value.unchecked_into())
}
