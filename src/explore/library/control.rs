//! What is asked of open descriptors besides their bytes: `fcntl`, `lseek`, `realpath` and the terminal (POSIX.1-2017; Linux, fcntl(2)).
//!
//! How a file was opened is its status; all descriptors that were duplicated from one have the same. Input, output and errors were opened
//! by whoever started the program. What a file holds, and so where it ends, the file system chooses.

use super::descriptors::Purposes;
use super::error_codes::INVALID;
use crate::explore::code::{CallSite, Scalar};
use crate::explore::machine::{Machine, Purpose, Stop};
use crate::explore::memory::ObjectKind;
use crate::explore::shadow::AccessKind;

/// The commands of `fcntl` that are executed.
const DUPLICATE: u64 = 0;
const GET_FLAGS: u64 = 1;
const SET_FLAGS: u64 = 2;
const GET_STATUS: u64 = 3;
const SET_STATUS: u64 = 4;
const DUPLICATE_CLOSING: u64 = 1030;
/// `FD_CLOEXEC`, and `O_CLOEXEC` and `SOCK_CLOEXEC`.
const CLOSES: u64 = 1;
const OPENED_CLOSING: u64 = 0o2_000_000;
/// The bits of `open` that are not kept: `O_CREAT`, `O_EXCL`, `O_NOCTTY` and `O_TRUNC`.
const OF_OPENING: u64 = 0o1_700;
/// What the kernel adds where addresses have 64 bits: `O_LARGEFILE`.
const LARGE_FILE: u64 = 0o100_000;
/// What `F_SETFL` changes: `O_APPEND`, `O_NONBLOCK`, `O_ASYNC`, `O_DIRECT` and `O_NOATIME`.
const CHANGEABLE: u64 = 0o1_066_000;
/// `O_NONBLOCK` and `SOCK_NONBLOCK`, and `O_RDWR`.
const WITHOUT_WAITING: u64 = 0o4_000;
const READ_AND_WRITE: u64 = 2;
/// How the standard streams may have been opened: terminals, files, pipes.
const STANDARD: [u64; 6] = [0o100_002, 0o100_000, 0o100_001, 0o102_001, 0, 1];
/// `SEEK_SET` and `SEEK_END`.
const FROM_START: u64 = 0;
const FROM_END: u64 = 2;

/// The status of a file that `open` is given flags for.
pub(super) fn status_of_file(flags: u64) -> u64 {
    flags & 0x7fff_ffff & !(OF_OPENING | OPENED_CLOSING) | LARGE_FILE
}

/// The status of a socket of a type.
pub(super) fn status_of_socket(kind: u64) -> u64 {
    READ_AND_WRITE | kind & WITHOUT_WAITING
}

/// Whether flags of `open` or a type of a socket ask for a descriptor that other programs do not get.
pub(super) fn closes(flags: u64) -> bool {
    flags & OPENED_CLOSING != 0
}

