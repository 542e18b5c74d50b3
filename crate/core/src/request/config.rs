//! `toolConfig.functionCallingConfig`: which functions the model may call, and how.

use super::{
    Normalizing,
    fields::{get, key},
    findings::{ALLOWED_NAME, CACHED_TOOLS, CONFIG_WITHOUT_DECLARATIONS, PARTIAL_ARGUMENTS},
    names::FunctionNames,
};
use crate::{
    json::{JsonId, Piece, Quoted, quote},
    order::{Gather, Set},
};

impl Normalizing<'_> {
    /// Whether there are functions that the request does not list: of cached content, which is reported, or of a tool
    /// that brings its own.
    pub(super) fn declares_elsewhere(&mut self, object: JsonId) -> bool {
        let cached = key(self.tape, object, "cachedContent");
        if let Some(key) = cached {
            self.find(&CACHED_TOOLS, key, "");
        }
        cached.is_some() || self.turn.declares_by_itself(self.tape, object)
    }

    /// Brings the config in line with the declarations; `elsewhere` is whether there are functions that the request
    /// does not list.
    pub(super) fn function_calling(&mut self, object: JsonId, names: &FunctionNames<'_>, elsewhere: bool) {
        let tape = self.tape;
        let Some(tool_config) = key(tape, object, "toolConfig") else { return };
        let Some(calling) = key(tape, tool_config.value_of_key(), "functionCallingConfig") else { return };
        if names.is_empty() && !elsewhere {
            let alone = tape.members(tool_config.value_of_key()).count() == 1;
            self.pieces.push(Piece::removed_member(tape, if alone { tool_config } else { calling }));
            self.find(&CONFIG_WITHOUT_DECLARATIONS, calling, "");
            return;
        }
        self.allowed_names(calling.value_of_key(), names);
        let in_parts = key(tape, calling.value_of_key(), "streamFunctionCallArguments");
        let on = in_parts.filter(|key| tape.boolean(key.value_of_key()) == Some(true));
        if let Some(key) = on.filter(|_| names.is_coded()) {
            self.pieces.push(Piece::new(tape, key.value_of_key(), "false".to_owned()));
            self.find(&PARTIAL_ARGUMENTS, key, "");
        }
    }

    fn allowed_names(&mut self, calling: JsonId, names: &FunctionNames<'_>) {
        let tape = self.tape;
        let Some(list) = get(tape, calling, "allowedFunctionNames") else { return };
        let mut seen = Set::new();
        for element in tape.elements(list) {
            let Some(name) = tape.string(element) else { continue };
            let Some(declared) = names.declared(&name) else {
                // Of a function that a cache declares, say, only the name is adapted.
                let before =
                    names.declared_before(element, &name).map(|declared| Piece::new(tape, element, quote(&declared)));
                self.pieces.extend(before);
                continue;
            };
            // A repeated name stands for the first of its functions.
            let is_new = seen.insert(name.clone().into_owned());
            let declared = declared.take(if is_new { usize::MAX } else { 1 }).gather();
            if declared.is_empty() {
                self.pieces.push(Piece::removed(tape.span(element)));
                self.find(&ALLOWED_NAME, element, &Quoted(&name).to_string());
            } else if declared != [name.as_ref()] {
                let quoted: Vec<String> = declared.into_iter().map(quote).collect();
                self.pieces.push(Piece::new(tape, element, quoted.join(",")));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        Codec, Codecs, Declared, Options, Output,
        engine::Findings,
        json::{read, replace},
        limits::Work,
        report::Places,
        request::{FunctionNames, NewLists, Normalizing, Turn},
        restore::Code,
    };

    fn declared(arguments: Option<Code>) -> Declared {
        let codec = Codec::of_arguments(arguments, crate::order::Map::new());
        Declared { name: "f".to_owned(), is_schema: false, declaration: Some("{}".to_owned()), codec, limited: false }
    }

    #[test]
    fn coded_arguments_are_not_streamed_in_parts() {
        let on = r#"{"toolConfig":{"functionCallingConfig":{"streamFunctionCallArguments": true}}}"#;
        for (arguments, expected) in [(None, on.to_owned()), (Some(Code::Json), on.replace("true", "false"))] {
            let tape = read(on).expect("it is JSON");
            let options = Options::default();
            let places = Places::new(&tape, options.encoding);
            let (pieces, issues) = (Vec::new(), Vec::new());
            let (output, findings) = (Output::default(), Findings::Read);
            let (codecs, tools) = (Codecs::default(), Vec::new());
            let work = &Work::new(&options.limits, on.len());
            let mut request = Normalizing {
                tape: &tape,
                places,
                options,
                output,
                findings,
                turn: Turn::new(NewLists::default()),
                work,
                pieces,
                codecs,
                tools,
                issues,
            };
            request.function_calling(
                crate::json::JsonId::ROOT,
                &FunctionNames::new(work, &Options::default(), &[declared(arguments)]),
                false,
            );
            assert_eq!(request.issues.len(), usize::from(on != expected));
            assert_eq!(replace(&tape, request.pieces), expected);
        }
    }
}
