//! `lapidary extract`: prints the tool lists of servers, with each tool unchanged.

use std::io::{self, Write};

use crate::{
    args::ExtractArgs,
    input::Document,
    live, output,
    verdict::{Verdict, refuse},
};

pub(crate) fn run(args: &ExtractArgs) -> io::Result<Verdict> {
    let mut gravest = Verdict::Compatible;
    for Document { name, text, .. } in live::documents(&args.live) {
        match text {
            Ok(text) => {
                let mut out = output::data();
                out.write_all(text.as_bytes())?;
                out.flush()?;
            }
            Err(issue) => gravest = gravest.max(refuse(&name, None, &issue)?),
        }
    }
    Ok(gravest)
}
