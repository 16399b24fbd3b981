//! Tail duplication: where ways through a function choose different pointers and meet before what they chose is locked,
//! the code behind gets a copy for each way.
//!
//! ```text
//!     a → j ← b,  j → t          becomes          a → j → t,  b → j′ → t′
//! ```
//!
//! So a transfer between two accounts that locks them in the order of their numbers is analysed once for each order, and
//! in each it is known whose lock is held. A copy means what the original means, so nothing else changes.
//! (Mueller and Whalley, "Avoiding conditional branches by code replication", PLDI 1995.)

use std::collections::BTreeSet;

use super::shape::Shape;
use super::unroll::redirect;
use crate::ir::graph::Graph;
use crate::ir::{BlockId, Body, Callee, Expr, Instruction, InstructionKind, LocalId, Program, Types};

/// So many blocks are copied at once at most.
const LONGEST_TAIL: usize = 64;

/// So many ways may meet where a tail is duplicated.
const MOST_WAYS: usize = 3;

/// No function grows beyond this many blocks.
pub(super) const MOST_BLOCKS: usize = 512;

/// Gives the ways of each function tails of their own where they choose what is locked.
pub fn duplicate_tails(program: &mut Program, shapes: &[Shape]) {
    let types = &program.types;
    for function in &mut program.functions {
        if let Some(body) = &mut function.body {
            while let Some(meeting) = meeting(types, body, shapes) {
                duplicate(body, &meeting);
            }
        }
    }
}

/// Where ways meet, and the code behind.
struct Meeting {
    /// The blocks that lead to the first one of the tail.
    ways: Vec<BlockId>,
    /// The block where they meet.
    first: BlockId,
    /// It and all blocks behind it, in ascending order.
    tail: Vec<BlockId>,
}

/// A block where ways meet that chose different pointers, of which one is then locked.
fn meeting(types: &Types, body: &Body, shapes: &[Shape]) -> Option<Meeting> {
    let graph = Graph::new(body);
    let blocks = (1..body.blocks.len() as u32).map(BlockId);
    blocks.filter(|block| graph.is_reachable(*block)).find_map(|first| {
        let ways = graph.predecessors(first).to_vec();
        if ways.len() < 2 || ways.len() > MOST_WAYS {
            return None;
        }
        let chosen: BTreeSet<LocalId> = ways.iter().flat_map(|way| chosen_in(types, body, *way)).collect();
        if chosen.is_empty() {
            return None;
        }
        let tail = tail(body, first)?;
        let is_left_for_good = ways.iter().all(|way| tail.binary_search(way).is_err());
        let fits = body.blocks.len() + (ways.len() - 1) * tail.len() <= MOST_BLOCKS;
        let locks = is_left_for_good && fits && uses_for_synchronisation(body, &tail, &chosen, shapes);
        locks.then_some(Meeting { ways, first, tail })
    })
}

/// The pointers that a block assigns.
pub(super) fn chosen_in<'b>(types: &'b Types, body: &'b Body, block: BlockId) -> impl Iterator<Item = LocalId> + 'b {
    let instructions = body.blocks[block.0 as usize].instructions.iter();
    instructions.filter_map(|instruction| match &instruction.kind {
        InstructionKind::Assign { to, .. } if types.is_pointer(to.ty) => to.as_local(),
        _ => None,
    })
}

/// A block and all blocks behind it; nothing if there are many.
pub(super) fn tail(body: &Body, first: BlockId) -> Option<Vec<BlockId>> {
    let mut found = BTreeSet::from([first]);
    let mut open = vec![first];
    while let Some(block) = open.pop() {
        for next in body.blocks[block.0 as usize].terminator.successors() {
            if found.insert(next) {
                open.push(next);
            }
        }
        if found.len() > LONGEST_TAIL {
            return None;
        }
    }
    Some(found.into_iter().collect())
}

/// What calls that lock, join or the like are passed in a tail.
fn synchronised<'b>(body: &'b Body, tail: &'b [BlockId], shapes: &'b [Shape]) -> impl Iterator<Item = &'b Expr> {
    let calls = instructions(body, tail).filter_map(|instruction| match &instruction.kind {
        InstructionKind::Call {
            callee: Callee::Function(function),
            arguments,
            ..
        } if shapes[function.0 as usize].synchronises => Some(arguments),
        _ => None,
    });
    calls.flatten()
}

