//! What is asked of open descriptors besides their bytes: `fcntl`, `lseek` and `realpath` (POSIX.1-2017; Linux, fcntl(2)).
//!
//! How a file was opened is its status; all descriptors that were duplicated from one have the same. Input, output and errors were opened
//! by whoever started the program. What a file holds, and so where it ends, the file system chooses.

use super::descriptors::Purposes;
use super::error_codes::{INVALID, NO_DESCRIPTORS};
use super::open_files::Kind;
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
/// `O_ASYNC`, `O_DIRECT` and `O_NOATIME`: the kernel keeps them for some files, and refuses or forgets them for others.
const OF_SOME_FILES: u64 = 0o1_060_000;
/// `O_NONBLOCK` and `SOCK_NONBLOCK`, and `O_RDWR`.
const WITHOUT_WAITING: u64 = 0o4_000;
const READ_AND_WRITE: u64 = 2;
/// `O_ACCMODE`, `O_RDONLY` and `O_WRONLY`.
const ACCESS_MODE: u64 = 3;
const READ_ONLY: u64 = 0;
const WRITE_ONLY: u64 = 1;
/// How input may have been opened, and how output and errors may: terminals, files, pipes.
const INPUT: [u64; 3] = [0o100_002, 0o100_000, 0];
const OUTPUT: [u64; 4] = [0o100_002, 0o100_001, 0o102_001, 1];
/// Positions of files are below.
const LONGEST_FILE: i64 = 1 << 40;
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
            SET_STATUS if value & OF_SOME_FILES != 0 => Err(Stop::Open("a status that not all files have".to_owned())),
            SET_STATUS => {
                let known = self.file_status(descriptor)?;
                let changed = known & !CHANGEABLE | value & CHANGEABLE;
                let waits_otherwise = (known ^ changed) & WITHOUT_WAITING != 0;
                if waits_otherwise && self.pipe_end(descriptor).is_some() {
                    return Err(Stop::Open("a pipe that nobody waits for".to_owned()));
                }
                self.descriptors.files.set_status(descriptor, changed);
                Ok(0)
            }
            _ => {
                if value >= self.limit_of_descriptors(value) {
                    self.set_error_number(thread, INVALID)?;
                    return Ok(u64::MAX);
                }
                if self.inputs.choice(2) != 0 {
                    self.set_error_number(thread, NO_DESCRIPTORS)?;
                    return Ok(u64::MAX);
                }
                let new = self.descriptors.duplicate(descriptor, value);
                self.descriptors.set_closing(new, command == DUPLICATE_CLOSING);
                Ok(new)
            }
        }
    }

    /// How a file was opened. Who started the program opened input to be read, and output and errors to be written to.
    fn file_status(&mut self, descriptor: u64) -> Result<u64, Stop> {
        if let Some(known) = self.descriptors.files.status(descriptor) {
            return Ok(known);
        }
        let choices: &[u64] = match self.descriptors.files.inherited_as(descriptor) {
            Some(0) => &INPUT,
            Some(_) => &OUTPUT,
            None => return Err(Stop::Open("how a descriptor was opened".to_owned())),
        };
        let chosen = choices[self.inputs.among(choices.len() as u64) as usize];
        self.descriptors.files.set_status(descriptor, chosen);
        Ok(chosen)
    }

    /// Whether a file was opened for reading or for writing that is open for both as far as is known.
    pub(super) fn was_opened_for(&mut self, descriptor: u64, asked: Purposes) -> Result<bool, Stop> {
        let files = &self.descriptors.files;
        let is_usual = match files.inherited_as(descriptor) {
            Some(0) => asked == Purposes::Reading,
            Some(_) => asked == Purposes::Writing,
            None => files.status(descriptor).is_none(),
        };
        if is_usual {
            return Ok(true);
        }
        let mode = self.file_status(descriptor)? & ACCESS_MODE;
        Ok(match asked {
            Purposes::Reading => mode != WRITE_ONLY,
            _ => mode != READ_ONLY,
        })
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
        let (from, offset) = (from & 0xffff_ffff, offset as i64);
        if call.result != Some(Scalar::I64) || !matches!(from, FROM_START | FROM_END) || offset >= LONGEST_FILE {
            return Err(Stop::Open("the position of a file".to_owned()));
        }
        let kind = self.kind(descriptor)?;
        match from {
            _ if !kind.has_positions() => self.refuse_position(thread),
            FROM_START if offset < 0 => {
                self.set_error_number(thread, INVALID)?;
                Ok(u64::MAX)
            }
            FROM_START => Ok(offset as u64),
            // Nobody else writes to a temporary file.
            _ if offset < 0 || kind == Kind::Temporary => {
                Err(Stop::Open("a position that the end of a file tells".to_owned()))
            }
            _ => Ok(self.input_of(Scalar::I64, (offset, LONGEST_FILE))),
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
        if !self.kind(descriptor)?.has_positions() {
            return self.refuse_position(thread);
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
}
