//! Requests, and what is remembered from one to the next: each turn of a conversation declares the same tools.

use std::cell::RefCell;

use lapidary::{
    NormalizedRequest, Normalizer,
    internal::{ListPlaces, remembered_list, same_text},
};
use wasm_bindgen::prelude::*;

use crate::{
    options::{Asked, Takes},
    outcome::{ListOutcome, RequestOutcome, failure, json, outcomes},
    timing::measured,
};

/// The options of a normalizer, and whether it reports.
type Kind = (Asked, bool);

/// How many normalizers are remembered.
const NORMALIZERS: usize = 4;
/// The most lists whose text the host need not pass again, and the most bytes of them.
const LISTS: usize = 16;
const BYTES: usize = 2_000_000;

thread_local! {
    /// With their options and whether they report; the most recently used last.
    static KNOWN: RefCell<Vec<(Kind, Normalizer)>> = const { RefCell::new(Vec::new()) };
    static TEXTS: RefCell<ListTexts> = const { RefCell::new(ListTexts { lists: Vec::new(), next: 0 }) };
}

/// The lists of tools of the last requests, the last one at the end.
struct ListTexts {
    lists: Vec<ListText>,
    next: u32,
}

/// A list of tools in a request, and in the normalized request.
struct ListText {
    id: u32,
    source: String,
    output: String,
}

/// Normalizes a request body for the target. Returns the body; the codecs, with the issues that belong to no tool; and,
/// if `reports` is set, the reports of the tools, the largest part. If `remembering` is set, recurring tools are not
/// lowered again, and the second text says which of them [`normalize_turn`] knows.
///
/// # Errors
/// A `TypeError` for invalid options; with `onError: "throw"`, an `Error` whose `issue` is about a rejected tool.
#[wasm_bindgen(js_name = normalizeRequest)]
pub fn normalize_request(
    body: &str,
    options: &JsValue,
    reports: bool,
    remembering: bool,
) -> Result<Vec<String>, JsValue> {
    let request = normalized(body, options, reports, remembering)?;
    let list = remembered_list(&request).filter(|_| remembering);
    let list = list.map(|places| {
        let id = TEXTS
            .with_borrow_mut(|texts| texts.keep(&body[places.source.clone()], &request.body[places.output.clone()]));
        ListOutcome::new(id, (body, &places.source), (&request.body, &places.output))
    });
    let others = texts(&request, list, reports)?;
    Ok([request.body].into_iter().chain(others).collect())
}

/// Normalizes a request body whose list of tools is known by its number; `before` and `after` are the text around it.
/// Returns what [`normalize_request`] does, with two texts in place of the body, those around the list in the output;
/// nothing if the list is no longer known, or has another output in this request.
///
/// # Errors
/// As [`normalize_request`].
#[wasm_bindgen(js_name = normalizeTurn)]
pub fn normalize_turn(
    before: &str,
    list: u32,
    after: &str,
    options: &JsValue,
    reports: bool,
) -> Result<Option<Vec<String>>, JsValue> {
    let Some(body) = TEXTS.with_borrow(|texts| Some([before, &texts.get(list)?.source, after].concat())) else {
        return Ok(None);
    };
    let request = normalized(&body, options, reports, true)?;
    let same = |places: &&ListPlaces| {
        let (source, output) = (&places.source, &request.body[places.output.clone()]);
        let is_around = source.start == before.len() && body.len() - source.end == after.len();
        is_around && TEXTS.with_borrow(|texts| texts.get(list).is_some_and(|known| same_text(&known.output, output)))
    };
    let Some(ListPlaces { output, .. }) = remembered_list(&request).filter(same) else { return Ok(None) };
    let around = [request.body[..output.start].to_owned(), request.body[output.end..].to_owned()];
    Ok(Some(around.into_iter().chain(texts(&request, None, reports)?).collect()))
}

fn normalized(body: &str, options: &JsValue, reports: bool, remembering: bool) -> Result<NormalizedRequest, JsValue> {
    let kind = (Asked::read(options, &[Takes::Error])?, reports);
    let known = if remembering { known(&kind) } else { None };
    let normalizer = known.unwrap_or_else(|| normalizer(&kind));
    let request = measured(&kind.0, |_, _| normalizer.normalize(body));
    if remembering {
        keep(kind, normalizer);
    }
    match request.rejection() {
        Some(issue) => Err(failure(issue)),
        None => Ok(request),
    }
}

/// What is returned on a request besides its body.
fn texts(request: &NormalizedRequest, list: Option<ListOutcome>, reports: bool) -> Result<Vec<String>, JsValue> {
    let mut texts = vec![json(&RequestOutcome { codec: &request.codecs, issues: &request.issues, list })?];
    if reports {
        texts.push(json(&outcomes(&request.tools))?);
    }
    Ok(texts)
}

fn normalizer((asked, reports): &Kind) -> Normalizer {
    Normalizer::new(asked.lowering()).on_error(asked.output().on_error).reports(*reports)
}

/// The remembered normalizer of this kind, which is removed from the others.
fn known(kind: &Kind) -> Option<Normalizer> {
    KNOWN.with_borrow_mut(|known| {
        let at = known.iter().position(|(other, _)| other == kind)?;
        Some(known.remove(at).1)
    })
}

fn keep(kind: Kind, normalizer: Normalizer) {
    KNOWN.with_borrow_mut(|known| {
        if known.len() == NORMALIZERS {
            known.remove(0);
        }
        known.push((kind, normalizer));
    });
}

impl ListTexts {
    fn get(&self, id: u32) -> Option<&ListText> {
        self.lists.iter().find(|list| list.id == id)
    }

    /// Remembers a list, in place of the oldest ones; returns its number.
    fn keep(&mut self, source: &str, output: &str) -> u32 {
        let is_same = |list: &&ListText| same_text(&list.source, source) && same_text(&list.output, output);
        if let Some(known) = self.lists.iter().find(is_same) {
            return known.id;
        }
        let id = self.next;
        self.next = self.next.wrapping_add(1);
        self.lists.push(ListText { id, source: source.to_owned(), output: output.to_owned() });
        let bytes = |list: &ListText| list.source.len() + list.output.len();
        let mut left: usize = self.lists.iter().map(bytes).sum();
        while left > BYTES || self.lists.len() > LISTS {
            left -= bytes(&self.lists.remove(0));
        }
        id
    }
}
