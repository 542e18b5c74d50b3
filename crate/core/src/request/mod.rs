//! Whole requests on their way to Gemini, and their responses: in Gemini's own format, or in OpenAI's.
//!
//! **Invariants.** Parts that need no change keep their bytes, and so does a whole request that needs none. Thought
//! signatures, ids and all fields that this module does not name are never touched. A body that cannot be read is
//! passed on unchanged.

mod bodies;
mod calls;
mod chat;
mod chunks;
mod config;
mod contents;
mod deltas;
mod fields;
mod findings;
mod item_events;
mod items;
mod names;
mod normalized;
mod normalizer;
mod numbering;
mod open_calls;
mod restore;
mod results;
mod schemas;
mod sse;
mod stream;
mod turns;

use std::{mem, sync::Arc};

use crate::{
    Codecs, Emit, OnError, Options, Output, Role, Tool,
    engine::{Findings, LoweredList, lower_list},
    envelope::{Envelope, EnvelopeKind, openai_request, request},
    json::{JsonId, Kind, Piece, Tape, range, replace_around},
    limits::Work,
    report::{Issue, Places},
    targets::Door,
    tool::Declared,
};

use bodies::{Api, Body, bodies};
pub use findings::{FINDINGS, Finding};
use findings::{LOST_REQUEST, NO_REQUEST, OTHER_PROVIDER, UNREPORTED, note};
use names::FunctionNames;
pub use normalized::{ListPlaces, NormalizedRequest, new_lists, remembered_list};
pub use normalizer::{Normalizer, normalize_request};
pub use restore::{Restored, restore_response, restore_response_within};
pub use stream::Restorer;
pub use turns::NewLists;
use turns::Turn;

/// The document normalized as a whole request; `None` if it is no request, or if a part or another form of it is
/// wanted: one of its tools, tools of another provider, or the declarations of a request in OpenAI's format.
pub(crate) fn as_request(
    tape: &Tape<'_>,
    envelope: &Envelope,
    options: &Options,
    output: &Output,
    findings: Findings,
    work: &Work,
) -> Option<Result<NormalizedRequest, Box<Issue>>> {
    let apis: &[Api] = match envelope.kind {
        EnvelopeKind::Request if options.target.door != Door::OpenAi => &[Api::Gemini],
        // A request without functions has no declarations that could be emitted instead.
        EnvelopeKind::OpenAiRequest if output.emit == Emit::Same || envelope.tools.is_empty() => {
            &[Api::OpenAi, Api::Interactions]
        }
        EnvelopeKind::OpenAiRequest => &[Api::Interactions],
        _ => return None,
    };
    // OpenAI has other requests with tools, whose remaining fields are not known.
    let is_body = |body: &Body| body.object == JsonId::ROOT && apis.contains(&body.api);
    let is_whole = output.tool.is_none() && bodies(tape).iter().any(is_body);
    is_whole.then(|| normalize(tape, options, output.on_error, findings, Turn::new(NewLists::default()), work))
}

/// Normalizes the requests of a document for the target.
///
/// # Errors
/// The issue, its span in bytes, of a bad tool if `on_error` is [`OnError::Throw`].
fn normalize(
    tape: &Tape<'_>,
    options: &Options,
    on_error: OnError,
    findings: Findings,
    turn: Turn,
    work: &Work,
) -> Result<NormalizedRequest, Box<Issue>> {
    let mut request = Normalizing {
        tape,
        places: Places::new(tape, options.encoding),
        options: options.clone().role(Role::Arguments),
        output: Output::default().on_error(on_error),
        findings,
        turn,
        work,
        pieces: Vec::new(),
        codecs: Codecs::new([]),
        tools: Vec::new(),
        issues: Vec::new(),
    };
    if tape.kind(JsonId::ROOT) != Kind::Object {
        request.find(&NO_REQUEST, JsonId::ROOT, "a request must be an object");
    }
    for body in bodies(tape) {
        request.body(&body)?;
    }
    let Normalizing { pieces, codecs, tools, issues, turn, .. } = request;
    let (body, output) = replace_around(tape, pieces, turn.remembered);
    let list = turn.remembered.zip(output).map(|(source, output)| ListPlaces { source: range(source), output });
    Ok(NormalizedRequest { body, codecs, tools, issues, list, new: turn.new, is_rejected: false })
}

