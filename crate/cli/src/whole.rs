//! Documents with all that belongs to them. With the declarations of a Gemini request goes the rest of
//! it: the calls of its history, what it allows to be called, its response schemas.

use lapidary::{
    NormalizedRequest, Options, Transformed,
    envelope::EnvelopeKind,
    json::{Indent, JsonId, pretty, read},
    normalize_request,
};

/// As [`lapidary::transform`], of a Gemini request as a whole, unless one tool of it is wanted.
pub(crate) fn transform(text: &str, options: &Options) -> Transformed {
    let transformed = lapidary::transform(text, options);
    if transformed.kind != Some(EnvelopeKind::Request) || options.tool.is_some() {
        return transformed;
    }
    let NormalizedRequest { body, tools, issues, .. } = normalize_request(text, options);
    let laid_out = options.indent.and_then(|indent| Some(pretty(&read(&body).ok()?, JsonId::ROOT, Indent(indent))));
    Transformed { output: Some(laid_out.unwrap_or(body)), tools, issues, ..transformed }
}
