//! The body under construction: blocks that grow, the targets of jumps, and the lifetimes of locals.

mod either_order;

use std::collections::BTreeMap;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use either_order::Choice;

use crate::ir::{
    Block, BlockId, Body, Expr, Instruction, InstructionKind, Local, LocalId, LocalKind, Place, Position, Terminator,
    TypeId,
};

/// A point between two instructions of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    block: BlockId,
    index: usize,
    /// How many blocks there were.
    blocks: usize,
}

/// A block that still grows.
#[derive(Debug, Default)]
struct OpenBlock {
    instructions: Vec<Instruction>,
    terminator: Option<(Terminator, Position)>,
}

/// Where `break` and `continue` lead, and how many scopes are open there.
#[derive(Clone, Copy, Debug)]
pub(super) struct JumpTarget {
    pub(super) break_to: BlockId,
    pub(super) continue_to: Option<BlockId>,
    pub(super) scopes: usize,
}

/// The cases of a switch seen so far.
#[derive(Debug)]
pub(super) struct Switch {
    pub(super) ty: TypeId,
    /// How many scopes are open in front of it.
    pub(super) scopes: usize,
    pub(super) cases: Vec<(i128, i128, BlockId)>,
    /// The values of all cases: where a range begins, and its last value.
    pub(super) taken: BTreeMap<i128, i128>,
    pub(super) default: Option<BlockId>,
}

/// A label of the function.
#[derive(Clone, Debug)]
pub(super) struct Label {
    pub(super) block: BlockId,
    /// Where it is defined, the scopes that are open there.
    pub(super) scopes: Option<Vec<OpenScope>>,
    /// Where it was named first.
    pub(super) at: Position,
}

/// A label: its name, and the number of the `__label__` declaration that it belongs to (0: the function's own).
pub(super) type LabelKey<'a> = (&'a str, usize);

/// A block scope that is open: the outermost one is the function's.
#[derive(Clone, Debug, Default)]
pub(super) struct OpenScope {
    /// Which scope of the function it is.
    pub(super) number: u32,
    /// The variables declared in it so far.
    pub(super) locals: Vec<LocalId>,
}

/// A `goto`.
#[derive(Clone, Debug)]
pub(super) struct Goto<'a> {
    /// The block that it ends.
    pub(super) block: BlockId,
    pub(super) label: LabelKey<'a>,
    /// The scopes that are open in front of it.
    pub(super) from: Vec<OpenScope>,
    pub(super) at: Position,
}

/// A `goto` to the address of a label.
#[derive(Clone, Debug)]
pub(super) struct ComputedGoto {
    /// The block that it ends.
    pub(super) block: BlockId,
    /// The address, as an integer.
    pub(super) value: Expr,
    /// The scopes that are open in front of it.
    pub(super) from: Vec<OpenScope>,
    pub(super) at: Position,
}

