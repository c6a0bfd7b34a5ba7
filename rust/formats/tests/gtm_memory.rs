//! The memory that reading takes in earnest. Alone in its process, for the process is what is measured.
#![cfg(target_os = "linux")]

mod craft;

use mapwright_formats::ErrorKind;
use mapwright_formats::gtm::read;
use std::io::Write;

/// The largest memory that the process ever held, in bytes.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("a status");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("a peak");
    line.split_whitespace().nth(1).and_then(|kib| kib.parse::<u64>().ok()).expect("a number") << 10
}

/// A frame that unpacks to `size` zeros, made without holding them.
fn zeros(size: usize) -> Vec<u8> {
    let mut frame = zstd::stream::Encoder::new(Vec::new(), 1).expect("an encoder");
    let piece = vec![0; 1 << 20];
    for start in (0..size).step_by(piece.len()) {
        frame.write_all(&piece[..piece.len().min(size - start)]).expect("zstd packs");
    }
    frame.finish().expect("a frame")
}

#[test]
fn reading_stays_below_the_budget_whatever_a_small_file_holds() {
    let head = craft::head(&[]);
    let end = craft::chunk("END ", &craft::end(0, 2, 0));
    let largest = (1 << 30) - head.len() - 4096;
    let honest = craft::framed("NODE", craft::ZSTD, largest as u32, &zeros(largest));
    let liar = craft::framed("NODE", craft::ZSTD, 4096, &zeros(1 << 30));
    for (bomb, what) in
        [(liar, "a frame larger than its header says"), (honest, "the largest chunk there is")]
    {
        let map = craft::file(&[craft::chunk("HEAD", &head), bomb, end.clone()]);
        assert!(map.len() < 256 << 10, "{what}: {} bytes are a small file", map.len());
        let document = read(&map).unwrap_or_else(|error| panic!("{what}: {error}"));
        assert!(!document.problems().is_empty(), "{what}");
        assert!(peak() < 1200 << 20, "{what}: {} MiB", peak() >> 20);
    }
    let start = r#"{"layers": [{"id": 1, "x": ["#;
    for (value, what) in
        [("\"a\",", "texts"), ("[0],", "arrays of one"), ("{\"\":0},", "dictionaries of one")]
    {
        let text = [start, &value.repeat(20_000_000)].concat();
        let error = read(text.as_bytes()).expect_err("it is too much, or cut short");
        assert_eq!(error.kind(), ErrorKind::OutOfMemory, "{what}: {error}");
        let held = peak() - text.len() as u64;
        assert!(held < 1200 << 20, "{what}: {} MiB", held >> 20);
    }
}
