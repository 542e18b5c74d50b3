//! The variables that a server gets without being given any: as with the official SDKs, those that programs need to find
//! their way, and none that holds a secret of whoever starts it.

use std::{env, ffi::OsString};

/// Those of the SDKs on Windows.
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

/// Those of the SDKs elsewhere, and what says language, time zone and the folder for temporary files.
#[cfg(not(windows))]
const NEEDED: [&str; 9] = ["HOME", "LANG", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "TZ", "USER"];

/// What says the language for some purpose.
const LANGUAGES: &str = "LC_";

/// Those of our variables.
pub(super) fn needed() -> impl Iterator<Item = (OsString, OsString)> {
    env::vars_os().filter(|(name, _)| name.to_str().is_some_and(is_needed))
}

fn is_needed(name: &str) -> bool {
    let is_same = |needed: &&str| if cfg!(windows) { needed.eq_ignore_ascii_case(name) } else { **needed == *name };
    name.starts_with(LANGUAGES) || NEEDED.iter().any(is_same)
}
