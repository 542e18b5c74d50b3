//! The commands that are run on a document, one for each way into the engine.

use lapidary::{
    Codecs, Declared, Emit, Options, Output, Restorer, declare, diff, explain_error, normalize_request,
    restore_response, transform, transform_text,
};
use lapidary_mcp::message::Incoming;
use lapidary_proxy::{Fit, internal::fit_list};
use serde_json::json;

use crate::{arguments::Run, limits::most_output, subject::Subject};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    Transform,
    Check,
    Declare,
    Diff,
    Encode,
    Restore,
    GeminiRequest,
    OpenaiRequest,
    Answer,
    Stream,
    Proxy,
    Explain,
}

/// How many bytes of a stream come at once.
const PIECE: usize = 1000;

impl Command {
    pub(crate) const ALL: [Command; 12] = [
        Command::Transform,
        Command::Check,
        Command::Declare,
        Command::Diff,
        Command::Encode,
        Command::Restore,
        Command::GeminiRequest,
        Command::OpenaiRequest,
        Command::Answer,
        Command::Stream,
        Command::Proxy,
        Command::Explain,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Command::Transform => "transform",
            Command::Check => "check",
            Command::Declare => "declare",
            Command::Diff => "diff",
            Command::Encode => "encode",
            Command::Restore => "restore",
            Command::GeminiRequest => "Gemini request",
            Command::OpenaiRequest => "OpenAI request",
            Command::Answer => "answer",
            Command::Stream => "stream",
            Command::Proxy => "proxy",
            Command::Explain => "explain",
        }
    }

    /// Whether the other commands begin with this: without an answer to it, they have none.
    pub(crate) fn is_first(self) -> bool {
        matches!(self, Command::Transform | Command::Check | Command::Declare)
    }

    /// Whether it needs what the tools are declared as.
    pub(crate) fn is_of_calls(self) -> bool {
        matches!(self, Command::Encode | Command::Restore | Command::Answer | Command::Stream)
    }
}

/// The output of a command.
#[derive(Default)]
pub(crate) struct Written {
    /// The bytes of the text that it was given, where that is not the document.
    pub(crate) given: Option<usize>,
    pub(crate) bytes: usize,
    /// The declaration that is largest for what its tool may have: its bytes, and those that it may have.
    pub(crate) declaration: Option<(usize, usize)>,
}

impl Written {
    fn of(self, given: &str) -> Written {
        Written { given: Some(given.len()), ..self }
    }
}

/// A subject transformed for a target and a mode, with its call encoded.
pub(crate) struct Calls {
    pub(crate) codecs: Codecs,
    /// The name that the first tool is declared under.
    name: String,
    /// The encoded arguments.
    wire: String,
}

pub(crate) struct Bench<'s> {
    pub(crate) subject: &'s Subject,
    pub(crate) run: Run,
    pub(crate) calls: Option<Calls>,
}

