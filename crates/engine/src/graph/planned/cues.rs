//! Which words of a sentence tell of a time ahead.

mod phrases;

use jiff::civil::Time;
use jiff::{Span, ToSpan};

use super::hours::Hour;
use crate::memory::words::spelled_out;
use crate::search::Word;
use phrases::{AHEAD, DAYS, DAYS_ALONE, NOT_AHEAD, SOON, WEEKDAYS};

/// When a sentence says that something will happen.
#[derive(Debug, Clone)]
pub enum Cue {
    /// So long from now.
    After(Span),
    /// So many days from now, in a part of that day.
    On(i64, Moment),
    /// The next such day of the week, from Monday as 0; with `true`, the one of next week where today's week has one ahead.
    Weekday(i8, bool, Moment),
    /// At the hour that stands in it.
    At,
    /// In a moment.
    Soon,
}

/// A part of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    Morning,
    Afternoon,
    Evening,
    Night,
    Day,
}

impl Moment {
    /// When it is over, so that one can ask about it.
    pub fn over_at(self) -> Time {
        match self {
            Self::Morning => Time::constant(12, 0, 0, 0),
            Self::Afternoon | Self::Day => Time::constant(18, 0, 0, 0),
            Self::Evening => Time::constant(22, 0, 0, 0),
            Self::Night => Time::constant(23, 30, 0, 0),
        }
    }

    /// An hour as it is meant in this part of the day: "tonight at 8" is at 20:00. On a day of which no part is told, 1 to 7 are
    /// hours of the afternoon.
    pub fn fit(self, hour: Hour) -> Time {
        let latest_morning = match self {
            Self::Morning => 0,
            Self::Afternoon | Self::Evening | Self::Night => 11,
            Self::Day => 7,
        };
        let Hour { time, is_sure } = hour;
        if !is_sure && (1..=latest_morning).contains(&time.hour()) {
            Time::new(time.hour() + 12, time.minute(), 0, 0).unwrap_or(time)
        } else {
            time
        }
    }
}

/// The words of a sentence, English short forms spelled out.
pub fn spelled(words: &[Word]) -> Vec<String> {
    let mut spelled: Vec<String> = Vec::new();
    for word in words {
        let full = spelled_out(spelled.last_mut(), &word.folded).to_owned();
        spelled.push(full);
    }
    spelled
}

/// The first cue of a sentence; its words are folded and spelled out.
pub fn read(words: &[String]) -> Option<Cue> {
    let line = format!(" {} ", words.join(" "));
    let has = |phrase: &str| line.contains(&format!(" {phrase} "));
    if NOT_AHEAD.iter().any(|word| has(word)) {
        return None;
    }
    if let Some((_, days, moment)) = DAYS.iter().find(|(phrase, ..)| has(phrase)) {
        return Some(Cue::On(*days, *moment));
    }
    let is_alone = |(word, not_behind): &(&str, &[&str])| {
        let place = words.iter().position(|other| other == word);
        place.is_some_and(|place| place == 0 || !not_behind.contains(&words[place - 1].as_str()))
    };
    if DAYS_ALONE.iter().any(is_alone) {
        return Some(Cue::On(1, Moment::Day));
    }
    let is_ahead = AHEAD.iter().any(|phrase| has(phrase)) || words.iter().any(|word| is_turkish_future(word));
    if is_ahead {
        if has("this weekend") || has("at the weekend") || has("hafta sonu") || has("am wochenende") {
            return Some(Cue::Weekday(6, false, Moment::Day));
        }
        if let Some(cue) = after(words).or_else(|| weekday(words)) {
            return Some(cue);
        }
        if ["at", "saat", "um", "las"].iter().any(|word| has(word)) && words.iter().any(|word| is_hour(word)) {
            return Some(Cue::At);
        }
    }
    SOON.iter().any(|phrase| has(phrase)).then_some(Cue::Soon)
}

fn weekday(words: &[String]) -> Option<Cue> {
    let (place, day) = words.iter().enumerate().find_map(|(place, word)| {
        let day = WEEKDAYS.iter().position(|names| names.contains(&word.as_str()))?;
        Some((place, i8::try_from(day).ok()?))
    })?;
    let is_next = place > 0 && ["next", "nachsten", "gelecek"].contains(&words[place - 1].as_str());
    let behind = words.get(place + 1).map(String::as_str);
    let moment = match behind {
        Some("morning" | "sabah" | "sabahi" | "fruh" | "matin") => Moment::Morning,
        Some("afternoon" | "nachmittag") => Moment::Afternoon,
        Some("evening" | "aksam" | "aksami" | "abend" | "soir") => Moment::Evening,
        Some("night" | "gece") => Moment::Night,
        Some(_) | None => Moment::Day,
    };
    Some(Cue::Weekday(day, is_next, moment))
}

