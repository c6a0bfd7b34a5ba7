//! Where a ray meets the finest chunks.

use super::area::Area;
use super::quadtree::Quadtree;
use mapwright_formats::atlas::Node;

/// A ray from one point to another, in terrain space with Y up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ray {
    /// Where it begins.
    pub from: [f32; 3],
    /// Where it ends.
    pub to: [f32; 3],
}

/// Where a ray meets a surface.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// How far along the ray, 0 to 1.
    pub along: f64,
    /// The unit normal of the triangle's front.
    pub normal: [f32; 3],
}

impl Ray {
    /// Where along the ray `area` begins, if the ray meets it.
    fn entry(&self, area: &Area) -> Option<f64> {
        let (mut first, mut last) = (0.0_f64, 1.0_f64);
        for axis in 0..3 {
            let from = f64::from(self.from[axis]);
            let step = f64::from(self.to[axis]) - from;
            let (min, max) = (f64::from(area.min[axis]), f64::from(area.max[axis]));
            if step == 0.0 {
                if from < min || from > max {
                    return None;
                }
                continue;
            }
            let (near, far) = ((min - from) / step, (max - from) / step);
            first = first.max(near.min(far));
            last = last.min(near.max(far));
        }
        (first <= last).then_some(first)
    }
}

impl Quadtree {
    /// The finest chunks whose areas a ray passes, and where along it each begins: nearest first.
    pub fn along(&self, ray: &Ray) -> Vec<(f64, Node)> {
        let nodes = self.finest(|area| ray.entry(area).is_some());
        let mut met: Vec<_> =
            nodes.into_iter().filter_map(|node| Some((ray.entry(self.area(node))?, node))).collect();
        met.sort_by(|a, b| a.0.total_cmp(&b.0));
        met
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_come_in_the_order_that_the_ray_meets_them() {
        let whole = Area { min: [0.0, 0.0, -8.0], max: [8.0, 1.0, 0.0] };
        let tree = Quadtree::new(3, Some(whole), |_| None, |_| true);
        let ray = Ray { from: [9.0, 0.5, -1.0], to: [-9.0, 0.5, -1.0] };
        let met: Vec<_> = tree.along(&ray).iter().map(|(_, node)| (node.x, node.y)).collect();
        assert_eq!(met, [(3, 0), (2, 0), (1, 0), (0, 0)]);
        let past = Ray { from: [9.0, 1.5, -1.0], to: [-9.0, 1.5, -1.0] };
        assert_eq!(tree.along(&past), []);
        let short = Ray { from: [9.0, 0.5, -1.0], to: [7.0, 0.5, -1.0] };
        assert_eq!(tree.along(&short).len(), 1);
    }
}
