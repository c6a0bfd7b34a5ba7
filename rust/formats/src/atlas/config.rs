//! A chunk of settings (section 5).

use super::error::Error;
use crate::Fault;
use crate::bytes::Reader;
use crate::fault::{Field, InPlace};
use std::collections::HashMap;

/// The longest key or value: the engine reads each into a buffer of this size.
pub(crate) const LONGEST_STRING: usize = 4096;

/// Settings in the order of the file: the newest first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ConfigChunk {
    /// Where the chunk lay before it was last written. Often nonsense; nothing follows it.
    pub previous_chunk: u32,
    /// Keys and values as stored, keys that come twice included.
    pub entries: Vec<(Vec<u8>, Vec<u8>)>,
}

impl ConfigChunk {
    /// What holds after a load: keys compare without case, and the last of a key's entries wins.
    pub fn values(&self) -> Vec<(&[u8], &[u8])> {
        let mut places = HashMap::new();
        let mut values: Vec<(&[u8], &[u8])> = Vec::new();
        for (key, value) in &self.entries {
            let place = *places.entry(key.to_ascii_lowercase()).or_insert(values.len());
            let entry = (key.as_slice(), value.as_slice());
            if place == values.len() {
                values.push(entry);
            } else {
                values[place] = entry;
            }
        }
        values
    }

    pub(crate) fn read(mut reader: Reader<'_>) -> Result<Self, Error> {
        let previous_chunk = reader.u32().field("previousChunk")?;
        let count = reader.u32().field("entryCount")?;
        let mut entries = Vec::new();
        for entry in 0..count {
            let read = read_string(&mut reader, "key")
                .and_then(|key| read_string(&mut reader, "value").map(|value| (key, value)));
            entries.push(read.in_place(|| format!("entry {entry}"))?);
        }
        if reader.left() > 0 {
            let found = format!("{} bytes more", reader.left());
            return Err(Error::corrupt("body", reader.offset(), "its end", found));
        }
        Ok(Self { previous_chunk, entries })
    }

    /// The body in the layout of every version, without a previous chunk.
    pub(crate) fn write(&self) -> Result<Vec<u8>, Error> {
        let mut bytes = vec![0; 4];
        bytes.extend((self.entries.len() as u32).to_le_bytes());
        for (key, value) in &self.entries {
            write_string(&mut bytes, "key", key)?;
            write_string(&mut bytes, "value", value)?;
        }
        Ok(bytes)
    }
}

fn read_string(reader: &mut Reader<'_>, field: &'static str) -> Result<Vec<u8>, Error> {
    let offset = reader.offset();
    let length = reader.u32().field(field)? as usize;
    let string = reader.take(length).field(field)?;
    check_string(field, offset, length)?;
    Ok(string.to_vec())
}

fn write_string(bytes: &mut Vec<u8>, field: &'static str, string: &[u8]) -> Result<(), Error> {
    check_string(field, bytes.len() as u64, string.len())?;
    bytes.extend((string.len() as u32).to_le_bytes());
    bytes.extend(string);
    Ok(())
}

fn check_string(field: &'static str, offset: u64, length: usize) -> Result<(), Error> {
    if length <= LONGEST_STRING {
        return Ok(());
    }
    Err(Error::OutOfMemory(Fault::limit(field, offset, LONGEST_STRING as u64, length as u64)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(entries: &[(&str, &str)]) -> ConfigChunk {
        let entries = entries.iter().map(|(key, value)| (key.as_bytes().to_vec(), value.as_bytes().to_vec()));
        ConfigChunk { previous_chunk: 0, entries: entries.collect() }
    }

    #[test]
    fn the_last_entry_of_a_key_wins_whatever_its_case() {
        let chunk = chunk(&[("Type", "new"), ("slot", "1"), ("type", "old")]);
        let values: [(&[u8], &[u8]); 2] = [(b"type", b"old"), (b"slot", b"1")];
        assert_eq!(chunk.values(), values);
    }

    #[test]
    fn strings_of_4096_bytes_pass_and_longer_ones_do_not() {
        let longest = chunk(&[("k", &"v".repeat(4096))]);
        let body = longest.write().unwrap();
        assert_eq!(ConfigChunk::read(Reader::new(&body)).unwrap(), longest);
        let longer = chunk(&[("k", &"v".repeat(4097))]).write().unwrap_err();
        assert_eq!(longer.kind(), crate::ErrorKind::OutOfMemory);
        let mut lying = body.clone();
        lying[8..12].copy_from_slice(&u32::MAX.to_le_bytes());
        let refused = ConfigChunk::read(Reader::new(&lying)).unwrap_err();
        assert_eq!(refused.to_string(), "entry 0: key at byte 12: 4294967295 bytes expected, 4101 found");
        let head: &[u8] = &[0, 0, 0, 0, 1, 0, 0, 0, 1, 16, 0, 0];
        let long = [head, [b'k'; 4097].as_slice(), [0; 4].as_slice()].concat();
        let refused = ConfigChunk::read(Reader::new(&long)).unwrap_err();
        assert_eq!(refused.to_string(), "entry 0: key at byte 8: at most 4096 expected, 4097 found");
    }

    #[test]
    fn a_body_must_end_with_its_last_entry() {
        let body = chunk(&[("a", "b")]).write().unwrap();
        assert!(ConfigChunk::read(Reader::new(&[&body[..], &[0]].concat())).is_err());
        assert!(ConfigChunk::read(Reader::new(&body[..body.len() - 1])).is_err());
        let mut counting = body.clone();
        counting[4..8].copy_from_slice(&u32::MAX.to_le_bytes());
        assert!(ConfigChunk::read(Reader::new(&counting)).is_err());
    }
}
