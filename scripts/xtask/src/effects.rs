//! What a rule does for each target: its findings in its own examples, in both modes.

use std::collections::BTreeSet;

use lapidary::{Issue, Mode, Options, Output, Rule, TARGETS, Target, transform};

use crate::example::Input;

/// What a rule does for one target in one mode.
#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct Effect {
    found: bool,
    /// What the output has instead.
    pub(crate) details: BTreeSet<String>,
    /// What the output allows that the source does not.
    pub(crate) more: BTreeSet<String>,
    /// What the source allows that the output does not.
    pub(crate) less: BTreeSet<String>,
}

/// What a rule does for one target.
pub(crate) struct TargetEffects {
    pub(crate) target: &'static Target,
    pub(crate) drop_in: Effect,
    pub(crate) round_trip: Effect,
}

/// A rule's effects for each target, over all its inputs.
pub(crate) fn effects(rule: &'static Rule, inputs: &[Input]) -> Vec<TargetEffects> {
    let of = |target: &Target, mode| {
        let options = Options::new(target).mode(mode);
        let mut effect = Effect::default();
        for input in inputs {
            let transformed = transform(&input.text, &options, &Output::default());
            let of_tools = transformed.tools().iter().flat_map(|tool| &tool.report.issues);
            for issue in transformed.issues().iter().chain(of_tools).filter(|issue| issue.code == rule.code) {
                effect.add(issue);
            }
        }
        effect
    };
    let both = |target: &&'static Target| TargetEffects {
        target,
        drop_in: of(target, Mode::DropIn),
        round_trip: of(target, Mode::RoundTrip),
    };
    TARGETS.iter().map(both).collect()
}

impl Effect {
    fn add(&mut self, issue: &Issue) {
        self.found = true;
        self.details.extend(issue.fix.as_deref().map(without_names));
        self.more.extend(issue.accepts_more.as_deref().map(without_names));
        self.less.extend(issue.accepts_less.as_deref().map(without_names));
    }

    pub(crate) fn sign(&self) -> &'static Sign {
        let index = match (self.found, self.more.is_empty(), self.less.is_empty()) {
            (false, ..) => 0,
            (true, true, true) => 1,
            (true, false, true) => 2,
            (true, true, false) => 3,
            (true, false, false) => 4,
        };
        &SIGNS[index]
    }
}

/// A kind of effect: its symbol, its name and its meaning.
pub(crate) struct Sign {
    pub(crate) symbol: &'static str,
    pub(crate) words: &'static str,
    pub(crate) meaning: &'static str,
}

/// From no effect to the largest.
pub(crate) const SIGNS: [Sign; 5] = [
    Sign { symbol: "·", words: "unchanged", meaning: "the target supports the pattern, or another rule handles it" },
    Sign { symbol: "=", words: "equivalent", meaning: "the output accepts the same values as the input" },
    Sign { symbol: "+", words: "looser", meaning: "the output accepts values that the input rejects" },
    Sign { symbol: "−", words: "stricter", meaning: "the output rejects values that the input accepts" },
    Sign { symbol: "±", words: "looser and stricter", meaning: "both, for different values" },
];

/// Replaces quoted names, which are those of an example: `null as "limit"` is `null as "…"`.
fn without_names(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (index, part) in text.split('"').enumerate() {
        if index > 0 {
            out.push('"');
        }
        out.push_str(if index % 2 == 1 { "…" } else { part });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Outcome, example::inputs, root};

    fn of(code: &str, target: &str) -> Outcome<(Effect, Effect)> {
        let rule = Rule::find(code).ok_or("a rule")?;
        let all = effects(rule, &inputs(&root(), rule)?);
        let one = all.into_iter().find(|effects| effects.target.id == target).ok_or("a target")?;
        Ok((one.drop_in, one.round_trip))
    }

    #[test]
    fn an_effect_is_what_the_engine_says() -> Outcome {
        let (drop_in, round_trip) = of("GS069", "gemini")?;
        assert_eq!(
            (drop_in.sign().symbol, round_trip.sign().symbol),
            ("·", "±"),
            "maps are encoded where calls are restored, and the other effects are reported"
        );
        assert!(round_trip.details.contains("an array of entries with `key` and `value`"));
        let (held, _) = of("GS069", "vertex-ai")?;
        assert_eq!(held.sign().words, "unchanged", "Vertex AI takes maps");
        let (open, _) = of("GS014", "gemini")?;
        assert_eq!((open.sign().symbol, open.more.is_empty(), open.less.is_empty()), ("+", false, true));
        Ok(())
    }

    #[test]
    fn names_of_examples_are_omitted() {
        assert_eq!(without_names(r#"null as "a" and "b""#), r#"null as "…" and "…""#);
        assert_eq!(without_names("exactly 0"), "exactly 0");
    }
}
