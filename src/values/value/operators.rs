//! Unary and binary operators and conversions of abstract scalars.
//!
//! On numbers they are those of [`Integer`]. On addresses:
//! - sums and differences with numbers move the offset; clearing or setting alignment bits moves it by less than the alignment;
//! - an index moves a pointer within its object, whatever the index may be, since another result would be undefined (C11, 6.5.6, 8);
//!   only what is added to a number, which may be the null pointer of `(char *)0 + p`, may be an address by itself, and what was
//!   computed from an address in the same object, as `base + (p - base)` is one of what p points to;
//! - the difference of two pointers is a number if they may point into one object, since otherwise it would be undefined (C11, 6.5.6, 9);
//!   if they never do, or one of them was lost (`crate::semantics::evaluate::lost`), it is meant to be added to an address again, and is arithmetic like any other;
//! - other arithmetic gives any number, and, if the result is wide enough to be a piece of a pointer, any address in the objects of
//!   its operands. An address of an object can only be computed from values that depend on it: `p ^ q` is no address, but
//!   `(p ^ q) ^ p` is one of what q points to, and both operands of the first operator have left their objects in its result.
//!   (Provenance as it spreads through integers: Memarian et al., "Exploring C semantics and pointer provenance", POPL 2019, section 3,
//!   "PVI", of which this is the coarsest reading.)

use pepsin_lattice::{Bottom, Lattice};

use super::super::address::{Addresses, Origin};
use super::super::integer::Integer;
use super::super::object::Objects;
use super::super::offsets::Offsets;
use super::super::scalar::{IntegerType, Scalar, SignedOverflow};
use super::super::threads::Threads;
use super::Value;
use crate::ir::{BinaryOp, UnaryOp};

/// Objects are aligned at least to this many bytes, so the bits below it can be used for tags.
const ALIGNMENT: i128 = 16;

/// Numbers up to this are no addresses: results that stay below it can't be turned back into a pointer.
const FIRST_PAGE: i128 = 4096;

/// As wide as an address may be.
const WORD: IntegerType = IntegerType {
    bits: 64,
    signed: false,
};

/// A binary operation with what is known of its types.
#[derive(Clone, Copy, Debug)]
pub struct Operation {
    /// The operator.
    pub op: BinaryOp,
    /// The type of the left operand, and of the right one except for shifts and [`BinaryOp::PointerAdd`].
    pub operands: Scalar,
    /// The type of the result.
    pub result: Scalar,
    /// Bytes of the pointee, for [`BinaryOp::PointerAdd`] and [`BinaryOp::PointerDifference`]; otherwise it doesn't matter.
    pub element: i64,
    /// What signed operations that overflow do.
    pub overflow: SignedOverflow,
}

impl Value {
    /// The value of `self op right`.
    pub fn binary(&self, right: &Value, operation: &Operation, objects: &Objects) -> Value {
        if self.is_bottom() || right.is_bottom() {
            return Value::NOTHING;
        }
        if operation.op.is_comparison() {
            return Value::of_truth(self.compare(right, operation.op, operation.operands, objects));
        }
        match (operation.op, operation.result) {
            (BinaryOp::PointerAdd, ty) => self.element(right, operation.element, ty.bits()),
            (BinaryOp::PointerDifference, ty) => self.distance(right, operation.element, ty, objects),
            (_, Scalar::Float { .. }) => Value::ANY_NUMBER
                .joined(&self.garbled(WORD))
                .joined(&right.garbled(WORD)),
            _ => self.arithmetic(right, operation),
        }
    }

    /// The value of `op self`, where `ty` is the type of the result; for [`UnaryOp::Not`] it doesn't matter.
    pub fn unary(&self, op: UnaryOp, ty: Scalar, overflow: SignedOverflow) -> Value {
        let width = ty.integer_type();
        match (op, ty) {
            (UnaryOp::Not, _) => return Value::of_truth(self.truth().negate()),
            _ if self.is_bottom() => return Value::NOTHING,
            (_, Scalar::Float { .. }) => return Value::ANY_NUMBER.joined(&self.garbled(WORD)),
            _ => {}
        }
        let integer = match op {
            UnaryOp::Complement => self.integer.complement().cast(width),
            _ => self.integer.negate(width, overflow),
        };
        let mut result = Value::integer(integer);
        if self.rest.is_some() {
            result.join(&self.garbled(width));
        }
        result
    }

