//! Tests of what the crate does not show.

mod algebra;
mod derived;
mod properties;
mod reader;
mod scalars;
