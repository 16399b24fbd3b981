//! The program as a whole: its end, its inputs, `errno`, and the atomic blocks of the competition's rules.
//!
//! An atomic block is one lock, ordered by happens-before, and no other thread runs while it is held.

use crate::explore::code::{CallSite, Scalar, function_at};
use crate::explore::machine::{Machine, PathEnd, Purpose, Stop};
use crate::explore::memory::{BadAccess, ObjectKind};

/// Seconds of two thousand years.
const NEAR: i64 = 1 << 36;

impl Machine<'_> {
    /// `argc`, `argv` and the environment: the program's name, up to three inputs if `main` reads them, and nothing.
    pub(in crate::explore) fn program_arguments(&mut self, main: u32) -> Result<[u64; 3], Stop> {
        let mut texts = vec![b"program".to_vec()];
        let more = if self.reads_arguments(main) {
            self.inputs.among(4)
        } else {
            0
        };
        for _ in 0..more {
            let text = self.known_word();
            texts.push(text.unwrap_or_else(|| self.argument_text()));
        }
        let (count, size) = (texts.len() as u64, self.code.pointer.size());
        let vector = self.memory.allocate((count + 2) * size, ObjectKind::Library, 0)?;
        for (number, text) in (0..).zip(texts) {
            let length = text.len() as u64;
            let at = self.memory.allocate(length + 1, ObjectKind::Library, 0)?;
            self.memory.bytes_mut(at, length)?.copy_from_slice(&text);
            self.memory.write(vector + number * size, size, at)?;
        }
        Ok([count, vector, vector + (count + 1) * size])
    }

    /// What users give: a small number, a larger one, an option, a word.
    pub(super) fn argument_text(&mut self) -> Vec<u8> {
        let letter = |number: u64| b'a' + number as u8;
        match self.inputs.among(4) {
            0 => self.inputs.among(10).to_string().into_bytes(),
            1 => self.inputs.among(200).to_string().into_bytes(),
            2 => vec![b'-', letter(self.inputs.among(26))],
            _ => vec![letter(self.inputs.among(26)); 3],
        }
    }

    pub(super) fn atomic_begin(&mut self, thread: usize) -> Result<u64, Stop> {
        match &mut self.synchronisation.atomic_block {
            Some((_, depth)) => *depth += 1,
            none => {
                *none = Some((thread as u32, 1));
                self.marks.block = self.mark();
                self.threads[thread].clock.join(&self.synchronisation.atomic_released);
                self.notice();
            }
        }
        Ok(0)
    }

    pub(super) fn atomic_end(&mut self, thread: usize) -> Result<u64, Stop> {
        match &mut self.synchronisation.atomic_block {
            Some((_, depth)) if *depth > 1 => *depth -= 1,
            _ => self.leave_atomic_block(thread),
        }
        Ok(0)
    }

    /// Leaves all atomic blocks that the thread is in.
    pub(super) fn leave_atomic_block(&mut self, thread: usize) {
        if self
            .synchronisation
            .atomic_block
            .is_some_and(|(owner, _)| owner as usize == thread)
        {
            self.synchronisation.atomic_block = None;
            Self::release(&mut self.threads, thread, &mut self.synchronisation.atomic_released);
            self.notice();
        }
    }

    /// `exit`: handlers run, last registered first, then the program ends.
    pub(super) fn exit(&mut self, thread: usize) -> Result<u64, Stop> {
        match self.exit_handlers.pop() {
            Some(handler) => {
                let function = function_at(handler, self.code.functions.len()).ok_or(BadAccess::BadCall)?;
                self.push_frame(thread, function.0, &[], None)?;
                Err(Stop::Again)
            }
            None => Err(Stop::End(PathEnd::Exit)),
        }
    }

    /// `quick_exit`: its own handlers run, last registered first.
    pub(super) fn quick_exit(&mut self, thread: usize) -> Result<u64, Stop> {
        match self.quick_exit_handlers.pop() {
            Some(handler) => {
                let function = function_at(handler, self.code.functions.len()).ok_or(BadAccess::BadCall)?;
                self.push_frame(thread, function.0, &[], None)?;
                Err(Stop::Again)
            }
            None => Err(Stop::End(PathEnd::Exit)),
        }
    }

    /// `at_quick_exit`. A search through all states does not keep who is registered.
    pub(super) fn at_quick_exit(&mut self, handler: u64) -> Result<u64, Stop> {
        if self.settings.purpose == Purpose::Exhaust {
            return Err(Stop::Open(
                "a handler of `quick_exit` in a search of all states".to_owned(),
            ));
        }
        self.quick_exit_handlers.push(handler);
        Ok(0)
    }

    pub(super) fn at_exit(&mut self, handler: u64) -> Result<u64, Stop> {
        self.exit_handlers.push(handler);
        Ok(0)
    }

    /// `time`: what the clock shows, also at an address unless that is null.
    pub(super) fn time(&mut self, thread: usize, call: &CallSite, at: u64) -> Result<u64, Stop> {
        let scalar = match self.code.pointer.size() {
            4 => Scalar::I32,
            _ => Scalar::I64,
        };
        // Executions need not see more than the next two thousand years.
        let most = match self.settings.purpose {
            Purpose::Exhaust => i64::MAX,
            Purpose::DetectRaces | Purpose::Run if scalar == Scalar::I32 => i64::from(i32::MAX),
            Purpose::DetectRaces | Purpose::Run => NEAR,
        };
        // "If the calendar time is not available", it is -1 (C17 7.27.2.4).
        let least = match self.settings.purpose {
            Purpose::Exhaust => -1,
            Purpose::DetectRaces | Purpose::Run => 0,
        };
        let now = self.input_of(scalar, (least, most));
        self.write_result(thread, call, at, scalar, now)?;
        Ok(now)
    }

    /// Any value of the call's result type.
    pub(super) fn any(&mut self, call: &CallSite) -> u64 {
        call.result.map_or(0, |scalar| self.input(scalar))
    }

    /// What the compiler knows or not: executions are those of one that does not optimise, which are not all that there are.
    pub(super) fn unoptimised(&self) -> Result<u64, Stop> {
        match self.settings.purpose {
            Purpose::Exhaust => Err(Stop::Open("what a compiler knows that optimises".to_owned())),
            _ => Ok(0),
        }
    }

    /// `rand_r` of the GNU C library: three steps of a linear congruence, of which 11, 10 and 10 bits are the result.
    pub(super) fn random_number_from_seed(&mut self, thread: usize, call: &CallSite, seed: u64) -> Result<u64, Stop> {
        let old = self.load(thread, seed, Scalar::U32, call.access)?;
        let (mut next, mut result) = (old as u32, 0);
        for bits in [11, 10, 10] {
            next = next.wrapping_mul(1_103_515_245).wrapping_add(12_345);
            result = (result << bits) ^ ((next >> 16) & ((1 << bits) - 1));
        }
        self.store(thread, seed, Scalar::U32, u64::from(next), call.access)?;
        Ok(u64::from(result))
    }
}
