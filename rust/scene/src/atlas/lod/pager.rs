//! Which chunks and tiles are read next and which are dropped, within a number of bytes.

use super::key::{Key, KeyHash};
use super::lru_cache::LruCache;
use std::collections::{HashMap, HashSet};

/// The size that is assumed for an item before the first of its kind has been loaded.
const FIRST_GUESS: u64 = 64 << 10;
/// Below this part of the limit, what was held back may come.
const RELAXED: f64 = 0.8;
/// The factor by which the LOD bias rises in a frame in which not everything fits, and falls in one in which it does.
const TIGHTEN: f32 = 1.02;
const RELAX: f32 = 1.005;
const MAX_LOD_BIAS: f32 = 256.0;

/// Says what to bring in next and what to throw out, so that all of it stays within a number of bytes.
///
/// A frame is: [`begin_frame`](Self::begin_frame), then [`need`](Self::need) and [`want`](Self::want) for everything
/// that is to be drawn, then [`arrive`](Self::arrive) for what has come and [`next`](Self::next) for what to bring.
#[derive(Debug)]
pub struct Pager<V> {
    cache: LruCache<V>,
    limit: u64,
    wanted: Vec<(f32, Key)>,
    loading: HashMap<Key, u64, KeyHash>,
    failed: HashSet<Key, KeyHash>,
    chunks: Sizes,
    textures: Sizes,
    lod_bias: f32,
    queued: usize,
}

/// What became of an item that has come.
#[derive(Debug)]
pub struct Arrival<V> {
    /// Whether it is there now.
    pub kept: bool,
    /// What had to go for it; itself, when it is not kept.
    pub gone: Vec<V>,
}

#[derive(Debug, Default)]
struct Sizes {
    count: u64,
    bytes: u64,
}

impl Sizes {
    fn mean(&self) -> u64 {
        self.bytes.checked_div(self.count).unwrap_or(FIRST_GUESS)
    }
}

impl<V> Pager<V> {
    /// A pager with nothing in memory.
    pub fn new(limit: u64) -> Self {
        Self {
            cache: LruCache::new(),
            limit,
            wanted: Vec::new(),
            loading: HashMap::with_hasher(KeyHash::default()),
            failed: HashSet::with_hasher(KeyHash::default()),
            chunks: Sizes::default(),
            textures: Sizes::default(),
            lod_bias: 1.0,
            queued: 0,
        }
    }

    /// Changes how many bytes there may be.
    pub fn set_limit(&mut self, limit: u64) {
        self.limit = limit;
    }

    /// Begins a frame.
    pub fn begin_frame(&mut self) {
        self.cache.begin_frame();
        self.wanted.clear();
    }

    /// Says that an item is needed in this frame, and whether it is there.
    pub fn need(&mut self, key: Key) -> bool {
        self.cache.need(key)
    }

    /// Asks for an item that is not there. What has the greatest `need` comes first.
    pub fn want(&mut self, key: Key, need: f32) {
        if !self.failed.contains(&key) && !self.loading.contains_key(&key) {
            self.wanted.push((need, key));
        }
    }

    /// An item that is there.
    pub fn get(&self, key: Key) -> Option<&V> {
        self.cache.get(key)
    }

    /// At most `slots` items to be brought in now. They count as loading until they arrive or are lost.
    ///
    /// What does not fit beside all that is needed is held back, and the [`lod_bias`](Self::lod_bias) rises.
    pub fn next(&mut self, slots: usize) -> Vec<Key> {
        self.wanted.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut bytes = self.cache.needed() + self.loading.values().sum::<u64>();
        let mut held_back = false;
        let mut next = Vec::new();
        let wanted = std::mem::take(&mut self.wanted);
        self.queued = 0;
        for (_, key) in wanted {
            if self.loading.contains_key(&key) {
                continue;
            }
            if next.len() == slots || held_back {
                self.queued += 1;
                continue;
            }
            let size = self.sizes(key).mean();
            // Without the root there is nothing to see at all.
            if bytes + size > self.limit && key.node().level > 0 {
                held_back = true;
                self.queued += 1;
                continue;
            }
            bytes += size;
            self.loading.insert(key, size);
            next.push(key);
        }
        if held_back {
            self.tighten();
        } else if (bytes as f64) < self.limit as f64 * RELAXED {
            self.lod_bias = (self.lod_bias / RELAX).max(1.0);
        }
        next
    }

    /// Takes what has come, if it is still waited for and fits.
    pub fn arrive(&mut self, key: Key, value: V, bytes: u64) -> Arrival<V> {
        if self.loading.remove(&key).is_none() {
            return Arrival { kept: false, gone: vec![value] };
        }
        let sizes = self.sizes(key);
        (sizes.count, sizes.bytes) = (sizes.count + 1, sizes.bytes + bytes);
        let mut gone = self.cache.make_room(bytes, self.limit);
        let kept = self.cache.bytes() + bytes <= self.limit || key.node().level == 0;
        if kept {
            gone.extend(self.cache.insert(key, value, bytes));
        } else {
            self.tighten();
            gone.push(value);
        }
        Arrival { kept, gone }
    }

