//! What the faces of a texture are for, told by its name. Section 10 of `docs/formats/gtm-nodes.md`.

/// What a face is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum TextureClass {
    /// It draws and collides.
    #[default]
    Solid,
    /// It marks an entity's origin; it neither draws nor collides.
    Origin,
    /// It neither draws nor collides.
    Skip,
    /// It only collides.
    Clip,
    /// It collides, and hides what is behind it from being drawn.
    Occluder,
}

impl TextureClass {
    /// Whether such faces draw.
    pub const fn draws(self) -> bool {
        matches!(self, Self::Solid)
    }

    /// Whether such faces collide.
    pub const fn collides(self) -> bool {
        !matches!(self, Self::Origin | Self::Skip)
    }
}

/// The names of the textures with a meaning of their own, compared without regard to case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextureRules {
    /// Neither draws nor collides.
    pub skip: Vec<String>,
    /// Collides only.
    pub clip: Vec<String>,
    /// Marks an entity's origin.
    pub origin: Vec<String>,
    /// Collides only.
    pub sky: Vec<String>,
}

impl Default for TextureRules {
    fn default() -> Self {
        let only = |name: &str| vec![name.to_owned()];
        Self {
            skip: only("special/skip"),
            clip: only("special/clip"),
            origin: only("special/origin"),
            sky: only("special/sky"),
        }
    }
}

impl TextureRules {
    /// What the faces with this texture are for.
    pub fn class_of(&self, name: &str) -> TextureClass {
        let lower = name.to_lowercase();
        let is_one_of = |names: &[String]| names.iter().any(|other| other.to_lowercase() == lower);
        let tool = lower.rsplit('/').next().unwrap_or_default();
        if is_one_of(&self.origin) || tool == "origin" {
            return TextureClass::Origin;
        }
        if is_one_of(&self.skip) || ["skip", "hint", "hintskip", "null", "areaportal"].contains(&tool) {
            return TextureClass::Skip;
        }
        if tool == "occluder" {
            return TextureClass::Occluder;
        }
        let is_clip = is_one_of(&self.clip)
            || is_one_of(&self.sky)
            || ["clip", "sky", "trigger", "nodraw", "caulk", "playerclip"].contains(&tool)
            || ["special/", "tools/", "gt/"].iter().any(|folder| lower.starts_with(folder));
        if is_clip { TextureClass::Clip } else { TextureClass::Solid }
    }
}
