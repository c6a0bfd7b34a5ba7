//! Which Godot a program is.

use crate::failure::{Context, Failure, Outcome};
use std::path::Path;
use std::process::Command;

/// The oldest Godot that the addon works with.
const OLDEST: (u32, u32) = (4, 6);

/// What `program` says its version is.
pub(crate) fn of(program: &Path) -> Outcome<String> {
    let output = Command::new(program).arg("--version").output();
    let output = output.context(format_args!("asking {} for its version", program.display()))?;
    if !output.status.success() {
        let complaint = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        return Err(Failure::new(format!("{} --version failed: {complaint}", program.display())));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Whether the addon works with the Godot that calls itself `version`.
pub(crate) fn is_new_enough(version: &str) -> bool {
    let mut numbers = version.split('.').map_while(|part| part.parse::<u32>().ok());
    matches!((numbers.next(), numbers.next()), (Some(major), Some(minor)) if (major, minor) >= OLDEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_by_their_numbers() {
        assert!(is_new_enough("4.6.3.stable.debian4.6.3+ds-2"));
        assert!(is_new_enough("4.10.stable.official"));
        assert!(is_new_enough("5.0.dev"));
        assert!(!is_new_enough("4.5.1.stable.official"));
        assert!(!is_new_enough("3.9.stable"));
        assert!(!is_new_enough(""));
    }
}
