//! `bench messages`: reading a made export of 200,000 messages in three formats, and measuring one person of it.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use anyhow::{Result, ensure};
use app::making::exports::{Answers, read_export};
use app::making::messages::ReadPerson;
use serde_json::{Value, json};

use super::memory::{forget_peak, peak_mib};

const MESSAGES: u32 = 200_000;
const FORMATS: [(&str, &str, Writer); 3] = [
    ("whatsapp", "chat.txt", whatsapp),
    ("telegram", "result.json", telegram),
    ("sms", "sms.xml", sms),
];

type Writer = fn(&mut BufWriter<File>) -> std::io::Result<()>;

/// What is printed as `seconds` and `rss_mib` is the worst of the three.
pub fn messages() -> Result<Value> {
    let folder = tempfile::tempdir()?;
    let (mut seconds, mut rss) = (0.0_f64, 0);
    let mut formats = serde_json::Map::new();
    for (name, file, write) in FORMATS {
        let path = folder.path().join(file);
        let mut out = BufWriter::new(File::create(&path)?);
        write(&mut out)?;
        out.flush()?;
        let (read_s, read_mib) = read(&path)?;
        let (person_s, person_mib) = person(&path)?;
        seconds = seconds.max(read_s);
        rss = rss.max(read_mib);
        formats.insert(
            name.to_owned(),
            json!({ "seconds": read_s, "rss_mib": read_mib, "person_seconds": person_s, "person_rss_mib": person_mib }),
        );
        std::fs::remove_file(&path)?;
    }
    Ok(json!({ "seconds": seconds, "rss_mib": rss, "messages": MESSAGES, "formats": formats }))
}

fn read(path: &Path) -> Result<(f64, u64)> {
    forget_peak();
    let began = Instant::now();
    let mut count = 0;
    read_export(path, &Answers::default(), &mut |_| {
        count += 1;
        ControlFlow::Continue(())
    })?;
    let seconds = rounded(began);
    ensure!(count == MESSAGES, "{count} messages instead of {MESSAGES}");
    Ok((seconds, peak_mib()?))
}

fn person(path: &Path) -> Result<(f64, u64)> {
    forget_peak();
    let began = Instant::now();
    let read = ReadPerson::of(path, &Answers::default(), "Mara")?;
    let seconds = rounded(began);
    ensure!(read.messages == u64::from(MESSAGES / 2), "{} of them", read.messages);
    Ok((seconds, peak_mib()?))
}

fn rounded(began: Instant) -> f64 {
    (began.elapsed().as_secs_f64() * 100.0).round() / 100.0
}

/// Two people in turn, one message every five minutes.
fn line(number: u32) -> (&'static str, String) {
    let author = if number.is_multiple_of(2) { "Ben" } else { "Mara" };
    let words = [
        "the harbour",
        "tea at five",
        "my sister",
        "no rain today",
        "that old boat",
    ];
    let text = format!(
        "I told you about {} and number {number}, did I not? {}",
        words[number as usize % words.len()],
        "It goes on. ".repeat(number as usize % 4)
    );
    (author, text.trim().to_owned())
}

fn civil(number: u32) -> jiff::civil::DateTime {
    let start = jiff::civil::date(2020, 1, 13).at(8, 0, 0, 0);
    start.saturating_add(jiff::Span::new().minutes(i64::from(number) * 5))
}

fn whatsapp(out: &mut BufWriter<File>) -> std::io::Result<()> {
    for number in 0..MESSAGES {
        let (author, text) = line(number);
        let at = civil(number);
        writeln!(
            out,
            "{:02}/{:02}/{}, {:02}:{:02} - {author}: {text}",
            at.day(),
            at.month(),
            at.year(),
            at.hour(),
            at.minute()
        )?;
    }
    Ok(())
}

fn telegram(out: &mut BufWriter<File>) -> std::io::Result<()> {
    write!(
        out,
        "{{\"name\":\"Ben\",\"type\":\"personal_chat\",\"id\":1,\"messages\":["
    )?;
    for number in 0..MESSAGES {
        let (author, text) = line(number);
        let comma = if number == 0 { "" } else { "," };
        let seconds = (1_578_900_000 + number * 300).to_string();
        let message = json!({
            "id": number, "type": "message", "date": civil(number).to_string(), "date_unixtime": seconds, "from": author,
            "from_id": format!("user{author}"), "text": text,
        });
        write!(out, "{comma}\n{message}")?;
    }
    write!(out, "]}}")
}

fn sms(out: &mut BufWriter<File>) -> std::io::Result<()> {
    writeln!(
        out,
        "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n<smses count=\"{MESSAGES}\">"
    )?;
    for number in 0..MESSAGES {
        let (author, text) = line(number);
        // Received from Mara, or sent.
        let kind = if author == "Mara" { 1 } else { 2 };
        let at = 1_578_900_000_000_u64 + u64::from(number) * 300_000;
        writeln!(
            out,
            "<sms protocol=\"0\" address=\"+15551234567\" date=\"{at}\" type=\"{kind}\" body=\"{text}\" contact_name=\"Mara\" />"
        )?;
    }
    writeln!(out, "</smses>")
}
