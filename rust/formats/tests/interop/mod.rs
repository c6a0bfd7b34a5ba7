//! Files that other programs wrote, which stay outside the project.

use std::path::{Path, PathBuf};

/// The folder `name` of the interop files; `None`, and a line that says so, where they are not there.
pub(crate) fn folder(name: &str) -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/interop");
    let root = std::env::var_os("MAPWRIGHT_INTEROP").map_or(beside, PathBuf::from);
    let folder = root.join(name);
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("skipped: {} is not there", folder.display());
    None
}
