//! The baked lighting: where it may stand, what makes it unusable, which parts go alone.

mod craft;

use craft::*;
use mapwright_formats::gtm::{Document, Probes, Problem, read};

type Entry = (&'static str, Vec<u8>);

fn load(bytes: &[u8]) -> Document {
    read(bytes).unwrap_or_else(|error| panic!("{error}"))
}

/// A bake of 2 x 1 texels with one chart.
fn bake() -> Vec<Entry> {
    vec![
        ("version", int(1)),
        ("width", int(2)),
        ("height", int(1)),
        ("scene", int64(-5)),
        ("texel_size", float(4.0)),
        ("light", bytes(&[0x00, 0x3C].repeat(6))),
        ("shadow", bytes(&[1, 2])),
        ("ao", bytes(&[3, 4])),
        ("chart_keys", int64s(&[2, 0])),
        ("chart_rows", float32s(&[0.5; 8])),
        ("nodes", int64s(&[2, 7])),
        ("stale", int64s(&[9])),
        ("fallback", float32s(&[1.0, 0.5, 0.25])),
    ]
}

fn probes() -> Vec<Entry> {
    vec![
        ("probe_points", float32s(&[0.0, 0.0, 0.0, 32.0, 0.0, 0.0, 0.0, 32.0, 0.0, 0.0, 0.0, 32.0])),
        ("probe_sh", float32s(&[0.25; 4 * 27])),
        ("probe_tetrahedra", int32s(&[0, 1, 2, 3])),
        ("probe_bsp_planes", float32s(&[1.0, 0.0, 0.0, 16.0, 0.0, 1.0, 0.0, 8.0])),
        ("probe_bsp_children", int32s(&[1, -1, -1, i32::MIN])),
    ]
}

fn with(mut entries: Vec<Entry>, key: &'static str, value: Vec<u8>) -> Vec<Entry> {
    entries.retain(|(other, _)| *other != key);
    entries.push((key, value));
    entries
}

fn without(mut entries: Vec<Entry>, key: &str) -> Vec<Entry> {
    entries.retain(|(other, _)| *other != key);
    entries
}

fn map(lightmap: &[Entry]) -> Vec<u8> {
    file(&[chunk("HEAD", &head(&[])), chunk("LMAP", &dictionary(lightmap)), chunk("END ", &end(0, 2, 0))])
}

#[test]
fn all_keys_are_read() {
    let document = load(&map(&[bake(), probes()].concat()));
    assert_eq!(document.problems(), []);
    let lightmap = document.lightmap().expect("a bake");
    assert_eq!((lightmap.version, lightmap.width, lightmap.height, lightmap.scene), (1, 2, 1, -5));
    assert_eq!(lightmap.texel_size.to_bits(), 4.0_f64.to_bits());
    assert_eq!(
        (lightmap.light.len(), &lightmap.shadow[..], &lightmap.ao[..]),
        (12, &[1, 2][..], &[3, 4][..])
    );
    assert_eq!((&lightmap.nodes[..], &lightmap.stale[..]), (&[2, 7][..], &[9][..]));
    assert_eq!(lightmap.fallback_light(), [1.0, 0.5, 0.25]);
    let charts: Vec<_> = lightmap.charts().collect();
    assert_eq!(charts, [(2, 0, [0.5; 8].as_slice())]);
    let probes = lightmap.probes.as_ref().expect("probes");
    assert_eq!((probes.len(), probes.sh.len(), probes.bsp_children.len()), (4, 108, 4));
}

#[test]
fn a_bake_stands_in_its_chunk_or_in_head_and_the_chunk_wins() {
    let other = with(bake(), "scene", int(6));
    let scene = |bytes: &[u8]| load(bytes).lightmap().map(|lightmap| lightmap.scene);
    let in_head = |lmap: Option<Vec<u8>>| {
        let chunks = [Some(chunk("HEAD", &head(&[("lightmap", dictionary(&other))]))), lmap];
        file(&chunks.into_iter().flatten().collect::<Vec<_>>())
    };
    assert_eq!(scene(&in_head(None)), Some(6));
    assert_eq!(scene(&in_head(Some(chunk("LMAP", &dictionary(&bake()))))), Some(-5));
    let two =
        [chunk("HEAD", &head(&[])), chunk("LMAP", &dictionary(&other)), chunk("LMAP", &dictionary(&bake()))];
    assert_eq!(scene(&file(&two)), Some(6), "the first of several");
}

#[test]
fn the_bytes_may_be_base64_text() {
    let texts = with(with(bake(), "shadow", string("AQI=")), "light", string(&"ADwA".repeat(4)));
    let document = load(&map(&texts));
    assert_eq!(document.problems(), []);
    assert_eq!(document.lightmap().map(|lightmap| lightmap.shadow.clone()), Some(vec![1, 2]));
}

#[test]
fn an_unusable_bake_is_left_out_and_the_map_loads() {
    for (faulty, what) in [
        (with(bake(), "version", int(2)), "a newer version"),
        (without(bake(), "version"), "no version"),
        (with(bake(), "width", int(0)), "no width"),
        (with(bake(), "width", int(3)), "too little light"),
        (with(bake(), "height", int(-1)), "a negative height"),
        (with(with(bake(), "width", int(i32::MAX)), "height", int(i32::MAX)), "a huge size"),
        (with(bake(), "shadow", bytes(&[1])), "too little shadow"),
        (without(bake(), "light"), "no light"),
        (with(bake(), "light", string("no base64 !")), "text that is no base64"),
        (with(bake(), "light", int(3)), "a number for light"),
    ] {
        let document = load(&map(&faulty));
        assert!(document.lightmap().is_none(), "{what}");
        assert!(matches!(document.problems(), [Problem::LightmapDropped { .. }]), "{what}");
    }
    let document =
        load(&file(&[chunk("HEAD", &head(&[])), chunk("LMAP", &int(1)), chunk("END ", &end(0, 2, 0))]));
    assert!(matches!(document.problems(), [Problem::LightmapDropped { .. }]));
}

#[test]
fn parts_that_do_not_add_up_go_alone() {
    for (faulty, what) in [
        (without(bake(), "ao"), "no occlusion"),
        (with(bake(), "ao", bytes(&[1])), "too little occlusion"),
        (with(bake(), "chart_keys", int64s(&[2, 0, 2])), "an odd number of chart keys"),
        (with(bake(), "chart_rows", float32s(&[0.5; 9])), "a row and a number"),
        (with(bake(), "chart_keys", int64s(&[2, 0, 2, 1])), "more keys than rows"),
    ] {
        let document = load(&map(&faulty));
        assert!(matches!(document.problems(), [Problem::LightmapPart { .. }]), "{what}");
        let lightmap = document.lightmap().unwrap_or_else(|| panic!("{what}"));
        assert_eq!(lightmap.charts().count(), 1, "{what}");
    }
}

#[test]
fn probes_that_do_not_add_up_are_left_out_alone() {
    let many = |count: usize| (0..count * 3).map(|index| index as f32).collect::<Vec<_>>();
    for (key, value, what) in [
        ("probe_points", float32s(&many(3)), "three probes"),
        ("probe_points", float32s(&many(4)[..11]), "a point cut short"),
        ("probe_sh", float32s(&[0.0; 107]), "a coefficient too few"),
        ("probe_tetrahedra", int32s(&[]), "no tetrahedron"),
        ("probe_tetrahedra", int32s(&[0, 1, 2]), "a tetrahedron cut short"),
        ("probe_tetrahedra", int32s(&[0, 1, 2, 4]), "an index past the probes"),
        ("probe_tetrahedra", int32s(&[0, 1, 2, -1]), "a negative index"),
        ("probe_bsp_planes", float32s(&[]), "no BSP node"),
        ("probe_bsp_planes", float32s(&[0.0; 7]), "a plane cut short"),
        ("probe_bsp_children", int32s(&[1, -1, -1]), "a child too few"),
        ("probe_bsp_children", int32s(&[2, -1, -1, -1]), "a node past the nodes"),
        ("probe_bsp_children", int32s(&[1, -2, -1, -1]), "a tetrahedron past the tetrahedra"),
        ("probe_bsp_children", int32s(&[0, -1, -1, -1]), "the root as a child"),
        ("probe_bsp_children", int32s(&[1, 1, -1, -1]), "a node with two parents"),
        ("probe_bsp_children", int32s(&[1, -1, 1, -1]), "a node below itself"),
        ("probe_bsp_children", int32s(&[-1, -1, -1, -1]), "a node that nothing leads to"),
    ] {
        let document = load(&map(&[bake(), with(probes(), key, value)].concat()));
        let lightmap = document.lightmap().unwrap_or_else(|| panic!("{what}"));
        assert_eq!(lightmap.probes(), &Probes::default(), "{what}");
        assert!(
            matches!(document.problems(), [Problem::LightmapPart { part: "the light probes", .. }]),
            "{what}: {:?}",
            document.problems()
        );
    }
}

#[test]
fn a_bake_is_saved_where_it_stood_with_the_same_values() {
    let whole = [bake(), probes()].concat();
    let in_head = file(&[chunk("HEAD", &head(&[("lightmap", dictionary(&whole))]))]);
    for (before, in_chunk) in [(map(&whole), true), (in_head, false)] {
        let before = load(&before);
        let saved = before.to_bytes().expect("the map is written");
        assert_eq!(load(&saved).lightmap(), before.lightmap());
        assert_eq!(saved.windows(4).any(|window| window == b"LMAP"), in_chunk);
    }
}
