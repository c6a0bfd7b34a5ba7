//! From Torque's axes to Godot's.

/// A position, direction or offset of Torque's with Y up.
pub const fn position([x, y, z]: [f32; 3]) -> [f32; 3] {
    [x, z, -y]
}

/// The place on the ground, in Torque's x and y, of (x, z) with Y up.
pub const fn to_torque([x, z]: [f32; 2]) -> [f32; 2] {
    [x, -z]
}
