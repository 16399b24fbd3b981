//! Guards: what is known of memory when a condition holds.
//!
//! A condition that cannot hold leads nowhere. What it says about the places in it narrows what the state knows of
//! them: for a private variable that lasts, for shared memory it says what the view was when it was read, and others'
//! writes come on top at the next read.

use pepsin_lattice::Bottom;

use crate::ir::{BinaryOp, Expr, Place, Root, UnaryOp};
use crate::semantics::evaluate::{expressions, places};
use crate::semantics::execute::{stores, turns};
use crate::semantics::origins::{bounds, copies, regions, shares};
use crate::semantics::prepare::condition_behind;
use crate::semantics::sharing::views;
use crate::semantics::state::State;
use crate::semantics::system::{NamedRoot, Transfer, constants, variables};
use crate::values::{Contents, ObjectId, Offsets, Strength, Value};

/// Assumes that a condition holds (is not zero) or fails; false if that is impossible.
pub fn assume(transfer: &Transfer<'_, '_>, state: &mut State, condition: &Expr, holds: bool) -> bool {
    let (condition, holds) = condition_behind(condition, holds);
    match condition {
        Expr::Binary(op, left, right, _) if op.is_comparison() => {
            let op = if holds { *op } else { op.negated() };
            assume_comparison(transfer, state, op, left, right)
        }
        _ => {
            let value = expressions::value(transfer, state, condition);
            let narrowed = if holds { value.nonzero() } else { value.zero() };
            !narrowed.is_bottom() && learn(transfer, state, condition, &narrowed)
        }
    }
}

fn assume_comparison(transfer: &Transfer<'_, '_>, state: &mut State, op: BinaryOp, left: &Expr, right: &Expr) -> bool {
    let (left_value, right_value) = (
        expressions::value(transfer, state, left),
        expressions::value(transfer, state, right),
    );
    if left_value.is_bottom() || right_value.is_bottom() {
        return false;
    }
    let ty = variables::scalar(transfer.analysis.program, left.ty());
    let (left_value, right_value) = left_value.refine(&right_value, op, ty, &transfer.analysis.objects);
    if left_value.is_bottom() || right_value.is_bottom() {
        return false;
    }
    let learnt = learn(transfer, state, left, &left_value) && learn(transfer, state, right, &right_value);
    if learnt {
        bounds::compare(transfer, state, op, left, right);
        shares::bound_last_steps(transfer, state);
    }
    learnt
        && match op {
            BinaryOp::Equal => {
                turns::take_turn(transfer, state, left, right) && turns::take_turn(transfer, state, right, left)
            }
            BinaryOp::NotEqual => leave_root(transfer, state, left, right) && leave_root(transfer, state, right, left),
            _ => true,
        }
}

/// A pointer is not equal to another one: it may have left the root of the region into which it leads.
fn leave_root(transfer: &Transfer<'_, '_>, state: &mut State, pointer: &Expr, other: &Expr) -> bool {
    if !transfer.analysis.program.types.is_pointer(pointer.ty()) {
        return true;
    }
    let value = expressions::value(transfer, state, pointer);
    match regions::without_root(transfer, state, pointer, &value, other) {
        Some(root) => learn_objects(transfer, state, pointer, root),
        None => true,
    }
}

/// The variable behind a pointer expression does not point into an object; false if that is impossible.
fn learn_objects(transfer: &Transfer<'_, '_>, state: &mut State, pointer: &Expr, without: ObjectId) -> bool {
    match pointer {
        Expr::Load(place) => {
            let value = expressions::value(transfer, state, pointer);
            let addresses = value.as_addresses().retain(|object| object != without);
            let narrowed = value.with_addresses(addresses);
            !narrowed.is_bottom() && learn_place(transfer, state, place, &narrowed)
        }
        Expr::Cast(operand, _) => learn_objects(transfer, state, operand, without),
        Expr::AddressOf(place, _) => match &place.root {
            Root::Deref(root) => learn_objects(transfer, state, root, without),
            Root::Local(_) | Root::Global(_) => true,
        },
        Expr::Binary(BinaryOp::PointerAdd, base, ..) => learn_objects(transfer, state, base, without),
        _ => true,
    }
}

