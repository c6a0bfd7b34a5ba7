//! Colors of lights and skies.

/// A color: red, green, blue, 0 to 1.
pub type Rgb = [f64; 3];
