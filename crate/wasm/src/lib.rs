//! Lapidary for JavaScript: bindings and User Timing, nothing else.
