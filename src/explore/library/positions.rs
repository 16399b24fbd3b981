//! Where a stream stands: `fseek` and `ftell` (C17 7.21.9).
//!
//! What leads to a pipe or a terminal has no positions, and says so each time ([`super::open_files`]). Else a position is set unless what was
//! written before cannot be put out; where the end is, the file system chooses.

use super::error_codes::INVALID;
use super::streams::{Marks, Position};
use crate::explore::code::CallSite;
use crate::explore::machine::{Machine, Stop};

/// `SEEK_SET`, `SEEK_CUR` and `SEEK_END`.
const FROM_START: u64 = 0;
const FROM_HERE: u64 = 1;
const FROM_END: u64 = 2;
/// Positions are below.
const LONGEST_FILE: i64 = 1 << 40;

impl Machine<'_> {
    /// Whether a stream has positions.
    fn has_positions(&mut self, stream: u64) -> Result<bool, Stop> {
        let descriptor = self.descriptors.of_stream(stream);
        let descriptor = descriptor.ok_or_else(|| Stop::Open("a stream that is not open".to_owned()))?;
        Ok(self.kind(descriptor)?.has_positions())
    }

    /// `fseek`: a stream that moves is not at its end any more.
    pub(super) fn seek_in(&mut self, thread: usize, call: &CallSite, stream: u64) -> Result<u64, Stop> {
        let [offset, from] = [1, 2].map(|number| self.argument(thread, call, number));
        let (offset, from) = (offset as i64, from & 0xffff_ffff);
        if from > FROM_END || from == FROM_START && offset < 0 || offset >= LONGEST_FILE {
            return Err(Stop::Open("a position that a stream does not have".to_owned()));
        }
        let may_move = self.has_positions(stream)?;
        let known = self.streams.get(&stream).copied().unwrap_or_default();
        if !may_move || known.written && self.inputs.choice(2) != 0 {
            self.stay_in(stream);
            if !may_move {
                return self.refuse_position(thread);
            }
            self.error_may_have_changed(thread);
            return Ok(u64::MAX);
        }
        let from_here = |at: u64| at.checked_add_signed(offset).map(Position::At);
        let position = match (from, known.position) {
            (_, Position::Lost) => Some(Position::Lost),
            (FROM_START, _) => Some(Position::At(offset as u64)),
            (FROM_HERE, Position::At(at) | Position::PerhapsAt(at)) => from_here(at),
            (FROM_HERE, _) if offset == 0 => Some(known.position),
            (FROM_END, _) if offset == 0 => Some(Position::End),
            (FROM_END, _) if self.is_empty_stream(stream) => from_here(0),
            _ if offset < 0 => return Err(Stop::Open("a position before one that is not known".to_owned())),
            _ => Some(Position::Unknown),
        };
        let Some(position) = position else {
            self.stay_in(stream);
            self.set_error_number(thread, INVALID)?;
            return Ok(u64::MAX);
        };
        let marks = self.marks_before_end(stream);
        let state = self.streams.entry(stream).or_default();
        (state.marks, state.position) = (marks, position);
        Ok(0)
    }

    /// A stream could not be moved: what that did to its end is not known.
    fn stay_in(&mut self, stream: u64) {
        let state = self.streams.entry(stream).or_default();
        state.marks = Marks::Unknown;
        state.position = state.position.behind(None);
    }

    /// `ftell`: where the end is, the file system chooses.
    pub(super) fn position(&mut self, thread: usize, call: &CallSite, stream: u64) -> Result<u64, Stop> {
        if !self.has_positions(stream)? {
            return self.refuse_position(thread);
        }
        let known = self.streams.get(&stream).copied().unwrap_or_default();
        let at = match known.position {
            Position::Unknown | Position::Lost => return Err(Stop::Open("the position of a stream".to_owned())),
            Position::PerhapsAt(at) | Position::At(at) => at,
            Position::End if self.is_empty_stream(stream) => 0,
            Position::End if known.written => {
                return Err(Stop::Open("the length of what was written to a stream".to_owned()));
            }
            Position::End => self.input_between(call, (0, i64::from(i32::MAX))),
        };
        self.streams.entry(stream).or_default().position = Position::At(at);
        Ok(at)
    }
}
