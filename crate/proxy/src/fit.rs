//! Lowering of tools, one by one: the output for a tool depends on nothing else, so that it is the same after a
//! restart, on another page, or in another process.

use std::sync::Arc;

use lapidary::{
    Cancel, Codec, Emit, EnvelopeKind, GEMINI_JSON_SCHEMA, JsonSchema, Mode, Options, Output, Role, UNIVERSAL,
    internal::Splices, transform, transform_schema,
};
use lapidary_mcp::message::{Members, quoted};
use serde_json::value::RawValue;

use crate::{
    Fit,
    catalog::{Known, Page},
    limits::PAGE_BYTES,
    mirror::{Mirrors, mirrors},
    null_type::null_as_type,
};

/// Levels of nested unions that are searched for strings.
const DEPTH: usize = 64;

/// How the tools of a list are processed.
#[derive(Clone, Debug)]
pub(crate) struct Fitting {
    /// How they are lowered, if they are.
    pub(crate) fit: Option<Arc<Fit>>,
    /// Whether the server is reached over HTTP, where headers repeat arguments.
    pub(crate) mirrors: bool,
}

impl Fitting {
    /// Whether there is anything to do.
    pub(crate) fn acts(&self) -> bool {
        self.fit.is_some() || self.mirrors
    }
}

/// Lowers the tools of a page; returns the new text, `None` if it is unchanged, and the page with what restores calls.
/// If the page exceeds the limits of the engine, or once `cancel` is set, the remaining tools pass through unchanged.
/// Nothing is logged here, since the attempt may be repeated.
pub(crate) fn fit_page(
    result: &str,
    cursor: Option<String>,
    fitting: &Fitting,
    cancel: &Cancel,
) -> (Option<String>, Page) {
    let mut page = Page { cursor, tools: Vec::new(), next: None, notes: Vec::new() };
    let members = Members::of(result.as_bytes()).ok();
    let tools = members.as_ref().and_then(|members| members.read::<Vec<&RawValue>>("tools"));
    page.next = members.and_then(|members| members.read("nextCursor"));
    let Some(tools) = tools else {
        page.notes.push("a result of tools/list contains no list of tools; it was passed on unchanged".to_owned());
        return (None, page);
    };
    let fit = fitting.fit.as_deref().map(|fit| fit.of_page(&tools, cancel));
    let served = fit.as_ref().map_or(usize::MAX, |fit| fit.options.limits.declarations);
    let longest = PAGE_BYTES.max(8 * result.len());
    let (mut splices, mut written, mut unread) = (Splices::new(result), 0, 0);
    for (at, tool) in tools.into_iter().enumerate() {
        if at >= served || written > longest || cancel.is_cancelled() {
            let why = "a list of tools exceeds the limits";
            page.notes.push(format!("{why}; from tool {at} on, tools were passed on unchanged"));
            break;
        }
        let mirrors = if fitting.mirrors { mirrors(tool.get()) } else { Ok(Mirrors::default()) };
        let mirrors = match mirrors {
            Ok(mirrors) => mirrors,
            Err(why) => {
                page.notes.push(format!("a tool is omitted, as clients over HTTP do: {why}"));
                splices.remove(tool.get(), tool.get());
                continue;
            }
        };
        let Some((text, known)) = fitted(tool.get(), mirrors, fit.as_ref()) else {
            unread += 1;
            continue;
        };
        written += text.len();
        splices.replace(tool.get(), text);
        page.tools.push(known);
    }
    if unread > 0 {
        page.notes.push(format!("tools that cannot be read were passed on unchanged: {unread}"));
    }
    (splices.finish(), page)
}

impl Fit {
    /// The settings for each tool of a page, whose schemas share the steps that a call of the engine may take.
    fn of_page(&self, tools: &[&RawValue], cancel: &Cancel) -> Fit {
        let limits = self.options.limits.clone().cancelled_by(cancel);
        let has_output = |tool: &&&RawValue| {
            Members::of(tool.get().as_bytes()).is_ok_and(|members| members.member("outputSchema").is_some())
        };
        let schemas = tools.len() + tools.iter().filter(has_output).count();
        let steps = limits.steps / (schemas.max(1) as u64);
        Fit { options: self.options.clone().limits(limits.steps(steps)), ..self.clone() }
    }
}

/// A tool as it is listed, with its catalog entry; `None` if it is no tool.
fn fitted(tool: &str, mirrors: Mirrors<'_>, fit: Option<&Fit>) -> Option<(String, Known)> {
    let Some(fit) = fit else {
        let own: String = Members::of(tool.as_bytes()).ok()?.read("name")?;
        let (listed, codec, undeclared) = (own.clone(), Codec::new(None), Vec::new());
        let mirrors = mirrors.found.into();
        return Some((tool.to_owned(), Known { listed, own, codec, undeclared, mirrors, bytes: tool.len() }));
    };
    // The proxy sets the headers: the client need not, and cannot for an argument that is encoded.
    let plain = mirrors.without(tool);
    let (text, known) = fit_tool(plain.as_deref().unwrap_or(tool), fit)?;
    Some((text, Known { mirrors: mirrors.found.into(), ..known }))
}