impl Bench<'_> {
    fn options(&self) -> Options {
        Options::new(self.run.target).mode(self.run.mode)
    }

    /// Finds out what the commands for calls need.
    pub(crate) fn prepare(&mut self) {
        if self.calls.is_some() {
            return;
        }
        let declared = declare(&self.subject.document, &self.options(), &Output::default()).unwrap_or_default();
        let codecs = Declared::codecs(&declared);
        let name = codecs.iter().next().map(|(name, _)| name.to_owned()).unwrap_or_default();
        let wire = self.subject.arguments.as_deref().unwrap_or("{}").to_owned();
        self.calls = Some(Calls { codecs, name, wire });
    }

    /// Runs a command; none if it has nothing to do here.
    pub(crate) fn run(&mut self, command: Command) -> Option<Written> {
        let (subject, options) = (self.subject, self.options());
        match command {
            Command::Transform => Some(written(transform_text(&subject.document, &options, &Output::default()).ok())),
            Command::Check => Some(self.check()),
            Command::Declare => {
                let declared = declare(&subject.document, &options, &Output::default()).unwrap_or_default();
                Some(written(declared.into_iter().filter_map(|tool| tool.declaration)))
            }
            Command::Diff => {
                let diff = diff(&subject.document, &options, None);
                Some(written([diff.patch, diff.unified]))
            }
            Command::GeminiRequest => self.request(0),
            Command::OpenaiRequest => self.request(1),
            Command::Proxy => {
                let messages = Incoming::all(subject.list.as_bytes()).map_or(0, |messages| messages.len());
                let mut options = options.clone();
                options.target = *self.run.target;
                let fit = Fit { options, adds: vec!["wait_for_previous".to_owned()], strings: messages > 1 };
                Some(written(fit_list(&subject.list, &fit)).of(&subject.list))
            }
            Command::Explain => {
                let errors = explain_error(&subject.document);
                Some(written(errors.into_iter().map(|error| error.message + &error.place)))
            }
            Command::Encode | Command::Restore | Command::Answer | Command::Stream => self.call(command),
        }
    }

    fn request(&self, number: usize) -> Option<Written> {
        let body = self.subject.requests.get(number)?;
        Some(written([normalize_request(body, &self.options()).body]).of(body))
    }

    fn check(&self) -> Written {
        let document = &self.subject.document;
        let transformed = transform(document, &self.options(), &Output::default().emit(Emit::Declarations));
        let (tools, issues) = transformed.into_findings();
        let is_alone = tools.len() == 1;
        let sizes = tools.iter().filter_map(|tool| {
            let schema = tool.report.original_schema.as_ref().map_or(0, |schema| schema.get().len());
            let own = if is_alone { document.len() } else { schema + tool.report.name.len() };
            Some((tool.declaration.as_ref()?.len(), most_output(own)))
        });
        let declaration = sizes.max_by(|(a, most_a), (b, most_b)| (a * most_b).cmp(&(b * most_a)));
        let report = serde_json::to_string(&(issues, tools.iter().map(|tool| &tool.report).collect::<Vec<_>>()));
        Written { bytes: report.unwrap_or_default().len(), declaration, ..Written::default() }
    }

    fn call(&mut self, command: Command) -> Option<Written> {
        let Calls { codecs, name, wire } = self.calls.as_mut()?;
        match command {
            Command::Encode => {
                let arguments = self.subject.arguments.as_ref()?;
                let own = codecs.get(name)?.restore_name(name).to_owned();
                *wire = codecs.get(name)?.encode(&own, arguments).args;
                Some(written([&*wire]))
            }
            Command::Restore => {
                let arguments = self.subject.arguments.as_ref()?;
                // As it was encoded, and as a model that knows nothing of it would write it.
                Some(written([&*wire, arguments].map(|arguments| codecs.restore(name, arguments).args)))
            }
            Command::Answer => Some(written([restore_response(codecs, &self.subject.answered(name, wire)).body])),
            _ => {
                let answers = [self.subject.answered(name, wire), streamed(name, wire)];
                let restored = answers.map(|answer| {
                    let mut restorer = Restorer::new(codecs.clone());
                    let pieces = answer.as_bytes().chunks(PIECE).map(|piece| restorer.push(piece).len()).sum::<usize>();
                    pieces + restorer.end().len()
                });
                Some(Written { bytes: restored.iter().sum(), ..Written::default() })
            }
        }
    }
}

fn written(texts: impl IntoIterator<Item = impl AsRef<str>>) -> Written {
    Written { bytes: texts.into_iter().map(|text| text.as_ref().len()).sum(), ..Written::default() }
}

impl Subject {
    /// The whole answer of a model: the one of the family, or a call with these arguments.
    fn answered(&self, name: &str, wire: &str) -> String {
        if let Some(answer) = &self.answer {
            return answer.replace("NAME", name);
        }
        let name = serde_json::Value::from(name);
        format!(r#"{{"candidates":[{{"content":{{"parts":[{{"functionCall":{{"name":{name},"args":{wire}}}}}]}}}}]}}"#)
    }
}

/// A call as OpenAI's endpoints stream it: with its arguments in pieces.
fn streamed(name: &str, wire: &str) -> String {
    let letters: Vec<char> = wire.chars().collect();
    let pieces = letters.chunks(PIECE / 10).enumerate();
    let events = pieces.map(|(at, piece)| {
        let mut function = json!({"arguments": piece.iter().collect::<String>()});
        if at == 0 {
            function["name"] = name.into();
        }
        let call = json!({"index": 0, "id": "c", "type": "function", "function": function});
        let data = json!({"choices": [{"index": 0, "delta": {"tool_calls": [call]}}]});
        ["data: ", &data.to_string(), "\n\n"].concat()
    });
    events.chain(["data: [DONE]\n\n".to_owned()]).collect()
}
