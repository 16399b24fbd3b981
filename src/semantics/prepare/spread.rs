//! Records that are written as literals: the memory is given its members one by one, without a copy of the record in between.
//!
//! ```text
//!     *p = (struct task){ f, x };          as      literal = { 0 };  literal.run = f;  literal.argument = x;  *p = literal;
//!                                          becomes      *p = { 0 };       p->run = f;       p->argument = x;  p->next = 0;
//! ```
//!
//! So what follows pointers through memory sees what each member holds, also one that the literal does not name. That changes nothing of what the
//! program does, if the values are computed of constants and of variables of the function whose address is never taken, which are the same
//! while the record is written, and if no member is atomic: a copy of a record stores none atomically.

use crate::ir::{
    Body, Expr, Instruction, InstructionKind, Local, LocalId, Place, Program, Projection, RecordId, RecordKind, Root,
    TypeId, TypeKind, Types,
};

/// Spreads the literals of all functions.
pub fn spread_literals(program: &mut Program) {
    let types = &program.types;
    for body in program
        .functions
        .iter_mut()
        .filter_map(|function| function.body.as_mut())
    {
        let literals = literals(types, body);
        if literals.is_empty() {
            continue;
        }
        let taken: Vec<bool> = body.locals.iter().map(|local| local.address_taken).collect();
        let is_own = |local: LocalId| taken.get(local.0 as usize) == Some(&false);
        for block in &mut body.blocks {
            let mut instructions = Vec::with_capacity(block.instructions.len());
            for instruction in block.instructions.drain(..) {
                match copied(&instruction, &literals, &is_own) {
                    Some((literal, to)) => write(types, &mut instructions, literal, (to, &instruction)),
                    None => instructions.push(instruction),
                }
            }
            block.instructions = instructions;
        }
    }
}

/// The variables that may be spread: records that are read once, whole, and into which nothing is written but what is the same a little later.
fn literals(types: &Types, body: &Body) -> Vec<LocalId> {
    let is_own = |place: &Place| {
        let local = place.as_local().and_then(|local| body.locals.get(local.0 as usize));
        local.is_some_and(|local| !local.address_taken)
    };
    let mut reads: Vec<LocalId> = Vec::new();
    body.expressions(&mut |expr| {
        if let Expr::Load(place) = expr
            && let Root::Local(local) = place.root
        {
            reads.push(local);
        }
    });
    let changing = body
        .blocks
        .iter()
        .flat_map(|block| &block.instructions)
        .filter_map(|instruction| {
            let InstructionKind::Assign { to, value } = &instruction.kind else {
                return None;
            };
            let Root::Local(written) = to.root else { return None };
            let mut is_settled = true;
            value.expressions(&mut |expr| is_settled &= !matches!(expr, Expr::Load(place) if !is_own(place)));
            (!is_settled).then_some(written)
        });
    let changing: Vec<LocalId> = changing.collect();
    let locals = (0..).map(LocalId).zip(&body.locals);
    let is_literal = |(id, local): &(LocalId, &Local)| {
        let is_read_once = reads.iter().filter(|read| *read == id).count() == 1;
        types.is_record(local.ty)
            && !local.address_taken
            && is_read_once
            && !changing.contains(id)
            && !has_atomic_part(types, local.ty)
    };
    locals.filter(is_literal).map(|(id, _)| id).collect()
}

fn has_atomic_part(types: &Types, ty: TypeId) -> bool {
    types.get(ty).atomic
        || match types.kind(ty) {
            TypeKind::Array(element, _) => has_atomic_part(types, *element),
            TypeKind::Record(record) => types
                .fields(*record)
                .iter()
                .any(|field| has_atomic_part(types, field.ty)),
            _ => false,
        }
}

/// The literal that an instruction copies, and the memory behind a pointer to which it does.
fn copied<'i>(
    instruction: &'i Instruction,
    literals: &[LocalId],
    is_own: &dyn Fn(LocalId) -> bool,
) -> Option<(LocalId, &'i Place)> {
    let InstructionKind::Assign {
        to,
        value: Expr::Load(from),
    } = &instruction.kind
    else {
        return None;
    };
    let literal = from.as_local().filter(|local| literals.contains(local))?;
    let Root::Deref(pointer) = &to.root else { return None };
    let is_settled =
        matches!(&**pointer, Expr::Load(place) if place.as_local().is_some_and(is_own)) && to.projections.is_empty();
    is_settled.then_some((literal, to))
}

/// Writes a literal to a place, if the instructions before are those that make it; else copies it.
fn write(types: &Types, instructions: &mut Vec<Instruction>, literal: LocalId, (to, copy): (&Place, &Instruction)) {
    let member = |instruction: &Instruction| match &instruction.kind {
        InstructionKind::Assign { to, value } if to.root == Root::Local(literal) && !to.projections.is_empty() => {
            Some((to.clone(), value.clone()))
        }
        _ => None,
    };
    let members: Vec<(Place, Expr)> = instructions.iter().rev().map_while(member).collect();
    let start = instructions.len() - members.len();
    let is_zeroed = |instruction: &Instruction| matches!(&instruction.kind, InstructionKind::Zero { place } if place.as_local() == Some(literal));
    if !start.checked_sub(1).is_some_and(|zero| is_zeroed(&instructions[zero])) {
        instructions.push(copy.clone());
        return;
    }
    instructions.truncate(start - 1);
    let at = copy.at;
    let kind = InstructionKind::Zero { place: to.clone() };
    instructions.push(Instruction { kind, at });
    let unnamed = unnamed_pointers(types, to, &members);
    let named = members
        .iter()
        .rev()
        .map(|(member, value)| (member.projections.clone(), member.ty, value.clone()));
    for (projections, ty, value) in named.chain(unnamed) {
        let to = Place {
            root: to.root.clone(),
            projections,
            ty,
            at: to.at,
        };
        let kind = InstructionKind::Assign { to, value };
        instructions.push(Instruction { kind, at });
    }
}

/// The members of a record that are pointers and of which none is named, with null.
fn unnamed_pointers(types: &Types, to: &Place, named: &[(Place, Expr)]) -> Vec<(Vec<Projection>, TypeId, Expr)> {
    let is_struct = |record: &RecordId| types.record(*record).kind == RecordKind::Struct;
    let Some(record) = types.as_record(to.ty).filter(is_struct) else {
        return Vec::new();
    };
    let fields = (0..).zip(types.fields(record));
    let pointers = fields.filter(|(_, field)| types.is_pointer(field.ty));
    let unnamed = pointers.filter_map(|(number, field)| {
        let projection = Projection::Field(record, number);
        let is_named = named
            .iter()
            .any(|(member, _)| member.projections.first() == Some(&projection));
        (!is_named).then(|| (vec![projection], field.ty, Expr::Integer(0, field.ty)))
    });
    unnamed.collect()
}