    /// Conversion from one scalar type to another.
    ///
    /// Addresses and thread handles stay, since their bytes may be put together again; when bits are cut off, any number is possible besides.
    pub fn cast(&self, from: Scalar, to: Scalar) -> Value {
        match to {
            _ if self.is_bottom() => Value::NOTHING,
            Scalar::Bool => Value::of_truth(self.truth()),
            Scalar::Float { bits } => self.as_floating(bits),
            Scalar::Integer(_) | Scalar::Pointer { .. } if matches!(from, Scalar::Float { .. }) => {
                self.with_integer(Integer::all(to.integer_type()))
            }
            Scalar::Integer(_) | Scalar::Pointer { .. } => self.resize(from.bits(), to.integer_type()),
        }
    }

    /// As a floating-point number of `bits` bits: of numbers nothing is kept, but addresses are, whose bits or values programs hide in
    /// such numbers.
    pub(crate) fn as_floating(&self, bits: u32) -> Value {
        match bits < WORD.bits {
            true => Value::ANY_NUMBER.joined(&self.garbled(IntegerType { bits, ..WORD })),
            false => Value::of_parts(
                Integer::ANY,
                self.as_addresses().clone(),
                self.as_threads().clone(),
                false,
            ),
        }
    }

    /// Conversion of a value that takes `bits` bits to an integer or pointer type.
    pub(crate) fn resize(&self, bits: u32, to: IntegerType) -> Value {
        let integer = self.integer.cast(to);
        let has_pointer = !self.as_addresses().is_bottom() || !self.as_threads().is_bottom();
        match to.bits < bits && has_pointer {
            false => self.with_integer(integer),
            true => self.with_integer(Integer::all(to)),
        }
    }

    /// The address of the element with an index, where an element has `size` bytes and an address `bits` bits (`pointer + index`).
    pub fn element(&self, index: &Value, size: i64, bits: u32) -> Value {
        let signed = IntegerType { bits, signed: true };
        let width = IntegerType { bits, signed: false };
        let steps = index.integer.cast(signed);
        let mut result = Value::NOTHING;
        if let Some(offsets) = Offsets::of_integer(&steps) {
            let moved = self.as_addresses().moved(offsets.scaled(size));
            let scaled = steps.multiply(&Integer::constant(size.into()), width, SignedOverflow::Wraps);
            let integer = self.integer.add(&scaled, width, SignedOverflow::Wraps);
            let threads = if offsets == Offsets::ZERO {
                self.as_threads().clone()
            } else {
                Threads::NONE
            };
            let lost = self.as_threads() != &threads;
            let integer = if lost { Integer::all(width) } else { integer };
            result = Value::of_parts(integer, moved, threads, false);
        }
        if !index.as_addresses().is_bottom() || !index.as_threads().is_bottom() {
            result.join(&Value::addresses(self.as_addresses().moved(Offsets::ANY)));
            if self.as_addresses().is_bottom() || self.as_addresses().shares_object(index.as_addresses()) {
                result.join(&Value::addresses(index.as_addresses().moved(Offsets::ANY)));
            }
            result.join(&Value::integer(Integer::all(width)));
        }
        result
    }

    /// The same addresses moved by a number of bytes (a field of what is pointed to).
    pub fn field(&self, offset: i64, bits: u32) -> Value {
        match offset {
            0 => self.clone(),
            _ => self.element(&Value::constant(1), offset, bits),
        }
    }

