//! For what memory is allocated: the type to which its address is converted, by the text.

use super::names_of_ids::ProgramPoint;
use crate::ir::{Expr, InstructionKind, LocalId, Program, TypeId, TypeKind};

/// The type of what the result of a call is taken to point to, if the text says one: by the type of the result, or of what it is first
/// converted to.
pub fn made_for(program: &Program, point: ProgramPoint) -> Option<TypeId> {
    let body = program.function(point.function).body.as_ref()?;
    let block = body.blocks.get(point.block.0 as usize)?;
    let call = block.instructions.get(point.instruction as usize)?;
    let InstructionKind::Call { to: Some(to), .. } = &call.kind else {
        return None;
    };
    let sized = |ty: TypeId| {
        let pointee = program.types.pointee(ty)?;
        let is_void = matches!(program.types.kind(pointee), TypeKind::Void);
        program.types.size(pointee).filter(|_| !is_void).map(|_| pointee)
    };
    sized(to.ty).or_else(|| {
        let result = to.as_local()?;
        let instructions = body.blocks.iter().flat_map(|block| &block.instructions);
        let mut converted = instructions.filter_map(|instruction| match &instruction.kind {
            InstructionKind::Assign {
                value: Expr::Cast(operand, ty),
                ..
            } if is_load_of(operand, result) => sized(*ty),
            _ => None,
        });
        converted.next()
    })
}

fn is_load_of(expr: &Expr, variable: LocalId) -> bool {
    matches!(expr, Expr::Load(place) if place.as_local() == Some(variable))
}
