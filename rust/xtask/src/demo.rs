//! `cargo xtask demo`: the sample project in Godot, with every sample map or one of the user's.

use crate::build::{self, Library};
use crate::failure::{Context, Failure, Outcome};
use crate::godot::Godot;
use crate::harness::suites::Renderer;
use crate::process::{self, Ending};
use crate::projects;
use crate::workspace;
use crate::xvfb::Xvfb;
use std::env::var_os;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

/// What `demo` takes.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// A map to open; without it the samples are there to choose from
    file: Option<PathBuf>,
    /// Open no window: print what is in the map, or in every sample
    #[arg(long)]
    headless: bool,
}

/// Long enough for the first import and the largest map on a slow machine.
const LIMIT: Duration = Duration::from_mins(10);

pub(crate) fn run(options: &Options) -> Outcome<ExitCode> {
    let file = options.file.as_deref().map(absolute).transpose()?;
    build::build(Library::Development)?;
    projects::write_samples()?;
    let godot = Godot::find()?;
    let project = workspace::sample_project();
    for fault in projects::import(&godot, &project, LIMIT)? {
        eprintln!("import: {fault}");
    }
    if has_display() && !options.headless {
        return open_window(&mut with_file(godot.windowed(&project), &[], file.as_deref()));
    }
    if !report(with_file(godot.headless(&project), &["--report"], file.as_deref()))? {
        return Ok(ExitCode::FAILURE);
    }
    take_pictures(&godot, &project, file.as_deref())?;
    Ok(ExitCode::SUCCESS)
}

/// Godot runs in the project's folder, so the file has to be named from the root.
fn absolute(file: &Path) -> Outcome<PathBuf> {
    fs::canonicalize(file).context(file.display())
}

fn has_display() -> bool {
    if !cfg!(target_os = "linux") {
        return true;
    }
    ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| var_os(name).is_some_and(|value| !value.is_empty()))
}

/// Adds what the sample project itself reads, see `command_line.gd`.
fn with_file(mut godot: Command, options: &[&str], file: Option<&Path>) -> Command {
    godot.arg("--").args(options).args(file);
    godot
}

fn open_window(godot: &mut Command) -> Outcome<ExitCode> {
    let status = godot.status().context("starting Godot")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Prints what is in each map. Returns whether all of them opened.
fn report(mut godot: Command) -> Outcome<bool> {
    let watched = process::watch(&mut godot, LIMIT)?;
    print!("{}", watched.log);
    match watched.ending {
        Ending::Exited(code) => Ok(code == 0),
        Ending::Crashed(signal) => Err(Failure::new(format!("Godot crashed, signal {signal}"))),
        Ending::Hung => Err(Failure::new("Godot hung and was killed")),
    }
}

/// Leaves a picture of each map, where there is a screen to draw it on.
fn take_pictures(godot: &Godot, project: &Path, file: Option<&Path>) -> Outcome<()> {
    let Some(screen) = Xvfb::start()? else {
        println!("No pictures: Xvfb is not installed.");
        return Ok(());
    };
    let folder = workspace::target().join("demo");
    fs::create_dir_all(&folder).context(folder.display())?;
    let place = folder.display().to_string();
    let option = format!("--pictures={place}");
    let command = Renderer::Compatibility.command(godot, project, &screen);
    let watched = process::watch(&mut with_file(command, &[&option], file), LIMIT)?;
    let pictures: Vec<&str> = watched.log.lines().filter(|line| line.trim().starts_with(&place)).collect();
    if pictures.is_empty() {
        return Err(Failure::new(format!("no picture was taken\n{}", watched.log)));
    }
    println!("Pictures:\n{}", pictures.join("\n"));
    Ok(())
}
