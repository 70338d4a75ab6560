//! Bodies of responses, whole, byte by byte, and cut in two at every place.

use llm::openai::body::BodyReader;
use llm::openai::frames::BodyEnd;
use llm::{FinishReason, ModelError, ModelEvent};
use proptest::prelude::*;

/// What one reply came to.
#[derive(Debug, Clone, Default, PartialEq)]
struct Outcome {
    text: String,
    reasoning: String,
    usage: Option<(u32, u32)>,
    end: Option<Result<FinishReason, ModelError>>,
}

fn read(stops: &[&str], chunks: &[&[u8]], end: BodyEnd) -> Outcome {
    let stops: Vec<String> = stops.iter().map(|stop| stop.to_string()).collect();
    let mut body = BodyReader::new(&stops);
    let mut pieces = Vec::new();
    for chunk in chunks {
        pieces.extend(body.feed(chunk));
    }
    pieces.extend(body.end(end));
    assert!(body.frames().is_over(), "every reply has an end");
    let mut outcome = Outcome::default();
    for piece in pieces {
        assert_eq!(outcome.end, None, "nothing comes after the end");
        match piece {
            Ok(ModelEvent::Text(text)) => outcome.text += &text,
            Ok(ModelEvent::Reasoning(reasoning)) => outcome.reasoning += &reasoning,
            Ok(ModelEvent::Usage {
                prompt_tokens,
                completion_tokens,
            }) => {
                outcome.usage = Some((prompt_tokens, completion_tokens));
            }
            Ok(ModelEvent::Finished(reason)) => outcome.end = Some(Ok(reason)),
            Err(error) => outcome.end = Some(Err(error)),
        }
    }
    outcome
}

fn check_stopping_at(stops: &[&str], body: impl AsRef<[u8]>, end: BodyEnd, expected: &Outcome) {
    let body = body.as_ref();
    assert_eq!(&read(stops, &[body], end), expected, "whole");
    let single: Vec<&[u8]> = body.chunks(1).collect();
    assert_eq!(&read(stops, &single, end), expected, "byte by byte");
    for at in 0..=body.len() {
        assert_eq!(&read(stops, &[&body[..at], &body[at..]], end), expected, "cut at {at}");
    }
}

fn check(body: impl AsRef<[u8]>, expected: &Outcome) {
    check_stopping_at(&[], body, BodyEnd::Clean, expected);
}

fn whole(text: &str) -> Outcome {
    Outcome {
        text: text.into(),
        end: Some(Ok(FinishReason::Stop)),
        ..Outcome::default()
    }
}

fn failed(text: &str, error: ModelError) -> Outcome {
    Outcome {
        text: text.into(),
        end: Some(Err(error)),
        ..Outcome::default()
    }
}

fn provider(status: Option<u16>, message: &str) -> ModelError {
    ModelError::Provider {
        status,
        message: message.into(),
    }
}

/// A stream of text frames, without an end.
fn deltas(texts: &[&str]) -> String {
    let frame = |text: &&str| {
        format!(
            "data: {}\n\n",
            serde_json::json!({"choices": [{"delta": {"content": text}}]})
        )
    };
    texts.iter().map(frame).collect()
}

const DONE: &str = "data: [DONE]\n\n";
const FINISH: &str = "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";
const GREETING: &str = "*Smiles* \"Привет 👋🏽\"";

