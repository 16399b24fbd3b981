//! Pipes: `pipe`, and what is written to and read from their ends (POSIX.1-2017, `pipe`, `read`, `write`; pipe(7) of Linux).
//!
//! A pipe delivers the bytes that were sent, in their order, and nothing before: who reads waits until there are some, or nobody is left who
//! could send. What happened before bytes were sent happens before they are read. A pipe that is full, and one that nobody reads, end the path.

use std::collections::VecDeque;

use super::descriptors::Purposes;
use crate::explore::clock::Clock;
use crate::explore::code::{CallSite, Scalar};
use crate::explore::machine::{Machine, Purpose, Stop};
use crate::explore::shadow::AccessKind;
use crate::explore::thread::Wait;

/// Bytes that are on their way at most.
const CAPACITY: u64 = 65_536;

/// A pipe.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pipe {
    /// What was sent and not read.
    bytes: VecDeque<u8>,
    /// What happened before anything was sent, or an end was closed.
    sent: Clock,
}

/// The end of a pipe, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Where it is read.
    Output(usize),
    /// Where it is written.
    Input(usize),
}

impl Machine<'_> {
    /// `pipe`: two new descriptors.
    pub(super) fn make_pipe(&mut self, thread: usize, call: &CallSite, to: u64) -> Result<u64, Stop> {
        if self.settings.purpose == Purpose::Exhaust {
            return Err(Stop::Open("a pipe in a search of all states".to_owned()));
        }
        self.memory.check(to, 8)?;
        let number = self.pipes.len();
        self.pipes.push(Pipe::default());
        for (place, end) in [(to, End::Output(number)), (to.wrapping_add(4), End::Input(number))] {
            let descriptor = self.descriptors.add(Purposes::Pipe(end));
            self.store(thread, place, Scalar::I32, descriptor, call.access)?;
        }
        Ok(0)
    }

    /// `write` to a pipe.
    pub(super) fn send(&mut self, thread: usize, call: &CallSite, end: End, from: u64, size: u64) -> Result<u64, Stop> {
        let End::Input(number) = end else {
            return self.refuse_descriptor(thread);
        };
        if !self.descriptors.is_open_end(End::Output(number)) {
            return Err(Stop::Open("a pipe that nobody reads".to_owned()));
        }
        if size.saturating_add(self.pipes[number].bytes.len() as u64) > CAPACITY {
            return Err(Stop::Open("a pipe that is full".to_owned()));
        }
        self.require_value(from, size)?;
        let bytes = self.memory.bytes(from, size)?.to_vec();
        self.access(thread, from, size, AccessKind::Read, call.access);
        self.pipes[number].bytes.extend(bytes);
        self.release_pipe(thread, number);
        Ok(size)
    }

    /// `read` from a pipe.
    pub(super) fn deliver(
        &mut self,
        thread: usize,
        call: &CallSite,
        end: End,
        to: u64,
        size: u64,
    ) -> Result<u64, Stop> {
        let End::Output(number) = end else {
            return self.refuse_descriptor(thread);
        };
        self.memory.check(to, size)?;
        if size == 0 {
            return Ok(0);
        }
        if !self.pipe_delivers(number) {
            return Err(Stop::Wait(Wait::Pipe(number)));
        }
        let pipe = &mut self.pipes[number];
        let count = pipe.bytes.len().min(usize::try_from(size).unwrap_or(usize::MAX));
        let bytes: Vec<u8> = pipe.bytes.drain(..count).collect();
        self.threads[thread].clock.join(&pipe.sent);
        self.notice();
        if count > 0 {
            self.write_bytes(thread, call, to, &bytes)?;
        }
        Ok(count as u64)
    }

    /// Whether somebody who reads a pipe needs not wait.
    pub(super) fn pipe_delivers(&self, number: usize) -> bool {
        let holds_bytes = self.pipes.get(number).is_some_and(|pipe| !pipe.bytes.is_empty());
        holds_bytes || !self.descriptors.is_open_end(End::Input(number))
    }

    /// What a thread did so far happens before what it let a pipe deliver.
    fn release_pipe(&mut self, thread: usize, number: usize) {
        Self::release_joined(&mut self.threads, thread, &mut self.pipes[number].sent);
        self.notice();
    }

    /// An end of a pipe is closed.
    pub(super) fn close_end(&mut self, thread: usize, end: End) {
        let (End::Output(number) | End::Input(number)) = end;
        self.release_pipe(thread, number);
    }
}
