//! Other crates' types, in and out: schemas of `schemars`, tools and calls of `rmcp`.
//!
//! Each is a feature of its name, off by default. They hold schemas as [`serde_json::Value`], which keeps
//! neither doubled members nor how a number was written, and which `serde_json` reads to 128 levels; all else
//! goes through text unchanged.

#[cfg(feature = "rmcp")]
pub mod rmcp;
#[cfg(feature = "schemars")]
pub mod schemars;

use crate::Issue;

/// The issue of an output that `serde_json` does not read: it is deeper than that goes, which takes a rule
/// for depth switched off.
fn too_deep(error: &serde_json::Error) -> Issue {
    Issue::document(
        "too-deep",
        format!("the transformed schema could not be read back, so the schema stays as it is: {error}"),
        "leave the rules for depth (GS040, GS046, GS047) on",
    )
}
