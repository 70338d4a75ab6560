use llm::local::encoder::*;
use std::io::{BufRead, Write};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let e = Encoder::load(std::path::Path::new("/tmp/models/all-minilm-l6-v2-q8_0.gguf"), 1).unwrap();
    let input = std::io::BufReader::new(std::fs::File::open(&a[1]).unwrap());
    let sent_only = a.len() > 3;
    let f = |x: &str| std::io::BufWriter::new(std::fs::File::create(format!("{}.{x}", a[2])).unwrap());
    let (mut p, mut v, mut s) = (f("pieces"), f("vec"), f("sent"));
    for line in input.lines() {
        let text: String = serde_json::from_str(&line.unwrap()).unwrap();
        let r = e.encode_blocking(&text, Haste::Patient).unwrap();
        writeln!(p, "{}", serde_json::to_string(&r.pieces).unwrap()).unwrap();
        if !sent_only {
            for x in &r.vectors {
                v.write_all(&x.to_le_bytes()).unwrap();
            }
        }
        for x in &r.sentence {
            s.write_all(&x.to_le_bytes()).unwrap();
        }
        if sent_only {
            // mean over the word's own pieces
            let n = r.pieces.len().max(1) as f32;
            let mut m = vec![0f32; 384];
            for c in r.vectors.chunks(384) {
                for (i, x) in c.iter().enumerate() {
                    m[i] += x / n;
                }
            }
            for x in &m {
                v.write_all(&x.to_le_bytes()).unwrap();
            }
        }
    }
}
