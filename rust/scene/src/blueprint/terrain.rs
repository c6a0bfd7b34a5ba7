//! The terrain as triangles.

use super::Heightfield;
use crate::Surface;

/// A surface of more vertices is refused; 8192 a side at full detail still fits.
pub const MAX_VERTICES: u64 = 1 << 26;

/// How many vertices a terrain takes; hold it against [`MAX_VERTICES`].
pub fn terrain_vertices(field: &Heightfield<'_>, step: u32) -> u64 {
    let window = field.window();
    let along = |cells| samples(cells, step).count() as u64;
    along(window.width) * along(window.height)
}

/// The terrain, a vertex every `step` cells and always at the far edges. The heights are multiplied by
/// `height_scale`. Texture coordinates put a picture of one pixel a cell on it, each cell at its pixel's middle.
///
/// Triangles with a height that is not finite are left out: holes. Each square's diagonal runs from its corner
/// `(x + 1, z)` to `(x, z + 1)`.
///
/// # Panics
/// When `step` is 0.
pub fn terrain_surface(field: &Heightfield<'_>, step: u32, height_scale: f32) -> Surface {
    let window = field.window();
    let xs: Vec<usize> = samples(window.width, step).collect();
    let zs: Vec<usize> = samples(window.height, step).collect();
    let count = xs.len() * zs.len();
    let mut surface = Surface {
        positions: Vec::with_capacity(count),
        normals: Vec::with_capacity(count),
        uvs: Vec::with_capacity(count),
        indices: Vec::with_capacity(6 * count),
    };
    for x in neighbours(&xs) {
        for z in neighbours(&zs) {
            let height = field.at(x.here, z.here) * height_scale;
            surface.positions.push([
                (window.x as usize + x.here) as f32,
                if height.is_finite() { height } else { 0.0 },
                (window.y as usize + z.here) as f32,
            ]);
            surface.normals.push(normal(field, x, z, height_scale));
            surface.uvs.push([
                (x.here as f32 + 0.5) / window.width as f32,
                (z.here as f32 + 0.5) / window.height as f32,
            ]);
        }
    }
    push_squares(field, &xs, &zs, &mut surface.indices);
    surface
}

/// Every `step`-th cell of an axis, and the last one.
fn samples(cells: u32, step: u32) -> impl Iterator<Item = usize> {
    let last = cells.saturating_sub(1);
    (0..last).step_by(step as usize).chain(std::iter::once(last)).map(|cell| cell as usize)
}

/// A sample of an axis and those beside it; at an end it is its own neighbour.
#[derive(Clone, Copy)]
struct Neighbours {
    before: usize,
    here: usize,
    after: usize,
}

fn neighbours(samples: &[usize]) -> impl Iterator<Item = Neighbours> {
    samples.iter().enumerate().map(|(index, &here)| Neighbours {
        before: samples[index.saturating_sub(1)],
        here,
        after: *samples.get(index + 1).unwrap_or(&here),
    })
}

fn normal(field: &Heightfield<'_>, x: Neighbours, z: Neighbours, height_scale: f32) -> [f32; 3] {
    let rise_x = slope(x, |at| field.at(at, z.here)) * height_scale;
    let rise_z = slope(z, |at| field.at(x.here, at)) * height_scale;
    let length = (rise_x * rise_x + rise_z * rise_z + 1.0).sqrt();
    if length.is_finite() { [-rise_x / length, 1.0 / length, -rise_z / length] } else { [0.0, 1.0, 0.0] }
}

/// The rise a cell along an axis.
fn slope(axis: Neighbours, height: impl Fn(usize) -> f32) -> f32 {
    let run = axis.after - axis.before;
    if run == 0 { 0.0 } else { (height(axis.after) - height(axis.before)) / run as f32 }
}

