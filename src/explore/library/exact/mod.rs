//! Routines that are exact: their result, the bytes that they read and write, and `errno` are those of the C library.
//!
//! A routine is a function of its arguments and of a [`Host`], through which it touches memory byte by byte, so that nobody has to tell
//! separately what is accessed. It reads no byte more than the standard says that the function looks at: `strncmp` stops at the first
//! difference, `strchr` at what it finds. Where glibc differs from the standard in a result that the standard leaves open,
//! the result is glibc's (`strcmp` gives the difference of the bytes); `tests/` compares all of them with glibc on random arguments.
//!
//! This folder knows neither machines nor threads.

pub mod addresses;
#[cfg(test)]
pub(super) mod against_libc;
mod bits;
mod bytes;
pub mod calendar;
mod characters;
mod comparisons;
mod dates;
pub mod decimals;
pub mod directives;
mod expansion;
pub mod format;
pub mod integers;
mod mathematics;
mod multibyte;
mod paths;
pub mod scan;
mod signals;
mod strings;
mod tokens;
pub mod variadic;
mod wide;

use crate::explore::stop::Stop;

pub use characters::CharacterTable;

/// Arguments of a routine as registers hold them; missing ones are 0.
pub type Arguments = [u64; 6];

/// A routine: its result as a register holds it, or why the execution cannot go on.
pub type Body = fn(&mut dyn Host, &Arguments) -> Result<u64, Stop>;

/// What a routine works on: memory, where each byte read or written is an access, and the state of the library.
pub trait Host {
    /// Reads a byte.
    ///
    /// # Errors
    /// If there is none, or it has no value.
    fn read(&mut self, address: u64) -> Result<u8, Stop>;

    /// Reads a little-endian number of so many bytes, at most 8, at once.
    ///
    /// # Errors
    /// If they are not there, or have no value.
    fn read_number(&mut self, address: u64, size: u64) -> Result<u64, Stop> {
        let mut number = 0;
        for offset in 0..size {
            number |= u64::from(self.read(address.wrapping_add(offset))?) << (8 * offset);
        }
        Ok(number)
    }

    /// Writes a byte.
    ///
    /// # Errors
    /// If there is none that may be written.
    fn write(&mut self, address: u64, byte: u8) -> Result<(), Stop>;

    /// Reads bytes one after the other up to the first one that is `last`, at most `most`: those that can be read at once, maybe none.
    fn read_some(&mut self, _address: u64, _most: u64, _last: Option<u8>) -> Vec<u8> {
        Vec::new()
    }

    /// Writes bytes one after the other: those that can be written at once, maybe none. Gives their number.
    fn write_some(&mut self, _address: u64, _bytes: &[u8]) -> usize {
        0
    }

    /// The library may read the string at an address, too; the standard lets it, and its result does not depend on that.
    ///
    /// # Errors
    /// If there is no string.
    fn may_read_string(&mut self, address: u64) -> Result<(), Stop>;

    /// As [`Host::may_read_string`], for so many bytes.
    ///
    /// # Errors
    /// If they are not there.
    fn may_read_bytes(&mut self, address: u64, size: u64) -> Result<(), Stop>;

    /// New memory from the heap, all zeroes.
    ///
    /// # Errors
    /// If there is no room.
    fn allocate(&mut self, size: u64) -> Result<u64, Stop>;

    /// A text that the library has in memory of its own, which nobody changes.
    ///
    /// # Errors
    /// If there is no room.
    fn constant(&mut self, text: &[u8]) -> Result<u64, Stop>;

    /// Sets `errno`.
    ///
    /// # Errors
    /// If there is no room for it.
    fn fail(&mut self, error: u64) -> Result<(), Stop>;

    /// Bytes of a `long`, a `size_t` and a pointer: 4 or 8.
    fn word(&self) -> u64;

    /// Where the library keeps the position of `strtok`.
    ///
    /// # Errors
    /// If it is not known.
    fn position(&mut self) -> Result<&mut u64, Stop>;
}

impl dyn Host + '_ {
    /// Writes a little-endian number of so many bytes, at most 8.
    pub fn write_number(&mut self, address: u64, size: u64, number: u64) -> Result<(), Stop> {
        for offset in 0..size {
            self.write(address.wrapping_add(offset), (number >> (8 * offset)) as u8)?;
        }
        Ok(())
    }

    /// Writes bytes one after the other.
    pub fn write_all(&mut self, address: u64, bytes: &[u8]) -> Result<(), Stop> {
        let written = self.write_some(address, bytes);
        for (offset, byte) in (0..).zip(bytes).skip(written) {
            self.write(address.wrapping_add(offset), *byte)?;
        }
        Ok(())
    }

    /// The string at an address, without the zero at its end, which is read.
    pub fn string(&mut self, address: u64) -> Result<Vec<u8>, Stop> {
        self.string_within(address, u64::MAX)
    }

    /// As `Self::string`, but it ends after so many bytes at most, and nothing behind them is read.
    fn string_within(&mut self, address: u64, most: u64) -> Result<Vec<u8>, Stop> {
        let mut bytes = self.read_some(address, most, Some(0));
        if bytes.pop_if(|last| *last == 0).is_some() {
            return Ok(bytes);
        }
        while (bytes.len() as u64) < most {
            match self.read(address.wrapping_add(bytes.len() as u64))? {
                0 => break,
                byte => bytes.push(byte),
            }
        }
        Ok(bytes)
    }
}

