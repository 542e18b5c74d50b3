//! The environment variables that a server gets by default: as with the official SDKs, those that programs generally
//! need, and none that holds a secret of the user.

use std::{env, ffi::OsString};

/// The variables that the SDKs pass on Windows.
#[cfg(windows)]
const NEEDED: [&str; 14] = [
    "APPDATA",
    "HOMEDRIVE",
    "HOMEPATH",
    "LOCALAPPDATA",
    "PATH",
    "PATHEXT",
    "PROCESSOR_ARCHITECTURE",
    "PROGRAMFILES",
    "SYSTEMDRIVE",
    "SYSTEMROOT",
    "TEMP",
    "TMP",
    "USERNAME",
    "USERPROFILE",
];

/// The variables that the SDKs pass elsewhere, and those for language, time zone and the folder for temporary files.
#[cfg(not(windows))]
const NEEDED: [&str; 9] = ["HOME", "LANG", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "TZ", "USER"];

/// The prefix of the variables that set the language for one purpose.
const LANGUAGES: &str = "LC_";

/// The needed variables of this process.
pub(super) fn needed() -> impl Iterator<Item = (OsString, OsString)> {
    env::vars_os().filter(|(name, _)| name.to_str().is_some_and(is_needed))
}

fn is_needed(name: &str) -> bool {
    let is_same = |needed: &&str| if cfg!(windows) { needed.eq_ignore_ascii_case(name) } else { **needed == *name };
    name.starts_with(LANGUAGES) || NEEDED.iter().any(is_same)
}
