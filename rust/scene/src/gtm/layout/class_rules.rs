//! What the builder has to know of an entity's class.

/// How an entity of a class is built.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ClassRules {
    /// Whether the class is known, and as what.
    pub form: ClassForm,
    /// Where an entity with solids has its origin.
    pub origin: OriginRule,
    /// How its solids collide.
    pub collision: CollisionRule,
    /// What becomes of its solids.
    pub solids: SolidUse,
    /// Whether it stays where it is, so that its faces may hide those of others.
    pub is_static: bool,
    /// Whether its meshes ignore the `_phong` property.
    pub ignores_phong: bool,
    /// The properties that the class declares.
    pub declared: Vec<String>,
    /// The properties that name another entity or its own.
    pub target_keys: Vec<String>,
}

/// What a class is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ClassForm {
    /// No definition names it; its solids decide.
    #[default]
    Unknown,
    /// Entities at a point.
    Point,
    /// Entities with solids.
    Solid,
}

/// Where an entity with solids has its origin. Section 5 of `docs/formats/gtm-nodes.md`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OriginRule {
    /// The middle of the box around its origin brushes, else around all its solids.
    #[default]
    Brush,
    /// The middle of the box around all corners.
    BoundsCenter,
    /// The least corner of that box.
    BoundsMins,
    /// The greatest corner of that box.
    BoundsMaxs,
    /// The mean of all face corners.
    Averaged,
    /// The `origin` property.
    Absolute,
    /// The `origin` property from the middle of the box.
    Relative,
}

/// How solids collide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CollisionRule {
    /// Not at all.
    #[default]
    None,
    /// A hull a brush, triangles for what is no brush.
    Convex,
    /// Triangles.
    Concave,
}

/// What becomes of the solids of an entity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SolidUse {
    /// They are drawn.
    #[default]
    Drawn,
    /// They are not drawn.
    Hidden,
    /// Only the box around them is used.
    Volume,
}

impl ClassRules {
    /// The rules for classes that no definition names.
    pub const fn unknown() -> Self {
        Self {
            form: ClassForm::Unknown,
            origin: OriginRule::Brush,
            collision: CollisionRule::None,
            solids: SolidUse::Drawn,
            is_static: true,
            ignores_phong: false,
            declared: Vec::new(),
            target_keys: Vec::new(),
        }
    }

    /// Whether `key` names another entity, so that a prefab's fixup goes in front of it. Section 11.
    pub fn is_target(&self, key: &str) -> bool {
        const ALWAYS: [&str; 4] = ["targetname", "target", "destination", "call_target"];
        const UNLESS_DECLARED: [&str; 3] = ["target", "killtarget", "parent"];
        let is_in = |keys: &[String]| keys.iter().any(|other| other == key);
        ALWAYS.contains(&key)
            || is_in(&self.target_keys)
            || (UNLESS_DECLARED.contains(&key) && !is_in(&self.declared))
    }
}

/// Whoever knows the classes.
pub trait Classes {
    /// The rules for a class.
    fn rules(&self, classname: &str) -> &ClassRules;
}
