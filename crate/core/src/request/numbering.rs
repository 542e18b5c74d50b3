//! The numbers of parallel calls in OpenAI's streams. Clients put the pieces of a call together by its `index`; some
//! servers give all calls of a choice the same one, or none.

/// The most calls of a stream that are distinguished: as many as OpenAI takes functions in a request.
pub(super) const MOST: usize = 128;

/// The calls that a stream has begun, in order.
#[derive(Debug, Default)]
pub(super) struct Numbering {
    begun: Vec<Begun>,
}

#[derive(Debug)]
struct Begun {
    choice: String,
    /// The number that it came with.
    index: Option<String>,
    id: Option<String>,
    name: String,
    /// The number that it is sent with.
    number: String,
}

/// The fields of an entry of `tool_calls` that identify its call.
pub(super) struct Part<'p> {
    pub(super) choice: &'p str,
    pub(super) index: Option<&'p str>,
    pub(super) id: Option<&'p str>,
    /// The name of the function, which the first part of a call has.
    pub(super) name: Option<&'p str>,
}

impl Numbering {
    /// The number that a part is sent with, if it differs from the one that it came with.
    pub(super) fn number(&mut self, part: &Part<'_>) -> Option<&str> {
        let latest = self.begun.iter().rposition(|call| call.choice == part.choice && call.is_of(part));
        let at = match (latest, part.name) {
            (Some(at), _) => at,
            (None, Some(name)) if self.begun.len() < MOST => {
                let number = self.free(part);
                let (index, id) = (part.index.map(str::to_owned), part.id.map(str::to_owned));
                let (choice, name) = (part.choice.to_owned(), name.to_owned());
                self.begun.push(Begun { choice, index, id, name, number });
                self.begun.len() - 1
            }
            _ => return None,
        };
        let number = &self.begun[at].number;
        (Some(number.as_str()) != part.index).then_some(number.as_str())
    }

    /// The call's own number if no other call of its choice has it, else the smallest free one.
    fn free(&self, part: &Part<'_>) -> String {
        let is_taken = |number: &str| self.begun.iter().any(|call| call.choice == part.choice && call.number == number);
        let counted = (0..=self.begun.len()).map(|number| number.to_string());
        let mut numbers = part.index.map(str::to_owned).into_iter().chain(counted);
        numbers.find(|number| !is_taken(number)).unwrap_or_default()
    }
}

impl Begun {
    /// Whether a part continues this call: one that begins another call has a name, and a different number, id or name
    /// if it is numbered at all.
    fn is_of(&self, part: &Part<'_>) -> bool {
        let same_id = part.id.is_none() || self.id.is_none() || self.id.as_deref() == part.id;
        let same_name = part.name.is_none_or(|name| name == self.name);
        match part.index {
            Some(_) => self.index.as_deref() == part.index && (part.name.is_none() || (same_id && same_name)),
            None => same_id && part.name.is_none(),
        }
    }
}
