//! Variable argument lists (C17 7.16).
//!
//! The arguments behind the named ones lie one after the other in memory of their own, each at a multiple of the size of a word.
//! A `va_list` leads to the next one. On 64 bits it is the structure of the System V ABI for x86-64 (3.5.7), with all registers used up,
//! so that everything comes from `overflow_arg_area`; on 32 bits it is a pointer.

use super::Host;
use super::format::{ArgumentKind, Values};
use crate::explore::stop::Stop;

/// Bytes of a `va_list` structure, and the offset of the pointer to the next argument.
const SIZE: u64 = 24;
const NEXT: u64 = 8;

/// Offsets that say that all registers were used: of integers, and of floating-point numbers.
const USED: [u64; 2] = [48, 176];

/// Bytes that a value takes among the arguments.
pub fn room(size: u64, word: u64) -> u64 {
    size.max(1).next_multiple_of(word)
}

/// Where a value lies at the earliest: a `long double` of 64-bit programs is aligned to its size.
pub fn aligned(address: u64, size: u64, is_long_double: bool) -> u64 {
    match is_long_double && size == 16 {
        true => address.next_multiple_of(16),
        false => address,
    }
}

/// `va_start`: a list begins at the first of the arguments.
///
/// # Errors
/// If the list cannot be written.
pub fn start(host: &mut dyn Host, list: u64, arguments: u64) -> Result<(), Stop> {
    if host.word() == 4 {
        return host.write_number(list, 4, arguments);
    }
    host.write_number(list, 4, USED[0])?;
    host.write_number(list.wrapping_add(4), 4, USED[1])?;
    host.write_number(list.wrapping_add(NEXT), 8, arguments)?;
    host.write_number(list.wrapping_add(NEXT + 8), 8, 0)
}

/// `va_copy`.
///
/// # Errors
/// If a list cannot be accessed.
pub fn copy(host: &mut dyn Host, to: u64, from: u64) -> Result<(), Stop> {
    let size = if host.word() == 4 { 4 } else { SIZE };
    for offset in 0..size {
        let byte = host.read(from.wrapping_add(offset))?;
        host.write(to.wrapping_add(offset), byte)?;
    }
    Ok(())
}

/// The address of the next argument of a list, which goes on behind it.
///
/// # Errors
/// If the list cannot be accessed.
pub fn take(host: &mut dyn Host, list: u64, size: u64, is_long_double: bool) -> Result<u64, Stop> {
    let word = host.word();
    let place = if word == 4 { list } else { list.wrapping_add(NEXT) };
    let next = host.read_number(place, word)?;
    let at = aligned(next, size, is_long_double);
    host.write_number(place, word, at.wrapping_add(room(size, word)))?;
    Ok(at)
}

/// The values of a list that a function was given.
pub struct List {
    /// Where the list lies; on 32 bits, the next argument, as the list is passed by value.
    at: u64,
}

impl List {
    /// The list that is the value of an argument.
    pub fn given(_: &mut dyn Host, at: u64) -> Self {
        List { at }
    }
}

impl Values for List {
    fn next(&mut self, host: &mut dyn Host, kind: ArgumentKind) -> Result<u64, Stop> {
        let word = host.word();
        let size = match kind {
            ArgumentKind::Integer(size) => size,
            ArgumentKind::Double => 8,
            ArgumentKind::LongDouble => {
                if word == 4 {
                    12
                } else {
                    16
                }
            }
        };
        let at = match word {
            4 => {
                let at = self.at;
                self.at = at.wrapping_add(room(size, word));
                at
            }
            _ => take(host, self.at, size, kind == ArgumentKind::LongDouble)?,
        };
        let value = host.read_number(at, size.min(8))?;
        // Integers are extended by their sign; conversions look at as many bits as they need.
        Ok(match kind {
            ArgumentKind::Integer(4) => value as i32 as i64 as u64,
            _ => value,
        })
    }
}
