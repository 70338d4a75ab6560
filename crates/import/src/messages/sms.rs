//! XML of SMS Backup & Restore: everything stands in attributes, and the pictures too, so that files reach gigabytes.

mod shortened;

use std::collections::HashMap;
use std::io::BufReader;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::clean::{Utf8, without_entities};
use super::report::SkipReason;
use super::sink::{Failure, Sink};
use super::{Input, Kind, MessageTime};
use shortened::Shortened;

/// The author of what was sent from the phone.
const SELF: &str = "Me";
/// The most numbers whose names are remembered.
const NAMES: usize = 100_000;
/// Parts of one picture message.
const PARTS: usize = 1_000;

pub fn read(input: &mut Input, sink: &mut Sink) -> Result<(), Failure> {
    let source = input.export.read(input.file)?;
    let mut reader = Reader::from_reader(BufReader::new(Shortened::new(Utf8::new(source))));
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    let mut buffer = Vec::new();
    let mut open: Option<Picture> = None;
    let mut names = Names::default();
    loop {
        buffer.clear();
        let event = reader.read_event_into(&mut buffer);
        match event.map_err(broken)? {
            Event::Eof => break,
            Event::Start(tag) if tag.name().as_ref() == "mms" => open = Some(Picture::new(attributes(&tag))),
            Event::Empty(tag) if tag.name().as_ref() == "mms" => {
                Picture::new(attributes(&tag)).close(&mut names, sink)?
            }
            Event::Start(tag) | Event::Empty(tag) => match tag.name().as_ref() {
                "sms" => text_message(&attributes(&tag), &mut names, sink)?,
                "part" => {
                    if let Some(open) = &mut open {
                        open.part(&attributes(&tag));
                    }
                }
                "addr" => {
                    if let Some(open) = &mut open {
                        open.address(&attributes(&tag));
                    }
                }
                _ => {}
            },
            Event::End(tag) if tag.name().as_ref() == "mms" => {
                if let Some(open) = open.take() {
                    open.close(&mut names, sink)?;
                }
            }
            _ => {}
        }
    }
    if open.is_some() {
        return Err(Failure::Broken("it ends in the middle".to_owned()));
    }
    Ok(())
}

fn broken(error: quick_xml::Error) -> Failure {
    match error {
        quick_xml::Error::Io(error) => std::io::Error::new(error.kind(), error.to_string()).into(),
        error => Failure::Broken(format!("this is not XML: {error}")),
    }
}

type Attributes = HashMap<String, String>;

/// The attributes of a tag. Pictures are left out.
fn attributes(tag: &BytesStart) -> Attributes {
    let mut attributes = tag.attributes();
    let readable = attributes
        .with_checks(false)
        .flatten()
        .filter(|attribute| attribute.key.as_ref() != "data");
    readable
        .map(|attribute| (attribute.key.as_ref().to_owned(), without_entities(&attribute.value)))
        .collect()
}

/// An attribute, empty without one and where the phone wrote that there is none.
fn of<'a>(attributes: &'a Attributes, name: &str) -> &'a str {
    match attributes.get(name).map_or("", String::as_str) {
        "null" | "(Unknown)" => "",
        text => text,
    }
}

fn time(attributes: &Attributes) -> Option<MessageTime> {
    MessageTime::from_milliseconds(of(attributes, "date").parse().ok()?)
}

/// The names of numbers that were seen in conversations of two, where it is sure whose number it is.
#[derive(Default)]
struct Names(HashMap<String, String>);

impl Names {
    /// The last digits of a number, which are the same with and without the code of the country.
    fn key(address: &str) -> String {
        let digits: Vec<char> = address.chars().filter(char::is_ascii_digit).collect();
        match digits.len() {
            0..7 => address.to_owned(),
            count => digits[count.saturating_sub(9)..].iter().collect(),
        }
    }

