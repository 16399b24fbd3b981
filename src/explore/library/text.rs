//! Strings, and output that goes nowhere: its arguments are read all the same.

use serde::Deserialize;

use super::descriptors::Purposes;
use super::pipes::End;
use crate::explore::code::{CallSite, Scalar};
use crate::explore::machine::{Machine, Purpose, Stop};
use crate::explore::memory::BadAccess;
use crate::explore::shadow::AccessKind;

/// Ways of putting out a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Put {
    /// `puts`, which ends the line.
    Line,
    /// `fputs`.
    Text,
}

impl Put {
    /// What glibc gives for a string of a length.
    pub(super) fn result(self, length: u64) -> u64 {
        match self {
            Put::Line => (length + 1).min(i32::MAX as u64),
            Put::Text => 1,
        }
    }
}

impl Machine<'_> {
    /// The string at an address without its terminating zero; reading it is an access.
    pub(super) fn read_string(&mut self, thread: usize, call: &CallSite, address: u64) -> Result<Vec<u8>, Stop> {
        let length = self.memory.string_length(address)?;
        self.require_value(address, length + 1)?;
        let bytes = self.memory.bytes(address, length + 1)?[..length as usize].to_vec();
        self.access(thread, address, length + 1, AccessKind::Read, call.access);
        Ok(bytes)
    }

    pub(super) fn write_bytes(&mut self, thread: usize, call: &CallSite, to: u64, bytes: &[u8]) -> Result<(), Stop> {
        let size = bytes.len() as u64;
        self.memory.bytes_mut(to, size)?.copy_from_slice(bytes);
        self.access(thread, to, size, AccessKind::Write, call.access);
        Ok(())
    }

    /// The pipe to which the descriptor leads that is the first argument. With flags, it must be a socket.
    fn pipe_of(&self, thread: usize, call: &CallSite) -> Result<Option<End>, Stop> {
        let end = self.pipe_end(self.argument(thread, call, 0));
        match end.is_some() && call.arguments.len() > 3 {
            true => Err(Stop::Open("a pipe is used as a socket".to_owned())),
            false => Ok(end),
        }
    }

    /// `read` and its kin: all bytes are set, to one input; nothing may be read, or less than asked for.
    pub(super) fn fill_bytes(&mut self, thread: usize, call: &CallSite, to: u64, size: u64) -> Result<u64, Stop> {
        if let Some(end) = self.pipe_of(thread, call)? {
            return self.deliver(thread, call, end, to, size);
        }
        if self.refuses(self.argument(thread, call, 0), Purposes::Reading)? {
            return self.refuse_descriptor(thread);
        }
        let received = match self.settings.purpose {
            Purpose::Exhaust => size,
            _ => match self.inputs.choice(4) {
                0 => match self.known_line(size) {
                    Some(line) => {
                        self.write_bytes(thread, call, to, &line)?;
                        return Ok(line.len() as u64);
                    }
                    None => size,
                },
                1 => 0,
                2 => return Ok(u64::MAX),
                _ => size.div_ceil(2),
            },
        };
        self.receive(thread, call, to, received)?;
        Ok(self.outcome(call, received))
    }

    /// `fread`: as `read`, by the number of whole items.
    pub(super) fn fill_items(
        &mut self,
        thread: usize,
        call: &CallSite,
        (to, size, count): (u64, u64, u64),
    ) -> Result<u64, Stop> {
        let bytes = size.checked_mul(count).ok_or(BadAccess::OutOfBounds)?;
        if bytes == 0 {
            return Ok(0);
        }
        let received = match self.settings.purpose {
            Purpose::Exhaust => count,
            Purpose::DetectRaces | Purpose::Run => match self.inputs.choice(3) {
                0 => count,
                1 => 0,
                _ => count / 2,
            },
        };
        self.receive(thread, call, to, received * size)?;
        Ok(self.outcome(call, received))
    }

    /// `fwrite`: reads the items.
    pub(super) fn read_items(
        &mut self,
        thread: usize,
        call: &CallSite,
        (from, size, count): (u64, u64, u64),
    ) -> Result<u64, Stop> {
        let bytes = size.checked_mul(count).ok_or(BadAccess::OutOfBounds)?;
        if bytes == 0 {
            return Ok(0);
        }
        self.memory.bytes(from, bytes)?;
        self.access(thread, from, bytes, AccessKind::Read, call.access);
        Ok(self.outcome(call, count))
    }

    /// `getcwd`: the name of a folder, if it has room and can be had.
    pub(super) fn working_folder(&mut self, thread: usize, call: &CallSite, to: u64, size: u64) -> Result<u64, Stop> {
        const NAME: &[u8] = b"/home";
        let is_another = self.has_changed_folder;
        if to == 0 || size <= NAME.len() as u64 || is_another || self.settings.purpose == Purpose::Exhaust {
            return Err(Stop::Open("the name of the working folder".to_owned()));
        }
        if self.inputs.choice(2) != 0 {
            return Ok(0);
        }
        self.write_bytes(thread, call, to, &[NAME, b"\0"].concat())?;
        Ok(to)
    }

    /// `chdir`: what folder the program is in behind it is not followed.
    pub(super) fn change_folder(&mut self, thread: usize, call: &CallSite) -> Result<u64, Stop> {
        if self.settings.purpose == Purpose::Exhaust {
            return Ok(self.input_between(call, (-1, 0)));
        }
        let told = self.may_fail(thread)?;
        self.has_changed_folder |= told == 0;
        Ok(told)
    }

    /// Whether no character fits where `fgets` may write: then glibc looks at no stream.
    pub(super) fn has_no_room(&self, thread: usize, call: &CallSite, room: u8) -> bool {
        self.argument(thread, call, usize::from(room)) as i32 <= 1
    }

    /// `fgets`: as `read`, with the memory or null as the result.
    pub(super) fn fill_text(&mut self, thread: usize, call: &CallSite, to: u64, size: u64) -> Result<u64, Stop> {
        match size as i32 {
            ..1 => return Ok(0),
            1 => {
                self.write_bytes(thread, call, to, &[0])?;
                return Ok(to);
            }
            2.. => {}
        }
        if self.settings.purpose != Purpose::Exhaust && self.inputs.choice(2) != 0 {
            return Ok(0);
        }
        if self.settings.purpose != Purpose::Exhaust
            && let Some(mut line) = self.known_line(size.saturating_sub(1))
        {
            line.push(0);
            self.write_bytes(thread, call, to, &line)?;
            return Ok(to);
        }
        self.receive(thread, call, to, size)?;
        if self.settings.purpose == Purpose::Exhaust {
            return Ok(if self.inputs.choice(2) == 0 { to } else { 0 });
        }
        // Nothing is read behind the end of a line, which is at the end here, if anywhere.
        let line = self.memory.bytes_mut(to, size.saturating_sub(2))?;
        line.iter_mut()
            .filter(|byte| **byte == b'\n')
            .for_each(|byte| *byte = b' ');
        Ok(to)
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
        if let Some(end) = self.pipe_of(thread, call)? {
            return self.send(thread, call, end, from, size);
        }
        if self.refuses(self.argument(thread, call, 0), Purposes::Writing)? {
            return self.refuse_descriptor(thread);
        }
        self.memory.bytes(from, size)?;
        self.access(thread, from, size, AccessKind::Read, call.access);
        Ok(self.outcome(call, size))
    }
}
