//! Which results a program tests: those that may decide which way it goes.
//!
//! Whoever follows the failure of a call wants to know whether the program looks at what the call returned. A program that does not,
//! goes on as if the call had succeeded, and what it does then with a null pointer or with a thread that was never created is undefined.
//!
//! A variable is tested if its value flows into the condition of a branch:
//!
//! ```text
//!     branch (… x …)        ⟹  x is tested
//!     y = (… x …), y tested ⟹  x is tested
//! ```
//!
//! Flow is told apart by variables and fields, neither by places in the program nor by objects. Arguments flow into parameters, and results
//! out of functions. What is written through a pointer `*p` may be read under any name, and what is written under a name may be read through
//! any pointer; only pointers and numbers are told apart. A value that is only followed, as the pointer is in `p->x`, decides nothing.

use std::collections::{BTreeMap, BTreeSet};

use super::body::{Body, Callee, InstructionKind, LocalId, Terminator};
use super::expression::{Expr, Place, Projection, Root};
use super::program::{FunctionId, GlobalId, Program};
use super::types::{RecordId, TypeId};

/// The variables whose values may decide a branch.
#[derive(Clone, Debug, Default)]
pub struct Tested {
    variables: BTreeSet<Variable>,
}

/// What values flow through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Variable {
    Local(FunctionId, LocalId),
    Global(GlobalId),
    /// The field of all records of a type.
    Field(RecordId, u32),
    /// All that is written to memory through pointers without a name.
    ThroughPointer(Held),
    /// All that is written to memory.
    Memory(Held),
    /// What a function returns.
    Result(FunctionId),
    /// What functions return that are called through pointers.
    AnyResult,
    /// What the condition of a branch says.
    Branch,
}

/// What memory holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Held {
    Pointer,
    Number,
}

impl Tested {
    /// Finds what a program tests.
    pub fn of(program: &Program) -> Self {
        let mut flow = Flow {
            program,
            sources: BTreeMap::new(),
        };
        for (number, function) in program.functions.iter().enumerate() {
            if let Some(body) = &function.body {
                flow.body(FunctionId(number as u32), body);
            }
        }
        Tested {
            variables: flow.into_branches(),
        }
    }

    /// Whether a value that a function stores at a place may decide a branch.
    pub fn decides(&self, program: &Program, function: FunctionId, to: &Place) -> bool {
        let written = written(program, function, to);
        written.iter().any(|variable| self.variables.contains(variable))
    }
}

/// Which variables each variable takes values from.
struct Flow<'p> {
    program: &'p Program,
    sources: BTreeMap<Variable, Vec<Variable>>,
}

