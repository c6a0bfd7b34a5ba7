//! A screen that nobody sees, for the rendered suites.

use crate::failure::{Context, Failure, Outcome};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// A running Xvfb. It ends with this value.
pub(crate) struct Xvfb {
    server: Child,
    display: String,
}

impl Xvfb {
    /// Starts Xvfb on a display that is free; `None` where it is not installed.
    pub(crate) fn start() -> Outcome<Option<Self>> {
        let mut command = Command::new("Xvfb");
        command.args(["-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"]);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut server = match command.spawn() {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            started => started.context("starting Xvfb")?,
        };
        let mut number = String::new();
        if let Some(output) = server.stdout.take() {
            BufReader::new(output).read_line(&mut number).context("reading Xvfb's display number")?;
        }
        // Made before the check, so that the server is ended in either case.
        let xvfb = Self { server, display: format!(":{}", number.trim()) };
        if xvfb.display == ":" { Err(Failure::new("Xvfb ended without a display")) } else { Ok(Some(xvfb)) }
    }

    /// Makes `command` draw here.
    pub(crate) fn show(&self, command: &mut Command) {
        command.env("DISPLAY", &self.display).env_remove("WAYLAND_DISPLAY");
    }
}

impl Drop for Xvfb {
    fn drop(&mut self) {
        // Nothing is left to do about a server that is gone already.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
