//! Descriptors and streams: which numbers the program has open, and what it may do with them (POSIX.1-2017, `open`, `close`, `dup2`, `fileno`).
//!
//! Whether a call succeeds is up to the environment only where the descriptor is open and of the right kind: what is not open is refused
//! with `EBADF`. A number that the program never opened may have been inherited, so nothing is known of it, and the path ends.
//! A new descriptor is the least number that is not open. A search through all states does not keep descriptors: it takes any outcome.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::control::{closes, status_of_file, status_of_socket};
use super::error_codes::{BAD_DESCRIPTOR, NO_DESCRIPTORS};
use super::open_files::{Kind, OpenFiles};
use super::pipes::End;
use super::sockets::Socket;
use crate::explore::code::CallSite;
use crate::explore::machine::{Machine, Purpose, Stop};

/// `O_ACCMODE`, `O_RDONLY` and `O_WRONLY` of Linux.
const ACCESS_MODE: u64 = 3;
const READ_ONLY: u64 = 0;
const WRITE_ONLY: u64 = 1;
/// Input, output and errors have the descriptors below.
const STANDARD: u64 = 3;
/// Descriptors that a process may have at once, where nothing else was asked for.
pub(super) const MOST: u64 = 1024;
/// `O_CREAT | O_EXCL`: the file is made.
const MADE: u64 = 0o300;

/// What is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opens {
    /// A file, with the flags that the argument with this number has.
    File(u8),
    /// A file to write to.
    Written,
    /// A socket of the family and the type that the first two arguments say.
    Socket,
    /// What the descriptor that is the first argument is for.
    Copy,
    /// Something that is neither read from nor written to as a file.
    Other,
}

/// What a descriptor is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purposes {
    /// Reading and writing.
    Both,
    /// Reading.
    Reading,
    /// Writing.
    Writing,
    /// A socket.
    Socket(Socket),
    /// The end of a pipe.
    Pipe(End),
    /// Neither.
    Other,
}

/// When something can be read from or written to a descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readiness {
    /// At any time.
    Always,
    /// When the environment likes.
    OfEnvironment,
    /// That is not known.
    Unknown,
}

/// The descriptors and streams of the program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Descriptors {
    /// Those that are open.
    open: BTreeMap<u64, Purposes>,
    /// Numbers below this were the program's to open.
    seen: u64,
    /// The descriptors of streams, by their addresses.
    streams: BTreeMap<u64, u64>,
    /// The files that they lead to.
    pub(super) files: OpenFiles,
    /// Whether descriptors are closed when another program begins, where that is known.
    closing: BTreeMap<u64, bool>,
    /// Those of input, output and errors that the program opened anew.
    reopened: BTreeSet<u64>,
}

impl Descriptors {
    /// Input, output and errors are open, and have streams.
    pub fn at_start(streams: &[(u64, u64)]) -> Self {
        let open = (0..STANDARD).map(|number| (number, Purposes::Both)).collect();
        let streams = streams.iter().copied().collect();
        Descriptors {
            open,
            seen: STANDARD,
            streams,
            files: OpenFiles::inherited(STANDARD),
            ..Descriptors::default()
        }
    }

    /// What a descriptor is for, if it is open.
    pub(super) fn purpose(&self, descriptor: u64) -> Option<Purposes> {
        self.open.get(&number(descriptor)).copied()
    }

    /// The descriptor of a stream.
    pub(super) fn of_stream(&self, stream: u64) -> Option<u64> {
        self.streams.get(&stream).copied()
    }

    /// A stream has a descriptor.
    pub(super) fn lead(&mut self, stream: u64, descriptor: u64) {
        self.streams.insert(stream, descriptor);
    }

    /// A stream ends, and with it its descriptor, if it is open.
    pub(super) fn close_stream(&mut self, stream: u64) -> Option<u64> {
        let descriptor = self.streams.remove(&stream)?;
        self.open.remove(&descriptor);
        Some(descriptor)
    }

    /// How many numbers the program may have used so far.
    pub(super) fn used(&self) -> u64 {
        self.open.last_key_value().map_or(0, |last| last.0 + 1)
    }

    /// Whether a descriptor is closed when another program begins, if that is known.
    pub(super) fn closes(&self, descriptor: u64) -> Option<bool> {
        self.closing.get(&number(descriptor)).copied()
    }

    /// Says that.
    pub(super) fn set_closing(&mut self, descriptor: u64, closes: bool) {
        self.closing.insert(number(descriptor), closes);
    }

    /// Whether nobody but who started the program opened it.
    pub(super) fn is_standard(&self, descriptor: u64) -> bool {
        number(descriptor) < STANDARD && !self.reopened.contains(&number(descriptor))
    }

    /// The least number from one on that is not open leads to where a descriptor does.
    pub(super) fn duplicate(&mut self, descriptor: u64, least: u64) -> u64 {
        let purpose = self.open.get(&number(descriptor)).copied().unwrap_or(Purposes::Other);
        let new = (least..).find(|number| !self.open.contains_key(number)).unwrap_or(MOST);
        self.begin(new, purpose);
        self.files.share(descriptor, new);
        new
    }