#[test]
fn recorded_streams_that_come_to_their_end() {
    let with_usage = Outcome {
        usage: Some((9, 5)),
        ..whole(GREETING)
    };
    check(include_bytes!("../streams/sse_ok.txt"), &with_usage);
    check(include_bytes!("../streams/sse_crlf.txt"), &with_usage);
    check(include_bytes!("../streams/sse_no_space.txt"), &with_usage);
    check(
        include_bytes!("../streams/sse_done_without_blank_line.txt"),
        &with_usage,
    );
    check(
        include_bytes!("../streams/sse_no_done_but_finish.txt"),
        &whole(GREETING),
    );
    check(include_bytes!("../streams/json_not_stream.txt"), &whole("Whole"));
    check(include_bytes!("../streams/sse_surrogate_escapes.txt"), &whole("😀"));
    let reasoned = Outcome {
        reasoning: "Think more!".into(),
        ..whole("Answer")
    };
    check(include_bytes!("../streams/sse_reasoning_content.txt"), &reasoned);
    let tagged = Outcome {
        reasoning: "secret".into(),
        ..whole("Hello <3")
    };
    check(include_bytes!("../streams/sse_think_tag_split.txt"), &tagged);
}

#[test]
fn recorded_streams_that_fail() {
    let cut = failed("*Smiles* ", ModelError::CutOff);
    check(include_bytes!("../streams/sse_cut.txt"), &cut);
    check_stopping_at(&[], include_bytes!("../streams/sse_cut.txt"), BodyEnd::Broken, &cut);
    let gone = failed("*Smiles* ", provider(Some(502), "Provider disconnected"));
    check(include_bytes!("../streams/sse_error_midstream.txt"), &gone);
    let too_long = |message: &str| {
        failed(
            "",
            ModelError::ContextExceeded {
                message: message.into(),
            },
        )
    };
    check(
        include_bytes!("../streams/sse_error_only_200.txt"),
        &too_long("maximum context length is 4096"),
    );
    check(
        include_bytes!("../streams/sse_error_event_lmstudio.txt"),
        &too_long("Trying to keep the first 5000 tokens when context the overflows."),
    );
    check(
        include_bytes!("../streams/sse_empty_200.txt"),
        &failed("", ModelError::Empty),
    );
    check(
        include_bytes!("../streams/sse_role_only.txt"),
        &failed("", ModelError::Empty),
    );
}

#[test]
fn line_ends_comments_and_byte_order_marks() {
    let body = format!(
        ": PROCESSING\n\n{}: keep-alive\n\n{}{DONE}",
        deltas(&["Hello "]),
        deltas(&["there"])
    );
    check(&body, &whole("Hello there"));
    check(body.replace('\n', "\r"), &whole("Hello there"));
    check(body.replace('\n', "\r\n"), &whole("Hello there"));
    check(format!("\u{feff}{body}"), &whole("Hello there"));
    check(format!("\n\n \n{body}"), &whole("Hello there"));
}

#[test]
fn invalid_bytes_become_one_replacement_and_no_error() {
    let mut body = b"data: {\"choices\":[{\"delta\":{\"content\":\"a".to_vec();
    body.extend(b"\xf0\x9f\x91");
    body.extend(b"b\"}}]}\n\ndata: [DONE]\n\n");
    check(&body, &whole("a\u{fffd}b"));
}

#[test]
fn an_error_wins_wherever_it_stands() {
    let error = "data: {\"error\":{\"message\":\"overloaded upstream\",\"code\":503}}\n\n";
    let expected = provider(Some(503), "overloaded upstream");
    check(
        format!("{error}{}{FINISH}", deltas(&["Hi"])),
        &failed("", expected.clone()),
    );
    check(
        format!("{}{error}{DONE}", deltas(&["Hi"])),
        &failed("Hi", expected.clone()),
    );
    check(
        format!("{}{FINISH}{error}{DONE}", deltas(&["Hi"])),
        &failed("Hi", expected.clone()),
    );
    let stray = error.trim_start_matches("data: ");
    check(format!("{}{stray}", deltas(&["Hi"])), &failed("Hi", expected.clone()));
    check(format!("{}{FINISH}{stray}", deltas(&["Hi"])), &failed("Hi", expected));
    let flat = "data: {\"error_type\":\"invalid\",\"error_message\":\"maximum context is 4\"}\n\n";
    let context = ModelError::ContextExceeded {
        message: "maximum context is 4".into(),
    };
    check(format!("{}{flat}", deltas(&["Hi"])), &failed("Hi", context));
    let named = "event: error\ndata: no more\n\n";
    check(
        format!("{}{named}", deltas(&["Hi"])),
        &failed("Hi", provider(None, "no more")),
    );
    let reason = "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"error\"}]}\n\n";
    let unnamed = provider(None, "it ended the reply with an error and gave no reason");
    check(format!("{}{reason}{DONE}", deltas(&["Hi"])), &failed("Hi", unnamed));
}

