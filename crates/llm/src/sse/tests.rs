use super::*;

fn event(data: &str) -> SseItem {
    SseItem::Event {
        name: "message".into(),
        data: data.into(),
    }
}

fn feed(decoder: &mut SseDecoder, bytes: &[u8]) -> Result<Vec<SseItem>, EventTooLong> {
    let mut items = Vec::new();
    decoder.feed(bytes, &mut items)?;
    Ok(items)
}

fn decode(chunks: &[&[u8]]) -> Vec<SseItem> {
    let mut decoder = SseDecoder::new();
    let mut items = Vec::new();
    for chunk in chunks {
        items.extend(feed(&mut decoder, chunk).unwrap());
    }
    items.extend(decoder.finish());
    items
}

/// Whole, byte by byte, and cut in two at every place.
fn check(body: &[u8], expected: &[SseItem]) {
    assert_eq!(decode(&[body]), expected, "whole");
    let single: Vec<&[u8]> = body.chunks(1).collect();
    assert_eq!(decode(&single), expected, "byte by byte");
    for at in 0..=body.len() {
        assert_eq!(decode(&[&body[..at], &body[at..]]), expected, "cut at {at}");
    }
}

#[test]
fn every_kind_of_line_end() {
    check(b"data: a\n\ndata: b\n\n", &[event("a"), event("b")]);
    check(b"data: a\r\n\r\ndata: b\r\n\r\n", &[event("a"), event("b")]);
    check(b"data: a\r\rdata: b\r\r", &[event("a"), event("b")]);
    check(b"data: a\r\n\ndata: b\n\r\n", &[event("a"), event("b")]);
}

#[test]
fn crlf_split_between_chunks_is_one_line_end() {
    assert_eq!(decode(&[b"data: a\r", b"\ndata: b\r", b"\n\r", b"\n"]), [event("a\nb")]);
}

#[test]
fn an_event_ended_by_lone_carriage_returns_is_given_at_once() {
    let mut decoder = SseDecoder::new();
    assert_eq!(feed(&mut decoder, b"data: a\r\r").unwrap(), [event("a")]);
}

#[test]
fn byte_order_mark_is_dropped_only_at_the_start() {
    check("\u{feff}data: a\n\n".as_bytes(), &[event("a")]);
    check("\u{feff}\u{feff}data: a\n\n".as_bytes(), &[event("a")]);
    check("data: \u{feff}a\n\n".as_bytes(), &[event("\u{feff}a")]);
}

#[test]
fn fields_comments_and_spaces() {
    check(b": hello\ndata:a\n: between\ndata:  b\n\n", &[event("a\n b")]);
    check(b"id: 1\nretry: 5\ndata: a\n\n", &[event("a")]);
    check(
        b"event: error\ndata: a\n\ndata: b\n\n",
        &[
            SseItem::Event {
                name: "error".into(),
                data: "a".into(),
            },
            event("b"),
        ],
    );
    check(b"data\n\n", &[event("")]);
    check(b"event: ping\n\n", &[]);
}

#[test]
fn last_event_without_blank_line_or_line_end() {
    check(b"data: a\n\ndata: b\n", &[event("a"), event("b")]);
    check(b"data: a\n\ndata: b", &[event("a"), event("b")]);
}

#[test]
fn lines_that_are_no_field_are_told_apart() {
    let stray = SseItem::Stray("{\"error\":\"busy\"}".into());
    check(b"data: a\n\n{\"error\":\"busy\"}\n", &[event("a"), stray]);
}

#[test]
fn characters_split_between_chunks_stay_whole_and_bad_bytes_become_replacements() {
    check("data: Привет 👋🏽\n\n".as_bytes(), &[event("Привет 👋🏽")]);
    check(b"data: a\xff\xf0\x9fb\n\n", &[event("a\u{fffd}\u{fffd}b")]);
}

#[test]
fn a_long_event_is_read_once_and_an_endless_one_is_refused() {
    let long = format!("data: {}\n\n", "x".repeat(1_000_000));
    let chunks: Vec<&[u8]> = long.as_bytes().chunks(100).collect();
    assert_eq!(decode(&chunks).len(), 1);

    let mut decoder = SseDecoder::new();
    let chunk = vec![b'x'; 1024 * 1024];
    let refused = (0..9).find_map(|_| feed(&mut decoder, &chunk).err());
    assert_eq!(refused, Some(EventTooLong));
}

#[test]
fn data_lines_without_a_blank_line_between_count_as_one_event() {
    let mut decoder = SseDecoder::new();
    let line = format!("data: {}\n", "x".repeat(1024 * 1024));
    let refused = (0..9).find_map(|_| feed(&mut decoder, line.as_bytes()).err());
    assert_eq!(refused, Some(EventTooLong));
}

#[test]
fn comments_for_ever_are_no_long_event() {
    let mut decoder = SseDecoder::new();
    let comments = format!(": {}\n", "wait ".repeat(20_000));
    for _ in 0..90 {
        assert_eq!(feed(&mut decoder, comments.as_bytes()), Ok(vec![]));
    }
}
