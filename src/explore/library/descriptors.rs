//! Descriptors and streams: which numbers the program has open, and what it may do with them (POSIX.1-2017, `open`, `close`, `dup2`, `fileno`).
//!
//! Whether a call succeeds is up to the environment only where the descriptor is open and of the right kind: what is not open is refused
//! with `EBADF`. A number that the program never opened may have been inherited, so nothing is known of it, and the path ends.
//! A new descriptor is the least number that is not open. A search through all states does not keep descriptors: it takes any outcome.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::sockets::Socket;
use crate::explore::code::{CallSite, Scalar};
use crate::explore::machine::{Machine, Purpose, Stop};
use crate::explore::memory::ObjectKind;
use crate::explore::shadow::AccessKind;

/// `EBADF` of Linux.
const BAD_DESCRIPTOR: i32 = 9;
/// `ECHILD` of Linux.
const NO_CHILDREN: i32 = 10;
/// The greatest number of a process on Linux.
const MOST_PROCESSES: i64 = 4_194_304;
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
    /// Neither.
    Other,
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
    /// Whether a process was made that the program may wait for.
    pub has_processes: bool,
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

    /// The least number that is not open.
    pub fn add(&mut self, purpose: Purposes) -> u64 {
        let number = (0..).find(|number| !self.open.contains_key(number)).unwrap_or(MOST);
        self.open.insert(number, purpose);
        self.seen = self.seen.max(number + 1);
        number
    }
}

impl Machine<'_> {
    /// Whether the program has a descriptor open.
    pub(super) fn is_open(&self, descriptor: u64) -> bool {
        self.descriptors.open.contains_key(&(descriptor & 0xffff_ffff))
    }

    /// Whether a descriptor is a file that the program opened.
    pub(super) fn is_file(&self, descriptor: u64) -> bool {
        let purpose = self.descriptors.open.get(&(descriptor & 0xffff_ffff));
        let is_standard = descriptor & 0xffff_ffff < STANDARD;
        !is_standard && matches!(purpose, Some(Purposes::Both | Purposes::Reading | Purposes::Writing))
    }

    /// The socket that the program has open under a number.
    pub(super) fn socket(&self, descriptor: u64) -> Option<Socket> {
        match self.descriptors.open.get(&(descriptor & 0xffff_ffff)) {
            Some(Purposes::Socket(socket)) => Some(*socket),
            _ => None,
        }
    }

    /// What became of a socket.
    pub(super) fn set_socket(&mut self, descriptor: u64, socket: Socket) {
        let number = descriptor & 0xffff_ffff;
        self.descriptors.open.insert(number, Purposes::Socket(socket));
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
                let from = self.argument(thread, call, 0) & 0xffff_ffff;
                self.descriptors.open.get(&from).copied().unwrap_or(Purposes::Other)
            }
        };
        match self.inputs.choice(2) {
            0 => self.descriptors.add(purpose),
            _ => u64::MAX,
        }
    }

    /// `fopen` and its kin: opening fails, or gives an object of the library that no other call gave.
    pub(super) fn handle(&mut self, thread: usize, call: &CallSite, of: StreamOf) -> Result<u64, Stop> {
        if self.inputs.choice(2) != 0 {
            return Ok(0);
        }
        let stream = self.allocate_filled(thread, 1, ObjectKind::Library, 0)?;
        if self.settings.purpose != Purpose::Exhaust {
            let descriptor = match of {
                StreamOf::File => self.descriptors.add(Purposes::Both),
                StreamOf::Process => {
                    self.descriptors.has_processes = true;
                    self.descriptors.add(Purposes::Other)
                }
                StreamOf::Descriptor => self.argument(thread, call, 0) & 0xffff_ffff,
            };
            self.descriptors.streams.insert(stream, descriptor);
        }
        Ok(stream)
    }

    /// `close`: the descriptor is no longer open, even where closing fails.
    pub(super) fn close(&mut self, thread: usize, call: &CallSite, descriptor: u64) -> Result<u64, Stop> {
        if self.settings.purpose == Purpose::Exhaust {
            return Ok(self.input_between(call, (-1, 0)));
        }
        if self.refuses_descriptor(descriptor)? {
            return self.refuse_descriptor(thread);
        }
        self.descriptors.open.remove(&(descriptor & 0xffff_ffff));
        self.may_fail(thread)
    }

    /// `dup2`: the second number leads to where the first one leads.
    pub(super) fn duplicate_to(&mut self, thread: usize, call: &CallSite, [from, to]: [u64; 2]) -> Result<u64, Stop> {
        if self.settings.purpose == Purpose::Exhaust {
            return Ok(self.input_between(call, (-1, i64::from(i32::MAX))));
        }
        let (from, to) = (from & 0xffff_ffff, to & 0xffff_ffff);
        if to >= MOST || self.refuses_descriptor(from)? {
            return self.refuse_descriptor(thread);
        }
        let purpose = self.descriptors.open.get(&from).copied().unwrap_or(Purposes::Other);
        self.descriptors.open.insert(to, purpose);
        self.descriptors.seen = self.descriptors.seen.max(to + 1);
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
            return Ok(self.any(call));
        }
        let Some(descriptor) = self.descriptors.streams.remove(&stream) else {
            return Err(Stop::Open("a stream that is not open".to_owned()));
        };
        self.descriptors.open.remove(&descriptor);
        match closes {
            Closes::Stream => self.may_fail(thread),
            Closes::Process => Ok(self.input_between(call, (-1, 0xffff))),
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
    fn refuses_descriptor(&self, descriptor: u64) -> Result<bool, Stop> {
        let number = descriptor & 0xffff_ffff;
        let is_negative = (number as i32) < 0;
        match self.is_open(number) {
            true => Ok(false),
            false if is_negative || number < self.descriptors.seen => Ok(true),
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
        match self.descriptors.open.get(&(descriptor & 0xffff_ffff)) {
            Some(Purposes::Both) => Ok(false),
            Some(Purposes::Socket(socket)) if socket.sends() => Ok(false),
            Some(Purposes::Socket(socket)) if socket.receives() && asked == Purposes::Reading => Ok(false),
            Some(purpose @ (Purposes::Reading | Purposes::Writing)) => Ok(*purpose != asked),
            _ => Err(Stop::Open(
                "what comes and goes through a descriptor is not known".to_owned(),
            )),
        }
    }

    /// `waitpid` and its kin: whoever started the program may have left it children; one without any is told so.
    pub(super) fn wait_for_process(&mut self, thread: usize, call: &CallSite, status: u8) -> Result<u64, Stop> {
        if self.settings.purpose == Purpose::Exhaust || self.descriptors.has_processes {
            return Err(Stop::Open("how a process ended".to_owned()));
        }
        if self.inputs.choice(2) == 0 {
            self.set_error_number(thread, NO_CHILDREN)?;
            return Ok(u64::MAX);
        }
        let asked = match status {
            0 => 0,
            _ => self.argument(thread, call, 0) as i32,
        };
        let ended = self.inputs.among(0x100) << 8;
        let to = self.argument(thread, call, usize::from(status));
        self.write_result(thread, call, to, Scalar::I32, ended)?;
        match asked {
            1.. => Ok(asked as u64),
            _ => Ok(self.input_between(call, (2, MOST_PROCESSES))),
        }
    }

    /// `EBADF`.
    pub(super) fn refuse_descriptor(&mut self, thread: usize) -> Result<u64, Stop> {
        self.set_error_number(thread, BAD_DESCRIPTOR)?;
        Ok(u64::MAX)
    }
}
