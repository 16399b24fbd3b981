//! What depends on where things lie: the order of objects, the bits of addresses and of threads' numbers, and whether an address comes again.
//!
//! A search through all states has one layout, in which no memory and no number is given again. Where the program looks at more, it ends.

use std::ops::Range;

use crate::ir::{BinaryOp, UnaryOp};

use super::arithmetic;
use super::code::{CODE, CallSite, Op, Register, Scalar, function_at};
use super::interpret::switch_target;
use super::library::{IDENTIFIERS, thread_number};
use super::machine::{Machine, Purpose, Stop};
use super::memory::{BadAccess, Object, ObjectState};
use super::thread::{Thread, ThreadState};

/// Why a search through all states ends that would have to take addresses of one layout for those of all.
const ADDRESS_BITS: &str = "the bits of an address or of a thread\u{2019}s number are looked at";

/// The numbers among which all addresses and all numbers of threads are.
const MARKED: Range<u64> = CODE..IDENTIFIERS.end;

/// Where an address may lie in some layout: not beside null, and in the half of the addresses that processes have.
const ANYWHERE: Range<u64> = 0x1_0000..0x8000_0000_0000;

/// Ends the path if what it does depends on the layout.
fn end_if(depends: bool) -> Result<(), Stop> {
    match depends {
        true => Err(Stop::Open(ADDRESS_BITS.to_owned())),
        false => Ok(()),
    }
}

/// Whether what an operation gives may depend on the layout, by the size of its operands alone: a quick look before [`Machine::calculate`].
#[inline]
pub(super) fn may_depend_on_layout(op: Op, registers: &[u64], word: u64) -> bool {
    let is_marked = |register: Register| MARKED.contains(&registers[register as usize]);
    match op {
        // What takes less than a pointer is no address: to make one shorter ends the path.
        Op::Binary { scalar, .. } | Op::Unary { scalar, .. } if scalar.size() < word => false,
        Op::Convert { source, .. } if source.size() < word => false,
        Op::Binary {
            operator, left, right, ..
        } => {
            let numbers = [left, right].map(|register| registers[register as usize]);
            let is_equality = matches!(operator, BinaryOp::Equal | BinaryOp::NotEqual);
            let is_known = is_equality && (numbers[0] == numbers[1] || numbers.contains(&0));
            !is_known && (is_marked(left) || is_marked(right))
        }
        Op::Convert { target, from, .. } => {
            let keeps_all_bits = target.size() >= word && !target.is_float() || target == Scalar::Bool;
            !keeps_all_bits && is_marked(from)
        }
        Op::Unary { operator, from, .. } => operator != UnaryOp::Not && is_marked(from),
        Op::Switch { value, .. } => is_marked(value),
        _ => false,
    }
}

