//! `setjmp` and `longjmp` (C17 7.13) as control flow within functions and returns out of them.
//!
//! `setjmp` notes in its buffer which activation of which function it was called in, and where; `longjmp` notes in variables of its thread
//! where to go, and leaves its function. Behind each call of a function that may be left so, it is looked whether it was:
//!
//! ```text
//! r = setjmp(b)   :  r = setjmp(b);  b.frame = &frame;  b.site = number;  site:
//! longjmp(b, v)   :  read all of b;  jump.frame = b.frame;  jump.site = b.site;  jump.value = v ? v : 1;  goto landing
//! f(…)            :  f(…);  if (jump.value) goto landing
//! landing         :  if (jump.frame == &frame && jump.site == number) { r = jump.value;  jump.value = 0;  goto site }
//!                    …;  return
//! ```
//!
//! Where nobody called a function directly, nobody is left to return to: the behaviour is undefined, as it is where the activation has ended.
//! A function that may be left by a jump and has its address taken may be called by the library, or for a signal, which is not
//! followed: that is an obstacle, but for the routine of a thread. Locals keep what they hold at the jump, of which C says nothing
//! where they are not `volatile` and were changed.
//! Programs without `longjmp` are left as they are.

use std::collections::BTreeSet;

use super::Lowering;
use crate::ir::{
    BinaryOp, Block, BlockId, Body, Callee, Expr, FunctionId, Global, GlobalId, Instruction, InstructionKind, Linkage,
    Local, LocalId, LocalKind, Place, Position, Projection, Root, Storage, Terminator, TypeId, TypeKind, UnaryOp,
};
use crate::library::Library;
use crate::library::model::Effect;

/// The functions that note a place.
const NOTING: [&str; 4] = ["setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp"];
/// The functions that jump.
const JUMPING: [&str; 4] = ["longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"];

/// The function that reads the buffer, all of it: by its row.
const READ: &str = "__pepsin_jump";

/// What is assumed where there are jumps.
const ASSUMPTION: &str = "Local variables keep their values when `longjmp` jumps to their function.";

/// The variables of a thread that say where it is jumping.
#[derive(Clone, Copy)]
struct Jump {
    /// What `setjmp` gives; 0 where there is no jump.
    value: (GlobalId, TypeId),
    /// The activation.
    frame: (GlobalId, TypeId),
    /// The number of the place.
    site: (GlobalId, TypeId),
}

/// A place that `setjmp` noted.
struct Site {
    result: Option<Place>,
    block: BlockId,
}

/// What a function without body does, if it has to do with jumps.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Notes,
    Jumps,
}

