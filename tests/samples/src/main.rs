//! Writes the sample maps into a Godot project, `mapwright-samples PROJECT`, and with `--large FOLDER` the maps that the
//! benches read.
//!
//! The same code writes the same bytes on every machine.

mod gtm;
mod island;
mod meadow;
mod noise;
mod terrain;

use std::env;
use std::fs;
use std::io;
use std::path::PathBuf;

fn main() -> io::Result<()> {
    let mut arguments: Vec<String> = env::args().skip(1).collect();
    let large = arguments.iter().position(|argument| argument == "--large");
    if let Some(place) = large {
        arguments.remove(place);
    }
    let [folder] = arguments.as_slice() else {
        return Err(io::Error::other("usage: mapwright-samples PROJECT | --large FOLDER"));
    };
    let folder = PathBuf::from(folder);
    fs::create_dir_all(&folder)?;
    if large.is_some() {
        gtm::write_large(&folder)?;
        island::write_large(&folder)?;
        return terrain::write_large(&folder);
    }
    gtm::write_materials(&folder)?;
    let maps = folder.join("maps");
    fs::create_dir_all(&maps)?;
    gtm::write(&maps)?;
    island::write(&maps)?;
    meadow::write(&maps)?;
    terrain::write(&maps)
}
