//! # unsatisfiable schemas
//!
//! Omits a property or an alternative whose schema allows no value, and requires a list to be empty if its items allow
//! none.
//!
//! ## Why
//!
//! Such a schema is `false`, or has several keywords that exclude each other. The Gemini API rejects `false` as a
//! schema, and `parameters` has no other way to express that nothing is allowed. A property that `additionalProperties:
//! false` of another schema forbids, as where `allOf` extends a closed base, is omitted with a warning.
//!
//! ## What changes
//!
//! Nothing for an alternative. An optional property is no longer declared; the output accepts it like any other
//! undeclared property. Where a required property allows no value, neither does the object that contains it; at the
//! root, no call of the tool is valid. Of a list only the empty one is valid, which the description states where the
//! target has no `maxItems: 0`.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"name":{"type":"string"},"mode":{"type":"string","enum":[1,2]},"tags":{"type":"array","items":false}}}
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {
//!     "name": {"type":"STRING"},
//!     "tags": {"type":"ARRAY","items":{"type":"STRING"},"description":"(must be empty)"}
//!   }
//! }
//! ```
//!
//! ```json gemini-json-schema
//! {"type":"object","properties":{"name":{"type":"string"},"tags":{"type":"array","maxItems":0}}}
//! ```

use super::prelude::*;

pub(super) static RULE: Rule = Rule::of(module_path!(), Priority::Low, Severity::Error, &["P-boolean-subschema"]);

pub(super) static HOOKS: &[Hook] = &[Hook::On(Event::Impossible(leave_out))];

fn leave_out(cx: &mut Lower<'_, '_>, key: JsonId, what: Impossible<'_>) {
    cx.request_relowering();
    if matches!(what, Impossible::Alternative { .. }) && cx.model.ast.tape().boolean(key) == Some(false) {
        // The rule that handles `false` reports it.
        return;
    }
    let is_root = cx.at_root();
    let circular = cx.model.is_circular(key);
    // A keyword that forbids the properties that its schema does not declare.
    let forbidding = [Keyword::AdditionalProperties, Keyword::UnevaluatedProperties].map(Some);
    let is_closing = forbidding.contains(&Found::new(cx.model.ast.tape(), key, cx.target).keyword());
    let mut edit = cx.log(&RULE, key).message_with(|found| match what {
        Impossible::Alternative { .. } if circular => nothing_new(&found),
        Impossible::Member { name, .. } if is_closing => {
            format!("{found} forbids {name:?}, which another schema of the same object declares")
        }
        _ => nothing(&found, what),
    });
    if circular {
        // JSON Schema does not define what such a reference allows.
        edit = edit.accepts_less("values that a circular reference may allow");
    }
    if circular && what == (Impossible::Alternative { alone: true }) {
        edit = edit.accepts_more("values that `oneOf` may exclude because of a circular reference");
    }
    match what {
        Impossible::Member { name, required: false, .. } if is_closing => {
            edit.fix_with(|| format!("{name:?} omitted")).severity(Severity::Warning);
        }
        Impossible::Member { name, required: false, forbidden } => {
            let edit = edit.fix_with(|| format!("{name:?} omitted"));
            if !forbidden {
                edit.accepts_more(format!("any value for {name:?}, which is not declared")).idle();
            }
        }
        Impossible::Member { name, required: true, .. } => {
            let edit = edit.accepts_more(format!("objects without {name:?}")).fix_with(|| format!("{name:?} omitted"));
            if is_root {
                edit.fatal();
            }
        }
        Impossible::Alternative { .. } => {
            edit.fix("only the other alternatives").severity(Severity::Info);
        }
        Impossible::Items { told } => {
            let edit = edit.fix(if told {
                "`maxItems` that ends the array before such an item"
            } else {
                "an array of strings"
            });
            if !told {
                edit.described(Some("must be empty")).accepts_more("non-empty arrays").severity(Severity::Warning);
            }
        }
        Impossible::Undeclared => {
            edit.fix("no properties other than those declared").severity(Severity::Info);
        }
        Impossible::Definition { name } => {
            let edit = edit.accepts_more(format!("objects where {name:?} is referenced"));
            edit.fix_with(|| format!("{name:?} replaced by a plain object"));
        }
        Impossible::Root => edit.accepts_more("calls without arguments").fix("no parameters").fatal(),
    }
}

/// The message for an alternative that refers back to the value of which it is an alternative.
fn nothing_new(found: &Found<'_>) -> String {
    format!("{found} refers back to the value that it is an alternative for, and allows nothing that the others do not")
}

/// The message for a place without valid values: `` `enum: [1, 2]` leaves no valid value for "mode"; … ``.
fn nothing(found: &Found<'_>, what: Impossible<'_>) -> String {
    let place = match what {
        Impossible::Member { name, .. } | Impossible::Definition { name } => format!("for {name:?}"),
        Impossible::Alternative { .. } => "for one of the alternatives".to_owned(),
        Impossible::Items { .. } => "for an item".to_owned(),
        Impossible::Undeclared => "for a property that is not declared".to_owned(),
        Impossible::Root => "for the arguments, so that every call is invalid".to_owned(),
    };
    let cause = found.to_string();
    // A long schema is not shown.
    let cause = if cause.starts_with('`') { &cause } else { "the schema" };
    format!("{cause} leaves no valid value {place}; {} has no schema that excludes every value", found.reader())
}
