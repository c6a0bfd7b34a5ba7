//! ISLA island blueprints: `.dat`.
