//! What an answer means for a row.

use serde::Serialize;

use super::api::{Answer, Response};
use crate::catalogue::Row;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Verdict {
    StillTrue,
    NoLonger,
    /// It is rejected, but with another message; or what was accepted and ignored is now rejected.
    Differs,
    NoAnswer,
}

/// The result for a row.
pub(super) struct Finding {
    pub(super) verdict: Verdict,
    pub(super) answer: Answer,
    /// The correction of the row, if it needs one.
    update: Option<Update>,
}

/// The members of a row that change.
#[derive(Clone, Serialize)]
pub(super) struct Update {
    still_true: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

impl Verdict {
    pub(super) fn words(self) -> &'static str {
        match self {
            Verdict::StillTrue => "still true",
            Verdict::NoLonger => "no longer",
            Verdict::Differs => "differs",
            Verdict::NoAnswer => "no answer",
        }
    }

    fn still_true(self) -> Option<&'static str> {
        match self {
            Verdict::StillTrue | Verdict::Differs => Some("yes"),
            Verdict::NoLonger => Some("no"),
            Verdict::NoAnswer => None,
        }
    }
}

impl Finding {
    pub(super) fn of(row: &Row, answer: Answer) -> Finding {
        let verdict = match (&answer.said, row.is_refusal()) {
            (Response::Nothing(_), _) => Verdict::NoAnswer,
            (Response::Taken, true) => Verdict::NoLonger,
            (Response::Taken, false) => Verdict::StillTrue,
            (Response::Refused(_), false) => Verdict::Differs,
            (Response::Refused(said), true) => {
                let is_told = row.text.as_deref().is_none_or(|text| tells(text, said));
                if is_told { Verdict::StillTrue } else { Verdict::Differs }
            }
        };
        let text = match &answer.said {
            Response::Refused(said) if verdict == Verdict::Differs || row.text.is_none() => Some(said.clone()),
            _ => None,
        };
        let still_true = verdict.still_true();
        let is_other = verdict == Verdict::Differs || still_true != Some(&row.still_true);
        let update = still_true.filter(|_| is_other).map(|still_true| Update { still_true, text });
        Finding { verdict, answer, update }
    }

    /// Whether the row needs a correction.
    pub(super) fn is_news(&self) -> bool {
        self.update.is_some()
    }

    pub(super) fn update(&self) -> Option<&Update> {
        self.update.as_ref()
    }
}

/// Whether a message matches a recorded text. It is enough that it contains the words of one line of the text, or of
/// one part between double spaces, as different requests are answered with different ones.
fn tells(text: &str, said: &str) -> bool {
    // A part that ends in a colon only introduces the next one.
    let wanted =
        text.lines().flat_map(|line| line.split("  ")).filter(|one| !one.trim().is_empty() && !one.ends_with(':'));
    let said: Vec<&str> = said.split_whitespace().collect();
    wanted.into_iter().any(|one| {
        let mut rest = said.iter();
        let mut words = one.split_whitespace().filter(|word| !is_place(word)).peekable();
        words.peek().is_some() && words.all(|word| rest.any(|said| *said == word))
    })
}

/// Whether a word of a recorded text is a place, the type there, or a placeholder: these depend on the request, or are
/// recorded in a shorter form.
fn is_place(word: &str) -> bool {
    word.contains(['[', '{', '…']) || word.starts_with('(') || word == "*"
}

#[cfg(test)]
mod tests {
    use super::tells;

    #[test]
    fn a_message_tells_what_is_recorded_wherever_it_happens() {
        let text = "Invalid JSON payload received. Unknown name \"const\" at 'tools[{T}].x{PATH}': Cannot find field.";
        let said = |name: &str| {
            format!(
                "Invalid JSON payload received. Unknown name \"{name}\" at 'generate_content_request.tools[0]': Cannot find field."
            )
        };
        assert!(tells(text, &said("const")));
        assert!(!tells(text, &said("title")));
        assert!(!tells(text, "Request contains an invalid argument."));
    }

    #[test]
    fn lines_stand_for_each_other() {
        let text = "The request is invalid:\n  * tools[0]: At most 512 can be specified.";
        assert!(tells(text, "The request is invalid:\n  * tools[0]: At most 512 can be specified."));
        assert!(!tells(text, "The request is invalid:\n  * tools[0]: At most 128 can be specified."));
        assert!(tells("Too deep.  (older: A thing is too deep.)", "Too deep."));
    }
}
