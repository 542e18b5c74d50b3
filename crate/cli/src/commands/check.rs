//! `lapidary check`.

use std::io;

use lapidary::{EnvelopeKind, Mode, Options, PositionEncoding, Report, Role, transform};

use crate::{
    args::CheckArgs,
    config::Config,
    findings::{Checked, policy::Policy},
    format::{CheckFormat, PrintOptions},
    input::{Document, files, lacking::Lacking, live, odd::MalformedTool, source::Source},
    many::in_order,
    survey::{Comparison, Measured, Scope, Survey, omitted},
    terminal::progress::Progress,
    verdict::{Verdict, refuse},
};

pub(crate) fn run(args: &CheckArgs, config: &Config) -> io::Result<Verdict> {
    let policy = match Policy::of(args, config) {
        Ok(policy) => policy,
        Err(wrong) => return refuse(&wrong.file, None, &wrong.issue),
    };
    let options = args.document.options(PositionEncoding::Utf8, config);
    let scope = Scope::of(&options, args.table || args.format() == CheckFormat::Pretty, args.table);
    let fails = policy.fails;
    let look = PrintOptions {
        target: options.target.id,
        is_drop_in: options.mode == Mode::DropIn,
        verbose: args.verbose,
        is_one: args.document.source.is_one(),
        indent: args.indent,
        fails,
        has_baseline: policy.baseline.is_some(),
        folder: policy.folder.clone(),
    };
    let mut printer = args.printer(look);
    let (mut gravest, mut comparison) = (Verdict::Compatible, Comparison::new(&scope.alternatives));
    let check = |document| checked(document, &options, args, &policy, &scope);
    let mut take = |checked: Checked| {
        gravest = gravest.max(checked.verdict(fails));
        comparison.add(&checked.survey);
        printer.document(checked)
    };
    let mut lacking = Lacking::new(Checked::unread);
    let mut pass = |checked: Checked| lacking.pass(checked).map_or(Ok(()), &mut take);
    let given = args.document.source.files();
    let mut progress = Progress::of_files(given.len());
    in_order(files(given), check, |checked| {
        progress.end(&checked.name);
        pass(checked)
    })?;
    drop(progress);
    in_order(live::documents(&args.document.source.live), check, pass)?;
    lacking.end().try_for_each(take)?;
    printer.end(comparison.offer(&scope.alternatives).as_deref())?;
    Ok(gravest)
}

fn checked(document: Document, options: &Options, args: &CheckArgs, policy: &Policy<'_>, scope: &Scope) -> Checked {
    let Document { name, is_file, source, odd } = document;
    let source = match source {
        Ok(source) => source,
        Err(unread) => {
            let report = Report::new(String::new(), Vec::new(), vec![unread.issue(args.format().encoding())]);
            let (text, excused, survey) = (unread.text, Vec::new(), Survey::default());
            return Checked { name, is_file, text, report, excused, survey, is_schema_of_arguments: false };
        }
    };
    let judged = |options: &Options| judged(&source, &odd, options, args, policy);
    let Judged { report, omitted, kind } = judged(options);
    // Findings that do not count are losses all the same.
    let survey = scope.survey(
        || Measured::all(&report.tools, &omitted),
        |options| {
            let Judged { report, omitted, .. } = judged(options);
            Measured::all(&report.tools, &omitted)
        },
    );
    let (report, excused) = policy.excuse(&name, is_file, report);
    let is_schema_of_arguments = kind == Some(EnvelopeKind::Schema) && options.role == Role::Arguments;
    Checked { name, is_file, text: Some(source.text), report, excused, survey, is_schema_of_arguments }
}

/// The outcome of a document for a target.
struct Judged {
    report: Report,
    /// Which tools are not declared.
    omitted: Vec<bool>,
    kind: Option<EnvelopeKind>,
}

fn judged(source: &Source, odd: &[MalformedTool], options: &Options, args: &CheckArgs, policy: &Policy<'_>) -> Judged {
    let mut transformed = transform(source.as_json(), options, &args.emitted(false));
    if transformed.kind == Some(EnvelopeKind::OpenAiRequest) {
        transformed = transform(source.as_json(), options, &args.emitted(true));
    }
    let (omitted, kind) = (omitted(&transformed), transformed.kind);
    let mut report = transformed.into_report();
    report.issues.extend(MalformedTool::issues(odd, source.as_json()));
    Judged { report: policy.levelled(source.report(report, args.format().encoding())), omitted, kind }
}
