//! Strings, and output that goes nowhere: its arguments are read all the same.

use crate::explore::code::{CallSite, Scalar};
use crate::explore::machine::{Machine, Purpose, Stop};
use crate::explore::memory::ObjectKind;
use crate::explore::shadow::AccessKind;

impl Machine<'_> {
    /// The string at an address without its terminating zero; reading it is an access.
    pub(super) fn read_string(&mut self, thread: usize, call: &CallSite, address: u64) -> Result<Vec<u8>, Stop> {
        let length = self.memory.string_length(address)?;
        self.require_value(address, length + 1)?;
        let bytes = self.memory.bytes(address, length + 1)?[..length as usize].to_vec();
        self.access(thread, address, length + 1, AccessKind::Read, call.access);
        Ok(bytes)
    }

    fn write_bytes(&mut self, thread: usize, call: &CallSite, to: u64, bytes: &[u8]) -> Result<(), Stop> {
        let size = bytes.len() as u64;
        self.memory.bytes_mut(to, size)?.copy_from_slice(bytes);
        self.access(thread, to, size, AccessKind::Write, call.access);
        Ok(())
    }

    /// `strcpy`; with a bound `strncpy`, which pads with zeroes.
    pub(super) fn string_copy(
        &mut self,
        thread: usize,
        call: &CallSite,
        to: u64,
        from: u64,
        bound: Option<u64>,
    ) -> Result<u64, Stop> {
        let mut bytes = self.read_string(thread, call, from)?;
        match bound {
            None => bytes.push(0),
            Some(bound) => {
                self.memory.check(to, bound.max(1))?;
                bytes.resize(bound as usize, 0);
            }
        }
        self.write_bytes(thread, call, to, &bytes)?;
        Ok(to)
    }

    pub(super) fn string_append(&mut self, thread: usize, call: &CallSite, to: u64, from: u64) -> Result<u64, Stop> {
        let start = self.read_string(thread, call, to)?.len() as u64;
        let mut bytes = self.read_string(thread, call, from)?;
        bytes.push(0);
        self.write_bytes(thread, call, to + start, &bytes)?;
        Ok(to)
    }

    pub(super) fn string_compare(
        &mut self,
        thread: usize,
        call: &CallSite,
        one: u64,
        other: u64,
        bound: Option<u64>,
    ) -> Result<u64, Stop> {
        let mut first = self.read_string(thread, call, one)?;
        let mut second = self.read_string(thread, call, other)?;
        if let Some(bound) = bound {
            first.truncate(bound as usize);
            second.truncate(bound as usize);
        }
        Ok(first.cmp(&second) as i8 as i64 as u64)
    }

    pub(super) fn string_find(&mut self, thread: usize, call: &CallSite, text: u64, byte: u64) -> Result<u64, Stop> {
        let bytes = self.read_string(thread, call, text)?;
        let found = bytes.iter().chain(&[0]).position(|known| *known == byte as u8);
        Ok(found.map_or(0, |offset| text + offset as u64))
    }

    pub(super) fn string_duplicate(&mut self, thread: usize, call: &CallSite, text: u64) -> Result<u64, Stop> {
        let mut bytes = self.read_string(thread, call, text)?;
        bytes.push(0);
        let address = self.allocate_filled(thread, bytes.len() as u64, ObjectKind::Heap, 0)?;
        self.write_bytes(thread, call, address, &bytes)?;
        Ok(address)
    }

    pub(super) fn string_to_integer(&mut self, thread: usize, call: &CallSite, text: u64) -> Result<u64, Stop> {
        let bytes = self.read_string(thread, call, text)?;
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_start();
        let (sign, digits) = match text.strip_prefix('-') {
            Some(digits) => (-1i64, digits),
            None => (1, text.strip_prefix('+').unwrap_or(text)),
        };
        let value = digits
            .bytes()
            .take_while(u8::is_ascii_digit)
            .fold(0i64, |value, digit| {
                value.wrapping_mul(10).wrapping_add(i64::from(digit - b'0'))
            });
        Ok(sign.wrapping_mul(value) as u64)
    }

    /// `printf` and its kin: strings that the format names are read.
    pub(super) fn print(&mut self, thread: usize, call: &CallSite, format: usize) -> Result<u64, Stop> {
        let text = self.read_string(thread, call, self.argument(thread, call, format))?;
        for (number, conversion) in conversions(&text).into_iter().enumerate() {
            let argument = format + 1 + number;
            if conversion == b's' && argument < call.arguments.len() {
                self.read_string(thread, call, self.argument(thread, call, argument))?;
            }
        }
        Ok(self.outcome(call, 0))
    }

    /// `scanf` and its kin: an input goes through each pointer that the format names.
    pub(super) fn scan(&mut self, thread: usize, call: &CallSite, format: usize) -> Result<u64, Stop> {
        let text = self.read_string(thread, call, self.argument(thread, call, format))?;
        let mut written = 0;
        for (number, scalar) in scanned(&text).into_iter().enumerate() {
            let argument = format + 1 + number;
            if argument < call.arguments.len() {
                // The input may end before this conversion, or not match it.
                if self.inputs.choice(2) == 1 {
                    break;
                }
                let to = self.argument(thread, call, argument);
                let value = self.inputs.value(scalar, &self.code.constants);
                self.write_result(thread, call, to, scalar, value)?;
                written += 1;
            }
        }
        Ok(self.outcome(call, written))
    }

    /// `read` and its kin: all bytes are set, to one input; nothing may be read, or less than asked for.
    pub(super) fn fill_bytes(&mut self, thread: usize, call: &CallSite, to: u64, size: u64) -> Result<u64, Stop> {
        self.receive(thread, call, to, size)?;
        let usual = match self.settings.purpose {
            Purpose::Exhaust => size,
            _ => match self.inputs.choice(4) {
                0 => size,
                1 => 0,
                2 => u64::MAX,
                _ => size.div_ceil(2),
            },
        };
        Ok(self.outcome(call, usual))
    }

    /// `fgets`: as `read`, with the memory or null as the result.
    pub(super) fn fill_text(&mut self, thread: usize, call: &CallSite, to: u64, size: u64) -> Result<u64, Stop> {
        self.receive(thread, call, to, size)?;
        Ok(if self.inputs.choice(2) == 0 { to } else { 0 })
    }

    /// Bytes come from outside of the program. When all states are visited, each of them may be anything.
    fn receive(&mut self, thread: usize, call: &CallSite, to: u64, size: u64) -> Result<(), Stop> {
        if self.settings.purpose == Purpose::Exhaust {
            self.memory.bytes(to, size)?;
            self.memory.mark_indeterminate(to, size);
        } else {
            let value = self.inputs.value(Scalar::U8, &self.code.constants);
            let bytes = self.memory.bytes_mut(to, size)?;
            bytes.fill(value as u8);
            if let Some(last) = bytes.last_mut() {
                *last = 0;
            }
        }
        self.access(thread, to, size, AccessKind::Write, call.access);
        Ok(())
    }

    /// What a function gives that may fail for reasons of its own: when all states are visited, anything.
    pub(super) fn outcome(&mut self, call: &CallSite, usual: u64) -> u64 {
        match self.settings.purpose {
            Purpose::Exhaust => self.any(call),
            Purpose::DetectRaces | Purpose::Run => usual,
        }
    }

    /// `write` and its kin.
    pub(super) fn read_bytes(&mut self, thread: usize, call: &CallSite, from: u64, size: u64) -> Result<u64, Stop> {
        self.memory.bytes(from, size)?;
        self.access(thread, from, size, AccessKind::Read, call.access);
        Ok(self.outcome(call, size))
    }

    /// `sprintf` and `snprintf`: the text of plain conversions of integers, characters and strings.
    pub(super) fn print_to_memory(&mut self, thread: usize, call: &CallSite, bound: Option<u8>) -> Result<u64, Stop> {
        let to = self.argument(thread, call, 0);
        let format = usize::from(bound.map_or(1, |bound| bound + 1));
        let mut text = self.formatted(thread, call, format)?;
        let length = text.len() as u64;
        let room = bound.map_or(u64::MAX, |bound| self.argument(thread, call, usize::from(bound)));
        if room > 0 {
            text.truncate(usize::try_from(room - 1).unwrap_or(usize::MAX));
            text.push(0);
            self.write_bytes(thread, call, to, &text)?;
        }
        Ok(length)
    }

    fn formatted(&mut self, thread: usize, call: &CallSite, format: usize) -> Result<Vec<u8>, Stop> {
        let unsupported = || Stop::Open("a conversion of printf to memory that is not modelled".to_owned());
        let pattern = self.read_string(thread, call, self.argument(thread, call, format))?;
        let mut text = Vec::new();
        let mut argument = format;
        let mut rest = pattern.into_iter();
        while let Some(byte) = rest.next() {
            if byte != b'%' {
                text.push(byte);
                continue;
            }
            let conversion = rest.by_ref().find(|byte| *byte != b'l').ok_or_else(unsupported)?;
            if conversion == b'%' {
                text.push(byte);
                continue;
            }
            argument += 1;
            let value = self.argument(thread, call, argument);
            match conversion {
                b'd' | b'i' => text.extend((value as i64).to_string().bytes()),
                b'u' => text.extend(value.to_string().bytes()),
                b'c' => text.push(value as u8),
                b's' => text.extend(self.read_string(thread, call, value)?),
                _ => return Err(unsupported()),
            }
        }
        Ok(text)
    }
}

