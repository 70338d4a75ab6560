//! Long dates in any language.

use jiff::civil::DateTime;
use jiff::tz::Offset;

use super::words::{is_weekday, month, period};
use super::{Scan, date, digit, time};
use crate::messages::MessageTime;

/// A number or a word, and the character right after it.
#[derive(Debug, Clone)]
enum Token {
    Number(u32, Option<char>),
    Word(String),
}

fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut scan = Scan::new(text);
    while let Some(next) = scan.peek() {
        if digit(next).is_some() {
            let mut value = 0_u32;
            while let Some(next) = scan.eat(|next| digit(next).is_some()) {
                value = value.saturating_mul(10).saturating_add(digit(next).unwrap_or(0));
            }
            let after = scan.peek();
            tokens.push(Token::Number(value, after));
        } else if next.is_alphabetic() {
            let mut word = String::new();
            // Vowel signs are marks and not letters; dots and the space between them stand inside "p. m.".
            while let Some(next) =
                scan.eat(|next| !next.is_whitespace() && !next.is_ascii_punctuation() && digit(next).is_none())
            {
                word.extend(next.to_lowercase());
            }
            match tokens.last_mut() {
                Some(Token::Word(last)) if last.chars().count() == 1 && word == "m" => last.push('m'),
                _ => tokens.push(Token::Word(word)),
            }
        } else {
            scan.eat(|_| true);
        }
    }
    tokens
}

/// A long date with a time in any of the languages that accounts have: `Tuesday, September 10, 2024 at 8:44:40 PM UTC`,
/// `2015. február 15., vasárnap 21:54:36 UTC`, `2024년 9월 10일 화요일 오후 8시 44분 40초 UTC`.
pub fn any_language(text: &str) -> Option<MessageTime> {
    if text.len() > 200 {
        return None;
    }
    let tokens = tokens(text);
    let clock = clock_position(&tokens)?;
    let numbers = |part: &[Token]| -> Vec<u32> {
        part.iter()
            .filter_map(|token| match token {
                Token::Number(value, _) => Some(*value),
                Token::Word(_) => None,
            })
            .collect()
    };
    let clock_end = tokens.len().min(clock + 6);
    let on_clock = numbers(&tokens[clock..clock_end]);
    let minute = on_clock.get(1).copied()?;
    let second = on_clock.get(2).copied().filter(|second| *second < 60);
    let around = &tokens[clock.saturating_sub(1)..clock_end];
    let half = around.iter().find_map(|token| match token {
        Token::Word(word) => period(word).filter(|_| word.chars().count() > 1 || !word.is_ascii()),
        Token::Number(..) => None,
    });
    let mut days = numbers(&tokens[..clock]);
    if days.len() < 2 {
        days.extend(on_clock.iter().skip(3));
    }
    let year = days.iter().position(|number| *number > 999)?;
    let rest: Vec<u32> = days
        .iter()
        .enumerate()
        .filter(|(index, _)| *index != year)
        .map(|(_, number)| *number)
        .collect();
    let named = tokens.iter().find_map(|token| match token {
        Token::Word(word) if !is_weekday(word) => month(word),
        _ => None,
    });
    let (month, day) = match (named, rest[..].first(), rest.get(1)) {
        (Some(month), Some(day), _) => (month, *day),
        (None, Some(month), Some(day)) if year == 0 => (*month, *day),
        (None, Some(day), Some(month)) => (*month, *day),
        _ => return None,
    };
    let time = time(on_clock[0], minute, second.unwrap_or(0), half)?;
    let civil = DateTime::from_parts(date(days[year], month, day)?, time);
    let is_utc = text.contains("UTC") || text.contains("GMT");
    if is_utc {
        return MessageTime::with_offset(civil, Offset::UTC);
    }
    Some(MessageTime::Local {
        civil,
        seconds: second.is_some(),
    })
}

