//! Descriptors and streams: which numbers the program has open, and what it may do with them (POSIX.1-2017, `open`, `close`, `dup2`, `fileno`).
//!
//! Whether a call succeeds is up to the environment only where the descriptor is open and of the right kind: what is not open is refused
//! with `EBADF`. A number that the program never opened may have been inherited, so nothing is known of it, and the path ends.
//! A new descriptor is the least number that is not open. A search through all states does not keep descriptors: it takes any outcome.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::control::{closes, status_of_file, status_of_socket};
use super::error_codes::{BAD_DESCRIPTOR, INVALID};
use super::modes::Mode;
use super::pipes::End;
use super::sockets::Socket;
use crate::explore::code::CallSite;
use crate::explore::machine::{Machine, Purpose, Stop};
use crate::explore::memory::ObjectKind;
use crate::explore::shadow::AccessKind;

/// `O_ACCMODE`, `O_RDONLY` and `O_WRONLY` of Linux.
const ACCESS_MODE: u64 = 3;
const READ_ONLY: u64 = 0;
const WRITE_ONLY: u64 = 1;
/// Input, output and errors have the descriptors below.
const STANDARD: u64 = 3;
/// Descriptors that a process may have at once, where nothing else was asked for.
const MOST: u64 = 1024;

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

/// Where a stream comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StreamOf {
    /// A file that is opened.
    File,
    /// A process that is made.
    Process,
    /// The descriptor that is the first argument.
    Descriptor,
}