/// Assumes that an integer lies in a closed interval; false if that is impossible.
pub fn assume_between(transfer: &Transfer<'_, '_>, state: &mut State, value: &Expr, low: i128, high: i128) -> bool {
    let (low, high) = (Expr::Integer(low, value.ty()), Expr::Integer(high, value.ty()));
    assume_comparison(transfer, state, BinaryOp::GreaterEqual, value, &low)
        && assume_comparison(transfer, state, BinaryOp::LessEqual, value, &high)
}

/// Assumes that an integer lies outside of a closed interval; false if that is impossible.
pub fn assume_outside(transfer: &Transfer<'_, '_>, state: &mut State, value: &Expr, low: i128, high: i128) -> bool {
    low != high
        || assume_comparison(
            transfer,
            state,
            BinaryOp::NotEqual,
            value,
            &Expr::Integer(low, value.ty()),
        )
}

/// Narrows what is known of an expression's places by the expression's value; false if that is impossible.
pub fn learn(transfer: &Transfer<'_, '_>, state: &mut State, expr: &Expr, value: &Value) -> bool {
    match expr {
        Expr::Load(place) => learn_place(transfer, state, place, value),
        Expr::Cast(operand, ty) => {
            let (from, to) = (
                variables::scalar(transfer.analysis.program, operand.ty()),
                variables::scalar(transfer.analysis.program, *ty),
            );
            if !from.keeps_values_apart(to) {
                return true;
            }
            let before = expressions::value(transfer, state, operand);
            let back = value.cast(to, from);
            let (narrowed, _) = before.refine(&back, BinaryOp::Equal, from, &transfer.analysis.objects);
            // A narrowing that loses everything would come from the conversion, not from the guard.
            narrowed.is_bottom() || learn(transfer, state, operand, &narrowed)
        }
        Expr::Unary(op @ (UnaryOp::Negate | UnaryOp::Complement), operand, ty) => {
            let narrowed = expressions::value(transfer, state, operand).refine_operand(
                *op,
                variables::scalar(transfer.analysis.program, *ty),
                value,
            );
            !narrowed.is_bottom() && learn(transfer, state, operand, &narrowed)
        }
        Expr::Binary(op, left, right, ty) if !op.is_comparison() => {
            let (left_value, right_value) = (
                expressions::value(transfer, state, left),
                expressions::value(transfer, state, right),
            );
            let operation = constants::operation(transfer.analysis, *op, left.ty(), *ty);
            let (left_value, right_value) = left_value.refine_operands(&right_value, &operation, value);
            let possible = !left_value.is_bottom() && !right_value.is_bottom();
            possible && learn(transfer, state, left, &left_value) && learn(transfer, state, right, &right_value)
        }
        _ => true,
    }
}

fn learn_place(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place, value: &Value) -> bool {
    let Some(located) = places::locate(transfer, state, place) else {
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
        contents.write(
            offsets,
            variables::scalar(transfer.analysis.program, place.ty),
            value,
            Strength::Strong,
        );
        state.frame.set(object, contents);
        return offsets != Offsets::ZERO
            || copies::learn_copies(
                transfer,
                state,
                object,
                variables::scalar(transfer.analysis.program, place.ty),
                value,
            );
    }
    if stores::place_strength(transfer, state, &located, object) == Strength::Strong
        && let Some(contents) = views::seen(transfer, state, object)
    {
        let mut contents = contents;
        contents.write(
            offsets,
            variables::scalar(transfer.analysis.program, place.ty),
            value,
            Strength::Strong,
        );
        views::refine_view(transfer, state, object, contents);
        return offsets != Offsets::ZERO
            || copies::learn_copies(
                transfer,
                state,
                object,
                variables::scalar(transfer.analysis.program, place.ty),
                value,
            );
    }
    true
}
