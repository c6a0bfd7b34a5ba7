//! Where water would run and stand: the ground is flooded from the map's edge inwards, lowest shore first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

const NONE: u32 = u32::MAX;

/// The flooded ground.
pub(super) struct Flood {
    /// By cell: the height to which water would stand.
    pub(super) filled: Vec<f32>,
    /// By cell: the one that its water runs to.
    receivers: Vec<u32>,
    /// The cells, from the sea upwards.
    order: Vec<u32>,
}

impl Flood {
    /// Floods heights that are not negative.
    pub(super) fn new(heights: &[f32], size: usize) -> Self {
        let mut flood = Self {
            filled: heights.to_vec(),
            receivers: vec![NONE; heights.len()],
            order: Vec::with_capacity(heights.len()),
        };
        let mut seen = vec![false; heights.len()];
        let mut shore = BinaryHeap::new();
        for cell in edge(size) {
            seen[cell] = true;
            shore.push(Reverse((heights[cell].to_bits(), cell as u32)));
        }
        // The bits of floats that are not negative are in the order of the floats.
        while let Some(Reverse((level, cell))) = shore.pop() {
            flood.order.push(cell);
            for next in neighbours(cell as usize, size) {
                if std::mem::replace(&mut seen[next], true) {
                    continue;
                }
                let filled = heights[next].max(f32::from_bits(level));
                flood.filled[next] = filled;
                flood.receivers[next] = cell;
                shore.push(Reverse((filled.to_bits(), next as u32)));
            }
        }
        flood
    }

    /// How much lower the water's next cell is.
    pub(super) fn fall(&self, cell: usize) -> f32 {
        match self.receivers[cell] {
            NONE => 0.0,
            receiver => self.filled[cell] - self.filled[receiver as usize],
        }
    }

    /// By cell: how many cells drain through it.
    pub(super) fn runoff(&self) -> Vec<u32> {
        let mut runoff = vec![1; self.filled.len()];
        for &cell in self.order.iter().rev() {
            let receiver = self.receivers[cell as usize];
            if receiver != NONE {
                runoff[receiver as usize] += runoff[cell as usize];
            }
        }
        runoff
    }
}

/// The cells at the map's edge; those of a corner come twice.
pub(super) fn edge(size: usize) -> impl Iterator<Item = usize> {
    let last = size - 1;
    (0..size).flat_map(move |place| [place, last * size + place, place * size, place * size + last])
}

/// The eight cells around one, as far as they are on the map.
pub(super) fn neighbours(cell: usize, size: usize) -> impl Iterator<Item = usize> {
    around(cell, size, |dx, dy| (dx, dy) != (0, 0))
}

/// The four cells beside one, as far as they are on the map.
pub(super) fn beside(cell: usize, size: usize) -> impl Iterator<Item = usize> {
    around(cell, size, |dx, dy| dx.abs() + dy.abs() == 1)
}

fn around(cell: usize, size: usize, wanted: impl Fn(i32, i32) -> bool) -> impl Iterator<Item = usize> {
    let (x, y) = ((cell / size) as i32, (cell % size) as i32);
    let steps = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
    steps.filter(move |(dx, dy)| wanted(*dx, *dy)).filter_map(move |(dx, dy)| {
        let on_map = |place: i32| (0..size as i32).contains(&place);
        let (x, y) = (x + dx, y + dy);
        (on_map(x) && on_map(y)).then(|| x as usize * size + y as usize)
    })
}