/// What becomes of a stream that is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Closes {
    /// `fclose`: what it buffered is written, which may fail.
    Stream,
    /// `pclose`: gives how the process ended.
    Process,
    /// `closedir`: its object ends.
    Folder,
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
    /// The file that a descriptor leads to, as a place in the next list, where its status is known.
    files: BTreeMap<u64, usize>,
    /// How files were opened.
    statuses: Vec<u64>,
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
            ..Descriptors::default()
        }
    }

    /// How the file was opened that a descriptor leads to, if that is known.
    pub(super) fn status(&self, descriptor: u64) -> Option<u64> {
        self.files.get(&number(descriptor)).map(|file| self.statuses[*file])
    }

    /// How it is open from now on, under all its descriptors.
    pub(super) fn set_status(&mut self, descriptor: u64, status: u64) {
        match self.files.get(&number(descriptor)) {
            Some(file) => self.statuses[*file] = status,
            None => {
                self.files.insert(number(descriptor), self.statuses.len());
                self.statuses.push(status);
            }
        }
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
        self.share(descriptor, new);
        new
    }

    /// A descriptor leads to something else than before, of which no more is known.
    fn begin(&mut self, descriptor: u64, purpose: Purposes) -> Option<Purposes> {
        self.files.remove(&descriptor);
        self.closing.remove(&descriptor);
        if descriptor < STANDARD {
            self.reopened.insert(descriptor);
        }
        self.seen = self.seen.max(descriptor + 1);
        self.open.insert(descriptor, purpose)
    }

    /// Two descriptors lead to the same file.
    fn share(&mut self, from: u64, to: u64) {
        if let Some(file) = self.files.get(&number(from)).copied() {
            self.files.insert(to, file);
        }
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
fn number(argument: u64) -> u64 {
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
    pub(super) fn descriptor(&mut self, thread: usize, call: &CallSite, opens: Opens) -> u64 {
        if self.settings.purpose == Purpose::Exhaust {
            return self.input_between(call, (-1, i64::from(i32::MAX)));
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
            return u64::MAX;
        }
        let copied = self.argument(thread, call, 0);
        let asked = match opens {
            Opens::File(flags) => Some(self.argument(thread, call, usize::from(flags))),
            Opens::Socket => Some(self.argument(thread, call, 1)),
            Opens::Written | Opens::Copy | Opens::Other => None,
        };
        let new = self.descriptors.add(purpose);
        match (opens, asked) {
            (Opens::File(_), Some(flags)) => self.descriptors.set_status(new, status_of_file(flags)),
            (Opens::Socket, Some(kind)) => self.descriptors.set_status(new, status_of_socket(kind)),
            (Opens::Copy, _) => self.descriptors.share(copied, new),
            _ => {}
        }
        match (opens, asked) {
            (_, Some(asked)) => self.descriptors.set_closing(new, closes(asked)),
            (Opens::Copy, _) => self.descriptors.set_closing(new, false),
            _ => {}
        }
        new
    }

    /// `fopen` and its kin: opening fails, or gives an object of the library that no other call gave.
    pub(super) fn handle(&mut self, thread: usize, call: &CallSite, of: StreamOf) -> Result<u64, Stop> {
        if of == StreamOf::Descriptor && self.pipe_end(self.argument(thread, call, 0)).is_some() {
            return Err(Stop::Open("a stream on a pipe".to_owned()));
        }
        let mode = self.mode_asked_for(thread, call, of)?;
        if of == StreamOf::Descriptor && mode.is_some_and(|mode| self.lacks(self.argument(thread, call, 0), mode)) {
            self.set_error_number(thread, INVALID)?;
            return Ok(0);
        }
        if self.may_want(call) && self.inputs.choice(2) != 0 {
            return Ok(0);
        }
        let stream = self.allocate_filled(thread, 1, ObjectKind::Library, 0)?;
        if self.settings.purpose != Purpose::Exhaust {
            let descriptor = match of {
                StreamOf::File => self.descriptors.add(Purposes::Both),
                StreamOf::Process => {
                    self.note_process();
                    self.descriptors.add(Purposes::Other)
                }
                StreamOf::Descriptor => number(self.argument(thread, call, 0)),
            };
            self.descriptors.streams.insert(stream, descriptor);
            self.begin_stream(stream, mode.unwrap_or_default());
        }
        Ok(stream)
    }

    /// The mode in which a stream is to be opened; folders have none.
    fn mode_asked_for(&self, thread: usize, call: &CallSite, of: StreamOf) -> Result<Option<Mode>, Stop> {
        match (of, call.arguments.len()) {
            _ if self.settings.purpose == Purpose::Exhaust => Ok(None),
            (StreamOf::File, 0) => Ok(Some(Mode::TEMPORARY)),
            (_, ..2) => Ok(None),
            _ => {
                let text = self.argument(thread, call, 1);
                let named = Mode::named(self.memory.bytes(text, self.memory.string_length(text)?)?);
                Ok(Some(match of {
                    StreamOf::File => named,
                    // A descriptor keeps what its file holds, and a process gives what it likes.
                    StreamOf::Descriptor | StreamOf::Process => Mode {
                        reads: named.reads,
                        writes: named.writes,
                        ..Mode::ANY
                    },
                }))
            }
        }
    }

    /// Whether a descriptor is certainly not open for all that a stream on it would be.
    fn lacks(&self, descriptor: u64, mode: Mode) -> bool {
        match self.descriptors.open.get(&number(descriptor)) {
            Some(Purposes::Reading) => mode.writes,
            Some(Purposes::Writing) => mode.reads,
            _ => false,
        }
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
            _ => self.may_fail(thread),
        }
    }

    /// `dup2`: the second number leads to where the first one leads.
    pub(super) fn duplicate_to(&mut self, thread: usize, call: &CallSite, [from, to]: [u64; 2]) -> Result<u64, Stop> {
        if self.settings.purpose == Purpose::Exhaust {
            return Ok(self.input_between(call, (-1, i64::from(i32::MAX))));
        }
        let (from, to) = (number(from), number(to));
        if to >= MOST || self.refuses_descriptor(from)? {
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
        self.descriptors.share(from, to);
        self.descriptors.set_closing(to, false);
        Ok(to)
    }

    /// `fileno`: a stream of the program's own has the descriptor that was opened with it.
    pub(super) fn descriptor_of(&mut self, call: &CallSite, stream: u64) -> Result<u64, Stop> {
        if self.settings.purpose == Purpose::Exhaust {
            return Ok(self.input_between(call, (-1, i64::from(i32::MAX))));
        }
        let known = self.descriptors.streams.get(&stream).copied();
        known.ok_or_else(|| Stop::Open("a stream that is not open".to_owned()))
    }

    /// `fclose` and its kin: the stream ends, and its descriptor.
    pub(super) fn close_stream(
        &mut self,
        thread: usize,
        call: &CallSite,
        (stream, closes): (u64, Closes),
    ) -> Result<u64, Stop> {
        if self.settings.purpose == Purpose::Exhaust {
            if self.memory.object_at(stream).is_some() {
                self.end_object(stream, 1);
            }
            return Ok(self.any(call));
        }
        let Some(descriptor) = self.descriptors.streams.remove(&stream) else {
            return Err(Stop::Open("a stream that is not open".to_owned()));
        };
        self.descriptors.open.remove(&descriptor);
        match closes {
            Closes::Stream => self.may_fail(thread),
            Closes::Process => self.status_of_shell(thread),
            Closes::Folder => {
                self.access(thread, stream, 1, AccessKind::Free, call.access);
                self.end_object(stream, 1);
                self.notice();
                Ok(0)
            }
        }
    }

    /// 0, unless the environment makes it fail.
    fn may_fail(&mut self, thread: usize) -> Result<u64, Stop> {
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
    pub(super) fn refuses(&self, descriptor: u64, asked: Purposes) -> Result<bool, Stop> {
        if self.settings.purpose == Purpose::Exhaust {
            return Ok((descriptor as i32) < 0);
        }
        if self.refuses_descriptor(descriptor)? {
            return Ok(true);
        }
        match self.descriptors.open.get(&number(descriptor)) {
            Some(Purposes::Both) => Ok(false),
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
