//! Scatter instances as the transforms of a multimesh. Section 9 of the node text.

use mapwright_formats::gtm::Instance;

/// Numbers of an instance in a multimesh's buffer: three rows of a basis row and an origin coordinate.
pub const BUFFER_STRIDE: usize = 12;

/// The transforms of the instances of `item`, twelve floats each: row by row the basis and, as every fourth
/// number, the origin in metres.
///
/// Angles are pitch, yaw, roll in degrees, applied as Y, X, Z. The scale sizes the model and not its place.
pub fn buffer(instances: &[Instance], item: i64, units_per_meter: f64) -> Vec<f32> {
    let wanted = instances.iter().filter(|instance| item_of(instance) == item);
    wanted.flat_map(|instance| transform(instance, units_per_meter)).collect()
}

/// The index of the item that an instance shows.
fn item_of(instance: &Instance) -> i64 {
    instance[0] as i64
}

fn transform(instance: &Instance, units_per_meter: f64) -> [f32; BUFFER_STRIDE] {
    let &[_, x, y, z, pitch, yaw, roll, scale] = instance;
    let basis = basis_yxz([pitch, yaw, roll]);
    let origin = [x, y, z].map(|coordinate| coordinate / units_per_meter);
    let mut rows = [0.0; BUFFER_STRIDE];
    for ((row, basis_row), coordinate) in rows.as_chunks_mut::<4>().0.iter_mut().zip(basis).zip(origin) {
        // Adding 0 turns -0 into 0, which Godot's packed arrays tell apart.
        let scaled = basis_row.map(|number| (number * scale + 0.0) as f32);
        *row = [scaled[0], scaled[1], scaled[2], (coordinate + 0.0) as f32];
    }
    rows
}

/// The rows of `Ry(yaw) * Rx(pitch) * Rz(roll)`, from degrees. Section 1 of the node text.
pub fn basis_yxz(angles: [f64; 3]) -> [[f64; 3]; 3] {
    let [(sp, cp), (sy, cy), (sr, cr)] = angles.map(|degrees| degrees.to_radians().sin_cos());
    [
        [cy * cr + sy * sp * sr, sy * sp * cr - cy * sr, sy * cp],
        [cp * sr, cp * cr, -sp],
        [cy * sp * sr - sy * cr, sy * sr + cy * sp * cr, cy * cp],
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLAT: Instance = [0.0, 32.0, 64.0, -96.0, 0.0, 0.0, 0.0, 2.0];

    fn near(found: &[f32], expected: &[f32]) {
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-6, "{found} found, {expected} expected");
        }
    }

    #[test]
    fn an_instance_is_scaled_but_its_place_is_only_in_metres() {
        let expected = [2.0, 0.0, 0.0, 1.0, 0.0, 2.0, 0.0, 2.0, 0.0, 0.0, 2.0, -3.0];
        near(&buffer(&[FLAT], 0, 32.0), &expected);
    }

    #[test]
    fn only_the_instances_of_the_item_are_given() {
        let mut other = FLAT;
        other[0] = 1.0;
        assert_eq!(buffer(&[FLAT, other, other], 1, 32.0).len(), 2 * BUFFER_STRIDE);
        assert!(buffer(&[FLAT], 7, 32.0).is_empty());
    }

    /// A quarter turn about each axis, from the right hand rule.
    #[test]
    fn angles_turn_about_x_y_and_z() {
        let turned = |angles: [f64; 3], vector: [f64; 3]| {
            basis_yxz(angles).map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum::<f64>() as f32)
        };
        near(&turned([90.0, 0.0, 0.0], [0.0, 1.0, 0.0]), &[0.0, 0.0, 1.0]);
        near(&turned([0.0, 90.0, 0.0], [0.0, 0.0, 1.0]), &[1.0, 0.0, 0.0]);
        near(&turned([0.0, 0.0, 90.0], [1.0, 0.0, 0.0]), &[0.0, 1.0, 0.0]);
    }

    /// The text gives the way back: pitch = asin(-R[1][2]), yaw = atan2(R[0][2], R[2][2]), roll = atan2(R[1][0], R[1][1]).
    #[test]
    fn angles_come_back_from_the_basis() {
        let angles = [-35.0, 120.0, 15.0];
        let basis = basis_yxz(angles);
        let found = [(-basis[1][2]).asin(), basis[0][2].atan2(basis[2][2]), basis[1][0].atan2(basis[1][1])];
        near(&found.map(|radians| radians.to_degrees() as f32), &angles.map(|degrees| degrees as f32));
    }
}
