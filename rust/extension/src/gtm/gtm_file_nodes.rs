//! Changing a map node by node from GDScript.

use super::gtm_file::GtmFile;
use super::open::failure;
use super::{from_godot, to_godot};
use crate::errors::guarded;
use godot::prelude::*;
use mapwright_formats::gtm::Place;

#[godot_api(secondary)]
impl GtmFile {
    /// Adds [param node] with what stands under its [code]children[/code], under the node with [param parent_id] or at the
    /// top for 0, before the sibling at [param index] or at the end for -1. Gives the node's id, 0 after a failure.
    ///
    /// Ids that are missing, 0 or taken are replaced by fresh ones; the others stay, so that a node that
    /// [method remove_node] gave comes back as it was.
    ///
    /// What the format has no place for is refused: at the top anything but layers, below another node a layer, and nodes
    /// below brushes, meshes, terrains, scatter sets and instances.
    #[func]
    fn add_node(
        &mut self,
        node: VarDictionary,
        #[opt(default = 0)] parent_id: i64,
        #[opt(default = -1)] index: i64,
    ) -> i64 {
        let added = guarded(|| {
            let entries = from_godot::dictionary(&node, "node").map_err(|error| failure("", &error))?;
            let place = place(parent_id, index);
            self.document_mut()?.add_node(entries, place).map_err(|error| failure("", &error))
        });
        self.answer(added).unwrap_or(0)
    }

    /// Takes the node with [param id] and all under it out of the map. Gives what [method add_node] needs to undo it:
    /// [code]node[/code] ([Dictionary]), [code]parent_id[/code] and [code]index[/code] ([int]); empty after a failure.
    #[func]
    fn remove_node(&mut self, id: i64) -> VarDictionary {
        let removed = guarded(|| {
            let document = self.document_mut()?;
            let node = document.find_node(id).map(to_godot::node).unwrap_or_default();
            let (_, place) = document.remove_node(id).map_err(|error| failure("", &error))?;
            let mut undo = place_to_godot(place);
            undo.set("node", &node);
            Ok(undo)
        });
        self.answer(removed).unwrap_or_default()
    }

    /// Moves the node with [param id] and all under it to another place; see [method add_node] for the places that there are.
    /// Gives where it was, [code]parent_id[/code] and [code]index[/code], which undoes the move; empty after a failure.
    #[func]
    fn move_node(&mut self, id: i64, parent_id: i64, #[opt(default = -1)] index: i64) -> VarDictionary {
        let moved = guarded(|| {
            let place = place(parent_id, index);
            self.document_mut()?.move_node(id, place).map_err(|error| failure("", &error))
        });
        self.answer(moved.map(place_to_godot)).unwrap_or_default()
    }
}

/// A place as methods take it: before the sibling at `index`, or at the end when it is negative.
fn place(parent: i64, index: i64) -> Place {
    Place { parent, index: usize::try_from(index).unwrap_or(usize::MAX) }
}

fn place_to_godot(place: Place) -> VarDictionary {
    vdict! { "parent_id" => place.parent, "index" => place.index as i64 }
}
