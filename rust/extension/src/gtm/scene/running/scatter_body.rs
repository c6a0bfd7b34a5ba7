//! `GtmScatterBody`: a body with one shape in many places.

use super::body_ids::own_id;
use crate::gtm::scene::build::bodies::clear_shapes;
use godot::classes::{Shape3D, StaticBody3D};
use godot::prelude::*;
use mapwright_scene::gtm::world::scatter::BUFFER_STRIDE;

/// A static body that has one shape in many places without a node for each, as [method GtmFile.build_scene] makes it of
/// scatter sets that collide.
#[derive(GodotClass)]
#[class(tool, init, base = StaticBody3D)]
pub(crate) struct GtmScatterBody {
    /// The shape that all places share.
    #[var(set = set_shape, usage_flags = [STORAGE])]
    shape: Option<Gd<Shape3D>>,
    /// The places, twelve floats each: row by row the basis and, as every fourth number, the origin.
    #[var(set = set_places, usage_flags = [STORAGE])]
    places: PackedFloat32Array,
    base: Base<StaticBody3D>,
}

#[godot_api]
impl GtmScatterBody {
    #[func]
    pub(crate) fn set_shape(&mut self, shape: Option<Gd<Shape3D>>) {
        self.shape = shape;
        self.restore();
    }

    #[func]
    pub(crate) fn set_places(&mut self, places: PackedFloat32Array) {
        self.places = places;
        self.restore();
    }

    /// The id of the scatter set in its map, -1 where the body has no shape of this index.
    #[func]
    fn get_hit_node_id(&self, shape_index: i64) -> i64 {
        own_id(&self.to_gd().upcast(), shape_index)
    }

    /// Gives the body its shapes, once both parts are there.
    fn restore(&mut self) {
        let Some(shape) = self.shape.clone() else { return };
        let places = self.places.clone();
        let owner = self.to_gd();
        let mut body = self.base_mut();
        clear_shapes(&mut body);
        for place in places.as_slice().as_chunks::<BUFFER_STRIDE>().0 {
            let id = body.create_shape_owner(&owner);
            body.shape_owner_set_transform(id, transform(place));
            body.shape_owner_add_shape(id, &shape);
        }
    }
}

fn transform(rows: &[f32; BUFFER_STRIDE]) -> Transform3D {
    let row = |row: usize| Vector3::new(rows[row * 4], rows[row * 4 + 1], rows[row * 4 + 2]);
    let basis = Basis::from_rows(row(0), row(1), row(2));
    Transform3D::new(basis, Vector3::new(rows[3], rows[7], rows[11]))
}