/// Two triangles a square, clockwise seen from above.
fn push_squares(field: &Heightfield<'_>, xs: &[usize], zs: &[usize], indices: &mut Vec<u32>) {
    let solid = |x: usize, z: usize| field.at(xs[x], zs[z]).is_finite();
    let vertex = |x: usize, z: usize| (x * zs.len() + z) as u32;
    for x in 1..xs.len() {
        for z in 1..zs.len() {
            let [near, right, below, far] = [(x - 1, z - 1), (x, z - 1), (x - 1, z), (x, z)];
            if !solid(right.0, right.1) || !solid(below.0, below.1) {
                continue;
            }
            if solid(near.0, near.1) {
                indices.extend([near, right, below].map(|(x, z)| vertex(x, z)));
            }
            if solid(far.0, far.1) {
                indices.extend([right, far, below].map(|(x, z)| vertex(x, z)));
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp)] // whole numbers, and fractions that are exact
mod tests {
    use super::*;
    use mapwright_formats::blueprint::Window;

    const WINDOW: Window = Window { x: 100, y: 200, width: 4, height: 6 };

    /// Rises two a cell along x, falls three a cell along z.
    fn plane() -> Vec<f32> {
        (0..24).map(|index| (index / 6 * 2) as f32 - (index % 6 * 3) as f32).collect()
    }

    #[test]
    fn vertices_lie_on_the_map_with_the_second_index_as_z() {
        let heights = plane();
        let surface = terrain_surface(&Heightfield::new(&heights, WINDOW), 1, 10.0);
        assert_eq!(surface.positions.len(), 24);
        assert_eq!(surface.positions[0], [100.0, 0.0, 200.0]);
        assert_eq!(surface.positions[1], [100.0, -30.0, 201.0]);
        assert_eq!(surface.positions[6], [101.0, 20.0, 200.0]);
        assert_eq!(surface.uvs[6], [1.5 / 4.0, 0.5 / 6.0]);
        assert_eq!(surface.indices.len(), 3 * 5 * 6);
    }

    #[test]
    fn normals_stand_on_the_slope() {
        let heights = plane();
        let surface = terrain_surface(&Heightfield::new(&heights, WINDOW), 1, 1.0);
        let length = 14.0_f32.sqrt();
        for normal in surface.normals {
            let wanted = [-2.0 / length, 1.0 / length, 3.0 / length];
            assert!(normal.iter().zip(wanted).all(|(found, wanted)| (found - wanted).abs() < 1e-6));
        }
    }

    #[test]
    fn a_step_keeps_the_far_edges() {
        let heights = plane();
        let field = Heightfield::new(&heights, WINDOW);
        let surface = terrain_surface(&field, 4, 1.0);
        let places: Vec<[f32; 2]> = surface.positions.iter().map(|[x, _, z]| [*x, *z]).collect();
        let wanted = [100.0, 103.0].map(|x| [200.0, 204.0, 205.0].map(|z| [x, z]));
        assert_eq!(places, wanted.concat());
        assert_eq!(terrain_vertices(&field, 4), 6);
        assert_eq!(terrain_vertices(&field, u32::MAX), 4);
    }

    #[test]
    fn triangles_face_up() {
        let heights = [0.0; 24];
        let surface = terrain_surface(&Heightfield::new(&heights, WINDOW), 1, 1.0);
        for corners in surface.indices.chunks(3) {
            let [a, b, c] = [0, 1, 2].map(|corner| surface.positions[corners[corner] as usize]);
            // Clockwise seen from above, with x to the right and z towards the viewer.
            let turn = (b[0] - a[0]) * (c[2] - a[2]) - (b[2] - a[2]) * (c[0] - a[0]);
            assert!(turn > 0.0);
        }
    }

    #[test]
    fn a_hole_takes_the_triangles_that_touch_it() {
        for hole in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            let mut heights = plane();
            heights[6 + 1] = hole;
            let surface = terrain_surface(&Heightfield::new(&heights, WINDOW), 1, 1.0);
            assert_eq!(surface.indices.len(), (30 - 6) * 3);
            assert!(!surface.indices.contains(&7));
            assert!(
                surface.positions.iter().chain(&surface.normals).flatten().all(|number| number.is_finite())
            );
        }
    }

    #[test]
    fn a_window_one_cell_wide_has_no_triangles() {
        let window = Window { x: 0, y: 0, width: 1, height: 6 };
        let surface = terrain_surface(&Heightfield::new(&[0.0; 6], window), 1, 1.0);
        assert_eq!((surface.positions.len(), surface.indices.len()), (6, 0));
    }
}
