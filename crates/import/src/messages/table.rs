//! Tables: CSV of DiscordChatExporter, and any other with a column each for author, time and text.

mod words;

use std::io::Read;

use csv::StringRecord;
use jiff::civil::DateTime;

use super::clean::Utf8;
use super::metered::metered;
use super::report::{SkipReason, Warning};
use super::sink::{Failure, Sink};
use super::whatsapp::header::{Header, Style, header};
use super::whatsapp::order::{Dates, Order};
use super::{Input, Kind, MessageTime, dates};
use words::{ATTACHMENTS, AUTHOR, CLOCK, TEXT, TIME};

/// Which columns of a table hold what, from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Columns {
    pub author: usize,
    pub time: Option<usize>,
    /// The time of day, where `time` holds only the day.
    pub clock: Option<usize>,
    pub text: usize,
    /// Names of files that belong to a message.
    pub attachments: Option<usize>,
    /// Whether the first row names the columns.
    pub has_header: bool,
}

/// The first rows of a table, for a person to choose its columns by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableSample {
    pub file: String,
    pub rows: Vec<Vec<String>>,
}

/// Rows and characters of a field that are shown of a table.
const SAMPLE_ROWS: usize = 5;
const SAMPLE_FIELD: usize = 100;
const SAMPLE_FIELDS: usize = 50;

/// Whether a line is the header of a table by DiscordChatExporter.
pub fn is_discord_header(line: &str) -> bool {
    let line = line.trim_end().replace('"', "");
    line.starts_with("AuthorID,Author,Date,Content,")
}

fn discord_columns() -> Columns {
    Columns {
        author: 1,
        time: Some(2),
        clock: None,
        text: 3,
        attachments: Some(4),
        has_header: true,
    }
}

/// Whether a line names columns for author and text.
pub fn is_known_header(line: &str) -> bool {
    let mut fields = Vec::new();
    let read = rows(line.as_bytes(), delimiter(line), &mut |row| {
        fields = row.iter().map(str::to_owned).collect();
        Ok(())
    });
    read.is_ok() && columns(&fields).is_some()
}

fn columns(fields: &[String]) -> Option<Columns> {
    let fields: Vec<String> = fields.iter().map(|field| field.trim().to_lowercase()).collect();
    // In the order of the words: a column "author" is meant before one that is called "name".
    let place = |words: &[&str]| {
        words
            .iter()
            .find_map(|word| fields.iter().position(|field| field == word))
    };
    Some(Columns {
        author: place(AUTHOR)?,
        time: place(TIME),
        clock: place(CLOCK).filter(|clock| place(TIME) != Some(*clock)),
        text: place(TEXT)?,
        attachments: place(ATTACHMENTS),
        has_header: true,
    })
}

/// What separates the fields: whichever of the usual characters stands most often in the first line.
fn delimiter(line: &str) -> u8 {
    let count = |delimiter: u8| line.bytes().filter(|byte| *byte == delimiter).count();
    // Of equals the last, which is the comma.
    [b'|', b';', b'\t', b',']
        .into_iter()
        .max_by_key(|delimiter| count(*delimiter))
        .unwrap_or(b',')
}

/// Hands over each row. A row may have at most [`engine::save_file::limits::MESSAGE_BYTES`].
pub fn rows(
    reader: impl Read,
    delimiter: u8,
    take: &mut dyn FnMut(&StringRecord) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (reader, room) = metered(Utf8::new(reader));
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .from_reader(reader);
    let mut row = StringRecord::new();
    loop {
        room.begin();
        let any = reader.read_record(&mut row).map_err(|error| match error.into_kind() {
            csv::ErrorKind::Io(error) => Failure::from(error),
            other => Failure::Broken(format!("this is not a table: {other:?}")),
        })?;
        if !any {
            return Ok(());
        }
        take(&row)?;
    }
}

/// A table of any program.
pub fn read_any(input: &mut Input, sink: &mut Sink) -> Result<(), Failure> {
    let mut head = String::new();
    let mut start = Vec::new();
    input.export.read(input.file)?.take(1 << 16).read_to_end(&mut start)?;
    Utf8::new(start.as_slice()).read_to_string(&mut head)?;
    let first = head.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let delimiter = delimiter(first);
    let mut sample = Vec::new();
    rows(head.as_bytes(), delimiter, &mut |row| {
        if sample.len() < SAMPLE_ROWS {
            let fields = row
                .iter()
                .take(SAMPLE_FIELDS)
                .map(|field| field.chars().take(SAMPLE_FIELD).collect());
            sample.push(fields.collect::<Vec<String>>());
        }
        Ok(())
    })?;
    let named = sample.first().and_then(|fields| columns(fields));
    let Some(columns) = named.or_else(|| input.options.columns.clone()) else {
        return Err(Failure::ColumnsNeeded(TableSample {
            file: sink.file().to_owned(),
            rows: sample,
        }));
    };
    read_columns(input, sink, &columns, (delimiter, &|text| text))
}

