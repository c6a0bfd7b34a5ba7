//! Torque Atlas terrains: `.atlas`, `.chu` and `.tqt`.
