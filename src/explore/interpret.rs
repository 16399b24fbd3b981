//! The interpreter: runs operations of one thread until the scheduler is to be asked.

use crate::ir::{BinaryOp, FunctionId, Position};

use super::arithmetic;
use super::code::{CallSite, FunctionCode, KEPT_BY_LIBRARY, Op, Register, Scalar, Target, function_at};
use super::layouts::may_depend_on_layout;
use super::machine::{Machine, PathEnd, Purpose, Stop};
use super::memory::BadAccess;
use super::shadow::AccessKind;
use super::thread::{Frame, ThreadState, Wait};

/// Why the interpreter gave control back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pause {
    /// The thread did as many operations as it was allowed.
    Budget,
    /// The thread waits, or has ended.
    Blocked,
    /// The execution ended.
    End(PathEnd),
}

impl Machine<'_> {
    /// Runs a thread for at most `fuel` operations, `visible` of which others could notice.
    pub fn advance(&mut self, thread: usize, fuel: u64, visible: u64) -> Pause {
        self.threads[thread].state = ThreadState::Ready;
        self.visible = visible;
        let limit = self.steps + fuel;
        while self.steps < limit && self.visible > 0 {
            let Some(op) = self.advance_locally(thread, limit) else {
                break;
            };
            let Err(stop) = self.execute(thread, op) else { continue };
            if let Some(pause) = self.stopped(thread, stop) {
                return pause;
            }
        }
        Pause::Budget
    }

    /// Runs operations on registers; gives the first other operation, already counted as a step and passed.
    pub(super) fn advance_locally(&mut self, thread: usize, limit: u64) -> Option<Op> {
        let code = self.code;
        let state = &mut self.threads[thread];
        let frame = state.frames.last_mut()?;
        let function: &FunctionCode = code.functions[frame.function as usize].as_ref()?;
        let base = frame.base as usize;
        let registers = &mut state.registers[base..base + function.registers as usize];
        let mut next = frame.next as usize;
        let mut steps = self.steps;
        let mut other = None;
        let word = code.pointer.size();
        // Where all states are visited, addresses are no numbers.
        let visits_all = self.settings.purpose == Purpose::Exhaust;
        while steps < limit {
            let op = function.ops[next];
            next += 1;
            steps += 1;
            if visits_all && may_depend_on_layout(op, registers, word) {
                other = Some(op);
                break;
            }
            match op {
                Op::Constant { to, value } => registers[to as usize] = value,
                Op::Move { to, from } => registers[to as usize] = registers[from as usize],
                Op::Jump { target } => next = target as usize,
                Op::Branch {
                    condition,
                    then,
                    otherwise,
                } => {
                    next = if registers[condition as usize] != 0 {
                        then
                    } else {
                        otherwise
                    } as usize
                }
                Op::Binary {
                    operator,
                    scalar,
                    to,
                    left,
                    right,
                } => match arithmetic::binary(operator, scalar, registers[left as usize], registers[right as usize]) {
                    Some(value) => registers[to as usize] = value,
                    None => {
                        other = Some(op);
                        break;
                    }
                },
                Op::Unary {
                    operator,
                    scalar,
                    to,
                    from,
                } => registers[to as usize] = arithmetic::unary(operator, scalar, registers[from as usize]),
                Op::Convert {
                    source,
                    target,
                    to,
                    from,
                } if arithmetic::is_defined(source, target, registers[from as usize]) => {
                    registers[to as usize] = arithmetic::convert(source, target, registers[from as usize]);
                }
                Op::Offset { to, base, offset } => {
                    registers[to as usize] = registers[base as usize].wrapping_add(u64::from(offset));
                }
                Op::Switch { value, table } => {
                    let table = &code.switches[table as usize];
                    next = switch_target(table, registers[value as usize]) as usize;
                }
                _ => {
                    other = Some(op);
                    break;
                }
            }
        }
        frame.next = next as u32;
        self.steps = steps;
        other
    }

    /// What a stop means for the thread and the execution.
    fn stopped(&mut self, thread: usize, stop: Stop) -> Option<Pause> {
        let at = self.current_position(thread);
        match stop {
            Stop::Again => {
                self.step_back(thread, 2);
                None
            }
            Stop::Wait(wait) => {
                self.step_back(thread, 1);
                self.threads[thread].state = ThreadState::Waiting(wait);
                Some(Pause::Blocked)
            }
            Stop::Elsewhere => None,
            Stop::ThreadEnd => Some(Pause::Blocked),
            Stop::End(end) => Some(Pause::End(end)),
            Stop::Bad(bad) => Some(Pause::End(PathEnd::Bad(bad, at))),
            Stop::Open(reason) => Some(Pause::End(PathEnd::Open(reason, at))),
        }
    }

    /// Makes the frame at a depth from the top (1: the innermost) do its last operation again.
    pub(super) fn step_back(&mut self, thread: usize, depth: usize) {
        let frames = &mut self.threads[thread].frames;
        if let Some(number) = frames.len().checked_sub(depth) {
            frames[number].next -= 1;
        }
    }

    /// Where the operation that a thread just did, or is doing, stands in the source.
    pub(super) fn current_position(&self, thread: usize) -> Position {
        let position = |frame: &Frame| {
            let function = self.code.functions[frame.function as usize].as_ref()?;
            function.positions.get((frame.next as usize).saturating_sub(1)).copied()
        };
        self.threads[thread]
            .frames
            .last()
            .and_then(position)
            .unwrap_or(Position::BUILT_IN)
    }

    #[inline]
    pub(super) fn register(&self, thread: usize, register: Register) -> u64 {
        let state = &self.threads[thread];
        let base = state.frames.last().map_or(0, |frame| frame.base);
        state.registers[(base + register) as usize]
    }

    #[inline]
    pub(super) fn set_register(&mut self, thread: usize, register: Register, value: u64) {
        let state = &mut self.threads[thread];
        let base = state.frames.last().map_or(0, |frame| frame.base);
        state.registers[(base + register) as usize] = value;
    }

    pub(super) fn execute(&mut self, thread: usize, op: Op) -> Result<(), Stop> {
        self.inputs.now = self.steps;
        match op {
            Op::Load {
                to,
                address,
                offset,
                scalar,
                access,
            } => {
                let address = self.register(thread, address).wrapping_add(u64::from(offset));
                self.load_into(thread, to, address, scalar, access)?;
                if self.synchronisation.holds(address, scalar.size()) {
                    return Err(Stop::Open(KEPT_BY_LIBRARY.to_owned()));
                }
            }
            Op::Store {
                from,
                address,
                offset,
                scalar,
                access,
            } => {
                let address = self.register(thread, address).wrapping_add(u64::from(offset));
                let value = self.register(thread, from);
                self.store(thread, address, scalar, value, access)?;
                if self.settings.purpose == Purpose::Exhaust
                    && let Some(symbol) = self.symbol(thread, from)
                {
                    self.write_symbol(address, scalar.size(), symbol);
                }
            }
            Op::LoadBits {
                to,
                address,
                bits,
                access,
            } => {
                let base = self.register(thread, address);
                let bits = self.code.bit_fields[bits as usize];
                let unit = self.bit_unit(base, &bits)?;
                self.access_run(thread, base, &bits, AccessKind::Read, access);
                let value = arithmetic::extract_bits(unit, bits.first, bits.width, bits.scalar);
                self.set_register(thread, to, value);
            }
            Op::StoreBits {
                from,
                address,
                bits,
                access,
            } => {
                let base = self.register(thread, address);
                let bits = self.code.bit_fields[bits as usize];
                let value = self.register(thread, from);
                self.write_bits(base, &bits, value)?;
                self.access_run(thread, base, &bits, AccessKind::Write, access);
            }
            Op::PointerAdd { to, base, index, scale } => {
                let base = self.register(thread, base);
                let moved = self.pointer_add(base, self.register(thread, index), scale)?;
                self.set_register(thread, to, moved);
            }
            Op::PointerDifference { to, left, right, scale } => {
                let (left, right) = (self.register(thread, left), self.register(thread, right));
                self.require_same_everywhere(BinaryOp::Subtract, self.code.pointer, left, right)?;
                let distance = left.wrapping_sub(right) as i64;
                self.set_register(thread, to, (distance / i64::from(scale)) as u64);
            }
            Op::Index {
                to,
                base,
                index,
                scale,
                limit,
            } => {
                let index = self.register(thread, index);
                if limit != 0 && index >= u64::from(limit) {
                    return Err(Stop::Bad(BadAccess::OutOfBounds));
                }
                let moved = self.pointer_add(self.register(thread, base), index, scale)?;
                self.set_register(thread, to, moved);
            }
            Op::ThreadLocal { to, global } => {
                let address = self.thread_local(thread, global)?;
                self.set_register(thread, to, address);
            }
            Op::Allocate { to, local } => self.begin_local(thread, to, local)?,
            Op::Release { local } => {
                let address = self.register(thread, local);
                let size = self.memory.object_at(address).map_or(0, |object| object.size);
                self.end_object(address, size);
                self.set_register(thread, local, 0);
            }
            Op::Indeterminate { to, scalar } => {
                let value = self.input(scalar);
                self.set_register(thread, to, value);
                self.hold_input(thread, to);
            }
            Op::Copy {
                to,
                from,
                size,
                read,
                write,
            } => {
                let (to, from, size) = (self.register(thread, to), self.register(thread, from), u64::from(size));
                self.copy(thread, to, from, size, read, write)?;
            }
            Op::Zero {
                address,
                size,
                gaps,
                access,
            } => {
                let (address, size) = (self.register(thread, address), u64::from(size));
                self.require_no_synchronisation(address, size)?;
                self.memory.bytes_mut(address, size)?.fill(0);
                let code = self.code;
                for (start, length) in &code.gaps[gaps as usize] {
                    self.memory.mark_indeterminate(address + start, *length);
                }
                self.access(thread, address, size, AccessKind::Write, access);
            }
            Op::Call { call } => return self.call(thread, call),
            Op::Return { value } => {
                let value = value.map_or(0, |register| self.register(thread, register));
                return self.return_from(thread, value);
            }
            Op::ReturnRecord { address, size, access } => {
                let (address, size) = (self.register(thread, address), u64::from(size));
                let bytes = self.memory.bytes(address, size)?.to_vec();
                self.require_copied(address, size)?;
                self.access(thread, address, size, AccessKind::Read, access);
                self.threads[thread].returned = bytes.into();
                self.threads[thread].returned_gaps = self.memory.gaps(address, size);
                return self.return_from(thread, 0);
            }
            Op::StoreReturned { address, size, access } => {
                let (address, size) = (self.register(thread, address), u64::from(size));
                let bytes = std::mem::take(&mut self.threads[thread].returned);
                let gaps = std::mem::take(&mut self.threads[thread].returned_gaps);
                match bytes.is_empty() {
                    // No body of the program returned it.
                    true => self.fill_with_inputs(address, size)?,
                    false => self.memory.bytes_mut(address, size)?.copy_from_slice(&bytes),
                }
                self.memory.mark_each(address, &gaps);
                self.access(thread, address, size, AccessKind::Write, access);
            }
            Op::Open { reason } => return Err(Stop::Open(self.code.reasons[reason as usize].clone())),
            Op::Binary { .. } | Op::Convert { .. } | Op::Unary { .. } | Op::Switch { .. } => {
                return self.calculate(thread, op);
            }
            // The remaining operations were done by `advance_locally`.
            _ => {}
        }
        Ok(())
    }

    fn call(&mut self, thread: usize, call: u32) -> Result<(), Stop> {
        let code = self.code;
        let site: &CallSite = &code.calls[call as usize];
        if let Some(value) = self.given_on_return(thread) {
            self.give_result(thread, site, value);
            return Ok(());
        }
        let target = match site.target {
            Target::Pointer(register) => self.pointed_target(self.register(thread, register))?,
            known => known,
        };
        if let Some(value) = self.pushed_back(site, target, thread)? {
            self.give_result(thread, site, value);
            return Ok(());
        }
        self.expect_told_input(thread);
        let called = self.call_target(thread, target, site);
        self.forget_told_input();
        called
    }

    fn call_target(&mut self, thread: usize, target: Target, site: &CallSite) -> Result<(), Stop> {
        match target {
            Target::Function(function) => self.enter(thread, function, site),
            Target::Routine(routine) => {
                if let Some(end) = self.end_of_unfinished() {
                    return Err(Stop::End(end));
                }
                let value = match self.nothing_of_stream(thread, site, target)? {
                    Some(told) => told,
                    None => self.routine(thread, routine, site)?,
                };
                self.note_stream(site, target, thread, value)?;
                self.note_outcome(thread, (site, target), value)?;
                self.give_result(thread, site, value);
                Ok(())
            }
            Target::Row(row) => {
                let value = self.row(thread, row, site)?;
                self.note_stream(site, target, thread, value)?;
                self.note_outcome(thread, (site, target), value)?;
                self.give_result(thread, site, value);
                Ok(())
            }
            Target::Pointer(_) => Err(Stop::Bad(BadAccess::BadCall)),
        }
    }

    /// Memory holds what the environment chooses.
    pub(super) fn fill_with_inputs(&mut self, address: u64, size: u64) -> Result<(), Stop> {
        self.memory.bytes_mut(address, size)?;
        if self.settings.purpose == Purpose::Exhaust {
            self.memory.mark_indeterminate(address, size);
            return Ok(());
        }
        // Most members are as large as `int`.
        for start in (0..size).step_by(4) {
            let value = self.inputs.value(Scalar::U32, &self.code.constants).to_le_bytes();
            let bytes = self.memory.bytes_mut(address + start, (size - start).min(4))?;
            bytes.copy_from_slice(&value[..bytes.len()]);
        }
        Ok(())
    }

    pub(super) fn pointed_target(&self, address: u64) -> Result<Target, BadAccess> {
        let function = function_at(address, self.code.functions.len()).ok_or(BadAccess::BadCall)?;
        Ok(self.code.targets[function.0 as usize])
    }

    fn give_result(&mut self, thread: usize, site: &CallSite, value: u64) {
        if let (Some(to), Some(scalar)) = (site.to, site.result) {
            self.set_register(thread, to, arithmetic::normalise(scalar, value));
            self.hold_input(thread, to);
        }
        self.drop_input();
    }

    fn enter(&mut self, thread: usize, function: FunctionId, site: &CallSite) -> Result<(), Stop> {
        let mut arguments = [0u64; 16];
        let count = site.arguments.len().min(arguments.len());
        for (argument, register) in arguments.iter_mut().zip(&site.arguments) {
            *argument = self.register(thread, *register);
        }
        if site.arguments.len() > count {
            return Err(Stop::Open("a call with more than 16 arguments".to_owned()));
        }
        let result = site
            .to
            .zip(site.result)
            .filter(|(to, _)| self.reads_result(thread, *to));
        self.push_frame(thread, function.0, &arguments[..count], result)
    }

    /// Whether what a call writes to a register may be read. States that differ in what nobody reads are the same.
    fn reads_result(&self, thread: usize, to: Register) -> bool {
        let caller = &self.threads[thread];
        let Some(frame) = caller
            .frames
            .last()
            .filter(|_| self.settings.purpose == Purpose::Exhaust)
        else {
            return true;
        };
        let liveness = self.code.liveness[frame.function as usize].as_ref();
        let outcome = caller.outcome(caller.frames.len() - 1);
        liveness.is_none_or(|liveness| liveness.is_live(frame.next, to, outcome))
    }

    fn return_from(&mut self, thread: usize, value: u64) -> Result<(), Stop> {
        // The end of `main`, or of the last handler behind it, ends everything: other threads go first while they can.
        let is_end = thread == 0 && self.threads[0].frames.len() == 1 && self.exit_handlers.is_empty();
        if is_end && self.settings.purpose != Purpose::Exhaust && self.another_is_enabled(0) {
            return Err(Stop::Wait(Wait::Others));
        }
        let Some(frame) = self.pop_frame(thread) else {
            return Err(Stop::ThreadEnd);
        };
        if self.threads[thread].frames.is_empty() {
            return self.last_frame_returned(thread, value);
        }
        match frame.result {
            Some((to, scalar)) => self.set_register(thread, to, arithmetic::normalise(scalar, value)),
            // States that differ in nothing else are the same; nobody asks for it there.
            None if self.settings.purpose == Purpose::Exhaust => {}
            None => self.threads[thread].answer = value,
        }
        Ok(())
    }
}

pub(super) fn switch_target(table: &super::code::SwitchTable, value: u64) -> u32 {
    let signed = value as i64;
    let inside = |low: i64, high: i64| match table.unsigned {
        true => (low as u64) <= value && value <= (high as u64),
        false => low <= signed && signed <= high,
    };
    table
        .cases
        .iter()
        .find(|case| inside(case.0, case.1))
        .map_or(table.default, |case| case.2)
}