/// A function body under construction.
#[derive(Debug, Default)]
pub(super) struct Flow<'a> {
    /// The name of the function.
    pub(super) function: &'a str,
    /// Where it has its variable arguments, if it is variadic.
    pub(super) variadic: Option<super::variable_arguments::Variadic>,
    /// The type it returns.
    pub(super) result: Option<TypeId>,
    pub(super) locals: Vec<Local>,
    blocks: Vec<OpenBlock>,
    current: BlockIndex,
    /// How many scratch graphs are open.
    scratches: u32,
    /// The open scopes, innermost last.
    pub(super) scopes: Vec<OpenScope>,
    /// How many scopes there were beside the function's own.
    inner_scopes: u32,
    /// The functions that run when locals end (`cleanup`), by their index among the routines.
    pub(super) cleanups: Vec<(LocalId, usize)>,
    /// The values of locals that are `constexpr` integers.
    pub(super) constants: HashMap<LocalId, i128, FxBuildHasher>,
    /// The widths of the bit-fields whose values temporaries hold.
    pub(super) widths: HashMap<LocalId, u32, FxBuildHasher>,
    pub(super) targets: Vec<JumpTarget>,
    pub(super) switches: Vec<Switch>,
    /// Labels by name and declaring scope of `__label__` (0: the function).
    pub(super) labels: HashMap<LabelKey<'a>, Label, FxBuildHasher>,
    /// Names declared by `__label__` in open scopes, with the number of the declaration.
    pub(super) local_labels: Vec<(&'a str, usize)>,
    /// How many names `local_labels` had when each open scope began.
    pub(super) label_depths: Vec<usize>,
    /// How many `__label__` declarations there were.
    pub(super) label_scopes: usize,
    /// The `goto`s to labels by name.
    pub(super) gotos: Vec<Goto<'a>>,
    /// Labels whose address is taken, and where first; the address is the index plus one.
    pub(super) label_addresses: Vec<(LabelKey<'a>, Position)>,
    /// The `goto`s to addresses of labels.
    pub(super) computed: Vec<ComputedGoto>,
    /// Operands that are evaluated in either order.
    choices: Vec<Choice>,
    /// How many instructions were copied for that.
    pub(super) copied: usize,
    /// How many instructions and expressions were looked at for that.
    pub(super) seen: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct BlockIndex(usize);

impl<'a> Flow<'a> {
    /// An empty body of the function `function`, at its entry block.
    pub(super) fn new(function: &'a str, result: Option<TypeId>) -> Self {
        Flow {
            function,
            result,
            blocks: vec![OpenBlock::default()],
            scopes: vec![OpenScope::default()],
            ..Flow::default()
        }
    }

    /// Swaps in an empty graph, for operands that are not evaluated; returns what [`Flow::leave_scratch`] takes.
    pub(super) fn enter_scratch(&mut self) -> Scratch<'a> {
        self.scratches += 1;
        Scratch {
            blocks: std::mem::replace(&mut self.blocks, vec![OpenBlock::default()]),
            current: std::mem::take(&mut self.current),
            locals: self.locals.len(),
            declared: self.scopes.last().map_or(0, |scope| scope.locals.len()),
            cleanups: self.cleanups.len(),
            labels: std::mem::take(&mut self.labels),
            gotos: std::mem::take(&mut self.gotos),
            computed: std::mem::take(&mut self.computed),
            targets: std::mem::take(&mut self.targets),
            switches: std::mem::take(&mut self.switches),
        }
    }

    /// Whether the graph has no instruction yet.
    pub(super) fn does_nothing(&self) -> bool {
        self.blocks.iter().all(|block| block.instructions.is_empty())
    }

    /// Forgets everything since [`Flow::enter_scratch`].
    pub(super) fn leave_scratch(&mut self, scratch: Scratch<'a>) {
        self.scratches -= 1;
        self.blocks = scratch.blocks;
        self.current = scratch.current;
        self.locals.truncate(scratch.locals);
        self.widths.retain(|local, _| (local.0 as usize) < scratch.locals);
        self.constants.retain(|local, _| (local.0 as usize) < scratch.locals);
        if let Some(scope) = self.scopes.last_mut() {
            scope.locals.truncate(scratch.declared);
        }
        self.cleanups.truncate(scratch.cleanups);
        self.labels = scratch.labels;
        self.gotos = scratch.gotos;
        self.computed = scratch.computed;
        self.targets = scratch.targets;
        self.switches = scratch.switches;
    }

    /// What the graph says can't be modelled soundly.
    pub(super) fn obstacles(&self) -> Vec<(Position, String)> {
        let instructions = self.blocks.iter().flat_map(|block| &block.instructions);
        instructions
            .filter_map(|instruction| match &instruction.kind {
                InstructionKind::Obstacle { what } => Some((instruction.at, what.clone())),
                _ => None,
            })
            .collect()
    }

    /// Whether the graph is one that nothing stays of.
    pub(super) fn is_scratch(&self) -> bool {
        self.scratches > 0
    }

    /// A new block, not yet reached.
    pub(super) fn new_block(&mut self) -> BlockId {
        self.blocks.push(OpenBlock::default());
        BlockId(self.blocks.len() as u32 - 1)
    }

    /// The block that grows now.
    pub(super) fn current(&self) -> BlockId {
        BlockId(self.current.0 as u32)
    }

    /// Continues in `block`.
    pub(super) fn continue_in(&mut self, block: BlockId) {
        self.current = BlockIndex(block.0 as usize);
    }

    /// Falls through to `block` and continues there.
    pub(super) fn flow_into(&mut self, block: BlockId, at: Position) {
        self.terminate(Terminator::Goto(block), at);
        self.continue_in(block);
    }

    /// Appends an instruction to the current block.
    pub(super) fn push(&mut self, kind: InstructionKind, at: Position) {
        self.blocks[self.current.0].instructions.push(Instruction { kind, at });
    }

    /// Ends the current block; what follows until the next [`Flow::continue_in`] is dead code, in a block of its own.
    pub(super) fn terminate(&mut self, terminator: Terminator, at: Position) {
        self.blocks[self.current.0].terminator = Some((terminator, at));
        let dead = self.new_block();
        self.continue_in(dead);
    }

    /// The point behind the last instruction.
    pub(super) fn mark(&self) -> Mark {
        Mark {
            block: self.current(),
            index: self.blocks[self.current.0].instructions.len(),
            blocks: self.blocks.len(),
        }
    }

    /// Inserts an instruction at an earlier point. Points behind it in the same block are no longer valid.
    pub(super) fn insert(&mut self, mark: Mark, kind: InstructionKind, at: Position) {
        let instructions = &mut self.blocks[mark.block.0 as usize].instructions;
        let index = mark.index.min(instructions.len());
        instructions.insert(index, Instruction { kind, at });
    }

    /// A new local; its lifetime is that of the innermost scope if it is a variable.
    pub(super) fn new_local(&mut self, name: &str, ty: TypeId, kind: LocalKind, at: Position) -> LocalId {
        let id = LocalId(self.locals.len() as u32);
        self.locals.push(Local {
            name: name.to_owned(),
            ty,
            kind,
            address_taken: false,
            align: None,
            at,
        });
        if kind == LocalKind::Variable
            && let Some(scope) = self.scopes.last_mut()
        {
            scope.locals.push(id);
        }
        id
    }

    /// The alignment that a local is declared with.
    pub(super) fn align(&mut self, local: LocalId, align: u64) {
        if let Some(local) = self.locals.get_mut(local.0 as usize) {
            local.align = Some(align);
        }
    }

    /// A new temporary.
    pub(super) fn temporary(&mut self, ty: TypeId, at: Position) -> LocalId {
        let name = format!("%{}", self.locals.len());
        self.new_local(&name, ty, LocalKind::Temporary, at)
    }

    /// Stores a value in a new temporary, and gives its load.
    pub(super) fn store(&mut self, value: Expr, ty: TypeId, at: Position) -> Expr {
        let place = Place::local(self.temporary(ty, at), ty, at);
        self.push(
            InstructionKind::Assign {
                to: place.clone(),
                value,
            },
            at,
        );
        Expr::Load(Box::new(place))
    }

    /// The locals of all scopes beyond the first `depth`, the one declared last first.
    pub(super) fn ending(&self, depth: usize) -> Vec<LocalId> {
        let scopes = self.scopes[depth.min(self.scopes.len())..].iter().rev();
        scopes.flat_map(|scope| scope.locals.iter().rev().copied()).collect()
    }

    /// Opens a block scope.
    pub(super) fn open_scope(&mut self) {
        self.inner_scopes += 1;
        self.scopes.push(OpenScope {
            number: self.inner_scopes,
            locals: Vec::new(),
        });
    }

    /// A way to a block that begins the lifetimes of variables.
    pub(super) fn block_into(&mut self, block: BlockId, entered: Vec<LocalId>, at: Position) -> BlockId {
        if entered.is_empty() {
            return block;
        }
        let way = self.new_block();
        let entries = entered.into_iter().map(|local| Instruction {
            kind: InstructionKind::ScopeEntry(local),
            at,
        });
        self.blocks[way.0 as usize] = OpenBlock {
            instructions: entries.collect(),
            terminator: Some((Terminator::Goto(block), at)),
        };
        way
    }

    /// The finished body: unreachable blocks are gone, and blocks that only lead on are merged into others.
    /// The entry block has no predecessor, because every loop and label opens a block.
    pub(super) fn finish(mut self, at: Position) -> Body {
        self.settle_orders();
        // Bodies stay as long as the program does: spare room in them is memory for nothing.
        self.locals.shrink_to_fit();
        let blocks = self.blocks.into_iter().map(|block| {
            let (terminator, at) = block.terminator.unwrap_or((Terminator::Unreachable, at));
            Block {
                instructions: block.instructions,
                terminator,
                at,
            }
        });
        Body {
            locals: self.locals,
            blocks: super::simplify::simplify(blocks.collect()),
        }
    }
}

/// What [`Flow::enter_scratch`] put aside.
#[derive(Debug)]
pub(super) struct Scratch<'a> {
    blocks: Vec<OpenBlock>,
    current: BlockIndex,
    locals: usize,
    /// How many locals the innermost scope had.
    declared: usize,
    cleanups: usize,
    labels: HashMap<LabelKey<'a>, Label, FxBuildHasher>,
    gotos: Vec<Goto<'a>>,
    computed: Vec<ComputedGoto>,
    targets: Vec<JumpTarget>,
    switches: Vec<Switch>,
}
