//! The tools that a message is about.

use std::{
    collections::BTreeSet,
    io,
    path::{Path, PathBuf},
};

use lapidary::{ApiError, Options, PositionEncoding, check};
use shell_words::quote;

use crate::{
    input,
    output::{count, print_error},
    verdict::{Verdict, refuse},
    visible::visible,
};

/// Names the functions that errors refer to by number, from the tools of a file; the verdict on a file that has none.
pub(super) fn name_functions(errors: &mut [ApiError], file: &Path) -> io::Result<Option<Verdict>> {
    let name = input::name(file);
    let source = match input::source(file) {
        Ok(source) => source,
        Err(unread) => return refuse(&name, unread.text.as_deref(), &unread.issue).map(Some),
    };
    let report = source.report(check(source.as_json(), &Options::default()), PositionEncoding::Utf8);
    if let (true, Some(issue)) = (report.tools.is_empty(), report.issues.first()) {
        return refuse(&name, Some(&source.text), issue).map(Some);
    }
    let mut beyond = None;
    for error in errors.iter_mut().filter(|error| error.function_name.is_none() && error.tool.is_none_or(|it| it == 0))
    {
        let Some(at) = error.function else { continue };
        match report.tools.get(at as usize).filter(|tool| !tool.name.is_empty()) {
            Some(tool) => error.set_function_name(&tool.name),
            None => beyond = Some(at),
        }
    }
    if let Some(at) = beyond {
        let has = count(report.tools.len(), "tool");
        print_error(&format!("warning: {name} has {has}, and the message is about function {at}: it is about others"))?;
    }
    Ok(None)
}

/// How commands name the tools: the file, and the tool if all errors are about one whose name is known.
pub(super) fn selection(errors: &[&ApiError], file: Option<&PathBuf>) -> String {
    let Some(file) = file else { return "FILE".to_owned() };
    let names: BTreeSet<Option<&str>> = errors.iter().map(|error| error.function_name.as_deref()).collect();
    let only = names.first().copied().flatten().filter(|_| names.len() == 1);
    let tool = only.map_or_else(String::new, |name| format!("--tool {} ", quote(name)));
    visible(&(tool + &quote(&file.display().to_string()))).into_owned()
}
