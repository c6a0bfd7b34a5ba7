//! The baked lighting. Section "LMAP" of the format and 13 of `docs/formats/gtm-nodes.md`.

use super::cursor::{Cursor, Item, float32s, float64s, int32s, int64s};
use super::encode::Encoder;
use super::probes::{Probes, check_probes};
use super::problem::{Problem, Problems};
use super::terrain::any_base64;
use super::value::{Dictionary, Value};

/// The newest layout that is read.
pub const LIGHTMAP_VERSION: i64 = 1;
/// Bytes of a texel in [`Lightmap::light`]: three half floats.
pub const LIGHT_TEXEL: usize = 6;
/// A chart's node id, its face index (0 for a terrain), and the two rows `a b c d` that give its light map
/// coordinate, 0 to 1, as `a*x + b*y + c*z + d` in map units.
pub type Chart<'a> = (i64, i64, &'a [f32]);

/// The baked lighting of a map. Positions and distances are in map units.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Lightmap {
    /// Layout version.
    pub version: i64,
    /// Width in texels.
    pub width: u32,
    /// Height in texels.
    pub height: u32,
    /// Fingerprint of what the bake was made from, a u64 by its bits.
    pub scene: i64,
    /// Map units per texel.
    pub texel_size: f64,
    /// Linear light, three little-endian half floats per texel, row by row.
    pub light: Vec<u8>,
    /// How much of the sun reaches each texel.
    pub shadow: Vec<u8>,
    /// Ambient occlusion per texel, 255 where nothing is near; empty when the bake has none.
    pub ao: Vec<u8>,
    /// A node id and a face index per chart.
    pub chart_keys: Vec<i64>,
    /// Eight floats per chart.
    pub chart_rows: Vec<f32>,
    /// Pairs of a node id and the fingerprint of its geometry when it was baked.
    pub nodes: Vec<i64>,
    /// Nodes whose charts are out of date.
    pub stale: Vec<i64>,
    /// The average light as red, green and blue.
    pub fallback: Vec<f32>,
    /// The light probes; `None` when there are none or they do not add up.
    pub probes: Option<Probes>,
    /// The keys that the file has not, by their places in [`KEYS`].
    pub(super) absent: u32,
}

/// The keys of a bake, in the order in which they are written.
pub(super) const KEYS: [&str; 18] = [
    "version",
    "width",
    "height",
    "scene",
    "texel_size",
    "light",
    "shadow",
    "ao",
    "chart_keys",
    "chart_rows",
    "nodes",
    "stale",
    "fallback",
    "probe_points",
    "probe_sh",
    "probe_tetrahedra",
    "probe_bsp_planes",
    "probe_bsp_children",
];

/// Light for faces without a chart when the bake states none.
const DEFAULT_FALLBACK: [f32; 3] = [0.2; 3];

impl Lightmap {
    /// Reads the dictionary before the cursor. An unusable bake is left out with the reason in `problems`.
    pub(super) fn read(cursor: &mut Cursor<'_>, problems: &mut Problems) -> Option<Self> {
        let found = cursor.item();
        let Item::Dictionary(count) = found else {
            problems.push(dropped(format!("a dictionary expected, {} found", found.name())));
            return None;
        };
        let mut lightmap = Self { version: i64::MIN, ..Self::default() };
        let mut probes = Probes::default();
        let mut size = [0; 2];
        lightmap.absent = (1 << KEYS.len()) - 1;
        for _ in 0..count {
            let key = cursor.key();
            let value = cursor.clone();
            cursor.skip();
            if let Some(place) = KEYS.iter().position(|known| *known == key) {
                lightmap.absent &= !(1 << place);
            }
            lightmap.read_key(key, value, &mut size, &mut probes);
        }
        match lightmap.check(size) {
            Ok(()) => {
                lightmap.check_parts(problems);
                lightmap.probes = check_probes(probes, problems);
                Some(lightmap)
            }
            Err(reason) => {
                problems.push(dropped(reason));
                None
            }
        }
    }

    /// Reads a bake that the caller gives; every fault is one.
    ///
    /// # Errors
    /// The first fault, as one sentence.
    pub fn from_dictionary(dictionary: &Dictionary) -> Result<Self, String> {
        let mut encoder = Encoder::default();
        encoder.value(&Value::Dictionary(dictionary.clone()));
        let mut problems = Problems::default();
        let lightmap = Self::read(&mut Cursor::new(&encoder.finish()), &mut problems);
        match (lightmap, problems.into_list().first()) {
            (Some(lightmap), None) => Ok(lightmap),
            (_, problem) => Err(problem.map(ToString::to_string).unwrap_or_default()),
        }
    }

