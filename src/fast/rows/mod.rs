//! What calls of functions without body do, by the rows of the library: where addresses flow, and what is accessed.
//!
//! A function without a row may do anything with what it is given, but where the settings say that such functions do nothing.

mod accesses;
mod flows;

pub use accesses::{How, What, deeds};
pub use flows::flow;

use super::classes::Class;
use super::memory::Memory;
use crate::ir::{Callee, Expr, FunctionId, InstructionKind, Position, Program, TypeId, TypeKind};
use crate::library::is_reserved;
use crate::library::model::{Argument, Effect, Formatted, Model, Returns};

/// A call of a function without body.
pub struct Call<'c> {
    /// The function that calls.
    pub caller: FunctionId,
    /// The function that is called.
    pub called: FunctionId,
    /// The arguments as they are written; none where it is called through a pointer.
    pub expressions: &'c [Expr],
    /// Where the arguments lead.
    pub values: &'c [Option<Class>],
    /// Where it stands.
    pub at: Position,
}

impl<'c> Call<'c> {
    /// All calls through pointers at once, as a call of the function by itself.
    pub fn through_pointers(program: &Program, called: FunctionId, values: &'c [Option<Class>]) -> Self {
        Call {
            caller: called,
            called,
            expressions: &[],
            values,
            at: program.function(called).at,
        }
    }

    /// Where an argument leads.
    fn value(&self, number: usize) -> Option<Class> {
        self.values.get(number).copied().flatten()
    }

    /// How many parameters are declared.
    fn declared(&self, program: &Program) -> usize {
        match program.types.kind(program.function(self.called).ty) {
            TypeKind::Function(ty) => ty.parameters.len(),
            _ => 0,
        }
    }

    /// The argument that is a list of those for a format.
    fn list(&self, program: &Program, model: &Model) -> Option<usize> {
        let is_formatted = model.prints.is_some() || model.scans.is_some();
        let last = self.declared(program).checked_sub(1);
        last.filter(|_| is_formatted && model.formatted == Formatted::List)
    }

    /// The numbers of arguments.
    fn numbers(&self, program: &Program, arguments: &[Argument]) -> Vec<usize> {
        let declared = self.declared(program);
        let numbers = |argument: &Argument| match argument {
            Argument::Number(number) => *number..*number + 1,
            Argument::Rest(_) => declared..self.values.len().max(declared),
        };
        arguments.iter().flat_map(numbers).collect()
    }

    /// The size of what an argument points to, by its type: as it is declared, or as it is written, converted or not.
    pub fn size(&self, program: &Program, number: usize) -> Option<u64> {
        let types = &program.types;
        let declared = types.size(self.pointee(program, number)?)?;
        let Some(written) = self.expressions.get(number) else {
            return Some(declared);
        };
        let size = |expr: &Expr| types.pointee(expr.ty()).map_or(Some(0), |ty| types.size(ty));
        Some(declared.max(size(written)?).max(size(uncast(written))?))
    }

    /// The type that an argument points to, as it was written before it was converted, or as it is declared.
    fn pointee(&self, program: &Program, number: usize) -> Option<TypeId> {
        let declared = match program.types.kind(program.function(self.called).ty) {
            TypeKind::Function(ty) => ty.parameters.get(number).copied(),
            _ => None,
        };
        let written = self.expressions.get(number).map(|expr| uncast(expr).ty());
        program.types.pointee(declared.or(written)?)
    }
}

/// An expression without the conversions around it.
pub fn uncast(expr: &Expr) -> &Expr {
    match expr {
        Expr::Cast(inner, _) => uncast(inner),
        other => other,
    }
}

/// The functions that a call runs, now or later, each with the number of the argument that leads to it.
pub fn called_back(model: &Model) -> Vec<(usize, When)> {
    match &model.effect {
        Some(Effect::Create { routine, .. }) => vec![(*routine, When::InAThread)],
        Some(Effect::Once { routine, .. }) => vec![(*routine, When::Now)],
        Some(Effect::KeyCreate { destructor, .. }) => vec![(*destructor, When::AtAnyTime)],
        Some(Effect::AtExit { function, .. }) => vec![(*function, When::AtAnyTime)],
        Some(Effect::SignalHandler { handler }) => vec![(*handler, When::AtAnyTime)],
        Some(Effect::SignalAction { action }) => vec![(*action, When::FromMemory)],
        Some(Effect::Sort { compare, .. } | Effect::Search { compare, .. }) => vec![(*compare, When::Now)],
        Some(Effect::CallBack { function, .. }) => vec![(*function, When::Now)],
        Some(Effect::CallLater { function, also, .. }) => {
            let both = std::iter::once(*function).chain(*also);
            both.map(|function| (function, When::AtAnyTime)).collect()
        }
        _ => Vec::new(),
    }
}

/// When a function is called that a call is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Before the call returns, by the same thread.
    Now,
    /// Once, by a thread of its own.
    InAThread,
    /// Any number of times, by any thread.
    AtAnyTime,
    /// The same, and the functions are what the memory holds to which the argument leads.
    FromMemory,
}

/// Whether a function that has neither body nor row does nothing to the program's memory.
pub fn is_pure(memory: &Memory<'_>, function: FunctionId) -> bool {
    memory.outside.pure_functions && !is_reserved(&memory.program.function(function).name)
}

/// Whether a call gives memory that may be a variable which others can name.
pub fn takes_from_outside(memory: &Memory<'_>) -> bool {
    let (program, library) = (memory.program, memory.library);
    let gives = |function: FunctionId| {
        let function = program.function(function);
        let types = &program.types;
        let writes = memory.outside.writes_addresses;
        let leads_out = |ty: &TypeKind| match ty {
            TypeKind::Function(ty) => {
                types.is_pointer(ty.result)
                    || writes && ty.parameters.iter().any(|parameter| types.is_pointer(*parameter))
            }
            _ => true,
        };
        match library.model(&function.name) {
            _ if function.body.is_some() => false,
            Some(model) => matches!(model.returns, Returns::Unknown | Returns::Given | Returns::GivenBack),
            None => leads_out(types.kind(function.ty)),
        }
    };
    let is_unknown = |name: &str| !library.has_variable(name);
    let mut globals = program.globals.iter();
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    let mut instructions = bodies
        .flat_map(|body| &body.blocks)
        .flat_map(|block| &block.instructions);
    program.open.is_some()
        || globals.any(|global| !global.defined && is_unknown(&global.name))
        || instructions.any(|instruction| match &instruction.kind {
            InstructionKind::Call {
                callee: Callee::Function(function),
                ..
            } => gives(*function),
            _ => false,
        })
}
