//! Dictionaries of the caller's as a map. What the format cannot hold is refused with its path.

use godot::prelude::*;
use mapwright_formats::gtm::{Dictionary, Document, Error, MAX_NESTING, MapBuilder, OpenNode, Value};

/// A value that the format cannot hold. Its path grows on the way out.
struct Fault {
    path: String,
    expected: &'static str,
    found: String,
}

impl Fault {
    fn new(expected: &'static str, found: impl Into<String>) -> Self {
        Self { path: String::new(), expected, found: found.into() }
    }

    fn at(mut self, key: &str) -> Self {
        let dot = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        self.path = format!("{key}{dot}{}", self.path);
        self
    }

    fn at_index(self, index: usize) -> Self {
        self.at(&format!("[{index}]"))
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        let path = if fault.path.is_empty() { "the map".to_owned() } else { fault.path };
        Self::unstorable(&path, fault.expected, fault.found)
    }
}

/// The map that a dictionary of the shape of `get_map()` describes.
pub(super) fn map(map: &VarDictionary) -> Result<Document, Error> {
    let mut builder = MapBuilder::default();
    let mut head = Vec::new();
    for (key, value) in map.iter_shared() {
        let key = text_key(&key)?;
        if key == "layers" {
            nodes(&mut builder, &value, None, "layers")?;
        } else {
            let value = self::value(&value, MAX_NESTING).map_err(|fault| fault.at(&key))?;
            head.push((key, value));
        }
    }
    builder.finish(head.into_iter().collect())
}

/// A dictionary of the caller's, as the bake's for example.
pub(super) fn dictionary(given: &VarDictionary, name: &str) -> Result<Dictionary, Error> {
    let entries = entries(&given.to_variant().to(), MAX_NESTING).map_err(|fault| fault.at(name))?;
    Ok(entries)
}

fn nodes(
    builder: &mut MapBuilder,
    list: &Variant,
    parent: Option<OpenNode>,
    path: &str,
) -> Result<(), Error> {
    let Ok(list) = list.try_to::<AnyArray>() else {
        return Err(Fault::new("an array of nodes", type_name(list)).at(path).into());
    };
    for (index, entry) in list.iter_shared().enumerate() {
        let path = format!("{path}[{index}]");
        let Ok(entry) = entry.try_to::<AnyDictionary>() else {
            return Err(Fault::new("a node", type_name(&entry)).at(&path).into());
        };
        node(builder, &entry, parent, &path)?;
    }
    Ok(())
}

fn node(
    builder: &mut MapBuilder,
    given: &AnyDictionary,
    parent: Option<OpenNode>,
    path: &str,
) -> Result<(), Error> {
    let open = builder.begin(parent, path)?;
    let mut entries = Vec::new();
    for (key, value) in given.iter_shared() {
        let key = text_key(&key).map_err(|fault| fault.at(path))?;
        if key == "children" {
            nodes(builder, &value, Some(open), &format!("{path}.children"))?;
        } else {
            let value = self::value(&value, MAX_NESTING).map_err(|fault| fault.at(&key).at(path))?;
            entries.push((key, value));
        }
    }
    builder.end(open, entries.into_iter().collect(), path)
}

fn text_key(key: &Variant) -> Result<String, Fault> {
    match key.get_type() {
        VariantType::STRING | VariantType::STRING_NAME => Ok(key.stringify().to_string()),
        _ => Err(Fault::new("a text key", format!("{} {}", type_name(key), key.stringify()))),
    }
}

/// `left` is how many more containers may be entered: Godot's can hold themselves.
fn value(given: &Variant, left: usize) -> Result<Value, Fault> {
    Ok(match given.get_type() {
        VariantType::NIL => Value::Null,
        VariantType::BOOL => Value::Bool(given.to()),
        VariantType::INT => Value::Int(given.to()),
        VariantType::FLOAT => Value::Float(finite(given.to())?),
        VariantType::STRING | VariantType::STRING_NAME => Value::String(given.stringify().to_string()),
        VariantType::ARRAY => Value::Array(array(&given.to(), inside(left)?)?),
        VariantType::DICTIONARY => Value::Dictionary(entries(&given.to(), inside(left)?)?),
        VariantType::PACKED_BYTE_ARRAY => Value::Bytes(given.to::<PackedByteArray>().to_vec()),
        VariantType::PACKED_INT32_ARRAY => {
            let numbers: PackedInt32Array = given.to();
            Value::Ints(numbers.as_slice().iter().map(|number| i64::from(*number)).collect())
        }
        VariantType::PACKED_INT64_ARRAY => Value::Ints(given.to::<PackedInt64Array>().to_vec()),
        VariantType::PACKED_FLOAT32_ARRAY => {
            let numbers: PackedFloat32Array = given.to();
            floats(numbers.as_slice().iter().map(|number| f64::from(*number)))?
        }
        VariantType::PACKED_FLOAT64_ARRAY => {
            floats(given.to::<PackedFloat64Array>().as_slice().iter().copied())?
        }
        _ => return Err(Fault::new("one of the format's types", type_name(given))),
    })
}

fn inside(left: usize) -> Result<usize, Fault> {
    left.checked_sub(1)
        .ok_or_else(|| Fault::new("values nested in 128 others at most", "a value nested deeper"))
}

fn array(given: &AnyArray, left: usize) -> Result<Vec<Value>, Fault> {
    let values = given.iter_shared().enumerate();
    values.map(|(index, entry)| value(&entry, left).map_err(|fault| fault.at_index(index))).collect()
}

fn entries(given: &AnyDictionary, left: usize) -> Result<Dictionary, Fault> {
    let pairs = given.iter_shared().map(|(key, entry)| {
        let key = text_key(&key)?;
        let value = value(&entry, left).map_err(|fault| fault.at(&key))?;
        Ok((key, value))
    });
    pairs.collect()
}

fn finite(number: f64) -> Result<f64, Fault> {
    if number.is_finite() { Ok(number) } else { Err(Fault::new("a finite number", number.to_string())) }
}

fn floats(numbers: impl Iterator<Item = f64>) -> Result<Value, Fault> {
    let checked = numbers.enumerate();
    let checked = checked.map(|(index, number)| finite(number).map_err(|fault| fault.at_index(index)));
    checked.collect::<Result<_, _>>().map(Value::Floats)
}

fn type_name(value: &Variant) -> String {
    format!("{:?}", value.get_type())
}
