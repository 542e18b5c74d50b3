//! Why a probe ended early.

use std::io;

pub(super) enum Stopped {
    Output(io::Error),
    Because(String),
}

impl From<io::Error> for Stopped {
    fn from(error: io::Error) -> Stopped {
        Stopped::Output(error)
    }
}

impl From<String> for Stopped {
    fn from(reason: String) -> Stopped {
        Stopped::Because(reason)
    }
}
