//! Formats of printing and scanning: which arguments a format asks for, and what is done to them (C17, 7.21.6.1 and 7.21.6.2).

use std::iter::Peekable;

/// Which family of functions reads a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// `printf` and its kin.
    Print,
    /// `scanf` and its kin.
    Scan,
}

/// What a conversion does to its argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conversion {
    /// Takes the value itself, a number.
    Value,
    /// Takes the value itself, an address.
    Address,
    /// Reads the text that the argument points to; of no more bytes than the precision, where there is one.
    Text(Option<u64>),
    /// Writes the number of characters so far where the argument points.
    Count(Width),
    /// Writes a number, or an address, where the argument points.
    Number(Width),
    /// Writes characters where the argument points; no more bytes than given, where the format has a width.
    Characters(Option<u64>),
    /// Writes the address of new memory with characters where the argument points.
    NewText,
}

/// How wide a number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// So many bytes.
    Bytes(u8),
    /// As wide as a `long` and a pointer.
    Word,
}

/// What a format does to the arguments behind it, in their order; nothing if it is not understood.
pub fn conversions(format: &[u8], dialect: Dialect) -> Option<Vec<Conversion>> {
    let mut rest = format.iter().copied().take_while(|byte| *byte != 0).peekable();
    let mut found = Vec::new();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            continue;
        }
        match dialect {
            Dialect::Print => print(&mut rest, &mut found)?,
            Dialect::Scan => scan(&mut rest, &mut found)?,
        }
    }
    Some(found)
}

/// How many characters a format prints at least, where it is known how many the texts among the arguments have.
pub fn least_printed(format: &[u8], text: &dyn Fn(usize) -> u64) -> u64 {
    let mut rest = format.iter().copied().take_while(|byte| *byte != 0).peekable();
    let mut arguments = 0..;
    let mut least = 0_u64;
    while let Some(byte) = rest.next() {
        let printed = match byte {
            b'%' => least_converted(&mut rest, &mut arguments, text),
            _ => Some(1),
        };
        let Some(printed) = printed else {
            return least;
        };
        least = least.saturating_add(printed);
    }
    least
}

/// How many characters one conversion prints at least, behind its `%`; nothing if it is not understood.
fn least_converted(
    rest: &mut Peekable<impl Iterator<Item = u8>>,
    arguments: &mut impl Iterator<Item = usize>,
    text: &dyn Fn(usize) -> u64,
) -> Option<u64> {
    let (mut width, mut precision) = (0, None);
    loop {
        let natural = match rest.next()? {
            b'-' | b'+' | b' ' | b'#' | b'\'' | b'I' | b'0' | b'h' | b'l' | b'j' | b'q' | b'L' | b'z' | b't' => {
                continue;
            }
            digit @ b'1'..=b'9' => {
                width = digits_behind(u64::from(digit - b'0'), rest);
                continue;
            }
            b'*' => {
                arguments.next();
                continue;
            }
            b'.' => {
                // What an argument says may be nothing.
                precision = Some(digits(rest).unwrap_or(0));
                continue;
            }
            b'%' => return Some(1),
            b'm' => 0,
            b'n' => {
                arguments.next();
                return Some(0);
            }
            b's' | b'S' => text(arguments.next()?).min(precision.unwrap_or(u64::MAX)),
            b'c' | b'C' => {
                arguments.next();
                1
            }
            b'd' | b'i' | b'o' | b'u' | b'x' | b'X' | b'b' | b'B' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a'
            | b'A' | b'p' => {
                arguments.next();
                precision.map_or(1, |_| 0)
            }
            _ => return None,
        };
        return Some(natural.max(width));
    }
}

