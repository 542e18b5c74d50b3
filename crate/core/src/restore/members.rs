//! Members of values by name.

use std::borrow::Cow;

use crate::{
    json::{JsonId, Tape},
    order::Map,
};

/// The most members of an object that is searched without a table.
const FEW: usize = 16;

/// The members of the large objects of a document, by name.
#[derive(Default)]
pub(super) struct Members<'t>(Map<JsonId, Map<Cow<'t, str>, JsonId>>);

impl<'t> Members<'t> {
    /// The value of an object's last member of that name.
    pub(super) fn get(&mut self, tape: &'t Tape<'t>, object: JsonId, name: &str) -> Option<JsonId> {
        if tape.members(object).nth(FEW).is_none() {
            return tape.get(object, name);
        }
        let table = || tape.members(object).map(|key| (tape.key(key), key.value_of_key())).collect();
        self.0.or_insert_with(object, table).get(name).copied()
    }
}
