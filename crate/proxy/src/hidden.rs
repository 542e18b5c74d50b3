//! Lists of tools that the proxy itself requests, for calls that arrive before any list: from a client that remembers
//! tools, or after a restart.

use bytes::Bytes;
use lapidary_mcp::message::{Incoming, Members, quoted};
use tokio::{sync::mpsc::Sender, time::timeout};
use tracing::warn;

use crate::{
    conversation::{CAPABILITIES, CLIENT, VERSION},
    fit::fit_page,
    limits::{LISTING, PAGES},
    shared::Shared,
};

/// The members of `_meta` that describe the client since 2026-07-28; requests of the proxy repeat them.
const SAID: [&str; 3] = [VERSION, CAPABILITIES, CLIENT];

/// How often the tools are listed for a call, if they change meanwhile.
const TRIES: usize = 2;

/// Lists the tools of a server. If that fails, calls are passed on unchanged.
pub(crate) async fn list(shared: Shared, to_server: Sender<Bytes>, meta: Option<String>) {
    for _ in 0..TRIES {
        let changes = shared.lock().changes();
        let pages = pages(&shared, &to_server, meta.as_deref(), changes);
        let is_whole = timeout(LISTING, pages).await.unwrap_or_default();
        shared.lock().settle(changes);
        if !is_whole {
            return warn!("the server did not list its tools; calls of unlisted tools are passed on unchanged");
        }
        if shared.lock().changes() == changes {
            return;
        }
    }
}

/// Requests all pages; returns whether the list has ended.
async fn pages(shared: &Shared, to_server: &Sender<Bytes>, meta: Option<&str>, changes: u64) -> bool {
    let mut cursor = None;
    let mut last = None;
    for _ in 0..PAGES {
        let page = page(shared, to_server, cursor.clone(), meta, changes).await;
        let Some((next, result)) = page else { return false };
        if next.is_some() && next == cursor && last.as_ref() == Some(&result) {
            warn!("the server's list of tools repeats a page and its cursor, and counts as ended");
            return true;
        }
        // Older servers end a list with an empty cursor.
        if next.is_none() || meta.is_none() && next.as_deref() == Some("") {
            return true;
        }
        (cursor, last) = (next, Some(result));
    }
    false
}

/// Requests a page; returns the cursor of the next one, and the result.
async fn page(
    shared: &Shared,
    to_server: &Sender<Bytes>,
    cursor: Option<String>,
    meta: Option<&str>,
    changes: u64,
) -> Option<(Option<String>, Bytes)> {
    let (id, answer) = shared.lock().ask();
    let params = [
        cursor.as_deref().map(|cursor| format!("\"cursor\":{}", quoted(cursor))),
        meta.map(|meta| format!("\"_meta\":{meta}")),
    ];
    let params = params.into_iter().flatten().collect::<Vec<_>>().join(",");
    let request = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/list","params":{{{params}}}}}"#);
    to_server.send(request.into()).await.ok()?;
    let result = answer.await.ok()?;
    let fitting = shared.lock().fitting();
    let text = result.clone();
    let page =
        shared.work(move |cancel| Some(fit_page(std::str::from_utf8(&text).ok()?, cursor.clone(), &fitting, cancel).1));
    let page = page.await.ok()??;
    let next = page.next.clone();
    shared.lock().learn(page, changes);
    Some((next, result))
}

/// The `_meta` of a message's client, for requests of the proxy; `None` for a legacy client.
pub(crate) fn meta(message: &[u8]) -> Option<String> {
    let parts = Incoming::all(message).ok()?;
    let params = parts.iter().find_map(|part| match part {
        Incoming::Request { params, .. } => params.and_then(|params| Members::of(params.get().as_bytes()).ok()),
        _ => None,
    })?;
    let meta: Members = params.read("_meta")?;
    meta.get(VERSION)?;
    let said = SAID.iter().filter_map(|name| meta.get(name).map(|value| format!("\"{name}\":{value}")));
    Some(format!("{{{}}}", said.collect::<Vec<_>>().join(",")))
}
