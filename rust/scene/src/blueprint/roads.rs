//! Roads laid on the terrain.

use super::Heightfield;
use thiserror::Error;

/// The least distance between two points of a road.
pub const MIN_SPACING: f32 = 0.25;
/// All roads of a call together have this many points at most.
pub const MAX_CURVE_POINTS: usize = 1 << 22;

/// The roads would take more points than [`MAX_CURVE_POINTS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the roads take more than {MAX_CURVE_POINTS} points; a wider spacing takes fewer")]
pub struct TooManyPoints;

/// Lays a path on the terrain: its own points, and more between them so that none are farther apart than
/// `spacing` (at least [`MIN_SPACING`]). Where the path leaves the terrain, or crosses a hole, it ends and begins
/// anew. `budget` is how many points there may be, and sinks by those that were used.
///
/// # Errors
/// [`TooManyPoints`] when the budget does not reach.
pub fn drape(
    field: &Heightfield<'_>,
    path: &[[f32; 2]],
    (spacing, height_scale): (f32, f32),
    budget: &mut usize,
) -> Result<Vec<Vec<[f32; 3]>>, TooManyPoints> {
    let spacing = f64::from(spacing.max(MIN_SPACING));
    let mut pieces = Pieces { field, height_scale, budget, done: Vec::new(), current: Vec::new() };
    for ends in path.windows(2) {
        let [from, to] = [ends[0], ends[1]].map(|end| end.map(f64::from));
        let Some((enters, leaves)) = clip(field, from, to) else {
            pieces.end();
            continue;
        };
        if enters > 0.0 {
            pieces.end();
        }
        let [dx, dz] = [to[0] - from[0], to[1] - from[1]];
        let steps = (dx.hypot(dz) * (leaves - enters) / spacing).ceil().max(1.0) as usize;
        if steps > *pieces.budget {
            return Err(TooManyPoints);
        }
        for step in 0..=steps {
            let along = enters + (leaves - enters) * step as f64 / steps as f64;
            pieces.push(from[0] + dx * along, from[1] + dz * along)?;
        }
        if leaves < 1.0 {
            pieces.end();
        }
    }
    pieces.end();
    Ok(pieces.done)
}

/// The pieces of a road that are on the terrain.
struct Pieces<'f, 'b> {
    field: &'f Heightfield<'f>,
    height_scale: f32,
    budget: &'b mut usize,
    done: Vec<Vec<[f32; 3]>>,
    current: Vec<[f32; 3]>,
}

impl Pieces<'_, '_> {
    fn push(&mut self, x: f64, z: f64) -> Result<(), TooManyPoints> {
        let height = self.field.sample(x, z) as f32 * self.height_scale;
        if !height.is_finite() {
            self.end();
            return Ok(());
        }
        let point = [x as f32, height, z as f32];
        if self.current.last() == Some(&point) {
            return Ok(());
        }
        *self.budget = self.budget.checked_sub(1).ok_or(TooManyPoints)?;
        self.current.push(point);
        Ok(())
    }

    /// Ends the current piece; a single point is none.
    fn end(&mut self) {
        let piece = std::mem::take(&mut self.current);
        if piece.len() > 1 {
            self.done.push(piece);
        }
    }
}

/// The part of a line that is over the terrain, as fractions of it: where it enters, and where it leaves.
fn clip(field: &Heightfield<'_>, from: [f64; 2], to: [f64; 2]) -> Option<(f64, f64)> {
    let window = field.window();
    let axes = [(window.x, window.width), (window.y, window.height)];
    let (mut enters, mut leaves) = (0.0_f64, 1.0_f64);
    for (axis, (first, cells)) in axes.into_iter().enumerate() {
        let (least, greatest) = (f64::from(first), f64::from(first) + f64::from(cells) - 1.0);
        let (start, run) = (from[axis], to[axis] - from[axis]);
        if !run.is_finite() {
            return None;
        }
        if run == 0.0 {
            if !(least..=greatest).contains(&start) {
                return None;
            }
            continue;
        }
        let (one, other) = ((least - start) / run, (greatest - start) / run);
        enters = enters.max(one.min(other));
        leaves = leaves.min(one.max(other));
    }
    (enters <= leaves).then_some((enters, leaves))
}

