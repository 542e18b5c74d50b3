//! `lapidary extract`: prints the tool lists of servers, with each tool unchanged.

use std::io;

use crate::{
    args::ExtractArgs,
    input::{Document, live},
    terminal::output,
    verdict::{Verdict, refuse},
};

pub(crate) fn run(args: &ExtractArgs) -> io::Result<Verdict> {
    let mut gravest = Verdict::Compatible;
    let documents = live::documents(&args.live).collect::<Vec<_>>();
    // Of several servers, each list is a line: together they are JSON Lines, which other commands read.
    let is_one = documents.len() == 1;
    for Document { name, source, .. } in documents {
        match source {
            Ok(source) if is_one => output::write(&source.text)?,
            Ok(source) => output::write(&(output::one_line(source.text) + "\n"))?,
            Err(unread) => gravest = gravest.max(refuse(&name, None, &unread.issue)?),
        }
    }
    Ok(gravest)
}