impl Machine<'_> {
    /// Does an operation that [`may_depend_on_layout`], or divides by zero: the path ends unless it gives the same in every layout.
    pub(super) fn calculate(&mut self, thread: usize, op: Op) -> Result<(), Stop> {
        match op {
            Op::Binary {
                operator,
                scalar,
                to,
                left,
                right,
            } => {
                let (left, right) = (self.register(thread, left), self.register(thread, right));
                let value = arithmetic::binary(operator, scalar, left, right).ok_or(BadAccess::DivisionByZero)?;
                self.require_same_everywhere(operator, scalar, left, right)?;
                self.set_register(thread, to, value);
            }
            Op::Convert { from, .. } | Op::Unary { from, .. } | Op::Switch { value: from, .. }
                if self.is_address(self.register(thread, from)) =>
            {
                return end_if(true);
            }
            Op::Convert {
                source,
                target,
                to,
                from,
            } => {
                let value = self.register(thread, from);
                if !arithmetic::is_defined(source, target, value) {
                    return Err(BadAccess::OtherNumber.into());
                }
                let value = arithmetic::convert(source, target, value);
                self.set_register(thread, to, value);
            }
            Op::Unary {
                operator,
                scalar,
                to,
                from,
            } => {
                let value = arithmetic::unary(operator, scalar, self.register(thread, from));
                self.set_register(thread, to, value);
            }
            Op::Switch { value, table } => {
                let target = switch_target(&self.code.switches[table as usize], self.register(thread, value));
                if let Some(frame) = self.threads[thread].frames.last_mut() {
                    frame.next = target;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// That a search through all states may rely on what an operation gives here.
    pub(super) fn require_same_everywhere(
        &self,
        operator: BinaryOp,
        scalar: Scalar,
        left: u64,
        right: u64,
    ) -> Result<(), Stop> {
        end_if(self.settings.purpose == Purpose::Exhaust && self.depends_on_layout(operator, scalar, left, right))
    }

    /// Whether what an operation gives differs from one layout to another. Within one object order and distance are those of C.
    fn depends_on_layout(&self, operator: BinaryOp, scalar: Scalar, left: u64, right: u64) -> bool {
        if matches!(operator, BinaryOp::Equal | BinaryOp::NotEqual) {
            return self.may_be_equal_elsewhere(left, right);
        }
        if !self.is_address(left) && !self.is_address(right) {
            return false;
        }
        let inside = |address: u64| self.memory.object_at(address).map(|object| object.base);
        // What leaves all objects is not known any more for an address.
        let stays =
            || arithmetic::binary(operator, scalar, left, right).is_some_and(|moved| self.memory.is_within(moved));
        match (inside(left), inside(right)) {
            (Some(one), Some(other)) => one != other || !(operator.is_comparison() || operator == BinaryOp::Subtract),
            (Some(_), None) if matches!(operator, BinaryOp::Add | BinaryOp::Subtract) => {
                self.is_address(right) || !stays()
            }
            (None, Some(_)) if operator == BinaryOp::Add => self.is_address(left) || !stays(),
            _ => true,
        }
    }

    /// That two numbers that differ are no addresses that are equal in another layout.
    pub(super) fn require_as_equal_everywhere(&self, one: u64, other: u64) -> Result<(), Stop> {
        end_if(self.may_be_equal_elsewhere(one, other))
    }

    /// Whether two numbers that differ here are equal in another layout.
    fn may_be_equal_elsewhere(&self, one: u64, other: u64) -> bool {
        if self.settings.purpose != Purpose::Exhaust || one == other {
            return false;
        }
        match (self.is_address(one), self.is_address(other)) {
            (true, true) => self.may_lie_at_one_address(one, other),
            (true, false) => ANYWHERE.contains(&other),
            (false, true) => ANYWHERE.contains(&one),
            (false, false) => false,
        }
    }

    /// That a call is given no address, nor a thread's number, as a number to calculate with.
    pub(super) fn require_no_address_as_number(&self, thread: usize, call: &CallSite) -> Result<(), Stop> {
        let is_number = |number: &usize| call.pointee_sizes.get(*number) == Some(&None);
        let mut numbers = (0..call.arguments.len()).filter(is_number);
        let is_address = |number| self.is_address(self.argument(thread, call, number));
        end_if(self.settings.purpose == Purpose::Exhaust && numbers.any(is_address))
    }

    /// When all states are visited, that bytes hold no part of an address: its bits are none that the program may look at.
    pub(super) fn require_whole_addresses(&self, address: u64, size: u64) -> Result<(), Stop> {
        end_if(self.hold_part_of_address(address, size))
    }

    /// Whether `size` bytes hold a part of an address or of a thread's number, the rest of which lies beside them.
    fn hold_part_of_address(&self, address: u64, size: u64) -> bool {
        let Some(object) = self.memory.object_at(address) else {
            return false;
        };
        let (word, end) = (self.code.pointer.size(), address.saturating_add(size));
        let into_first = address.saturating_sub(word - 1)..address;
        let out_of_last = address.max(end.saturating_sub(word - 1))..end;
        let mut starts = into_first.chain(out_of_last);
        starts.any(|start| {
            let is_inside = object.base <= start && start + word <= object.base + object.size;
            is_inside
                && self
                    .memory
                    .read(start, word)
                    .is_ok_and(|number| self.is_address(number))
        })
    }

    /// Whether a number is the address of a function, or one where objects are, or the `pthread_t` of a thread.
    fn is_address(&self, number: u64) -> bool {
        MARKED.contains(&number)
            && (self.memory.is_within(number)
                || function_at(number, self.code.functions.len()).is_some()
                || thread_number(number, self.code.layout) < self.threads.len())
    }

    /// The thread with a `pthread_t`, if there is one.
    fn thread_named(&self, identifier: u64) -> Option<&Thread> {
        self.threads.get(thread_number(identifier, self.code.layout))
    }

    /// Whether two addresses that differ here are one in another layout: in which the memory of what has ended was given again, an object begins where
    /// another one ends, or literals lie in one place; or whether two numbers of threads are, one of which has ended. A search through all states gives
    /// neither memory nor numbers again, and keeps all objects apart.
    fn may_lie_at_one_address(&self, one: u64, other: u64) -> bool {
        if let (Some(one), Some(other)) = (self.thread_named(one), self.thread_named(other)) {
            return [one, other].iter().any(|thread| thread.state == ThreadState::Ended);
        }
        if !self.memory.is_within(one) || !self.memory.is_within(other) {
            return false;
        }
        // What lies in no object was counted from one, and may lie in any other.
        let (Some(left), Some(right)) = (self.memory.object_up_to(one), self.memory.object_up_to(other)) else {
            return true;
        };
        // An array of variable length ends with its block, which leaves it to the end of the function here.
        let is_on_stack = |object: &Object| self.threads.iter().any(|thread| thread.has_on_stack(object.base));
        let has_ended = left.state == ObjectState::Ended || right.state == ObjectState::Ended;
        let has_ended = has_ended || is_on_stack(left) && is_on_stack(right);
        left.base != right.base
            && (left.kind.may_lie_where(right.kind) && has_ended
                || left.kind.may_share_bytes(right.kind)
                || left.may_end_where(one, right, other)
                || right.may_end_where(other, left, one))
    }
}
