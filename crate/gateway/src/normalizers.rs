//! A cache of normalizers: a conversation declares the same tools turn after turn, and lowering them takes most of the
//! gateway's time. No response depends on what is cached.

use std::sync::{Arc, Mutex, PoisonError};

use lapidary::{Cancel, Limits, Mode, Normalizer, Options, Surface};

/// How many kinds of requests are cached: clients can name any model.
const KEPT: usize = 16;

/// The options in which a request can differ from the gateway.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kind {
    pub(crate) surface: Surface,
    /// The model, as the request names it.
    pub(crate) model: Option<String>,
    pub(crate) mode: Mode,
}

/// The normalizers of one gateway.
pub(crate) struct Normalizers {
    options: Options,
    /// The most recently used last.
    known: Mutex<Vec<(Kind, Arc<Normalizer>)>>,
}

impl Normalizers {
    pub(crate) fn new(options: Options) -> Normalizers {
        Normalizers { options, known: Mutex::default() }
    }

    /// The gateway's own options.
    pub(crate) fn options(&self) -> &Options {
        &self.options
    }

    /// The limits of a call that can be cancelled.
    pub(crate) fn limits(&self, cancel: &Cancel) -> Limits {
        self.options.limits.clone().cancelled_by(cancel)
    }

    /// The options for requests of a kind; a model in the gateway's options takes precedence over that of the request.
    pub(crate) fn options_for(&self, Kind { surface, model, mode }: Kind) -> Options {
        let mut options = self.options.clone().surface(surface).mode(mode);
        options.model = options.model.or(model);
        options
    }

    /// The normalizer for requests of a kind.
    pub(crate) fn of(&self, kind: Kind) -> Arc<Normalizer> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known.iter().position(|(other, _)| *other == kind).map(|at| known.remove(at));
        let (kind, normalizer) = found.unwrap_or_else(|| {
            let normalizer = Normalizer::new(self.options_for(kind.clone())).reports_once();
            (kind, Arc::new(normalizer))
        });
        if known.len() == KEPT {
            known.remove(0);
        }
        known.push((kind, Arc::clone(&normalizer)));
        normalizer
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use lapidary::{Mode, Options, Surface};

    use super::{KEPT, Kind, Normalizers};

    fn kind(model: usize) -> Kind {
        Kind { surface: Surface::GeminiApi, model: Some(format!("gemini-{model}")), mode: Mode::DropIn }
    }

    #[test]
    fn the_kind_that_was_asked_for_the_longest_ago_goes() {
        let normalizers = Normalizers::new(Options::default());
        let [first, second] = [0, 1].map(|model| normalizers.of(kind(model)));
        for model in 2..KEPT {
            normalizers.of(kind(model));
        }
        assert!(Arc::ptr_eq(&first, &normalizers.of(kind(0))));
        normalizers.of(kind(KEPT));
        assert!(Arc::ptr_eq(&first, &normalizers.of(kind(0))));
        assert!(!Arc::ptr_eq(&second, &normalizers.of(kind(1))));
    }

    #[test]
    fn the_model_of_the_gateway_goes_before_that_of_a_request() {
        let normalizers = Normalizers::new(Options::default().model("gemini-own"));
        assert_eq!(normalizers.options_for(kind(0)).model.as_deref(), Some("gemini-own"));
    }
}