/// Routines that have something in common, by the names of their functions.
#[derive(Clone, Copy)]
struct Family {
    rows: &'static [(&'static str, Body)],
    /// Whether they touch memory besides `errno`.
    on_memory: bool,
    /// Whether their first argument is a floating-point number.
    of_floats: bool,
    /// Whether they are known for some arguments only, and end the execution for others.
    is_partial: bool,
}

const fn family(rows: &'static [(&'static str, Body)]) -> Family {
    Family {
        rows,
        on_memory: true,
        of_floats: false,
        is_partial: false,
    }
}

static FAMILIES: [Family; 20] = [
    family(strings::ROUTINES),
    family(comparisons::ROUTINES),
    family(bytes::ROUTINES),
    family(tokens::ROUTINES),
    family(integers::ROUTINES),
    family(decimals::ROUTINES),
    family(signals::ROUTINES),
    family(addresses::ROUTINES),
    family(paths::ROUTINES),
    family(wide::ROUTINES),
    family(multibyte::ROUTINES),
    family(calendar::ROUTINES),
    family(dates::ROUTINES),
    Family {
        on_memory: false,
        ..family(characters::ROUTINES)
    },
    Family {
        on_memory: false,
        ..family(bits::ROUTINES)
    },
    Family {
        on_memory: false,
        ..family(mathematics::OF_CHOICES)
    },
    family(mathematics::OF_TEXTS),
    Family {
        of_floats: true,
        ..family(mathematics::WITH_PARTS)
    },
    Family {
        on_memory: false,
        of_floats: true,
        ..family(mathematics::ROUTINES)
    },
    Family {
        on_memory: false,
        of_floats: true,
        is_partial: true,
        ..family(mathematics::PARTIAL)
    },
];

/// What a result tells, as far as the standard says: compilers that know a function give others than the library (`strcmp("a", "c")`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tells {
    /// A number.
    Number,
    /// What is less, by its sign.
    Order,
    /// Whether something is so, by not being zero.
    Truth,
    /// Whether a floating-point number is negative, by not being zero.
    SignOfANumber,
}

impl Tells {
    /// The results that libraries and compilers give, where this one does.
    pub fn alike(self, result: u64) -> Vec<u64> {
        let others: &[i64] = match self {
            Tells::Order if (result as i64) < 0 => &[-1],
            Tells::Order | Tells::Truth => &[1],
            Tells::SignOfANumber => &[1, i32::MIN as i64],
            Tells::Number => &[],
        };
        let others = others.iter().map(|other| *other as u64);
        let others = others.filter(|other| result != 0 && *other != result);
        std::iter::once(result).chain(others).collect()
    }
}

/// An exact routine, by the number of its family and its number there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Exact {
    family: u8,
    number: u8,
}

impl Exact {
    /// The routine of a function.
    pub fn of(name: &str) -> Option<Self> {
        FAMILIES.iter().enumerate().find_map(|(family, known)| {
            let number = known.rows.iter().position(|row| row.0 == name)?;
            Some(Exact {
                family: family as u8,
                number: number as u8,
            })
        })
    }

    fn family(self) -> &'static Family {
        &FAMILIES[usize::from(self.family)]
    }

    /// Whether it is exact for some arguments only, and ends the execution for others.
    pub fn is_partial(self) -> bool {
        self.family().is_partial
    }

    /// What the standard says of its result, other than which number it is.
    pub fn tells(self) -> Tells {
        let name = self.family().rows[usize::from(self.number)].0;
        match name {
            _ if name.contains("signbit") => Tells::SignOfANumber,
            _ if comparisons::ROUTINES.iter().any(|row| row.0 == name) => Tells::Order,
            _ if name.starts_with("is") => Tells::Truth,
            _ => Tells::Number,
        }
    }

    /// Whether its first argument is a floating-point number.
    pub fn of_floats(self) -> bool {
        self.family().of_floats
    }

    /// Whether it touches no memory besides `errno`.
    pub fn touches_no_memory(self) -> bool {
        !self.family().on_memory
    }

    /// Performs it.
    ///
    /// # Errors
    /// If the call is undefined, or the execution cannot go on.
    pub fn perform(self, host: &mut dyn Host, arguments: &Arguments) -> Result<u64, Stop> {
        self.family().rows[usize::from(self.number)].1(host, arguments)
    }
}
