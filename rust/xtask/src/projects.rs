//! The two Godot projects of the repository, made ready to be opened.

use crate::failure::{Context, Failure, Outcome};
use crate::godot::Godot;
use crate::harness::log;
use crate::process::{self, Ending};
use crate::workspace;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// Writes the sample maps, with their images and models, into both projects.
pub(crate) fn write_samples() -> Outcome<()> {
    for project in [workspace::sample_project(), workspace::test_project()] {
        run_samples(&[], &project)?;
    }
    Ok(())
}

/// Writes the large maps that the benches read, where no import sees them.
pub(crate) fn write_bench_maps() -> Outcome<()> {
    let maps = workspace::test_project().join("benches/maps");
    run_samples(&["--large"], &maps)?;
    fs::write(maps.join(".gdignore"), "").context(maps.display())
}

fn run_samples(options: &[&str], folder: &Path) -> Outcome<()> {
    let mut cargo = workspace::cargo();
    cargo.args(["run", "--quiet", "--package", "mapwright-samples", "--"]).args(options).arg(folder);
    process::succeed(&mut cargo, "writing the sample maps")
}

/// Gives `project` the addon where git could not make the link, as on Windows.
pub(crate) fn link_addon(project: &Path) -> Outcome<()> {
    let addons = project.join("addons");
    if addons.join("mapwright/mapwright.gdextension").is_file() {
        return Ok(());
    }
    if addons.is_file() {
        fs::remove_file(&addons).context(addons.display())?;
    }
    copy_folder(&workspace::root().join("addons"), &addons)
}

/// Imports `project` in one pass. Returns what its log complains about.
pub(crate) fn import(godot: &Godot, project: &Path, limit: Duration) -> Outcome<Vec<String>> {
    link_addon(project)?;
    let watched = process::watch(godot.headless(project).arg("--import"), limit)?;
    let mut faults = log::faults(&watched.log);
    match watched.ending {
        Ending::Exited(0) => {}
        Ending::Exited(code) => faults.push(format!("the import ended with exit code {code}")),
        Ending::Crashed(signal) => faults.push(format!("the import crashed with signal {signal}")),
        Ending::Hung => {
            return Err(Failure::new(format!("the import hung and was killed\n{}", watched.log)));
        }
    }
    if !faults.is_empty() {
        eprintln!("{}", watched.log);
    }
    Ok(faults)
}

/// Copies `from` with everything in it to `to`.
pub(crate) fn copy_folder(from: &Path, to: &Path) -> Outcome<()> {
    fs::create_dir_all(to).context(to.display())?;
    for entry in fs::read_dir(from).context(from.display())? {
        let entry = entry.context(from.display())?;
        let (source, copy) = (entry.path(), to.join(entry.file_name()));
        if source.is_dir() {
            copy_folder(&source, &copy)?;
        } else {
            fs::copy(&source, &copy).context(source.display())?;
        }
    }
    Ok(())
}
