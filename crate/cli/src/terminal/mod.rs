//! What is printed: text without effects on terminals, code frames, columns, progress and the log.

pub(crate) mod columns;
pub(crate) mod frame;
pub(crate) mod log;
pub(crate) mod output;
pub(crate) mod progress;
pub(crate) mod secrets;
pub(crate) mod visible;