impl Lowering<'_> {
    /// Makes jumps out of functions control flow that the program spells.
    pub(super) fn follow_jumps(&mut self) {
        let roles: Vec<Option<Role>> = self.functions.iter().map(role).collect();
        let leaving = leaving(&self.functions, &roles);
        if leaving.is_empty() {
            return;
        }
        self.assumptions.push(ASSUMPTION.to_owned());
        let jump = self.jump_variables();
        let read = self.builtin(READ, self.basic.int);
        let called = called_directly(&self.functions);
        let addressed = self.addressed(&leaving);
        for number in 0..self.functions.len() {
            let id = FunctionId(number as u32);
            let Some(mut body) = self.functions[number].body.take() else {
                continue;
            };
            let notes = calls(&body).any(|callee| roles.get(callee.0 as usize).copied().flatten() == Some(Role::Notes));
            if notes || leaving.contains(&id) {
                let result = self.types.result(self.functions[number].ty).unwrap_or(self.basic.void);
                let ending = match called.contains(&id) {
                    true => Terminator::Return(self.nothing_of(result)),
                    false => Terminator::Unreachable,
                };
                let mut rewriting = Rewriting {
                    lowering: self,
                    jump,
                    read,
                    roles: &roles,
                    leaving: &leaving,
                    at: body.blocks.first().map_or(Position::BUILT_IN, |block| block.at),
                    frame: LocalId(0),
                    landing: BlockId(0),
                    sites: Vec::new(),
                };
                rewriting.rewrite(&mut body, ending);
            }
            if leaving.contains(&id) {
                self.functions[number].no_return = false;
            }
            if addressed.contains(&id)
                && let Some(entry) = body.blocks.first_mut()
            {
                let what = "A jump by `longjmp` may leave this function, whose address is taken.".to_owned();
                let kind = InstructionKind::Obstacle { what };
                entry.instructions.insert(0, Instruction { kind, at: entry.at });
            }
            self.functions[number].body = Some(body);
        }
    }

    fn jump_variables(&mut self) -> Jump {
        let (int, long) = (self.basic.int, self.basic.long);
        let pointer = self.pointer_to(long);
        let mut variable = |name: &str, ty: TypeId| {
            let id = GlobalId(self.globals.len() as u32);
            self.globals.push(Global {
                name: name.to_owned(),
                function: None,
                linkage: Linkage::Internal,
                ty,
                align: self.types.align(ty),
                thread_local: true,
                defined: true,
                storage: Storage::Static,
                initial: Vec::new(),
                at: Position::BUILT_IN,
            });
            (id, ty)
        };
        Jump {
            value: variable("<jump value>", int),
            frame: variable("<jump frame>", pointer),
            site: variable("<jump site>", long),
        }
    }

    /// What a function returns that is left by a jump: nobody looks at it.
    fn nothing_of(&self, result: TypeId) -> Option<Expr> {
        match self.types.kind(result) {
            TypeKind::Void => None,
            TypeKind::Float { .. } => Some(Expr::Float(0.0, result)),
            TypeKind::Record(_) => Some(Expr::Unknown(result)),
            _ => Some(Expr::Integer(0, result)),
        }
    }

    /// The functions of a set whose address is taken, but for routines of threads.
    fn addressed(&self, among: &BTreeSet<FunctionId>) -> BTreeSet<FunctionId> {
        let mut found = BTreeSet::new();
        let mut see = |expr: &Expr| {
            if let Expr::Function(function, _) = expr
                && among.contains(function)
            {
                found.insert(*function);
            }
        };
        for global in &self.globals {
            global
                .initial
                .iter()
                .for_each(|initial| initial.value.expressions(&mut see));
        }
        for body in self.functions.iter().filter_map(|function| function.body.as_ref()) {
            for block in &body.blocks {
                for instruction in &block.instructions {
                    let routine = self.routine_of_thread(&instruction.kind);
                    match &instruction.kind {
                        InstructionKind::Call { arguments, .. } if routine.is_some() => {
                            let others = arguments
                                .iter()
                                .enumerate()
                                .filter(|(number, _)| Some(*number) != routine);
                            others.for_each(|(_, argument)| argument.expressions(&mut see));
                        }
                        kind => kind.expressions(&mut see),
                    }
                }
                if let Terminator::Return(Some(value)) = &block.terminator {
                    value.expressions(&mut see);
                }
            }
        }
        found
    }

    /// The number of the argument that is the routine of a new thread.
    fn routine_of_thread(&self, kind: &InstructionKind) -> Option<usize> {
        let InstructionKind::Call {
            callee: Callee::Function(callee),
            ..
        } = kind
        else {
            return None;
        };
        let callee = &self.functions[callee.0 as usize];
        let library: &Library = self.library;
        let model = callee.body.is_none().then(|| library.model(&callee.name)).flatten()?;
        match model.effect {
            Some(Effect::Create { routine, .. }) => Some(routine),
            _ => None,
        }
    }
}

fn role(function: &crate::ir::Function) -> Option<Role> {
    let name = function.name.as_str();
    match function.body {
        Some(_) => None,
        None if NOTING.contains(&name) => Some(Role::Notes),
        None if JUMPING.contains(&name) => Some(Role::Jumps),
        None => None,
    }
}

fn calls(body: &Body) -> impl Iterator<Item = FunctionId> {
    let instructions = body.blocks.iter().flat_map(|block| &block.instructions);
    instructions.filter_map(|instruction| match &instruction.kind {
        InstructionKind::Call {
            callee: Callee::Function(callee),
            ..
        } => Some(*callee),
        _ => None,
    })
}

fn bodies(functions: &[crate::ir::Function]) -> impl Iterator<Item = (FunctionId, &Body)> {
    let numbered = functions.iter().enumerate();
    numbered.filter_map(|(number, function)| Some((FunctionId(number as u32), function.body.as_ref()?)))
}

fn called_directly(functions: &[crate::ir::Function]) -> BTreeSet<FunctionId> {
    bodies(functions).flat_map(|(_, body)| calls(body)).collect()
}

