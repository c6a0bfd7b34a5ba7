//! `cargo xtask build`: the library, under the name that the `.gdextension` gives it.

use crate::failure::{Context, Failure, Outcome};
use crate::process;
use crate::workspace;
use std::env::consts::{ARCH, DLL_PREFIX, DLL_SUFFIX, OS};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What `build` takes.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Build what exported games carry: optimised, without help texts
    #[arg(long)]
    release: bool,
}

/// Which library is built, and for which of the two slots of the `.gdextension`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Library {
    /// For work on Mapwright: quick to build. Loaded by the editor.
    Development,
    /// Optimised, with help texts. Loaded by the editor.
    Editor,
    /// Optimised, without help texts. Loaded by exported games.
    Export,
}

impl Library {
    const fn slot(self) -> &'static str {
        match self {
            Self::Development | Self::Editor => "debug",
            Self::Export => "release",
        }
    }

    const fn arguments(self) -> &'static [&'static str] {
        match self {
            Self::Development => &[],
            Self::Editor => &["--release"],
            Self::Export => &["--release", "--no-default-features"],
        }
    }

    const fn profile_folder(self) -> &'static str {
        match self {
            Self::Development => "debug",
            Self::Editor | Self::Export => "release",
        }
    }
}

pub(crate) fn run(options: &Options) -> Outcome<ExitCode> {
    let library = if options.release { Library::Export } else { Library::Development };
    println!("{}", workspace::shown(&build(library)?));
    Ok(ExitCode::SUCCESS)
}

/// Builds `library` and puts it where Godot looks for it.
pub(crate) fn build(library: Library) -> Outcome<PathBuf> {
    let place = place(library)?;
    let mut cargo = workspace::cargo();
    cargo.args(["build", "--package", "mapwright"]).args(library.arguments());
    process::succeed(&mut cargo, "building the library")?;
    let name = format!("{DLL_PREFIX}mapwright{DLL_SUFFIX}");
    replace(&workspace::target().join(library.profile_folder()).join(name), &place)?;
    Ok(place)
}

/// Where the `.gdextension` says that `library` is, on this machine.
fn place(library: Library) -> Outcome<PathBuf> {
    let list = workspace::addon().join("mapwright.gdextension");
    let text = fs::read_to_string(&list).context(list.display())?;
    let key = format!("{OS}.{}.{ARCH}", library.slot());
    listed(&text, &key).map(|relative| workspace::addon().join(relative)).ok_or_else(|| {
        Failure::new(format!("{} lists no library for {key}: add a line for it", workspace::shown(&list)))
    })
}

fn listed<'a>(gdextension: &'a str, key: &str) -> Option<&'a str> {
    gdextension.lines().find_map(|line| {
        let (name, value) = line.split_once('=')?;
        (name.trim() == key).then(|| value.trim().trim_matches('"'))
    })
}

/// Puts a copy of `from` at `to` in one step: a running Godot may have the old library mapped.
fn replace(from: &Path, to: &Path) -> Outcome<()> {
    let fresh = to.with_extension("new");
    fs::copy(from, &fresh).context(format_args!("copying {}", from.display()))?;
    fs::rename(&fresh, to).context(format_args!("replacing {}", to.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_is_matched_whole() {
        let text = "linux.debug.x86_64 = \"bin/a.so\"\nlinux.release.x86_64=\"bin/b.so\"\n";
        assert_eq!(listed(text, "linux.release.x86_64"), Some("bin/b.so"));
        assert_eq!(listed(text, "linux.release"), None);
    }

    #[test]
    fn the_addon_lists_both_slots() {
        for library in [Library::Development, Library::Editor, Library::Export] {
            assert!(place(library).is_ok_and(|path| path.starts_with(workspace::addon().join("bin"))));
        }
    }
}