    fn read_key(&mut self, key: &str, mut value: Cursor<'_>, size: &mut [i64; 2], probes: &mut Probes) {
        match key {
            "version" => self.version = value.item().as_id(),
            "width" => size[0] = value.item().as_id(),
            "height" => size[1] = value.item().as_id(),
            "scene" => self.scene = value.item().as_id(),
            "texel_size" => self.texel_size = value.number_or(0.0),
            "light" => self.light = read_bytes(&mut value),
            "shadow" => self.shadow = read_bytes(&mut value),
            "ao" => self.ao = read_bytes(&mut value),
            "chart_keys" => self.chart_keys = read_ints(&mut value),
            "chart_rows" => self.chart_rows = read_floats(&mut value),
            "nodes" => self.nodes = read_ints(&mut value),
            "stale" => self.stale = read_ints(&mut value),
            "fallback" => self.fallback = read_floats(&mut value),
            "probe_points" => probes.points = read_floats(&mut value),
            "probe_sh" => probes.sh = read_floats(&mut value),
            "probe_tetrahedra" => probes.tetrahedra = read_int32s(&mut value),
            "probe_bsp_planes" => probes.bsp_planes = read_floats(&mut value),
            "probe_bsp_children" => probes.bsp_children = read_int32s(&mut value),
            _ => {}
        }
    }

    fn check(&mut self, size: [i64; 2]) -> Result<(), String> {
        match self.version {
            i64::MIN => return Err("it has no version".to_owned()),
            version if version > LIGHTMAP_VERSION => {
                return Err(format!("its version {version} is newer than {LIGHTMAP_VERSION}"));
            }
            _ => {}
        }
        let [Ok(width), Ok(height)] = size.map(u32::try_from) else {
            return Err(format!("its size is {} x {} texels", size[0], size[1]));
        };
        let texels = u64::from(width) * u64::from(height);
        if texels == 0 {
            return Err(format!("its size is {width} x {height} texels"));
        }
        for (key, bytes, texel) in [("light", &self.light, LIGHT_TEXEL), ("shadow", &self.shadow, 1)] {
            let expected = texels.saturating_mul(texel as u64);
            if bytes.len() as u64 != expected {
                return Err(format!("{key} has {} bytes, {expected} expected", bytes.len()));
            }
        }
        (self.width, self.height) = (width, height);
        Ok(())
    }

    fn check_parts(&mut self, problems: &mut Problems) {
        let mut part = |part, reason| problems.push(Problem::LightmapPart { part, reason });
        let texels = self.shadow.len();
        if self.ao.len() != texels {
            part("the ambient occlusion", format!("it has {} bytes, {texels} expected", self.ao.len()));
            self.ao.clear();
        }
        let (keys, rows) = (self.chart_keys.len(), self.chart_rows.len());
        if !keys.is_multiple_of(2) || !rows.is_multiple_of(8) || keys / 2 != rows / 8 {
            part("what is no whole chart", format!("there are {keys} chart keys and {rows} numbers of rows"));
        }
    }

    /// The whole charts, those of stale nodes included.
    pub fn charts(&self) -> impl Iterator<Item = Chart<'_>> {
        let rows = self.chart_rows.chunks_exact(8);
        self.chart_keys.as_chunks().0.iter().zip(rows).map(|(&[node, face], rows)| (node, face, rows))
    }

    /// The light for faces without a chart.
    pub fn fallback_light(&self) -> [f32; 3] {
        self.fallback.first_chunk().copied().unwrap_or(DEFAULT_FALLBACK)
    }

    /// The probes, or empty ones.
    pub fn probes(&self) -> &Probes {
        const NONE: Probes = Probes {
            points: Vec::new(),
            sh: Vec::new(),
            tetrahedra: Vec::new(),
            bsp_planes: Vec::new(),
            bsp_children: Vec::new(),
        };
        const NO_PROBES: &Probes = &NONE;
        self.probes.as_ref().unwrap_or(NO_PROBES)
    }
}

fn dropped(reason: String) -> Problem {
    Problem::LightmapDropped { reason }
}

fn read_bytes(value: &mut Cursor<'_>) -> Vec<u8> {
    match value.item() {
        Item::Bytes(bytes) => bytes.to_vec(),
        Item::String(text) => any_base64(text).unwrap_or_default(),
        _ => Vec::new(),
    }
}

fn read_ints(value: &mut Cursor<'_>) -> Vec<i64> {
    match value.item() {
        Item::Int64s(bytes) => int64s(bytes).collect(),
        Item::Int32s(bytes) => int32s(bytes).map(i64::from).collect(),
        Item::Float32s(bytes) => float32s(bytes).map(|id| Item::Float(id.into()).as_id()).collect(),
        Item::Float64s(bytes) => float64s(bytes).map(|id| Item::Float(id).as_id()).collect(),
        Item::Array(count) => (0..count).map(|_| value.single().as_id()).collect(),
        _ => Vec::new(),
    }
}

/// 32 bit integers; a wider one becomes one that no index can be.
fn read_int32s(value: &mut Cursor<'_>) -> Vec<i32> {
    read_ints(value).into_iter().map(|wide| i32::try_from(wide).unwrap_or(i32::MAX)).collect()
}

fn read_floats(value: &mut Cursor<'_>) -> Vec<f32> {
    match value.item() {
        Item::Float32s(bytes) => float32s(bytes).collect(),
        Item::Float64s(bytes) => float64s(bytes).map(|wide| wide as f32).collect(),
        Item::Int32s(bytes) => int32s(bytes).map(|whole| whole as f32).collect(),
        Item::Array(count) => (0..count).map(|_| value.number_or(0.0) as f32).collect(),
        _ => Vec::new(),
    }
}
