//! Brings Godot from Debian's archive into a folder of the user's, without touching the system.

use crate::failure::{Context, Failure, Outcome};
use crate::godot::relocated::Root;
use crate::process;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The first Debian suite that has a new enough Godot.
const SUITE: &str = "forky";

/// Godot, the template of exported games, what draws without a graphics card, and what makes programs
/// run from another folder.
const PACKAGES: [&str; 9] = [
    "godot",
    "godot-template-release",
    "libegl-mesa0",
    "libegl1",
    "libgl1",
    "libgles2",
    "libglx-mesa0",
    "mesa-vulkan-drivers",
    "patchelf",
];

/// Where the user's programs keep what they can fetch again.
fn cache() -> Outcome<PathBuf> {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    variable("XDG_CACHE_HOME")
        .filter(|folder| folder.is_absolute())
        .or_else(|| variable("HOME").map(|home| home.join(".cache")))
        .map(|folder| folder.join("mapwright"))
        .ok_or_else(|| Failure::new("neither XDG_CACHE_HOME nor HOME says where Godot could be kept"))
}

/// Whether this machine's package manager is Debian's or one of its kin.
pub(crate) fn is_here() -> bool {
    cfg!(target_os = "linux") && ["apt-get", "dpkg-deb"].iter().all(|program| runs(program))
}

fn runs(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// The root folder with Godot in it, brought now unless an earlier run did.
pub(crate) fn bring() -> Outcome<Root> {
    let cache = cache()?;
    let place = cache.join(format!("debian-{SUITE}"));
    if let Some(root) = Root::open(&place) {
        return Ok(root);
    }
    println!("Bringing Godot from Debian {SUITE} into {} (about 250 MB, once)", place.display());
    let fresh = cache.join(format!("debian-{SUITE}.{}", std::process::id()));
    let brought = fill(&fresh, &place).and_then(|()| put(&fresh, &place));
    if fresh.exists() {
        fs::remove_dir_all(&fresh).context(fresh.display())?;
    }
    brought?;
    Root::open(&place).ok_or_else(|| Failure::new(format!("the Godot in {} does not start", place.display())))
}

/// Downloads and unpacks everything into `fresh`, for use at `place`.
fn fill(fresh: &Path, place: &Path) -> Outcome<()> {
    let apt = Apt::new(fresh.join("apt"))?;
    apt.run(&["update"])?;
    let install = ["install", "--yes", "--download-only", "--no-install-recommends"];
    apt.run(&[install.as_slice(), PACKAGES.as_slice()].concat())?;
    for package in apt.downloaded()? {
        let mut unpack = Command::new("dpkg-deb");
        unpack.arg("--extract").arg(&package).arg(fresh);
        process::quietly_succeed(&mut unpack, "unpacking a package")?;
    }
    fs::remove_dir_all(&apt.folder).context(apt.folder.display())?;
    Root::prepare(fresh, place)
}

/// Moves `fresh` to `place` in one step. Another run may have been faster; then its folder stays.
fn put(fresh: &Path, place: &Path) -> Outcome<()> {
    if place.exists() && Root::open(place).is_none() {
        fs::remove_dir_all(place).context(place.display())?;
    }
    match fs::rename(fresh, place) {
        Err(_) if Root::open(place).is_some() => Ok(()),
        moved => moved.context(place.display()),
    }
}

/// An apt with lists, status and archives of its own.
struct Apt {
    folder: PathBuf,
}

impl Apt {
    fn new(folder: PathBuf) -> Outcome<Self> {
        for part in ["lists/partial", "cache/archives/partial", "preferences.d"] {
            fs::create_dir_all(folder.join(part)).context(folder.display())?;
        }
        let sources = format!("deb {} {SUITE} main\n", mirror()?);
        for (file, text) in [("sources.list", sources.as_str()), ("status", ""), ("preferences", "")] {
            fs::write(folder.join(file), text).context(folder.display())?;
        }
        Ok(Self { folder })
    }

    fn run(&self, arguments: &[&str]) -> Outcome<()> {
        let mut command = Command::new("apt-get");
        command.args(["-qq", "-o", "APT::Sandbox::User=root", "-o", "Acquire::Languages=none"]);
        command.args(["-o", "Dir::Etc::sourceparts=-", "-o", "Acquire::Retries=3"]);
        command.args(["-o", "APT::Update::Error-Mode=any"]);
        for (option, path) in [
            ("Dir::Etc::sourcelist", "sources.list"),
            ("Dir::Etc::preferences", "preferences"),
            ("Dir::Etc::preferencesparts", "preferences.d"),
            ("Dir::State::Lists", "lists"),
            ("Dir::State::status", "status"),
            ("Dir::State::extended_states", "extended_states"),
            ("Dir::Cache", "cache"),
        ] {
            let mut assignment = OsString::from(format!("{option}="));
            assignment.push(self.folder.join(path));
            command.arg("-o").arg(assignment);
        }
        command.args(arguments);
        process::quietly_succeed(&mut command, "apt-get").context(format_args!(
            "Godot cannot be had from Debian {SUITE}; install Godot 4.6 or newer and name it in $GODOT"
        ))
    }

    fn downloaded(&self) -> Outcome<Vec<PathBuf>> {
        let archives = self.folder.join("cache/archives");
        let entries = fs::read_dir(&archives).context(archives.display())?;
        let paths = entries.map(|entry| entry.map(|entry| entry.path()));
        let paths: Vec<PathBuf> = paths.collect::<Result<_, _>>().context(archives.display())?;
        Ok(paths.into_iter().filter(|path| path.extension().is_some_and(|end| end == "deb")).collect())
    }
}

/// The mirror of Debian's main archive that this machine's own apt uses.
fn mirror() -> Outcome<String> {
    let format = "$(REPO_URI) $(COMPONENT) $(CREATED_BY)";
    // Without release information apt names its mirrors even before its first update.
    let output =
        Command::new("apt-get").args(["indextargets", "--no-release-info", "--format", format]).output();
    let output = output.context("asking apt for its mirrors")?;
    main_archive(&String::from_utf8_lossy(&output.stdout)).map(str::to_owned).ok_or_else(|| {
        Failure::new(
            "apt knows no mirror of Debian's main archive; install Godot 4.6 or newer and name it in $GODOT",
        )
    })
}

fn main_archive(targets: &str) -> Option<&str> {
    targets.lines().find_map(|line| {
        let (uri, kind) = line.split_once(' ')?;
        let is_debian = uri.trim_end_matches('/').ends_with("/debian");
        (is_debian && kind == "main Packages").then_some(uri)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_security_archive_and_other_peoples_are_no_mirror_of_debian() {
        let targets = "http://mirror.test/debian-security/ main Packages\n\
            http://other.test/tools/ main Packages\n\
            http://mirror.test/debian/ main DEP-11\n\
            http://mirror.test/debian/ contrib Packages\n\
            http://mirror.test/debian/ main Packages\n";
        assert_eq!(main_archive(targets), Some("http://mirror.test/debian/"));
        assert_eq!(main_archive("http://mirror.test/ubuntu/ main Packages\n"), None);
    }
}
