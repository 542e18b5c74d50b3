//! The schemas that apply to the same value.

use super::Model;
use crate::{
    order::Set,
    resolve::Resolution,
    schema::{Keyword, SchemaId, Value},
};

/// Most schemas that are visited.
const MAX_READ: usize = 256;

/// The schemas that references and the given keywords lead to, including those of `from`; not all of them if there are
/// more than [`MAX_READ`].
pub(crate) fn in_place(model: &Model<'_, '_>, from: &[SchemaId], through: &[Keyword]) -> Set<SchemaId> {
    let mut found = Set::new();
    let mut open = from.to_vec();
    while found.len() < MAX_READ
        && let Some(schema) = open.pop()
    {
        if !found.insert(schema) {
            continue;
        }
        let before = open.len();
        for entry in model.ast.entries(schema).iter().filter(|entry| through.contains(&entry.keyword)) {
            match entry.value {
                Value::Schema(schema) => open.push(schema),
                value => open.extend(model.ast.schemas(value)),
            }
        }
        if let Some(Resolution::Schema(target)) = model.references.get(schema) {
            open.push(target);
        }
        model.work().step(1 + open.len() - before);
    }
    found
}
