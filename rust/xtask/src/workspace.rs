//! Where things are in the repository.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The repository's folder. Known when this program is compiled: it always runs from its own checkout.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the crate lies two folders deep")
}

/// The folder that users copy into their projects.
pub(crate) fn addon() -> PathBuf {
    root().join("addons/mapwright")
}

/// The project that the suites and benches run in.
pub(crate) fn test_project() -> PathBuf {
    root().join("tests/project")
}

/// The project that `demo` opens.
pub(crate) fn sample_project() -> PathBuf {
    root().join("godot-project")
}

/// The files that other programs wrote, where they are.
pub(crate) fn interop() -> Option<PathBuf> {
    let named = std::env::var_os("MAPWRIGHT_INTEROP").map(PathBuf::from);
    named.or_else(|| Some(root().parent()?.join("shared/interop"))).filter(|folder| folder.is_dir())
}

/// Cargo's output folder.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |folder| root().join(folder))
}

/// Cargo, the one that runs this program where one does.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")));
    command.current_dir(root());
    command
}

/// `path` as the user would write it from the repository's folder.
pub(crate) fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}
