//! Operands in either order: what was lowered one behind the other is copied, from last to first, as the other way of a choice.
//!
//! ```text
//! e1; e2; …; en; rest   →   if (choice) { en; …; e2; e1 } else { e1; e2; …; en } rest
//! ```

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::super::simplify::redirect;
use super::{BlockIndex, Flow, Mark, OpenBlock};
use crate::ir::{BlockId, Expr, Instruction, InstructionKind, LocalId, Place, Position, Terminator, TypeId};

/// The blocks of one operand.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Region {
    entry: BlockId,
    /// Where it ends; goes nowhere yet.
    exit: BlockId,
    /// The blocks made while it was lowered: the first, and the one behind the last.
    made: (usize, usize),
}

/// A choice between two orders.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    /// The block that ends in it, behind the call that chooses.
    block: BlockId,
    /// Where the order of the source begins.
    in_order: BlockId,
    /// If there are any, the order matters only if one of these may be shared.
    locals: Vec<LocalId>,
}

impl<'a> Flow<'a> {
    /// The instructions between two points, and those of all blocks made in between.
    pub(in super::super) fn between(&self, start: Mark, end: Mark) -> impl Iterator<Item = &Instruction> {
        let same = start.block == end.block;
        let first = &self.blocks[start.block.0 as usize].instructions;
        let stop = if same { end.index.min(first.len()) } else { first.len() };
        let made = self.blocks[start.blocks..end.blocks].iter();
        first[start.index.min(stop)..stop]
            .iter()
            .chain(made.flat_map(|block| &block.instructions))
    }

    /// Cuts the graph at the points between operands: what follows goes into a block of its own, in which lowering goes on.
    pub(in super::super) fn regions(&mut self, start: Mark, ends: &[Mark]) -> (Vec<Region>, BlockId) {
        let mut regions = Vec::with_capacity(ends.len());
        let join = ends.last().map_or(start.block, |end| self.split(*end));
        for (index, end) in ends.iter().enumerate().rev() {
            let begin = if index == 0 { start } else { ends[index - 1] };
            let entry = self.split(begin);
            let exit = if end.block == begin.block { entry } else { end.block };
            let made = (begin.blocks, end.blocks);
            regions.push(Region { entry, exit, made });
        }
        regions.reverse();
        (regions, join)
    }

    /// Moves what stands behind a point into a new block.
    fn split(&mut self, mark: Mark) -> BlockId {
        let new = self.new_block();
        let block = &mut self.blocks[mark.block.0 as usize];
        let behind = mark.index.min(block.instructions.len());
        let instructions = block.instructions.split_off(behind);
        let terminator = block.terminator.take();
        self.blocks[new.0 as usize] = OpenBlock {
            instructions,
            terminator,
        };
        if self.current() == mark.block {
            self.current = BlockIndex(new.0 as usize);
        }
        let computed = self.computed.iter_mut().map(|goto| &mut goto.block);
        let gotos = self.gotos.iter_mut().map(|goto| &mut goto.block);
        let choices = self.choices.iter_mut().map(|choice| &mut choice.block);
        for block in computed
            .chain(gotos)
            .chain(choices)
            .filter(|block| **block == mark.block)
        {
            *block = new;
        }
        new
    }

    /// Stores a value in a new temporary at the end of an operand, and gives its load.
    pub(in super::super) fn store_at_end(&mut self, region: Region, value: Expr, ty: TypeId, at: Position) -> Expr {
        let current = self.current();
        self.continue_in(region.exit);
        let kept = self.store(value, ty, at);
        self.continue_in(current);
        kept
    }

