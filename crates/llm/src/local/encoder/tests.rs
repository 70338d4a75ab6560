use super::*;

#[test]
fn a_missing_file_and_a_damaged_one_are_refused_with_a_reason() {
    let missing = Encoder::load(Path::new("no-such-encoder.gguf"), 1).err();
    assert!(missing.is_some_and(|error| error.to_string().contains("no-such-encoder.gguf")));
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), b"GGUF but nothing more").unwrap();
    assert!(Encoder::load(file.path(), 1).is_err());
}
