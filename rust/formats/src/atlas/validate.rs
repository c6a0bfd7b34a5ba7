//! What is suspicious in a terrain: in its tables, and in all of its chunks and tiles.

use super::chu::{Chu, TexCoords};
use super::error::Error;
use super::files::Files;
use super::problem::{Problem, ProblemKind};
use super::terrain::{Terrain, nodes};
use super::toc::{Stub, Toc, TocKind};
use crate::Problems;
use crate::source::ReadAt;

impl Terrain {
    /// What is suspicious in the tables, or was left out.
    pub fn problems(&self) -> Vec<Problem> {
        match self {
            Self::Atlas(atlas) => atlas.tocs().iter().enumerate().flat_map(toc_problems).collect(),
            Self::Import { chu, .. } => chu.as_ref().map(Chu::problems).unwrap_or_default(),
        }
    }

    /// Reads everything there is, and lists what is suspicious in it.
    ///
    /// # Errors
    /// The first [`Error`] that any chunk, tile or setting gives.
    pub fn validate<S: ReadAt>(&self, files: &mut Files<S>) -> Result<Problems<Problem>, Error> {
        let mut problems: Problems<Problem> = self.problems().into_iter().collect();
        for node in nodes(self.tree_depth()).filter(|node| self.has_chunk(*node)) {
            problems.extend(self.chunk(files, node, TexCoords::Engine)?.1);
        }
        for tree in 0..self.texture_tree_count() {
            for node in nodes(self.texture_tree_depth(tree)).filter(|node| self.has_tile(tree, *node)) {
                problems.extend(self.tile(files, tree, node)?.1);
            }
        }
        for (atlas, toc, index) in self.configs() {
            atlas.read_config(files.geometry(), toc, index)?;
        }
        Ok(problems)
    }
}

fn toc_problems((slot, toc): (usize, &Toc)) -> Vec<Problem> {
    let place = format!("table of contents {slot}");
    if matches!(toc.kind, TocKind::Object { .. }) {
        let count = toc.stubs.len();
        return vec![ProblemKind::Objects { count }.within(place)];
    }
    let odd = |stub: &&Stub| stub.bounds().is_some_and(|bounds| !bounds.is_finite() || !bounds.is_ordered());
    let odd = toc.stubs.iter().enumerate().filter(|(_, stub)| !stub.is_absent() && odd(stub));
    odd.map(|(index, _)| ProblemKind::StubBounds { index }.within(&place)).collect()
}
