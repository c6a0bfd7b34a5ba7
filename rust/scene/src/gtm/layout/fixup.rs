//! Names inside a prefab: each instance puts its own text in front of them. Section 11 of `docs/formats/gtm-nodes.md`.

use super::class_rules::ClassRules;
use mapwright_formats::gtm::nodes::Entity;
use std::borrow::Cow;

/// Puts `prefix` in front of the names that `entity` has and refers to.
pub(crate) fn fix_up(entity: &mut Entity<'_>, rules: &ClassRules, prefix: &str) {
    if prefix.is_empty() {
        return;
    }
    entity
        .properties
        .update(|key, value| (rules.is_target(key) && is_name(value)).then(|| format!("{prefix}{value}")));
    for output in &mut entity.outputs {
        if is_name(&output.target) {
            output.target = Cow::Owned(format!("{prefix}{}", output.target));
        }
    }
}

/// Whether a target is a name rather than nothing, a keyword, a group or a path.
fn is_name(target: &str) -> bool {
    !target.is_empty() && !target.starts_with(['!', '@', '/'])
}
