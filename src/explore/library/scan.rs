//! `scanf` and its kin: from memory exactly, from a stream as the environment chooses.

use super::behind::Behind;
use super::exact::Host;
use super::exact::directives::{Conversion, Piece, What, pieces};
use super::exact::format::{ArgumentKind, Registers, Values};
use super::exact::integers::is_space;
use super::exact::scan::scan;
use super::exact::variadic::List;
use super::host::CallHost;
use super::words::SLOT;
use crate::explore::code::{CallSite, Scalar};
use crate::explore::machine::{Machine, Purpose, Stop};

/// How a function of the family takes its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scan {
    /// Whether it reads the string that is its first argument; else a stream.
    pub from_memory: bool,
    /// The number of the argument with the format; the places stand behind it.
    pub format: u8,
    /// Whether the places are a `va_list`.
    pub is_list: bool,
}

/// A `long double`.
const EXTENDED: Scalar = Scalar::Extended(16);

/// Characters that a stream gives for `%s` at most, where the width allows more.
const LONGEST_WORD: u64 = 4;

impl Scan {
    /// How a function scans; the headers of glibc spell their names in several ways.
    pub fn of(name: &str) -> Option<Self> {
        let plain = name
            .strip_prefix("__isoc99_")
            .or_else(|| name.strip_prefix("__isoc23_"));
        let plain = plain.unwrap_or(name);
        let (plain, is_list) = match plain.strip_prefix('v') {
            Some(plain) => (plain, true),
            None => (plain, false),
        };
        let (from_memory, format) = match plain {
            "scanf" => (false, 0),
            "fscanf" => (false, 1),
            "sscanf" => (true, 1),
            _ => return None,
        };
        Some(Scan {
            from_memory,
            format,
            is_list,
        })
    }
}

impl Scan {
    /// A text that a format takes as a whole, with [`SLOT`] for each number or word; none if the format is not understood.
    pub fn example(format: &[u8]) -> Option<Vec<u8>> {
        let pieces = pieces(format)?;
        let bytes = pieces.iter().filter_map(|piece| match piece {
            Piece::Space => Some(b' '),
            Piece::Literal(byte) => Some(*byte),
            Piece::Conversion(conversion) => match &conversion.what {
                What::Percent | What::Count => None,
                What::Set(set) => (b'0'..=b'z').find(|byte| set[usize::from(*byte)]),
                _ => Some(SLOT),
            },
        });
        Some(bytes.collect())
    }
}

impl Machine<'_> {
    /// Performs a call.
    pub(super) fn scan(&mut self, thread: usize, call: &CallSite, how: Scan) -> Result<u64, Stop> {
        let first = usize::from(how.format) + 1;
        let (text, format) = (self.argument(thread, call, 0), self.argument(thread, call, first - 1));
        let places: Vec<_> = (first..call.arguments.len())
            .map(|number| {
                let place = self.argument(thread, call, number);
                (u128::from(place), Some(ArgumentKind::Integer(self.code.pointer.size())))
            })
            .collect();
        let list = self.argument(thread, call, first);
        let is_searched = self.settings.purpose == Purpose::Exhaust;
        if is_searched && self.reads_wide_numbers(format)? {
            return Err(Stop::Open("a `long double` that is read".to_owned()));
        }
        let stream = (!how.from_memory).then(|| self.scanned(how, text)).flatten();
        let mut behind = stream.map_or_else(Behind::default, |stream| self.behind_of(stream));
        let mut host = CallHost::new(self, thread, call);
        let values: &mut dyn Values = match how.is_list {
            true => &mut List::given(list),
            false => &mut Registers { values: &places },
        };
        let result = match how.from_memory {
            true => {
                let result = scan(&mut host, text, format, values);
                // glibc looks for the end of the text, the standard does not ask for it.
                match is_searched {
                    true => (&mut host as &mut dyn Host).string(text).and(result),
                    false => result,
                }
            }
            false => from_stream(&mut host, format, values, &mut behind),
        };
        host.finish();
        let stored = result?;
        if let Some(stream) = stream {
            self.set_behind(stream, behind);
        }
        match how.from_memory {
            true => Ok(i64::from(stored) as u64),
            false => {
                self.error_may_have_changed(thread);
                Ok(self.outcome(call, i64::from(stored) as u64))
            }
        }
    }
}

