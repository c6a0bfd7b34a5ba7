//! What is cut is told: whenever less comes out than went in, for any limit, there is a problem.

mod craft;

use craft::{array, chunk, dictionary, end, file, framed, head, int64s, node, nodes, null};
use mapwright_formats::gtm::{Document, Problem, read};
use proptest::prelude::*;

/// How many problems are listed before the rest is counted.
const LISTED: usize = 100;
/// The deepest level of a node.
const DEEPEST: usize = 60;

fn load(bytes: &[u8]) -> Document {
    read(bytes).unwrap_or_else(|error| panic!("{error}"))
}

fn map(tree: &[u8], count: usize) -> Vec<u8> {
    file(&[chunk("HEAD", &head(&[])), chunk("NODE", tree), chunk("END ", &end(count as i32, 2, 0))])
}

fn depth_of(document: &Document) -> usize {
    let depth = |node| {
        std::iter::successors(Some(node), |node: &mapwright_formats::gtm::NodeRef<'_>| node.parent()).count()
    };
    document.nodes().map(depth).max().unwrap_or(0) - 1
}

/// The payload of a layer with so many nulls.
fn nulls(id: i64, count: usize) -> Vec<u8> {
    let mut payload = nodes(&[(0, node(id, "layer", &[("x", array(&[]))]))]);
    payload.truncate(payload.len() - 4);
    payload.extend((count as u32).to_le_bytes());
    payload.resize(payload.len() + count * null().len(), 0);
    payload
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_tree_that_is_cut_by_its_depth_is_told(levels in 1_usize..200) {
        let group = |id: usize| (id as i64 - 1, node(id as i64, "group", &[]));
        let mut entries = vec![(0, node(1, "layer", &[]))];
        entries.extend((2..=levels).map(group));
        let container = load(&map(&nodes(&entries), levels));
        let open = |id: usize| format!(r#"{{"id": {id}, "type": "group", "children": ["#);
        let text: String = (1..=levels).map(open).collect();
        let text = format!(r#"{{"format": "godottrench-map", "layers": [{text}{}]}}"#, "]}".repeat(levels));
        for document in [container, load(text.as_bytes())] {
            let is_told = document.problems().iter().any(|problem| matches!(problem, Problem::Orphans { .. }));
            prop_assert_eq!(is_told, levels - 1 > DEEPEST);
            prop_assert!(depth_of(&document) <= DEEPEST);
            prop_assert_eq!(document.node_count(), levels + usize::from(is_told), "nothing is lost");
        }
    }

    #[test]
    fn entries_that_are_left_out_are_told(kinds in prop::collection::vec(any::<bool>(), 0..40), parents in 0_usize..40) {
        let list: Vec<Vec<u8>> = kinds.iter().zip(1..).map(|(is_node, id)| if *is_node { node(id, "layer", &[]) } else { null() }).collect();
        let payload = dictionary(&[("parents", int64s(&vec![0; parents])), ("nodes", array(&list))]);
        let document = load(&map(&payload, 0));
        let told: usize = document.problems().iter().map(|problem| if let Problem::NotNodes { count, .. } = problem { *count } else { 0 }).sum();
        prop_assert_eq!(document.node_count() + told, kinds.len());
    }

    #[test]
    fn problems_that_are_not_listed_are_counted(garbage in 0_usize..300) {
        let tree = nodes(&[(0, node(1, "layer", &[]))]);
        let mut chunks = vec![chunk("HEAD", &head(&[])), chunk("NODE", &tree)];
        for _ in 0..garbage {
            chunks.extend([b"garbage".to_vec(), chunk("XTRA", b"x")]);
        }
        chunks.push(chunk("END ", &end(1, 2 + garbage as i32, 0)));
        let problems = load(&file(&chunks)).problems().to_vec();
        let more = if let Some(Problem::More { count }) = problems.last() { *count } else { 0 };
        prop_assert_eq!(problems.len() - usize::from(more > 0) + more, garbage);
        prop_assert_eq!(more, garbage.saturating_sub(LISTED));
    }

    #[test]
    fn chunks_past_the_raw_budget_are_told(sizes in prop::collection::vec(1_u32..1 << 30, 1..6)) {
        // Not one of them can be unpacked: what is within the budget is damaged, what is past it was not looked at.
        let mut chunks = vec![chunk("HEAD", &head(&[]))];
        chunks.extend(sizes.iter().map(|size| framed("NODE", 1, *size, b"no frame")));
        let document = load(&file(&chunks));
        let told = |problem: &&Problem| matches!(problem, Problem::ChunkOverBudget { .. } | Problem::ChunkDamaged { .. });
        prop_assert_eq!(document.problems().iter().filter(told).count(), sizes.len());
        prop_assert_eq!(document.node_count(), 0);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    /// 1200 MiB hold 15.7 million values.
    #[test]
    fn chunks_past_the_memory_budget_are_told(counts in prop::collection::vec(1_000_000_usize..9_000_000, 1..5)) {
        let mut chunks = vec![chunk("HEAD", &head(&[]))];
        for (count, id) in counts.iter().zip(1..) {
            let payload = nulls(id, *count);
            let packed = zstd::bulk::compress(&payload, 1).expect("zstd packs");
            chunks.push(framed("NODE", 1, payload.len() as u32, &packed));
        }
        chunks.push(chunk("END ", &end(counts.len() as i32, counts.len() as i32 + 1, 0)));
        let document = load(&file(&chunks));
        let over = document.problems().iter().filter(|problem| matches!(problem, Problem::ChunkOverBudget { .. })).count();
        prop_assert_eq!(document.node_count() + over, counts.len());
        let saved = document.to_bytes().expect("what loads is saved");
        let text = document.to_json().expect("what loads is saved");
        prop_assert_eq!(load(text.as_bytes()).content_id(), load(&saved).content_id());
        prop_assert_eq!(over == 0, document.problems().is_empty());
    }
}
