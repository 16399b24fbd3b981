//! Memory that is as good as variables with static storage: there is one of each, and it begins to live before any thread is created.
//!
//! ```text
//!     int main(void) { struct shared s; init(&s); create(&t, w, &s); … join(t); }
//!     int main(void) { struct shared *s = malloc(sizeof *s); init(s); create(&t, w, s); … }
//! ```
//!
//! So what is claimed of variables ([`crate::semantics::claims`]) is claimed of it as well. The instruction where it begins to live is executed once at
//! most ([`super::once`]), and no way leads from a creation to it, nor to the calls that lead there. What the memory holds is indeterminate until it is assigned, unless the allocation makes it
//! zero, or an initialiser with which a variable begins to live.
//!
//! Only what several threads may use is worth that: records that have an atomic member or an object of synchronisation, atomic variables, and variables
//! whose address a creation is passed. A record is allocated by its size.

use std::collections::{BTreeMap, BTreeSet};

use super::made::made_for;
use super::names_of_ids::ProgramPoint;
use super::once::{Calls, instructions, reached};
use super::shape::Shape;
use crate::ir::{
    Begins, Block, BlockId, Body, Callee, Expr, FunctionId, Global, GlobalId, InstructionKind, Linkage, LocalId, Place,
    Program, Root, Storage, TypeId, TypeKind, Types,
};
use crate::library::Library;
use crate::library::model::{AllocatedContents, Effect, Lifetime};
use pepsin_lattice::seeded::{Bug, is_seeded};

/// Where a variable begins to live.
#[derive(Clone, Copy, Debug)]
struct Beginning {
    variable: LocalId,
    at: ProgramPoint,
}

/// Gives such variables of `main` static storage, and tells the variable that such memory is, by the call that allocates it.
pub fn settle(program: &mut Program, library: &Library, shapes: &[Shape]) -> BTreeMap<ProgramPoint, GlobalId> {
    let once = Once::of(program, shapes);
    let allocated = allocated(program, library, &once);
    let main = program.main;
    if let Some(body) = &program.function(main).body {
        for beginning in beginnings(program, body, &once) {
            settle_variable(program, main, &beginning);
        }
    }
    let allocated = allocated.into_iter().map(|(point, variable)| {
        let number = GlobalId(program.globals.len() as u32);
        program.globals.push(variable);
        (point, number)
    });
    allocated.collect()
}

/// What tells which instructions are executed once at most, before any thread is created.
struct Once<'s> {
    shapes: &'s [Shape],
    calls: Calls,
    /// The functions whose address is taken.
    taken: BTreeSet<FunctionId>,
}

impl<'s> Once<'s> {
    fn of(program: &Program, shapes: &'s [Shape]) -> Self {
        let mut taken = BTreeSet::new();
        program.expressions(&mut |expr| {
            if let Expr::Function(function, _) = expr {
                taken.insert(*function);
            }
        });
        let calls = Calls::of(program);
        Once { shapes, calls, taken }
    }

    /// Whether an instruction is executed once at most, and no creation before it.
    fn is_early(&self, program: &Program, point: ProgramPoint) -> bool {
        let may_be_called = |function| self.taken.contains(&function);
        let way = self.calls.way_to(program, point, &may_be_called);
        let is_first = |point: ProgramPoint| {
            let body = program.function(point.function).body.as_ref();
            body.is_some_and(|body| self.is_before_creations(body, point))
        };
        way.is_some_and(|way| way.into_iter().all(is_first))
    }

    /// Whether an instruction may create a thread.
    fn creates(&self, kind: &InstructionKind) -> bool {
        match kind {
            InstructionKind::Call {
                callee: Callee::Function(function),
                ..
            } => self.shapes[function.0 as usize].creates,
            InstructionKind::Call { .. } => true,
            _ => false,
        }
    }