impl Machine<'_> {
    /// Whether a format asks for a number of more than 64 bits.
    fn reads_wide_numbers(&self, format: u64) -> Result<bool, Stop> {
        let length = self.memory.string_length(format)?;
        let pieces = pieces(self.memory.bytes(format, length)?).unwrap_or_default();
        Ok(pieces.iter().any(|piece| {
            matches!(piece, Piece::Conversion(conversion) if conversion.what == What::Floating && conversion.size == 16)
        }))
    }
}

/// The environment chooses how many conversions succeed, and what they store. Characters and words match whatever there is.
fn from_stream(
    host: &mut CallHost<'_, '_>,
    format: u64,
    values: &mut dyn Values,
    behind: &mut Behind,
) -> Result<i32, Stop> {
    let pattern = (host as &mut dyn Host).string(format)?;
    let unknown = || Stop::Open("a conversion of scanf that is not modelled".to_owned());
    let mut stored = 0;
    for piece in pieces(&pattern).ok_or_else(unknown)? {
        let conversion = match piece {
            Piece::Conversion(conversion) => conversion,
            Piece::Space => {
                *behind = Behind::those(is_space);
                continue;
            }
            Piece::Literal(byte) if behind.excludes(byte) => return Ok(stored),
            Piece::Literal(_) => {
                *behind = Behind::default();
                continue;
            }
        };
        if conversion.what == What::Percent {
            *behind = Behind::default();
            continue;
        }
        // The input may end before this conversion, or not match it.
        if conversion.what != What::Count && host.machine.inputs.choice(2) == 1 {
            let may_match_nothing = !matches!(conversion.what, What::Characters | What::Word);
            if !may_match_nothing || stored == 0 && host.machine.inputs.choice(2) == 1 {
                *behind = Behind::default();
                return Ok(if stored == 0 { -1 } else { stored });
            }
            *behind = Behind::conversion(&conversion.what);
            return Ok(stored);
        }
        let taken = chosen(host, &conversion, *behind)?;
        *behind = Behind::conversion(&conversion.what);
        let Some(bytes) = taken else { return Ok(stored) };
        if conversion.is_suppressed {
            continue;
        }
        let word = host.word();
        let to = values.next(host, ArgumentKind::Integer(word))? as u64;
        let to = match conversion.allocates {
            true => {
                let memory = host.allocate(bytes.len() as u64)?;
                (host as &mut dyn Host).write_number(to, word, memory)?;
                memory
            }
            false => to,
        };
        (host as &mut dyn Host).write_all(to, &bytes)?;
        stored += i32::from(conversion.what != What::Count);
    }
    Ok(stored)
}

