//! Records that are written as literals: the memory is given its members one by one, without a copy of the record in between.
//!
//! ```text
//!     *p = (struct task){ f, g(x) };       as      literal = { 0 };  literal.run = f;  literal.argument = g(x);  *p = literal;
//!                                          becomes      p->next = 0;      p->run = f;       p->argument = a;
//!                                          behind  a = g(x);
//! ```
//!
//! So what follows pointers through memory sees what each member holds, also one that the literal does not name. That changes nothing of what the
//! program does, if no member is atomic: a copy of a record stores none atomically. Values are kept in variables of their own where they stood,
//! but for those that are the same where the record is written: constants, and what is computed of variables of the function whose address is never taken,
//! if nothing stands in between. The address of the memory is computed of such only. The literal itself stays where it is made, and is read no more: what
//! executions reach there is reached.

use crate::ir::{
    Body, Expr, Instruction, InstructionKind, Local, LocalId, Place, Position, Program, Projection, RecordId,
    RecordKind, Root, TypeId, TypeKind, Types,
};

/// So many members are written one by one.
const MOST_MEMBERS: usize = 64;

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
        for number in 0..body.blocks.len() {
            let unspread = std::mem::take(&mut body.blocks[number].instructions);
            let mut spread = Vec::with_capacity(unspread.len());
            for instruction in unspread {
                let copied = copied(types, body, &instruction, &literals);
                match copied.and_then(|(literal, to)| Some((Making::of(&spread, literal)?, to))) {
                    Some((making, to)) => making.write(types, body, &mut spread, (to, instruction.at)),
                    None => spread.push(instruction),
                }
            }
            body.blocks[number].instructions = spread;
        }
    }
}