impl Flow<'_> {
    /// All variables whose values may flow into a branch.
    fn into_branches(self) -> BTreeSet<Variable> {
        let mut reached = BTreeSet::from([Variable::Branch]);
        let mut work = vec![Variable::Branch];
        while let Some(variable) = work.pop() {
            for source in self.sources.get(&variable).into_iter().flatten() {
                if reached.insert(*source) {
                    work.push(*source);
                }
            }
        }
        reached
    }

    fn body(&mut self, function: FunctionId, body: &Body) {
        for block in &body.blocks {
            for instruction in &block.instructions {
                match &instruction.kind {
                    InstructionKind::Assign { to, value } => {
                        for variable in written(self.program, function, to) {
                            self.flows(function, value, variable);
                        }
                    }
                    InstructionKind::Call { to, callee, arguments } => {
                        self.call(function, to.as_ref(), callee, arguments);
                    }
                    _ => {}
                }
            }
            match &block.terminator {
                Terminator::Branch { condition: value, .. }
                | Terminator::Switch { value, .. }
                | Terminator::Computed { value, .. } => self.flows(function, value, Variable::Branch),
                Terminator::Return(Some(value)) => self.flows(function, value, Variable::Result(function)),
                Terminator::Goto(_) | Terminator::Return(None) | Terminator::Unreachable => {}
            }
        }
    }

    fn call(&mut self, caller: FunctionId, to: Option<&Place>, callee: &Callee, arguments: &[Expr]) {
        let result = match callee {
            Callee::Function(callee) => {
                self.arguments(caller, *callee, arguments);
                Variable::Result(*callee)
            }
            // Whichever function that is: it may test what it is given.
            Callee::Pointer(_) => {
                self.all_flow(caller, arguments, Variable::Branch);
                Variable::AnyResult
            }
        };
        for to in to.into_iter().flat_map(|to| written(self.program, caller, to)) {
            self.sources.entry(to).or_default().push(result);
        }
    }

    fn arguments(&mut self, caller: FunctionId, callee: FunctionId, arguments: &[Expr]) {
        if self.program.function(callee).body.is_some() {
            for (number, argument) in arguments.iter().enumerate() {
                let parameter = Variable::Local(callee, LocalId(number as u32));
                self.flows(caller, argument, parameter);
            }
            return;
        }
        // What the library is given may come back, and goes to the routines that it is given besides.
        let is_returned = |argument: &&Expr| {
            let returned = self.program.types.result(self.program.function(callee).ty);
            returned.is_some_and(|returned| held(self.program, returned) == held(self.program, argument.ty()))
        };
        for argument in arguments {
            if is_returned(&argument) {
                self.flows(caller, argument, Variable::Result(callee));
            }
            // It may look into the variable: `memcmp(&p, &null, sizeof p)`.
            if let Some(place) = variable_passed(argument) {
                let sources = read(self.program, caller, place);
                self.sources
                    .entry(Variable::Result(callee))
                    .or_default()
                    .extend(sources);
            }
        }
        for routine in arguments.iter().filter_map(routine) {
            let body = self.program.function(routine).body.as_ref();
            for parameter in 0..body.map_or(0, Body::parameters) as u32 {
                self.all_flow(caller, arguments, Variable::Local(routine, LocalId(parameter)));
            }
        }
    }

    fn all_flow(&mut self, function: FunctionId, values: &[Expr], into: Variable) {
        for value in values {
            self.flows(function, value, into);
        }
    }

    /// The value of an expression flows into a variable.
    fn flows(&mut self, function: FunctionId, value: &Expr, into: Variable) {
        match value {
            Expr::Load(place) => {
                let sources = self.sources.entry(into).or_default();
                sources.extend(read(self.program, function, place));
            }
            Expr::AddressOf(place, _) => {
                if let Root::Deref(pointer) = &place.root {
                    self.flows(function, pointer, into);
                }
            }
            Expr::Unary(_, operand, _) | Expr::Cast(operand, _) => self.flows(function, operand, into),
            Expr::Binary(_, left, right, _) => {
                self.flows(function, left, into);
                self.flows(function, right, into);
            }
            // Its address is taken: who calls it through a pointer gets what it returns.
            Expr::Function(routine, _) => {
                let results = self.sources.entry(Variable::AnyResult).or_default();
                results.push(Variable::Result(*routine));
            }
            Expr::Integer(..) | Expr::Float(..) | Expr::String(..) | Expr::Unknown(_) => {}
        }
    }
}

/// The variables that a read of a place takes its value from.
fn read(program: &Program, function: FunctionId, place: &Place) -> Vec<Variable> {
    let held = held(program, place.ty);
    match name(function, place) {
        None => vec![Variable::Memory(held)],
        Some(name) if is_private(program, name) => vec![name],
        Some(name) => vec![name, Variable::ThroughPointer(held)],
    }
}

/// The variables that a write to a place gives a value.
fn written(program: &Program, function: FunctionId, place: &Place) -> Vec<Variable> {
    let held = held(program, place.ty);
    match name(function, place) {
        None => vec![Variable::ThroughPointer(held), Variable::Memory(held)],
        Some(name) if is_private(program, name) => vec![name],
        Some(name) => vec![name, Variable::Memory(held)],
    }
}

/// What a place is called: the last field on the way to it, or else the variable.
fn name(function: FunctionId, place: &Place) -> Option<Variable> {
    let field = place.projections.iter().rev().find_map(|projection| match projection {
        Projection::Field(record, number) => Some(Variable::Field(*record, *number)),
        Projection::Index(..) => None,
    });
    field.or(match place.root {
        Root::Local(local) => Some(Variable::Local(function, local)),
        Root::Global(global) => Some(Variable::Global(global)),
        Root::Deref(_) => None,
    })
}

/// Whether no pointer leads to a variable.
fn is_private(program: &Program, variable: Variable) -> bool {
    let Variable::Local(function, local) = variable else {
        return false;
    };
    let body = program.function(function).body.as_ref();
    let declared = body.and_then(|body| body.locals.get(local.0 as usize));
    declared.is_some_and(|declared| !declared.address_taken)
}

fn held(program: &Program, ty: TypeId) -> Held {
    match program.types.is_pointer(ty) {
        true => Held::Pointer,
        false => Held::Number,
    }
}

/// The variable whose address is passed.
fn variable_passed(argument: &Expr) -> Option<&Place> {
    match argument {
        Expr::AddressOf(place, _) => (!matches!(place.root, Root::Deref(_))).then_some(&**place),
        Expr::Cast(operand, _) => variable_passed(operand),
        _ => None,
    }
}

fn routine(argument: &Expr) -> Option<FunctionId> {
    match argument {
        Expr::Function(function, _) => Some(*function),
        Expr::Cast(operand, _) => routine(operand),
        _ => None,
    }
}
