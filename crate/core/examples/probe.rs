use std::io::Read;
fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut options = lapidary::Options::default();
    for arg in std::env::args().skip(1) {
        if let Some(t) = lapidary::Target::find(&arg) {
            options.target = t
        }
        if arg.starts_with("GS") {
            options.disabled.insert(&arg);
        }
        if arg == "same" {
            options.emit = lapidary::Emit::Same
        }
    }
    if std::env::args().any(|a| a == "lines") {
        for line in text.lines() {
            match lapidary::transform_text(line, &options) {
                Ok(t) => println!("{t}"),
                Err(e) => println!("ERR {e}"),
            }
        }
        return;
    }
    let out = lapidary::transform(&text, &options);
    println!("{}\n{}", out.read_as, out.output.unwrap_or_default());
    for issue in out.issues.iter().chain(out.tools.iter().flat_map(|t| &t.report.issues)) {
        println!(
            "{} {:?} {}:{} {} | {} | +{:?} -{:?} out={:?}",
            issue.code,
            issue.severity,
            issue.line,
            issue.column,
            issue.path,
            issue.message,
            issue.gains,
            issue.loses,
            issue.outputs
        );
    }
}