/// "in two hours", "2 saat sonra", "an hour from now".
fn after(words: &[String]) -> Option<Cue> {
    for (place, word) in words.iter().enumerate() {
        let Some(unit) = unit(word) else { continue };
        let begin = words[..place]
            .iter()
            .rposition(|word| ["in", "dans", "en"].contains(&word.as_str()));
        let behind = words.get(place + 1).map_or("", String::as_str);
        let ends = ["sonra", "later", "from"].contains(&behind);
        let first = match begin {
            Some(begin) if place - begin <= 5 => begin + 1,
            _ if ends => place.saturating_sub(3),
            _ => continue,
        };
        let Some(number) = number(&words[first..place]) else {
            continue;
        };
        return span(unit, number).map(Cue::After);
    }
    None
}

#[derive(Debug, Clone, Copy)]
enum Unit {
    Minute,
    Hour,
    Day,
    Week,
    Month,
}

fn unit(word: &str) -> Option<Unit> {
    Some(match word {
        "minute" | "minutes" | "min" | "mins" | "dakika" | "minuten" | "minuto" | "minutos" => Unit::Minute,
        "hour" | "hours" | "hr" | "hrs" | "saat" | "stunde" | "stunden" | "heure" | "heures" | "hora" | "horas" => {
            Unit::Hour
        }
        "day" | "days" | "gun" | "tag" | "tage" | "tagen" | "jour" | "jours" | "dia" | "dias" => Unit::Day,
        "week" | "weeks" | "hafta" | "woche" | "wochen" | "semaine" | "semaines" | "semana" | "semanas" => Unit::Week,
        "month" | "months" | "ay" | "monat" | "monate" | "monaten" | "mois" | "mes" | "meses" => Unit::Month,
        _ => return None,
    })
}

/// In halves.
fn number(words: &[String]) -> Option<i64> {
    words.iter().find_map(|word| {
        Some(match word.as_str() {
            "half" | "yarim" | "halben" | "demi" | "media" => 1,
            "a" | "an" | "one" | "bir" | "einer" | "einem" | "un" | "une" | "una"
                if !words
                    .iter()
                    .any(|word| ["couple", "few", "half", "halben"].contains(&word.as_str())) =>
            {
                2
            }
            "couple" | "two" | "iki" | "zwei" | "deux" | "dos" => 4,
            "few" | "three" | "birkac" | "uc" | "drei" | "trois" | "tres" => 6,
            "four" | "dort" | "vier" | "quatre" | "cuatro" => 8,
            "five" | "bes" | "funf" | "cinq" | "cinco" => 10,
            "six" | "alti" | "sechs" | "seis" => 12,
            "ten" | "on" | "zehn" | "dix" | "diez" => 20,
            "twenty" | "yirmi" | "zwanzig" | "vingt" | "veinte" => 40,
            figures => {
                figures
                    .parse::<i64>()
                    .ok()
                    .filter(|number| (1..1_000).contains(number))?
                    * 2
            }
        })
    })
}

fn span(unit: Unit, halves: i64) -> Option<Span> {
    Some(match unit {
        Unit::Minute => (halves / 2).max(1).minutes(),
        Unit::Hour => (halves * 30).minutes(),
        Unit::Day => ((halves + 1) / 2).days(),
        Unit::Week => (halves * 7 / 2).max(1).days(),
        Unit::Month => ((halves + 1) / 2).months(),
    })
}

/// "gideceğim", "buluşacağız", "gidiyorum" with a time.
fn is_turkish_future(word: &str) -> bool {
    [
        "acagim", "ecegim", "acagiz", "ecegiz", "iyorum", "uyorum", "iyoruz", "uyoruz",
    ]
    .iter()
    .any(|ending| word.ends_with(ending))
        || ["var", "gerek", "lazim", "randevum", "sinavim", "toplantim"].contains(&word)
}

fn is_hour(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_digit()) || ["noon", "midnight"].contains(&word)
}
