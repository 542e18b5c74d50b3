//! Tests of what the crate does not show.

mod algebra;