    /// A descriptor leads to something else than before, of which no more is known.
    fn begin(&mut self, descriptor: u64, purpose: Purposes) -> Option<Purposes> {
        self.files.begin(descriptor);
        self.closing.remove(&descriptor);
        if descriptor < STANDARD {
            self.reopened.insert(descriptor);
        }
        self.seen = self.seen.max(descriptor + 1);
        self.open.insert(descriptor, purpose)
    }

    /// Whether a descriptor is an end of a pipe.
    pub fn is_open_end(&self, end: End) -> bool {
        self.open.values().any(|purpose| *purpose == Purposes::Pipe(end))
    }

    /// The least number that is not open.
    pub fn add(&mut self, purpose: Purposes) -> u64 {
        let number = (0..).find(|number| !self.open.contains_key(number)).unwrap_or(MOST);
        self.begin(number, purpose);
        number
    }
}

/// The number that an argument of type `int` tells.
pub(super) fn number(argument: u64) -> u64 {
    argument & 0xffff_ffff
}

impl Machine<'_> {
    /// Whether the program has a descriptor open.
    pub(super) fn is_open(&self, descriptor: u64) -> bool {
        self.descriptors.open.contains_key(&number(descriptor))
    }

    /// Whether the program has a file or a device open under a number: no pipe, and no socket.
    pub(super) fn is_no_channel(&self, descriptor: u64) -> bool {
        self.is_open(descriptor) && self.pipe_end(descriptor).is_none() && self.socket(descriptor).is_none()
    }

    /// Whether a descriptor is a file that the program opened.
    pub(super) fn is_file(&self, descriptor: u64) -> bool {
        let purpose = self.descriptors.open.get(&number(descriptor));
        let is_standard = number(descriptor) < STANDARD;
        !is_standard && matches!(purpose, Some(Purposes::Both | Purposes::Reading | Purposes::Writing))
    }

    /// Whether an address is that of a stream which is open.
    pub(super) fn is_stream(&self, address: u64) -> bool {
        self.descriptors.streams.contains_key(&address)
    }

    /// The end of a pipe that the program has open under a number.
    pub(super) fn pipe_end(&self, descriptor: u64) -> Option<End> {
        match self.descriptors.open.get(&number(descriptor)) {
            Some(Purposes::Pipe(end)) => Some(*end),
            _ => None,
        }
    }

    /// The socket that the program has open under a number.
    pub(super) fn socket(&self, descriptor: u64) -> Option<Socket> {
        match self.descriptors.open.get(&number(descriptor)) {
            Some(Purposes::Socket(socket)) => Some(*socket),
            _ => None,
        }
    }

    /// When a descriptor is ready for what is done with it.
    pub(super) fn readiness(&self, descriptor: u64) -> Readiness {
        match self.descriptors.open.get(&number(descriptor)) {
            _ if self.is_file(descriptor) => Readiness::Always,
            Some(Purposes::Both) => Readiness::OfEnvironment,
            Some(Purposes::Socket(socket)) if socket.is_awaited() => Readiness::OfEnvironment,
            _ => Readiness::Unknown,
        }
    }

    /// What became of a socket.
    pub(super) fn set_socket(&mut self, descriptor: u64, socket: Socket) {
        let socket = Purposes::Socket(socket);
        self.descriptors.open.insert(number(descriptor), socket);
    }

    /// `open` and its kin: opening fails, or gives the least number that is not open.
    pub(super) fn descriptor(&mut self, thread: usize, call: &CallSite, opens: Opens) -> Result<u64, Stop> {
        if self.settings.purpose == Purpose::Exhaust {
            return Ok(self.input_between(call, (-1, i64::from(i32::MAX))));
        }
        let purpose = match opens {
            Opens::File(flags) => match self.argument(thread, call, usize::from(flags)) & ACCESS_MODE {
                READ_ONLY => Purposes::Reading,
                WRITE_ONLY => Purposes::Writing,
                _ => Purposes::Both,
            },
            Opens::Written => Purposes::Writing,
            Opens::Socket => {
                let [family, kind] = [0, 1].map(|number| self.argument(thread, call, number));
                Purposes::Socket(Socket::new(family, kind))
            }
            Opens::Other => Purposes::Other,
            Opens::Copy => {
                let from = self.argument(thread, call, 0);
                self.descriptors
                    .open
                    .get(&number(from))
                    .copied()
                    .unwrap_or(Purposes::Other)
            }
        };
        if self.may_want(call) && self.inputs.choice(2) != 0 {
            if opens == Opens::Copy {
                self.set_error_number(thread, NO_DESCRIPTORS)?;
            }
            return Ok(u64::MAX);
        }
        let copied = self.argument(thread, call, 0);
        let asked = match opens {
            Opens::File(flags) => Some(self.argument(thread, call, usize::from(flags))),
            Opens::Socket => Some(self.argument(thread, call, 1)),
            Opens::Written | Opens::Copy | Opens::Other => None,
        };
        let new = self.descriptors.add(purpose);
        let files = &mut self.descriptors.files;
        match (opens, asked) {
            (Opens::File(_), Some(flags)) => {
                files.set_status(new, status_of_file(flags));
                if flags & MADE == MADE {
                    files.set_kind(new, Kind::Regular);
                }
            }
            (Opens::Socket, Some(kind)) => files.set_status(new, status_of_socket(kind)),
            (Opens::Copy, _) => files.share(copied, new),
            _ => {}
        }
        let name = match opens {
            Opens::File(flags) => usize::from(flags).checked_sub(1),
            Opens::Written => Some(0),
            Opens::Socket | Opens::Copy | Opens::Other => None,
        };
        if let Some(name) = name {
            self.note_name(new, self.argument(thread, call, name))?;
        }
        match (opens, asked) {
            (_, Some(asked)) => self.descriptors.set_closing(new, closes(asked)),
            (Opens::Copy, _) => self.descriptors.set_closing(new, false),
            _ => {}
        }
        Ok(new)
    }

    /// `close`: the descriptor is no longer open, even where closing fails.
    pub(super) fn close(&mut self, thread: usize, call: &CallSite, descriptor: u64) -> Result<u64, Stop> {
        if self.settings.purpose == Purpose::Exhaust {
            return Ok(self.input_between(call, (-1, 0)));
        }
        if self.refuses_descriptor(descriptor)? {
            return self.refuse_descriptor(thread);
        }
        match self.descriptors.open.remove(&number(descriptor)) {
            Some(Purposes::Pipe(end)) => {
                self.close_end(thread, end);
                Ok(0)
            }
            // There is nothing to be written.
            Some(Purposes::Socket(_)) => Ok(0),
            _ => self.may_fail(thread),
        }
    }

    /// `dup2`: the second number leads to where the first one leads.
    pub(super) fn duplicate_to(&mut self, thread: usize, call: &CallSite, [from, to]: [u64; 2]) -> Result<u64, Stop> {
        if self.settings.purpose == Purpose::Exhaust {
            return Ok(self.input_between(call, (-1, i64::from(i32::MAX))));
        }
        let (from, to) = (number(from), number(to));
        if to >= self.limit_of_descriptors(to) || self.refuses_descriptor(from)? {
            return self.refuse_descriptor(thread);
        }
        let purpose = self.descriptors.open.get(&from).copied().unwrap_or(Purposes::Other);
        if to < STANDARD && matches!(purpose, Purposes::Pipe(_)) {
            return Err(Stop::Open("a standard stream on a pipe".to_owned()));
        }
        if from == to {
            return Ok(to);
        }
        if let Some(Purposes::Pipe(end)) = self.descriptors.begin(to, purpose) {
            self.close_end(thread, end);
        }
        self.descriptors.files.share(from, to);
        self.descriptors.set_closing(to, false);
        Ok(to)
    }

    /// 0, unless the environment makes it fail.
    pub(super) fn may_fail(&mut self, thread: usize) -> Result<u64, Stop> {
        if self.inputs.choice(2) == 0 {
            return Ok(0);
        }
        self.error_may_have_changed(thread);
        Ok(u64::MAX)
    }

    /// Whether a descriptor is certainly not open.
    pub(super) fn refuses_descriptor(&self, descriptor: u64) -> Result<bool, Stop> {
        let is_negative = (descriptor as i32) < 0;
        match self.is_open(descriptor) {
            true => Ok(false),
            false if is_negative || number(descriptor) < self.descriptors.seen => Ok(true),
            false => Err(Stop::Open("a descriptor that the program did not open".to_owned())),
        }
    }

    /// Whether a descriptor is certainly not for what is asked of it, so that the call is refused.
    ///
    /// # Errors
    /// If it is not known whether it is, or whether anything comes or goes.
    pub(super) fn refuses(&mut self, descriptor: u64, asked: Purposes) -> Result<bool, Stop> {
        if self.settings.purpose == Purpose::Exhaust {
            return Ok((descriptor as i32) < 0);
        }
        if self.refuses_descriptor(descriptor)? {
            return Ok(true);
        }
        match self.descriptors.open.get(&number(descriptor)) {
            Some(Purposes::Both) => Ok(!self.was_opened_for(descriptor, asked)?),
            Some(Purposes::Socket(socket)) if socket.sends() => Ok(false),
            Some(Purposes::Socket(socket)) if socket.receives() && asked == Purposes::Reading => Ok(false),
            Some(purpose @ (Purposes::Reading | Purposes::Writing)) => Ok(*purpose != asked),
            _ => Err(Stop::Open(
                "what comes and goes through a descriptor is not known".to_owned(),
            )),
        }
    }

    /// `EBADF`.
    pub(super) fn refuse_descriptor(&mut self, thread: usize) -> Result<u64, Stop> {
        self.set_error_number(thread, BAD_DESCRIPTOR)?;
        Ok(u64::MAX)
    }
}
