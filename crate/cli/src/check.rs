//! `lapidary check`.

use std::io;

use lapidary::{Report, transform};

use crate::{
    args::CheckArgs,
    config::Config,
    findings::Checked,
    format::PrintOptions,
    input::{Document, files},
    live,
    many::in_order,
    odd::MalformedTool,
    policy::Policy,
    progress::Progress,
    verdict::{Verdict, refuse},
};

pub(crate) fn run(args: &CheckArgs, config: &Config) -> io::Result<Verdict> {
    let policy = match Policy::of(args, config) {
        Ok(policy) => policy,
        Err(wrong) => return refuse(&wrong.file, None, &wrong.issue),
    };
    let options = args.document.options(args.format().encoding(), config);
    let (output, fails) = (args.emitted(), policy.fails);
    let look = PrintOptions {
        target: options.target.id,
        verbose: args.verbose,
        indent: args.indent,
        fails,
        has_baseline: policy.baseline.is_some(),
    };
    let mut printer = args.format().printer(look);
    let mut gravest = Verdict::Compatible;
    let check = |Document { name, is_file, text, odd }: Document| {
        let (text, report) = match text {
            Ok(text) => {
                let Report { read_as, tools, mut issues, .. } = transform(&text, &options, &output).into_report();
                issues.extend(MalformedTool::issues(&odd, &text, args.format().encoding()));
                let report = Report::new(read_as, tools, issues);
                (Some(text), report)
            }
            Err(issue) => (None, Report::new(String::new(), Vec::new(), vec![*issue])),
        };
        let (report, excused) = policy.apply(&name, report);
        Checked { name, is_file, text, report, excused }
    };
    let mut take = |checked: Checked| {
        gravest = gravest.max(checked.verdict(fails));
        printer.document(checked)
    };
    let given = args.document.source.files();
    let mut progress = Progress::of_files(given.len());
    in_order(files(given), check, |checked| {
        progress.end(&checked.name);
        take(checked)
    })?;
    drop(progress);
    in_order(live::documents(&args.document.source.live), check, take)?;
    printer.end()?;
    Ok(gravest)
}
