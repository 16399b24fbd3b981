//! What a stream is open for (C17 7.21.5.3; POSIX.1-2017, `fdopen`, `popen`): "`EBADF`: the file descriptor underlying *stream* is not a
//! valid file descriptor open for reading", or for writing. Nothing comes or goes then, and the error indicator is set.
//!
//! A file that was made or made empty when it was opened has nothing to read until something is written to it. Somebody else may write to
//! a file that has a name, but whoever rests on that would need to say who: so its end is all that is found there.

use super::error_codes::BAD_DESCRIPTOR;
use super::exact::directives::{Piece, What, pieces};
use super::streams::OfStream;
use super::{Destination, Routine};
use crate::explore::code::{CallSite, Target};
use crate::explore::machine::{Machine, Purpose, Stop};

/// How a stream was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mode {
    /// Whether it may be read from.
    pub reads: bool,
    /// Whether it may be written to.
    pub writes: bool,
    /// Whether all is written behind the end.
    pub appends: bool,
    /// Whether the file was empty then.
    pub is_emptied: bool,
    /// Whether the file has no name, so that nobody else has it.
    pub is_temporary: bool,
}

impl Mode {
    /// Of which nothing is known.
    pub const ANY: Mode = Mode {
        reads: true,
        writes: true,
        appends: true,
        is_emptied: false,
        is_temporary: false,
    };
    /// That of `tmpfile`.
    pub const TEMPORARY: Mode = Mode {
        reads: true,
        writes: true,
        appends: false,
        is_emptied: true,
        is_temporary: true,
    };

    /// The mode that a text names.
    pub fn named(text: &[u8]) -> Self {
        let updates = text.contains(&b'+');
        let first = text.first().copied();
        Mode {
            reads: updates || first == Some(b'r'),
            writes: updates || first != Some(b'r'),
            appends: first == Some(b'a'),
            is_emptied: first == Some(b'w'),
            is_temporary: false,
        }
    }

    /// That of input, output and errors, by their descriptors.
    pub fn of_standard(descriptor: u64) -> Self {
        Mode {
            reads: descriptor == 0,
            writes: descriptor != 0,
            ..Mode::ANY
        }
    }
}

impl Default for Mode {
    fn default() -> Self {
        Mode::ANY
    }
}

/// What a call asks of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    Reading,
    Writing,
}

