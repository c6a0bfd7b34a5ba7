//! `cargo xtask package`: the folder that users copy into their projects.

use crate::build::{self, Library};
use crate::failure::{Context, Outcome};
use crate::projects;
use crate::workspace;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

/// What goes beside the addon's own files.
const TEXTS: [&str; 3] = ["CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"];

/// Makes the package and says where it is.
pub(crate) fn run() -> Outcome<ExitCode> {
    for library in [Library::Editor, Library::Export] {
        build::build(library)?;
    }
    let package = workspace::target().join("package");
    if package.exists() {
        fs::remove_dir_all(&package).context(package.display())?;
    }
    let addon = package.join("addons/mapwright");
    projects::copy_folder(&workspace::addon(), &addon)?;
    remove_what_only_a_checkout_needs(&addon)?;
    for name in TEXTS {
        fs::copy(workspace::root().join(name), addon.join(name)).context(name)?;
    }
    println!("{}", workspace::shown(&package));
    Ok(ExitCode::SUCCESS)
}

fn remove_what_only_a_checkout_needs(addon: &Path) -> Outcome<()> {
    let keeper = addon.join("bin/.gitkeep");
    fs::remove_file(&keeper).context(keeper.display())
}
