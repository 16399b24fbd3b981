//! What is learned of the operands when a comparison holds.

use pepsin_lattice::{Bottom, Lattice};

use super::super::address::Addresses;
use super::super::integer::Integer;
use super::super::object::Objects;
use super::super::offsets::Offsets;
use super::super::scalar::{IntegerType, Scalar};
use super::comparison::{equal_addresses, has_unknown, numbers_of_addresses};
use super::{Operation, Value};
use crate::ir::{BinaryOp, UnaryOp};

impl Value {
    /// Both operands, of type `ty`, narrowed by the knowledge that `self op right` holds.
    /// If one of the results is bottom, it can't hold.
    pub fn refine(&self, right: &Value, op: BinaryOp, ty: Scalar, objects: &Objects) -> (Value, Value) {
        let width = ty.integer_type();
        if self.is_bottom() || right.is_bottom() {
            return (Value::NOTHING, Value::NOTHING);
        }
        let opaque = matches!(ty, Scalar::Float { .. }) || !width.is_exact();
        if opaque || !self.compare(right, op, ty, objects).may_hold {
            let holds = opaque || self.compare(right, op, ty, objects).may_hold;
            return if holds {
                (self.clone(), right.clone())
            } else {
                (Value::NOTHING, Value::NOTHING)
            };
        }
        match op {
            BinaryOp::Equal => (
                self.equal_to(right, width, objects),
                right.equal_to(self, width, objects),
            ),
            BinaryOp::NotEqual => (self.unequal_to(right, objects), right.unequal_to(self, objects)),
            _ => self.ordered(right, op, width, objects),
        }
    }

    /// The value narrowed by the knowledge that it is not zero.
    pub fn nonzero(&self) -> Value {
        self.with_integer(self.integer.exclude(0))
    }

    /// The value narrowed by the knowledge that it is zero.
    pub fn zero(&self) -> Value {
        let zero = Integer::constant(0);
        let from_rest = has_unknown(self) || self.integer.contains(0);
        Value::integer(if from_rest { zero } else { Integer::EMPTY })
    }

    /// Both operands of an operator that doesn't compare, narrowed by the knowledge that its value is among `result`.
    /// Only numbers are narrowed.
    pub fn refine_operands(&self, right: &Value, operation: &Operation, result: &Value) -> (Value, Value) {
        let ty = operation.result.integer_type();
        let numbers = [self, right, result].iter().all(|value| value.is_number());
        if !numbers || matches!(operation.result, Scalar::Float { .. }) || operation.op.is_comparison() {
            return (self.clone(), right.clone());
        }
        let op = operation.op;
        let left_integer = self
            .integer
            .refine_left_operand(op, &right.integer, &result.integer, ty);
        let right_integer = right
            .integer
            .refine_right_operand(op, &self.integer, &result.integer, ty);
        (self.with_integer(left_integer), right.with_integer(right_integer))
    }

    /// The operand of a unary operator other than `!`, narrowed by the knowledge that its value is among `result`. Only numbers are narrowed.
    pub fn refine_operand(&self, op: UnaryOp, ty: Scalar, result: &Value) -> Value {
        match self.is_number() && result.is_number() && !matches!(ty, Scalar::Float { .. }) && op != UnaryOp::Not {
            true => self.with_integer(self.integer.refine_operand(op, &result.integer, ty.integer_type())),
            false => self.clone(),
        }
    }

    fn equal_to(&self, right: &Value, width: IntegerType, objects: &Objects) -> Value {
        if has_unknown(right) {
            return self.clone();
        }
        let numbers = numbers_of_addresses(width);
        let mut integer = self.integer.meet(&right.integer);
        if !right.as_addresses().is_bottom() {
            integer.join(&self.integer.meet(&numbers));
        }
        let number_may_be_address = !right.integer.meet(&numbers).is_bottom();
        let addresses = match number_may_be_address {
            true => self.as_addresses().clone(),
            false => self.equal_addresses(right.as_addresses(), objects),
        };
        // An unknown address that equals known ones is one of them.
        let unknown = self.as_addresses().origin().is_some() && !number_may_be_address;
        let mut narrowed = self.with_integer(integer).with_addresses(addresses);
        if unknown {
            narrowed = narrowed.with_addresses(narrowed.as_addresses().without_unknown());
            narrowed.join(&Value::addresses(right.as_addresses().clone()));
            narrowed.join(&Value::integer(right.integer.clone()));
        }
        narrowed
    }

    /// The addresses that may equal one of `right`.
    fn equal_addresses(&self, right: &Addresses, objects: &Objects) -> Addresses {
        self.as_addresses().map(|object, offsets| {
            let equal = |other: &&_| equal_addresses((object, offsets), **other, objects).may_hold;
            let mut others = right.targets().iter().filter(equal);
            let first = others.next()?;
            let only = first.0 == object && others.next().is_none();
            let offsets = if only { meet(offsets, first.1)? } else { offsets };
            Some((object, offsets))
        })
    }

    fn unequal_to(&self, right: &Value, objects: &Objects) -> Value {
        let integer = match right.as_constant() {
            Some(value) => self.integer.exclude(value),
            None => self.integer.clone(),
        };
        let addresses = match right.as_address() {
            Some((object, offset)) if offset.single().is_some() && objects.is_unique(object) => {
                self.as_addresses().map(|target, offsets| {
                    let equal = target == object && offsets == offset;
                    (!equal).then_some((target, offsets))
                })
            }
            _ => return self.with_integer(integer),
        };
        self.with_integer(integer).with_addresses(addresses)
    }

    fn ordered(&self, right: &Value, op: BinaryOp, width: IntegerType, objects: &Objects) -> (Value, Value) {
        if self.is_number() && right.is_number() {
            let (left_integer, right_integer) = self.integer.refine(op, &right.integer);
            return (self.with_integer(left_integer), right.with_integer(right_integer));
        }
        match (self.as_address(), right.as_address()) {
            (Some(left), Some(other)) if left.0 == other.0 && objects.is_unique(left.0) => {
                let (low, high) = left.1.to_integer().refine(op, &other.1.to_integer());
                let value = |offsets: Integer| {
                    Offsets::of_integer(&offsets).map_or(Value::NOTHING, |offsets| {
                        Value::addresses(Addresses::of(left.0, offsets))
                    })
                };
                (value(low), value(high))
            }
            _ => (
                self.ordered_number(right, op, width),
                right.ordered_number(self, op.mirrored(), width),
            ),
        }
    }

    /// Narrows the numbers of `self` by `self op right`, where `right` may also be the address of an object.
    fn ordered_number(&self, right: &Value, op: BinaryOp, width: IntegerType) -> Value {
        if has_unknown(right) {
            return self.clone();
        }
        let mut bound = right.integer.clone();
        if !right.as_addresses().is_bottom() {
            bound.join(&numbers_of_addresses(width));
        }
        let addresses_fit = numbers_of_addresses(width).compare(op, &bound).may_hold;
        let narrowed = self.with_integer(self.integer.refine(op, &bound).0);
        match addresses_fit {
            true => narrowed,
            false => narrowed.with_addresses(match self.as_addresses().origin() {
                Some(origin) => Addresses::unknown(origin),
                None => Addresses::NONE,
            }),
        }
    }

    fn is_number(&self) -> bool {
        self.as_addresses().is_bottom() && self.as_threads().is_bottom()
    }
}

fn meet(left: Offsets, right: Offsets) -> Option<Offsets> {
    Offsets::of_integer(&left.to_integer().meet(&right.to_integer()))
}
