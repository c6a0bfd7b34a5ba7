//! A `.chu` and its `.tqt`: files of one name side by side, upper and lower case being the same.

use godot::classes::DirAccess;
use godot::prelude::*;

/// The file beside `path` that has its name and the ending `extension`; one that is spelled alike comes first.
pub(super) fn beside(path: &GString, extension: &str) -> Option<GString> {
    let folder = path.get_base_dir();
    let stem = path.get_file().get_basename().to_string();
    let listed = if folder.is_empty() { GString::from(".") } else { folder.clone() };
    let files = DirAccess::get_files_at(&listed);
    let wanted = |file: &&GString| {
        file.get_extension().to_string().eq_ignore_ascii_case(extension)
            && file.get_basename().to_string().to_lowercase() == stem.to_lowercase()
    };
    let alike = |file: &&GString| file.get_basename().to_string() == stem;
    let candidates: Vec<_> = files.as_slice().iter().filter(wanted).collect();
    let chosen = candidates.iter().copied().find(alike).or(candidates.first().copied())?;
    Some(folder.path_join(chosen))
}
