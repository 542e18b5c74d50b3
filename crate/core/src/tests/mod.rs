//! Tests of what the crate does not show.

mod algebra;
mod derived;
mod plain;
mod properties;
mod reader;