/// The functions with a body that a jump may leave: those that jump, and those that call them.
fn leaving(functions: &[crate::ir::Function], roles: &[Option<Role>]) -> BTreeSet<FunctionId> {
    let mut callers = vec![Vec::new(); functions.len()];
    let mut work = Vec::new();
    for (caller, body) in bodies(functions) {
        for callee in calls(body) {
            match roles.get(callee.0 as usize).copied().flatten() {
                Some(Role::Jumps) => work.push(caller),
                _ => callers[callee.0 as usize].push(caller),
            }
        }
    }
    let mut found = BTreeSet::new();
    while let Some(next) = work.pop() {
        if found.insert(next) {
            work.extend(callers[next.0 as usize].iter().copied());
        }
    }
    found
}

/// A body that is being rewritten.
struct Rewriting<'r, 'a> {
    lowering: &'r mut Lowering<'a>,
    jump: Jump,
    /// What reads a buffer.
    read: FunctionId,
    roles: &'r [Option<Role>],
    leaving: &'r BTreeSet<FunctionId>,
    at: Position,
    /// A local whose address is that of the activation.
    frame: LocalId,
    landing: BlockId,
    sites: Vec<Site>,
}

impl Rewriting<'_, '_> {
    fn rewrite(&mut self, body: &mut Body, ending: Terminator) {
        self.frame = LocalId(body.locals.len() as u32);
        body.locals.push(Local {
            name: "<frame>".to_owned(),
            ty: self.lowering.basic.long,
            kind: LocalKind::Variable,
            address_taken: true,
            align: None,
            at: self.at,
        });
        self.landing = self.new_block(body, Terminator::Unreachable);
        let mut next = 0;
        while next < body.blocks.len() {
            self.split(body, next);
            next += 1;
        }
        self.land(body, ending);
    }

    fn new_block(&self, body: &mut Body, terminator: Terminator) -> BlockId {
        body.blocks.push(Block {
            instructions: Vec::new(),
            terminator,
            at: self.at,
        });
        BlockId(body.blocks.len() as u32 - 1)
    }

    /// Ends a block behind the first call that has to do with jumps; what follows becomes a block of its own.
    fn split(&mut self, body: &mut Body, number: usize) {
        let role_of = |instruction: &Instruction| match &instruction.kind {
            InstructionKind::Call {
                callee: Callee::Function(callee),
                ..
            } => match self.roles.get(callee.0 as usize).copied().flatten() {
                Some(role) => Some(Some(role)),
                None => self.leaving.contains(callee).then_some(None),
            },
            _ => None,
        };
        let instructions = &body.blocks[number].instructions;
        let found = instructions.iter().enumerate();
        let Some((place, role)) = found.into_iter().find_map(|(place, one)| Some((place, role_of(one)?))) else {
            return;
        };
        let at = instructions[place].at;
        let following = body.blocks[number].instructions.split_off(place + 1);
        let terminator = std::mem::replace(&mut body.blocks[number].terminator, Terminator::Unreachable);
        let rest = self.new_block(body, terminator);
        body.blocks[rest.0 as usize].instructions = following;
        let block = &mut body.blocks[number];
        match role {
            None => {
                block.terminator = Terminator::Branch {
                    condition: Expr::Load(Box::new(variable(self.jump.value, at))),
                    then: self.landing,
                    otherwise: rest,
                };
            }
            Some(Role::Notes) => {
                self.note(block, at, rest);
                block.terminator = Terminator::Goto(rest);
            }
            Some(Role::Jumps) => {
                self.leave(block, at);
                block.terminator = Terminator::Goto(self.landing);
            }
        }
    }

    /// Where a buffer has the activation, and the number of the place.
    fn parts(&mut self, buffer: &Expr, at: Position) -> [Place; 2] {
        let (pointer, long) = (self.jump.frame.1, self.jump.site.1);
        let to_pointer = self.lowering.pointer_to(pointer);
        let part = |address: Expr, ty: TypeId, projections: Vec<Projection>| Place {
            root: Root::Deref(Box::new(address)),
            projections,
            ty,
            at,
        };
        let frame = Expr::Cast(Box::new(buffer.clone()), to_pointer);
        let numbers = Expr::Cast(Box::new(buffer.clone()), pointer);
        let one = Expr::Integer(1, long);
        let site = Expr::Binary(BinaryOp::PointerAdd, Box::new(numbers), Box::new(one), pointer);
        [part(frame, pointer, Vec::new()), part(site, long, Vec::new())]
    }

