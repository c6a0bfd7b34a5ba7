//! Finds a Godot that can load the addon.

use crate::failure::{Context, Failure, Outcome};
use crate::workspace;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A Godot to start.
pub(crate) struct Godot {
    program: PathBuf,
    variables: Vec<(&'static str, OsString)>,
    own_home: bool,
}

/// The oldest Godot that the addon works with.
const OLDEST: (u32, u32) = (4, 6);

impl Godot {
    /// `$GODOT`, else a new enough `godot` on the PATH.
    pub(crate) fn find() -> Outcome<Self> {
        if let Some(program) = std::env::var_os("GODOT") {
            let program = PathBuf::from(program);
            let version = version_of(&program)?;
            return match newer(&version) {
                true => Ok(Self::installed(program)),
                false => Err(Failure::new(format!("$GODOT is {version}, Godot 4.6 or newer is needed"))),
            };
        }
        let program = PathBuf::from("godot");
        match version_of(&program) {
            Ok(version) if newer(&version) => Ok(Self::installed(program)),
            _ => Err(Failure::new("Godot 4.6 or newer is needed: install it and name it in $GODOT")),
        }
    }

    fn installed(program: PathBuf) -> Self {
        Self { program, variables: Vec::new(), own_home: false }
    }

    /// This Godot with settings and user data of its own, so that tests neither see nor touch the user's.
    pub(crate) fn with_own_home(mut self) -> Self {
        self.own_home = true;
        self
    }

    /// Godot on `project`, with a window.
    pub(crate) fn windowed(&self, project: &Path) -> Command {
        let mut command = Command::new(&self.program);
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        if self.own_home {
            let home = workspace::target().join("godot-home");
            for (variable, folder) in
                [("XDG_DATA_HOME", "data"), ("XDG_CONFIG_HOME", "config"), ("XDG_CACHE_HOME", "cache")]
            {
                command.env(variable, home.join(folder));
            }
        }
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

fn version_of(program: &Path) -> Outcome<String> {
    let output = Command::new(program).arg("--version").output();
    let output = output.context(format_args!("asking {} for its version", program.display()))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn newer(version: &str) -> bool {
    let mut numbers = version.split('.').map_while(|part| part.parse::<u32>().ok());
    matches!((numbers.next(), numbers.next()), (Some(major), Some(minor)) if (major, minor) >= OLDEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_by_their_numbers() {
        assert!(newer("4.6.3.stable.debian4.6.3+ds-2"));
        assert!(newer("4.10.stable.official"));
        assert!(newer("5.0.dev"));
        assert!(!newer("4.5.1.stable.official"));
        assert!(!newer("3.9.stable"));
        assert!(!newer(""));
    }
}
