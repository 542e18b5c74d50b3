//! `lapidary extract`: lists of tools on standard output, as servers give them.

use std::io::{self, Write};

use crate::{Verdict, args::ExtractArgs, frame, input::Document, live, output};

pub(crate) fn run(args: &ExtractArgs) -> io::Result<Verdict> {
    let mut gravest = Verdict::Compatible;
    for Document { name, text } in live::documents(&args.live) {
        match text {
            Ok(text) => {
                let mut out = output::data();
                out.write_all(text.as_bytes())?;
                out.flush()?;
            }
            Err(issue) => {
                anstream::stderr().lock().write_all(frame::alone(&name, None, &issue).as_bytes())?;
                gravest = Verdict::Unreadable;
            }
        }
    }
    Ok(gravest)
}