#[test]
fn text_held_back_comes_before_an_error() {
    let error = "data: {\"error\":\"gone\"}\n\n";
    check(
        format!("{}{error}", deltas(&["<thi"])),
        &failed("<thi", provider(None, "gone")),
    );
    let body = format!("{}{error}", deltas(&["Yes.\nUse"]));
    check_stopping_at(
        &["\nUser:"],
        body,
        BodyEnd::Clean,
        &failed("Yes.\nUse", provider(None, "gone")),
    );
}

#[test]
fn finish_reasons() {
    for (named, expected) in [
        ("stop", FinishReason::Stop),
        ("eos", FinishReason::Stop),
        ("length", FinishReason::Length),
        ("content_filter", FinishReason::Filtered),
    ] {
        let frame = format!("data: {{\"choices\":[{{\"delta\":{{}},\"finish_reason\":\"{named}\"}}]}}\n\n");
        let outcome = Outcome {
            end: Some(Ok(expected)),
            ..whole("Hi")
        };
        check(format!("{}{frame}", deltas(&["Hi"])), &outcome);
    }
    let older = "data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"},\"finish_reason\":\"\"}]}\n\n";
    check(format!("{older}{older}{DONE}"), &whole("HiHi"));
    check(older, &failed("Hi", ModelError::CutOff));
    let withheld = "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"content_filter\"}]}\n\n";
    check(withheld, &failed("", provider(None, "the provider withheld the reply")));
}

#[test]
fn messages_in_place_of_deltas() {
    let message = "data: {\"choices\":[{\"message\":{\"content\":\"Hi \"}}]}\n\n";
    check(format!("{message}{message}{DONE}"), &whole("Hi Hi "));
    let repeated =
        "data: {\"choices\":[{\"delta\":{},\"message\":{\"content\":\"Hello\"},\"finish_reason\":\"stop\"}]}\n\n";
    check(format!("{}{repeated}", deltas(&["Hel", "lo"])), &whole("Hello"));
    let parts = "data: {\"choices\":[{\"delta\":{\"content\":[{\"type\":\"thinking\",\"thinking\":[{\"type\":\"text\",\
                 \"text\":\"Hm\"}]},{\"type\":\"text\",\"text\":\"Yes\"}]}}]}\n\n";
    check(
        format!("{parts}{DONE}"),
        &Outcome {
            reasoning: "Hm".into(),
            ..whole("Yes")
        },
    );
}

#[test]
fn documents_in_place_of_streams() {
    let page = "<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head></html>";
    let message = "a web page came instead of a reply (“502 Bad Gateway”); check the provider's address";
    check(page, &failed("", provider(None, message)));
    check(
        "{\"error\":{\"message\":\"busy\",\"code\":503}}",
        &failed("", provider(Some(503), "busy")),
    );
    check(
        "[{\"error\":{\"message\":\"busy\"}}]",
        &failed("", provider(None, "busy")),
    );
    check(
        "upstream connect error\n",
        &failed("", provider(None, "upstream connect error")),
    );
    let cut = "\n\n{\"choices\":[{\"message\":{\"content\":\"Wh";
    check_stopping_at(&[], cut, BodyEnd::Broken, &failed("", ModelError::CutOff));
    check(
        "\u{feff}\n\n{\"choices\":[{\"message\":{\"content\":\"Whole \\ud83d\"}}]}",
        &whole("Whole \u{fffd}"),
    );
}

