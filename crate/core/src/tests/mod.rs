//! Tests of what the crate does not export.

mod algebra;
mod derived;
mod properties;
mod reader;
mod scalars;
