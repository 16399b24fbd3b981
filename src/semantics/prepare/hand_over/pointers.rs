//! Functions that only the text calls, by their names or through pointers to functions of their type.
//!
//! A job is often a function and what it is passed: `task->run(task->argument)`. Who calls through a pointer may call each function of which the address is
//! taken, of the pointer's type; so such a call enters all of these with the nodes that it passes, and what one of them does by right is by right in
//! all executions if nobody else enters it. *Nobody else* is an assumption here, for all functions that the text passes to no function without body
//! by name: a function may still become the routine of a thread, or a callback, or be called through a pointer of another type. The solution knows who
//! enters what ([`crate::semantics::evidence`]), and where one of these is entered in such a way, nothing that was found under the assumption counts. It is
//! found without it as well: functions of which the address is taken are then executed with a heap of which nothing is known, and calls through pointers
//! hand nothing over.

use std::collections::{BTreeMap, BTreeSet};

use crate::ir::{Body, Callee, Expr, FunctionId, InstructionKind, Program, TypeId};

/// Functions that only calls of the text are taken to enter, by their types.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CalledByPointer {
    by_type: BTreeMap<TypeId, Vec<FunctionId>>,
}

impl CalledByPointer {
    /// Those among functions of which the address is taken.
    pub fn of(program: &Program, taken: &[FunctionId]) -> Self {
        let passed_on = passed_on(program);
        let mut by_type: BTreeMap<TypeId, Vec<FunctionId>> = BTreeMap::new();
        for function in taken {
            let held = program.function(*function);
            let is_own = held.body.is_some() && held.destructor.is_none() && *function != program.main;
            if is_own && program.open.is_none() && !passed_on.contains(function) {
                by_type.entry(held.ty).or_default().push(*function);
            }
        }
        CalledByPointer { by_type }
    }

    /// Those that a call through a pointer may enter.
    pub fn through(&self, program: &Program, pointer: &Expr) -> &[FunctionId] {
        let ty = program.types.pointee(pointer.ty());
        ty.and_then(|ty| self.by_type.get(&ty)).map_or(&[], Vec::as_slice)
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = FunctionId> + '_ {
        self.by_type.values().flatten().copied()
    }

    /// Those that a function of the program may call, by their names or through pointers.
    pub fn called_in<'a>(&'a self, program: &'a Program, body: &'a Body) -> impl Iterator<Item = FunctionId> + 'a {
        let instructions = body.blocks.iter().flat_map(|block| &block.instructions);
        instructions
            .flat_map(|instruction| match &instruction.kind {
                InstructionKind::Call { callee, .. } => self.callees(program, callee),
                _ => &[],
            })
            .copied()
    }

    fn callees<'a>(&'a self, program: &Program, callee: &'a Callee) -> &'a [FunctionId] {
        match callee {
            Callee::Function(function) => std::slice::from_ref(function),
            Callee::Pointer(pointer) => self.through(program, pointer),
        }
    }
}

/// The functions that the text names where it passes something to a function without body.
fn passed_on(program: &Program) -> BTreeSet<FunctionId> {
    let mut passed = BTreeSet::new();
    for instruction in instructions(program) {
        if let InstructionKind::Call {
            callee: Callee::Function(callee),
            arguments,
            ..
        } = &instruction.kind
            && program.function(*callee).body.is_none()
        {
            for argument in arguments {
                argument.expressions(&mut |expr| {
                    if let Expr::Function(function, _) = expr {
                        passed.insert(*function);
                    }
                });
            }
        }
    }
    passed
}

fn instructions(program: &Program) -> impl Iterator<Item = &crate::ir::Instruction> {
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    bodies
        .flat_map(|body| &body.blocks)
        .flat_map(|block| &block.instructions)
}
