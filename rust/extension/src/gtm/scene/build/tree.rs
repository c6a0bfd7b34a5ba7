//! The tree that is built: every node belongs to the root, so that the scene can be saved.

use godot::prelude::*;

/// The nodes under a root.
pub(crate) struct Tree {
    root: Gd<Node3D>,
}

impl Tree {
    pub(crate) fn new(name: &str) -> Self {
        let mut root = Node3D::new_alloc();
        root.set_name(name);
        Self { root }
    }

    pub(crate) fn root(&self) -> &Gd<Node3D> {
        &self.root
    }

    pub(crate) fn into_root(self) -> Gd<Node3D> {
        self.root
    }

    /// Adds `child`, which has its name already, under `parent`.
    pub(crate) fn add(&self, parent: &Gd<Node>, child: &Gd<Node>) {
        let mut child = child.clone();
        parent.clone().add_child_ex(&child).force_readable_name(true).done();
        child.set_owner(&self.root);
    }

    /// Adds `child` at the top.
    pub(crate) fn add_to_root(&self, child: &Gd<Node>) {
        self.add(&self.root.clone().upcast(), child);
    }
}
