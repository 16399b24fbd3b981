//! Memory that is as good as variables with static storage: there is one of each, and it begins to live before any thread is created.
//!
//! ```text
//!     int main(void) { struct shared s; init(&s); create(&t, w, &s); … join(t); }
//!     int main(void) { struct shared *s = malloc(sizeof *s); init(s); create(&t, w, s); … }
//! ```
//!
//! So what is claimed of variables ([`crate::semantics::claims`]) is claimed of it as well. The instruction where it begins to live is executed once at
//! most, and no creation comes before: it stands in `main`, which nobody calls, or in a function that is called by its name, at one such place
//! only; no way leads from it to itself, nor from a creation to it. What the memory holds is indeterminate until it is assigned, unless the allocation makes it
//! zero, or an initialiser with which a variable begins to live.
//!
//! Only what several threads may use is worth that: records that have an atomic member or an object of synchronisation, atomic variables, and variables
//! whose address a creation is passed. A record is allocated by its size.

use std::collections::{BTreeMap, BTreeSet};

use super::hand_over::is_on_a_cycle;
use super::made::made_for;
use super::names_of_ids::ProgramPoint;
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
    standing: Standing,
}

/// Gives such variables of `main` static storage, and tells the variable that such memory is, by the call that allocates it.
pub fn settle(program: &mut Program, library: &Library, shapes: &[Shape]) -> BTreeMap<Standing, GlobalId> {
    let once = Once::of(program, shapes);
    let allocated = allocated(program, library, &once);
    let main = program.main;
    if let Some(body) = &program.function(main).body {
        for beginning in beginnings(program, body, &once) {
            settle_variable(program, main, &beginning);
        }
    }
    let allocated = allocated.into_iter().map(|(standing, variable)| {
        let number = GlobalId(program.globals.len() as u32);
        program.globals.push(variable);
        (standing, number)
    });
    allocated.collect()
}

/// Where something stands: the function, the block in it, and the number of the instruction.
pub type Standing = (FunctionId, BlockId, u32);

/// What tells which instructions are executed once at most, before any thread is created.
struct Once<'s> {
    shapes: &'s [Shape],
    /// Where each function is called by its name.
    calls: Vec<Vec<Standing>>,
    /// The functions whose address is taken.
    taken: BTreeSet<FunctionId>,
}

impl<'s> Once<'s> {
    fn of(program: &Program, shapes: &'s [Shape]) -> Self {
        let mut calls = vec![Vec::new(); program.functions.len()];
        let mut taken = BTreeSet::new();
        program.expressions(&mut |expr| {
            if let Expr::Function(function, _) = expr {
                taken.insert(*function);
            }
        });
        for (standing, kind) in instructions(program) {
            if let InstructionKind::Call {
                callee: Callee::Function(callee),
                ..
            } = kind
            {
                calls[callee.0 as usize].push(standing);
            }
        }
        Once { shapes, calls, taken }
    }

    /// Whether an instruction is executed once at most, and no creation before it.
    fn is_early(&self, program: &Program, standing: Standing) -> bool {
        let mut standing = standing;
        // A way through more functions than there are runs in a circle.
        for _ in 0..=program.functions.len() {
            let (function, block, instruction) = standing;
            let Some(body) = &program.function(function).body else {
                return false;
            };
            let is_first = self.is_before_creations(body, block, instruction);
            if !is_first || is_on_a_cycle(body, block) || self.taken.contains(&function) {
                return false;
            }
            match self.calls[function.0 as usize][..] {
                [] => return function == program.main,
                [caller] if function != program.main => standing = caller,
                _ => return false,
            }
        }
        false
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
    fn is_before_creations(&self, body: &Body, block: BlockId, instruction: u32) -> bool {
        let creation_in = |block: &Block| {
            let mut instructions = block.instructions.iter();
            instructions.position(|instruction| self.creates(&instruction.kind))
        };
        let here = body.blocks.get(block.0 as usize).and_then(creation_in);
        let creating = body.blocks.iter().filter(|block| creation_in(block).is_some());
        let mut open: Vec<BlockId> = creating.flat_map(|block| block.terminator.successors()).collect();
        let mut behind = BTreeSet::new();
        while let Some(block) = open.pop() {
            if behind.insert(block) {
                open.extend(body.blocks[block.0 as usize].terminator.successors());
            }
        }
        !behind.contains(&block) && here.is_none_or(|creation| creation >= instruction as usize)
    }
}

fn instructions(program: &Program) -> impl Iterator<Item = (Standing, &InstructionKind)> {
    let functions = (0..).map(FunctionId).zip(&program.functions);
    let bodies = functions.filter_map(|(function, held)| Some((function, held.body.as_ref()?)));
    bodies.flat_map(|(function, body)| {
        let blocks = (0..).map(BlockId).zip(&body.blocks);
        blocks.flat_map(move |(block, held)| {
            let instructions = (0..).zip(&held.instructions);
            instructions.map(move |(number, instruction)| ((function, block, number), &instruction.kind))
        })
    })
}

/// The records that are allocated so, each as a variable.
fn allocated(program: &Program, library: &Library, once: &Once<'_>) -> Vec<(Standing, Global)> {
    let types = &program.types;
    let made = instructions(program).filter_map(|(standing, kind)| {
        let (function, block, instruction) = standing;
        let (asked, begins) = allocation(program, library, kind)?;
        let point = ProgramPoint {
            function,
            block,
            instruction,
        };
        let ty = made_for(program, point)?;
        let is_shared = types.is_record(ty) && has_shared_part(types, ty);
        let is_whole = types.size(ty).is_some_and(|size| size == asked);
        let body = program.function(function).body.as_ref()?;
        let at = body
            .blocks
            .get(block.0 as usize)?
            .instructions
            .get(instruction as usize)?
            .at;
        let is_one = is_shared && is_whole && once.is_early(program, standing);
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
            (standing, variable)
        })
    });
    made.collect()
}

/// Where variables begin to live that are worth it, once and before any creation.
fn beginnings(program: &Program, body: &Body, once: &Once<'_>) -> Vec<Beginning> {
    let passed = passed_to_creations(body, once);
    let entries = instructions(program).filter_map(|(standing, kind)| match kind {
        InstructionKind::ScopeEntry(variable) if standing.0 == program.main => Some(Beginning {
            variable: *variable,
            standing,
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
            && once.is_early(program, beginning.standing)
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
    let (_, block, instruction) = beginning.standing;
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
    let (variable, (_, around, _)) = (beginning.variable, beginning.standing);
    let ends = |block: &&Block| {
        let mut instructions = block.instructions.iter();
        instructions.any(|instruction| instruction.kind == InstructionKind::ScopeEnd(variable))
    };
    let ended = body.blocks.iter().filter(ends);
    let mut open: Vec<BlockId> = ended.flat_map(|block| block.terminator.successors()).collect();
    open.push(BlockId(0));
    let mut reached = BTreeSet::from([around]);
    while let Some(block) = open.pop() {
        if reached.insert(block) {
            open.extend(body.blocks[block.0 as usize].terminator.successors());
        }
    }
    reached.remove(&around);
    reached.into_iter().any(|block| {
        let mut is_used = false;
        let is_variable = |place: &Place| place.root == Root::Local(variable);
        body.blocks[block.0 as usize].places(&mut |place| is_used |= is_variable(place));
        is_used
    })
}
