//! `crate/core/public-api.txt`: the public interface of the crate, one item a line.

use std::{env, fs, path::Path, process::Command};

use public_api::Builder;

use crate::{Outcome, say};

const FILE: &str = "crate/core/public-api.txt";

pub(crate) fn write(root: &Path) -> Outcome {
    fs::write(root.join(FILE), listed(root)?)?;
    say(&format!("wrote {FILE}"))
}

pub(crate) fn check(root: &Path) -> Outcome {
    let (known, found) = (fs::read_to_string(root.join(FILE))?, listed(root)?);
    let only = |sign: char, of: &str, other: &str| {
        let lines = of.lines().filter(|line| !other.lines().any(|known| known == *line));
        lines.map(|line| format!("\n{sign} {line}")).collect::<Vec<_>>().concat()
    };
    let changes = only('-', &known, &found) + &only('+', &found, &known);
    if changes.is_empty() {
        return Ok(());
    }
    Err(format!("the interface is another; `cargo xtask api` writes it down:{changes}").into())
}

/// The items, from rustdoc's JSON. That format is unstable, so a stable toolchain writes it only with
/// `RUSTC_BOOTSTRAP`; the toolchain is pinned.
fn listed(root: &Path) -> Outcome<String> {
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), Into::into);
    let done = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .current_dir(root)
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_TARGET_DIR", target.join("api"))
        .args(["rustdoc", "--quiet", "--package", "lapidary", "--lib", "--all-features", "--"])
        .args(["-Z", "unstable-options", "--output-format", "json"])
        .status()?;
    if !done.success() {
        return Err("rustdoc found errors".into());
    }
    let items = Builder::from_rustdoc_json(target.join("api/doc/lapidary.json"))
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true)
        .build()?;
    Ok(items.to_string())
}
