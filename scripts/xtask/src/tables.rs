//! Tables of measurements.

use std::{error::Error, fmt::Write as _};

use crate::{
    Outcome,
    figures::{Figures, Peer, Rates, Spread},
    markdown::cell,
};

/// The rows of the README: what, the result, the command.
pub(crate) fn readme(figures: &Figures) -> Outcome<String> {
    let Figures { fidelity, field, conformance, bench, .. } = figures;
    let accepted = fidelity.rows.iter().map(|rates| rates.accepted).fold(100.0, f64::min);
    let admitted =
        |mode| fidelity.of("gemini", mode).map(|rates| rates.admitted).ok_or("the default target is missing");
    let found = |kind| conformance.found.get(kind).copied().ok_or("a kind of finding is missing");
    let measured = |what: &str| {
        let row = bench.iter().find(|row| row.what.starts_with(what)).ok_or_else(|| format!("{what} is missing"))?;
        Ok::<f64, Box<dyn Error>>(figures.spread(row)?.median)
    };
    let rows = [
        (
            format!(
                "{} real tools: declarations accepted, for every target; valid calls still allowed, for `gemini`",
                thousands(fidelity.tools)
            ),
            format!(
                "{accepted:.2} %; {:.2} % drop-in, {:.2} % round-trip",
                admitted("drop-in")?,
                admitted("round-trip")?
            ),
            "`scripts/fidelity tools.jsonl`",
        ),
        (
            format!(
                "JSON Schema Test Suite, {} tools: rejected; valid calls lost without a finding",
                thousands(conformance.tools)
            ),
            format!("{}; {}", found("refused")?, found("untold-loss")?),
            "`scripts/conformance`",
        ),
        (
            format!(
                "{} tools of {} real servers, through {} clients: how many work",
                field.most_tools(),
                field.servers,
                field.clients().len()
            ),
            format!(
                "{} without; with Lapidary {} by an integration, {} by the gateway, {} by the proxy",
                field.range("original"),
                field.range("downstream"),
                field.range("gateway"),
                field.range("proxy"),
            ),
            "`scripts/field-table`",
        ),
        (
            "time to transform in Node, against `JSON.parse` and `JSON.stringify`".to_owned(),
            format!("{:.1} times", measured("transformText /")?),
            "`scripts/bench`",
        ),
        (
            "`import \"lapidary\"`, gzipped; the engine alone; import and first call".to_owned(),
            format!(
                "{} kB; {} kB; {:.0} ms",
                figures.kilobytes(&["index.js", "shared.js", "engine.js"]),
                figures.kilobytes(&["lapidary.wasm"]),
                measured("import and first call")?
            ),
            "`scripts/test packaging`; `scripts/bench`",
        ),
    ];
    let mut table = String::from("| what | result | command |\n|---|---|---|\n");
    for (what, result, command) in rows {
        writeln!(table, "| {what} | {result} | {command} |")?;
    }
    Ok(table)
}

/// The table of `docs/FIDELITY.md`.
pub(crate) fn fidelity(figures: &Figures) -> Outcome<String> {
    let mut table =
        String::from("| target | mode | accepted | usable | admitted | visible |\n|---|---|--:|--:|--:|--:|\n");
    for Rates { target, mode, accepted, usable, admitted, visible } in &figures.fidelity.rows {
        writeln!(
            table,
            "| `{target}` | {mode} | {accepted:.2} % | {usable:.2} % | {admitted:.2} % | {visible:.2} % |"
        )?;
    }
    Ok(table)
}

/// The table of `docs/BENCHMARKS.md`.
pub(crate) fn benchmarks(figures: &Figures) -> Outcome<String> {
    let mut table = String::from("| what | least | median | most | gate |\n|---|--:|--:|--:|--:|\n");
    for row in &figures.bench {
        let (what, gate) = (cell(&row.what), row.gate);
        let Spread { least, median, most } = figures.spread(row)?;
        let mark = if median > gate { "**" } else { "" };
        writeln!(table, "| {what} | {least} | {mark}{median}{mark} | {most} | {gate} |")?;
    }
    Ok(table)
}

/// The other table of `docs/BENCHMARKS.md`.
pub(crate) fn peers(figures: &Figures) -> Outcome<String> {
    let mut table = String::from(
        "| | functions | text, µs | objects, µs | again, µs | cold, ms | throws |\n|---|---|--:|--:|--:|--:|--:|\n",
    );
    for Peer { title, functions, text, objects, again, cold, thrown } in &figures.peers.rows {
        let functions: Vec<String> = functions.iter().map(|name| format!("`{name}`")).collect();
        let functions = functions.join(", ");
        writeln!(table, "| {title} | {functions} | {text} | {objects} | {again} | {cold} | {thrown} |")?;
    }
    writeln!(table, "\nPer tool, over {} tools of real MCP servers.", thousands(figures.peers.tools))?;
    Ok(table)
}

/// 4927 as 4,927.
fn thousands(count: usize) -> String {
    match (count / 1000, count % 1000) {
        (0, rest) => rest.to_string(),
        (more, rest) => format!("{},{rest:03}", thousands(more)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_readme_has_five_rows() -> Outcome {
        assert_eq!(readme(&Figures::read(&crate::root())?)?.lines().count(), 7);
        Ok(())
    }

    #[test]
    fn the_engine_has_one_size() -> Outcome {
        let figures = Figures::read(&crate::root())?;
        let bytes = figures.sizes["lapidary.wasm"].gzip;
        let row = benchmarks(&figures)?.lines().find(|row| row.contains("wasm gzipped")).map(str::to_owned);
        let shown = row.as_deref().and_then(|row| row.split(" | ").nth(1)).unwrap_or_default().parse::<f64>()?;
        assert!((shown * 1000.0 - f64::from(bytes)).abs() < 10.0, "{shown} kB, {bytes} bytes");
        assert!(readme(&figures)?.contains(&format!("; {shown:.0} kB;")), "{shown}");
        Ok(())
    }

    #[test]
    fn counts_are_grouped() {
        assert_eq!([7, 4927, 1_000_012].map(thousands), ["7", "4,927", "1,000,012"]);
    }
}