#[cfg(test)]
#[allow(clippy::float_cmp)] // whole numbers, and fractions that are exact
mod tests {
    use super::*;
    use mapwright_formats::blueprint::Window;

    const WINDOW: Window = Window { x: 0, y: 0, width: 11, height: 21 };

    /// Rises one a cell along x and a tenth along z.
    fn slope() -> Vec<f32> {
        (0..231).map(|index| (index / 21) as f32 + (index % 21) as f32 / 10.0).collect()
    }

    fn lay(heights: &[f32], path: &[[f32; 2]], spacing: f32) -> Vec<Vec<[f32; 3]>> {
        drape(&Heightfield::new(heights, WINDOW), path, (spacing, 2.0), &mut 1000).unwrap()
    }

    #[test]
    fn a_road_follows_the_ground_between_its_points() {
        let roads = lay(&slope(), &[[1.0, 0.0], [1.0, 10.0], [4.0, 10.0]], 5.0);
        let wanted = [[1.0, 2.0, 0.0], [1.0, 3.0, 5.0], [1.0, 4.0, 10.0], [4.0, 10.0, 10.0]];
        assert_eq!(roads, [wanted]);
    }

    #[test]
    fn outside_the_terrain_there_is_no_road() {
        let roads =
            lay(&slope(), &[[-10.0, 10.0], [5.0, 10.0], [5.0, 40.0], [7.0, 40.0], [7.0, 10.0]], 100.0);
        let (first, second) = (&roads[0], &roads[1]);
        assert_eq!(roads.len(), 2);
        assert_eq!(first[0], [0.0, 2.0, 10.0]);
        assert_eq!(first[2], [5.0, 14.0, 20.0]);
        assert_eq!(second[..], [[7.0, 18.0, 20.0], [7.0, 16.0, 10.0]]);
        assert!(lay(&slope(), &[[-5.0, -5.0], [-1.0, 30.0]], 1.0).is_empty());
    }

    #[test]
    fn a_hole_interrupts_a_road() {
        let mut heights = slope();
        heights[5 * 21 + 3] = f32::NAN;
        let roads = lay(&heights, &[[0.0, 3.0], [10.0, 3.0]], 1.0);
        assert_eq!(roads.iter().map(Vec::len).collect::<Vec<_>>(), [5, 5]);
    }

    #[test]
    fn points_that_are_no_numbers_and_distances_that_are_huge_end() {
        let heights = slope();
        assert!(lay(&heights, &[[f32::NAN, 1.0], [2.0, 2.0]], 1.0).is_empty());
        assert!(lay(&heights, &[[f32::INFINITY, 1.0], [2.0, 1.0]], 1.0).is_empty());
        let across = lay(&heights, &[[-1e30, 5.0], [1e30, 5.0]], 1.0);
        assert!(across.len() <= 1);
        assert!(lay(&heights, &[[1.0, 1.0]], 1.0).is_empty());
        assert!(lay(&heights, &[[1.0, 1.0], [1.0, 1.0]], 1.0).is_empty());
    }

    #[test]
    fn a_budget_holds_for_all_roads_together() {
        let heights = slope();
        let field = Heightfield::new(&heights, WINDOW);
        let mut budget = 12;
        let path = [[0.0, 0.0], [0.0, 10.0]];
        assert!(drape(&field, &path, (1.0, 1.0), &mut budget).is_ok());
        assert_eq!(budget, 1);
        assert_eq!(drape(&field, &path, (1.0, 1.0), &mut budget), Err(TooManyPoints));
    }
}
