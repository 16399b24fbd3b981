//! The state of a stream: whether its end or an error was met, where it stands, and what was pushed back (C17 7.21.3, 7.21.7.10, 7.21.9,
//! 7.21.10).
//!
//! The program opens, reads and moves streams, and the environment decides how much there is to read and whether that fails. So what a
//! call gives tells the state behind it: a line or a character that was not had means the end or an error, and the environment chooses which
//! when the program asks. What was the end stays it (glibc 2.28), so a path ends on which more is read there.
//! Behind a call of which all that is not known, an answer would be a guess.
//! What the program wrote to a stream itself is no input where it is read back: a path ends there.
//! What it is open for is told by [`super::modes`].
//! Streams are followed that the program opens, and others only where it asks.

use serde::Deserialize;

use super::Routine;
use super::behind::Behind;
use super::exact::directives::{Piece, What, pieces};
use super::modes::Mode;
use crate::explore::code::{CallSite, RowResult, Target};
use crate::explore::machine::{Machine, Purpose, Stop};

/// What is asked of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OfStream {
    /// `feof`.
    End,
    /// `ferror`.
    Error,
    /// `clearerr`.
    Clear,
    /// `fseek`.
    Seek,
    /// `ftell`.
    Tell,
    /// `rewind`.
    Rewind,
    /// `ungetc`.
    PushBack,
}

/// The functions whose answers, or those of calls behind them, depend on what calls before did.
pub const ASKING: [&str; 16] = [
    "feof",
    "ferror",
    "feof_unlocked",
    "ferror_unlocked",
    "ftell",
    "ftello",
    "ftello64",
    "ungetc",
    "_IO_feof",
    "_IO_ferror",
    "rewind",
    "fseek",
    "fseeko",
    "fseeko64",
    "fsetpos",
    "fsetpos64",
];

/// A stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stream {
    pub(super) marks: Marks,
    pub(super) position: Position,
    /// The character that is read next.
    pushed_back: Option<u8>,
    /// The characters that are not read next.
    pub(super) behind: Behind,
    /// Whether the program may have written to it.
    pub(super) written: bool,
    /// How it was opened.
    mode: Mode,
}

/// Whether the end or an error was met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Marks {
    /// Neither.
    #[default]
    Clear,
    /// The end, or neither.
    PerhapsEnd,
    /// One of both.
    EndOrError,
    Known {
        end: bool,
        error: bool,
    },
    Unknown,
}

impl Marks {
    /// As they are behind something that was read.
    fn behind_more(self) -> Result<Self, Stop> {
        match self {
            Marks::Known { end: true, .. } => Err(Stop::Open("more is read behind the end of a stream".to_owned())),
            Marks::EndOrError => Ok(Marks::Known {
                end: false,
                error: true,
            }),
            Marks::PerhapsEnd => Ok(Marks::Clear),
            known => Ok(known),
        }
    }

    /// As they are behind something that was not had.
    fn behind_nothing(self) -> Self {
        match self {
            Marks::Clear | Marks::PerhapsEnd => Marks::EndOrError,
            Marks::Known { end: false, .. } => Marks::Unknown,
            known => known,
        }
    }

    /// As they are behind the end.
    fn behind_end(self) -> Self {
        let behind = |error| Marks::Known { end: true, error };
        match self {
            Marks::Clear | Marks::PerhapsEnd => behind(false),
            Marks::Known { error, .. } => behind(error),
            Marks::EndOrError | Marks::Unknown => Marks::Unknown,
        }
    }

    /// As they are where the stream is not open for what is asked of it.
    fn behind_refusal(self) -> Self {
        let error = |end| Marks::Known { end, error: true };
        match self {
            Marks::Clear => error(false),
            Marks::Known { end, .. } => error(end),
            Marks::PerhapsEnd | Marks::EndOrError | Marks::Unknown => Marks::Unknown,
        }
    }
}

/// Where the next byte is read or written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Position {
    #[default]
    Unknown,
    At(u64),
    /// At the end of what there is.
    End,
    /// So many bytes behind the start, where the stream has positions.
    PerhapsAt(u64),
    /// There is none, or the program has the descriptor, too, and may move it.
    Lost,
}

impl Position {
    /// Behind so many bytes more, if that is known.
    pub(super) fn behind(self, bytes: Option<u64>) -> Self {
        match (self, bytes) {
            (Position::Lost, _) => Position::Lost,
            (_, Some(0)) => self,
            (Position::At(at), Some(bytes)) => Position::At(at + bytes),
            (Position::PerhapsAt(at), Some(bytes)) => Position::PerhapsAt(at + bytes),
            _ => Position::Unknown,
        }
    }
}

