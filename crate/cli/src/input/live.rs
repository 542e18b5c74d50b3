//! Servers that are asked for their tools.

use std::{
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use lapidary::Issue;
use lapidary_mcp::{Failure, Limits, Listing, list_tools};
use tokio::{sync::Semaphore, task::JoinSet};

use crate::{
    args::{LiveArgs, Named},
    input::{
        Document,
        odd::MalformedTool,
        source::{Source, Unread},
    },
    signals::termination_signal,
    terminal::{progress::Progress, secrets::Secrets},
};

/// How many servers are asked at a time.
const AT_ONCE: usize = 8;

/// The tool lists of servers as documents, in the order in which the servers were given. All servers are asked when the
/// first document is requested, and none is left running when it is returned.
pub(crate) fn documents(args: &LiveArgs) -> impl Iterator<Item = Document> {
    let document = |(name, listing): (String, Result<Listing, Box<Issue>>)| Document {
        name,
        is_file: false,
        odd: listing.as_ref().map(MalformedTool::all).unwrap_or_default(),
        source: listing.map(|listing| Source::json(listing.to_json())).map_err(Unread::from),
    };
    std::iter::once_with(|| listings(args)).flatten().map(document)
}

/// The name of each server, with its tools or the issue for which it lists none.
pub(crate) fn listings(args: &LiveArgs) -> Vec<(String, Result<Listing, Box<Issue>>)> {
    let servers = args.servers();
    if servers.is_empty() {
        return Vec::new();
    }
    let names: Vec<String> = servers.iter().map(|named| named.name.clone()).collect();
    let listings = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime.block_on(ask_all(servers, args.limits())),
        Err(error) => names.iter().map(|_| Err(unable(&error))).collect(),
    };
    names.into_iter().zip(listings).collect()
}

/// Asks all servers, a few at a time. On a signal, ends the servers that it started and exits the process.
async fn ask_all(servers: Vec<Named>, limits: Limits) -> Vec<Result<Listing, Box<Issue>>> {
    let mut answers: Vec<_> = servers.iter().map(|_| None).collect();
    let turns = Arc::new(Semaphore::new(AT_ONCE));
    let progress = Arc::new(Mutex::new(Progress::of_servers(servers.len())));
    let mut asked = JoinSet::new();
    for (at, Named { name, server, secrets }) in servers.into_iter().enumerate() {
        match server {
            Ok(server) => {
                let (turns, progress) = (turns.clone(), progress.clone());
                asked.spawn(async move {
                    let _turn = turns.acquire().await;
                    locked(&progress).begin(&name);
                    let answer = list_tools(&server, &limits).await;
                    locked(&progress).end(&name);
                    (at, answer.map_err(|failure| unread(failure, &secrets)))
                });
            }
            Err(issue) => {
                locked(&progress).end(&name);
                answers[at] = Some(Err(issue));
            }
        }
    }
    let mut told = std::pin::pin!(termination_signal());
    loop {
        tokio::select! {
            done = asked.join_next() => match done {
                Some(Ok((at, answer))) => answers[at] = Some(answer),
                Some(Err(_)) => {}
                None => break,
            },
            code = &mut told => {
                asked.shutdown().await;
                drop(progress);
                std::process::exit(code);
            }
        }
    }
    let ended = || Err(unable(&io::ErrorKind::Interrupted.into()));
    answers.into_iter().map(|answer| answer.unwrap_or_else(ended)).collect()
}

fn locked(progress: &Mutex<Progress>) -> MutexGuard<'_, Progress> {
    progress.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The issue for a server that did not list its tools, with what it printed.
fn unread(Failure { error, printed }: Failure, secrets: &Secrets) -> Box<Issue> {
    let printed = if printed.is_empty() { printed } else { format!("\nits output:\n{}", secrets.hide(&printed)) };
    let help = format!("{}{printed}", error.help());
    Box::new(Issue::document("unreadable-server", secrets.hide(&error.to_string()), &help))
}

fn unable(error: &io::Error) -> Box<Issue> {
    Box::new(Issue::document("unreadable-server", format!("cannot list its tools: {error}"), "try again"))
}
