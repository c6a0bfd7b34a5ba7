//! The text properties of entities and faces. Section 5 of `docs/formats/gtm-nodes.md`.

use super::fields::entries;
use crate::gtm::cursor::{Cursor, Item};
use std::borrow::Cow;

/// Keys and values of an entity or the world: text, in file order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Properties<'a>(Vec<(Cow<'a, str>, Cow<'a, str>)>);

impl<'a> Properties<'a> {
    /// Reads the dictionary before the cursor. Numbers and bools become the text that Godot writes for them; what is
    /// no text then is left out.
    pub(super) fn read(cursor: &mut Cursor<'a>) -> Self {
        let mut texts = Vec::new();
        entries(cursor, |key, value| texts.extend(as_text(value).map(|text| (Cow::Borrowed(key), text))));
        Self(texts)
    }

    /// The value of `key`.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|(other, _)| other == key).map(|(_, value)| value.as_ref())
    }

    /// Sets `key`, in its old place if it has one.
    pub fn set(&mut self, key: &'a str, value: impl Into<Cow<'a, str>>) {
        let value = value.into();
        match self.0.iter_mut().find(|(other, _)| other == key) {
            Some((_, old)) => *old = value,
            None => self.0.push((Cow::Borrowed(key), value)),
        }
    }

    /// Changes the values that `change` gives a new text for.
    pub fn update(&mut self, mut change: impl FnMut(&str, &str) -> Option<String>) {
        for (key, value) in &mut self.0 {
            if let Some(changed) = change(key, value) {
                *value = Cow::Owned(changed);
            }
        }
    }

    /// The keys and values in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        self.0.iter().map(|(key, value)| (key.as_ref(), value.as_ref()))
    }
}

/// Text, or a number or bool as Godot writes it.
pub(super) fn as_text<'a>(cursor: &mut Cursor<'a>) -> Option<Cow<'a, str>> {
    match cursor.single() {
        Item::String(text) => Some(Cow::Borrowed(text)),
        Item::Bool(value) => Some(Cow::Owned(value.to_string())),
        Item::Int(value) => Some(Cow::Owned(value.to_string())),
        // Debug keeps the ".0" of a whole float, as Godot does.
        Item::Float(value) => Some(Cow::Owned(format!("{value:?}"))),
        _ => None,
    }
}
