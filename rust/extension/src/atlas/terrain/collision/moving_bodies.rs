//! The bodies that move in the scene, for collision around them.

use godot::classes::{Node, PhysicsBody3D, SceneTree, StaticBody3D};
use godot::prelude::*;
use std::cell::RefCell;
use std::rc::Rc;

/// Keeps count of the bodies as they enter and leave.
pub(crate) struct Bodies {
    tree: InstanceId,
    added: Callable,
    known: Rc<RefCell<Vec<InstanceId>>>,
}

impl Bodies {
    pub(crate) fn watch(mut tree: Gd<SceneTree>) -> Self {
        let known = Rc::new(RefCell::new(Vec::new()));
        if let Some(root) = tree.get_root() {
            let found = root.find_children_ex("*").type_("PhysicsBody3D").owned(false).done();
            known.borrow_mut().extend(found.iter_shared().filter(moves).map(|node| node.instance_id()));
        }
        let entering = Rc::clone(&known);
        let added = Callable::from_fn("AtlasTerrain.body_added", move |arguments: &[&Variant]| {
            let node = arguments.first().and_then(|node| node.try_to::<Gd<Node>>().ok());
            if let Some(node) = node.filter(moves) {
                let mut known = entering.borrow_mut();
                // A body that moves to another parent leaves and enters.
                if !known.contains(&node.instance_id()) {
                    known.push(node.instance_id());
                }
            }
        });
        tree.connect("node_added", &added);
        Self { tree: tree.instance_id(), added, known }
    }

    /// Where the bodies are.
    pub(crate) fn positions(&self) -> Vec<Vector3> {
        let mut positions = Vec::new();
        self.known.borrow_mut().retain(|id| {
            let Ok(body) = Gd::<PhysicsBody3D>::try_from_instance_id(*id) else { return false };
            let inside = body.is_inside_tree();
            if inside {
                positions.push(body.get_global_position());
            }
            inside
        });
        positions
    }
}

impl Drop for Bodies {
    fn drop(&mut self) {
        if let Ok(mut tree) = Gd::<SceneTree>::try_from_instance_id(self.tree) {
            tree.disconnect("node_added", &self.added);
        }
    }
}

fn moves(node: &Gd<Node>) -> bool {
    let is_body = node.clone().try_cast::<PhysicsBody3D>().is_ok();
    is_body && node.clone().try_cast::<StaticBody3D>().is_err()
}
