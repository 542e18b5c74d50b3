//! What is wrong with a client's file or an entry of it.

use std::path::Path;

use lapidary::Issue;

/// Why a server cannot be asked, in words that follow its name.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// A member has another form than clients read.
    Form(String),
    /// A variable has no value.
    Unset(String),
    /// Only the client knows how to reach the server.
    ByClient(String),
}

impl Fault {
    /// The issue with a file, with what the user can do about it.
    pub(super) fn into_issue(self, file: &Path) -> Box<Issue> {
        match self {
            Fault::Form(what) => wrong(what, &format!("correct it in {}", file.display())),
            Fault::Unset(what) => wrong(what, "--env NAME=VALUE sets a variable"),
            Fault::ByClient(what) => {
                wrong(what, "give the server itself: --server COMMAND with --env, or --url URL with --header")
            }
        }
    }
}

/// An issue with a file, or with an entry of it.
pub(crate) fn wrong(message: String, help: &str) -> Box<Issue> {
    Box::new(Issue::document("unreadable-config", message, help))
}
