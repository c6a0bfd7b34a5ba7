//! Scatter sets: instances as rows of eight numbers, stored as columns where those are exact. Sections "Value
//! encoding" of the format and 9 of `docs/formats/gtm-nodes.md`.

use super::cursor::{Cursor, Item, find, float32s, float64s};
use super::encode::Encoder;
use super::value::Value;

/// The key of the instances in a scatter node.
pub const INSTANCES: &str = "instances";
/// The numbers of an instance: item, x, y, z, pitch, yaw, roll, scale.
pub const FIELDS: usize = 8;
/// What each field is counted in: stored integer / step = value.
pub const STEPS: [f64; FIELDS] = [1.0, 100.0, 100.0, 100.0, 10.0, 10.0, 10.0, 1000.0];

/// One instance: item, x, y, z in map units, pitch, yaw, roll in degrees, scale.
pub type Instance = [f64; FIELDS];

/// Instances from one flat array of columns: every item first, then every x, and so on. The editor writes integers that
/// count steps; other programs write floats of the same counts, or arrays that are not packed.
#[derive(Debug, Clone)]
pub struct Columns<'a> {
    counts: Counts<'a>,
    count: usize,
}

#[derive(Debug, Clone)]
enum Counts<'a> {
    Int32s(&'a [[u8; 4]]),
    Numbers(Vec<f64>),
}

impl<'a> Columns<'a> {
    /// Reads the array before the cursor; `None`, with the cursor where it was, for what is no whole number of instances.
    pub fn read(cursor: &mut Cursor<'a>) -> Option<Self> {
        let mut inside = cursor.clone();
        let (counts, length) = match inside.item() {
            Item::Int32s(bytes) => (Counts::Int32s(bytes.as_chunks().0), bytes.len() / 4),
            item => {
                let numbers = flat_numbers(item, &mut inside)?;
                let length = numbers.len();
                (Counts::Numbers(numbers), length)
            }
        };
        if !length.is_multiple_of(FIELDS) {
            return None;
        }
        *cursor = inside;
        Some(Self { counts, count: length / FIELDS })
    }

    /// How many instances there are.
    pub const fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The instances in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Instance> + '_ {
        let count = self.count;
        (0..count)
            .map(move |row| std::array::from_fn(|field| self.counts.get(field * count + row) / STEPS[field]))
    }
}

impl Counts<'_> {
    fn get(&self, index: usize) -> f64 {
        match self {
            Self::Int32s(stored) => {
                f64::from(i32::from_le_bytes(stored.get(index).copied().unwrap_or_default()))
            }
            Self::Numbers(numbers) => numbers.get(index).copied().unwrap_or_default(),
        }
    }
}

/// The numbers of a flat array that is not packed as integers; `None` when it is empty or holds anything else.
fn flat_numbers(item: Item<'_>, inside: &mut Cursor<'_>) -> Option<Vec<f64>> {
    match item {
        Item::Float32s(bytes) => Some(float32s(bytes).map(f64::from).collect()),
        Item::Float64s(bytes) => Some(float64s(bytes).collect()),
        Item::Array(count) if count > 0 => (0..count)
            .map(|_| match inside.item() {
                Item::Int(number) => Some(number as f64),
                Item::Float(number) => Some(number),
                _ => None,
            })
            .collect(),
        _ => None,
    }
}

/// The instances of a scatter node, from any of the forms. What is no row of at least eight numbers is left out.
pub(super) fn instances(record: &[u8]) -> Vec<Instance> {
    let Some(mut cursor) = find(record, INSTANCES) else { return Vec::new() };
    if let Some(columns) = Columns::read(&mut cursor) {
        return columns.iter().collect();
    }
    match cursor.item() {
        Item::Array(count) => (0..count).filter_map(|_| row(&mut cursor)).collect(),
        _ => Vec::new(),
    }
}

fn row(cursor: &mut Cursor<'_>) -> Option<Instance> {
    let mut inside = cursor.clone();
    cursor.skip();
    match inside.item() {
        Item::Array(count) if count >= FIELDS => Some(std::array::from_fn(|_| inside.number_or(0.0))),
        _ => None,
    }
}

/// Writes rows as columns where those are exact, columns as they are. A flat array of anything else is an array like
/// others, as for the editor.
pub(super) fn encode_instances(encoder: &mut Encoder, value: &Value) {
    if let Value::Ints(columns) = value
        && columns.len().is_multiple_of(FIELDS)
        && let Some(narrow) =
            columns.iter().map(|stored| i32::try_from(*stored).ok()).collect::<Option<Vec<_>>>()
    {
        return encoder.int32_array(narrow.len(), narrow.into_iter());
    }
    match fold(value) {
        Some(columns) => encoder.int32_array(columns.len(), columns.into_iter()),
        None => encoder.value(value),
    }
}

/// Columns from rows, when every number is a float and a whole multiple of its step.
fn fold(value: &Value) -> Option<Vec<i32>> {
    let Value::Array(rows) = value else { return None };
    if rows.is_empty() {
        return None;
    }
    let mut columns = vec![0; rows.len() * FIELDS];
    for (index, row) in rows.iter().enumerate() {
        for (field, stored) in fold_row(row)?.into_iter().enumerate() {
            columns[field * rows.len() + index] = stored;
        }
    }
    Some(columns)
}

fn fold_row(row: &Value) -> Option<[i32; FIELDS]> {
    let Value::Array(numbers) = row else { return None };
    if numbers.len() != FIELDS {
        return None;
    }
    let mut folded = [0; FIELDS];
    for ((slot, number), step) in folded.iter_mut().zip(numbers).zip(STEPS) {
        let Value::Float(number) = number else { return None };
        *slot = count_of_steps(*number, step)?;
    }
    Some(folded)
}

/// `value * step` when it is a whole number that gives `value` back bit for bit.
fn count_of_steps(value: f64, step: f64) -> Option<i32> {
    let count = (value * step).round();
    if count.abs() >= f64::from(i32::MAX) {
        return None;
    }
    // Through the integer, which has no minus zero.
    let count = count as i32;
    ((f64::from(count) / step).to_bits() == value.to_bits()).then_some(count)
}
