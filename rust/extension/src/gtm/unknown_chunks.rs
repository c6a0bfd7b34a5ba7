//! Chunks that this reader does not know, as dictionaries.

use crate::errors::Failure;
use godot::global::Error;
use godot::prelude::*;
use mapwright_formats::gtm::{Tag, UnknownChunk};

pub(super) fn to_godot(chunk: &UnknownChunk) -> VarDictionary {
    let tag = String::from_utf8_lossy(&chunk.tag.0).into_owned();
    vdict! {
        "tag" => tag.as_str(),
        "flags" => i64::from(chunk.flags),
        "raw_size" => i64::from(chunk.raw_size),
        "data" => &PackedByteArray::from(chunk.data.as_slice()),
    }
}

pub(super) fn from_godot(given: &VarDictionary) -> Result<UnknownChunk, Failure> {
    let wrong = |key: &str, expected: &str| {
        Failure::new(Error::ERR_INVALID_DATA, format!("chunk key {key}: {expected} expected"))
    };
    let get = |key: &str| given.get(key).unwrap_or_default();
    let number = |key: &str| -> Result<Option<u32>, Failure> {
        let value = get(key);
        if value.is_nil() {
            return Ok(None);
        }
        let number = value.try_to::<i64>().ok().and_then(|number| u32::try_from(number).ok());
        number.map(Some).ok_or_else(|| wrong(key, "an integer of 32 bits"))
    };
    let tag = get("tag").try_to_relaxed::<GString>().map_err(|_| wrong("tag", "a text"))?.to_string();
    let tag = tag.into_bytes().try_into().map_err(|_| wrong("tag", "four ASCII characters"))?;
    let data = get("data");
    if data.get_type() != VariantType::PACKED_BYTE_ARRAY {
        return Err(wrong("data", "a PackedByteArray"));
    }
    let data: PackedByteArray = data.to();
    let flags = number("flags")?.unwrap_or(0);
    let raw_size = number("raw_size")?.unwrap_or(data.len() as u32);
    Ok(UnknownChunk { tag: Tag(tag), flags, raw_size, data: data.to_vec() })
}
