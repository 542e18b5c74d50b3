//! What nearly every rule's file needs: its parts, and the terms in which handlers look at schemas.

pub(super) use super::{Event, Hook, Phase, When};
pub(super) use crate::{
    json::JsonId,
    lower::{Cost, Direct, Found, Impossible, Lower, OnPlain, Priority, Rule, Severity},
    schema::{Keyword, Kinds},
    shape::{Fact, Part, Shape},
};