    /// Takes note that an item cannot be read. It is not asked for again.
    pub fn fail(&mut self, key: Key) {
        self.loading.remove(&key);
        self.failed.insert(key);
    }

    /// Takes out what is not needed and beyond the limit, after that has been lowered.
    pub fn shrink(&mut self) -> Vec<V> {
        self.cache.make_room(0, self.limit)
    }

    /// Takes everything out and forgets what was loading.
    pub fn drain(&mut self) -> Vec<V> {
        self.wanted.clear();
        self.loading.clear();
        self.failed.clear();
        self.lod_bias = 1.0;
        self.cache.drain()
    }

    /// The factor that screen-space errors are divided by so that everything fits; 1 while it does.
    pub fn lod_bias(&self) -> f32 {
        self.lod_bias
    }

    /// Whether an item cannot be read.
    pub fn has_failed(&self, key: Key) -> bool {
        self.failed.contains(&key)
    }

    /// The bytes of all that is there.
    pub fn bytes(&self) -> u64 {
        self.cache.bytes()
    }

    /// The bytes of what the last frame needed.
    pub fn needed_bytes(&self) -> u64 {
        self.cache.needed()
    }

    /// How many items are being brought in.
    pub fn loading(&self) -> usize {
        self.loading.len()
    }

    /// How many items are asked for and not yet being brought in.
    pub fn queued(&self) -> usize {
        self.queued
    }

    /// How many chunks and textures are there.
    pub fn counts(&self) -> (u32, u32) {
        let chunks = self.cache.chunks();
        (chunks, self.cache.len() - chunks)
    }

    fn tighten(&mut self) {
        self.lod_bias = (self.lod_bias * TIGHTEN).min(MAX_LOD_BIAS);
    }

    fn sizes(&mut self, key: Key) -> &mut Sizes {
        if key.tree().is_some() { &mut self.textures } else { &mut self.chunks }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright_formats::atlas::Node;

    fn key(x: u32) -> Key {
        Key::chunk(Node { level: 5, x, y: 0 })
    }

    /// A frame that needs some items, asks for others and takes what it is given as it comes.
    fn frame(pager: &mut Pager<u32>, needed: &[u32], wanted: &[(u32, f32)], slots: usize) -> Vec<Key> {
        pager.begin_frame();
        for x in needed {
            assert!(pager.need(key(*x)));
        }
        for (x, need) in wanted {
            if !pager.need(key(*x)) {
                pager.want(key(*x), *need);
            }
        }
        pager.next(slots)
    }

    #[test]
    fn the_greatest_need_comes_first_and_nothing_twice() {
        let mut pager = Pager::new(1 << 30);
        let wanted = [(1, 1.5), (2, 9.0), (3, 4.0), (2, 8.0)];
        assert_eq!(frame(&mut pager, &[], &wanted, 2), [key(2), key(3)]);
        assert_eq!(frame(&mut pager, &[], &wanted, 2), [key(1)]);
        assert_eq!(frame(&mut pager, &[], &wanted, 2), []);
        assert_eq!(pager.loading(), 3);
    }

    #[test]
    fn all_stays_within_the_limit() {
        let mut pager = Pager::new(1000);
        let mut greatest = 0;
        for round in 0..200 {
            let wanted: Vec<_> = (0..4).map(|offset| (round + offset, 2.0)).collect();
            for key in frame(&mut pager, &[], &wanted, 2) {
                assert!(pager.arrive(key, 0, 90 + u64::from(key.node().x % 20)).kept || pager.bytes() > 800);
                greatest = greatest.max(pager.bytes());
            }
            // What was guessed at first does not fit.
            if round == 0 {
                pager.chunks = Sizes { count: 1, bytes: 100 };
            }
        }
        assert!((700..=1000).contains(&greatest), "{greatest}");
    }

    #[test]
    fn what_does_not_fit_lowers_the_demand_until_it_does() {
        let mut pager = Pager::new(250);
        pager.chunks = Sizes { count: 1, bytes: 100 };
        let first = frame(&mut pager, &[], &[(0, 9.0), (1, 8.0), (2, 7.0)], 8);
        assert_eq!(first, [key(0), key(1)]);
        assert!(pager.lod_bias() > 1.0);
        for key in first {
            assert!(pager.arrive(key, 0, 100).kept);
        }
        let strained = pager.lod_bias();
        frame(&mut pager, &[0], &[], 8);
        assert!(pager.lod_bias() < strained);
    }

    #[test]
    fn the_lost_is_not_asked_for_again() {
        let mut pager = Pager::<u32>::new(1 << 20);
        assert_eq!(frame(&mut pager, &[], &[(1, 2.0)], 1), [key(1)]);
        pager.fail(key(1));
        assert_eq!(frame(&mut pager, &[], &[(1, 2.0)], 1), []);
        assert!(pager.has_failed(key(1)));
    }

    #[test]
    fn what_nobody_waits_for_any_more_is_given_back() {
        let mut pager = Pager::new(1 << 20);
        frame(&mut pager, &[], &[(1, 2.0)], 1);
        assert!(pager.drain().is_empty());
        let arrival = pager.arrive(key(1), 7, 10);
        assert_eq!((arrival.kept, arrival.gone), (false, vec![7]));
    }
}