    fn learn(&mut self, address: &str, name: &str) {
        if !name.is_empty() && self.0.len() < NAMES {
            self.0.insert(Self::key(address), name.to_owned());
        }
    }

    fn of<'a>(&'a self, address: &'a str) -> &'a str {
        self.0.get(&Self::key(address)).map_or(address, String::as_str)
    }
}

/// The number of a firm: too short for a person's, or a word.
fn is_shortcode(address: &str) -> bool {
    if address.contains(['@', '~']) {
        return false;
    }
    let digits = address.bytes().filter(u8::is_ascii_digit).count();
    let has_letters = address.chars().any(char::is_alphabetic);
    has_letters || (digits > 0 && digits <= 6)
}

fn text_message(attributes: &Attributes, names: &mut Names, sink: &mut Sink) -> Result<(), Failure> {
    let (address, name) = (of(attributes, "address"), of(attributes, "contact_name"));
    let is_own = match of(attributes, "type") {
        // Drafts, and what waits or failed.
        "3" | "4" | "5" | "6" => {
            sink.leave_out(SkipReason::Draft);
            return Ok(());
        }
        kind => kind == "2",
    };
    if is_shortcode(address) {
        sink.leave_out(SkipReason::Shortcode);
        return Ok(());
    }
    names.learn(address, name);
    let other = if name.is_empty() { names.of(address) } else { name };
    let other = if other.is_empty() { "unknown" } else { other };
    sink.conversation(other);
    let author = if is_own { SELF } else { other };
    sink.text(
        author,
        time(attributes),
        attributes.get("body").cloned().unwrap_or_default(),
    )
}

/// A message with parts, to one or to many.
struct Picture {
    attributes: Attributes,
    sender: Option<String>,
    texts: Vec<String>,
    has_file: bool,
}

impl Picture {
    fn new(attributes: Attributes) -> Self {
        Self {
            attributes,
            sender: None,
            texts: Vec::new(),
            has_file: false,
        }
    }

    fn part(&mut self, part: &Attributes) {
        match of(part, "ct") {
            "application/smil" => {}
            "text/plain" if self.texts.len() < PARTS => {
                let text = of(part, "text");
                if !text.is_empty() {
                    self.texts.push(text.to_owned());
                }
            }
            _ => self.has_file = true,
        }
    }

    /// 137 is the sender in the PDU of a multimedia message (OMA MMS encapsulation, header `From`).
    fn address(&mut self, address: &Attributes) {
        let number = of(address, "address");
        if of(address, "type") == "137" && number != "insert-address-token" && !number.is_empty() {
            self.sender = Some(number.to_owned());
        }
    }

    fn close(self, names: &mut Names, sink: &mut Sink) -> Result<(), Failure> {
        let (addresses, name) = (of(&self.attributes, "address"), of(&self.attributes, "contact_name"));
        let is_group = addresses.contains('~');
        if !is_group {
            names.learn(addresses, name);
        }
        let is_own = match of(&self.attributes, "msg_box") {
            "3" | "4" | "5" => {
                sink.leave_out(SkipReason::Draft);
                return Ok(());
            }
            kind => kind == "2",
        };
        let sender = self.sender.as_deref().unwrap_or(addresses);
        if is_shortcode(sender) {
            sink.leave_out(SkipReason::Shortcode);
            return Ok(());
        }
        let conversation = if name.is_empty() { addresses } else { name };
        sink.conversation(conversation);
        let author = match (is_own, is_group || name.is_empty()) {
            (true, _) => SELF,
            (false, true) => names.of(sender),
            (false, false) => name,
        };
        let author = if author.is_empty() { "unknown" } else { author };
        let text = self.texts.join("\n");
        if text.trim().is_empty() {
            sink.leave_out(if self.has_file {
                SkipReason::Attachment
            } else {
                SkipReason::Empty
            });
            return Ok(());
        }
        let kind = if self.has_file { Kind::Caption } else { Kind::Text };
        sink.message(author, time(&self.attributes), text, kind)
    }
}
