//! What depends on where things lie: the order of objects, the bits of addresses and of threads' numbers, and whether an address comes again.
//!
//! A search through all states has one layout, in which no memory and no number is given again. Where the program looks at more, it ends.

use crate::ir::BinaryOp;

use super::library::{may_be_identifier, thread_number};
use super::machine::{Machine, Purpose};
use super::memory::{Object, ObjectState};
use super::thread::ThreadState;

/// Why a search through all states ends that would have to take addresses of one layout for those of all.
pub(super) const ADDRESS_BITS: &str = "the bits of an address or of a thread\u{2019}s number are looked at";

impl Machine<'_> {
    /// Whether an operation on an address gives what depends on the layout. A distance from an address is one, too.
    pub(super) fn looks_at_address_bits(&self, operator: BinaryOp, left: u64, right: u64) -> bool {
        if matches!(operator, BinaryOp::Equal | BinaryOp::NotEqual) {
            return self.may_lie_at_one_address(left, right);
        }
        let inside = |address: u64| self.memory.object_at(address).map(|object| object.base);
        match (inside(left), inside(right)) {
            (Some(one), Some(other)) => one != other || !(operator.is_comparison() || operator == BinaryOp::Subtract),
            (Some(_), None) => operator != BinaryOp::Subtract || may_be_identifier(right),
            _ => true,
        }
    }

    /// Whether a thread has ended, so that another one may have its `pthread_t`; a number of no thread may be that of any.
    fn may_be_given_again(&self, identifier: u64) -> bool {
        let thread = self.threads.get(thread_number(identifier, self.code.layout));
        thread.is_none_or(|thread| thread.state == ThreadState::Ended)
    }

    /// Whether two addresses that differ here are one in another layout: in which the memory of what has ended was given again, an object begins where
    /// another one ends, or literals lie in one place. A search through all states gives no memory again, and keeps all objects apart.
    pub(super) fn may_lie_at_one_address(&self, one: u64, other: u64) -> bool {
        if self.settings.purpose != Purpose::Exhaust || one == other {
            return false;
        }
        if may_be_identifier(one) && may_be_identifier(other) {
            return self.may_be_given_again(one) || self.may_be_given_again(other);
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