    /// Behind a call of `setjmp`, which stays, as it is an access: it gives 0, and notes the place.
    fn note(&mut self, block: &mut Block, at: Position, site: BlockId) {
        let Some((to, buffer)) = last_call(block) else { return };
        if let Some(result) = &to {
            assign(block, result.clone(), Expr::Integer(0, result.ty));
        }
        let number = self.sites.len() as i128;
        self.sites.push(Site {
            result: to,
            block: site,
        });
        let [frame, place] = self.parts(&buffer, at);
        let long = place.ty;
        let local = Place::local(self.frame, self.lowering.basic.long, at);
        let address = Expr::AddressOf(Box::new(local), frame.ty);
        assign(block, frame, address);
        assign(block, place, Expr::Integer(number, long));
    }

    /// In place of a call of `longjmp`.
    fn leave(&mut self, block: &mut Block, at: Position) {
        let given = block.instructions.pop().map(|call| call.kind);
        let Some(InstructionKind::Call { arguments, .. }) = given else {
            return;
        };
        let [buffer, value] = arguments.as_slice() else { return };
        let kind = InstructionKind::Call {
            to: None,
            callee: Callee::Function(self.read),
            arguments: vec![buffer.clone()],
        };
        block.instructions.push(Instruction { kind, at });
        let [frame, place] = self.parts(buffer, at);
        assign(block, variable(self.jump.frame, at), Expr::Load(Box::new(frame)));
        assign(block, variable(self.jump.site, at), Expr::Load(Box::new(place)));
        let int = self.jump.value.1;
        let value = match value {
            Expr::Integer(0, _) => Expr::Integer(1, int),
            Expr::Integer(value, _) => Expr::Integer(*value, int),
            value => {
                let is_zero = Expr::Unary(UnaryOp::Not, Box::new(value.clone()), int);
                Expr::Binary(BinaryOp::Add, Box::new(value.clone()), Box::new(is_zero), int)
            }
        };
        assign(block, variable(self.jump.value, at), value);
    }

    /// Where jumps arrive: at a place of this activation, or they go on.
    fn land(&mut self, body: &mut Body, ending: Terminator) {
        let (at, int) = (self.at, self.jump.value.1);
        let load = |variable: Place| Box::new(Expr::Load(Box::new(variable)));
        let ends = self.new_block(body, ending);
        let mut otherwise = ends;
        for (number, site) in std::mem::take(&mut self.sites).into_iter().enumerate() {
            let arrives = self.new_block(body, Terminator::Goto(site.block));
            let block = &mut body.blocks[arrives.0 as usize];
            if let Some(result) = site.result {
                assign(block, result, Expr::Load(Box::new(variable(self.jump.value, at))));
            }
            assign(block, variable(self.jump.value, at), Expr::Integer(0, int));
            let number = Expr::Integer(number as i128, self.jump.site.1);
            let condition = Expr::Binary(
                BinaryOp::Equal,
                load(variable(self.jump.site, at)),
                Box::new(number),
                int,
            );
            otherwise = self.new_block(
                body,
                Terminator::Branch {
                    condition,
                    then: arrives,
                    otherwise,
                },
            );
        }
        let local = Place::local(self.frame, self.lowering.basic.long, at);
        let own = Expr::AddressOf(Box::new(local), self.jump.frame.1);
        let condition = Expr::Binary(BinaryOp::Equal, load(variable(self.jump.frame, at)), Box::new(own), int);
        body.blocks[self.landing.0 as usize].terminator = match otherwise == ends {
            true => Terminator::Goto(ends),
            false => Terminator::Branch {
                condition,
                then: otherwise,
                otherwise: ends,
            },
        };
    }
}

fn variable((id, ty): (GlobalId, TypeId), at: Position) -> Place {
    Place::global(id, ty, at)
}

fn assign(block: &mut Block, to: Place, value: Expr) {
    let at = to.at;
    let kind = InstructionKind::Assign { to, value };
    block.instructions.push(Instruction { kind, at });
}

/// Where the result of the last call of a block goes, and its first argument.
fn last_call(block: &Block) -> Option<(Option<Place>, Expr)> {
    match &block.instructions.last()?.kind {
        InstructionKind::Call { to, arguments, .. } => Some((to.clone(), arguments.first()?.clone())),
        _ => None,
    }
}
