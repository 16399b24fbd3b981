//! Numbers worth trying as inputs: the constants of the program, and what must be put in for its comparisons to hold.
//!
//! Of `x * 3 == 999` the search tries 3 and 999, and 333.

use crate::ir::{BinaryOp, Expr, InstructionKind, Place, Program, Projection, Root, Terminator, UnaryOp};

/// Integer constants of the program, and solutions of its comparisons: what inputs are likely to be compared with.
pub fn of(program: &Program) -> Vec<i64> {
    let mut found = Vec::new();
    for body in program.functions.iter().filter_map(|function| function.body.as_ref()) {
        for block in &body.blocks {
            for instruction in &block.instructions {
                match &instruction.kind {
                    InstructionKind::Assign { to, value } => {
                        collect(value, &mut found);
                        collect_place(to, &mut found);
                    }
                    InstructionKind::Call { arguments, .. } => {
                        arguments.iter().for_each(|argument| collect(argument, &mut found));
                    }
                    _ => {}
                }
            }
            match &block.terminator {
                Terminator::Branch { condition, .. } => collect(condition, &mut found),
                Terminator::Switch { cases, .. } => {
                    found.extend(cases.iter().filter_map(|case| i64::try_from(case.0).ok()));
                }
                _ => {}
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn collect(expression: &Expr, found: &mut Vec<i64>) {
    match expression {
        Expr::Integer(value, _) => found.extend(i64::try_from(*value).ok()),
        Expr::Load(place) | Expr::AddressOf(place, _) => collect_place(place, found),
        Expr::Unary(_, operand, _) | Expr::Cast(operand, _) => collect(operand, found),
        Expr::Binary(operator, left, right, _) => {
            if operator.is_comparison() {
                solve(left, right.as_number(), found);
                solve(right, left.as_number(), found);
            }
            collect(left, found);
            collect(right, found);
        }
        _ => {}
    }
}

fn collect_place(place: &Place, found: &mut Vec<i64>) {
    if let Root::Deref(pointer) = &place.root {
        collect(pointer, found);
    }
    for projection in &place.projections {
        if let Projection::Index(index, _) = projection {
            collect(index, found);
        }
    }
}

/// What must be put in for what an expression computes from it by constants to be a number: one solution, if that is easy.
fn solve(expression: &Expr, wanted: Option<i128>, found: &mut Vec<i64>) {
    let Some(wanted) = wanted else { return };
    match expression {
        Expr::Cast(operand, _) => solve(operand, Some(wanted), found),
        Expr::Unary(UnaryOp::Negate, operand, _) => solve(operand, wanted.checked_neg(), found),
        Expr::Unary(UnaryOp::Complement, operand, _) => solve(operand, Some(!wanted), found),
        Expr::Binary(operator, left, right, _) => {
            if let Some(number) = right.as_number() {
                solve(left, inverse(*operator, wanted, number), found);
            }
            if let Some(number) = left.as_number() {
                let solution = match operator {
                    BinaryOp::Subtract => number.checked_sub(wanted),
                    BinaryOp::Add | BinaryOp::Multiply | BinaryOp::Xor => inverse(*operator, wanted, number),
                    _ => None,
                };
                solve(right, solution, found);
            }
        }
        _ => found.extend(i64::try_from(wanted).ok()),
    }
}

/// An `x` with `x ∘ number = result`, if `x` is not far to seek.
fn inverse(operator: BinaryOp, result: i128, number: i128) -> Option<i128> {
    let bits = || u32::try_from(number).ok().filter(|bits| *bits < 64);
    match operator {
        BinaryOp::Add => result.checked_sub(number),
        BinaryOp::Subtract => result.checked_add(number),
        BinaryOp::Multiply => result.checked_div(number),
        BinaryOp::Divide => result.checked_mul(number),
        BinaryOp::Remainder | BinaryOp::And | BinaryOp::Or => Some(result),
        BinaryOp::Xor => Some(result ^ number),
        BinaryOp::ShiftLeft => Some(result >> bits()?),
        BinaryOp::ShiftRight => Some(result << bits()?),
        _ => None,
    }
}
