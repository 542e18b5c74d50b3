//! Documents with all that belongs to them. With the declarations of a request goes the rest of it, where it
//! stays one: the calls of its history, what it allows to be called, its response schemas.

use lapidary::{
    Emit, NormalizedRequest, Options, Transformed,
    envelope::EnvelopeKind,
    json::{Indent, JsonId, pretty, read},
    normalize_request,
};

/// As [`lapidary::transform`], of a request as a whole, unless one tool of it is wanted.
pub(crate) fn transform(text: &str, options: &Options) -> Transformed {
    let transformed = lapidary::transform(text, options);
    let stays = match transformed.kind {
        Some(EnvelopeKind::Request) => true,
        Some(EnvelopeKind::OpenAiRequest) => options.emit == Emit::Same,
        _ => false,
    };
    if !stays || options.tool.is_some() {
        return transformed;
    }
    let NormalizedRequest { body, tools, issues, .. } = normalize_request(text, options);
    if tools.len() < transformed.tools.len() {
        // OpenAI has other requests with tools; what else is in them is not known.
        return transformed;
    }
    let laid_out = options.indent.and_then(|indent| Some(pretty(&read(&body).ok()?, JsonId::ROOT, Indent(indent))));
    Transformed { output: Some(laid_out.unwrap_or(body)), tools, issues, ..transformed }
}
