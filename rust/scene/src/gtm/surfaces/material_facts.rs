//! What the project says of a material.

/// What the builder has to know of a material.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct MaterialFacts {
    /// The size that the material or its image has, in map units a repeat; `None` when nothing tells it.
    pub size: Option<[f64; 2]>,
    /// Whether nothing is seen through it and only its front is drawn.
    pub is_opaque: bool,
}