    /// Whether no way leads from a creation to an instruction.
    fn is_before_creations(&self, body: &Body, point: ProgramPoint) -> bool {
        let creation_in = |block: &Block| {
            let mut instructions = block.instructions.iter();
            instructions.position(|instruction| self.creates(&instruction.kind))
        };
        let here = body.blocks.get(point.block.0 as usize).and_then(creation_in);
        let creating = body.blocks.iter().filter(|block| creation_in(block).is_some());
        let next = creating.flat_map(|block| block.terminator.successors());
        let behind = reached(body, next, None);
        !behind.contains(&point.block) && here.is_none_or(|creation| creation >= point.instruction as usize)
    }
}

/// The records that are allocated so, each as a variable.
fn allocated(program: &Program, library: &Library, once: &Once<'_>) -> Vec<(ProgramPoint, Global)> {
    let types = &program.types;
    let made = instructions(program).filter_map(|(point, kind)| {
        let (asked, begins) = allocation(program, library, kind)?;
        let ty = made_for(program, point)?;
        let is_shared = types.is_record(ty) && has_shared_part(types, ty);
        let is_whole = types.size(ty).is_some_and(|size| size == asked);
        let block = program
            .function(point.function)
            .body
            .as_ref()?
            .blocks
            .get(point.block.0 as usize)?;
        let at = block.instructions.get(point.instruction as usize)?.at;
        let is_one = is_shared && is_whole && once.is_early(program, point);
        is_one.then(|| {
            let variable = Global {
                name: format!("memory allocated at line {}", at.line),
                function: None,
                linkage: Linkage::Internal,
                ty,
                align: types.align(ty),
                thread_local: false,
                defined: true,
                storage: Storage::Allocated(begins),
                initial: Vec::new(),
                at,
            };
            (point, variable)
        })
    });
    made.collect()
}

/// Where variables begin to live that are worth it, once and before any creation.
fn beginnings(program: &Program, body: &Body, once: &Once<'_>) -> Vec<Beginning> {
    let passed = passed_to_creations(body, once);
    let entries = instructions(program).filter_map(|(at, kind)| match kind {
        InstructionKind::ScopeEntry(variable) if at.function == program.main => Some(Beginning {
            variable: *variable,
            at,
        }),
        _ => None,
    });
    let entries: Vec<Beginning> = entries.collect();
    let types = &program.types;
    let is_settled = |beginning: &&Beginning| {
        let variable = &body.locals[beginning.variable.0 as usize];
        let is_shared = has_shared_part(types, variable.ty) && !is_opaque(types, variable.ty);
        let is_passed = passed.contains(&beginning.variable) && !matches!(types.kind(variable.ty), TypeKind::Array(..));
        let same = entries.iter().filter(|other| other.variable == beginning.variable);
        (is_shared || is_passed)
            && variable.address_taken
            && types.size(variable.ty).is_some()
            && same.count() == 1
            && once.is_early(program, beginning.at)
            && (!is_used_around(body, beginning) || is_seeded(Bug::InitialisersJumpedOver))
    };
    entries.iter().filter(is_settled).copied().collect()
}

/// The variables whose address stands among the arguments of a creation.
fn passed_to_creations(body: &Body, once: &Once<'_>) -> BTreeSet<LocalId> {
    let mut passed = BTreeSet::new();
    for instruction in body.blocks.iter().flat_map(|block| &block.instructions) {
        if let InstructionKind::Call { arguments, .. } = &instruction.kind
            && once.creates(&instruction.kind)
        {
            // The first one is where the id is stored.
            passed.extend(arguments.iter().skip(1).filter_map(addressed));
        }
    }
    passed
}

fn addressed(argument: &Expr) -> Option<LocalId> {
    match argument {
        Expr::Cast(operand, _) => addressed(operand),
        Expr::AddressOf(place, _) => match place.root {
            Root::Local(local) => Some(local),
            _ => None,
        },
        _ => None,
    }
}

