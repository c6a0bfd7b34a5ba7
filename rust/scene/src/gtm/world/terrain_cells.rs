//! The cells of terrains as triangles, for what is drawn and for what is collided with.

use glam::DVec3;

/// The cells of a terrain.
#[derive(Debug, Clone, Copy)]
pub struct TerrainCells<'a> {
    /// Vertices along x and z.
    pub resolution: [usize; 2],
    /// A byte a cell, not 0 for a hole; there are none where it is too short.
    pub holes: &'a [u8],
}

impl TerrainCells<'_> {
    /// The triangles of the cells between the vertices `start` and `end`, clockwise from above. They count the vertices
    /// from `start` on, row by row along x, `end` included.
    pub fn triangles(&self, start: [usize; 2], end: [usize; 2]) -> Vec<i32> {
        let width = end[0] - start[0] + 1;
        let mut indices = Vec::with_capacity((end[0] - start[0]) * (end[1] - start[1]) * 6);
        for z in start[1]..end[1] {
            for x in start[0]..end[0] {
                if self.is_hole(x, z) {
                    continue;
                }
                let p00 = ((z - start[1]) * width + x - start[0]) as i32;
                let (p10, p01) = (p00 + 1, p00 + width as i32);
                let p11 = p01 + 1;
                let halves = if (x + z) % 2 == 0 {
                    [p00, p11, p01, p00, p10, p11]
                } else {
                    [p00, p10, p01, p01, p10, p11]
                };
                indices.extend(halves);
            }
        }
        indices
    }

    fn is_hole(&self, x: usize, z: usize) -> bool {
        self.holes.get(z * (self.resolution[0] - 1) + x).is_some_and(|hole| *hole != 0)
    }

    /// What collides between the vertices `start` and `end`: three corners a triangle, in metres relative to `start` at
    /// height 0. There is one of `heights` a vertex.
    pub fn corners(
        &self,
        heights: &[f32],
        cell_size: f64,
        start: [usize; 2],
        end: [usize; 2],
    ) -> Vec<[f32; 3]> {
        let width = end[0] - start[0] + 1;
        let corner = |vertex: i32| {
            let [x, z] = [vertex as usize % width, vertex as usize / width];
            let height = heights[(start[1] + z) * self.resolution[0] + start[0] + x];
            let position = DVec3::new(x as f64 * cell_size, f64::from(height), z as f64 * cell_size);
            position.as_vec3().to_array()
        };
        self.triangles(start, end).into_iter().map(corner).collect()
    }
}
