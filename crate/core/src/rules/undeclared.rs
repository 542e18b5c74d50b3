//! Names of functions that are called without being declared: in the history of a conversation whose tools changed.

use super::{RuleSet, gs043_function_name::RULE, support::function_name};
use crate::targets::Target;

/// The name under which a function of a name is declared on its own; `None` if the name stays.
pub(crate) fn replaced_name(name: &str, target: &Target, disabled: RuleSet) -> Option<String> {
    if disabled.contains(&RULE) { None } else { function_name(name, target) }
}
