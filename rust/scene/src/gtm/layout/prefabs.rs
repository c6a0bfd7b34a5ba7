//! The maps that a map is made of: itself and its prefabs, each read once. Section 11 of `docs/formats/gtm-nodes.md`.

use mapwright_formats::gtm::nodes::PrefabInstance;
use mapwright_formats::gtm::{Document, MAP_VERSION, NodeKind};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// How deep prefabs may stand in prefabs.
pub const MAX_PREFAB_DEPTH: usize = 8;

/// A map and all prefabs that it leads to.
#[derive(Debug)]
pub struct Library<'d> {
    root: &'d Document,
    root_path: String,
    prefabs: Vec<Document>,
    by_path: HashMap<String, Result<usize, String>>,
    paths: Vec<String>,
}

impl<'d> Library<'d> {
    /// Gathers the prefabs of `root`, which was read from `root_path` (empty when it was no file), with `open`. What
    /// cannot be opened keeps its reason for whoever needs it.
    pub fn gather(
        root: &'d Document,
        root_path: &str,
        mut open: impl FnMut(&str) -> Result<Document, String>,
    ) -> Self {
        let mut library = Self {
            root,
            root_path: root_path.to_owned(),
            prefabs: Vec::new(),
            by_path: HashMap::new(),
            paths: Vec::new(),
        };
        let mut wave = prefab_paths(root, root_path);
        for _ in 0..MAX_PREFAB_DEPTH {
            let mut next = Vec::new();
            for path in wave {
                if library.by_path.contains_key(&path) {
                    continue;
                }
                library.paths.push(path.clone());
                let opened = open(&path).and_then(checked).map(|document| {
                    next.extend(prefab_paths(&document, &path));
                    library.prefabs.push(document);
                    library.prefabs.len() - 1
                });
                library.by_path.insert(path, opened);
            }
            wave = next;
        }
        library
    }

    /// The map itself.
    pub const fn root(&self) -> &'d Document {
        self.root
    }

    /// The path of the map itself.
    pub fn root_path(&self) -> &str {
        &self.root_path
    }

    /// The prefab at a path that [`resolve`] gave.
    ///
    /// # Errors
    /// Why there is none.
    pub fn prefab(&self, path: &str) -> Result<&Document, &str> {
        match self.by_path.get(path) {
            Some(Ok(index)) => Ok(&self.prefabs[*index]),
            Some(Err(reason)) => Err(reason),
            None => Err("it was not read"),
        }
    }

    /// The paths of all prefabs that were looked for.
    pub fn prefab_paths(&self) -> &[String] {
        &self.paths
    }
}

/// The paths of all prefabs that `document` names.
pub fn prefab_paths(document: &Document, document_path: &str) -> Vec<String> {
    let instances = document.nodes().filter(|node| node.kind() == NodeKind::Instance);
    instances.map(|node| resolve(document_path, PrefabInstance::read(node).path)).collect()
}

/// The maps that lead to one of `changed`, over any number of prefabs, and are not among these themselves. `named` has the
/// prefabs that each map names.
pub fn dependents(named: &BTreeMap<String, Vec<String>>, changed: &[String]) -> BTreeSet<String> {
    let mut users: HashMap<&str, Vec<&str>> = HashMap::new();
    for (map, prefabs) in named {
        for prefab in prefabs {
            users.entry(prefab).or_default().push(map);
        }
    }
    let mut found = BTreeSet::new();
    let mut open: Vec<&str> = changed.iter().map(String::as_str).collect();
    while let Some(path) = open.pop() {
        for user in users.get(path).into_iter().flatten().copied() {
            if !changed.iter().any(|changed| changed == user) && found.insert(user.to_owned()) {
                open.push(user);
            }
        }
    }
    found
}

/// `document`, if it can be built.
///
/// # Errors
/// When its format is another one, or newer.
pub fn checked(document: Document) -> Result<Document, String> {
    let version = document.map_version();
    if !document.is_known_format() {
        return Err("its format is not a GodotTrench map's".to_owned());
    }
    if version > MAP_VERSION {
        return Err(format!("its map version {version} is newer than {MAP_VERSION}"));
    }
    Ok(document)
}

/// The path of a prefab as `document_path` names it: absolute ones as they are, others from that map's folder.
pub fn resolve(document_path: &str, path: &str) -> String {
    let path = path.replace('\\', "/");
    if root_length(&path) > 0 {
        return simplified(&path);
    }
    let document_path = document_path.replace('\\', "/");
    let folder = document_path.rfind('/').map_or("", |slash| &document_path[..=slash]);
    if folder.is_empty() {
        simplified(&format!("res://{path}"))
    } else {
        simplified(&format!("{folder}{path}"))
    }
}

/// How many bytes of a path are its root: `res://`, `user://`, `/`, `C:/`; 0 for a relative one.
fn root_length(path: &str) -> usize {
    if let Some(scheme) = path.find("://") {
        return scheme + 3;
    }
    let bytes = path.as_bytes();
    match bytes {
        [b'/', ..] => 1,
        [drive, b':', b'/', ..] if drive.is_ascii_alphabetic() => 3,
        _ => 0,
    }
}

fn simplified(path: &str) -> String {
    let (root, rest) = path.split_at(root_length(path));
    let mut parts: Vec<&str> = Vec::new();
    for part in rest.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    format!("{root}{}", parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::{dependents, resolve};
    use std::collections::BTreeMap;

    #[test]
    fn maps_depend_on_prefabs_over_several_levels_and_in_loops() {
        let named =
            [("a", vec!["b"]), ("b", vec!["c", "a"]), ("c", vec![]), ("d", vec!["x"]), ("e", vec!["c"])];
        let named: BTreeMap<String, Vec<String>> = named
            .into_iter()
            .map(|(map, prefabs)| (map.to_owned(), prefabs.into_iter().map(str::to_owned).collect()))
            .collect();
        let users = |changed: &[&str]| {
            let changed: Vec<String> = changed.iter().map(|&path| path.to_owned()).collect();
            dependents(&named, &changed).into_iter().collect::<Vec<_>>()
        };
        assert_eq!(users(&["c"]), ["a", "b", "e"]);
        assert_eq!(users(&["c", "e"]), ["a", "b"]);
        assert_eq!(users(&["a"]), ["b"]);
        assert_eq!(users(&["x"]), ["d"]);
        assert!(users(&["d"]).is_empty());
    }

    #[test]
    fn relative_paths_start_at_the_folder_of_the_map_that_names_them() {
        for (map, path, expected) in [
            ("res://maps/a.gtm", "b.gtm", "res://maps/b.gtm"),
            ("res://a.gtm", "b.gtm", "res://b.gtm"),
            ("res://maps/a.gtm", "../parts/./b.gtm", "res://parts/b.gtm"),
            ("res://a.gtm", "../../b.gtm", "res://b.gtm"),
            ("user://a.gtm", "x/b.gtm", "user://x/b.gtm"),
            ("/home/me/a.gtm", "b.gtm", "/home/me/b.gtm"),
            ("C:\\maps\\a.gtm", "sub\\b.gtm", "C:/maps/sub/b.gtm"),
            ("/a.gtm", "b.gtm", "/b.gtm"),
            ("", "b.gtm", "res://b.gtm"),
            ("/home/a.gtm", "res://b.gtm", "res://b.gtm"),
            ("res://a.gtm", "/tmp/b.gtm", "/tmp/b.gtm"),
        ] {
            assert_eq!(resolve(map, path), expected, "{path} named by {map}");
        }
    }
}