impl Machine<'_> {
    /// `fcntl`: flags of descriptors and of files, and new descriptors.
    pub(super) fn control(&mut self, thread: usize, call: &CallSite) -> Result<u64, Stop> {
        let [descriptor, command, value] = [0, 1, 2].map(|number| self.argument(thread, call, number) & 0xffff_ffff);
        let known = [
            GET_FLAGS,
            SET_FLAGS,
            GET_STATUS,
            SET_STATUS,
            DUPLICATE,
            DUPLICATE_CLOSING,
        ];
        if self.settings.purpose == Purpose::Exhaust || !known.contains(&command) {
            return Err(Stop::Open("a command of `fcntl` that is not executed".to_owned()));
        }
        if self.refuses_descriptor(descriptor)? {
            return self.refuse_descriptor(thread);
        }
        match command {
            GET_FLAGS => self.closes_at_exec(descriptor).map(u64::from),
            SET_FLAGS => {
                self.descriptors.set_closing(descriptor, value & CLOSES != 0);
                Ok(0)
            }
            GET_STATUS => self.file_status(descriptor),
            SET_STATUS => {
                let known = self.file_status(descriptor)?;
                let changed = known & !CHANGEABLE | value & CHANGEABLE;
                let waits_otherwise = (known ^ changed) & WITHOUT_WAITING != 0;
                if waits_otherwise && self.pipe_end(descriptor).is_some() {
                    return Err(Stop::Open("a pipe that nobody waits for".to_owned()));
                }
                self.descriptors.set_status(descriptor, changed);
                Ok(0)
            }
            _ => {
                if value > i32::MAX as u64 {
                    self.set_error_number(thread, INVALID)?;
                    return Ok(u64::MAX);
                }
                if self.inputs.choice(2) != 0 {
                    self.error_may_have_changed(thread);
                    return Ok(u64::MAX);
                }
                let new = self.descriptors.duplicate(descriptor, value);
                self.descriptors.set_closing(new, command == DUPLICATE_CLOSING);
                Ok(new)
            }
        }
    }

    /// How a file was opened.
    fn file_status(&mut self, descriptor: u64) -> Result<u64, Stop> {
        if let Some(known) = self.descriptors.status(descriptor) {
            return Ok(known);
        }
        if !self.descriptors.is_standard(descriptor) {
            return Err(Stop::Open("how a descriptor was opened".to_owned()));
        }
        let chosen = STANDARD[self.inputs.among(STANDARD.len() as u64) as usize];
        self.descriptors.set_status(descriptor, chosen);
        Ok(chosen)
    }

    fn closes_at_exec(&mut self, descriptor: u64) -> Result<bool, Stop> {
        let known = self.descriptors.closes(descriptor);
        // What a process is started with was not closed then.
        known
            .or_else(|| self.descriptors.is_standard(descriptor).then_some(false))
            .ok_or_else(|| Stop::Open("how a descriptor was opened".to_owned()))
    }

    /// `lseek` on a file of the program.
    pub(super) fn seek(&mut self, thread: usize, call: &CallSite) -> Result<u64, Stop> {
        let [descriptor, offset, from] = [0, 1, 2].map(|number| self.argument(thread, call, number));
        if self.settings.purpose == Purpose::Exhaust {
            return Err(Stop::Open("the position of a file".to_owned()));
        }
        if self.refuses_descriptor(descriptor)? {
            return self.refuse_descriptor(thread);
        }
        let wide = call.result == Some(Scalar::I64);
        if !self.is_file(descriptor) || !wide || !matches!(from & 0xffff_ffff, FROM_START | FROM_END) {
            return Err(Stop::Open("the position of a file".to_owned()));
        }
        let offset = offset as i64;
        if from & 0xffff_ffff == FROM_START && offset < 0 {
            self.set_error_number(thread, INVALID)?;
            return Ok(u64::MAX);
        }
        // Under the name there may be a pipe, which has no positions.
        if self.inputs.choice(2) != 0 {
            self.error_may_have_changed(thread);
            return Ok(u64::MAX);
        }
        match from & 0xffff_ffff {
            FROM_START => Ok(offset as u64),
            _ if offset < 0 => Err(Stop::Open("a position before the end of a file".to_owned())),
            _ => Ok(self.input_of(Scalar::I64, (offset, i64::MAX))),
        }
    }

    /// `pwrite` to a file of the program.
    pub(super) fn write_at(&mut self, thread: usize, call: &CallSite) -> Result<u64, Stop> {
        let [descriptor, from, size] = [0, 1, 2].map(|number| self.argument(thread, call, number));
        if self.settings.purpose == Purpose::Exhaust || !self.is_file(descriptor) {
            return Err(Stop::Open("bytes written at a position".to_owned()));
        }
        if self.refuses(descriptor, Purposes::Writing)? {
            return self.refuse_descriptor(thread);
        }
        self.error_may_have_changed(thread);
        if self.inputs.choice(2) != 0 {
            return Ok(u64::MAX);
        }
        self.memory.bytes(from, size)?;
        self.access(thread, from, size, AccessKind::Read, call.access);
        Ok(size)
    }

    /// `realpath`: null, or the name of what a name leads to, which the file system chooses. The row says what names there are.
    pub(super) fn real_path(&mut self, thread: usize, call: &CallSite) -> Result<u64, Stop> {
        const NAME: &[u8] = b"/home/file\0";
        if self.settings.purpose == Purpose::Exhaust {
            return Err(Stop::Open("the name of a file".to_owned()));
        }
        let to = self.argument(thread, call, 1);
        if self.inputs.choice(2) != 0 {
            self.error_may_have_changed(thread);
            return Ok(0);
        }
        let to = match to {
            0 => self.allocate_filled(thread, NAME.len() as u64, ObjectKind::Heap, 0)?,
            to => to,
        };
        self.write_bytes(thread, call, to, NAME)?;
        Ok(to)
    }

    /// `tcgetattr`: fails, or stores what the environment chooses of a descriptor in the object that an argument points to.
    pub(super) fn choose(&mut self, thread: usize, call: &CallSite, argument: u8) -> Result<u64, Stop> {
        let descriptor = self.argument(thread, call, 0);
        if self.settings.purpose != Purpose::Exhaust && self.refuses_descriptor(descriptor)? {
            return self.refuse_descriptor(thread);
        }
        if self.pipe_end(descriptor).is_some() || self.socket(descriptor).is_some() {
            return Err(Stop::Open("a descriptor that is no terminal".to_owned()));
        }
        let at = self.argument(thread, call, usize::from(argument));
        let size = call.pointee_sizes.get(usize::from(argument)).copied().flatten();
        let size = u64::from(size.unwrap_or(0));
        if self.settings.purpose == Purpose::Exhaust || size == 0 {
            return Err(Stop::Open("what the environment stores".to_owned()));
        }
        self.error_may_have_changed(thread);
        if self.inputs.choice(2) != 0 {
            return Ok(u64::MAX);
        }
        self.fill_with_inputs(at, size)?;
        self.access(thread, at, size, AccessKind::Write, call.access);
        Ok(0)
    }
}
