//! Variables in the values of clients' files.

use std::{
    env,
    ffi::{OsStr, OsString},
};

use super::fault::Fault;
use crate::terminal::secrets::Secrets;

/// The variables that values may refer to: those given, then those of the environment.
pub(super) struct Variables<'g> {
    pub(super) given: &'g [(OsString, OsString)],
    /// Whether the client also takes `$NAME` for a variable.
    takes_bare: bool,
    /// The values that were filled in.
    pub(super) secrets: Secrets,
}

impl<'g> Variables<'g> {
    pub(super) fn new(given: &'g [(OsString, OsString)], takes_bare: bool) -> Variables<'g> {
        Variables { given, takes_bare, secrets: Secrets::default() }
    }

    /// Expands the variables in a text: `${NAME}`, `${NAME:-default}`, `${env:NAME}`, `${workspaceFolder}`,
    /// `${userHome}`, and for some clients `$NAME`. `Err` names one that is not set.
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
            if is_name(expression.split(':').next().unwrap_or_default()) {
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
                "workspaceFolder" => env::current_dir().ok().map(|folder| folder.display().to_string()),
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

fn is_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_filled_in() {
        let given = [("A".into(), "1".into()), ("A".into(), "2".into()), ("E".into(), String::new().into())];
        let filled = |text| Variables::new(&given, true).expanded(text);
        for (text, want) in [
            ("", ""),
            ("Bearer ${A}", "Bearer 2"),
            ("${A}${env:A}$A/$A.", "222/2."),
            ("${E}|${E:-x}|${NO_SUCH:-}|${A:-x}", "|x||2"),
            ("$5 $ ${} ${ ${-} $$", "$5 $ ${} ${ ${-} $$"),
        ] {
            assert_eq!(filled(text).as_deref(), Ok(want), "{text}");
        }
        for (text, want) in [("^a$b", "^a$b"), ("$A ${A} $", "$A 2 $")] {
            assert_eq!(Variables::new(&given, false).expanded(text).as_deref(), Ok(want), "{text}");
        }
        assert_eq!(filled("é$NO_SUCH"), Err(Fault::Unset("its variable `NO_SUCH` is not set".to_owned())));
        assert_eq!(filled("${what:A}"), Err(Fault::Unset("its variable `what:A` is not set".to_owned())));
        assert!(
            filled("${input:key}")
                .is_err_and(|fault| matches!(fault, Fault::ByClient(what) if what.contains("input `key`")))
        );
    }
}