/// A table of DiscordChatExporter. Emoji may stand there by their ids.
pub fn read_discord(input: &mut Input, sink: &mut Sink) -> Result<(), Failure> {
    let plain = |text: String| super::discord::plain(&text, &[]);
    read_columns(input, sink, &discord_columns(), (b',', &plain))
}

fn read_columns(
    input: &mut Input,
    sink: &mut Sink,
    columns: &Columns,
    (delimiter, plain): (u8, &dyn Fn(String) -> String),
) -> Result<(), Failure> {
    let written = written_order(input, sink, columns, delimiter)?;
    let reader = input.export.read(input.file)?;
    let mut is_header = columns.has_header;
    rows(reader, delimiter, &mut |row| {
        if std::mem::take(&mut is_header) {
            return Ok(());
        }
        let field = |column: Option<usize>| column.and_then(|column| row.get(column)).unwrap_or_default();
        let text = field(Some(columns.text)).replace("\r\n", "\n");
        let has_file = !field(columns.attachments).is_empty();
        if text.trim().is_empty() {
            sink.leave_out(if has_file {
                SkipReason::Attachment
            } else {
                SkipReason::Empty
            });
            return Ok(());
        }
        let kind = if has_file { Kind::Caption } else { Kind::Text };
        sink.message(
            field(Some(columns.author)),
            time(&written_time_of(row, columns), written),
            plain(text),
            kind,
        )
    })
}

/// What a row says of its time; the day and the time of day may stand in two columns.
fn written_time_of(row: &StringRecord, columns: &Columns) -> String {
    let field = |column: Option<usize>| column.and_then(|column| row.get(column)).unwrap_or_default().trim();
    match (field(columns.time), field(columns.clock)) {
        (day, "") => day.to_owned(),
        // It has the time already, or is a number of seconds.
        (day, _) if day.contains(':') || !day.contains(['-', '.', '/', ' ']) => day.to_owned(),
        (day, clock) => format!("{day} {clock}"),
    }
}

/// A date as people write it is read as the beginning of a line in a chat.
fn as_line(field: &str) -> String {
    format!("{} - ", field.trim())
}

/// The order of day and month over the whole table; none where the dates need none.
fn written_order(
    input: &mut Input,
    sink: &mut Sink,
    columns: &Columns,
    delimiter: u8,
) -> Result<Option<(Style, Order)>, Failure> {
    if columns.time.is_none() {
        return Ok(None);
    }
    let mut dates = Dates::default();
    let mut style = None;
    let reader = input.export.read(input.file)?;
    let read = rows(reader, delimiter, &mut |row| {
        let field = written_time_of(row, columns);
        if self::dates::iso(&field).is_none()
            && let Some(header) = header(&as_line(&field))
        {
            style.get_or_insert(header.style);
            dates.add(&header);
        }
        Ok(())
    });
    // What is broken is told when the messages are read.
    if let Err(Failure::Disk(error)) = read {
        return Err(Failure::Disk(error));
    }
    let Some(style) = style else { return Ok(None) };
    let (order, assumed) = dates.order(style, input.options.date_order);
    if let Some(order) = assumed {
        let file = sink.file().to_owned();
        sink.warn(Warning::DateOrderAssumed { file, order });
    }
    Ok(Some((style, order)))
}

fn time(field: &str, written: Option<(Style, Order)>) -> Option<MessageTime> {
    if let Some(time) = dates::iso(field) {
        return Some(time);
    }
    // Seconds since 1970 have ten digits until the year 2286, milliseconds thirteen.
    let number = field
        .trim()
        .split('.')
        .next()
        .filter(|whole| whole.len() >= 9)
        .and_then(|whole| whole.parse::<i64>().ok());
    if let Some(number) = number {
        return if number.abs() < 100_000_000_000 {
            MessageTime::from_seconds(number)
        } else {
            MessageTime::from_milliseconds(number)
        };
    }
    let line = as_line(field);
    written
        .and_then(|(style, order)| written_time(&header(&line)?, style, order))
        .or_else(|| dates::any_language(field))
}

fn written_time(header: &Header, style: Style, order: Order) -> Option<MessageTime> {
    let [year, month, day] = order.sorted(header.numbers, style);
    let time = dates::time(header.hour, header.minute, header.second.unwrap_or(0), header.period)?;
    Some(MessageTime::Local {
        civil: DateTime::from_parts(dates::date(year, month, day)?, time),
        seconds: header.second.is_some(),
    })
}