/// A document being normalized.
struct Normalizing<'d> {
    tape: &'d Tape<'d>,
    places: Places<'d>,
    options: Options,
    output: Output,
    findings: Findings,
    turn: Turn,
    work: &'d Work,
    pieces: Vec<Piece>,
    codecs: Codecs,
    tools: Vec<Tool>,
    issues: Vec<Issue>,
}

impl Normalizing<'_> {
    /// Normalizes one request of the document; fails for a bad tool if `on_error` is [`OnError::Throw`].
    fn body(&mut self, body: &Body) -> Result<(), Box<Issue>> {
        let mode = self.options.mode;
        self.options.mode = body.mode(mode);
        // Without tools, the mode changes nothing.
        if self.options.mode != mode && fields::get(self.tape, body.object, "tools").is_some() {
            self.find(&LOST_REQUEST, body.object, "");
        }
        match body.api {
            Api::Gemini => self.generate_content(body.object)?,
            Api::OpenAi => self.chat_completion(body.object)?,
            Api::Interactions => {
                self.declarations(body.object, body.api)?;
                self.formats(body.object, body.api);
            }
        }
        self.options.mode = mode;
        Ok(())
    }

    fn generate_content(&mut self, object: JsonId) -> Result<(), Box<Issue>> {
        if self.options.target.door == Door::OpenAi {
            self.find(&OTHER_PROVIDER, object, "");
            return Ok(());
        }
        let elsewhere = self.declares_elsewhere(object);
        let declared = self.declarations(object, Api::Gemini)?;
        let names = FunctionNames::new(self.work, &self.options, &*declared);
        self.function_calling(object, &names, elsewhere);
        self.contents(object, &names);
        self.earlier_functions(&names);
        self.response_schemas(object);
        Ok(())
    }

    /// Lowers the declarations in an object's `tools`, in place, and returns them.
    fn declarations(&mut self, object: JsonId, api: Api) -> Result<Arc<[Declared]>, Box<Issue>> {
        let Some(tools) = fields::get(self.tape, object, "tools") else { return Ok(Arc::default()) };
        let is_unreported = self.turn.is_unreported(self.tape, tools);
        if is_unreported {
            self.find(&UNREPORTED, tools, "");
        }
        let Normalizing { tape, places, options, output, findings, turn, work, .. } = self;
        let findings = if is_unreported { Findings::Unread } else { *findings };
        let pointer = turns::pointer(places, object, tools);
        let envelope = match api {
            Api::Gemini => request,
            Api::OpenAi | Api::Interactions => openai_request,
        };
        output.emit = api.emit();
        let list =
            turn.list(tape, tools, pointer, places, (output.emit, options.mode), || match envelope(tape, tools) {
                envelope if is_empty(&envelope) => Ok(LoweredList::default()),
                envelope => lower_list(tape, envelope, places, options, output, findings, work),
            })?;
        self.pieces.extend(list.pieces);
        self.tools.extend(list.tools);
        self.issues.extend(list.issues);
        self.add_codecs(list.codecs);
        Ok(list.declared)
    }

    fn add_codecs(&mut self, codecs: Codecs) {
        self.codecs = mem::take(&mut self.codecs).and(codecs);
    }

    /// Records an issue at a member's key or at a value.
    fn find(&mut self, finding: &Finding, at: JsonId, detail: &str) {
        note(&mut self.issues, 0, || finding.issue(&self.places, self.tape, at, detail));
    }
}

fn is_empty(envelope: &Envelope) -> bool {
    envelope.tools.is_empty() && envelope.holders.is_empty()
}
