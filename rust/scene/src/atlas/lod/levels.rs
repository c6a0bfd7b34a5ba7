//! How much error each level of a terrain has, against what a screen shows.

/// A level's error is at least so many times that of the next finer one: morphs and hysteresis need room in between.
const LEAST_RATIO: f32 = 1.5;

/// What may be seen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tolerance {
    /// How many pixels a surface may be away from where the finest chunks have it.
    pub screen_error: f32,
    /// How many pixels a texel may cover.
    pub texel: f32,
}

/// How fine a texture tree is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextureScale {
    /// Levels of the tree.
    pub levels: u32,
    /// Units that a texel of the root's tile covers.
    pub root_texel: f32,
}

impl TextureScale {
    /// Units that a texel of `level` covers.
    pub fn texel(&self, level: u32) -> f32 {
        self.root_texel / (1u64 << level.min(63)) as f32
    }
}

/// When the chunks of each level are split.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Levels {
    /// By level: the error in units, as a multiple of what may be seen of it in pixels.
    errors: Vec<f32>,
}

impl Levels {
    /// `errors` are those of the geometry, in units and by level. A chunk is split as well when a texture would be too
    /// coarse: tiles are not finer than the chunks they lie on, but for the finest chunks.
    pub fn new(errors: &[f32], textures: &[TextureScale], tolerance: Tolerance) -> Self {
        let mut levels: Vec<f32> = errors.iter().map(|error| error / tolerance.screen_error).collect();
        for texture in textures {
            for (level, error) in (0..texture.levels.saturating_sub(1)).zip(&mut levels) {
                *error = error.max(texture.texel(level) / tolerance.texel);
            }
        }
        // The finest chunks cannot be split.
        if let Some(last) = levels.last_mut() {
            *last = 0.0;
        }
        for level in (1..levels.len()).rev() {
            levels[level - 1] = levels[level - 1].max(levels[level] * LEAST_RATIO);
        }
        Self { errors: levels }
    }

    /// What is seen of a level's error where a unit covers `pixels`, as a multiple of what may be seen.
    pub fn excess(&self, level: u32, pixels: f32) -> f32 {
        self.errors.get(level as usize).map_or(0.0, |error| error * pixels)
    }

    /// How many times the error of `level` that of the level above is.
    pub fn ratio(&self, level: u32) -> f32 {
        let error = |level: u32| self.errors.get(level as usize).copied().unwrap_or(0.0);
        match (level.checked_sub(1).map(error), error(level)) {
            (Some(above), own) if own > 0.0 => above / own,
            _ => f32::INFINITY,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOLERANCE: Tolerance = Tolerance { screen_error: 2.0, texel: 1.0 };

    #[test]
    fn an_error_is_measured_by_what_may_be_seen() {
        let levels = Levels::new(&[16.0, 4.0, 0.0], &[], TOLERANCE);
        assert_eq!([0, 1, 2].map(|level| levels.excess(level, 0.5)), [4.0, 1.0, 0.0]);
        assert_eq!((levels.ratio(1), levels.ratio(2)), (4.0, f32::INFINITY));
    }

    #[test]
    fn textures_split_flat_ground_down_to_their_finest_tiles() {
        let texture = TextureScale { levels: 3, root_texel: 8.0 };
        let levels = Levels::new(&[0.0; 5], &[texture], TOLERANCE);
        // The tiles of level 2 are there on chunks of level 2.
        assert_eq!([0, 1, 2, 3].map(|level| levels.excess(level, 1.0)), [8.0, 4.0, 0.0, 0.0]);
    }

    #[test]
    fn a_coarser_level_is_never_as_good_as_a_finer_one() {
        let levels = Levels::new(&[1.0, 4.0, 4.0, 9.0], &[], TOLERANCE);
        assert_eq!([0, 1, 2, 3].map(|level| levels.excess(level, 1.0)), [4.5, 3.0, 2.0, 0.0]);
    }
}
