//! Where functions name ids of threads by variables.

use crate::ir::{BlockId, Body, Callee, Expr, FunctionId, InstructionKind, LocalId, Program};
use crate::library::Library;
use crate::library::model::{Attempt, Effect};

/// A point in the program that names something: a creation, an allocation, a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProgramPoint {
    /// The function.
    pub function: FunctionId,
    /// The block.
    pub block: BlockId,
    /// The number of the instruction in the block.
    pub instruction: u32,
}

/// No block of any function.
const NO_BLOCK: BlockId = BlockId(u32::MAX - 1);

impl ProgramPoint {
    /// The points that name what a variable of a function is given, whichever copies of the code do that.
    pub fn of_variable(function: FunctionId, variable: LocalId) -> Self {
        ProgramPoint {
            function,
            block: NO_BLOCK,
            instruction: variable.0,
        }
    }

    /// The variable, if the point is named by one.
    pub fn variable(self) -> Option<LocalId> {
        (self.block == NO_BLOCK).then_some(LocalId(self.instruction))
    }
}

/// Where a function names ids of threads by variables.
#[derive(Clone, Debug, Default)]
pub struct Named {
    /// Creations that put ids into berths named by a variable.
    pub creations: Vec<(LocalId, ProgramPoint)>,
    /// The variables that name the berths of ids that are joined.
    pub joins: Vec<LocalId>,
}

impl Named {
    /// What the text of a function shows.
    pub fn of(program: &Program, library: &Library, function: FunctionId) -> Self {
        let mut named = Named::default();
        let Some(body) = &program.function(function).body else {
            return named;
        };
        for (block, instructions) in body.blocks.iter().enumerate() {
            for (number, instruction) in instructions.instructions.iter().enumerate() {
                let point = ProgramPoint {
                    function,
                    block: BlockId(block as u32),
                    instruction: number as u32,
                };
                named.add(program, library, body, &instruction.kind, point);
            }
        }
        named
    }

    fn add(&mut self, program: &Program, library: &Library, body: &Body, kind: &InstructionKind, at: ProgramPoint) {
        let InstructionKind::Call {
            callee: Callee::Function(callee),
            arguments,
            ..
        } = kind
        else {
            return;
        };
        let callee = program.function(*callee);
        if callee.body.is_some() {
            return;
        }
        match library.model(&callee.name).and_then(|model| model.effect.as_ref()) {
            Some(Effect::Create { id: Some(id), .. }) => {
                let variables = arguments.get(*id).map(|id| with_sources(body, variables(body, id)));
                let variables = variables.into_iter().flatten();
                self.creations.extend(variables.map(|variable| (variable, at)));
            }
            Some(Effect::Join {
                thread,
                attempt: Attempt::Blocking,
                ..
            }) => {
                let variables = arguments.get(*thread).map(|id| with_sources(body, variables(body, id)));
                self.joins.extend(variables.into_iter().flatten());
            }
            _ => {}
        }
    }

    /// Whether it creates threads whose ids are named by a variable.
    pub fn creates(&self) -> bool {
        !self.creations.is_empty()
    }

    /// Whether it joins threads whose ids are named by a variable.
    pub fn joins(&self) -> bool {
        !self.joins.is_empty()
    }

    pub fn is_counted(&self, variable: LocalId) -> bool {
        self.creates_by(variable) || self.joins.contains(&variable)
    }

    fn creates_by(&self, variable: LocalId) -> bool {
        self.creations.iter().any(|(counter, _)| *counter == variable)
    }
}

/// The variables, and those that they are assigned: in `t[n++]`, what names the berth is a copy of `n`.
fn with_sources(body: &Body, mut named: Vec<LocalId>) -> Vec<LocalId> {
    let instructions = body.blocks.iter().flat_map(|block| &block.instructions);
    for instruction in instructions {
        if let InstructionKind::Assign { to, value } = &instruction.kind
            && to.as_local().is_some_and(|to| named.contains(&to))
            && let Expr::Load(_) | Expr::Cast(..) = value
        {
            for source in variables(body, value) {
                if !named.contains(&source) {
                    named.push(source);
                }
            }
        }
    }
    named
}

/// The integer variables in an expression whose address is never taken.
fn variables(body: &Body, expr: &Expr) -> Vec<LocalId> {
    let mut variables = Vec::new();
    expr.expressions(&mut |expr| {
        if let Expr::Load(place) = expr
            && let Some(local) = place.as_local()
            && !body.locals[local.0 as usize].address_taken
            && !variables.contains(&local)
        {
            variables.push(local);
        }
    });
    variables
}