/// How many bytes a call allocates, and what they hold.
fn allocation(program: &Program, library: &Library, kind: &InstructionKind) -> Option<(u64, Begins)> {
    let InstructionKind::Call {
        callee: Callee::Function(callee),
        arguments,
        ..
    } = kind
    else {
        return None;
    };
    let function = program.function(*callee);
    let model = library.model(&function.name).filter(|_| function.body.is_none())?;
    let (sizes, contents) = match &model.effect {
        Some(Effect::Allocate {
            size,
            contents,
            to: None,
            alignment: None,
            flags: None,
        }) if model.lifetime == Lifetime::default() && !size.is_empty() => (size, contents),
        _ => return None,
    };
    let bytes = |size: &usize| u64::try_from(arguments.get(*size)?.as_number()?).ok();
    let product = sizes
        .iter()
        .try_fold(1u64, |product, size| product.checked_mul(bytes(size)?))?;
    match contents {
        AllocatedContents::Zero => Some((product, Begins::Zero)),
        AllocatedContents::Indeterminate => Some((product, Begins::Indeterminate)),
        AllocatedContents::Any | AllocatedContents::Linked => None,
    }
}

/// Whether a type has an atomic member or an object of synchronisation, at whatever depth.
fn has_shared_part(types: &Types, ty: TypeId) -> bool {
    types.get(ty).atomic
        || is_opaque(types, ty)
        || match types.kind(ty) {
            TypeKind::Record(record) => types
                .fields(*record)
                .iter()
                .any(|field| has_shared_part(types, field.ty)),
            _ => false,
        }
}

fn is_opaque(types: &Types, ty: TypeId) -> bool {
    types.as_record(ty).is_some_and(|record| types.is_opaque(record))
}

/// Gives a variable of `main` static storage.
fn settle_variable(program: &mut Program, main: FunctionId, beginning: &Beginning) {
    let number = GlobalId(program.globals.len() as u32);
    let function = &mut program.functions[main.0 as usize];
    let Some(body) = &mut function.body else { return };
    let begins = begins(body, beginning);
    body.change_places(&|place: &mut Place| {
        if place.root == Root::Local(beginning.variable) {
            place.root = Root::Global(number);
        }
    });
    let variable = &body.locals[beginning.variable.0 as usize];
    program.globals.push(Global {
        name: variable.name.clone(),
        function: Some(function.name.clone()),
        linkage: Linkage::Internal,
        ty: variable.ty,
        align: variable.align.unwrap_or_else(|| program.types.align(variable.ty)),
        thread_local: false,
        defined: true,
        storage: Storage::Automatic(begins),
        initial: Vec::new(),
        at: variable.at,
    });
}

/// What a variable holds where it begins to live: an initialiser that makes it zero is as good as zeroes from the start on.
fn begins(body: &Body, beginning: &Beginning) -> Begins {
    let ProgramPoint { block, instruction, .. } = beginning.at;
    let next = body.blocks[block.0 as usize].instructions.get(instruction as usize + 1);
    let is_zeroed = next.is_some_and(
        |next| matches!(&next.kind, InstructionKind::Zero { place } if place.as_local() == Some(beginning.variable)),
    );
    match is_zeroed {
        true => Begins::Zero,
        false => Begins::Indeterminate,
    }
}

/// Whether a way leads to a use of a variable around the block where it begins to live, from the start of the function or from where it has ceased to
/// live: a jump into its block does, where it is another one, which may hold anything.
fn is_used_around(body: &Body, beginning: &Beginning) -> bool {
    let ends = |block: &&Block| {
        let mut instructions = block.instructions.iter();
        instructions.any(|instruction| instruction.kind == InstructionKind::ScopeEnd(beginning.variable))
    };
    let ended = body.blocks.iter().filter(ends);
    let from = ended
        .flat_map(|block| block.terminator.successors())
        .chain([BlockId(0)]);
    reached(body, from, Some(beginning.at.block)).into_iter().any(|block| {
        let mut is_used = false;
        let is_variable = |place: &Place| place.root == Root::Local(beginning.variable);
        body.blocks[block.0 as usize].places(&mut |place| is_used |= is_variable(place));
        is_used
    })
}
