//! Mapwright's own commands: `cargo xtask build|demo|test|bench|package`.

mod bench;
mod build;
mod demo;
mod failure;
mod godot;
mod harness;
mod package;
mod process;
mod projects;
mod test;
mod workspace;
mod xvfb;

use clap::{Parser, Subcommand};
use failure::Outcome;
use std::process::ExitCode;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Builds, shows, tests, measures and packs Mapwright")]
struct Arguments {
    #[command(subcommand)]
    command: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Builds the library into addons/mapwright/bin
    Build(build::Options),
    /// Runs the Rust tests, the suites in headless Godot, and the rendered suites under Xvfb
    Test(test::Options),
    /// Opens the sample project: in a window where there is a display, else as a report and pictures
    Demo(demo::Options),
    /// Measures the optimised library in headless Godot
    Bench(bench::Options),
    /// Makes the folder that users copy into their projects
    Package,
}

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(code) => code,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: Task) -> Outcome<ExitCode> {
    match task {
        Task::Build(options) => build::run(&options),
        Task::Test(options) => Ok(test::run(&options)),
        Task::Demo(options) => demo::run(&options),
        Task::Bench(options) => bench::run(&options),
        Task::Package => package::run(),
    }
}
