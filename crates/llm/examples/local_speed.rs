//! Measures a GGUF model on this computer: `cargo run -p llm --features local --release --example local_speed -- MODEL [THREADS]`.
//!
//! Prints tokens a second for reading a prompt and for writing, the time to the first word with the prompt's front already read, and
//! the memory the process holds.
#![expect(clippy::print_stdout, reason = "the figures are the program's result")]

use std::path::PathBuf;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use llm::local::{LocalModel, LocalOptions};
use llm::{ChatMessage, ChatModel, ChatRequest, ChatRole, ModelEvent, Sampling};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = PathBuf::from(arguments.next().ok_or("name the model's file")?);
    let threads = arguments
        .next()
        .map_or(Ok(LocalOptions::default().threads), |text| text.parse())?;
    let started = Instant::now();
    let model = LocalModel::load(
        &path,
        LocalOptions {
            threads,
            ..LocalOptions::default()
        },
    )?;
    println!("threads {threads}, loaded in {:.2} s", started.elapsed().as_secs_f64());

    let mut request = ChatRequest {
        messages: vec![
            ChatMessage {
                role: ChatRole::System,
                content: "The lamp of the lighthouse turns over the dark water and the gulls sleep. ".repeat(60),
            },
            ChatMessage {
                role: ChatRole::User,
                content: "Tell me a long story about the sea.".into(),
            },
        ],
        sampling: Sampling {
            temperature: Some(0.0),
            dry_multiplier: Some(0.8),
            ..Sampling::default()
        },
        max_tokens: Some(100),
        ..ChatRequest::default()
    };
    let (first, writing, prompt_tokens, written) = run(&model, &request).await?;
    println!(
        "prompt  {:.1} tokens/s ({prompt_tokens} in {:.2} s)",
        rate(prompt_tokens, first),
        first.as_secs_f64()
    );
    println!(
        "writing {:.1} tokens/s ({written} in {:.2} s)",
        rate(written, writing),
        writing.as_secs_f64()
    );

    request.messages[1].content = "And what about the ships?".into();
    let (first, ..) = run(&model, &request).await?;
    println!("first word with the front already read {:.3} s", first.as_secs_f64());
    if let Ok(status) = std::fs::read_to_string("/proc/self/status") {
        status
            .lines()
            .filter(|line| line.starts_with("VmHWM") || line.starts_with("Rss"))
            .for_each(|line| println!("{line}"));
    }
    Ok(())
}

/// Time to the first text, time from there to the end, and the tokens of both.
async fn run(
    model: &LocalModel,
    request: &ChatRequest,
) -> Result<(Duration, Duration, u32, u32), Box<dyn std::error::Error>> {
    let started = Instant::now();
    let mut first = None;
    let mut counts = (0, 0);
    let mut stream = model.stream(request.clone());
    while let Some(event) = stream.next().await {
        match event? {
            ModelEvent::Text(_) => first = first.or(Some(started.elapsed())),
            ModelEvent::Usage {
                prompt_tokens,
                completion_tokens,
            } => counts = (prompt_tokens, completion_tokens),
            _ => {}
        }
    }
    let first = first.ok_or("no text came")?;
    Ok((first, started.elapsed() - first, counts.0, counts.1))
}

fn rate(tokens: u32, time: Duration) -> f64 {
    f64::from(tokens) / time.as_secs_f64()
}