/// Whether something is locked, joined or the like in a tail.
pub(super) fn is_synchronised(body: &Body, tail: &[BlockId], shapes: &[Shape]) -> bool {
    synchronised(body, tail, shapes).next().is_some()
}

/// Whether a call that locks, joins or the like is passed something that depends on one of the variables, or on a copy of one.
fn uses_for_synchronisation(body: &Body, tail: &[BlockId], variables: &BTreeSet<LocalId>, shapes: &[Shape]) -> bool {
    let variables = with_copies(body, tail, variables);
    synchronised(body, tail, shapes).any(|argument| mentions(argument, |local| variables.contains(&local)))
}

/// Variables, and those that a tail assigns the values of these.
fn with_copies(body: &Body, tail: &[BlockId], variables: &BTreeSet<LocalId>) -> BTreeSet<LocalId> {
    let mut found = variables.clone();
    loop {
        let copies = instructions(body, tail).filter_map(|instruction| match &instruction.kind {
            InstructionKind::Assign { to, value } if copied(value).is_some_and(|from| found.contains(&from)) => {
                to.as_local()
            }
            _ => None,
        });
        let copies: Vec<LocalId> = copies.filter(|copy| !found.contains(copy)).collect();
        if copies.is_empty() {
            return found;
        }
        found.extend(copies);
    }
}

/// The variable whose value an expression is, but for conversions.
fn copied(value: &Expr) -> Option<LocalId> {
    match value {
        Expr::Load(place) => place.as_local(),
        Expr::Cast(operand, _) => copied(operand),
        _ => None,
    }
}

fn instructions<'b>(body: &'b Body, tail: &'b [BlockId]) -> impl Iterator<Item = &'b Instruction> {
    tail.iter()
        .flat_map(|block| &body.blocks[block.0 as usize].instructions)
}

/// Whether an expression reads one of some variables.
pub(super) fn mentions(expr: &Expr, is_one: impl Fn(LocalId) -> bool) -> bool {
    let mut found = false;
    expr.expressions(&mut |inner| {
        if let Expr::Load(place) = inner {
            found |= place.as_local().is_some_and(&is_one);
        }
    });
    found
}

/// Gives each way but the first one a copy of the tail.
fn duplicate(body: &mut Body, meeting: &Meeting) {
    let position = |block: BlockId| meeting.tail.binary_search(&block).ok().map(|position| position as u32);
    for way in &meeting.ways[1..] {
        let base = body.blocks.len() as u32;
        let copied = |block| position(block).map_or(block, |position| BlockId(base + position));
        for block in &meeting.tail {
            let mut copy = body.blocks[block.0 as usize].clone();
            redirect(&mut copy, &copied);
            body.blocks.push(copy);
        }
        redirect(&mut body.blocks[way.0 as usize], &|target| {
            if target == meeting.first {
                copied(target)
            } else {
                target
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Terminator;

    /// Blocks 1 and 2 meet in 3, which goes to 4, which returns.
    fn diamond() -> Body {
        let condition = Expr::Unknown(crate::ir::TypeId(0));
        let (then, otherwise) = (BlockId(1), BlockId(2));
        let terminators = [
            Terminator::Branch {
                condition,
                then,
                otherwise,
            },
            Terminator::Goto(BlockId(3)),
            Terminator::Goto(BlockId(3)),
            Terminator::Goto(BlockId(4)),
            Terminator::Return(None),
        ];
        Body::of_terminators(terminators)
    }

    #[test]
    fn the_second_way_gets_a_copy_of_what_lies_behind_the_meeting() {
        let mut body = diamond();
        let tail = tail(&body, BlockId(3)).expect("the tail is short");
        let meeting = Meeting {
            ways: vec![BlockId(1), BlockId(2)],
            first: BlockId(3),
            tail,
        };
        duplicate(&mut body, &meeting);
        let ends: Vec<&Terminator> = body.blocks.iter().map(|block| &block.terminator).collect();
        assert_eq!(ends[1], &Terminator::Goto(BlockId(3)));
        assert_eq!(ends[2], &Terminator::Goto(BlockId(5)));
        assert_eq!(ends[5], &Terminator::Goto(BlockId(6)));
        assert_eq!(ends[6], &Terminator::Return(None));
    }

    #[test]
    fn ways_that_choose_no_pointer_stay_together() {
        let types = Types::new(crate::ir::DataModel::Lp64);
        assert!(meeting(&types, &diamond(), &[]).is_none());
    }
}
