//! Turns: the steps of a search through all states.
//!
//! A thread stands before an operation that others could notice, waits, or has ended. A turn does that operation
//! and everything after it up to the next such operation: what others cannot notice needs no interleaving.

use super::code::{AccessId, KEPT_BY_LIBRARY, Op, PRIVATE, RowResult, Target};
use super::machine::{Footprint, Machine, PathEnd, Stop};
use super::memory::BadAccess;
use super::shadow::AccessKind;
use super::thread::ThreadState;

/// How a turn ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TurnEnd {
    /// All threads stand before an operation that others could notice, wait, or have ended.
    Settled,
    /// The execution ended.
    Ended(PathEnd),
}

/// Operations that others could not notice, in one turn at most.
const LONGEST_TURN: u64 = 200_000;

impl Machine<'_> {
    /// Does the operation that a thread stands before. The accesses it makes are in `footprint`.
    pub fn visible_step(&mut self, thread: usize) -> TurnEnd {
        self.footprint.clear();
        self.threads[thread].state = ThreadState::Ready;
        if !self.symbols.are_absent(thread)
            && let Err(stop) = self.step_with_symbols(thread)
        {
            return self.stopped_turn(thread, stop);
        }
        match self.advance_locally(thread, self.steps + 1) {
            Some(op) => self.step(thread, op),
            None => TurnEnd::Settled,
        }
    }

    /// Lets a thread do what others cannot notice.
    pub fn settle(&mut self, thread: usize) -> TurnEnd {
        let end = self.compute(thread);
        self.settle_symbols(thread);
        end
    }

    fn compute(&mut self, thread: usize) -> TurnEnd {
        let limit = self.steps + LONGEST_TURN;
        while self.threads[thread].state == ThreadState::Ready {
            let mut until = limit;
            if !self.symbols.are_absent(thread) {
                match self.step_with_symbols(thread) {
                    Ok(true) => continue,
                    Ok(false) => until = limit.min(self.steps + 1),
                    Err(stop) => return self.stopped_turn(thread, stop),
                }
            }
            let Some(op) = self.advance_locally(thread, until) else {
                if self.steps < limit {
                    continue;
                }
                let at = self.current_position(thread);
                return TurnEnd::Ended(PathEnd::Open(
                    "a very long computation between two scheduling points".to_owned(),
                    at,
                ));
            };
            if self.is_noticeable(thread, op) {
                self.step_back(thread, 1);
                self.steps -= 1;
                return TurnEnd::Settled;
            }
            match self.step(thread, op) {
                TurnEnd::Settled => {}
                ended => return ended,
            }
        }
        TurnEnd::Settled
    }

    fn step(&mut self, thread: usize, op: Op) -> TurnEnd {
        let before = self.footprint.len();
        match self.execute(thread, op) {
            Ok(()) => self.after_step(thread, before),
            Err(stop) => self.stopped_turn(thread, stop),
        }
    }

    fn stopped_turn(&mut self, thread: usize, stop: Stop) -> TurnEnd {
        let at = self.current_position(thread);
        match stop {
            Stop::Again => self.step_back(thread, 2),
            Stop::Wait(wait) => {
                self.step_back(thread, 1);
                self.threads[thread].state = ThreadState::Waiting(wait);
            }
            Stop::Elsewhere | Stop::ThreadEnd => {}
            Stop::End(end) => return TurnEnd::Ended(end),
            Stop::Bad(bad) => return TurnEnd::Ended(PathEnd::Bad(bad, at)),
            Stop::Open(reason) => return TurnEnd::Ended(PathEnd::Open(reason, at)),
        }
        TurnEnd::Settled
    }

    /// Locks and their like are kept outside of memory, so what becomes of one that is overwritten is not known, nor what is read there.
    fn after_step(&self, thread: usize, before: usize) -> TurnEnd {
        let mut accesses = self.footprint.get(before..).unwrap_or_default().iter();
        let hits = |access: &Footprint| self.synchronisation.holds(access.address, access.size);
        let why = match accesses.find(|access| is_of_program(access.kind) && hits(access)) {
            None => return TurnEnd::Settled,
            Some(access) if access.kind.writes() => "a write over a lock or another synchronisation object",
            Some(_) => KEPT_BY_LIBRARY,
        };
        TurnEnd::Ended(PathEnd::Open(why.to_owned(), self.current_position(thread)))
    }

    /// From now on the accesses with these numbers are no scheduling points.
    pub fn silence(&mut self, silent: Vec<bool>) {
        self.silent = silent;
    }

    fn is_scheduling_point(&self, access: AccessId) -> bool {
        access != PRIVATE && !self.silent.get(access as usize).copied().unwrap_or(false)
    }

    /// Whether other threads could notice the operation, or it ends the execution.
    fn is_noticeable(&self, thread: usize, op: Op) -> bool {
        match op {
            Op::Load { access, .. }
            | Op::Store { access, .. }
            | Op::LoadBits { access, .. }
            | Op::StoreBits { access, .. }
            | Op::Zero { access, .. }
            | Op::ReturnRecord { access, .. }
            | Op::StoreReturned { access, .. } => self.is_scheduling_point(access),
            Op::Copy { read, write, .. } => self.is_scheduling_point(read) || self.is_scheduling_point(write),
            Op::Return { .. } => thread == 0 && self.threads[0].frames.len() == 1,
            Op::Call { call } => match self.code.calls[call as usize].target {
                Target::Routine(routine) => !routine.is_silent(),
                Target::Pointer(register) => self.points_to_routine(self.register(thread, register)),
                // Where nothing is an input, the path ends.
                Target::Row(row) => {
                    let row = &self.code.rows[row as usize];
                    let is_silent = match row.result {
                        RowResult::Routine(routine) => routine.is_silent(),
                        RowResult::Guess | RowResult::Effect(_) => false,
                        RowResult::Input(..) | RowResult::Unknown => true,
                    };
                    !is_silent || row.touches_memory()
                }
                Target::Function(_) => false,
            },
            _ => false,
        }
    }

    fn points_to_routine(&self, address: u64) -> bool {
        match self.pointed_target(address) {
            Ok(Target::Function(_)) => false,
            Ok(_) | Err(BadAccess::BadCall | _) => true,
        }
    }
}

/// Whether an access is one of the program, and none of an operation on an object of synchronisation.
fn is_of_program(kind: AccessKind) -> bool {
    !matches!(kind, AccessKind::AtomicRead | AccessKind::Renew)
}
