//! The tools of a server, each with the bytes of the server's answer.

use std::ops::Range;

use serde_json::value::RawValue;

use crate::{
    Error, Failure, Limits, Server,
    code::METHOD_NOT_FOUND,
    message::Members,
    session::{Session, failed, open},
};

const LIST: &str = "tools/list";
/// The text before the tools of a list, and between them.
const HEAD: &str = "{\"tools\":[\n";
const BETWEEN: &str = ",\n";

/// The tools that a server lists.
#[derive(Debug)]
pub struct Listing {
    /// The tools of all pages, byte for byte; they are not validated.
    pub tools: Vec<Box<RawValue>>,
    /// The version of the protocol that was used.
    pub version: String,
}

impl Listing {
    /// The tools as a result of `tools/list`, one per line.
    #[must_use]
    pub fn to_json(&self) -> String {
        let tools: Vec<&str> = self.tools.iter().map(|tool| tool.get()).collect();
        if tools.is_empty() { "{\"tools\":[]}\n".to_owned() } else { [HEAD, &tools.join(BETWEEN), "\n]}\n"].concat() }
    }

    /// The range of each tool in the text of [`Listing::to_json`], in bytes.
    pub fn places(&self) -> impl Iterator<Item = Range<usize>> {
        self.tools.iter().scan(HEAD.len(), |start, tool| {
            let place = *start..*start + tool.get().len();
            *start = place.end + BETWEEN.len();
            Some(place)
        })
    }
}

/// Asks a server for its tools, then closes the conversation. A server that declares none need not know the method.
///
/// # Errors
///
/// If the server does not start, does not answer, or its list exceeds the limits.
pub async fn list_tools(server: &Server, limits: &Limits) -> Result<Listing, Failure> {
    let mut session = open(server, limits).await?;
    match pages(&mut session, limits).await {
        Ok(tools) => {
            let version = session.era().version().to_owned();
            session.close().await;
            Ok(Listing { tools, version })
        }
        Err(error) => Err(failed(session, error).await),
    }
}

/// The tools of a page, and the cursor of the next one.
fn read(page: &RawValue) -> Result<(Vec<Box<RawValue>>, Option<String>), Error> {
    let malformed = |what| Error::Malformed(format!("the result of {LIST} {what}"));
    let members = Members::of(page.get().as_bytes()).ok();
    let tools = members.as_ref().and_then(|members| members.read("tools"));
    let tools = tools.ok_or_else(|| malformed("contains no list of tools"))?;
    let cursor = members.as_ref().and_then(|members| members.get("nextCursor")).map(RawValue::get);
    let cursor = cursor.map_or(Ok(None), serde_json::from_str);
    Ok((tools, cursor.map_err(|_| malformed("has a `nextCursor` that is not a string"))?))
}

async fn pages(session: &mut Session, limits: &Limits) -> Result<Vec<Box<RawValue>>, Error> {
    let mut tools = Vec::new();
    let mut bytes = 0;
    let mut last: Option<(String, Box<RawValue>)> = None;
    for _ in 0..limits.pages {
        let cursor = last.as_ref().map(|(cursor, _)| cursor.as_str());
        let page = match session.list(LIST, cursor).await {
            // A server with prompts or resources alone need not know the method.
            Err(Error::Refused { code: METHOD_NOT_FOUND, .. }) if cursor.is_none() && !session.declares_tools() => {
                return Ok(tools);
            }
            page => page?,
        };
        let (found, next) = read(&page)?;
        // A server that repeats the cursor and the page has no more pages.
        if last.as_ref().is_some_and(|(cursor, before)| next.as_ref() == Some(cursor) && before.get() == page.get()) {
            return Ok(tools);
        }
        bytes += page.get().len();
        if bytes > limits.bytes {
            return Err(Error::TooLarge(limits.bytes));
        }
        tools.extend(found);
        match next {
            Some(next) if !session.era().ends_at(&next) => last = Some((next, page)),
            _ => return Ok(tools),
        }
    }
    Err(Error::TooManyPages(limits.pages))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_text() {
        for tools in [&[][..], &["{}"], &["null", "{\"name\": \"\u{e9}\"}", "[ 1 ]"]] {
            let raw = |tool: &&str| RawValue::from_string((*tool).to_owned()).expect("JSON");
            let listing = Listing { tools: tools.iter().map(raw).collect(), version: String::new() };
            let text = listing.to_json();
            assert_eq!(listing.places().map(|place| &text[place]).collect::<Vec<_>>(), tools);
            assert!(serde_json::from_str::<&RawValue>(&text).is_ok(), "{text}");
        }
    }
}