/// What a call did to a stream.
enum Did {
    /// Nothing.
    Nothing,
    /// It read so many bytes, and met neither end nor error.
    Read(Option<u64>),
    /// It read, behind which the end may be met.
    ReadPerhapsToEnd,
    /// It met the end or an error.
    Failed,
    /// It read something, and met the end or an error then.
    ReadAndFailed,
    /// It wrote.
    Wrote,
    /// It failed to write all, or to write at all.
    PerhapsWrote,
    /// It was not open for what was asked of it.
    Refused,
    /// It told the descriptor.
    Told,
    /// It read, and what it met is not known.
    ReadSomehow,
    /// That is not known.
    Unknown,
}

impl Machine<'_> {
    fn follows_streams(&self) -> bool {
        self.code.asks_streams && self.settings.purpose != Purpose::Exhaust
    }

    /// The stream that a call works on.
    pub(super) fn stream_of(&self, call: &CallSite, target: Target, thread: usize) -> Option<u64> {
        let given = (0..call.arguments.len()).map(|number| self.argument(thread, call, number));
        let given = given.into_iter().find(|address| self.is_stream(*address));
        given.or_else(|| self.implied_input(target))
    }

    /// Standard input, for functions that read from it without being given it.
    fn implied_input(&self, target: Target) -> Option<u64> {
        let scans = matches!(self.code.performing(target), Some(Routine::Scan(scan)) if !scan.from_memory);
        let reads = match target {
            _ if scans => true,
            Target::Row(row) => ["getchar", "getchar_unlocked", "getwchar", "gets"]
                .contains(&self.code.rows[row as usize].name.as_str()),
            _ => false,
        };
        reads.then(|| self.standard_input())
    }

    /// Standard input; null where no variable leads to it.
    pub(super) fn standard_input(&self) -> u64 {
        let mut streams = self.code.streams.iter();
        streams.find(|stream| stream.1 == 0).map_or(0, |stream| stream.0)
    }

    /// Whether a call reads one character.
    pub(super) fn reads_character(&self, target: Target) -> bool {
        let Target::Row(row) = target else { return false };
        let row = &self.code.rows[row as usize];
        matches!(row.result, RowResult::Input(..)) && row.name.contains("getc")
    }

    /// What a call gives that reads a character which was pushed back. Other calls that read it end the path.
    pub(in crate::explore) fn pushed_back(
        &mut self,
        call: &CallSite,
        target: Target,
        thread: usize,
    ) -> Result<Option<u64>, Stop> {
        if !self.follows_streams() || self.streams.values().all(|stream| stream.pushed_back.is_none()) {
            return Ok(None);
        }
        let stream = self.stream_of(call, target, thread);
        let Some((stream, pushed)) = stream.and_then(|stream| Some((stream, self.streams.get(&stream)?.pushed_back?)))
        else {
            return Ok(None);
        };
        let drops = match self.code.performing(target) {
            _ if self.reads_character(target) => {
                self.streams.entry(stream).or_default().pushed_back = None;
                return Ok(Some(u64::from(pushed)));
            }
            Some(Routine::OfStream(OfStream::End | OfStream::Error | OfStream::Clear))
            | Some(Routine::StreamBuffer | Routine::DescriptorOf) => false,
            Some(Routine::OfStream(OfStream::Seek | OfStream::Rewind) | Routine::CloseStream(_)) => true,
            _ => {
                return Err(Stop::Open(
                    "a character that was pushed back is read otherwise".to_owned(),
                ));
            }
        };
        if drops {
            self.streams.entry(stream).or_default().pushed_back = None;
        }
        Ok(None)
    }

    /// What a call of the library did to a stream that it was given, by what it told.
    pub(in crate::explore) fn note_stream(
        &mut self,
        call: &CallSite,
        target: Target,
        thread: usize,
        told: u64,
    ) -> Result<(), Stop> {
        if self.settings.purpose == Purpose::Exhaust || !self.code.asks_streams && self.streams.is_empty() {
            return Ok(());
        }
        self.settle_behind(call, target, thread, told)?;
        let Some(stream) = self.stream_of(call, target, thread) else {
            return Ok(());
        };
        if !self.code.asks_streams && !self.streams.contains_key(&stream) {
            return Ok(());
        }
        let did = match self.was_refused_by_stream(thread, call, target)? {
            true => Did::Refused,
            false => self.did(call, target, thread, told)?,
        };
        let state = self.streams.entry(stream).or_default();
        let reads = matches!(
            did,
            Did::Read(_) | Did::ReadPerhapsToEnd | Did::Failed | Did::ReadAndFailed | Did::ReadSomehow | Did::Unknown
        );
        if reads && state.written {
            return Err(Stop::Open("what was written to a stream is read back".to_owned()));
        }
        state.written |= match did {
            Did::Wrote | Did::PerhapsWrote => true,
            // The descriptor is another way to write.
            Did::Unknown | Did::Told => state.mode.is_emptied,
            _ => false,
        };
        let (marks, bytes) = match did {
            Did::Nothing => return Ok(()),
            Did::Read(bytes) => (state.marks.behind_more()?, bytes),
            Did::ReadPerhapsToEnd => match state.marks.behind_more()? {
                Marks::Clear => (Marks::PerhapsEnd, None),
                _ => (Marks::Unknown, None),
            },
            // Nobody else has a temporary file, and what is in it can be read.
            Did::Failed if state.mode.is_temporary => (state.marks.behind_end(), None),
            Did::Failed => (state.marks.behind_nothing(), None),
            Did::ReadAndFailed => (state.marks.behind_more()?.behind_nothing(), None),
            Did::Wrote => (state.marks, None),
            Did::Refused => (state.marks.behind_refusal(), Some(0)),
            Did::Told => {
                state.position = Position::Lost;
                return Ok(());
            }
            Did::ReadSomehow => {
                state.marks.behind_more()?;
                (Marks::Unknown, None)
            }
            Did::PerhapsWrote | Did::Unknown => (Marks::Unknown, None),
        };
        state.marks = marks;
        state.position = state.position.behind(bytes);
        Ok(())
    }

    fn did(&self, call: &CallSite, target: Target, thread: usize, told: u64) -> Result<Did, Stop> {
        if self.reads_character(target) {
            return Ok(match told as i32 {
                -1 => Did::Failed,
                _ => Did::Read(Some(1)),
            });
        }
        let Some(routine) = self.code.performing(target) else {
            return Ok(match target {
                // The lock of the stream is taken or given back.
                Target::Row(row) if matches!(self.code.rows[row as usize].result, RowResult::Effect(_)) => Did::Nothing,
                _ => Did::Unknown,
            });
        };
        let [size, count] = [1, 2].map(|number| self.argument(thread, call, number));
        Ok(match routine {
            Routine::OfStream(_) | Routine::StreamBuffer | Routine::Handle(_) | Routine::CloseStream(_) => Did::Nothing,
            Routine::DescriptorOf => Did::Told,
            Routine::Fallible if told == 0 => Did::Nothing,
            Routine::FillText(_, room) if self.has_no_room(thread, call, room) => Did::Nothing,
            Routine::FillText(..) if told == 0 => Did::Failed,
            Routine::FillText(_, room) => Did::Read(match self.memory.string_length(told) {
                // Zeros fill all the room.
                Ok(0) => self.argument(thread, call, usize::from(room)).checked_sub(1),
                length => length.ok(),
            }),
            Routine::ReadLine | Routine::ReadUntil if told == u64::MAX => Did::Failed,
            Routine::ReadLine | Routine::ReadUntil => Did::Read(Some(told)),
            Routine::FillItems if size == 0 || count == 0 => Did::Nothing,
            Routine::FillItems if told == 0 => Did::Failed,
            Routine::FillItems if told < count => Did::ReadAndFailed,
            Routine::FillItems => Did::Read(size.checked_mul(count)),
            Routine::ReadItems if told == count => Did::Wrote,
            Routine::Print(_) | Routine::PutString(_) | Routine::PutCharacter if told as i32 >= 0 => Did::Wrote,
            Routine::ReadItems
            | Routine::Print(_)
            | Routine::PutString(_)
            | Routine::PutCharacter
            | Routine::Fallible => Did::PerhapsWrote,
            Routine::Scan(_) if told as i32 == -1 => Did::Failed,
            Routine::Scan(scan) => {
                let format = self.argument(thread, call, usize::from(scan.format));
                match self.may_meet_end(format, told as i32)? {
                    true => Did::ReadPerhapsToEnd,
                    false => Did::ReadSomehow,
                }
            }
            _ => Did::Unknown,
        })
    }

    /// Whether input that a format took as a whole may have ended behind it, or not: what it reads last has any length.
    fn may_meet_end(&self, format: u64, stored: i32) -> Result<bool, Stop> {
        let length = self.memory.string_length(format)?;
        let pieces = pieces(self.memory.bytes(format, length)?).unwrap_or_default();
        let conversions = pieces.iter().filter_map(|piece| match piece {
            Piece::Conversion(conversion) if !conversion.is_suppressed => Some(conversion),
            _ => None,
        });
        let stores = conversions.filter(|conversion| !matches!(conversion.what, What::Percent | What::Count));
        let is_whole = usize::try_from(stored).is_ok_and(|stored| stored == stores.count());
        let has_any_length = match pieces.last() {
            Some(Piece::Space) => true,
            Some(Piece::Conversion(conversion)) => {
                let is_long = matches!(conversion.what, What::Integer(..) | What::Floating | What::Word);
                is_long && conversion.width.is_none()
            }
            _ => false,
        };
        Ok(is_whole && has_any_length)
    }

    /// A stream was opened just now: it stands at the start, but where the program appends at the end, and not before it writes.
    pub(super) fn begin_stream(&mut self, stream: u64, mode: Mode) {
        let position = match mode {
            Mode { is_temporary: true, .. } => Position::At(0),
            Mode { appends: true, .. } => Position::Unknown,
            _ => Position::PerhapsAt(0),
        };
        let begun = Stream {
            position,
            mode,
            ..Stream::default()
        };
        self.streams.insert(stream, begun);
    }

    /// How a stream was opened.
    pub(super) fn mode_of(&self, stream: u64) -> Mode {
        let standard = self.code.streams.iter().find(|standard| standard.0 == stream);
        match standard {
            Some((_, descriptor)) => Mode::of_standard(*descriptor),
            None => self.streams.get(&stream).map(|known| known.mode).unwrap_or_default(),
        }
    }

    /// Whether nothing was written to a file that was empty.
    pub(super) fn is_empty_stream(&self, stream: u64) -> bool {
        let known = self.streams.get(&stream);
        known.is_some_and(|known| known.mode.is_emptied && !known.written)
    }

    /// Tells or changes the state of a stream.
    pub(super) fn of_stream(&mut self, thread: usize, call: &CallSite, asked: OfStream) -> Result<u64, Stop> {
        let stream = self.argument(thread, call, usize::from(asked == OfStream::PushBack));
        if self.settings.purpose == Purpose::Exhaust && asked == OfStream::Clear {
            return Ok(0);
        }
        if self.settings.purpose == Purpose::Exhaust || !self.is_stream(stream) {
            return Err(Stop::Open("the state of a stream".to_owned()));
        }
        match asked {
            OfStream::End => self.marks(stream).map(|(end, _)| u64::from(end)),
            OfStream::Error => self.marks(stream).map(|(_, error)| u64::from(error)),
            OfStream::Seek => self.seek_in(thread, call, stream),
            OfStream::Tell => self.position(thread, call, stream),
            OfStream::PushBack => self.push_back(stream, self.argument(thread, call, 0)),
            OfStream::Clear => {
                self.streams.entry(stream).or_default().marks = Marks::Clear;
                Ok(0)
            }
            OfStream::Rewind => {
                let state = self.streams.entry(stream).or_default();
                state.marks = Marks::Clear;
                state.position = match state.position {
                    Position::Lost => Position::Lost,
                    // It has positions.
                    Position::At(_) | Position::End => Position::At(0),
                    Position::Unknown | Position::PerhapsAt(_) => Position::PerhapsAt(0),
                };
                Ok(0)
            }
        }
    }

    /// Whether the end and an error were met; what is open so far, the environment chooses.
    fn marks(&mut self, stream: u64) -> Result<(bool, bool), Stop> {
        let known = self.streams.get(&stream).copied().unwrap_or_default();
        let (end, error) = match known.marks {
            Marks::Clear => (false, false),
            Marks::PerhapsEnd => (self.inputs.choice(2) == 1, false),
            Marks::EndOrError => {
                let end = self.inputs.choice(2) == 0;
                (end, !end)
            }
            Marks::Known { end, error } => (end, error),
            Marks::Unknown => return Err(Stop::Open("the state of a stream".to_owned())),
        };
        self.streams.entry(stream).or_default().marks = match (end, error) {
            (false, false) => Marks::Clear,
            (end, error) => Marks::Known { end, error },
        };
        Ok((end, error))
    }

    /// As they are where the end is taken back.
    pub(super) fn marks_before_end(&mut self, stream: u64) -> Marks {
        match self.marks(stream) {
            Ok((_, false)) => Marks::Clear,
            Ok((_, true)) => Marks::Known {
                end: false,
                error: true,
            },
            Err(_) => Marks::Unknown,
        }
    }

    /// `ungetc`: one character can always be pushed back.
    fn push_back(&mut self, stream: u64, character: u64) -> Result<u64, Stop> {
        if character as i32 == -1 {
            return Ok(u64::MAX);
        }
        let marks = self.marks_before_end(stream);
        let state = self.streams.entry(stream).or_default();
        state.marks = marks;
        state.pushed_back = Some(character as u8);
        // Where it stands before that is read again depends on what was read.
        state.position = state.position.behind(None);
        Ok(u64::from(character as u8))
    }
}
