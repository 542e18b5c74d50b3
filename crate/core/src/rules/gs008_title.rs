//! # title
//!
//! Removes a title. If there is no description, the title becomes the description, unless it only repeats the
//! property's name.
//!
//! ## Why
//!
//! The Gemini API has accepted `title` since 2025-04; before, it rejected the request, as gateways built then still do.
//! `parametersJsonSchema` accepts it, too. Titles of definitions have been seen to break calls there
//! (pydantic/pydantic-ai#3487); `drop: ["title"]`, or `--drop title`, removes them.
//!
//! ## What changes
//!
//! The accepted values stay the same. If a property also has a description, its title is not in the output.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"path":{"type":"string","title":"Path of the file"},"mode":{"type":"string","title":"Mode","description":"How to open it"},"object_id":{"type":"string","title":"Object Id"}}}
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {
//!     "path": {"type":"STRING","description":"Path of the file"},
//!     "mode": {"type":"STRING","description":"How to open it"},
//!     "object_id": {"type":"STRING"}
//!   }
//! }
//! ```
//!
//! ```json gemini-api
//! {
//!   "type": "object",
//!   "properties": {
//!     "path": {"type":"string","title":"Path of the file"},
//!     "mode": {"type":"string","title":"Mode","description":"How to open it"},
//!     "object_id": {"type":"string","title":"Object Id"}
//!   }
//! }
//! ```
//!
//! ## In your server
//!
//! - pydantic: `Field(description=…)`; the titles that it generates only repeat the names
//! - zod: `.describe(…)` instead of `.meta({ title: … })`

use super::{
    prelude::*,
    support::{describes, set_fact},
};

pub(super) static RULE: Rule = Rule::of(module_path!(), Priority::Medium, Severity::Info, &["P-unknown-title-2024"]);

pub(super) static HOOKS: &[Hook] = &[
    Hook::Narrow { on: When::Has(&[Keyword::Title]), phase: Phase::Note, with: narrow },
    Hook::Direct(OnPlain::asked(|cx, _| if cx.target.takes(Keyword::Title) { Direct::Idle } else { Direct::Facts })),
];

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if cx.target.takes(Keyword::Title) {
        return;
    }
    for fact in shape.take_facts(Keyword::Title) {
        let is_new = describes(cx, &fact, cx.property);
        let moves = is_new && shape.fact(Keyword::Description).is_none() && !cx.at_root();
        let edit = cx.log(&RULE, fact.key).message(|found| found.recent());
        edit.fix(match (moves, is_new) {
            (true, _) => "moved to `description`",
            (false, true) => "removed",
            (false, false) => "removed: it only repeats the property's name",
        })
        .annotation();
        if moves {
            let text = fact.lexeme(cx.model.ast.tape()).to_owned();
            set_fact(shape, Keyword::Description, fact.key, text);
        }
    }
}
