//! Programs of another Linux system that run from a folder of their own.
//!
//! Their copies name that folder's dynamic loader and libraries in themselves, so that they run as any other
//! program does, know their own path, and need no variable that other programs would inherit.

use crate::failure::{Context, Failure, Outcome};
use crate::godot::version;
use crate::process;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const GODOT: &str = "usr/bin/godot";
const RELEASE_TEMPLATE: &str = "usr/bin/godot-template-release";
const VULKAN_DRIVER: &str = "vulkan-driver.json";

/// A root folder with Godot in it.
pub(crate) struct Root {
    folder: PathBuf,
}

impl Root {
    /// The root in `folder`, if the Godot in it starts.
    pub(crate) fn open(folder: &Path) -> Option<Self> {
        version::of(&folder.join(GODOT)).is_ok().then(|| Self { folder: folder.to_owned() })
    }

    /// Makes the programs in `fresh` run once the folder is at `place`.
    pub(crate) fn prepare(fresh: &Path, place: &Path) -> Outcome<()> {
        let patcher = Patcher::new(fresh)?;
        patcher.drop_search_paths()?;
        for program in [GODOT, RELEASE_TEMPLATE] {
            patcher.relocate(program, place)?;
        }
        let driver = vulkan_driver(&place.join(&patcher.libraries));
        fs::write(fresh.join(VULKAN_DRIVER), driver).context(VULKAN_DRIVER)
    }

    pub(crate) fn godot(&self) -> PathBuf {
        self.folder.join(GODOT)
    }

    /// What tells Mesa's loaders where their drivers are, and the suites where the program is that an exported
    /// game is made of.
    pub(crate) fn variables(&self) -> Vec<(&'static str, OsString)> {
        let path = |part: &str| self.folder.join(part).into_os_string();
        vec![
            ("VK_DRIVER_FILES", path(VULKAN_DRIVER)),
            ("__EGL_VENDOR_LIBRARY_DIRS", path("usr/share/glvnd/egl_vendor.d")),
            ("MAPWRIGHT_RELEASE_TEMPLATE", path(RELEASE_TEMPLATE)),
        ]
    }
}

/// The patchelf of a root folder, run with that folder's own libraries.
struct Patcher<'a> {
    root: &'a Path,
    /// Where the root keeps its libraries: `usr/lib/` and the name of the processor and system.
    libraries: PathBuf,
    loader: OsString,
}

impl<'a> Patcher<'a> {
    fn new(root: &'a Path) -> Outcome<Self> {
        let parent = Path::new("usr/lib");
        let mut folders = names_in(&root.join(parent))?.into_iter().map(|name| parent.join(name));
        let libraries = folders
            .find(|folder| root.join(folder).join("libc.so.6").exists())
            .ok_or_else(|| Failure::new(format!("{} has no C library", root.display())))?;
        let loader = names_in(&root.join(&libraries))?
            .into_iter()
            .find(|name| name.to_string_lossy().starts_with("ld-linux"))
            .ok_or_else(|| Failure::new(format!("{} has no dynamic loader", root.display())))?;
        Ok(Self { root, libraries, loader })
    }

    fn command(&self) -> Command {
        let libraries = self.root.join(&self.libraries);
        let mut command = Command::new(libraries.join(&self.loader));
        command.arg("--library-path").arg(&libraries).arg(self.root.join("usr/bin/patchelf"));
        command
    }

    /// Libraries with a search path of their own would not use that of the program.
    fn drop_search_paths(&self) -> Outcome<()> {
        let folder = self.root.join(&self.libraries);
        let mut patchelf = self.command();
        patchelf.arg("--remove-rpath");
        for name in names_in(&folder)? {
            let is_library = name.to_string_lossy().contains(".so");
            if is_library && folder.join(&name).symlink_metadata().is_ok_and(|data| data.is_file()) {
                patchelf.arg(folder.join(name));
            }
        }
        process::quietly_succeed(&mut patchelf, "patchelf")
    }

    /// Replaces `program` by a copy that finds its loader and libraries under `place`.
    fn relocate(&self, program: &str, place: &Path) -> Outcome<()> {
        let libraries = place.join(&self.libraries);
        let search = std::env::join_paths([libraries.clone(), libraries.join("pulseaudio")]);
        let copy = self.root.join(program).with_extension("relocated");
        let mut patchelf = self.command();
        patchelf.arg("--set-interpreter").arg(libraries.join(&self.loader));
        // The older kind of search path, which holds for the libraries of libraries as well.
        patchelf.arg("--force-rpath").arg("--set-rpath").arg(search.context(place.display())?);
        patchelf.arg("--output").arg(&copy).arg(self.root.join(program));
        process::quietly_succeed(&mut patchelf, "patchelf")?;
        fs::rename(&copy, self.root.join(program)).context(program)
    }
}

fn names_in(folder: &Path) -> Outcome<Vec<OsString>> {
    let entries = fs::read_dir(folder).context(folder.display())?;
    entries
        .map(|entry| entry.map(|entry| entry.file_name()))
        .collect::<Result<_, _>>()
        .context(folder.display())
}

/// A description of Mesa's software driver, as the Vulkan loader reads it.
fn vulkan_driver(libraries: &Path) -> String {
    let library = libraries.join("libvulkan_lvp.so").display().to_string();
    let library = library.replace('\\', "\\\\").replace('"', "\\\"");
    format!(
        "{{\n  \"file_format_version\": \"1.0.1\",\n  \
        \"ICD\": {{ \"api_version\": \"1.4.0\", \"library_path\": \"{library}\" }}\n}}\n"
    )
}
