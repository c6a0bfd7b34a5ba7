//! A cache that drops what was needed least recently.

use super::key::{Key, KeyHash};
use std::collections::HashMap;

/// What is in memory, and when each of it was last needed.
#[derive(Debug)]
pub(super) struct LruCache<V> {
    items: HashMap<Key, Item<V>, KeyHash>,
    bytes: u64,
    frame: u64,
    needed: u64,
    chunks: u32,
}

#[derive(Debug)]
struct Item<V> {
    value: V,
    bytes: u64,
    last_needed: u64,
}

impl<V> LruCache<V> {
    pub(super) fn new() -> Self {
        Self { items: HashMap::with_hasher(KeyHash::default()), bytes: 0, frame: 1, needed: 0, chunks: 0 }
    }

    /// Begins a frame, in which nothing has been needed yet.
    pub(super) fn begin_frame(&mut self) {
        self.frame += 1;
        self.needed = 0;
    }

    /// Says that an item is needed in this frame, and whether it is there.
    pub(super) fn need(&mut self, key: Key) -> bool {
        let Some(item) = self.items.get_mut(&key) else { return false };
        if item.last_needed != self.frame {
            item.last_needed = self.frame;
            self.needed += item.bytes;
        }
        true
    }

    pub(super) fn get(&self, key: Key) -> Option<&V> {
        self.items.get(&key).map(|item| &item.value)
    }

    /// Adds an item, needed in this frame. Gives back what was there under its key.
    pub(super) fn insert(&mut self, key: Key, value: V, bytes: u64) -> Option<V> {
        let before = self.remove(key);
        self.items.insert(key, Item { value, bytes, last_needed: self.frame });
        self.bytes += bytes;
        self.needed += bytes;
        self.chunks += u32::from(key.tree().is_none());
        before
    }

    /// Takes out what is not needed in this frame, least recently needed first, until `room` bytes more would keep all
    /// within `limit`. Gives what it took out.
    pub(super) fn make_room(&mut self, room: u64, limit: u64) -> Vec<V> {
        if self.bytes + room <= limit {
            return Vec::new();
        }
        let idle = self.items.iter().filter(|(_, item)| item.last_needed != self.frame);
        let mut idle: Vec<_> = idle.map(|(key, item)| (item.last_needed, *key)).collect();
        idle.sort_unstable();
        let mut taken = Vec::new();
        for (_, key) in idle {
            if self.bytes + room <= limit {
                break;
            }
            taken.extend(self.remove(key));
        }
        taken
    }

    /// Takes everything out.
    pub(super) fn drain(&mut self) -> Vec<V> {
        (self.bytes, self.needed, self.chunks) = (0, 0, 0);
        self.items.drain().map(|(_, item)| item.value).collect()
    }

    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The bytes of what was needed in this frame.
    pub(super) fn needed(&self) -> u64 {
        self.needed
    }

    /// How many items there are.
    pub(super) fn len(&self) -> u32 {
        self.items.len() as u32
    }

    /// How many of them are chunks.
    pub(super) fn chunks(&self) -> u32 {
        self.chunks
    }

    fn remove(&mut self, key: Key) -> Option<V> {
        let item = self.items.remove(&key)?;
        self.bytes -= item.bytes;
        self.chunks -= u32::from(key.tree().is_none());
        if item.last_needed == self.frame {
            self.needed -= item.bytes;
        }
        Some(item.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright_formats::atlas::Node;

    fn key(x: u32) -> Key {
        Key::chunk(Node { level: 4, x, y: 0 })
    }

    #[test]
    fn the_least_recently_needed_goes_first() {
        let mut cache = LruCache::new();
        for x in 0..4 {
            cache.insert(key(x), x, 10);
        }
        for needed in [2, 0, 3] {
            cache.begin_frame();
            assert!(cache.need(key(needed)));
        }
        cache.begin_frame();
        assert_eq!(cache.make_room(10, 30), [1, 2]);
        assert_eq!(cache.bytes(), 20);
    }

    #[test]
    fn what_is_needed_now_stays_whatever_the_limit_is() {
        let mut cache = LruCache::new();
        cache.insert(key(0), 0, 10);
        cache.insert(key(1), 1, 10);
        cache.begin_frame();
        cache.need(key(1));
        assert_eq!(cache.make_room(100, 5), [0]);
        assert_eq!((cache.bytes(), cache.needed()), (10, 10));
    }
}
