//! `cargo xtask test`: Rust tests, suites in headless Godot, rendered suites under Xvfb, one summary line.

use crate::build::{self, Library};
use crate::failure::{Context, Failure, Outcome};
use crate::godot::Godot;
use crate::harness::log;
use crate::harness::proof;
use crate::harness::run::{self, Verdict};
use crate::harness::suites;
use crate::harness::tally::Tally;
use crate::process::{self, Ending};
use crate::projects;
use crate::workspace;
use crate::xvfb::Xvfb;
use std::io::{BufRead, BufReader};
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

/// What `test` takes.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Run only the suites whose path contains one of these, and no Rust tests
    names: Vec<String>,
    /// Fail where the rendered suites cannot run. Set in CI (the variable CI) as well
    #[arg(long)]
    require_display: bool,
    /// Seconds after which a suite counts as hung
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    time_limit: u64,
}

pub(crate) fn run(options: &Options) -> ExitCode {
    let mut tally = Tally::default();
    if options.names.is_empty() {
        tally += run_stage("Rust tests", rust_tests);
    }
    tally += run_stage("Godot", || godot_tests(options));
    println!("\n{tally}");
    if tally.failed == 0 && tally.passed > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// A stage that cannot run counts as one failure, so that the summary is printed in any case.
fn run_stage(name: &str, stage: impl FnOnce() -> Outcome<Tally>) -> Tally {
    stage().unwrap_or_else(|failure| {
        eprintln!("{name}: {failure}");
        Tally::one(false)
    })
}

fn rust_tests() -> Outcome<Tally> {
    headline("Rust tests");
    let mut cargo = workspace::cargo();
    cargo.args(["test", "--workspace", "--no-fail-fast"]);
    let (output, success) = shown_output(&mut cargo)?;
    let mut tally = if workspace::interop().is_some() {
        Tally::of_cargo_test(&output)
    } else {
        println!("  the files of other programs are not here, the tests that need them are skipped");
        Tally::of_cargo_test_without_interop(&output)
    };
    if !success && tally.failed == 0 {
        // The tests did not even build, or one took its whole process down.
        tally.failed = 1;
    }
    Ok(tally)
}

/// Runs `command` and returns its standard output, which is shown as it comes, and whether it succeeded.
fn shown_output(command: &mut Command) -> Outcome<(String, bool)> {
    let mut child = command.stdout(Stdio::piped()).spawn().context("starting cargo")?;
    let mut output = String::new();
    if let Some(pipe) = child.stdout.take() {
        for line in BufReader::new(pipe).lines() {
            let line = line.context("reading cargo's output")?;
            println!("{line}");
            output.push_str(&line);
            output.push('\n');
        }
    }
    let status = child.wait().context("waiting for cargo")?;
    Ok((output, status.success()))
}

fn godot_tests(options: &Options) -> Outcome<Tally> {
    let limit = Duration::from_secs(options.time_limit);
    build::build(Library::Development)?;
    projects::write_samples()?;
    let godot = Godot::find()?.with_own_home();
    let mut tally = imports(&godot, limit)?;
    if options.names.is_empty() {
        headline("The harness itself");
        tally += proof::run(&godot)?;
        tally += sample_report(&godot, limit)?;
    }
    headline("Suites");
    for suite in suites::find("suites", "_test.gd", &options.names)? {
        let command = godot.headless(&workspace::test_project());
        tally += report(&suite, &run::run(command, &suite, limit)?);
    }
    tally += rendered_suites(&godot, options, limit)?;
    Ok(tally)
}

/// Both projects have to import in one pass without a complaint.
fn imports(godot: &Godot, limit: Duration) -> Outcome<Tally> {
    headline("Imports");
    let mut tally = Tally::default();
    for project in [workspace::test_project(), workspace::sample_project()] {
        let faults = projects::import(godot, &project, limit)?;
        println!("  {} {}", if faults.is_empty() { "ok" } else { "FAILED" }, workspace::shown(&project));
        print_faults(&faults);
        tally += Tally::one(faults.is_empty());
    }
    Ok(tally)
}

/// Every page of the sample project has to load, and every sample map to open on one.
fn sample_report(godot: &Godot, limit: Duration) -> Outcome<Tally> {
    headline("Sample project");
    let mut command = godot.headless(&workspace::sample_project());
    let watched = process::watch(command.args(["--", "--report"]), limit)?;
    let faults = log::faults(&watched.log);
    let passed = watched.ending == Ending::Exited(0) && faults.is_empty();
    if passed {
        println!("  ok every sample map opens");
    } else {
        println!("  FAILED, ended with {:?}\n{}", watched.ending, watched.log);
    }
    Ok(Tally::one(passed))
}

fn rendered_suites(godot: &Godot, options: &Options, limit: Duration) -> Outcome<Tally> {
    let suites = suites::find("rendered", "_test.gd", &options.names)?;
    if suites.is_empty() {
        return Ok(Tally::default());
    }
    headline("Rendered suites");
    let Some(screen) = Xvfb::start()? else {
        return without_display(options, suites.len());
    };
    let mut tally = Tally::default();
    for suite in suites {
        for renderer in suites::renderers(&suite)? {
            let command = renderer.command(godot, &workspace::test_project(), &screen);
            let verdict = run::run(command, &suite, limit)?;
            tally += report(&format!("{suite} ({})", renderer.name()), &verdict);
        }
    }
    Ok(tally)
}

fn without_display(options: &Options, count: usize) -> Outcome<Tally> {
    let sentence = format!("NO XVFB: {count} rendered suites cannot run. Install Xvfb (Debian: xvfb)");
    if options.require_display || std::env::var_os("CI").is_some() {
        return Err(Failure::new(sentence));
    }
    eprintln!("  {sentence}");
    Ok(Tally { skipped: count, ..Tally::default() })
}

fn report(name: &str, verdict: &Verdict) -> Tally {
    let tally = Tally::from(verdict);
    println!("  {name}: {tally} ({:.1} s)", verdict.time.as_secs_f64());
    for skipped in &verdict.skipped {
        println!("    skipped {skipped}");
    }
    print_faults(&verdict.faults);
    if !verdict.faults.is_empty() {
        println!("    its log:\n{}", verdict.log);
    }
    tally
}

fn print_faults(faults: &[String]) {
    for fault in faults {
        println!("    {fault}");
    }
}

fn headline(text: &str) {
    println!("\n== {text}");
}
