//! Water: the quantised levels, and whether the three water sections agree.

use super::grids::Faults;
use super::{Problem, Tag, WaterBody, Window};

/// Steps a raw height unit.
const STEPS: f64 = 32_768.0;
/// Water bodies can have as many ids.
const IDS: usize = 1 << 16;
/// Cells are compared in blocks of this many, since nearly all blocks are all alike.
const BLOCK: usize = 64;

/// A water level in raw height units as WSRF stores it: 1 for level 0, 32,768 steps a unit.
///
/// Levels outside 0 to 65534/32768 take the nearest end. NaN is no water: 0.
pub fn encode_water_level(level: f64) -> u16 {
    if level.is_nan() {
        return 0;
    }
    (1.0 + (level * STEPS).round_ties_even()).clamp(1.0, f64::from(u16::MAX)) as u16
}

/// The water level that WSRF's `quantised` stands for; NaN for 0, which is no water.
pub fn decode_water_level(quantised: u16) -> f32 {
    if quantised == 0 {
        return f32::NAN;
    }
    (f32::from(quantised) - 1.0) / STEPS as f32
}

/// Checks the water sections against each other. The grids are those of `window`; only when that is the whole
/// map can the table's cell counts be checked.
pub fn check_water(
    bodies: Option<&[WaterBody]>,
    ids: Option<&[u16]>,
    levels: Option<&[u16]>,
    (window, map_size): (Window, u32),
) -> Vec<Problem> {
    let there = [ids.is_some(), bodies.is_some(), levels.is_some()];
    if there == [false; 3] {
        return Vec::new();
    }
    let mut problems = Vec::new();
    if there != [true; 3] {
        let tags = [Tag::WATER_IDS, Tag::WATER_BODIES, Tag::WATER_LEVELS];
        let missing = tags.into_iter().zip(there).filter(|(_, there)| !there).map(|(tag, _)| tag);
        problems.push(Problem::WaterIncomplete(missing.collect()));
    }
    problems.extend(bodies.and_then(check_table));
    if let Some(ids) = ids {
        let mut survey = Survey::new(bodies);
        survey.take(ids, levels);
        survey.report(window, window == Window::whole(map_size), &mut problems);
    }
    problems
}

/// The first row of the table that contradicts the format.
fn check_table(bodies: &[WaterBody]) -> Option<Problem> {
    let mut seen = vec![false; IDS];
    bodies.iter().enumerate().find_map(|(index, body)| {
        let again = std::mem::replace(&mut seen[usize::from(body.id)], true);
        let fault = body_fault(body, again)?;
        Some(Problem::WaterBody { index, id: body.id, fault })
    })
}

fn body_fault(body: &WaterBody, again: bool) -> Option<String> {
    match body {
        _ if again => Some("stands in the table already".into()),
        WaterBody { id: 0, .. } => Some("has the id of no water".into()),
        WaterBody { body_type: 2.., .. } => Some(format!("has type {}, 0 or 1 expected", body.body_type)),
        WaterBody { salinity: 2.., .. } => Some(format!("has salinity {}, 0 or 1 expected", body.salinity)),
        WaterBody { id: 1, body_type: 1, .. } => Some("is a lake; id 1 is the ocean".into()),
        WaterBody { id: 2.., body_type: 0, .. } => Some("is an ocean; the ocean is id 1".into()),
        _ if !body.surface_level.is_finite() => Some(format!("has surface level {}", body.surface_level)),
        _ => None,
    }
}

/// Counts the cells of each body, and those that do not fit it.
struct Survey<'t> {
    bodies: Option<&'t [WaterBody]>,
    /// By id: the level that the table gives it, 0 where it has none.
    levels: Vec<u16>,
    /// By id: how many cells.
    cells: Vec<u64>,
    strangers: Faults,
    presence: Faults,
    wrong_levels: Faults,
}

