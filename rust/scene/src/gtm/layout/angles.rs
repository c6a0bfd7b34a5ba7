//! Angles of nodes and the rotations they stand for. Sections 1 and 5 of `docs/formats/gtm-nodes.md`.

use glam::{DMat3, DVec3};
use mapwright_formats::gtm::nodes::Properties;

/// What a class's node gets when nothing tells its rotation.
const UNTURNED: DVec3 = DVec3::new(0.0, 180.0, 0.0);

/// The rotation of pitch, yaw and roll in degrees: yaw about y, then pitch about x, then roll about z.
pub fn basis(angles: DVec3) -> DMat3 {
    let [pitch, yaw, roll] = angles.to_array().map(f64::to_radians);
    DMat3::from_rotation_y(yaw) * DMat3::from_rotation_x(pitch) * DMat3::from_rotation_z(roll)
}

/// Pitch, yaw and roll in degrees of a rotation.
pub fn angles_of(basis: DMat3) -> DVec3 {
    let row_column = |row: usize, column: usize| basis.col(column)[row];
    DVec3::new(
        (-row_column(1, 2)).clamp(-1.0, 1.0).asin(),
        row_column(0, 2).atan2(row_column(2, 2)),
        row_column(1, 0).atan2(row_column(1, 1)),
    )
    .map(f64::to_degrees)
}

/// The rotation that an `angles`, `mangle` or `angle` property states, which replaces the node's own; `None` without
/// such a property. The text says what is wrong with one.
pub fn override_of(classname: &str, properties: &Properties<'_>) -> Option<Result<DVec3, String>> {
    if let Some(text) = properties.get("angles") {
        return Some(three(text, "angles").map(|[a, b, c]| DVec3::new(-a, b + 180.0, -c)));
    }
    if let Some(text) = properties.get("mangle") {
        return Some(three(text, "mangle").map(|[a, b, c]| {
            if classname.starts_with("light") {
                DVec3::new(b, a + 180.0, -c)
            } else if classname == "info_intermission" {
                DVec3::new(a, b + 180.0, -c)
            } else {
                DVec3::new(-a, b + 180.0, -c)
            }
        }));
    }
    let angle = properties.get("angle")?.trim().parse::<f64>().unwrap_or(0.0);
    Some(Ok(match angle {
        -1.0 => DVec3::new(90.0, 180.0, 0.0),
        -2.0 => DVec3::new(-90.0, 180.0, 0.0),
        _ => DVec3::new(0.0, angle + 180.0, 0.0),
    }))
}

/// The rotation of a node whose override is wrong, or that has solids where its class wants none.
pub const fn unturned() -> DVec3 {
    UNTURNED
}

fn three(text: &str, key: &str) -> Result<[f64; 3], String> {
    let numbers = crate::gtm::text::numbers(text);
    numbers
        .first_chunk()
        .copied()
        .ok_or_else(|| format!("its property {key} is {text:?}, three numbers expected"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: DVec3, expected: DVec3) {
        assert!(found.abs_diff_eq(expected, 1e-9), "{found} found, {expected} expected");
    }

    /// A quarter turn about each axis, from the right hand rule.
    #[test]
    fn pitch_turns_about_x_yaw_about_y_and_roll_about_z() {
        near(basis(DVec3::new(90.0, 0.0, 0.0)) * DVec3::Y, DVec3::Z);
        near(basis(DVec3::new(0.0, 90.0, 0.0)) * DVec3::Z, DVec3::X);
        near(basis(DVec3::new(0.0, 0.0, 90.0)) * DVec3::X, DVec3::Y);
    }

    /// Roll comes first, then pitch, then yaw: y goes to -x by roll, stays there by pitch, goes to z by yaw.
    #[test]
    fn angles_are_applied_in_godot_s_order() {
        near(basis(DVec3::new(90.0, 90.0, 90.0)) * DVec3::Y, DVec3::Z);
    }

    #[test]
    fn angles_come_back_from_the_basis() {
        let angles = DVec3::new(-35.0, 120.0, 15.0);
        near(angles_of(basis(angles)), angles);
    }
}
