//! tmp
use std::time::Instant;
fn main() {
    let b = std::fs::read("/tmp/maps/large.gtm").unwrap();
    for _ in 0..6 {
        let t = Instant::now();
        let d = mapwright_formats::gtm::read(&b).unwrap();
        println!("{:?} nodes {}", t.elapsed(), d.node_count());
        let t = Instant::now();
        drop(d);
        println!("  drop {:?}", t.elapsed());
    }
}
