//! Where threads may be given numbers in memory ([`crate::semantics::origins::inscriptions`]), by the text alone.

use super::shape::Shape;
use crate::ir::{BinaryOp, Body, Expr, InstructionKind, Program};

/// Whether a function that creates threads writes what a variable holds into memory, or so much more.
pub fn inscribes(program: &Program, shapes: &[Shape]) -> bool {
    let functions = program.functions.iter().zip(shapes);
    let creating = functions.filter(|(_, shape)| shape.creates);
    creating
        .filter_map(|(function, _)| function.body.as_ref())
        .any(|body| writes_numbers(program, body))
}

fn writes_numbers(program: &Program, body: &Body) -> bool {
    let mut instructions = body.blocks.iter().flat_map(|block| &block.instructions);
    instructions.any(|instruction| match &instruction.kind {
        InstructionKind::Assign { to, value } => {
            to.as_local()
                .is_none_or(|local| body.locals[local.0 as usize].address_taken)
                && program.types.is_integer(to.ty)
                && is_number_of_variable(value)
        }
        _ => false,
    })
}

fn is_number_of_variable(value: &Expr) -> bool {
    match value {
        Expr::Load(place) => place.as_local().is_some(),
        Expr::Cast(operand, _) => is_number_of_variable(operand),
        Expr::Binary(BinaryOp::Add | BinaryOp::Subtract, left, ..) => is_number_of_variable(left),
        _ => false,
    }
}
