//! Which tiles lie on a chunk, and how one fades into the next.

use super::key::Key;
use super::levels::TextureScale;
use super::morph;
use super::pager::Pager;
use crate::atlas::tiles::tile_at;
use mapwright_formats::atlas::Node;

/// A finest chunk may have textures of so many levels below its own, put together from their tiles.
const MOST_FINER: u32 = 3;
/// A coarser tile does where texels would be so many times smaller than they may be, in levels.
const HYSTERESIS: f32 = 0.15;
/// What a chunk without any tile needs one by.
const FIRST: f32 = 1e9;

/// A tree of textures.
pub struct Tiles<'a> {
    /// Its number in the file.
    pub tree: u32,
    /// How fine it is.
    pub scale: TextureScale,
    /// How many pixels a texel may cover.
    pub tolerance: f32,
    /// Whether there is a tile at a node.
    pub exists: &'a dyn Fn(Node) -> bool,
}

/// A chunk that a texture lies on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ground {
    /// Its node.
    pub node: Node,
    /// Whether it is on the finest level.
    pub is_leaf: bool,
    /// The middle of its texture coordinates.
    pub middle: [f32; 2],
    /// Pixels that a unit covers on its nearest part.
    pub pixels: f32,
}

/// The textures that a chunk is drawn with: what its distance asks for, and the next coarser one to pass into.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Binding {
    /// The finest texture that is there.
    pub fine: Option<Key>,
    /// The one that is next coarser, if it is there.
    pub coarse: Option<Key>,
    /// How much of the coarser one is still seen, since the finer one came late: 1 is all.
    pub fade: f32,
    /// Whether there is nothing yet, and something will come.
    pub is_waiting: bool,
}

impl Binding {
    /// Chooses for a frame that comes `seconds` after the last one, and asks for what is missing.
    pub fn update<V>(&mut self, ground: &Ground, tiles: &Tiles<'_>, pager: &mut Pager<V>, seconds: f32) {
        // A texture that was thrown out while the chunk was not drawn.
        self.fine = self.fine.filter(|key| pager.need(*key));
        self.coarse = self.coarse.filter(|key| self.fine.is_some() && pager.need(*key));
        self.fade = morph::step(self.fade, 0.0, seconds);
        let tolerance = tiles.tolerance * pager.lod_bias();
        let seen = |level: u32| tiles.scale.texel(level) * ground.pixels / tolerance;
        match self.fine.map(level_of) {
            None => self.begin(ground, tiles, pager, wanted(seen(0), None)),
            Some(level) => {
                let wanted = wanted(seen(0), Some(level));
                if wanted > level {
                    self.refine(ground, tiles, pager, level + 1..=wanted, seen(level));
                } else if wanted < level && self.coarse.is_some() {
                    *self = Self { fine: self.coarse, ..Self::default() };
                }
            }
        }
        if let (Some(fine), None) = (self.fine, self.coarse) {
            let coarser = (0..level_of(fine)).rev().find_map(|level| ground.key(tiles, level));
            self.coarse = coarser.filter(|key| pager.need(*key));
            if let (Some(key), None) = (coarser, self.coarse) {
                pager.want(key, 1.0);
            }
        }
    }

    /// The finest texture that is there, up to what is wanted.
    fn begin<V>(&mut self, ground: &Ground, tiles: &Tiles<'_>, pager: &mut Pager<V>, wanted: u32) {
        let wanted = wanted.min(ground.finest(tiles));
        let keys = (0..=wanted).rev().filter_map(|level| ground.key(tiles, level));
        let mut coarsest = None;
        self.is_waiting = false;
        for key in keys {
            if pager.need(key) {
                self.fine = Some(key);
                return;
            }
            if !pager.has_failed(key) {
                coarsest = Some(key);
            }
        }
        if let Some(key) = coarsest {
            pager.want(key, FIRST);
            self.is_waiting = true;
        }
    }

    /// The next finer texture, if it is there.
    fn refine<V>(
        &mut self,
        ground: &Ground,
        tiles: &Tiles<'_>,
        pager: &mut Pager<V>,
        levels: std::ops::RangeInclusive<u32>,
        need: f32,
    ) {
        let levels = *levels.start()..=(*levels.end()).min(ground.finest(tiles));
        for key in levels.filter_map(|level| ground.key(tiles, level)) {
            if pager.need(key) {
                *self = Self { fine: Some(key), coarse: self.fine, fade: 1.0, is_waiting: false };
                return;
            }
            if !pager.has_failed(key) {
                pager.want(key, need);
                return;
            }
        }
    }
}

impl Ground {
    /// The finest level that the chunk can have.
    fn finest(&self, tiles: &Tiles<'_>) -> u32 {
        finest_level(self.node, self.is_leaf, tiles.scale.levels)
    }

    /// The texture of `level` for this chunk, if all of its tiles are there.
    fn key(&self, tiles: &Tiles<'_>, level: u32) -> Option<Key> {
        let key = texture_of(self.node, self.middle, tiles.tree, level);
        (level < tiles.scale.levels && tiles_of(key).all(|tile| (tiles.exists)(tile))).then_some(key)
    }
}

/// The finest level of a tree of `levels` that a chunk can have textures of.
pub fn finest_level(node: Node, is_leaf: bool, levels: u32) -> u32 {
    let finer = if is_leaf { MOST_FINER } else { 0 };
    (node.level + finer).min(levels.saturating_sub(1))
}