/// Lowers a tool; `None` if it is no tool.
fn fit_tool(tool: &str, fit: &Fit) -> Option<(String, Known)> {
    let members = Members::of(tool.as_bytes()).ok()?;
    let own: String = members.read("name")?;
    let done = transform(tool, &fit.options, &Output::default().emit(Emit::Same));
    if done.kind != Some(EnvelopeKind::Tool) {
        return None;
    }
    let mut codec = done.declared().pop()?.codec;
    let text = done.output?;
    let text = with_null_type(&text).unwrap_or(text);
    let text = with_output(&text, fit).unwrap_or(text);
    if fit.strings {
        codec = spelt(&text, codec);
    }
    let listed = codec.declared.clone().unwrap_or_else(|| own.clone());
    let undeclared = undeclared(tool, fit);
    Some((text, Known { listed, own, codec, undeclared, mirrors: Arc::default(), bytes: tool.len() }))
}

/// Which arguments that the client adds are not declared by a tool.
fn undeclared(tool: &str, fit: &Fit) -> Vec<String> {
    if fit.adds.is_empty() {
        return Vec::new();
    }
    // The universal target merges what references and alternatives declare into the properties of the root.
    let mut options = fit.options.clone().mode(Mode::DropIn);
    options.target = UNIVERSAL;
    let merged = transform(tool, &options, &Output::default().emit(Emit::Same)).output;
    let members = Members::of(merged.as_deref().unwrap_or(tool).as_bytes()).ok();
    let schema = members.and_then(|members| members.read::<Members>("inputSchema"));
    let properties = schema.and_then(|schema| schema.read::<Members>("properties"));
    let is_declared = |name: &&String| properties.as_ref().is_some_and(|members| members.get(name).is_some());
    fit.adds.iter().filter(|name| !is_declared(name)).cloned().collect()
}

fn with_null_type(tool: &str) -> Option<String> {
    let schema = Members::of(tool.as_bytes()).ok()?.get("inputSchema")?;
    let mut splices = Splices::new(tool);
    splices.replace(schema.get(), null_as_type(schema.get())?);
    splices.finish()
}

/// Makes the output schema one that Gemini takes (`responseJsonSchema`). If that changes it, the new one must accept
/// every result that the server's accepts, since clients validate results with it, in whatever draft they read it, and
/// be of type `object`, which legacy clients require; otherwise it is removed. `None` if nothing changes.
fn with_output(tool: &str, fit: &Fit) -> Option<String> {
    let members = Members::of(tool.as_bytes()).ok()?;
    let member = members.member("outputSchema")?;
    let mut splices = Splices::new(tool);
    match fit_output(member.value.get(), &fit.options) {
        Some(schema) => splices.replace(member.value.get(), schema),
        None => splices.remove(member.key.get(), member.value.get()),
    }
    splices.finish()
}

fn fit_output(schema: &str, options: &Options) -> Option<String> {
    let mut options = options.clone().role(Role::Response).hints(false);
    options.target = GEMINI_JSON_SCHEMA;
    let (fitted, issues) = transform_schema(&JsonSchema::parse(schema).ok()?, &options);
    let is_narrower = issues.iter().any(|issue| issue.accepts_less.is_some());
    let kind = Members::of(fitted.text().as_bytes()).ok().and_then(|members| members.read::<String>("type"));
    // For a reader of an old draft, which does not know `prefixItems`, the `items` beside it apply to all items.
    let has_tuples = |text: &str| text.contains(r#""prefixItems""#);
    let is_read_alike = has_tuples(schema) || !has_tuples(fitted.text());
    let is_fit = !is_narrower && is_read_alike && kind.as_deref() == Some("object");
    if issues.is_empty() { Some(schema.to_owned()) } else { is_fit.then(|| fitted.text().to_owned()) }
}

/// The codec of a tool whose client passes every argument as a string: arguments of other types are JSON text. It
/// replaces the tool's codec, which is complete only for drop-in declarations, as those encode nothing else.
fn spelt(tool: &str, codec: Codec) -> Codec {
    let members = Members::of(tool.as_bytes()).ok();
    let schema = members.and_then(|members| members.read::<Members>("inputSchema"));
    let properties = schema.and_then(|schema| schema.read::<Members>("properties"));
    let others = properties.iter().flat_map(Members::iter).filter(|member| !takes_strings(member.value, DEPTH));
    let parts: Vec<String> = others.map(|member| format!("{}:\"json\"", member.key)).collect();
    if parts.is_empty() {
        return codec;
    }
    let names = match (&codec.name, &codec.declared) {
        (Some(name), Some(declared)) => format!(r#","name":{},"declared":{}"#, quoted(name), quoted(declared)),
        _ => String::new(),
    };
    let parts = parts.join(",");
    let text = format!(r#"{{"version":1{names},"arguments":{{"object":{{"properties":{{{parts}}}}}}}}}"#);
    Codec::from_json(&text).unwrap_or(codec)
}

/// Whether a schema accepts strings, as far as it declares types.
fn takes_strings(schema: &RawValue, depth: usize) -> bool {
    let Some((depth, members)) = depth.checked_sub(1).zip(Members::of(schema.get().as_bytes()).ok()) else {
        return true;
    };
    if let Some(branches) = members.read::<Vec<&RawValue>>("anyOf") {
        return branches.into_iter().any(|branch| takes_strings(branch, depth));
    }
    members.read::<String>("type").is_none_or(|kind| kind == "string")
}

#[cfg(test)]
mod tests;