/// Found by the random bodies below: a mark after a blank line counted as text, or not, depending on where the body was cut.
#[test]
fn a_byte_order_mark_after_a_blank_line_is_no_text() {
    check("\n\u{feff}", &failed("", ModelError::Empty));
    check(format!("\n\u{feff}\n{}{DONE}", deltas(&["Hi"])), &whole("Hi"));
}

#[test]
fn stop_strings_end_the_reply_and_do_not_show() {
    let body = format!("{}{DONE}", deltas(&["Yes.", "\nUs", "er: and", " more"]));
    check_stopping_at(&["\nUser:"], body, BodyEnd::Clean, &whole("Yes."));
    let body = format!("{}{DONE}", deltas(&["Yes.", "\nUs"]));
    check_stopping_at(&["\nUser:"], body, BodyEnd::Clean, &whole("Yes.\nUs"));
    let body = format!("{}{DONE}", deltas(&["\nUser: hello"]));
    check_stopping_at(&["\nUser:"], body, BodyEnd::Clean, &failed("", ModelError::Empty));
}

#[test]
fn a_frame_that_cannot_be_read_is_no_silent_gap() {
    let broken = "data: {\"choices\":[{\"delta\":\n\n";
    let expected = failed("Hi", provider(None, "a piece of the reply could not be read"));
    check(format!("{}{broken}{DONE}", deltas(&["Hi"])), &expected);
    check(format!("{}data: ping\n\n{DONE}", deltas(&["Hi"])), &whole("Hi"));
}

#[test]
fn one_long_event_is_read_and_an_endless_one_is_refused() {
    let text = "word ".repeat(60_000);
    let body = format!("{}{DONE}", deltas(&[&text]));
    let chunks: Vec<&[u8]> = body.as_bytes().chunks(1000).collect();
    assert_eq!(read(&[], &chunks, BodyEnd::Clean), whole(&text));

    let chunk = vec![b'x'; 1024 * 1024];
    let mut chunks: Vec<&[u8]> = vec![b"data: "];
    chunks.extend(std::iter::repeat_n(chunk.as_slice(), 9));
    let too_long = failed("", provider(None, "a piece of the reply is longer than 8 MB"));
    assert_eq!(read(&[], &chunks, BodyEnd::Clean), too_long);
    chunks[0] = b"{";
    assert_eq!(read(&[], &chunks, BodyEnd::Clean), too_long);
}

fn fragment() -> impl Strategy<Value = Vec<u8>> {
    let known = prop::sample::select(vec![
        "data: ",
        "data:",
        "\n",
        "\r\n",
        "\r",
        "\u{feff}",
        ": c\n",
        "event: error\n",
        "[DONE]",
        "{",
        "}",
        "\"",
        "\\ud83d",
        "\\ude00",
        "{\"choices\":[{\"delta\":{\"content\":\"",
        "\"}}]}\n\n",
        "<think>",
        "</think>",
        "<",
        "\nUser:",
        "👋🏽",
        "{\"error\":\"x\"}",
        "\"finish_reason\":\"stop\"",
    ]);
    prop_oneof![
        4 => known.prop_map(|text| text.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..6),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bodies_give_the_same_however_they_are_cut(
        fragments in prop::collection::vec(fragment(), 0..40),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
    ) {
        let body = fragments.concat();
        let mut at: Vec<usize> = cuts.iter().map(|cut| cut.index(body.len() + 1)).collect();
        at.extend([0, body.len()]);
        at.sort_unstable();
        let chunks: Vec<&[u8]> = at.windows(2).map(|pair| &body[pair[0]..pair[1]]).collect();
        let stops = ["\nUser:", "👋🏽"];
        prop_assert_eq!(read(&stops, &chunks, BodyEnd::Clean), read(&stops, &[&body], BodyEnd::Clean));
    }
}
