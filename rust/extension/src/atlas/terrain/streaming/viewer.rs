//! The camera that a terrain is drawn for.

use godot::classes::camera_3d::{KeepAspect, ProjectionType};
use godot::classes::{Camera3D, EditorInterface, Engine, Node3D, Viewport};
use godot::prelude::*;
use mapwright_scene::atlas::lod::View;

/// A screen that nothing is drawn on yet has this height.
const LEAST_HEIGHT: f32 = 16.0;

/// Who looks at the terrain: the editor's camera in the editor, else `viewer`, else the viewport's camera. `placed` is
/// the terrain's own transform.
pub(crate) fn view_of(terrain: &Gd<Node3D>, viewer: &NodePath, placed: Transform3D) -> Option<View> {
    let viewport = if Engine::singleton().is_editor_hint() {
        EditorInterface::singleton().get_editor_viewport_3d()?.upcast::<Viewport>()
    } else {
        terrain.get_viewport()?
    };
    let chosen = (!Engine::singleton().is_editor_hint() && !viewer.is_empty())
        .then(|| terrain.try_get_node_as::<Node3D>(viewer))
        .flatten();
    let camera = match &chosen {
        Some(node) => node.clone().try_cast::<Camera3D>().ok(),
        None => None,
    };
    let camera = camera.or_else(|| viewport.get_camera_3d());
    let eye = match (&chosen, &camera) {
        (Some(node), _) => node.get_global_position(),
        (None, Some(camera)) => camera.get_global_position(),
        (None, None) => return None,
    };
    let eye = placed.affine_inverse() * eye;
    let eye = [eye.x, eye.y, eye.z];
    let screen = viewport.get_visible_rect().size;
    let height = screen.y.max(LEAST_HEIGHT);
    let Some(camera) = camera else {
        // A field of view as cameras have it.
        return Some(View::perspective(eye, 75.0_f32.to_radians(), height));
    };
    // Cameras that keep their width mean that by size and field of view.
    let keeps_width = camera.get_keep_aspect_mode() == KeepAspect::WIDTH;
    let height = if keeps_width { screen.x.max(LEAST_HEIGHT) } else { height };
    Some(match camera.get_projection() {
        ProjectionType::ORTHOGONAL => {
            let stretch = placed.basis.get_scale();
            let most = stretch.x.max(stretch.y).max(stretch.z).max(f32::MIN_POSITIVE);
            View::orthogonal(eye, camera.get_size() / most, height)
        }
        // A frustum's size is that of its near plane; its field of view follows from both.
        ProjectionType::FRUSTUM => {
            let half = camera.get_size() / (2.0 * camera.get_near().max(f32::MIN_POSITIVE));
            View::perspective(eye, 2.0 * half.atan(), height)
        }
        _ => View::perspective(eye, camera.get_fov().to_radians(), height),
    })
}