/// The conversion letter for each argument that a format takes; `*` takes one too.
fn conversions(format: &[u8]) -> Vec<u8> {
    let mut found = Vec::new();
    let mut rest = format.iter().copied();
    while rest.by_ref().any(|byte| byte == b'%') {
        for byte in rest.by_ref() {
            match byte {
                b'*' => found.push(byte),
                b'%' => break,
                b'a'..=b'z' | b'A'..=b'Z' if !b"hlLqjzt".contains(&byte) => {
                    found.push(byte);
                    break;
                }
                _ => {}
            }
        }
    }
    found
}

/// The type that each conversion of a `scanf` format stores; strings store one byte, their terminating zero.
fn scanned(format: &[u8]) -> Vec<Scalar> {
    let mut found = Vec::new();
    let mut rest = format.iter().copied();
    while rest.by_ref().any(|byte| byte == b'%') {
        let (mut longs, mut shorts, mut kept) = (0, 0, true);
        for byte in rest.by_ref() {
            match byte {
                b'*' => kept = false,
                b'l' | b'q' | b'j' => longs += 1,
                b'h' => shorts += 1,
                b'0'..=b'9' => {}
                _ => {
                    let scalar = match (byte, longs, shorts) {
                        (b'%', ..) => None,
                        (b's' | b'c' | b'[', ..) => Some(Scalar::I8),
                        (b'f' | b'e' | b'g', 0, _) => Some(Scalar::F32),
                        (b'f' | b'e' | b'g', ..) => Some(Scalar::F64),
                        (_, 2.., _) => Some(Scalar::I64),
                        (_, _, 1) => Some(Scalar::I16),
                        (_, _, 2..) => Some(Scalar::I8),
                        _ => Some(Scalar::I32),
                    };
                    found.extend(scalar.filter(|_| kept));
                    break;
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{conversions, scanned};
    use crate::explore::code::Scalar;

    #[test]
    fn an_input_format_stores_by_its_length_modifiers() {
        let expected = vec![Scalar::I32, Scalar::I64, Scalar::I8, Scalar::F64];
        assert_eq!(scanned(b"%d %*d %lld %10s %% %lf"), expected);
    }

    #[test]
    fn a_format_takes_one_argument_per_conversion() {
        assert_eq!(conversions(b"%d%%%5.*lf %s %lu"), b"d*fsu");
    }
}