/// One conversion of `printf`, behind its `%`. Arguments by position are not understood.
fn print(rest: &mut Peekable<impl Iterator<Item = u8>>, found: &mut Vec<Conversion>) -> Option<()> {
    let mut precision = None;
    let mut length = Length::default();
    loop {
        let one = match rest.next()? {
            b'-' | b'+' | b' ' | b'#' | b'\'' | b'I' | b'0'..=b'9' => continue,
            b'*' => {
                found.push(Conversion::Value);
                continue;
            }
            b'.' => {
                precision = match rest.peek() {
                    Some(b'*') => None,
                    _ => Some(digits(rest).unwrap_or(0)),
                };
                continue;
            }
            modifier if length.note(modifier) => continue,
            b'%' | b'm' => return Some(()),
            b's' if !length.is_long => Conversion::Text(precision),
            b's' | b'S' => Conversion::Text(None),
            b'n' => Conversion::Count(length.integer),
            b'p' => Conversion::Address,
            b'd' | b'i' | b'o' | b'u' | b'x' | b'X' | b'b' | b'B' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a'
            | b'A' | b'c' | b'C' => Conversion::Value,
            _ => return None,
        };
        found.push(one);
        return Some(());
    }
}

/// One conversion of `scanf`, behind its `%`.
fn scan(rest: &mut Peekable<impl Iterator<Item = u8>>, found: &mut Vec<Conversion>) -> Option<()> {
    let (mut ignored, mut allocates) = (false, false);
    let mut length = Length::default();
    let mut most = None;
    loop {
        let one = match rest.next()? {
            b'*' => {
                ignored = true;
                continue;
            }
            b'm' => {
                allocates = true;
                continue;
            }
            digit @ b'0'..=b'9' => {
                let first = u64::from(digit - b'0');
                most = Some(digits_behind(first, rest));
                continue;
            }
            b'\'' | b'I' => continue,
            modifier if length.note(modifier) => continue,
            b'%' => return Some(()),
            b'[' => {
                set(rest)?;
                Conversion::Characters(most.filter(|_| !length.is_long).map(|most| most.saturating_add(1)))
            }
            b's' => Conversion::Characters(most.filter(|_| !length.is_long).map(|most| most.saturating_add(1))),
            b'c' if !length.is_long => Conversion::Characters(most.or(Some(1))),
            b'c' | b'S' | b'C' => Conversion::Characters(None),
            b'n' => Conversion::Count(length.integer),
            b'd' | b'i' | b'o' | b'u' | b'x' | b'X' | b'b' => Conversion::Number(length.integer),
            b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' => Conversion::Number(length.floating),
            b'p' => Conversion::Number(Width::Word),
            _ => return None,
        };
        match (ignored, allocates) {
            (true, _) => (),
            (false, true) => found.push(Conversion::NewText),
            (false, false) => found.push(one),
        }
        return Some(());
    }
}

/// What the length modifiers of a conversion say.
struct Length {
    integer: Width,
    floating: Width,
    is_long: bool,
}

impl Default for Length {
    fn default() -> Self {
        Length {
            integer: Width::Bytes(4),
            floating: Width::Bytes(4),
            is_long: false,
        }
    }
}

impl Length {
    /// Takes a modifier into account; false if it is none.
    fn note(&mut self, modifier: u8) -> bool {
        match modifier {
            b'h' if self.integer == Width::Bytes(2) => self.integer = Width::Bytes(1),
            b'h' => self.integer = Width::Bytes(2),
            b'l' if self.is_long => self.integer = Width::Bytes(8),
            b'l' => {
                (self.integer, self.floating, self.is_long) = (Width::Word, Width::Bytes(8), true);
            }
            b'j' | b'q' => self.integer = Width::Bytes(8),
            b'L' => (self.integer, self.floating) = (Width::Bytes(8), Width::Bytes(16)),
            b'z' | b't' => self.integer = Width::Word,
            _ => return false,
        }
        true
    }
}

/// Passes over a set of characters, behind its `[`: a `]` that stands first belongs to it.
fn set(rest: &mut impl Iterator<Item = u8>) -> Option<()> {
    if rest.next()? == b'^' {
        rest.next()?;
    }
    rest.find(|byte| *byte == b']').map(drop)
}

