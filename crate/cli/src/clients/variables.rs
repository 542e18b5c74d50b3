//! Variables in the values of clients' files.

use std::{
    env,
    ffi::{OsStr, OsString},
    path::{MAIN_SEPARATOR, Path, PathBuf},
};

use super::fault::Fault;
use crate::terminal::secrets::Secrets;

/// The variables that values may refer to: those given, then those of the environment.
pub(super) struct Variables<'g> {
    pub(super) given: &'g [(OsString, OsString)],
    /// Whether the client also takes `$NAME` for a variable.
    takes_bare: bool,
    /// The folder that the client has open.
    workspace: PathBuf,
    /// The values that were filled in.
    pub(super) secrets: Secrets,
}

impl<'g> Variables<'g> {
    pub(super) fn new(given: &'g [(OsString, OsString)], takes_bare: bool, workspace: PathBuf) -> Variables<'g> {
        Variables { given, takes_bare, workspace, secrets: Secrets::default() }
    }

    /// Expands the variables in a text: `${NAME}`, `${NAME:-default}`, `${env:NAME}`, those of Cursor and VS Code, and for
    /// some clients `$NAME`. `Err` names one that is not set.
    pub(super) fn expanded(&mut self, text: &str) -> Result<String, Fault> {
        let mut filled = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find('$') {
            filled.push_str(&rest[..at]);
            let after = &rest[at + 1..];
            let braced = after.strip_prefix('{').and_then(|inner| inner.split_once('}'));
            let (expression, length) = match braced {
                Some((inner, _)) => (inner, inner.len() + 2),
                None if self.takes_bare => {
                    let end = after.find(|of: char| !of.is_ascii_alphanumeric() && of != '_').unwrap_or(after.len());
                    (&after[..end], end)
                }
                None => ("", 0),
            };
            if expression == "/" || is_name(expression.split(':').next().unwrap_or_default()) {
                filled.push_str(&self.value(expression)?);
                rest = &after[length..];
            } else {
                filled.push('$');
                rest = after;
            }
        }
        filled.push_str(rest);
        Ok(filled)
    }

    fn value(&mut self, expression: &str) -> Result<String, Fault> {
        if let Some((name, default)) = expression.split_once(":-") {
            return Ok(self.lookup(name).filter(|value| !value.is_empty()).unwrap_or_else(|| default.to_owned()));
        }
        let found = match expression.split_once(':') {
            Some(("env", name)) => self.lookup(name),
            Some(("input", name)) => {
                return Err(Fault::ByClient(format!("it needs the input `{name}`, which only the client knows")));
            }
            Some(_) => None,
            None => match expression {
                "workspaceFolder" => Some(self.workspace.display().to_string()),
                "workspaceFolderBasename" => self.workspace.file_name().map(|name| name.display().to_string()),
                "pathSeparator" | "/" => Some(MAIN_SEPARATOR.to_string()),
                "userHome" => env::home_dir().map(|folder| folder.display().to_string()),
                name => self.lookup(name),
            },
        };
        found.ok_or_else(|| Fault::Unset(format!("its variable `{expression}` is not set")))
    }

    fn lookup(&mut self, name: &str) -> Option<String> {
        let of = self.given.iter().rev().find(|(known, _)| known == OsStr::new(name)).map(|(_, value)| value.clone());
        let value = of.or_else(|| env::var_os(name))?.into_string().ok()?;
        self.secrets.keep(&*value);
        Some(value)
    }
}

/// The folder that a client has open which reads this file: for a file of the workspace, the folder that contains
/// `.cursor` or `.vscode`; for others `here`.
pub(super) fn workspace(file: &Path, here: &Path) -> PathBuf {
    let file = here.join(file);
    let folder = file.parent().filter(|folder| folder.ends_with(".cursor") || folder.ends_with(".vscode"));
    // In the user's home, the file is that of all workspaces.
    let workspace = folder.and_then(Path::parent).filter(|folder| env::home_dir().as_deref() != Some(*folder));
    workspace.unwrap_or(here).to_owned()
}

fn is_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_workspace_is_that_of_the_file() {
        let home = env::home_dir().expect("a home");
        for (file, want) in [
            ("/x/.vscode/mcp.json", Path::new("/x")),
            ("/x/.cursor/mcp.json", Path::new("/x")),
            (".cursor/mcp.json", Path::new("/here")),
            ("y/.cursor/mcp.json", Path::new("/here/y")),
            ("/x/mcp.json", Path::new("/here")),
            (&home.join(".cursor/mcp.json").display().to_string(), Path::new("/here")),
        ] {
            assert_eq!(workspace(Path::new(file), Path::new("/here")), want, "{file}");
        }
    }

    #[test]
    fn variables_are_filled_in() {
        let given = [("A".into(), "1".into()), ("A".into(), "2".into()), ("E".into(), String::new().into())];
        let filled = |text| Variables::new(&given, true, "/w/x".into()).expanded(text);
        for (text, want) in [
            ("", ""),
            ("Bearer ${A}", "Bearer 2"),
            ("${A}${env:A}$A/$A.", "222/2."),
            ("${E}|${E:-x}|${NO_SUCH:-}|${A:-x}", "|x||2"),
            ("${workspaceFolder}|${workspaceFolderBasename}", "/w/x|x"),
            ("a${pathSeparator}b${/}c", if cfg!(windows) { "a\\b\\c" } else { "a/b/c" }),
            ("$5 $ ${} ${ ${-} $$", "$5 $ ${} ${ ${-} $$"),
        ] {
            assert_eq!(filled(text).as_deref(), Ok(want), "{text}");
        }
        for (text, want) in [("^a$b", "^a$b"), ("$A ${A} $", "$A 2 $")] {
            assert_eq!(Variables::new(&given, false, PathBuf::new()).expanded(text).as_deref(), Ok(want), "{text}");
        }
        assert_eq!(filled("é$NO_SUCH"), Err(Fault::Unset("its variable `NO_SUCH` is not set".to_owned())));
        assert_eq!(filled("${what:A}"), Err(Fault::Unset("its variable `what:A` is not set".to_owned())));
        assert!(
            filled("${input:key}")
                .is_err_and(|fault| matches!(fault, Fault::ByClient(what) if what.contains("input `key`")))
        );
    }
}
