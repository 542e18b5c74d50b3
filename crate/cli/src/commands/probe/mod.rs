//! `lapidary probe`: asks the Gemini API whether the errors of the catalogue still occur.

mod api;
mod print;
mod request;
mod stopped;
mod verdict;

use std::{env, fs, io};

use crate::{args::ProbeArgs, catalogue::Row, terminal::output, verdict::Verdict as Exit};
use api::{Api, Response, TOO_LOW};
use print::Printer;
use stopped::Stopped;
use verdict::Finding;

/// The variables with the key, in the order in which Google's own libraries read them.
const KEYS: [&str; 2] = ["GOOGLE_API_KEY", "GEMINI_API_KEY"];
/// After this many consecutive rows without an answer, the probe ends.
const PATIENCE: usize = 3;

pub(crate) fn run(args: &ProbeArgs) -> io::Result<Exit> {
    let probe = || -> Result<Exit, Stopped> {
        let key = KEYS.iter().find_map(|name| env::var(name).ok().filter(|key| !key.is_empty()));
        if key.is_none() && args.url.is_none() {
            return Err(format!("no key: set {} or {}", KEYS[0], KEYS[1]).into());
        }
        let rows = rows(args)?;
        let api = Api::new(args, key)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(ask_all(args, api, rows))
    };
    match probe() {
        Ok(exit) => Ok(exit),
        Err(Stopped::Output(error)) => Err(error),
        Err(Stopped::Because(reason)) => {
            output::print_error(&format!("lapidary: {reason}"))?;
            Ok(Exit::Unreadable)
        }
    }
}

/// The rows to ask: those named on the command line, or all.
fn rows(args: &ProbeArgs) -> Result<Vec<Row>, Stopped> {
    let mut rows = match &args.catalogue {
        None => Row::recorded()?,
        Some(file) => {
            let unable = |why: String| format!("cannot read {}: {why}", file.display());
            let text = fs::read_to_string(file).map_err(|error| unable(error.to_string()))?;
            serde_json::from_str(&text).map_err(|error| unable(error.to_string()))?
        }
    };
    if let Some(unknown) = args.rows.iter().find(|id| rows.iter().all(|row| row.id != **id)) {
        return Err(format!("unknown row `{unknown}`; docs/ERRORS.md lists them").into());
    }
    if !args.rows.is_empty() {
        rows.retain(|row| args.rows.contains(&row.id));
    }
    Ok(rows)
}

async fn ask_all(args: &ProbeArgs, mut api: Api, rows: Vec<Row>) -> Result<Exit, Stopped> {
    api.check_access().await?;
    let mut printer = Printer::new(args, api.model());
    let (mut silent, mut is_news) = (0, false);
    for row in &rows {
        let Some(body) = request::of(row) else {
            printer.passed_over();
            continue;
        };
        let Some(answer) = api.ask(row, body).await else {
            printer.left_over();
            continue;
        };
        silent = if matches!(answer.said, Response::Nothing(_)) { silent + 1 } else { 0 };
        let finding = Finding::of(row, answer);
        is_news |= finding.is_news() && !row.is_open();
        printer.print(row, &finding)?;
        if silent == PATIENCE {
            break;
        }
    }
    if printer.is_all_left_over() {
        return Err(TOO_LOW.to_owned().into());
    }
    printer.end(api.sent())?;
    if silent > 0 {
        return Err("the API no longer responds".to_owned().into());
    }
    Ok(Exit::of(!is_news))
}