    /// `self - right` in elements of `size` bytes.
    fn distance(&self, right: &Value, size: i64, ty: Scalar, objects: &Objects) -> Value {
        let width = ty.integer_type();
        let bytes = match self.rest.is_some() || right.rest.is_some() {
            true => self.offset_difference(right, objects),
            false => self
                .integer
                .negated()
                .and(right.integer.negated())
                .and_then(|negated| self.integer.plus(&negated)),
        };
        // Objects without size (a GNU extension) have no number of elements between them.
        let quotient = bytes.filter(|_| size != 0).map(|bytes| {
            let divisor = Integer::constant(size.into());
            bytes.divide(&divisor, width, SignedOverflow::Wraps)
        });
        let number = Value::integer(quotient.unwrap_or(Integer::all(width)));
        match self.may_be_beside(right, objects) {
            true => number,
            false => number.joined(&self.garbled(width)).joined(&right.garbled(width)),
        }
    }

    /// Whether two pointers may point into one object, or are numbers both.
    fn may_be_beside(&self, right: &Value, objects: &Objects) -> bool {
        let (left, right) = (self.as_addresses(), right.as_addresses());
        let origins = || [left.origin(), right.origin()].into_iter().flatten();
        // What a lost pointer may lead to is known to be in several objects.
        if origins().any(Origin::is_lost) {
            return false;
        }
        if left.is_bottom() && right.is_bottom() || origins().next().is_some() {
            return true;
        }
        let meets = |object| right.objects().any(|other| objects.may_be_same(object, other));
        left.shares_object(right) || left.objects().any(meets)
    }

    /// The difference in bytes of two addresses, if they point into one and the same object.
    fn offset_difference(&self, right: &Value, objects: &Objects) -> Option<Integer> {
        let (left, right) = (self.as_address()?, right.as_address()?);
        let same = left.0 == right.0 && objects.is_unique(left.0);
        let difference = left.1.to_integer().plus(&right.1.to_integer().negated()?)?;
        same.then_some(difference)
    }

    fn arithmetic(&self, right: &Value, operation: &Operation) -> Value {
        let ty = operation.result.integer_type();
        let mut result = Value::integer(integer_operator(&self.integer, &right.integer, operation, ty));
        if self.rest.is_none() && right.rest.is_none() {
            return result;
        }
        result.join(&match operation.op {
            BinaryOp::Add => self.sum(right, ty),
            BinaryOp::Subtract => self.difference(right, ty),
            BinaryOp::And => self.masked(right, ty),
            BinaryOp::Or => self.tagged(right, ty),
            BinaryOp::Remainder => self.reduced(right, ty),
            _ => self.garbled(ty).joined(&right.garbled(ty)),
        });
        result
    }

    /// The sums in which at least one side is not a number.
    fn sum(&self, right: &Value, ty: IntegerType) -> Value {
        let mut result = self.displaced(&right.integer, ty);
        result.join(&right.displaced(&self.integer, ty));
        if self.has_pointer() && right.has_pointer() {
            result.join(&self.garbled(ty).joined(&right.garbled(ty)));
        }
        result
    }

    /// The differences in which at least one side is not a number.
    fn difference(&self, right: &Value, ty: IntegerType) -> Value {
        let negated = right.integer.cast(IntegerType { signed: true, ..ty }).negated();
        let mut result = self.displaced(&negated.unwrap_or(Integer::all(ty)), ty);
        if right.has_pointer() {
            let same =
                self.integer.is_bottom() && self.as_address().map(|to| to.0) == right.as_address().map(|to| to.0);
            result.join(&Value::integer(Integer::all(ty)));
            if !same {
                result.join(&self.garbled(ty).joined(&right.garbled(ty)));
            }
        }
        result
    }

    /// Addresses and handles moved by a number.
    fn displaced(&self, by: &Integer, ty: IntegerType) -> Value {
        let signed = by.cast(IntegerType { signed: true, ..ty });
        match Offsets::of_integer(&signed) {
            None => Value::NOTHING,
            Some(Offsets::ZERO) => self.with_integer(Integer::EMPTY),
            Some(offsets) => {
                let mut moved = Value::addresses(self.as_addresses().moved(offsets));
                if !self.as_threads().is_bottom() {
                    moved.join(&Value::threads(self.as_threads().clone()).garbled(ty));
                }
                moved
            }
        }
    }