    /// Lets the operands be evaluated from first to last or, where `choice` calls for it, from last to first.
    /// Unless `locals` is empty, that matters only if one of them may be shared.
    pub(in super::super) fn choose_order(
        &mut self,
        regions: &[Region],
        (start, join): (Mark, BlockId),
        (choice, chosen): (InstructionKind, Place),
        locals: Vec<LocalId>,
        at: Position,
    ) {
        let copies: Vec<Region> = regions.iter().rev().map(|region| self.copy(*region)).collect();
        let (Some(first), Some(last)) = (regions.first(), copies.first()) else {
            return;
        };
        let block = &mut self.blocks[start.block.0 as usize];
        block.instructions.push(Instruction { kind: choice, at });
        let terminator = Terminator::Branch {
            condition: Expr::Load(Box::new(chosen)),
            then: last.entry,
            otherwise: first.entry,
        };
        block.terminator = Some((terminator, at));
        let choice = Choice {
            block: start.block,
            in_order: first.entry,
            locals,
        };
        self.choices.push(choice);
        self.chain(regions, join, at);
        self.chain(&copies, join, at);
    }

    fn chain(&mut self, regions: &[Region], join: BlockId, at: Position) {
        let next = regions.iter().skip(1).map(|region| region.entry).chain([join]);
        for (region, next) in regions.iter().zip(next) {
            self.blocks[region.exit.0 as usize].terminator = Some((Terminator::Goto(next), at));
        }
    }

    /// How many instructions an operand has.
    pub(in super::super) fn size_of(&self, region: Region) -> usize {
        self.blocks_of(region)
            .map(|block| self.blocks[block].instructions.len() + 1)
            .sum()
    }

    fn blocks_of(&self, region: Region) -> impl Iterator<Item = usize> + use<> {
        let entry = region.entry.0 as usize;
        (region.made.0..region.made.1).chain([entry])
    }

    fn copy(&mut self, region: Region) -> Region {
        let mut copies: HashMap<BlockId, BlockId, FxBuildHasher> = HashMap::default();
        for block in self.blocks_of(region) {
            let copy = self.new_block();
            copies.insert(BlockId(block as u32), copy);
        }
        let new = |block: BlockId| copies.get(&block).copied().unwrap_or(block);
        for block in self.blocks_of(region) {
            let mut terminator = self.blocks[block].terminator.clone();
            if let Some((terminator, _)) = &mut terminator {
                redirect(terminator, new);
            }
            let instructions = self.blocks[block].instructions.clone();
            self.blocks[new(BlockId(block as u32)).0 as usize] = OpenBlock {
                instructions,
                terminator,
            };
        }
        copy_notes(&mut self.computed, |goto| {
            let block = *copies.get(&goto.block)?;
            Some(super::ComputedGoto { block, ..goto.clone() })
        });
        copy_notes(&mut self.gotos, |goto| {
            let block = *copies.get(&goto.block)?;
            Some(super::Goto { block, ..goto.clone() })
        });
        copy_notes(&mut self.choices, |choice| {
            let block = *copies.get(&choice.block)?;
            let in_order = new(choice.in_order);
            Some(Choice {
                block,
                in_order,
                locals: choice.locals.clone(),
            })
        });
        Region {
            entry: new(region.entry),
            exit: new(region.exit),
            made: region.made,
        }
    }

    /// Takes back the choices that make no difference, once it is known which locals may be shared.
    pub(super) fn settle_orders(&mut self) {
        for choice in std::mem::take(&mut self.choices) {
            let is_shared = |local: &LocalId| self.locals[local.0 as usize].address_taken;
            if choice.locals.is_empty() || choice.locals.iter().any(is_shared) {
                continue;
            }
            let block = &mut self.blocks[choice.block.0 as usize];
            block.instructions.pop();
            if let Some((terminator, _)) = &mut block.terminator {
                *terminator = Terminator::Goto(choice.in_order);
            }
        }
    }
}

/// What is noted of blocks, once more for their copies.
fn copy_notes<T>(notes: &mut Vec<T>, copy: impl Fn(&T) -> Option<T>) {
    let copies: Vec<T> = notes.iter().filter_map(copy).collect();
    notes.extend(copies);
}
