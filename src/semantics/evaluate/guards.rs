//! Guards: what is known of memory when a condition holds.
//!
//! A condition that cannot hold leads nowhere. What it says about the places in it narrows what the state knows of
//! them: for a private variable that lasts, for shared memory it says what the view was when it was read, and others'
//! writes come on top at the next read.

use pepsin_lattice::Bottom;

use crate::ir::{BinaryOp, Expr, Place, Root, UnaryOp};
use crate::semantics::origins::NamedRoot;
use crate::semantics::prepare::{condition_behind, negated};
use crate::semantics::state::State;
use crate::semantics::system::Transfer;
use crate::values::{Contents, ObjectId, Offsets, Strength, Value};

impl Transfer<'_, '_> {
    /// Assumes that a condition holds (is not zero) or fails; false if that is impossible.
    pub fn assume(&mut self, state: &mut State, condition: &Expr, holds: bool) -> bool {
        let (condition, holds) = condition_behind(condition, holds);
        match condition {
            Expr::Binary(op, left, right, _) if op.is_comparison() => {
                let op = if holds { *op } else { negated(*op) };
                self.assume_comparison(state, op, left, right)
            }
            _ => {
                let value = self.value(state, condition);
                let narrowed = if holds { value.nonzero() } else { value.zero() };
                !narrowed.is_bottom() && self.learn(state, condition, &narrowed)
            }
        }
    }

    fn assume_comparison(&mut self, state: &mut State, op: BinaryOp, left: &Expr, right: &Expr) -> bool {
        let (left_value, right_value) = (self.value(state, left), self.value(state, right));
        if left_value.is_bottom() || right_value.is_bottom() {
            return false;
        }
        let ty = self.scalar(left.ty());
        let (left_value, right_value) = left_value.refine(&right_value, op, ty, &self.analysis.objects);
        if left_value.is_bottom() || right_value.is_bottom() {
            return false;
        }
        let learnt = self.learn(state, left, &left_value) && self.learn(state, right, &right_value);
        learnt
            && match op {
                BinaryOp::Equal => self.take_turn(state, left, right) && self.take_turn(state, right, left),
                BinaryOp::NotEqual => self.leave_root(state, left, right) && self.leave_root(state, right, left),
                _ => true,
            }
    }

    /// A pointer is not equal to another one: it may have left the root of the region into which it leads.
    fn leave_root(&mut self, state: &mut State, pointer: &Expr, other: &Expr) -> bool {
        if !self.analysis.program.types.is_pointer(pointer.ty()) {
            return true;
        }
        let value = self.value(state, pointer);
        match self.without_root(state, pointer, &value, other) {
            Some(root) => self.learn_objects(state, pointer, root),
            None => true,
        }
    }

    /// The variable behind a pointer expression does not point into an object; false if that is impossible.
    fn learn_objects(&mut self, state: &mut State, pointer: &Expr, without: ObjectId) -> bool {
        match pointer {
            Expr::Load(place) => {
                let value = self.value(state, pointer);
                let addresses = value.as_addresses().retain(|object| object != without);
                let narrowed = value.with_addresses(addresses);
                !narrowed.is_bottom() && self.learn_place(state, place, &narrowed)
            }
            Expr::Cast(operand, _) => self.learn_objects(state, operand, without),
            Expr::AddressOf(place, _) => match &place.root {
                Root::Deref(root) => self.learn_objects(state, root, without),
                Root::Local(_) | Root::Global(_) => true,
            },
            Expr::Binary(BinaryOp::PointerAdd, base, ..) => self.learn_objects(state, base, without),
            _ => true,
        }
    }

    /// Assumes that an integer lies in a closed interval; false if that is impossible.
    pub fn assume_between(&mut self, state: &mut State, value: &Expr, low: i128, high: i128) -> bool {
        let (low, high) = (Expr::Integer(low, value.ty()), Expr::Integer(high, value.ty()));
        self.assume_comparison(state, BinaryOp::GreaterEqual, value, &low)
            && self.assume_comparison(state, BinaryOp::LessEqual, value, &high)
    }

    /// Assumes that an integer lies outside of a closed interval; false if that is impossible.
    pub fn assume_outside(&mut self, state: &mut State, value: &Expr, low: i128, high: i128) -> bool {
        low != high || self.assume_comparison(state, BinaryOp::NotEqual, value, &Expr::Integer(low, value.ty()))
    }

    /// Narrows what is known of an expression's places by the expression's value; false if that is impossible.
    pub fn learn(&mut self, state: &mut State, expr: &Expr, value: &Value) -> bool {
        match expr {
            Expr::Load(place) => self.learn_place(state, place, value),
            Expr::Cast(operand, ty) => {
                let (from, to) = (self.scalar(operand.ty()), self.scalar(*ty));
                if !from.keeps_values_apart(to) {
                    return true;
                }
                let before = self.value(state, operand);
                let back = value.cast(to, from);
                let (narrowed, _) = before.refine(&back, BinaryOp::Equal, from, &self.analysis.objects);
                // A narrowing that loses everything would come from the conversion, not from the guard.
                narrowed.is_bottom() || self.learn(state, operand, &narrowed)
            }
            Expr::Unary(op @ (UnaryOp::Negate | UnaryOp::Complement), operand, ty) => {
                let narrowed = self.value(state, operand).refine_operand(*op, self.scalar(*ty), value);
                !narrowed.is_bottom() && self.learn(state, operand, &narrowed)
            }
            Expr::Binary(op, left, right, ty) if !op.is_comparison() => {
                let (left_value, right_value) = (self.value(state, left), self.value(state, right));
                let operation = self.operation(*op, left.ty(), *ty);
                let (left_value, right_value) = left_value.refine_operands(&right_value, &operation, value);
                let possible = !left_value.is_bottom() && !right_value.is_bottom();
                possible && self.learn(state, left, &left_value) && self.learn(state, right, &right_value)
            }
            _ => true,
        }
    }

    fn learn_place(&mut self, state: &mut State, place: &Place, value: &Value) -> bool {
        let Some(located) = self.locate(state, place) else {
            return false;
        };
        let (Some((object, offsets)), None) = (located.addresses.single(), located.bits) else {
            return true;
        };
        if offsets.single().is_none() {
            return true;
        }
        if let NamedRoot::Frame(object) = located.root {
            let mut contents = state.frame.get(object).cloned().unwrap_or_else(Contents::indeterminate);
            contents.write(offsets, self.scalar(place.ty), value, Strength::Strong);
            state.frame.set(object, contents);
            return offsets != Offsets::ZERO || self.learn_copies(state, object, self.scalar(place.ty), value);
        }
        if self.place_strength(state, &located, object) == Strength::Strong
            && let Some(contents) = self.seen(state, object)
        {
            let mut contents = contents;
            contents.write(offsets, self.scalar(place.ty), value, Strength::Strong);
            self.refine_view(state, object, contents);
            return offsets != Offsets::ZERO || self.learn_copies(state, object, self.scalar(place.ty), value);
        }
        true
    }
}