/// Where the hour stands: before a colon or a word for "hour", or else first of three numbers below 60 at the end.
fn clock_position(tokens: &[Token]) -> Option<usize> {
    let marked = tokens
        .iter()
        .position(|token| matches!(token, Token::Number(_, Some(':' | '시' | '時' | '时' | '点'))));
    marked.or_else(|| {
        let small = |token: &Token| matches!(token, Token::Number(value, _) if *value < 60);
        tokens.windows(3).rposition(|three| three.iter().all(small))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(time: Option<MessageTime>) -> String {
        time.map_or_else(|| "none".to_owned(), |time| time.to_string())
    }

    #[test]
    fn dates_of_accounts_in_many_languages() {
        for (text, expected) in [
            (
                "Tuesday, September 10, 2024 at 8:44:40\u{202f}PM UTC",
                "2024-09-10T20:44:40Z",
            ),
            ("2015. február 15., vasárnap 21:54:36 UTC", "2015-02-15T21:54:36Z"),
            ("Dienstag, 10. September 2024 um 20:44:40 UTC", "2024-09-10T20:44:40Z"),
            ("mardi 10 septembre 2024 à 20:44:40 UTC", "2024-09-10T20:44:40Z"),
            ("martes, 5 de marzo de 2024, 8:44:40 p. m. UTC", "2024-03-05T20:44:40Z"),
            (
                "martes, 5 de agosto de 2024, 12:04:40 a. m. UTC",
                "2024-08-05T00:04:40Z",
            ),
            ("martedì 10 settembre 2024 20:44:40 UTC", "2024-09-10T20:44:40Z"),
            (
                "terça-feira, 10 de setembro de 2024 às 20:44:40 UTC",
                "2024-09-10T20:44:40Z",
            ),
            ("10 Eylül 2024 Salı 20:44:40 UTC", "2024-09-10T20:44:40Z"),
            ("вторник, 10 сентября 2024 г. в 20:44:40 UTC", "2024-09-10T20:44:40Z"),
            ("середа, 7 серпня 2024 р. о 20:44:40 UTC", "2024-08-07T20:44:40Z"),
            ("wtorek, 10 września 2024 20:44:40 UTC", "2024-09-10T20:44:40Z"),
            ("úterý 9. července 2024 v 20:44:40 UTC", "2024-07-09T20:44:40Z"),
            ("maandag 4 maart 2024 om 20:44:40 UTC", "2024-03-04T20:44:40Z"),
            ("maanantai 4. maaliskuuta 2024 klo 20.44.40 UTC", "2024-03-04T20:44:40Z"),
            (
                "keskiviikko 6. marraskuuta 2024 klo 20.44.40 UTC",
                "2024-11-06T20:44:40Z",
            ),
            ("2024年9月10日火曜日 20:44:40 UTC", "2024-09-10T20:44:40Z"),
            ("2024年9月10日星期二 UTC 20:44:40", "2024-09-10T20:44:40Z"),
            ("2024년 9월 10일 화요일 오후 8시 44분 40초 UTC", "2024-09-10T20:44:40Z"),
            ("Thứ Ba, 10 tháng 9, 2024 lúc 20:44:40 UTC", "2024-09-10T20:44:40Z"),
            ("2024年9月10日星期二下午8:44:40 UTC", "2024-09-10T20:44:40Z"),
            ("الثلاثاء، ١٠ سبتمبر ٢٠٢٤ في ٨:٤٤:٤٠ م UTC", "2024-09-10T20:44:40Z"),
            ("วันอังคารที่ 10 กันยายน พ.ศ. 2567 เวลา 20:44:40 UTC", "2024-09-10T20:44:40Z"),
            ("Selasa, 6 Agustus 2024 pukul 20.44.40 UTC", "2024-08-06T20:44:40Z"),
            ("", "none"),
            ("soon", "none"),
            ("September 10, 2024", "none"),
        ] {
            assert_eq!(shown(any_language(text)), expected, "{text}");
        }
    }
}
