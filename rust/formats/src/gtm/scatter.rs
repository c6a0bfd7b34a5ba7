//! Scatter sets: instances as rows of eight numbers, stored as columns where those are exact. Sections "Value
//! encoding" of the format and 9 of the node text.

use super::cursor::{Cursor, Item, find};
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

/// Instances from one int32 array of columns: every item first, then every x, and so on.
#[derive(Debug, Clone, Copy)]
pub struct Columns<'a> {
    columns: &'a [u8],
    count: usize,
}

impl<'a> Columns<'a> {
    /// `None` when the array is not a whole number of instances.
    pub fn new(columns: &'a [u8]) -> Option<Self> {
        const ROW: usize = FIELDS * size_of::<i32>();
        columns.len().is_multiple_of(ROW).then_some(Self { columns, count: columns.len() / ROW })
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
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Instance> + 'a {
        let numbers = self.columns.as_chunks().0;
        let count = self.count;
        (0..count).map(move |row| {
            std::array::from_fn(|field| {
                let stored = numbers.get(field * count + row).copied().unwrap_or_default();
                f64::from(i32::from_le_bytes(stored)) / STEPS[field]
            })
        })
    }
}

/// The instances of a scatter node, from any of the forms. What is no row of at least eight numbers is left out.
pub(super) fn instances(record: &[u8]) -> Vec<Instance> {
    let Some(mut cursor) = find(record, INSTANCES) else { return Vec::new() };
    match cursor.item() {
        Item::Int32s(bytes) => {
            Columns::new(bytes).map(|columns| columns.iter().collect()).unwrap_or_default()
        }
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

/// Writes instances as columns where those are exact, else as they are.
pub(super) fn encode_instances(encoder: &mut Encoder, value: &Value) {
    if let Value::Ints(columns) = value
        && columns.len().is_multiple_of(FIELDS)
        && let Some(narrow) =
            columns.iter().map(|stored| i32::try_from(*stored).ok()).collect::<Option<Vec<_>>>()
    {
        return encoder.int32_array(narrow.len(), narrow.into_iter());
    }
    let unfolded =
        flat_numbers(value).filter(|flat| flat.len().is_multiple_of(FIELDS)).map(|flat| unfold(&flat));
    let value = unfolded.as_ref().unwrap_or(value);
    match fold(value) {
        Some(columns) => encoder.int32_array(columns.len(), columns.into_iter()),
        None => encoder.value(value),
    }
}

/// The numbers of a flat array; `None` when it holds anything else.
fn flat_numbers(value: &Value) -> Option<Vec<f64>> {
    match value {
        Value::Floats(flat) => Some(flat.clone()),
        Value::Array(values) if !values.is_empty() => values
            .iter()
            .map(|value| match value {
                Value::Float(number) => Some(*number),
                Value::Int(number) => Some(*number as f64),
                _ => None,
            })
            .collect(),
        _ => None,
    }
}

/// Rows from columns of floats, which some programs write.
fn unfold(columns: &[f64]) -> Value {
    let count = columns.len() / FIELDS;
    let row =
        |row| (0..FIELDS).map(|field| Value::Float(columns[field * count + row] / STEPS[field])).collect();
    Value::Array((0..count).map(|index| Value::Array(row(index))).collect())
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
