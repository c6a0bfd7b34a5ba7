//! Which suites there are, and how each wants to be run.

use crate::failure::{Context, Outcome};
use crate::godot::Godot;
use crate::workspace;
use crate::xvfb::Xvfb;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How Godot draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Renderer {
    Compatibility,
    ForwardPlus,
}

impl Renderer {
    const ALL: [Self; 2] = [Self::Compatibility, Self::ForwardPlus];

    /// Godot's own name for it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Compatibility => "gl_compatibility",
            Self::ForwardPlus => "forward_plus",
        }
    }

    /// The command that starts Godot with this renderer on a screen of its own.
    pub(crate) fn command(self, godot: &Godot, project: &Path, screen: &Xvfb) -> Command {
        let mut command = godot.windowed(project);
        screen.show(&mut command);
        command.args(["--audio-driver", "Dummy", "--rendering-method", self.name()]);
        command
    }
}

/// The scripts in the folder `folder` of the test project that end in `ending` and whose path contains one
/// of `names`, or all of them when there are no names. As `res://` paths, sorted.
pub(crate) fn find(folder: &str, ending: &str, names: &[String]) -> Outcome<Vec<String>> {
    let place = workspace::test_project().join(folder);
    let mut suites = Vec::new();
    for entry in fs::read_dir(&place).context(place.display())? {
        let path = entry.context(place.display())?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        let suite = format!("{folder}/{name}");
        let wanted = names.is_empty() || names.iter().any(|name| suite.contains(name.as_str()));
        if wanted && name.ends_with(ending) {
            suites.push(format!("res://{suite}"));
        }
    }
    suites.sort();
    Ok(suites)
}

/// The renderers that `suite` asks for in its constant `RENDERERS`, or both.
pub(crate) fn renderers(suite: &str) -> Outcome<Vec<Renderer>> {
    let path = file(suite);
    let text = fs::read_to_string(&path).context(path.display())?;
    Ok(declared_renderers(&text))
}

fn declared_renderers(script: &str) -> Vec<Renderer> {
    let Some(line) = script.lines().find(|line| line.starts_with("const RENDERERS")) else {
        return Renderer::ALL.to_vec();
    };
    Renderer::ALL.into_iter().filter(|renderer| line.contains(renderer.name())).collect()
}

fn file(suite: &str) -> PathBuf {
    workspace::test_project().join(suite.trim_start_matches("res://"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suite_is_drawn_by_both_renderers_unless_it_says_otherwise() {
        assert_eq!(declared_renderers("extends Suite\n"), Renderer::ALL);
        let script = "extends Suite\nconst RENDERERS: Array[String] = [\"forward_plus\"]\n";
        assert_eq!(declared_renderers(script), [Renderer::ForwardPlus]);
    }
}
