//! Programs that are watched: their output kept, their time limited, nothing of theirs left running.

use crate::failure::{Context, Failure, Outcome};
use std::io::{PipeReader, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// How a watched program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    /// It ended by itself.
    Exited(i32),
    /// A signal ended it.
    Crashed(i32),
    /// It was still running when its time was over, and was killed.
    Hung,
}

/// What came of a watched program.
#[derive(Debug)]
pub(crate) struct Watched {
    pub(crate) ending: Ending,
    /// Standard output and standard error in the order in which they were written.
    pub(crate) log: String,
    pub(crate) time: Duration,
}

/// Runs `command` to its end, or to the end of `limit`. Whatever it started dies with it.
pub(crate) fn watch(command: &mut Command, limit: Duration) -> Outcome<Watched> {
    let program = command.get_program().display().to_string();
    let start = Instant::now();
    let (reader, writer) = std::io::pipe().context("opening a pipe")?;
    command.stdin(Stdio::null());
    command.stdout(writer.try_clone().context("opening a pipe")?).stderr(writer);
    lead_group(command);
    let mut child = command.spawn().context(format_args!("starting {program}"))?;
    // The command holds the pipe's writing end, which would keep the reader waiting.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let log = thread::spawn(move || read_all(reader));
    let ending = wait(&mut child, start + limit).context(format_args!("waiting for {program}"))?;
    kill_group(&child);
    let log = log.join().map_err(|_| Failure::new(format!("the log of {program} is lost")))?;
    Ok(Watched { ending, log, time: start.elapsed() })
}

/// Runs `command` with its output shown, and fails unless it succeeds.
pub(crate) fn succeed(command: &mut Command, doing: &str) -> Outcome<()> {
    let status = command.status().context(doing)?;
    if status.success() { Ok(()) } else { Err(Failure::new(format!("{doing} failed, {status}"))) }
}

/// Runs `command` with its output kept back, and fails with the end of it unless the command succeeds.
pub(crate) fn quietly_succeed(command: &mut Command, doing: &str) -> Outcome<()> {
    let output = command.stdin(Stdio::null()).output().context(doing)?;
    if output.status.success() {
        return Ok(());
    }
    let complaint = String::from_utf8_lossy(&output.stderr);
    let last = complaint.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default();
    Err(Failure::new(format!("{doing} failed, {}: {last}", output.status)))
}

fn read_all(mut reader: PipeReader) -> String {
    let mut bytes = Vec::new();
    // An error ends the log where it stands; what was read so far still tells the story.
    let _ = reader.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

fn wait(child: &mut Child, end: Instant) -> std::io::Result<Ending> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(ending_of(status));
        }
        if Instant::now() >= end {
            kill_group(child);
            child.kill()?;
            child.wait()?;
            return Ok(Ending::Hung);
        }
        thread::sleep(POLL_INTERVAL);
    }
}

#[cfg(unix)]
fn ending_of(status: ExitStatus) -> Ending {
    use std::os::unix::process::ExitStatusExt;
    status.signal().map_or_else(|| Ending::Exited(status.code().unwrap_or(-1)), Ending::Crashed)
}

#[cfg(not(unix))]
fn ending_of(status: ExitStatus) -> Ending {
    Ending::Exited(status.code().unwrap_or(-1))
}

/// Makes the program the leader of a process group of its own.
#[cfg(unix)]
fn lead_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn lead_group(_command: &mut Command) {}

/// Kills what is left of the group that `child` leads.
#[cfg(unix)]
fn kill_group(child: &Child) {
    let script = format!("kill -s KILL -- -{} 2>/dev/null", child.id());
    // Fails when the whole group is gone already, which is all that is wanted.
    let _ = Command::new("sh").args(["-c", &script]).status();
}

#[cfg(not(unix))]
fn kill_group(_child: &Child) {}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn sh(script: &str, limit: Duration) -> Watched {
        watch(Command::new("sh").args(["-c", script]), limit).expect("sh starts")
    }

    #[test]
    fn both_outputs_are_kept_in_order() {
        let watched = sh("echo one; echo two >&2; echo three; exit 3", Duration::from_mins(1));
        assert_eq!((watched.log.as_str(), watched.ending), ("one\ntwo\nthree\n", Ending::Exited(3)));
    }

    #[test]
    fn a_signal_is_told_from_an_exit() {
        assert_eq!(sh("kill -SEGV $$", Duration::from_mins(1)).ending, Ending::Crashed(11));
    }

    #[test]
    fn a_hung_program_is_killed_with_everything_it_started() {
        let watched = sh("sleep 1000 & echo $!; sleep 1000", Duration::from_millis(300));
        assert_eq!(watched.ending, Ending::Hung);
        let child = watched.log.trim();
        let state =
            sh(&format!("cat /proc/{child}/stat 2>/dev/null | cut -d' ' -f3"), Duration::from_mins(1));
        assert!(matches!(state.log.trim(), "" | "Z"), "process {child} still runs");
    }

    #[test]
    fn what_outlives_its_program_does_not_hold_up_the_log() {
        let watched = sh("sleep 1000 & echo done", Duration::from_mins(1));
        assert_eq!((watched.log.as_str(), watched.ending), ("done\n", Ending::Exited(0)));
    }
}
