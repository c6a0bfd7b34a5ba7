//! What a project says about its maps: entity classes and options.

pub(super) mod class_table;
pub(super) mod entity_classes;
pub(super) mod options;
