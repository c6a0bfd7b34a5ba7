//! Finds a Godot that can load the addon, or brings one.

mod debian;
mod relocated;
mod version;

use crate::failure::{Failure, Outcome};
use crate::workspace;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folders of a user's that Godot writes to, and their names in a home of its own.
const HOME: [(&str, &str); 3] =
    [("XDG_DATA_HOME", "data"), ("XDG_CONFIG_HOME", "config"), ("XDG_CACHE_HOME", "cache")];

/// A Godot to start.
pub(crate) struct Godot {
    program: PathBuf,
    variables: Vec<(&'static str, OsString)>,
}

impl Godot {
    /// `$GODOT`, else a new enough `godot` on the PATH, else the one of Debian's archive.
    pub(crate) fn find() -> Outcome<Self> {
        if let Some(program) = std::env::var_os("GODOT").filter(|program| !program.is_empty()) {
            return Self::named(PathBuf::from(program));
        }
        let installed = PathBuf::from("godot");
        if version::of(&installed).is_ok_and(|version| version::is_new_enough(&version)) {
            return Ok(Self { program: installed, variables: Vec::new() });
        }
        if !debian::is_here() {
            return Err(Failure::new(
                "no Godot here: install Godot 4.6 or newer, as godot on the PATH or named in $GODOT",
            ));
        }
        let root = debian::bring()?;
        Ok(Self { program: root.godot(), variables: root.variables() })
    }

    fn named(program: PathBuf) -> Outcome<Self> {
        let version = version::of(&program)?;
        if version::is_new_enough(&version) {
            return Ok(Self { program, variables: Vec::new() });
        }
        Err(Failure::new(format!("$GODOT is Godot {version}; the addon needs 4.6 or newer")))
    }

    /// This Godot with settings and user data of its own, so that tests neither see nor touch the user's.
    pub(crate) fn with_own_home(mut self) -> Self {
        let home = workspace::target().join("godot-home");
        self.variables.extend(HOME.map(|(variable, folder)| (variable, home.join(folder).into())));
        self
    }

    /// Godot on `project`, with a window.
    pub(crate) fn windowed(&self, project: &Path) -> Command {
        let mut command = Command::new(&self.program);
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command.arg("--path").arg(project);
        command
    }

    /// Godot on `project`, without a window.
    pub(crate) fn headless(&self, project: &Path) -> Command {
        let mut command = self.windowed(project);
        command.arg("--headless");
        command
    }
}
