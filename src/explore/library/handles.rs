//! Streams and their descriptors: `fopen`, `fdopen`, `popen`, `fileno`, `fclose` and their kin (POSIX.1-2017).
//!
//! A stream is an object of the library that no other call gives as long as it is open. It has the descriptor that is opened with it, or the one
//! that it is made of; what comes and goes through it is told elsewhere ([`super::streams`]).

use serde::Deserialize;

use super::descriptors::{Purposes, number};
use super::error_codes::INVALID;
use super::modes::Mode;
use super::open_files::Kind;
use crate::explore::code::CallSite;
use crate::explore::machine::{Machine, Purpose, Stop};
use crate::explore::memory::ObjectKind;
use crate::explore::shadow::AccessKind;

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

impl Machine<'_> {
    /// `fopen` and its kin: opening fails, or gives an object of the library that no other call gave.
    pub(super) fn handle(&mut self, thread: usize, call: &CallSite, of: StreamOf) -> Result<u64, Stop> {
        if of == StreamOf::Descriptor && self.pipe_end(self.argument(thread, call, 0)).is_some() {
            return Err(Stop::Open("a stream on a pipe".to_owned()));
        }
        let mode = self.mode_asked_for(thread, call, of)?;
        if of == StreamOf::Process && self.settings.purpose != Purpose::Exhaust {
            self.require_program(self.argument(thread, call, 0))?;
        }
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
                StreamOf::File => self.open_for_stream(mode, self.argument(thread, call, 0))?,
                StreamOf::Process => {
                    self.note_process();
                    let descriptor = self.descriptors.add(Purposes::Other);
                    self.descriptors.files.set_kind(descriptor, Kind::Channel);
                    descriptor
                }
                StreamOf::Descriptor => number(self.argument(thread, call, 0)),
            };
            self.descriptors.lead(stream, descriptor);
            self.begin_stream(stream, mode.unwrap_or_default());
        }
        Ok(stream)
    }

    /// A new descriptor for a stream in a mode, on what has a name unless it is temporary; folders have no mode.
    fn open_for_stream(&mut self, mode: Option<Mode>, name: u64) -> Result<u64, Stop> {
        let purpose = match mode {
            None => Purposes::Other,
            Some(Mode {
                reads: true,
                writes: true,
                ..
            }) => Purposes::Both,
            Some(Mode { reads: true, .. }) => Purposes::Reading,
            Some(_) => Purposes::Writing,
        };
        let descriptor = self.descriptors.add(purpose);
        match mode {
            Some(Mode::TEMPORARY) => self.descriptors.files.set_kind(descriptor, Kind::Temporary),
            _ => self.note_name(descriptor, name)?,
        }
        Ok(descriptor)
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
        match self.descriptors.purpose(descriptor) {
            Some(Purposes::Reading) => mode.writes,
            Some(Purposes::Writing) => mode.reads,
            _ => false,
        }
    }

    /// `fileno`: a stream of the program's own has the descriptor that was opened with it.
    pub(super) fn descriptor_of(&mut self, call: &CallSite, stream: u64) -> Result<u64, Stop> {
        if self.settings.purpose == Purpose::Exhaust {
            return Ok(self.input_between(call, (-1, i64::from(i32::MAX))));
        }
        let known = self.descriptors.of_stream(stream);
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
        if self.descriptors.close_stream(stream).is_none() {
            return Err(Stop::Open("a stream that is not open".to_owned()));
        }
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
}
