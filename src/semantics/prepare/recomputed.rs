//! What is computed again behind a comparison: it gets a name before that.
//!
//! ```text
//!     last = (i + 1) * chunk < size ? (i + 1) * chunk : size;
//!
//!     becomes        t = (i + 1) * chunk;   last = t < size ? t : size;
//! ```
//!
//! So what a comparison tells of a number is told of a variable, and still is where the ways meet. That changes nothing of what the program does, if the
//! number is settled ([`super::decided`]): nothing is assigned between the comparison and what stands first behind it. Memory that others may write
//! is read once instead of twice, by the same thread with the same past: if another number could be read the second time, the first reading
//! races, too. What is atomic does not race, and is not settled.

use super::decided::{is_same, is_settled};
use crate::ir::graph::Graph;
use crate::ir::{BinaryOp, BlockId, Body, Expr, Instruction, InstructionKind, Program, Terminator, Types};

/// A number that is compared, and then computed again.
struct Recomputed {
    number: Expr,
    /// The block at whose end it is compared.
    compared: usize,
    /// The blocks that begin with computing it again, to which no other way leads.
    again: Vec<BlockId>,
}

/// Names what is computed again behind comparisons, in all functions.
pub fn name_recomputed(program: &mut Program) {
    let types = &program.types;
    for body in program
        .functions
        .iter_mut()
        .filter_map(|function| function.body.as_mut())
    {
        for recomputed in recomputed(types, body) {
            name(body, &recomputed);
        }
    }
}

fn recomputed(types: &Types, body: &Body) -> Vec<Recomputed> {
    let graph = Graph::new(body);
    let mut found = Vec::new();
    for (compared, block) in body.blocks.iter().enumerate() {
        let Terminator::Branch {
            condition: Expr::Binary(op, left, right, _),
            then,
            otherwise,
        } = &block.terminator
        else {
            continue;
        };
        let next = [*then, *otherwise].into_iter();
        let next: Vec<BlockId> = next.filter(|next| graph.predecessors(*next).len() == 1).collect();
        for number in [left, right].map(|side| without_casts(side)) {
            let begins_so = |next: &BlockId| first_value(body, *next).is_some_and(|value| is_same(value, number));
            let again: Vec<BlockId> = next.iter().copied().filter(begins_so).collect();
            if op.is_comparison() && !again.is_empty() && is_computed(number) && is_settled(types, body, number) {
                found.push(Recomputed {
                    number: number.clone(),
                    compared,
                    again,
                });
            }
        }
    }
    found
}

fn is_computed(number: &Expr) -> bool {
    matches!(
        number,
        Expr::Binary(BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply, ..)
    )
}

fn without_casts(expr: &Expr) -> &Expr {
    match expr {
        Expr::Cast(operand, _) => without_casts(operand),
        _ => expr,
    }
}

/// What the first instruction of a block assigns, but for conversions.
fn first_value(body: &Body, block: BlockId) -> Option<&Expr> {
    match &body.blocks.get(block.0 as usize)?.instructions.first()?.kind {
        InstructionKind::Assign { value, .. } => Some(without_casts(value)),
        _ => None,
    }
}

/// Gives a number a name where it is compared, and calls it so there and where it would be computed again.
fn name(body: &mut Body, recomputed: &Recomputed) {
    let Recomputed {
        number,
        compared,
        again,
    } = recomputed;
    let at = body.blocks[*compared].at;
    let place = body.add_temporary("number", number.ty(), at);
    let value = Expr::Load(Box::new(place.clone()));
    let block = &mut body.blocks[*compared];
    let define = InstructionKind::Assign {
        to: place,
        value: number.clone(),
    };
    block.instructions.push(Instruction { kind: define, at });
    if let Terminator::Branch {
        condition: Expr::Binary(_, left, right, _),
        ..
    } = &mut block.terminator
    {
        replace(left, number, &value);
        replace(right, number, &value);
    }
    for next in again {
        let first = body.blocks[next.0 as usize].instructions.first_mut();
        if let Some(InstructionKind::Assign { value: computed, .. }) = first.map(|first| &mut first.kind) {
            replace(computed, number, &value);
        }
    }
}

/// Puts a value in the place of a number, behind conversions.
fn replace(expr: &mut Expr, number: &Expr, value: &Expr) {
    match expr {
        Expr::Cast(operand, _) => replace(operand, number, value),
        _ if is_same(expr, number) => *expr = value.clone(),
        _ => {}
    }
}
