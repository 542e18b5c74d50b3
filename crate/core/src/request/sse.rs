//! One event of a `text/event-stream` (HTML standard, section 9.2.6): reading and replacing its data.

use crate::order::Gather;

/// A line of an event, with its line ending.
struct Line<'e> {
    content: &'e str,
    end: &'e str,
}

/// The event with its data replaced by the result of `change`; `None` where that is `None`. Fields other than `data`,
/// comments and line endings are kept.
pub(super) fn with_data(event: &str, change: impl FnOnce(&str) -> Option<String>) -> Option<String> {
    let lines = lines(event);
    let data: Vec<&str> = lines.iter().filter_map(|line| data_of(line.content)).gather();
    let changed = change(&data.join("\n"))?;
    let mut changed = Some(changed).filter(|_| !data.is_empty());
    let mut out = String::with_capacity(event.len());
    for line in lines {
        let Some(data) = data_of(line.content) else {
            out.push_str(line.content);
            out.push_str(line.end);
            continue;
        };
        let Some(changed) = changed.take() else { continue };
        let field = &line.content[..line.content.len() - data.len()];
        let end = if line.end.is_empty() { "\n" } else { line.end };
        for (at, data) in changed.split(['\n', '\r']).enumerate() {
            out.push_str(if at > 0 { end } else { "" });
            out.push_str(field);
            out.push_str(data);
        }
        out.push_str(line.end);
    }
    Some(out)
}

/// The value of a `data` field.
fn data_of(line: &str) -> Option<&str> {
    let value = line.strip_prefix("data")?;
    if value.is_empty() {
        return Some(value);
    }
    let value = value.strip_prefix(':')?;
    Some(value.strip_prefix(' ').unwrap_or(value))
}

fn lines(event: &str) -> Vec<Line<'_>> {
    let (mut lines, mut rest) = (Vec::new(), event);
    while !rest.is_empty() {
        let (content, after) = rest.split_at(rest.find(['\n', '\r']).unwrap_or(rest.len()));
        let length = if after.starts_with("\r\n") { 2 } else { after.len().min(1) };
        let (end, after) = after.split_at(length);
        lines.push(Line { content, end });
        rest = after;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_is_replaced_and_all_else_stays() {
        let cases = [
            ("data: 1\n\n", "data: 2\n\n"),
            ("data:1\r\n\r\n", "data:2\r\n\r\n"),
            (": hi\nevent: m\ndata: 1\nid: 7\n\n", ": hi\nevent: m\ndata: 2\nid: 7\n\n"),
            ("data: [\r\ndata: 1]\r\nretry: 5\r\n\r\n", "data: 2\r\nretry: 5\r\n\r\n"),
            ("data: 1\r\r", "data: 2\r\r"),
            ("data: 1", "data: 2"),
        ];
        for (event, expected) in cases {
            assert_eq!(with_data(event, |_| Some("2".to_owned())).as_deref(), Some(expected), "{event:?}");
        }
    }

    #[test]
    fn lines_of_data_are_joined_and_new_ones_get_the_field() {
        let event = "data: [1,\ndata\ndata:  2]\n\n";
        assert_eq!(
            with_data(event, |data| {
                assert_eq!(data, "[1,\n\n 2]");
                Some("a\nb".to_owned())
            })
            .as_deref(),
            Some("data: a\ndata: b\n\n")
        );
        assert_eq!(with_data(event, |_| None), None);
    }
}