/// What a conversion stores, behind which some characters do not stand; nothing if it can take none of the others.
fn chosen(host: &mut CallHost<'_, '_>, conversion: &Conversion, behind: Behind) -> Result<Option<Vec<u8>>, Stop> {
    let word = host.word();
    let machine = &mut *host.machine;
    let size = if conversion.size == 0 { word } else { conversion.size };
    let number = |machine: &mut Machine<'_>, scalar: Scalar| machine.inputs.value(scalar, &machine.code.constants);
    Ok(Some(match &conversion.what {
        What::Integer(base, _) => {
            let wanted = number(machine, Scalar::I64) as i64;
            let (least, most) = within_width(*base, conversion.width);
            within(wanted, least, most).to_le_bytes()[..size.min(8) as usize].to_vec()
        }
        // Of a field that is bounded the environment gives integers only.
        What::Floating if conversion.width.is_some() => {
            let wanted = number(machine, Scalar::I64) as i64;
            let (least, most) = within_width(10, conversion.width);
            let value = within(wanted, least, most) as f64;
            match conversion.size {
                4 => (value as f32).to_bits().to_le_bytes().to_vec(),
                8 => value.to_bits().to_le_bytes().to_vec(),
                _ => return Err(Stop::Open("a `long double` of a bounded field".to_owned())),
            }
        }
        What::Floating if size == 16 => {
            let place = machine.wide_input(EXTENDED);
            machine.wide_numbers.number(place).to_le_bytes()[..10].to_vec()
        }
        What::Floating if conversion.size == 4 => {
            let value = f64::from_bits(number(machine, Scalar::F32)) as f32;
            value.to_bits().to_le_bytes().to_vec()
        }
        What::Floating => number(machine, Scalar::F64).to_le_bytes().to_vec(),
        // What was read so far, with the blanks between, determines it.
        What::Count => return Err(Stop::Open("`%n` behind what a stream gave".to_owned())),
        what => {
            let is_word = *what != What::Characters;
            let length = match is_word {
                true => {
                    1 + machine
                        .inputs
                        .among(conversion.width.unwrap_or(LONGEST_WORD).min(LONGEST_WORD))
                }
                false => conversion.width.unwrap_or(1),
            };
            if *what == What::Word
                && let Some(mut known) = machine.known_word()
            {
                known.truncate(conversion.width.unwrap_or(u64::MAX).min(1 << 16) as usize);
                known.push(0);
                return Ok(Some(known));
            }
            let wanted = number(machine, Scalar::U8) as u8;
            let belongs = |byte: u8| match what {
                What::Set(set) => set[usize::from(byte)] && byte != 0 && !behind.excludes(byte),
                What::Word => byte.is_ascii_graphic(),
                _ => !behind.excludes(byte),
            };
            let Some(byte) = [wanted].into_iter().chain(1..=255).find(|byte| belongs(*byte)) else {
                return Ok(None);
            };
            let mut bytes = vec![byte; length.min(1 << 16) as usize];
            if is_word {
                bytes.push(0);
            }
            bytes
        }
    }))
}

/// The least and the greatest number that so many characters spell in a base; 0 stands for any base, which the characters tell.
fn within_width(base: u64, width: Option<u64>) -> (i64, i64) {
    let spelled = |base: u64, digits: u64| {
        let digits = u32::try_from(digits).unwrap_or(u32::MAX);
        base.checked_pow(digits)
            .map_or(i64::MAX, |end| i64::try_from(end - 1).unwrap_or(i64::MAX))
    };
    match (base, width.filter(|width| *width > 0)) {
        (_, None) => (i64::MIN, i64::MAX),
        // `0x` takes two of them.
        (0, Some(width)) => {
            let most = |width: u64| spelled(10, width).max(spelled(16, width.saturating_sub(2)));
            (-most(width - 1), most(width))
        }
        (_, Some(width)) => (-spelled(base, width - 1), spelled(base, width)),
    }
}

/// A number of an interval, which is the one that is wanted if that lies in it.
fn within(wanted: i64, least: i64, most: i64) -> i64 {
    let count = i128::from(most) - i128::from(least) + 1;
    (i128::from(least) + (i128::from(wanted) - i128::from(least)).rem_euclid(count)) as i64
}

#[cfg(test)]
mod tests {
    use super::{within, within_width};

    #[test]
    fn a_field_holds_no_number_that_is_longer() {
        assert_eq!(within_width(10, Some(1)), (0, 9));
        assert_eq!(within_width(10, Some(3)), (-99, 999));
        assert_eq!(within_width(16, Some(2)), (-15, 255));
        assert_eq!(within_width(0, Some(6)), (-99999, 999_999));
        assert_eq!(within_width(10, Some(40)), (-i64::MAX, i64::MAX));
        assert_eq!(within_width(10, None), (i64::MIN, i64::MAX));
    }

    #[test]
    fn a_wanted_number_is_kept_if_it_fits() {
        assert_eq!(within(7, 0, 9), 7);
        assert_eq!(within(-1, 0, 9), 9);
        assert_eq!(within(i64::MIN, i64::MIN, i64::MAX), i64::MIN);
        assert!((-99..=999).contains(&within(i64::MAX, -99, 999)));
    }
}
