//! `getline` and `getdelim`: a line of any length, in memory that grows where it is too small (POSIX.1-2008).

use crate::explore::code::{CallSite, Scalar};
use crate::explore::machine::{Machine, Purpose, Stop};
use crate::explore::shadow::AccessKind;

/// Bytes of the memory that glibc begins with.
const FIRST_ROOM: u64 = 120;

/// Bytes of a known line, and of noise, at most.
const LONGEST: u64 = 256;
const LONGEST_NOISE: u64 = 16;

impl Machine<'_> {
    /// Reads up to a delimiter, or the end of the input, which may be there already. The first two arguments lead to the memory and to
    /// how much there is.
    pub(super) fn read_line(&mut self, thread: usize, call: &CallSite, delimiter: u64) -> Result<u64, Stop> {
        if self.settings.purpose == Purpose::Exhaust {
            return Err(Stop::Open("a line of any length is read".to_owned()));
        }
        let [to, room_at] = [0, 1].map(|number| self.argument(thread, call, number));
        let pointer = self.code.pointer;
        let mut memory = self.load(thread, to, pointer, call.access)?;
        let mut room = match memory {
            0 => 0,
            _ => self.load(thread, room_at, pointer, call.access)?,
        };
        let line = self.line_until(delimiter as u8);
        let needed = line.as_ref().map_or(1, |line| line.len() as u64 + 1);
        if memory == 0 || room < needed {
            room = FIRST_ROOM.max(needed).max(room.saturating_mul(2));
            memory = self.reallocate(thread, call, memory, room)?;
            self.store(thread, to, pointer, memory, call.access)?;
            self.store(thread, room_at, pointer, room, call.access)?;
        }
        let Some(mut line) = line else {
            return Ok(u64::MAX);
        };
        let length = line.len() as u64;
        line.push(0);
        self.memory.bytes_mut(memory, needed)?.copy_from_slice(&line);
        self.access(thread, memory, needed, AccessKind::Write, call.access);
        Ok(length)
    }

    /// A line with its delimiter; nothing at the end of the input.
    fn line_until(&mut self, delimiter: u8) -> Option<Vec<u8>> {
        if self.inputs.choice(2) != 0 {
            return None;
        }
        let mut line = self.known_line(LONGEST).unwrap_or_else(|| {
            let byte = self.inputs.value(Scalar::U8, &self.code.constants) as u8;
            vec![byte; self.inputs.among(LONGEST_NOISE) as usize + 1]
        });
        line.retain(|byte| !matches!(*byte, b'\n') && *byte != delimiter);
        line.push(delimiter);
        Some(line)
    }
}
