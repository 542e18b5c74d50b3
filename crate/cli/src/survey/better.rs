//! Another target or mode that suits the tools better than the one that is checked.

use lapidary::{Mode, Options, Target};

use super::{
    measured::{Measured, Survey},
    sizes::separated,
};

/// A target whose schemas are so many times smaller is offered, if that saves so many tokens.
const TIMES: usize = 3;
const SAVED: usize = 500;

/// A target or mode that the user could switch to.
pub(crate) struct Alternative {
    /// The option that chooses it.
    option: String,
    /// What it requires.
    requires: &'static str,
    pub(crate) options: Options,
}

impl Alternative {
    /// Those of the options: the field for JSON Schema of the same API, then round-trip mode.
    pub(crate) fn all(options: &Options) -> Vec<Alternative> {
        let field = options.target.alternative().map(|target| Alternative {
            option: format!("--target {}", target.id),
            requires: target.requires,
            options: for_target(options, target),
        });
        let coded = (options.mode == Mode::DropIn).then(|| Alternative {
            option: "--mode round-trip".to_owned(),
            requires: "calls have to be restored",
            options: options.clone().mode(Mode::RoundTrip),
        });
        field.into_iter().chain(coded).collect()
    }
}

/// The same options for another target, from which is taken away what was taken away from theirs.
pub(super) fn for_target(options: &Options, target: &Target) -> Options {
    let mut options = options.clone();
    options.target = target.derived(&options.target.derivation);
    options
}

/// The outcomes of tools, added up.
#[derive(Clone, Copy, Default)]
struct Tally {
    tools: usize,
    unchanged: usize,
    whole: usize,
    tokens: usize,
}

impl Tally {
    fn add(&mut self, tools: &[Measured]) {
        let count = |test: fn(&Measured) -> bool| tools.iter().filter(|tool| test(tool)).count();
        self.tools += tools.len();
        self.unchanged += count(|tool| tool.outcome.is_unchanged());
        self.whole += count(|tool| tool.outcome.is_whole());
        self.tokens += tools.iter().map(|tool| tool.tokens.after).sum::<usize>();
    }
}

/// The tools of all documents, for what is checked and for its alternatives.
pub(crate) struct Comparison {
    checked: Tally,
    alternatives: Vec<Tally>,
}

impl Comparison {
    pub(crate) fn new(alternatives: &[Alternative]) -> Comparison {
        Comparison { checked: Tally::default(), alternatives: vec![Tally::default(); alternatives.len()] }
    }

    /// Adds the tools of a document.
    pub(crate) fn add(&mut self, survey: &Survey) {
        self.checked.add(&survey.checked);
        for (tally, tools) in self.alternatives.iter_mut().zip(&survey.alternatives) {
            tally.add(tools);
        }
    }

    /// The sentence that offers the first alternative which loses nothing where the checked target does, or is much
    /// smaller and loses no more; `None` if there is none.
    pub(crate) fn offer(&self, alternatives: &[Alternative]) -> Option<String> {
        let Tally { tools, whole, tokens, .. } = self.checked;
        let these = if tools == 1 { "this tool".to_owned() } else { format!("these {} tools", separated(tools)) };
        let said = |other: &Tally| {
            if whole < tools && other.whole == tools {
                let is_unchanged = other.unchanged == tools;
                return Some(if is_unchanged {
                    format!("accepts {these} unchanged")
                } else {
                    format!("loses nothing of {these}")
                });
            }
            let is_small = tokens >= TIMES * other.tokens && tokens - other.tokens >= SAVED;
            (is_small && other.whole >= whole).then(|| {
                format!("declares {these} in about {} tokens, not {}", separated(other.tokens), separated(tokens))
            })
        };
        let mut offers = alternatives.iter().zip(&self.alternatives);
        offers.find_map(|(Alternative { option, requires, .. }, tally)| {
            Some(format!("`{option}` {} ({requires}).", said(tally)?))
        })
    }
}

#[cfg(test)]
mod tests {
    use lapidary::{GEMINI, GEMINI_JSON_SCHEMA, LANGCHAIN};

    use super::*;
    use crate::survey::{measured::Outcome, sizes::Tokens};

    fn tool(outcome: Outcome, after: usize) -> Measured {
        Measured { tokens: Tokens { before: 1, after }, ..Measured::with(outcome) }
    }

    fn offer(checked: &[Measured], alternatives: &[Vec<Measured>]) -> Option<String> {
        let known = Alternative::all(&Options::new(&GEMINI));
        let mut comparison = Comparison::new(&known);
        let (checked, alternatives) = (checked.to_vec(), alternatives.to_vec());
        comparison.add(&Survey { checked, alternatives, ..Survey::default() });
        comparison.offer(&known)
    }

    #[test]
    fn alternatives_are_of_the_same_api() {
        let of = |options: &Options| Alternative::all(options).into_iter().map(|it| it.option).collect::<Vec<_>>();
        assert_eq!(of(&Options::new(&GEMINI)), ["--target gemini-json-schema", "--mode round-trip"]);
        assert_eq!(of(&Options::new(&GEMINI_JSON_SCHEMA)), ["--mode round-trip"]);
        assert_eq!(of(&Options::new(&LANGCHAIN).mode(Mode::RoundTrip)), [""; 0]);
    }

    #[test]
    fn what_loses_nothing_is_offered_where_something_is_lost() {
        use Outcome::{AcceptedAsWritten, Fixed, LosesMeaning};
        let [lost, changed, fine] = [LosesMeaning, Fixed, AcceptedAsWritten].map(|outcome| tool(outcome, 9));
        let lost = [lost.clone(), lost];
        let said = offer(&lost, &[vec![fine.clone(), fine.clone()], vec![]]).expect("it is better");
        assert!(said.starts_with("`--target gemini-json-schema` accepts these 2 tools unchanged ("), "{said}");
        let said = offer(&lost, &[vec![fine.clone(), changed.clone()], vec![]]).expect("it is better");
        assert!(said.starts_with("`--target gemini-json-schema` loses nothing of these 2 tools ("), "{said}");
        let said = offer(&lost, &[lost.to_vec(), vec![changed.clone(), changed.clone()]]).expect("it is better");
        assert!(said.starts_with("`--mode round-trip` loses nothing of these 2 tools ("), "{said}");
        assert_eq!(offer(&lost, &[lost.to_vec(), lost.to_vec()]), None);
        assert_eq!(offer(&[changed.clone(), fine.clone()], &[vec![fine.clone(), fine], vec![changed; 2]]), None);
    }

    #[test]
    fn what_is_much_smaller_is_offered_unless_it_loses_more() {
        use Outcome::{Fixed, LosesMeaning};
        let big = [tool(Fixed, 3_000)];
        let said = offer(&big, &[vec![tool(Fixed, 1_000)], vec![]]).expect("it is smaller");
        assert!(said.contains(" declares this tool in about 1,000 tokens, not 3,000 ("), "{said}");
        assert_eq!(offer(&big, &[vec![tool(LosesMeaning, 10)], vec![tool(Fixed, 2_000)]]), None);
    }
}
