//! Comparisons of abstract scalars.
//!
//! Addresses of different objects are unequal, but for those of which one may have been released before the other was allocated
//! ([`Objects::may_follow`]), and where one of them does not lie in its object; of one object they are equal only if it is unique and the offsets
//! are the same single one. "Two pointers compare equal if … one is a pointer to one past the end of one array object and the other is a
//! pointer to the start of a different array object that happens to immediately follow the first" (C17, 6.5.9, 6): for objects at `b` and `b'` that
//! share no byte,
//!
//! ```text
//!     b + o = b' + o'   ⟺   b' − b = o − o',   which is possible   ⟺   o − o' ≥ size   ∨   o' − o ≥ size'
//! ```
//!
//! No object lies in the first or the last page of the address space, so addresses are neither null nor error codes.

use pepsin_lattice::Bottom;
use pepsin_lattice::seeded::{Bug, is_seeded};

use super::super::integer::Integer;
use super::super::object::{ObjectId, Objects};
use super::super::offsets::Offsets;
use super::super::scalar::{IntegerType, Scalar};
use super::super::truth::Truth;
use super::Value;
use crate::ir::BinaryOp;

/// Bytes of the first and the last page.
const PAGE: i128 = 4096;

impl Value {
    /// The truth of `self op right`, where both operands have type `ty`.
    pub fn compare(&self, right: &Value, op: BinaryOp, ty: Scalar, objects: &Objects) -> Truth {
        if self.is_bottom() || right.is_bottom() {
            return Truth::NEVER;
        }
        let width = ty.integer_type();
        if matches!(ty, Scalar::Float { .. }) || has_unknown(self) || has_unknown(right) {
            return Truth::UNKNOWN;
        }
        let mut truth = self.integer.compare(op, &right.integer);
        if !width.is_exact() && (self.integer.may_be_negative() || right.integer.may_be_negative()) {
            truth = Truth::UNKNOWN;
        }
        if self.rest.is_none() && right.rest.is_none() {
            return truth;
        }
        let numbers = numbers_of_addresses(width);
        if !self.as_addresses().is_bottom() {
            truth = truth.join(numbers.compare(op, &right.integer));
        }
        if !right.as_addresses().is_bottom() {
            truth = truth.join(self.integer.compare(op, &numbers));
        }
        for left in self.as_addresses().targets() {
            for right in right.as_addresses().targets() {
                // More than that is not to be found out, and pairs may be many.
                if truth == Truth::UNKNOWN {
                    return truth;
                }
                truth = truth.join(compare_addresses(op, *left, *right, objects));
            }
        }
        truth
    }
}

/// Whether something is there of which not even the object is known.
pub(super) fn has_unknown(value: &Value) -> bool {
    value.as_addresses().origin().is_some() || !value.as_threads().is_bottom()
}

/// The numbers that addresses of objects may have.
pub(super) fn numbers_of_addresses(ty: IntegerType) -> Integer {
    match ty.signed {
        true => Integer::all(ty).exclude(0),
        false => Integer::interval(PAGE, ty.high() - PAGE),
    }
}

fn compare_addresses(op: BinaryOp, left: (ObjectId, Offsets), right: (ObjectId, Offsets), objects: &Objects) -> Truth {
    let same_and_unique = left.0 == right.0 && objects.is_unique(left.0);
    match op {
        BinaryOp::Equal => equal_addresses(left, right, objects),
        BinaryOp::NotEqual => equal_addresses(left, right, objects).negate(),
        _ if same_and_unique => left.1.to_integer().compare(op, &right.1.to_integer()),
        _ => Truth::UNKNOWN,
    }
}

/// Whether two addresses may be equal, and may differ.
pub(super) fn equal_addresses(left: (ObjectId, Offsets), right: (ObjectId, Offsets), objects: &Objects) -> Truth {
    if objects.may_follow(left.0, right.0) && !is_seeded(Bug::AddressesOnce) {
        return Truth::UNKNOWN;
    }
    let are_one = left.0 == right.0 && objects.is_unique(left.0);
    let adjoin = !are_one && (ends_at(left, right, objects) || ends_at(right, left, objects));
    if !objects.may_be_same(left.0, right.0) {
        return Truth {
            may_hold: adjoin,
            may_fail: true,
        };
    }
    let equal = left.1.equal(right.1);
    Truth {
        may_hold: equal.may_hold || adjoin,
        may_fail: equal.may_fail || !are_one,
    }
}

/// Whether the second object may lie behind the first one where the two addresses are equal.
fn ends_at(first: (ObjectId, Offsets), second: (ObjectId, Offsets), objects: &Objects) -> bool {
    let distance = i128::from(first.1.high()) - i128::from(second.1.low());
    let room = objects.least_room(first.0);
    room.is_some_and(|room| distance >= i128::from(room)) && !is_seeded(Bug::EndsApart)
}
