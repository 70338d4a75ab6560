//! Whether the day, the month or the year stands first: decided over all dates of a file.

use super::header::{Header, Style};
use crate::messages::{DateOrder, dates};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    DayMonthYear,
    MonthDayYear,
    YearMonthDay,
}

const ORDERS: [Order; 3] = [Order::DayMonthYear, Order::MonthDayYear, Order::YearMonthDay];

impl Order {
    /// Year, month and day.
    pub fn sorted(self, [first, second, third]: [u32; 3], style: Style) -> [u32; 3] {
        match self {
            _ if style.year_first => [first, second, third],
            Self::DayMonthYear => [third, second, first],
            Self::MonthDayYear => [third, first, second],
            Self::YearMonthDay => [first, second, third],
        }
    }
}

/// How well one order fits.
#[derive(Debug, Clone, Copy, Default)]
struct Fit {
    /// Dates that do not exist in this order.
    impossible: u64,
    /// Dates that go back behind the one before.
    back: u64,
    last: Option<jiff::civil::Date>,
}

/// The dates of a file.
#[derive(Debug, Default)]
pub struct Dates {
    fits: [Fit; 3],
    count: u64,
    is_padded: bool,
    /// Whether day and month would be different days in the other order.
    matters: bool,
}

impl Dates {
    pub fn add(&mut self, header: &Header) {
        self.count += 1;
        self.is_padded |= header.is_padded;
        self.matters |= header.numbers[0] != header.numbers[1];
        for (order, fit) in ORDERS.iter().zip(&mut self.fits) {
            let [year, month, day] = order.sorted(header.numbers, header.style);
            match dates::date(year, month, day) {
                None => fit.impossible += 1,
                Some(date) => {
                    fit.back += u64::from(fit.last.is_some_and(|last| date < last));
                    fit.last = Some(date);
                }
            }
        }
    }

    pub fn count(&self) -> u64 {
        self.count
    }

    /// The order, and the same for a person to confirm when the dates leave it open and it was not `answered`.
    pub fn order(&self, style: Style, answered: Option<DateOrder>) -> (Order, Option<DateOrder>) {
        if style.year_first {
            return (Order::YearMonthDay, None);
        }
        let [day_first, month_first, year_first] = self.fits.map(|fit| (fit.impossible, fit.back));
        // With a year of two digits, only if it is better than both others.
        if style.year_digits == 2 && year_first < day_first && year_first < month_first {
            return (Order::YearMonthDay, None);
        }
        let open = day_first == month_first && self.matters;
        // No language writes the month first and dots between.
        let is_told = !open || style.separator == '.';
        let order = match answered {
            Some(answer) if !is_told => answer,
            _ if day_first < month_first || style.separator == '.' && day_first == month_first => DateOrder::DayFirst,
            _ if month_first < day_first || self.looks_american(style) => DateOrder::MonthFirst,
            _ => DateOrder::DayFirst,
        };
        let assumed = (!is_told && answered.is_none()).then_some(order);
        match order {
            DateOrder::DayFirst => (Order::DayMonthYear, assumed),
            DateOrder::MonthFirst => (Order::MonthDayYear, assumed),
        }
    }

    fn looks_american(&self, style: Style) -> bool {
        style.separator == '/' && style.has_period && style.year_digits == 2 && !self.is_padded
    }
}

#[cfg(test)]
mod tests {
    use super::super::header::header;
    use super::*;

    fn order(lines: &[&str], answered: Option<DateOrder>) -> (Order, Option<DateOrder>) {
        let mut dates = Dates::default();
        let headers: Vec<Header> = lines.iter().map(|line| header(line).unwrap()).collect();
        headers.iter().for_each(|header| dates.add(header));
        dates.order(headers[0].style, answered)
    }

    #[test]
    fn the_order_is_told_by_the_whole_file_or_asked() {
        use DateOrder::{DayFirst, MonthFirst};
        use Order::{DayMonthYear, MonthDayYear, YearMonthDay};
        for (lines, expected) in [
            (
                &["1/2/23, 10:00 - A: x", "2/13/23, 10:00 - A: x"][..],
                (MonthDayYear, None),
            ),
            (
                &["01/02/2020, 10:00 - A: x", "13/02/2020, 10:00 - A: x"],
                (DayMonthYear, None),
            ),
            (
                &[
                    "01/02/2020, 10:00 - A: x",
                    "02/02/2020, 10:00 - A: x",
                    "01/03/2020, 10:00 - A: x",
                ],
                (DayMonthYear, None),
            ),
            (
                &["01/02/2020, 10:00 - A: x", "02/01/2020, 10:00 - A: x"],
                (MonthDayYear, None),
            ),
            (&["01/02/2020, 10:00 - A: x"], (DayMonthYear, Some(DayFirst))),
            (&["1/2/20, 10:00 AM - A: x"], (MonthDayYear, Some(MonthFirst))),
            (&["01.02.20, 10:00 - A: x"], (DayMonthYear, None)),
            (&["02/02/2020, 10:00 - A: x"], (DayMonthYear, None)),
            (&["2020/02/03, 10:00 - A: x"], (YearMonthDay, None)),
            (
                &[
                    "19-09-30 10:00 - A: x",
                    "19-10-02 10:00 - A: x",
                    "20-01-17 10:00 - A: x",
                ],
                (YearMonthDay, None),
            ),
        ] {
            assert_eq!(order(lines, None), expected, "{lines:?}");
        }
        let open = ["01/02/2020, 10:00 - A: x"];
        assert_eq!(order(&open, Some(MonthFirst)), (MonthDayYear, None));
        let told = ["13/02/2020, 10:00 - A: x"];
        assert_eq!(order(&told, Some(MonthFirst)), (DayMonthYear, None));
    }
}
