//! Resources and images by path.

use godot::classes::{FileAccess, Image, ImageTexture, Resource, ResourceLoader, Texture2D};
use godot::prelude::*;

/// The resource at a path; `None` where there is none, or one of another kind.
pub(crate) fn load<T: Inherits<Resource>>(path: &str) -> Option<Gd<T>> {
    let mut loader = ResourceLoader::singleton();
    if path.is_empty() || !loader.exists(path) {
        return None;
    }
    loader.load(path)?.try_cast().ok()
}

/// An image that the project did not import, as a game finds it in `user://`.
pub(crate) fn load_image(path: &str) -> Option<Gd<Texture2D>> {
    if path.starts_with("res://") || !FileAccess::file_exists(path) {
        return None;
    }
    let mut image = Image::load_from_file(path)?;
    image.generate_mipmaps();
    ImageTexture::create_from_image(&image).map(Gd::upcast)
}