impl Machine<'_> {
    /// What a call gives that finds nothing in a stream, or is refused by it, whatever the environment does; nothing for all other calls.
    pub(in crate::explore) fn nothing_of_stream(
        &mut self,
        thread: usize,
        call: &CallSite,
        target: Target,
    ) -> Result<Option<u64>, Stop> {
        if self.settings.purpose == Purpose::Exhaust {
            return Ok(None);
        }
        let Some((asked, stream)) = self.asked_of_stream(thread, call, target) else {
            return Ok(None);
        };
        let refuses = self.refuses_in_stream(stream, asked);
        let is_empty = asked == Asked::Reading && self.is_empty_stream(stream);
        let finds_nothing = is_empty && self.looks_for_input(thread, call, target)?;
        if !refuses && !finds_nothing {
            return Ok(None);
        }
        let told = self.told_of_nothing(thread, call, target)?;
        if told.is_some() {
            match refuses {
                true => self.set_error_number(thread, BAD_DESCRIPTOR)?,
                false => self.error_may_have_changed(thread),
            }
        }
        Ok(told)
    }

    /// Whether a call that gave something was refused.
    pub(super) fn was_refused_by_stream(&self, thread: usize, call: &CallSite, target: Target) -> Result<bool, Stop> {
        match self.asked_of_stream(thread, call, target) {
            Some((asked, stream)) if self.refuses_in_stream(stream, asked) => {
                Ok(self.told_of_nothing(thread, call, target)?.is_some())
            }
            _ => Ok(false),
        }
    }

    /// Whether a call that reads does not succeed without any input: some formats ask for none but white space.
    fn looks_for_input(&self, thread: usize, call: &CallSite, target: Target) -> Result<bool, Stop> {
        let Some(Routine::Scan(scan)) = self.code.performing(target) else {
            return Ok(true);
        };
        let format = self.argument(thread, call, usize::from(scan.format));
        let length = self.memory.string_length(format)?;
        let pieces = pieces(self.memory.bytes(format, length)?).unwrap_or_default();
        Ok(pieces.iter().any(|piece| match piece {
            Piece::Space => false,
            Piece::Literal(_) => true,
            Piece::Conversion(conversion) => conversion.what != What::Count,
        }))
    }

    fn refuses_in_stream(&self, stream: u64, asked: Asked) -> bool {
        let mode = self.mode_of(stream);
        match asked {
            Asked::Reading => !mode.reads,
            Asked::Writing => !mode.writes,
        }
    }

    /// Which stream a call reads from or writes to.
    fn asked_of_stream(&self, thread: usize, call: &CallSite, target: Target) -> Option<(Asked, u64)> {
        let last = call.arguments.len().wrapping_sub(1);
        let (asked, number) = match self.code.performing(target) {
            _ if self.reads_character(target) => (Asked::Reading, 0),
            Some(Routine::FillText(_, room)) if self.has_no_room(thread, call, room) => return None,
            Some(Routine::FillText(..) | Routine::ReadLine | Routine::ReadUntil | Routine::FillItems) => {
                (Asked::Reading, last)
            }
            Some(Routine::OfStream(OfStream::PushBack)) => (Asked::Reading, 1),
            Some(Routine::Scan(scan)) if !scan.from_memory && scan.format > 0 => (Asked::Reading, 0),
            Some(Routine::ReadItems) => (Asked::Writing, last),
            Some(Routine::PutString(_) | Routine::PutCharacter) => (Asked::Writing, 1),
            Some(Routine::Print(print)) if print.to == Destination::Stream && print.format > 0 => (Asked::Writing, 0),
            _ => return None,
        };
        let stream = self.argument(thread, call, number);
        self.is_stream(stream).then_some((asked, stream))
    }

    /// What a call gives for which nothing comes or goes; nothing if it asks for nothing.
    fn told_of_nothing(&self, thread: usize, call: &CallSite, target: Target) -> Result<Option<u64>, Stop> {
        const NONE: u64 = u64::MAX;
        let open = |what: &str| Err(Stop::Open(what.to_owned()));
        match self.code.performing(target) {
            Some(Routine::FillItems | Routine::ReadItems) => {
                let asks = [1, 2].iter().all(|number| self.argument(thread, call, *number) != 0);
                Ok(asks.then_some(0))
            }
            Some(Routine::FillText(..)) => Ok(Some(0)),
            Some(Routine::PutString(_)) => {
                let length = self.memory.string_length(self.argument(thread, call, 0))?;
                Ok((length > 0).then_some(NONE))
            }
            // The memory for the line may be had before.
            Some(Routine::ReadLine | Routine::ReadUntil) => open("a line of a stream that gives none"),
            Some(Routine::OfStream(OfStream::PushBack)) => open("a character is pushed back into a stream without any"),
            _ => Ok(Some(NONE)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mode_says_what_a_stream_is_open_for() {
        let of = |text: &str| {
            let mode = Mode::named(text.as_bytes());
            (mode.reads, mode.writes, mode.appends, mode.is_emptied)
        };
        assert_eq!(of("r"), (true, false, false, false));
        assert_eq!(of("rb+"), (true, true, false, false));
        assert_eq!(of("wx"), (false, true, false, true));
        assert_eq!(of("w+b"), (true, true, false, true));
        assert_eq!(of("ab"), (false, true, true, false));
        assert_eq!(of("a+"), (true, true, true, false));
    }
}