/// The variables that may be spread: records that are read once, whole.
fn literals(types: &Types, body: &Body) -> Vec<LocalId> {
    let mut reads: Vec<LocalId> = Vec::new();
    body.expressions(&mut |expr| {
        if let Expr::Load(place) = expr
            && let Root::Local(local) = place.root
        {
            reads.push(local);
        }
    });
    let locals = (0..).map(LocalId).zip(&body.locals);
    let is_literal = |(id, local): &(LocalId, &Local)| {
        let is_read_once = reads.iter().filter(|read| *read == id).count() == 1;
        types.is_record(local.ty) && !local.address_taken && is_read_once && !has_atomic_part(types, local.ty)
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

/// The literal that an instruction copies, and the memory to which it does, which is the same while the members are written.
fn copied<'i>(
    types: &Types,
    body: &Body,
    instruction: &'i Instruction,
    literals: &[LocalId],
) -> Option<(LocalId, &'i Place)> {
    let InstructionKind::Assign {
        to,
        value: Expr::Load(from),
    } = &instruction.kind
    else {
        return None;
    };
    let literal = from.as_local().filter(|local| literals.contains(local))?;
    let mut is_settled = to.root != Root::Local(literal) && !has_atomic_part(types, to.ty);
    to.expressions(&mut |expr| is_settled &= is_own(body, expr));
    is_settled.then_some((literal, to))
}

/// Where a literal is made, in the block in which it is copied.
struct Making {
    /// The instruction that zeroes it.
    zeroed: usize,
    /// The instructions that give it members.
    members: Vec<usize>,
}

impl Making {
    /// Of a literal that is copied behind these instructions, if it is made by some of them and nothing else touches it.
    fn of(instructions: &[Instruction], literal: LocalId) -> Option<Self> {
        let mut members = Vec::new();
        for (number, instruction) in instructions.iter().enumerate().rev() {
            let to = match &instruction.kind {
                InstructionKind::Zero { place } if place.as_local() == Some(literal) => {
                    members.reverse();
                    let zeroed = number;
                    return (members.len() <= MOST_MEMBERS).then_some(Making { zeroed, members });
                }
                InstructionKind::Assign { to, .. } => Some(to),
                InstructionKind::Call { to, .. } => to.as_ref(),
                InstructionKind::ScopeEntry(local) | InstructionKind::ScopeEnd(local) if *local != literal => None,
                _ => return None,
            };
            if let Some(to) = to.filter(|to| to.root == Root::Local(literal)) {
                if to.projections.is_empty() {
                    return None;
                }
                members.push(number);
            }
        }
        None
    }

    /// Writes the members to a place instead, behind the instructions, at a position.
    fn write(self, types: &Types, body: &mut Body, instructions: &mut Vec<Instruction>, (to, at): (&Place, Position)) {
        let is_in_one = self.zeroed + self.members.len() + 1 == instructions.len();
        let mut members = Vec::with_capacity(self.members.len());
        for number in self.members {
            let instruction = &mut instructions[number];
            let (member, value) = match &mut instruction.kind {
                InstructionKind::Assign { to, value } if is_constant(value) || is_in_one && is_own(body, value) => {
                    members.push((to.clone(), value.clone()));
                    continue;
                }
                InstructionKind::Assign { to, .. } | InstructionKind::Call { to: Some(to), .. } => {
                    let kept = body.add_temporary("member", to.ty, instruction.at);
                    (std::mem::replace(to, kept.clone()), Expr::Load(Box::new(kept)))
                }
                _ => continue,
            };
            members.push((member, value));
        }
        instructions.extend(
            unnamed(types, to, &members)
                .into_iter()
                .map(|kind| Instruction { kind, at }),
        );
        for (member, value) in members {
            let to = member_of(to, member.projections, member.ty);
            let kind = InstructionKind::Assign { to, value };
            instructions.push(Instruction { kind, at });
        }
    }
}

/// A member of what stands at a place.
fn member_of(to: &Place, projections: Vec<Projection>, ty: TypeId) -> Place {
    Place {
        projections: [to.projections.clone(), projections].concat(),
        ty,
        ..to.clone()
    }
}

/// What makes zero all that no member is given for: each scalar that is not named, and each other member whole, before parts of it are written.
fn unnamed(types: &Types, to: &Place, named: &[(Place, Expr)]) -> Vec<InstructionKind> {
    let is_struct = |record: &RecordId| types.record(*record).kind == RecordKind::Struct;
    let Some(record) = types.as_record(to.ty).filter(is_struct) else {
        return vec![InstructionKind::Zero { place: to.clone() }];
    };
    let fields = (0..).zip(types.fields(record));
    let zeroes = fields.filter_map(|(number, field)| {
        let projection = Projection::Field(record, number);
        let is_named = |(member, _): &&(Place, Expr)| member.projections.first() == Some(&projection);
        let is_whole = named
            .iter()
            .filter(is_named)
            .any(|(member, _)| member.projections.len() == 1);
        let place = member_of(to, vec![projection.clone()], field.ty);
        if is_whole {
            return None;
        }
        let zero = match types.kind(field.ty) {
            // A copy has nothing of an array without a length (C17 6.7.2.1, paragraph 18).
            TypeKind::Array(_, None) => return None,
            TypeKind::Array(..) | TypeKind::Record(_) => return Some(InstructionKind::Zero { place }),
            TypeKind::Float { .. } => Expr::Float(0.0, field.ty),
            _ => Expr::Integer(0, field.ty),
        };
        Some(InstructionKind::Assign { to: place, value: zero })
    });
    zeroes.collect()
}

/// Whether a value is computed of constants and of variables of the function whose address is never taken.
fn is_own(body: &Body, value: &Expr) -> bool {
    let is_variable = |place: &Place| {
        let local = place.as_local().and_then(|local| body.locals.get(local.0 as usize));
        local.is_some_and(|local| !local.address_taken)
    };
    let mut is_own = true;
    value.expressions(&mut |expr| is_own &= !matches!(expr, Expr::Load(place) if !is_variable(place)));
    is_own
}

fn is_constant(value: &Expr) -> bool {
    let mut is_constant = true;
    value.expressions(&mut |expr| is_constant &= !matches!(expr, Expr::Load(_)));
    is_constant
}
