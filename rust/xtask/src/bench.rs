//! `cargo xtask bench`: the benches in headless Godot, with the optimised library.

use crate::build::{self, Library};
use crate::failure::Outcome;
use crate::godot::Godot;
use crate::harness::run;
use crate::harness::suites;
use crate::projects;
use crate::workspace;
use std::process::ExitCode;
use std::time::Duration;

/// What `bench` takes.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Run only the benches whose path contains one of these
    names: Vec<String>,
}

/// A bench measures slow baselines, several times each.
const LIMIT: Duration = Duration::from_hours(1);

pub(crate) fn run(options: &Options) -> Outcome<ExitCode> {
    build::build(Library::Editor)?;
    projects::write_samples()?;
    projects::write_bench_maps()?;
    let godot = Godot::find()?.with_own_home();
    let project = workspace::test_project();
    let mut faults = projects::import(&godot, &project, LIMIT)?;
    for bench in suites::find("benches", "_bench.gd", &options.names)? {
        println!("\n== {bench}");
        let verdict = run::run(godot.headless(&project), &bench, LIMIT)?;
        for line in verdict.log.lines().filter(|line| line.starts_with("  ")) {
            println!("{line}");
        }
        if !verdict.faults.is_empty() {
            println!("{}", verdict.log);
        }
        faults.extend(verdict.faults);
    }
    for fault in &faults {
        eprintln!("{fault}");
    }
    Ok(if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
