//! The character behind what was scanned.
//!
//! What a conversion takes is as long as its width and the characters allow (C17, 7.21.6.2, 9). So the character behind it is none of those that
//! would have belonged to it, be it read by the same call or by another one.

use super::Routine;
use super::exact::directives::What;
use super::exact::integers::is_space;
use super::scan::Scan;
use super::streams::OfStream;
use crate::explore::code::{CallSite, Target};
use crate::explore::machine::{Machine, Purpose, Stop};

/// The characters that are not read next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Behind([u64; 4]);

impl Behind {
    /// Those of which something holds.
    pub fn those(of: impl Fn(u8) -> bool) -> Self {
        let mut all = Behind::default();
        (0..=u8::MAX)
            .filter(|byte| of(*byte))
            .for_each(|byte| all.0[usize::from(byte >> 6)] |= 1 << (byte & 63));
        all
    }

    /// Whether a character is one of them.
    pub fn excludes(&self, byte: u8) -> bool {
        self.0[usize::from(byte >> 6)] >> (byte & 63) & 1 == 1
    }

    /// Those behind what a conversion takes, or behind that it takes nothing.
    pub fn conversion(what: &What) -> Self {
        match what {
            What::Integer(8 | 10, _) => Behind::those(|byte| byte.is_ascii_digit()),
            What::Integer(..) => Behind::those(|byte| byte.is_ascii_alphanumeric()),
            What::Floating => Behind::those(|byte| byte.is_ascii_alphanumeric() || byte == b'.'),
            What::Word => Behind::those(|byte| !is_space(byte)),
            What::Set(set) => Behind::those(|byte| set[usize::from(byte)]),
            What::Percent | What::Characters | What::Count => Behind::default(),
        }
    }
}

impl Machine<'_> {
    /// The stream that is scanned.
    pub(super) fn scanned(&self, how: Scan, first: u64) -> Option<u64> {
        match how.format {
            0 => Some(self.standard_input()),
            _ => self.is_stream(first).then_some(first),
        }
    }

    /// The characters that are not read next from a stream.
    pub(super) fn behind_of(&self, stream: u64) -> Behind {
        self.streams.get(&stream).map(|known| known.behind).unwrap_or_default()
    }

    /// Notes which characters are not read next from a stream.
    pub(super) fn set_behind(&mut self, stream: u64, behind: Behind) {
        let is_known = self.streams.contains_key(&stream);
        if self.settings.purpose != Purpose::Exhaust && (is_known || behind != Behind::default()) {
            self.streams.entry(stream).or_default().behind = behind;
        }
    }

    /// Holds what was read against the characters that are not read next, of which none are left then.
    pub(super) fn settle_behind(
        &mut self,
        call: &CallSite,
        target: Target,
        thread: usize,
        told: u64,
    ) -> Result<(), Stop> {
        let is_scan = matches!(self.code.performing(target), Some(Routine::Scan(scan)) if !scan.from_memory);
        let stream = self.stream_of(call, target, thread).filter(|_| !is_scan);
        let Some((stream, behind)) = stream.and_then(|stream| Some((stream, self.streams.get(&stream)?.behind))) else {
            return Ok(());
        };
        if behind == Behind::default() {
            return Ok(());
        }
        let read = match self.code.performing(target) {
            _ if self.reads_character(target) => u8::try_from(told as i32).ok(),
            Some(Routine::FillText(..)) if told != 0 => self.memory.bytes(told, 1)?.first().copied(),
            Some(Routine::OfStream(OfStream::End | OfStream::Error | OfStream::Clear | OfStream::Tell)) => {
                return Ok(());
            }
            Some(Routine::OfStream(OfStream::Seek | OfStream::Rewind) | Routine::CloseStream(_)) => None,
            _ => {
                return Err(Stop::Open(
                    "what stands behind a number or a word of a stream".to_owned(),
                ));
            }
        };
        if read.is_some_and(|byte| behind.excludes(byte)) {
            return Err(Stop::Open(
                "the word or number before would have been longer".to_owned(),
            ));
        }
        self.set_behind(stream, Behind::default());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_character_that_a_conversion_would_have_taken_stands_behind_it() {
        let number = Behind::conversion(&What::Integer(10, true));
        assert!((b'0'..=b'9').all(|byte| number.excludes(byte)));
        assert!(!number.excludes(b'\n') && !number.excludes(b'a'));
        let word = Behind::conversion(&What::Word);
        assert!((0..=u8::MAX).all(|byte| word.excludes(byte) != is_space(byte)));
        assert_eq!(Behind::conversion(&What::Characters), Behind::default());
    }
}