    /// `self & right` where at least one side is not a number.
    fn masked(&self, right: &Value, ty: IntegerType) -> Value {
        let half = |pointer: &Value, mask: &Value| match mask.as_constant() {
            _ if !pointer.has_pointer() => Value::NOTHING,
            Some(bits) if (0..FIRST_PAGE).contains(&bits) => Value::integer(Integer::interval(0, bits)),
            Some(bits) => match clears_below(bits, ty) {
                Some(below) => Value::addresses(pointer.as_addresses().moved(Offsets::strided(1 - below, 0, 1)))
                    .joined(&Value::threads(pointer.as_threads().clone()).garbled(ty)),
                None => pointer.garbled(ty),
            },
            None => pointer.garbled(ty),
        };
        half(self, right).joined(&half(right, self))
    }

    /// `self | right` where at least one side is not a number.
    fn tagged(&self, right: &Value, ty: IntegerType) -> Value {
        let half = |pointer: &Value, tag: &Value| match (tag.as_integer().low(), tag.as_integer().high()) {
            _ if !pointer.has_pointer() => Value::NOTHING,
            (Some(0), Some(0)) if tag.rest.is_none() => pointer.with_integer(Integer::EMPTY),
            (Some(0..), Some(high)) if high < ALIGNMENT && tag.rest.is_none() && pointer.as_threads().is_bottom() => {
                Value::addresses(pointer.as_addresses().moved(Offsets::strided(0, high as i64, 1)))
            }
            _ => pointer.garbled(ty),
        };
        half(self, right).joined(&half(right, self))
    }

    /// `self % right` where at least one side is not a number.
    fn reduced(&self, right: &Value, ty: IntegerType) -> Value {
        let small = right.integer.low() > Some(-FIRST_PAGE) && right.integer.high() < Some(FIRST_PAGE);
        match right.rest.is_none() && small {
            true => Value::integer(Integer::all(ty).remainder(&right.integer, ty)),
            false => self.garbled(ty).joined(&right.garbled(ty)),
        }
    }

    /// What arithmetic that isn't understood makes of addresses and handles: any number, and any address in the same objects if it may
    /// still be one.
    pub fn garbled(&self, ty: IntegerType) -> Value {
        if !self.has_pointer() {
            return Value::NOTHING;
        }
        let addresses = match ty.bits >= 32 {
            true => self.as_addresses().moved(Offsets::ANY),
            false => Addresses::NONE,
        };
        Value::of_parts(Integer::all(ty), addresses, Threads::NONE, false)
    }

    fn has_pointer(&self) -> bool {
        !self.as_addresses().is_bottom() || !self.as_threads().is_bottom()
    }

    fn joined(mut self, other: &Value) -> Value {
        self.join(other);
        self
    }
}

fn integer_operator(left: &Integer, right: &Integer, operation: &Operation, ty: IntegerType) -> Integer {
    let overflow = operation.overflow;
    match operation.op {
        BinaryOp::Add => left.add(right, ty, overflow),
        BinaryOp::Subtract => left.subtract(right, ty, overflow),
        BinaryOp::Multiply => left.multiply(right, ty, overflow),
        BinaryOp::Divide => left.divide(right, ty, overflow),
        BinaryOp::Remainder => left.remainder(right, ty),
        BinaryOp::ShiftLeft => left.shift_left(right, ty),
        BinaryOp::ShiftRight => left.shift_right(right, ty),
        BinaryOp::And => left.and(right),
        BinaryOp::Or => left.or(right),
        BinaryOp::Xor => left.xor(right),
        _ => Integer::all(ty),
    }
}

/// If a mask clears only bits below the alignment of objects: the power of two below which it clears.
fn clears_below(mask: i128, ty: IntegerType) -> Option<i64> {
    let kept = IntegerType { signed: true, ..ty }.wrap(mask);
    (-ALIGNMENT..0)
        .contains(&kept)
        .then(|| kept.unsigned_abs().next_power_of_two() as i64)
}
