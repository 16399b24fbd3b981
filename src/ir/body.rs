//! Function bodies: basic blocks of instructions, ended by a terminator that carries the guards of the edges.

use super::expression::{Expr, Place};
use super::program::FunctionId;
use super::source::Position;
use super::types::TypeId;

/// A basic block of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlockId(pub u32);

/// A local variable, parameter or temporary of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LocalId(pub u32);

/// The body of a function. Block 0 is the entry; it has no predecessors.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Body {
    /// The locals; the first are the parameters, in order.
    pub locals: Vec<Local>,
    /// The blocks.
    pub blocks: Vec<Block>,
}

impl Body {
    /// How many of the locals are parameters.
    pub fn parameters(&self) -> usize {
        let is_parameter = |local: &&Local| local.kind == LocalKind::Parameter;
        self.locals.iter().take_while(is_parameter).count()
    }

    /// A new variable whose address is never taken, called by what it holds and its number.
    pub fn add_temporary(&mut self, holds: &str, ty: TypeId, at: Position) -> Place {
        let added = LocalId(self.locals.len() as u32);
        self.locals.push(Local {
            name: format!("{holds}.{}", added.0),
            ty,
            kind: LocalKind::Temporary,
            address_taken: false,
            align: None,
            at,
        });
        Place::local(added, ty, at)
    }
}

#[cfg(test)]
impl Body {
    /// A body of blocks that do nothing but end, for tests of control flow.
    pub(crate) fn of_terminators(terminators: impl IntoIterator<Item = Terminator>) -> Self {
        let block = |terminator| Block {
            instructions: Vec::new(),
            terminator,
            at: Position::BUILT_IN,
        };
        Body {
            locals: Vec::new(),
            blocks: terminators.into_iter().map(block).collect(),
        }
    }
}

/// A local variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Local {
    /// The name in the source; temporaries have names that C can't have.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// Parameter, variable or temporary.
    pub kind: LocalKind,
    /// Whether `&` is applied to it or to a part of it anywhere (array decay included).
    pub address_taken: bool,
    /// The alignment that it was declared with, in bytes, if it is not that of its type.
    pub align: Option<u64>,
    /// Where it is declared.
    pub at: Position,
}

/// What kind of local it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LocalKind {
    /// A parameter.
    Parameter,
    /// A variable of the source.
    Variable,
    /// Made by lowering; its address is never taken.
    Temporary,
}

/// A basic block.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The instructions, executed in order.
    pub instructions: Vec<Instruction>,
    /// Where control goes then.
    pub terminator: Terminator,
    /// Where the terminator stands in the source.
    pub at: Position,
}

/// An instruction and where it stands in the source.
#[derive(Clone, Debug, PartialEq)]
pub struct Instruction {
    /// What is done.
    pub kind: InstructionKind,
    /// Where it stands.
    pub at: Position,
}

/// What an instruction does.
#[derive(Clone, Debug, PartialEq)]
pub enum InstructionKind {
    /// `to = value`. Record values are assigned whole: the value is a [`Expr::Load`] of the same record type.
    Assign {
        /// The place written.
        to: Place,
        /// The value, of the place's type.
        value: Expr,
    },
    /// A call. Atomic read-modify-writes of `_Atomic` lvalues are calls of `__atomic_fetch_add`, `…_sub`, `…_and`, `…_or`, `…_xor`
    /// or `__atomic_exchange_n` (address, operand, order 5), built-in functions are calls of functions without body.
    Call {
        /// Where the result goes, if it is wanted. Its type is the function's result type.
        to: Option<Place>,
        /// What is called.
        callee: Callee,
        /// The arguments, converted to the parameter types (default promotions for variadic ones).
        arguments: Vec<Expr>,
    },
    /// The lifetime of a local begins: its memory is indeterminate from here on. Each pass through it makes a new activation of the variable.
    ScopeEntry(LocalId),
    /// The lifetime of a local ends.
    ScopeEnd(LocalId),
    /// Zeroes the bytes of a place before the designated members are assigned (`T x = { … }`).
    Zero {
        /// The place, of record or array type.
        place: Place,
    },
    /// Inline assembly with a template that is not empty.
    Assembly {
        /// Places written (and read, for `+` constraints).
        outputs: Vec<Place>,
        /// Values read; the address of a memory operand stands in [`InstructionKind::Assembly::memory`] instead.
        inputs: Vec<Expr>,
        /// Memory operands (`m` constraints): places read.
        memory: Vec<Place>,
        /// Whether the clobber list names memory.
        clobbers_memory: bool,
        /// The template, for messages.
        template: String,
    },
    /// Something that could not be modelled soundly; matters only if it is reachable.
    Obstacle {
        /// What it is, as a sentence.
        what: String,
    },
}

/// What a call calls.
#[derive(Clone, Debug, PartialEq)]
pub enum Callee {
    /// A function known by name, with or without a body.
    Function(FunctionId),
    /// What a value of pointer-to-function type points to.
    Pointer(Expr),
}

/// The end of a block.
#[derive(Clone, Debug, PartialEq)]
pub enum Terminator {
    /// To the next block.
    Goto(BlockId),
    /// To one of two blocks, by a scalar condition (true: not zero).
    Branch {
        /// The condition.
        condition: Expr,
        /// Where to when it is not zero.
        then: BlockId,
        /// Where to when it is zero.
        otherwise: BlockId,
    },
    /// To one of many blocks, by the value of an integer expression.
    Switch {
        /// The value.
        value: Expr,
        /// Closed, disjoint intervals of values (case ranges included) and their targets.
        cases: Vec<(i128, i128, BlockId)>,
        /// Where to for other values.
        default: BlockId,
    },
    /// Computed goto: to any of the blocks.
    Computed {
        /// The address.
        value: Expr,
        /// The blocks whose labels' addresses are taken.
        targets: Vec<BlockId>,
    },
    /// Return, with the value if the function has one.
    Return(Option<Expr>),
    /// Control never gets here (`__builtin_unreachable`, behind a call that never returns).
    Unreachable,
}

impl Terminator {
    /// The blocks that control may go to, in order, possibly repeated.
    pub fn successors(&self) -> Vec<BlockId> {
        match self {
            Terminator::Goto(next) => vec![*next],
            Terminator::Branch { then, otherwise, .. } => vec![*then, *otherwise],
            Terminator::Switch { cases, default, .. } => cases
                .iter()
                .map(|case| case.2)
                .chain(std::iter::once(*default))
                .collect(),
            Terminator::Computed { targets, .. } => targets.clone(),
            Terminator::Return(_) | Terminator::Unreachable => Vec::new(),
        }
    }
}