fn digits(rest: &mut Peekable<impl Iterator<Item = u8>>) -> Option<u64> {
    let first = rest.next_if(u8::is_ascii_digit)?;
    Some(digits_behind(u64::from(first - b'0'), rest))
}

/// The number whose first digits are known.
fn digits_behind(mut number: u64, rest: &mut Peekable<impl Iterator<Item = u8>>) -> u64 {
    while let Some(digit) = rest.next_if(u8::is_ascii_digit) {
        number = number.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
    }
    number
}

/// Whether a text, taken for a format, writes the number of characters so far, or cannot be told not to.
pub fn may_count(text: &[u8]) -> bool {
    match conversions(text, Dialect::Print) {
        Some(conversions) => conversions.iter().any(|one| matches!(one, Conversion::Count(_))),
        None => text.contains(&b'n'),
    }
}

/// Whether a text, taken for a format, prints an address, or cannot be told not to.
pub fn may_print_address(text: &[u8]) -> bool {
    match conversions(text, Dialect::Print) {
        Some(conversions) => conversions.contains(&Conversion::Address),
        None => text.contains(&b'p'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_of_printf_tells_how_much_it_prints_at_least() {
        let text = |argument: usize| [0, 4, 6][argument];
        let formats: [(&[u8], u64); 7] = [
            (b"12%d%%", 4),
            (b"%5ld", 5),
            (b"%d%s %s", 12),
            (b"%.0d%.2s", 2),
            (b"%.*s%c", 1),
            (b"%-3c%n%x", 4),
            (b"ab%y123", 2),
        ];
        for (format, least) in formats {
            assert_eq!(least_printed(format, &text), least, "{}", format.escape_ascii());
        }
    }

    #[test]
    fn a_format_of_printf_tells_what_it_reads_and_writes() {
        let expected = vec![
            Conversion::Value,
            Conversion::Value,
            Conversion::Text(None),
            Conversion::Text(Some(3)),
            Conversion::Count(Width::Bytes(1)),
            Conversion::Address,
        ];
        let found = conversions(b"%5d%% %m %*s %.3s|%hhn %p", Dialect::Print);
        assert_eq!(found, Some(expected));
        let texts = [(b"%.*s".as_slice(), None), (b"%.s", Some(0)), (b"%.2ls", None)];
        for (format, most) in texts {
            let found = conversions(format, Dialect::Print).and_then(|found| found.last().copied());
            assert_eq!(found, Some(Conversion::Text(most)));
        }
    }

    #[test]
    fn arguments_by_position_are_not_understood() {
        assert_eq!(conversions(b"%2$s %1$d", Dialect::Print), None);
        assert_eq!(conversions(b"%", Dialect::Print), None);
    }

    #[test]
    fn a_format_of_scanf_tells_what_it_writes_and_how_wide_that_is() {
        let expected = vec![
            Conversion::Number(Width::Word),
            Conversion::Characters(None),
            Conversion::NewText,
            Conversion::Count(Width::Bytes(4)),
            Conversion::Number(Width::Word),
            Conversion::Number(Width::Bytes(8)),
            Conversion::Characters(Some(16)),
            Conversion::Characters(Some(8)),
            Conversion::Number(Width::Bytes(1)),
        ];
        let found = conversions(b"%*d %ld %[^]a]%ms%n%p %lf %15s%8c%hhd", Dialect::Scan);
        assert_eq!(found, Some(expected));
    }

    #[test]
    fn a_text_behind_the_terminating_zero_is_no_format() {
        assert_eq!(conversions(b"a\0%n", Dialect::Print), Some(Vec::new()));
        assert!(may_count(b"%1$n\0") && may_count(b"%zn\0"));
        assert!(!may_count(b"100% of n\0") && !may_count(b"no conversion\0"));
        assert!(may_print_address(b"%p") && !may_print_address(b"%s"));
    }
}
