//! `lapidary extract`: prints the tool lists of servers, with each tool unchanged.

use std::io::{self, Write};

use crate::{
    args::ExtractArgs,
    input::{Document, live},
    terminal::output,
    verdict::{Verdict, refuse},
};

pub(crate) fn run(args: &ExtractArgs) -> io::Result<Verdict> {
    let mut gravest = Verdict::Compatible;
    for Document { name, source, .. } in live::documents(&args.live) {
        match source {
            Ok(source) => {
                let mut out = output::data();
                out.write_all(source.text.as_bytes())?;
                out.flush()?;
            }
            Err(unread) => gravest = gravest.max(refuse(&name, None, &unread.issue)?),
        }
    }
    Ok(gravest)
}
