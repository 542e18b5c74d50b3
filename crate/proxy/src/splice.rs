//! Pieces of a text put in place of others.

use std::ops::Range;

use lapidary_mcp::message::Member;

/// Changes of a text. What is not among them stays, byte for byte.
#[derive(Debug)]
pub(crate) struct Splices<'t> {
    text: &'t str,
    changes: Vec<(Range<usize>, String)>,
}

impl<'t> Splices<'t> {
    pub(crate) fn new(text: &'t str) -> Splices<'t> {
        Splices { text, changes: Vec::new() }
    }

    /// Puts `new` in the place of a slice of the text.
    pub(crate) fn replace(&mut self, part: &str, new: String) {
        if part != new {
            self.changes.push((place(self.text, part), new));
        }
    }

    /// Takes a member of an object out.
    pub(crate) fn remove(&mut self, member: &Member<'_>) {
        self.remove_range(place(self.text, member.key.get()).start..place(self.text, member.value.get()).end);
    }

    /// Takes an element of a list out.
    pub(crate) fn remove_element(&mut self, element: &str) {
        self.remove_range(place(self.text, element));
    }

    /// Takes something out, with one of the commas beside it. What goes from one object or list goes in order.
    fn remove_range(&mut self, Range { start, end }: Range<usize>) {
        let (before, after) = (self.text[..start].trim_end(), self.text[end..].trim_start());
        let range = match (before.strip_suffix(','), after.strip_prefix(',')) {
            // Of members that go one after another, each takes the comma before it; the first has none.
            (Some(before), _) if self.changes.last().is_none_or(|(gone, _)| gone.end != start) => before.len()..end,
            (_, Some(after)) => start..self.text.len() - after.trim_start().len(),
            (_, None) => start..end,
        };
        self.changes.push((range, String::new()));
    }

    /// The text with its changes; `None` if there are none.
    pub(crate) fn finish(mut self) -> Option<String> {
        if self.changes.is_empty() {
            return None;
        }
        self.changes.sort_by_key(|(range, _)| range.start);
        let more: usize = self.changes.iter().map(|(_, new)| new.len()).sum();
        let mut out = String::with_capacity(self.text.len() + more);
        let mut done = 0;
        for (range, new) in self.changes {
            out.push_str(&self.text[done..range.start]);
            out.push_str(&new);
            done = range.end;
        }
        out.push_str(&self.text[done..]);
        Some(out)
    }
}

/// Where a slice of a text stands in it.
pub(crate) fn place(text: &str, part: &str) -> Range<usize> {
    let start = part.as_ptr().addr() - text.as_ptr().addr();
    start..start + part.len()
}

#[cfg(test)]
mod tests {
    use lapidary_mcp::message::Members;

    use super::*;

    #[test]
    fn members_go_with_a_comma() {
        for (text, gone, want) in [
            (r#"{"a":1}"#, "a", "{}"),
            (r#"{ "a" : 1 , "b":2 }"#, "a", r#"{ "b":2 }"#),
            (r#"{"a":1,"b":2}"#, "b", r#"{"a":1}"#),
            (r#"{"a":1,"b":2,"c":3}"#, "b", r#"{"a":1,"c":3}"#),
            (r#"{"a":1,"b":2,"c":3}"#, "ab", r#"{"c":3}"#),
            (r#"{"a":1,"b":2,"c":3}"#, "bc", r#"{"a":1}"#),
            (r#"{"a":1,"b":2}"#, "ab", "{}"),
        ] {
            let members = Members::of(text.as_bytes()).expect("an object");
            let mut splices = Splices::new(text);
            for member in members.iter().filter(|member| gone.contains(&*member.name)) {
                splices.remove(member);
            }
            assert_eq!(splices.finish().as_deref(), Some(want), "{text} without {gone}");
        }
    }
}