impl<'t> Survey<'t> {
    fn new(bodies: Option<&'t [WaterBody]>) -> Self {
        let mut levels = vec![0; IDS];
        for body in bodies.unwrap_or_default() {
            levels[usize::from(body.id)] = encode_water_level(body.surface_level.into()).max(1);
        }
        Self {
            bodies,
            levels,
            cells: vec![0; IDS],
            strangers: Faults::default(),
            presence: Faults::default(),
            wrong_levels: Faults::default(),
        }
    }

    fn take(&mut self, ids: &[u16], levels: Option<&[u16]>) {
        for (block, ids) in ids.chunks(BLOCK).enumerate() {
            let start = block * BLOCK;
            let levels = levels.map(|levels| &levels[start..start + ids.len()]);
            if uniform(ids) && levels.is_none_or(uniform) {
                self.cell(start, ids.len() as u64, ids[0], levels.map(|levels| levels[0]));
                continue;
            }
            for (index, id) in ids.iter().enumerate() {
                self.cell(start + index, 1, *id, levels.map(|levels| levels[index]));
            }
        }
    }

    /// Looks at `count` equal cells.
    fn cell(&mut self, index: usize, count: u64, id: u16, level: Option<u16>) {
        let body_level = self.levels[usize::from(id)];
        self.cells[usize::from(id)] += count;
        if id != 0 && body_level == 0 && self.bodies.is_some() {
            self.strangers.add(index, count);
        }
        match level {
            Some(level) if (level == 0) != (id == 0) => self.presence.add(index, count),
            Some(level) if id != 0 && body_level != 0 && level != body_level => {
                self.wrong_levels.add(index, count);
            }
            _ => {}
        }
    }

    fn report(&self, window: Window, whole: bool, problems: &mut Vec<Problem>) {
        problems.extend(self.strangers.on(window).map(Problem::WaterId));
        problems.extend(self.presence.on(window).map(Problem::WaterPresence));
        problems.extend(self.wrong_levels.on(window).map(Problem::WaterLevel));
        if whole {
            problems.extend(self.wrong_counts());
        }
    }

    fn wrong_counts(&self) -> Option<Problem> {
        let found = |body: &WaterBody| self.cells[usize::from(body.id)];
        let wrong = |body: &&WaterBody| u64::try_from(body.pixel_count) != Ok(found(body));
        let bodies = self.bodies.unwrap_or_default();
        let first = bodies.iter().find(wrong)?;
        Some(Problem::WaterPixels {
            count: bodies.iter().filter(wrong).count(),
            id: first.id,
            stated: first.pixel_count,
            found: found(first),
        })
    }
}

/// Tells whether all are equal. Without an early end, so that it becomes a few wide instructions.
fn uniform(numbers: &[u16]) -> bool {
    numbers.iter().fold(0, |differences, number| differences | (number ^ numbers[0])) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_keep_the_steps_of_the_format() {
        for (level, quantised) in
            [(0.0, 1), (1.0 / 32768.0, 2), (0.15, 4916), (1.0, 32769), (65534.0 / 32768.0, 65535)]
        {
            assert_eq!(encode_water_level(level), quantised, "{level}");
            let back = f64::from(decode_water_level(quantised));
            assert!((back - level).abs() <= 0.5 / 32768.0, "{level} came back as {back}");
        }
        assert_eq!(decode_water_level(32769).to_bits(), 1.0_f32.to_bits());
    }

    #[test]
    fn every_quantised_level_survives() {
        assert!((1..=u16::MAX).all(|step| encode_water_level(decode_water_level(step).into()) == step));
    }

    #[test]
    fn levels_outside_the_range_never_become_the_sentinel() {
        assert_eq!([-5.0, f64::NEG_INFINITY].map(encode_water_level), [1, 1]);
        assert_eq!([2.0, 1e300, f64::INFINITY].map(encode_water_level), [u16::MAX; 3]);
        assert_eq!(encode_water_level(f64::NAN), 0);
        assert!(decode_water_level(0).is_nan());
    }
}
