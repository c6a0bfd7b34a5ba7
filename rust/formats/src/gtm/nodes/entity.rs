//! Entities and their outputs. Section 5 of `docs/formats/gtm-nodes.md`.

use super::fields::{entries, integer_or, items, numbers_or, text};
use super::properties::{Properties, as_text};
use crate::gtm::cursor::Cursor;
use crate::gtm::node_ref::NodeRef;
use std::borrow::Cow;

/// An entity. Section 5 of `docs/formats/gtm-nodes.md`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Entity<'a> {
    /// Its class.
    pub classname: &'a str,
    /// Where it is, in map units; for entities without solids.
    pub origin: [f64; 3],
    /// Pitch, yaw, roll in degrees; for entities without solids.
    pub angles: [f64; 3],
    /// Its properties.
    pub properties: Properties<'a>,
    /// Its connections; those without an output's name are left out.
    pub outputs: Vec<Output<'a>>,
}

/// A connection: when the entity emits `output`, `input` of `target` is called.
#[derive(Debug, Clone, PartialEq)]
pub struct Output<'a> {
    /// The signal that is waited for; not empty.
    pub output: &'a str,
    /// Whom to call.
    pub target: Cow<'a, str>,
    /// What to call.
    pub input: &'a str,
    /// What to hand over, empty for nothing.
    pub parameter: Cow<'a, str>,
    /// Seconds to wait.
    pub delay: f64,
    /// How often it fires; negative for without end.
    pub times: i64,
}

impl<'a> Entity<'a> {
    /// Reads an entity node.
    pub fn read(node: NodeRef<'a>) -> Self {
        let mut entity = Self::default();
        entries(&mut node.cursor(), |key, value| match key {
            "classname" => entity.classname = text(value),
            "origin" => entity.origin = numbers_or(value, [0.0; 3]),
            "angles" => entity.angles = numbers_or(value, [0.0; 3]),
            "properties" => entity.properties = Properties::read(value),
            "outputs" => entity.outputs = items(value, Output::read).into_iter().flatten().collect(),
            _ => value.skip(),
        });
        entity
    }
}

impl<'a> Output<'a> {
    fn read(cursor: &mut Cursor<'a>) -> Option<Self> {
        let mut output = Self {
            output: "",
            target: Cow::Borrowed(""),
            input: "",
            parameter: Cow::Borrowed(""),
            delay: 0.0,
            times: -1,
        };
        entries(cursor, |key, value| match key {
            "output" => output.output = text(value),
            "target" => output.target = Cow::Borrowed(text(value)),
            "input" => output.input = text(value),
            "parameter" => output.parameter = as_text(value).unwrap_or_default(),
            "delay" => output.delay = value.number_or(0.0),
            "times" => output.times = integer_or(value, -1),
            _ => value.skip(),
        });
        (!output.output.is_empty()).then_some(output)
    }
}
