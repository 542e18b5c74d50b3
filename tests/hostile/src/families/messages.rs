//! Error messages: many, and what looks like the start of one.

use super::{Family, Made, each, linear};

/// A text of one pattern over and over.
fn text(size: usize, pattern: &str) -> Made {
    Made::Document(pattern.repeat(size / pattern.len() + 1))
}

pub(super) const FAMILIES: &[Family] = &[
    linear("errors at many places", "errors that are listed", |size| {
        Made::Document(each(
            size,
            "Unknown name \"const\" at 'tools[0].function_declarations[%].parameters': Cannot find field.\n",
        ))
    }),
    linear("one error over and over", "an error that is counted", |size| {
        text(size, "Unknown name \"const\" at 'tools[0].function_declarations[1].parameters': Cannot find field.\n")
    }),
    linear("starts of errors", "names that do not end", |size| text(size, "Unknown name \"")),
    linear("starts of places", "places that do not end", |size| text(size, "GenerateContentRequest.a.")),
    linear("keys of places", "brackets that do not close", |size| text(size, "GenerateContentRequest.a[ ")),
    linear("starts of other errors", "placeholders whose end is searched for", |size| {
        text(size, "Unable to submit request because functionDeclaration parameters. schema at ")
    }),
    linear("backslashes", "an escape that is as long as the text", |size| text(size, "\\")),
    linear("spaces", "white space that is skipped", |size| text(size, "U \t\n")),
];
