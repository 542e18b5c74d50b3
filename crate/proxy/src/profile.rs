//! How the tools of a server are processed, and how that depends on the client.

use std::sync::Arc;

use lapidary::{Mode, Options, Target, UNIVERSAL};

use crate::{CLIENTS, Client, matches};

/// What a client receives.
#[derive(Clone, Debug)]
pub enum Treatment {
    /// The server's bytes.
    AsIs,
    /// Lowered tools.
    Fit(Arc<Fit>),
}

/// How tools are lowered.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The options, including the target.
    pub options: Options,
    /// Arguments that the client adds to calls.
    pub adds: Vec<String>,
    /// Whether the client passes every argument as a string.
    pub strings: bool,
}

/// What each client receives.
#[derive(Clone, Debug)]
pub struct Profiles {
    /// The options for all tools, except target and mode.
    base: Options,
    /// The mode for clients that no pattern matches.
    mode: Option<Mode>,
    /// The user's own settings for clients, by pattern.
    own: Vec<(String, Option<(Target, Mode)>)>,
}

impl Profiles {
    /// Creates profiles with what is known of each client. `base` has the common options; its target and mode are
    /// ignored.
    #[must_use]
    pub fn new(base: Options) -> Profiles {
        Profiles { base, mode: None, own: Vec::new() }
    }

    /// Uses this mode for every client that matches no pattern.
    #[must_use]
    pub fn mode(self, mode: Mode) -> Profiles {
        Profiles { mode: Some(mode), ..self }
    }

    /// Uses the same target and mode for every client that matches no earlier pattern, whatever its name.
    #[must_use]
    pub fn always(self, target: &Target, mode: Mode) -> Profiles {
        self.with("*".to_owned(), Some((target, mode)))
    }

    /// Sets what a client receives; without a target, the server's bytes. The first pattern that matches its name
    /// counts. What the client is known to do to calls is still undone.
    #[must_use]
    pub fn with(mut self, pattern: String, aim: Option<(&Target, Mode)>) -> Profiles {
        self.own.push((pattern, aim.map(|(target, mode)| (*target, mode))));
        self
    }

    /// What a client receives, by its name; if it is unknown or has none, tools for the universal target.
    #[must_use]
    pub fn of(&self, name: Option<&str>) -> Treatment {
        let name = name.map_or("", without_bridge);
        let known = CLIENTS.iter().find(|client| client.names.iter().any(|pattern| is_named(pattern, name)));
        let own = self.own.iter().find(|(pattern, _)| is_named(pattern, name));
        let aim = match (own, known) {
            (Some((_, aim)), _) => *aim,
            (None, Some(client)) => client.target.map(|target| (*target, self.mode.unwrap_or(client.mode))),
            (None, None) => Some((UNIVERSAL, self.mode.unwrap_or(Mode::RoundTrip))),
        };
        aim.map_or(Treatment::AsIs, |(target, mode)| self.fit(&target, mode, known))
    }

    fn fit(&self, target: &Target, mode: Mode, known: Option<&Client>) -> Treatment {
        let strings = known.is_some_and(|client| client.strings);
        // Parsing the strings takes the place of a codec.
        let mut options = self.base.clone().mode(if strings { Mode::DropIn } else { mode });
        options.target = *target;
        let adds = known.map_or_else(Vec::new, |client| client.adds.clone());
        Treatment::Fit(Arc::new(Fit { options, adds, strings }))
    }
}

/// Removes what bridges append to the name.
fn without_bridge(name: &str) -> &str {
    name.split_once(" (via ").map_or(name, |(name, _)| name)
}

/// Whether a pattern matches a client's name, without regard to case.
fn is_named(pattern: &str, name: &str) -> bool {
    matches(&pattern.to_lowercase(), &name.to_lowercase())
}

#[cfg(test)]
mod tests {
    use lapidary::GEMINI_API;

    use super::*;

    fn target(profiles: &Profiles, name: &str) -> Option<&'static str> {
        match profiles.of(Some(name)) {
            Treatment::AsIs => None,
            Treatment::Fit(fit) => Some(fit.options.target.id),
        }
    }

    #[test]
    fn the_name_decides() {
        let profiles = Profiles::new(Options::default()).with("my-*".into(), Some((&GEMINI_API, Mode::RoundTrip)));
        assert_eq!(target(&profiles, "claude-ai"), None);
        assert_eq!(target(&profiles, "Claude-AI (via mcp-remote 0.1.2)"), None);
        assert_eq!(target(&profiles, "gemini-cli-mcp-client-github"), Some("gemini-json-schema"));
        assert_eq!(target(&profiles, "My-Agent (via mcp-remote 0.1.2)"), Some("gemini-api"));
        assert_eq!(target(&profiles, "nobody knows"), Some("universal"));
        let always = profiles.with("INSPECTOR".into(), None).always(&GEMINI_API, Mode::DropIn);
        assert_eq!(target(&always, "inspector"), None);
        assert_eq!(target(&always, "claude-ai"), Some("gemini-api"));
        let Treatment::Fit(fit) = always.of(None) else { panic!("a target is given") };
        assert_eq!(fit.options.target.id, "gemini-api");
        let Treatment::Fit(fit) = always.of(Some("gemini-cli-mcp-client")) else { panic!("a target is given") };
        assert_eq!(fit.adds, ["wait_for_previous"]);
    }

    #[test]
    fn a_mode_alone_changes_no_target() {
        let profiles = Profiles::new(Options::default()).mode(Mode::DropIn);
        for (name, target) in [(None, "universal"), (Some("google-adk"), "gemini-json-schema")] {
            let Treatment::Fit(fit) = profiles.of(name) else { panic!("it has a target") };
            assert_eq!((fit.options.target.id, fit.options.mode), (target, Mode::DropIn));
        }
        assert_eq!(target(&profiles, "claude-ai"), None);
    }

    /// Parsing the strings replaces a codec, so that there must be none.
    #[test]
    fn a_client_of_strings_gets_no_codec() {
        let profiles = Profiles::new(Options::default());
        let own = profiles.clone().with("Dify".into(), Some((&GEMINI_API, Mode::RoundTrip)));
        for profiles in [profiles.always(&GEMINI_API, Mode::RoundTrip), own] {
            let Treatment::Fit(fit) = profiles.of(Some("Dify")) else { panic!("a target is given") };
            assert_eq!((fit.options.target.id, fit.strings, fit.options.mode), ("gemini-api", true, Mode::DropIn));
        }
    }
}
