//! The tools that a message is about.

use std::{collections::BTreeSet, io, path::Path};

use lapidary::{ApiError, Options, PositionEncoding, ToolReport, check, internal::read_document};
use shell_words::quote;

use super::listed::Listed;
use crate::{
    input,
    terminal::{
        output::{count, print_error},
        visible::visible,
    },
    verdict::{Verdict, refuse},
};

/// The tools of a file.
pub(super) struct Tools<'f> {
    file: &'f Path,
    /// The names of all functions, in order.
    names: Vec<String>,
    /// The codes of what is found in each of them.
    found: Vec<BTreeSet<&'static str>>,
    listed: Listed,
}

impl Tools<'_> {
    /// Reads the tools of a file; the verdict on a file that has none.
    pub(super) fn read(file: &Path) -> io::Result<Result<Tools<'_>, Verdict>> {
        let name = input::name(file);
        let source = match input::source(file) {
            Ok(source) => source,
            Err(unread) => return refuse(&name, unread.text.as_deref(), &unread.issue).map(Err),
        };
        let report = source.report(check(source.as_json(), &Options::default()), PositionEncoding::Utf8);
        if let (true, Some(issue)) = (report.tools.is_empty(), report.issues.first()) {
            return refuse(&name, Some(&source.text), issue).map(Err);
        }
        let codes = |tool: &ToolReport| tool.issues.iter().map(|issue| issue.code.as_str()).collect();
        let found = report.tools.iter().map(codes).collect();
        let names = report.tools.into_iter().map(|tool| tool.name).collect();
        let listed = read_document(source.as_json()).map_or(Listed::Tools(Vec::new()), |tape| Listed::of(&tape));
        Ok(Ok(Tools { file, names, found, listed }))
    }

    /// Names the functions that errors refer to by number.
    pub(super) fn name_functions(&self, errors: &mut [ApiError]) -> io::Result<()> {
        let mut beyond = None;
        for error in errors.iter_mut().filter(|error| error.function_name.is_none()) {
            let Some(at) = error.function else { continue };
            match self.listed.name(error.tool, at, &self.names) {
                Some(name) => error.set_function_name(name),
                None => beyond = Some((at, error.tool.filter(|tool| *tool > 0))),
            }
        }
        let Some((at, tool)) = beyond else { return Ok(()) };
        let (name, has) = (input::name(self.file), count(self.names.len(), "tool"));
        let of = tool.map_or_else(String::new, |tool| format!(" of `tools[{tool}]`"));
        print_error(&format!(
            "warning: {name} has {has}, and the message is about function {at}{of}: it is about others"
        ))
    }

    /// How commands name the tools: the file, and the tool if all errors are about one that it has.
    pub(super) fn selection(&self, errors: &[&ApiError]) -> String {
        let tool = self.only(errors).map_or_else(String::new, |name| format!("--tool {} ", quote(name)));
        visible(&(tool + &quote(&self.file.display().to_string()))).into_owned()
    }

    /// Whether a rule that errors name finds something in the tool that they are about, or in any if they are about several.
    pub(super) fn have(&self, errors: &[&ApiError]) -> bool {
        let only = self.only(errors);
        let mut tools = self.names.iter().zip(&self.found).filter(|(name, _)| only.is_none_or(|only| only == *name));
        tools.any(|(_, found)| errors.iter().flat_map(|error| &error.rules).any(|code| found.contains(code)))
    }

    /// The only tool that errors are about, if it is one of the file.
    fn only(&self, errors: &[&ApiError]) -> Option<&str> {
        let names: BTreeSet<Option<&str>> = errors.iter().map(|error| error.function_name.as_deref()).collect();
        let only = names.first().copied().flatten().filter(|_| names.len() == 1);
        only.and_then(|name| self.known_as(name))
    }

    /// The tool that a message calls by this name: clients put the server's name before or after the tool's.
    fn known_as(&self, name: &str) -> Option<&str> {
        let is_mark = |rest: Option<char>| rest.is_none_or(|char| "_-./:".contains(char));
        let is_part = |own: &str| {
            name.strip_suffix(own).is_some_and(|before| is_mark(before.chars().next_back()))
                || name.strip_prefix(own).is_some_and(|after| is_mark(after.chars().next()))
        };
        let known = self.names.iter().map(String::as_str).filter(|own| !own.is_empty() && is_part(own));
        known.max_by_key(|own| own.len())
    }
}
