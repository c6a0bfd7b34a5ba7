//! The nodes of a map in its JSON form.

use super::json_reading::Reading;
use super::json_value::{OPEN_VALUE, ValueSeed, open_text};
use super::value::Entries;
use super::wire::NODE_NESTING;
use serde::de::{self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// Nodes nested deeper than this are an error: the tree has 61 levels, and the stack ends somewhere.
const MAX_NODE_NESTING: usize = 256;

/// An array of nodes.
pub(super) struct NodesSeed<'r> {
    reading: &'r mut Reading,
    parent: Option<u32>,
    nesting: usize,
    key: &'static str,
}

impl<'r> NodesSeed<'r> {
    /// The layers.
    pub(super) const fn layers(reading: &'r mut Reading) -> Self {
        Self { reading, parent: None, nesting: 0, key: "layers" }
    }
}

impl<'de> DeserializeSeed<'de> for NodesSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

/// What stands where nodes should: noted and left out.
macro_rules! no_nodes {
    ($($method:ident $type:ty: $found:literal),*) => {$(
        fn $method<E: de::Error>(self, _: $type) -> Result<(), E> {
            self.reading.not_of_its_kind(self.key, "an array of nodes", $found);
            Ok(())
        }
    )*};
}

impl<'de> Visitor<'de> for NodesSeed<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of nodes")
    }

    no_nodes!(
        visit_bool bool: "a bool",
        visit_i64 i64: "an integer",
        visit_u64 u64: "an integer",
        visit_f64 f64: "a float",
        visit_str &str: "a string"
    );

    fn visit_unit<E: de::Error>(self) -> Result<(), E> {
        self.reading.not_of_its_kind(self.key, "an array of nodes", "null");
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        self.reading.not_of_its_kind(self.key, "an array of nodes", "an object");
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        if self.nesting >= MAX_NODE_NESTING {
            return Err(de::Error::custom("nodes nested deeper than 256"));
        }
        loop {
            let seed = NodeSeed { reading: &mut *self.reading, parent: self.parent, nesting: self.nesting };
            if seq.next_element_seed(seed)?.is_none() {
                return Ok(());
            }
        }
    }
}

/// One node.
struct NodeSeed<'r> {
    reading: &'r mut Reading,
    parent: Option<u32>,
    nesting: usize,
}

impl<'de> DeserializeSeed<'de> for NodeSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

/// What stands where a node should: counted and left out.
macro_rules! no_node {
    ($($method:ident $type:ty),*) => {$(
        fn $method<E: de::Error>(self, _: $type) -> Result<(), E> {
            self.reading.not_nodes += 1;
            Ok(())
        }
    )*};
}

impl<'de> Visitor<'de> for NodeSeed<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a node")
    }

    no_node!(visit_bool bool, visit_i64 i64, visit_u64 u64, visit_f64 f64, visit_str &str);

    fn visit_unit<E: de::Error>(self) -> Result<(), E> {
        self.reading.not_nodes += 1;
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        self.reading.not_nodes += 1;
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let index = self.reading.builder.add_open(self.parent);
        let open_before = self.reading.open();
        self.reading.charge(OPEN_VALUE)?;
        let mut entries = Entries::default();
        while let Some(key) = map.next_key::<String>()? {
            if key == "children" {
                let reading = &mut *self.reading;
                let parent = Some(index);
                map.next_value_seed(NodesSeed {
                    reading,
                    parent,
                    nesting: self.nesting + 1,
                    key: "children",
                })?;
                continue;
            }
            self.reading.charge(open_text(&key))?;
            let value = map.next_value_seed(ValueSeed::new(&mut *self.reading, NODE_NESTING + 1))?;
            entries.insert(key, value);
        }
        self.reading.close(index, entries, open_before)
    }
}
