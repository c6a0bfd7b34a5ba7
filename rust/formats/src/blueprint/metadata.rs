//! The two records that describe how the heights were shaped: TCRV and TDTL. Both grow with their versions.

use super::stream::Stream;
use super::{Error, Problem, Tag};

/// A field's value, as wide as the file has it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value {
    /// Eight bits.
    U8(u8),
    /// Sixteen bits.
    U16(u16),
    /// Thirty-two bits.
    I32(i32),
    /// A float.
    F32(f32),
}

/// A record of named fields, in the order of the file.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Record {
    /// The fields by their names in the format, in `snake_case`.
    pub values: Vec<(&'static str, Value)>,
    /// What follows them in a record newer than this reader.
    pub rest: Vec<u8>,
}

impl Record {
    /// The value of a field.
    pub fn get(&self, name: &str) -> Option<Value> {
        self.values.iter().find(|(field, _)| *field == name).map(|(_, value)| *value)
    }

    /// The bytes of the record.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for (_, value) in &self.values {
            match value {
                Value::U8(number) => out.push(*number),
                Value::U16(number) => out.extend(number.to_le_bytes()),
                Value::I32(number) => out.extend(number.to_le_bytes()),
                Value::F32(number) => out.extend(number.to_le_bytes()),
            }
        }
        out.extend(&self.rest);
        out
    }
}

enum Width {
    U8,
    I32,
    F32,
}

/// Fields that a record has from a version on.
struct Part {
    since: u16,
    fields: &'static [(&'static str, Width)],
}

/// How a record is laid out.
pub(super) struct Schema {
    tag: Tag,
    version: &'static str,
    newest: u16,
    parts: &'static [Part],
}

/// The height curve: 50 bytes, 86 from version 4 on, 95 from version 5 on.
pub(super) const CURVE: Schema = Schema {
    tag: Tag::CURVE,
    version: "curve_version",
    newest: 5,
    parts: &[
        Part {
            since: 0,
            fields: &[
                ("knot1", Width::F32),
                ("knot2", Width::F32),
                ("knot3", Width::F32),
                ("knot4", Width::F32),
                ("spike_max", Width::F32),
                ("sea", Width::F32),
                ("orange_ceil", Width::F32),
                ("red_ceil", Width::F32),
                ("bench_lo", Width::F32),
                ("bench_hi", Width::F32),
                ("peak_cap", Width::F32),
                ("tail_slope", Width::F32),
            ],
        },
        Part {
            since: 4,
            fields: &[
                ("bench_amp", Width::F32),
                ("plateau_amp", Width::F32),
                ("shelf_span_min", Width::F32),
                ("shelf_span_max", Width::F32),
                ("elev_freq_islands", Width::F32),
                ("strength_freq_islands", Width::F32),
                ("bench_seed_offset", Width::I32),
                ("plateau_seed_offset", Width::I32),
                ("strength_seed_offset", Width::I32),
            ],
        },
        Part { since: 5, fields: &[("preset_id", Width::U8), ("k5", Width::F32), ("k6", Width::F32)] },
    ],
};

/// The detail passes: 38 bytes.
pub(super) const DETAIL: Schema = Schema {
    tag: Tag::DETAIL,
    version: "detail_version",
    newest: 1,
    parts: &[Part {
        since: 0,
        fields: &[
            ("relief_amp_m", Width::F32),
            ("relief_freq_islands", Width::F32),
            ("inc_k", Width::F32),
            ("inc_p", Width::F32),
            ("inc_cap_m", Width::F32),
            ("sea_clamp_raw", Width::F32),
            ("crater_excl_factor", Width::F32),
            ("shelf_inc_weight", Width::F32),
            ("relief_seed_offset", Width::I32),
        ],
    }],
};

/// Reads a record whole. One of a known version must end where its fields do.
pub(super) fn read(
    schema: &Schema,
    stream: &mut Stream<'_>,
    problems: &mut Vec<Problem>,
) -> Result<Record, Error> {
    let start = stream.offset();
    let version = stream.u16(schema.version)?;
    let mut record = Record { values: vec![(schema.version, Value::U16(version))], rest: Vec::new() };
    for part in schema.parts.iter().filter(|part| part.since <= version) {
        for (name, width) in part.fields {
            record.values.push((name, read_value(stream, name, width)?));
        }
    }
    if version > schema.newest {
        record.rest = stream.take("newer fields", stream.left() as usize)?;
        let (newest, kept) = (schema.newest, record.rest.len());
        problems.push(Problem::NewerRecord { tag: schema.tag, found: version, newest, kept });
    }
    stream.finish(schema.tag, start)?;
    Ok(record)
}

fn read_value(stream: &mut Stream<'_>, name: &'static str, width: &Width) -> Result<Value, Error> {
    Ok(match width {
        Width::U8 => Value::U8(stream.u8(name)?),
        Width::I32 => Value::I32(stream.i32(name)?),
        Width::F32 => Value::F32(stream.f32(name)?),
    })
}
