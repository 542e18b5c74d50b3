//! Tests of what the crate does not export.

mod algebra;
mod derived;
mod direct;
mod properties;
mod reader;
