//! `scanf` and its kin: from memory exactly, from a stream as the environment chooses.

use super::exact::Host;
use super::exact::directives::{Conversion, Piece, What, pieces};
use super::exact::format::{ArgumentKind, Registers, Values};
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
            false => from_stream(&mut host, format, values),
        };
        host.finish();
        let stored = result?;
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

/// The environment chooses how many conversions succeed, and what they store.
fn from_stream(host: &mut CallHost<'_, '_>, format: u64, values: &mut dyn Values) -> Result<i32, Stop> {
    let pattern = (host as &mut dyn Host).string(format)?;
    let unknown = || Stop::Open("a conversion of scanf that is not modelled".to_owned());
    let mut stored = 0;
    for piece in pieces(&pattern).ok_or_else(unknown)? {
        let Piece::Conversion(conversion) = piece else { continue };
        if conversion.is_suppressed || conversion.what == What::Percent {
            continue;
        }
        // The input may end before this conversion, or not match it.
        if conversion.what != What::Count && host.machine.inputs.choice(2) == 1 {
            let ends = stored == 0 && host.machine.inputs.choice(2) == 1;
            return Ok(if ends { -1 } else { stored });
        }
        let word = host.word();
        let to = values.next(host, ArgumentKind::Integer(word))? as u64;
        let bytes = chosen(host, &conversion)?;
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

/// What a conversion stores.
fn chosen(host: &mut CallHost<'_, '_>, conversion: &Conversion) -> Result<Vec<u8>, Stop> {
    let word = host.word();
    let machine = &mut *host.machine;
    let size = if conversion.size == 0 { word } else { conversion.size };
    let number = |machine: &mut Machine<'_>, scalar: Scalar| machine.inputs.value(scalar, &machine.code.constants);
    Ok(match &conversion.what {
        What::Integer(..) => number(machine, Scalar::I64).to_le_bytes()[..size.min(8) as usize].to_vec(),
        What::Floating if size == 16 => {
            let place = machine.wide_input(EXTENDED);
            machine.wide_numbers.number(place).to_le_bytes()[..10].to_vec()
        }
        What::Floating if conversion.size == 4 => {
            let value = f64::from_bits(number(machine, Scalar::F32)) as f32;
            value.to_bits().to_le_bytes().to_vec()
        }
        What::Floating => number(machine, Scalar::F64).to_le_bytes().to_vec(),
        What::Count => machine.inputs.among(16).to_le_bytes()[..size.min(8) as usize].to_vec(),
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
                return Ok(known);
            }
            let wanted = number(machine, Scalar::U8) as u8;
            let belongs = |byte: u8| match what {
                What::Set(set) => set[usize::from(byte)] && byte != 0,
                What::Word => byte.is_ascii_graphic(),
                _ => true,
            };
            let byte = [wanted]
                .into_iter()
                .chain(1..=255)
                .find(|byte| belongs(*byte))
                .unwrap_or(b'0');
            let mut bytes = vec![byte; length.min(1 << 16) as usize];
            if is_word {
                bytes.push(0);
            }
            bytes
        }
    })
}