/// The texture of `level` for a chunk, with the middle of the chunk's texture coordinates.
///
/// Tiles are found by texture coordinates: which way those run is the file's own business.
pub fn texture_of(node: Node, middle: [f32; 2], tree: u32, level: u32) -> Key {
    let square = level.min(node.level);
    Key::texture(tree, tile_at(middle, square), level - square)
}

/// The tiles that a texture is put together from: row by row, rows running along the tiles' x.
pub fn tiles_of(key: Key) -> impl Iterator<Item = Node> {
    let (node, finer) = (key.node(), key.finer());
    let side = 1u32 << finer;
    (0..side * side).map(move |place| Node {
        level: node.level + finer,
        x: (node.x << finer) + place / side,
        y: (node.y << finer) + place % side,
    })
}

/// How a chunk's texture coordinates become a texture's: `uv * scale + offset`.
pub fn placement(key: Key) -> (f32, [f32; 2]) {
    let node = key.node();
    ((1u32 << node.level) as f32, [-(node.y as f32), -(node.x as f32)])
}

const fn level_of(key: Key) -> u32 {
    key.node().level + key.finer()
}

/// The level whose texels are as small as they have to be. `seen` is how many times too large the root's are.
fn wanted(seen: f32, now: Option<u32>) -> u32 {
    let exact = seen.max(f32::MIN_POSITIVE).log2();
    let level = exact.ceil().clamp(0.0, 31.0) as u32;
    match now {
        Some(now) if now > level => ((exact + HYSTERESIS).ceil().clamp(0.0, 31.0) as u32).min(now),
        _ => level,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCALE: TextureScale = TextureScale { levels: 6, root_texel: 8.0 };

    fn ground(pixels: f32) -> Ground {
        // North of the middle, far east: u is 0.6, v is 0.9.
        Ground { node: Node { level: 3, x: 7, y: 4 }, is_leaf: true, middle: [0.6, 0.9], pixels }
    }

    /// Frames until nothing more is asked for.
    fn settle(pixels: f32, exists: &dyn Fn(Node) -> bool, binding: &mut Binding, pager: &mut Pager<()>) {
        let tiles = Tiles { tree: 0, scale: SCALE, tolerance: 1.0, exists };
        for _ in 0..40 {
            pager.begin_frame();
            binding.update(&ground(pixels), &tiles, pager, 0.1);
            for key in pager.next(1) {
                pager.arrive(key, (), 1);
            }
        }
    }

    fn level(binding: &Binding) -> u32 {
        level_of(binding.fine.unwrap())
    }

    #[test]
    fn texels_are_as_small_as_they_have_to_be() {
        for (pixels, wanted) in [(0.01, 0), (0.125, 0), (0.2, 1), (0.9, 3), (1.9, 4), (100.0, 5)] {
            let (mut binding, mut pager) = (Binding::default(), Pager::new(1 << 40));
            settle(pixels, &|_| true, &mut binding, &mut pager);
            assert_eq!(level(&binding), wanted, "{pixels}");
            assert_eq!(binding.coarse.map(level_of), wanted.checked_sub(1));
            assert_eq!(binding.fade, 0.0);
        }
    }

    #[test]
    fn the_level_does_not_flicker_at_its_border() {
        let (mut binding, mut pager) = (Binding::default(), Pager::new(1 << 40));
        settle(0.51, &|_| true, &mut binding, &mut pager);
        assert_eq!(level(&binding), 3);
        settle(0.49, &|_| true, &mut binding, &mut pager);
        assert_eq!(level(&binding), 3);
        settle(0.4, &|_| true, &mut binding, &mut pager);
        assert_eq!(level(&binding), 2);
    }

    #[test]
    fn a_tile_is_found_by_texture_coordinates() {
        let tiles = Tiles { tree: 2, scale: SCALE, tolerance: 1.0, exists: &|_| true };
        let key = ground(1.0).key(&tiles, 2).unwrap();
        assert_eq!((key.tree(), key.node()), (Some(2), Node { level: 2, x: 3, y: 2 }));
        assert_eq!(placement(key), (4.0, [-2.0, -3.0]));
    }

    #[test]
    fn below_the_finest_chunk_tiles_are_put_together() {
        let tiles = Tiles { tree: 0, scale: SCALE, tolerance: 1.0, exists: &|_| true };
        let key = ground(1.0).key(&tiles, 4).unwrap();
        assert_eq!((key.node(), key.finer()), (Node { level: 3, x: 7, y: 4 }, 1));
        let tiles: Vec<_> = tiles_of(key).map(|tile| (tile.level, tile.x, tile.y)).collect();
        assert_eq!(tiles, [(4, 14, 8), (4, 14, 9), (4, 15, 8), (4, 15, 9)]);
    }

    #[test]
    fn missing_levels_are_passed_over() {
        let (mut binding, mut pager) = (Binding::default(), Pager::new(1 << 40));
        settle(0.9, &|tile| tile.level != 0 && tile.level != 2, &mut binding, &mut pager);
        assert_eq!((level(&binding), binding.coarse.map(level_of)), (3, Some(1)));
        settle(0.9, &|_| false, &mut Binding::default(), &mut pager);
    }
}
