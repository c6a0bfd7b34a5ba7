//! Light probes of a bake. Section "LMAP" of the format and 13 of `docs/formats/gtm-nodes.md`.

use super::problem::{Problem, Problems};

/// Coefficients of a probe: nine of red, green and blue.
pub const PROBE_SH: usize = 27;

/// Light probes, in the layout of Godot's `LightmapGIData` but in map units.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Probes {
    /// Three floats per probe.
    pub points: Vec<f32>,
    /// [`PROBE_SH`] floats per probe.
    pub sh: Vec<f32>,
    /// Four probe indices per tetrahedron.
    pub tetrahedra: Vec<i32>,
    /// Four floats per BSP node: normal and distance.
    pub bsp_planes: Vec<f32>,
    /// Two numbers per BSP node, over and under: a node when positive, tetrahedron `t` as `-t - 1`, nothing as the
    /// smallest int32.
    pub bsp_children: Vec<i32>,
}

/// The probes when their sizes add up and their indices lead somewhere.
pub(super) fn check_probes(probes: Probes, problems: &mut Problems) -> Option<Probes> {
    if probes == Probes::default() {
        return None;
    }
    match probes.fault() {
        None => Some(probes),
        Some(reason) => {
            problems.push(Problem::LightmapPart { part: "the light probes", reason });
            None
        }
    }
}

impl Probes {
    /// How many probes there are.
    pub const fn len(&self) -> usize {
        self.points.len() / 3
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn fault(&self) -> Option<String> {
        let count = self.len();
        if count < 4 || !self.points.len().is_multiple_of(3) {
            return Some(format!(
                "there are {} numbers of points, 3 for each of 4 or more expected",
                self.points.len()
            ));
        }
        if self.sh.len() != count.saturating_mul(PROBE_SH) {
            return Some(format!(
                "{count} probes have {} coefficients, {PROBE_SH} each expected",
                self.sh.len()
            ));
        }
        let in_range = |index: &i32| usize::try_from(*index).is_ok_and(|index| index < count);
        if self.tetrahedra.is_empty()
            || !self.tetrahedra.len().is_multiple_of(4)
            || !self.tetrahedra.iter().all(in_range)
        {
            return Some(format!("the tetrahedra are no fours of indices below {count}"));
        }
        self.bsp_fault()
    }

    fn bsp_fault(&self) -> Option<String> {
        let nodes = self.bsp_planes.len() / 4;
        if nodes == 0 || self.bsp_planes.len() != nodes * 4 || self.bsp_children.len() != nodes * 2 {
            return Some(format!(
                "{} numbers of BSP planes and {} children do not make nodes",
                self.bsp_planes.len(),
                self.bsp_children.len()
            ));
        }
        let tetrahedra = self.tetrahedra.len() / 4;
        // No node is entered twice and the root never, so the walk ends.
        let mut entered = vec![false; nodes];
        let mut open = vec![0_usize];
        while let Some(node) = open.pop() {
            entered[node] = true;
            for child in &self.bsp_children[node * 2..node * 2 + 2] {
                match *child {
                    i32::MIN => {}
                    leaf if leaf < 0 && ((-(leaf + 1)) as usize) < tetrahedra => {}
                    inner if inner > 0 && entered.get(inner as usize) == Some(&false) => {
                        entered[inner as usize] = true;
                        open.push(inner as usize);
                    }
                    wrong => return Some(format!("BSP child {wrong} leads nowhere or in a circle")),
                }
            }
        }
        entered.contains(&false).then(|| "its root does not lead to every BSP node".to_owned())
    }
}
