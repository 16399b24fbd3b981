//! Dates as text: `strftime` in the C locale (C17 7.27.3.5; POSIX.1-2017; glibc).
//!
//! Flags and widths of GNU, members out of their ranges, and text for which there is no room end the path.

use super::{Arguments, Body, Host};
use crate::explore::stop::Stop;

pub(super) const ROUTINES: &[(&str, Body)] = &[("strftime", print)];

const DAYS: [&str; 7] = [
    "Sunday",
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
];
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Letters of a short name.
const SHORT: usize = 3;

/// Members of a `struct tm`: their numbers, and the least and the greatest value.
type Member = (u64, i32, i32);
const SECOND: Member = (0, 0, 60);
const MINUTE: Member = (1, 0, 59);
const HOUR: Member = (2, 0, 23);
const DAY: Member = (3, 1, 31);
const MONTH: Member = (4, 0, 11);
/// Years from 1000 to 9999, which have four digits.
const YEAR: Member = (5, -900, 8099);
const WEEKDAY: Member = (6, 0, 6);
const YEAR_DAY: Member = (7, 0, 365);
const SUMMER: Member = (8, i32::MIN, i32::MAX);
/// Where the distance from Universal Time and the name of the zone lie.
const OFFSET: u64 = 40;
const ZONE: u64 = 48;

/// A `struct tm` in memory, of which is read what is asked for.
struct Date<'h> {
    host: &'h mut dyn Host,
    at: u64,
}

fn unknown() -> Stop {
    Stop::Open("a date as text of an unusual form".to_owned())
}

impl Date<'_> {
    fn member(&mut self, (number, least, most): Member) -> Result<i32, Stop> {
        let value = self.host.read_number(self.at.wrapping_add(4 * number), 4)? as i32;
        match (least..=most).contains(&value) {
            true => Ok(value),
            false => Err(unknown()),
        }
    }

    fn year(&mut self) -> Result<i32, Stop> {
        Ok(self.member(YEAR)? + 1900)
    }

    fn hour_of_twelve(&mut self) -> Result<i32, Stop> {
        Ok((self.member(HOUR)? + 11) % 12 + 1)
    }

    fn week(&mut self, first_day: i32) -> Result<i32, Stop> {
        let since = (self.member(WEEKDAY)? - first_day + 7) % 7;
        Ok((self.member(YEAR_DAY)? - since + 7) / 7)
    }

    /// Year and number of the week by ISO 8601: weeks begin on Monday, and the first one has the first Thursday of the year.
    fn iso_week(&mut self) -> Result<(i32, i32), Stop> {
        let (year, day, weekday) = (self.year()?, self.member(YEAR_DAY)?, self.member(WEEKDAY)?);
        let length = |year: i32| {
            if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) {
                366
            } else {
                365
            }
        };
        let days = |day: i32| day - (day - weekday + 4 + 378) % 7 + 3;
        let (mut year, mut since) = (year, days(day));
        if since < 0 {
            year -= 1;
            since = days(day + length(year));
        } else {
            let next = days(day - length(year));
            if next >= 0 {
                year += 1;
                since = next;
            }
        }
        Ok((year, since / 7 + 1))
    }

    /// Hours and minutes between Universal Time and the zone.
    fn offset(&mut self) -> Result<String, Stop> {
        if self.member(SUMMER)? < 0 {
            return Ok(String::new());
        }
        let seconds = self.host.read_number(self.at.wrapping_add(OFFSET), 8)? as i64;
        if !(-86_400..86_400).contains(&seconds) {
            return Err(unknown());
        }
        let (sign, minutes) = (if seconds < 0 { '-' } else { '+' }, seconds.abs() / 60);
        Ok(format!("{sign}{:02}{:02}", minutes / 60, minutes % 60))
    }

    fn zone(&mut self) -> Result<String, Stop> {
        match self.host.read_number(self.at.wrapping_add(ZONE), 8)? {
            0 => Err(unknown()),
            name => String::from_utf8(self.host.string(name)?).map_err(|_| unknown()),
        }
    }

    fn convert(&mut self, conversion: u8) -> Result<String, Stop> {
        let two = |number: i32| Ok(format!("{number:02}"));
        let spaced = |number: i32| Ok(format!("{number:2}"));
        let plain = |number: i32| Ok(number.to_string());
        match conversion {
            b'a' => Ok(DAYS[self.member(WEEKDAY)? as usize][..SHORT].to_owned()),
            b'A' => Ok(DAYS[self.member(WEEKDAY)? as usize].to_owned()),
            b'b' | b'h' => Ok(MONTHS[self.member(MONTH)? as usize][..SHORT].to_owned()),
            b'B' => Ok(MONTHS[self.member(MONTH)? as usize].to_owned()),
            b'c' => self.text(b"%a %b %e %H:%M:%S %Y"),
            b'C' => two(self.year()? / 100),
            b'd' => two(self.member(DAY)?),
            b'D' | b'x' => self.text(b"%m/%d/%y"),
            b'e' => spaced(self.member(DAY)?),
            b'F' => self.text(b"%Y-%m-%d"),
            b'g' => two(self.iso_week()?.0 % 100),
            b'G' => plain(self.iso_week()?.0),
            b'H' => two(self.member(HOUR)?),
            b'I' => two(self.hour_of_twelve()?),
            b'j' => Ok(format!("{:03}", self.member(YEAR_DAY)? + 1)),
            b'k' => spaced(self.member(HOUR)?),
            b'l' => spaced(self.hour_of_twelve()?),
            b'm' => two(self.member(MONTH)? + 1),
            b'M' => two(self.member(MINUTE)?),
            b'n' => Ok("\n".to_owned()),
            b'p' => Ok(if self.member(HOUR)? < 12 { "AM" } else { "PM" }.to_owned()),
            b'P' => Ok(if self.member(HOUR)? < 12 { "am" } else { "pm" }.to_owned()),
            b'r' => self.text(b"%I:%M:%S %p"),
            b'R' => self.text(b"%H:%M"),
            b'S' => two(self.member(SECOND)?),
            b't' => Ok("\t".to_owned()),
            b'T' | b'X' => self.text(b"%H:%M:%S"),
            b'u' => plain((self.member(WEEKDAY)? + 6) % 7 + 1),
            b'U' => two(self.week(0)?),
            b'V' => two(self.iso_week()?.1),
            b'w' => plain(self.member(WEEKDAY)?),
            b'W' => two(self.week(1)?),
            b'y' => two(self.year()? % 100),
            b'Y' => plain(self.year()?),
            b'z' => self.offset(),
            b'Z' => self.zone(),
            b'%' => Ok("%".to_owned()),
            _ => Err(unknown()),
        }
    }

    /// The text of a format of ASCII.
    fn text(&mut self, format: &[u8]) -> Result<String, Stop> {
        let mut text = String::new();
        let mut bytes = format.iter();
        while let Some(byte) = bytes.next() {
            match byte {
                b'%' => text += &self.convert(*bytes.next().ok_or_else(unknown)?)?,
                byte if byte.is_ascii() => text.push(char::from(*byte)),
                _ => return Err(unknown()),
            }
        }
        Ok(text)
    }
}

fn print(host: &mut dyn Host, [to, room, format, at, ..]: &Arguments) -> Result<u64, Stop> {
    if host.word() != 8 {
        return Err(unknown());
    }
    let format = host.string(*format)?;
    let text = Date { host, at: *at }.text(&format)?;
    let length = text.len() as u64;
    if length >= *room {
        return Err(unknown());
    }
    host.write_all(*to, text.as_bytes())?;
    host.write(to.wrapping_add(length), 0)?;
    Ok(length)
}
