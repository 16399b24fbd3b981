//! Variable argument lists (C17 7.16).
//!
//! The lowering of the front end lays the arguments behind the named ones one after the other in memory, in slots of eight bytes.
//! A `va_list` leads to the next one: on 64 bits by the field `overflow_arg_area` of the structure of the System V ABI for x86-64
//! (3.5.7); on 32 bits it is a pointer.

use super::Host;
use super::format::{ArgumentKind, Values};
use crate::explore::stop::Stop;

/// The offset of the pointer to the next argument in a `va_list` structure.
const NEXT: u64 = 8;

/// Bytes between two arguments.
const SLOT: u64 = 8;

/// The address of the next argument of a list, which goes on behind it.
fn take(host: &mut dyn Host, list: u64) -> Result<u64, Stop> {
    let place = list.wrapping_add(NEXT);
    let next = host.read_number(place, 8)?;
    host.write_number(place, 8, next.wrapping_add(SLOT))?;
    Ok(next)
}

/// The values of a list that a function was given.
pub struct List {
    /// Where the list lies; on 32 bits, the next argument, as the list is passed by value.
    at: u64,
}

impl List {
    /// The list that is the value of an argument.
    pub fn given(at: u64) -> Self {
        List { at }
    }
}

impl Values for List {
    fn next(&mut self, host: &mut dyn Host, kind: ArgumentKind) -> Result<u128, Stop> {
        let word = host.word();
        let size = match kind {
            ArgumentKind::Integer(size) => size,
            ArgumentKind::Double => 8,
            ArgumentKind::LongDouble => return Err(Stop::Open("a `long double` in a list of arguments".to_owned())),
        };
        let at = match word {
            4 => {
                let at = self.at;
                self.at = at.wrapping_add(SLOT);
                at
            }
            _ => take(host, self.at)?,
        };
        let value = host.read_number(at, size.min(8))?;
        // Integers are extended by their sign; conversions look at as many bits as they need.
        Ok(u128::from(match kind {
            ArgumentKind::Integer(4) => value as i32 as i64 as u64,
            _ => value,
        }))
    }
}
