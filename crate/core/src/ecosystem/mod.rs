//! Support for types of other crates: schemas of `schemars`, tools and calls of `rmcp`.
//!
//! Each requires the feature of its name, off by default. These crates hold schemas as [`serde_json::Value`], which
//! keeps neither duplicate members nor the spelling of numbers, and which `serde_json` reads to a depth of 128 levels;
//! everything else passes through as text, unchanged.

#[cfg(feature = "rmcp")]
pub mod rmcp;
#[cfg(feature = "schemars")]
pub mod schemars;

use crate::Issue;

/// The issue of an output that `serde_json` cannot read because it is too deep, which requires a rule for depth to be
/// switched off.
fn too_deep(error: &serde_json::Error) -> Issue {
    Issue::document(
        "too-deep",
        format!("the transformed schema could not be read back, so the schema stays as it is: {error}"),
        "leave the rules for depth (GS040, GS046, GS047) on",
    )
}
