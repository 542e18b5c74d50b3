//! What is done to the tools of a server, and how that follows from the client.

use std::sync::Arc;

use lapidary::{Mode, Options, Target, UNIVERSAL};

use crate::{CLIENTS, Client, matches};

/// What a client gets.
#[derive(Clone, Debug)]
pub enum Treatment {
    /// The server's bytes.
    AsIs,
    /// Tools that are made fit.
    Fit(Arc<Fit>),
}

/// How tools are made fit.
#[derive(Clone, Debug)]
pub struct Fit {
    /// For what.
    pub options: Options,
    /// Arguments that the client adds to calls.
    pub adds: Vec<String>,
    /// Whether the client makes every argument a string.
    pub strings: bool,
}

/// What each client gets.
#[derive(Clone, Debug)]
pub struct Profiles {
    /// What all tools are fitted with, but for target and mode.
    base: Options,
    /// What every client gets, whatever its name.
    given: Option<(Target, Mode)>,
    /// The user's own clients, by pattern.
    own: Vec<(String, Treatment)>,
}

impl Profiles {
    /// As is known of each client. `base` says what all have in common; its target and mode have no say.
    #[must_use]
    pub fn new(base: Options) -> Profiles {
        Profiles { base, given: None, own: Vec::new() }
    }

    /// The same for every client; what one is known to do to calls is still undone.
    #[must_use]
    pub fn always(self, target: &Target, mode: Mode) -> Profiles {
        Profiles { given: Some((*target, mode)), ..self }
    }

    /// What a client of the user's gets; without a target, the server's bytes. The first pattern that its name has counts.
    #[must_use]
    pub fn with(mut self, pattern: String, aim: Option<(&Target, Mode)>) -> Profiles {
        let treatment = match aim {
            Some((target, mode)) => self.fit(target, mode, None),
            None => Treatment::AsIs,
        };
        self.own.push((pattern, treatment));
        self
    }

    /// What the client of a name gets; one without a name gets what suits most.
    #[must_use]
    pub fn of(&self, name: Option<&str>) -> Treatment {
        let name = name.map(without_bridge);
        let known = name.and_then(known);
        if let Some((target, mode)) = &self.given {
            return self.fit(target, *mode, known);
        }
        let own = name.and_then(|name| self.own.iter().find(|(pattern, _)| matches(pattern, name)));
        match (own, known) {
            (Some((_, treatment)), _) => treatment.clone(),
            (None, Some(client)) => match client.target {
                Some(target) => self.fit(target, client.mode, known),
                None => Treatment::AsIs,
            },
            (None, None) => self.fit(&UNIVERSAL, Mode::RoundTrip, None),
        }
    }

    fn fit(&self, target: &Target, mode: Mode, known: Option<&Client>) -> Treatment {
        let mut options = self.base.clone().mode(mode);
        options.target = *target;
        let adds = known.map_or_else(Vec::new, |client| client.adds.clone());
        Treatment::Fit(Arc::new(Fit { options, adds, strings: known.is_some_and(|client| client.strings) }))
    }
}

/// Bridges put themselves behind the name.
fn without_bridge(name: &str) -> &str {
    name.split_once(" (via ").map_or(name, |(name, _)| name)
}

/// The client of a name; letter case counts only where it tells two apart.
fn known(name: &str) -> Option<&'static Client> {
    let lower = name.to_lowercase();
    let is = |client: &&Client| client.names.iter().any(|pattern| matches(pattern, name));
    let is_alike = |client: &&Client| client.names.iter().any(|pattern| matches(&pattern.to_lowercase(), &lower));
    CLIENTS.iter().find(is).or_else(|| CLIENTS.iter().find(is_alike))
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
        assert_eq!(target(&profiles, "my-agent"), Some("gemini-api"));
        assert_eq!(target(&profiles, "nobody knows"), Some("universal"));
        let always = profiles.always(&GEMINI_API, Mode::DropIn);
        assert_eq!(target(&always, "claude-ai"), Some("gemini-api"));
        let Treatment::Fit(fit) = always.of(Some("gemini-cli-mcp-client")) else { panic!("a target is given") };
        assert_eq!(fit.adds, ["wait_for_previous"]);
    }
}
