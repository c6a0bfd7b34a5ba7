//! Light map coordinates from the rows of charts. Section 13 of `docs/formats/gtm-nodes.md`.

use glam::{DVec2, DVec3};
use mapwright_formats::gtm::Lightmap;
use std::collections::{HashMap, HashSet};

/// Which coordinates the faces have in the atlas, which gets one more row below: the light for faces without a chart.
#[derive(Debug)]
pub(crate) struct Charts {
    charts: HashMap<(i64, i64), Chart>,
    /// Where faces without a chart take their light.
    fallback: DVec2,
}

/// Two rows `a b c d`: a coordinate is `a*x + b*y + c*z + d` of a position in map units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Chart {
    u: (DVec3, f64),
    v: (DVec3, f64),
}

impl Chart {
    /// The coordinate of a position in map units.
    pub(crate) fn at(&self, position: DVec3) -> DVec2 {
        DVec2::new(self.u.0.dot(position) + self.u.1, self.v.0.dot(position) + self.v.1)
    }
}

impl Charts {
    /// The charts of a bake, without those of stale nodes.
    pub(crate) fn new(lightmap: &Lightmap) -> Self {
        let height = f64::from(lightmap.height);
        let shrink = height / (height + 1.0);
        let stale: HashSet<i64> = lightmap.stale.iter().copied().collect();
        let charts = lightmap
            .charts()
            .filter(|(node, ..)| !stale.contains(node))
            .filter_map(|(node, face, rows)| {
                let rows: [f32; 8] = rows.try_into().ok()?;
                let [a, b, c, d, e, f, g, h] = rows.map(f64::from);
                let v = (DVec3::new(e, f, g) * shrink, h * shrink);
                Some(((node, face), Chart { u: (DVec3::new(a, b, c), d), v }))
            })
            .collect();
        Self { charts, fallback: DVec2::new(0.5, (height + 0.5) / (height + 1.0)) }
    }

    /// The chart of a node's face.
    pub(crate) fn get(&self, node: Option<i64>, face: usize) -> Option<&Chart> {
        self.charts.get(&(node?, face as i64))
    }

    /// The coordinate of all that has no chart.
    pub(crate) const fn fallback(&self) -> DVec2 {
        self.fallback
    }
}
