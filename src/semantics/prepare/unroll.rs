//! Unrolling: the first rounds of short loops become code of their own, so that what they create, join, lock or
//! allocate gets names of its own.
//!
//! A loop is *peeled* `n` times where its condition compares with a constant that allows about `n` rounds. The loop itself
//! remains behind the copies, so the meaning of the program is the same whatever the number of rounds turns out to be:
//! if `n` were all rounds, the value analysis finds the rest unreachable. Of loops whose condition compares with something
//! else, the first rounds may be peeled.
//!
//! A constant that an exit compares with need not be a number of rounds: `while ((c = read_one()) != '\n')` compares with 10. So the
//! coarse analysis, which has no time for such copies, peels a loop only if it *counts* what is compared, in steps of a constant.
//!
//! ```text
//!     → h ⇄ b        becomes        → h₁ → b₁ → h₂ → b₂ → … → h ⇄ b       (exits from every copy)
//! ```

use super::shape::Shape;
use crate::ir::graph::Graph;
use crate::ir::loops::{Loop, loops};
use crate::ir::{
    BinaryOp, Block, BlockId, Body, Callee, Expr, FunctionId, InstructionKind, LocalId, LocalKind, Place, Program,
    Projection, Root, Terminator,
};
use std::collections::BTreeSet;

/// No function grows beyond this many blocks.
pub(super) const MOST_BLOCKS: usize = 4096;

/// How many rounds are peeled.
#[derive(Clone, Copy, Debug)]
pub struct Rounds {
    /// Of a loop whose number of rounds the text tells, all of them if there are not more than this.
    pub most: u32,
    /// Of other loops, the first ones.
    pub open: u32,
    /// What the text must tell of them.
    pub told: Told,
}

/// How the text tells a number of rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// An exit compares with a constant.
    ByComparing,
    /// What it compares is counted in the loop, too.
    ByCounting,
}

/// The program with its short loops peeled.
pub fn unroll(program: &Program, shapes: &[Shape], rounds: Rounds) -> Program {
    let mut unrolled = program.clone();
    for function in &mut unrolled.functions {
        if let Some(body) = &mut function.body {
            unroll_body(body, shapes, rounds);
        }
    }
    unrolled
}

fn unroll_body(body: &mut Body, shapes: &[Shape], limits: Rounds) {
    let mut done: BTreeSet<BlockId> = BTreeSet::new();
    let mut is_changed = true;
    while is_changed && body.blocks.len() < MOST_BLOCKS {
        is_changed = false;
        // Inner loops have fewer blocks than those around them, and come first; their copies belong to the outer loop.
        let mut loops = loops(body, &Graph::new(body));
        loops.sort_by_key(|candidate| (candidate.blocks.len(), candidate.header));
        for next in loops {
            if is_changed || !done.insert(next.header) {
                continue;
            }
            let rounds = rounds(body, &next, limits.told)
                .map_or(limits.open, |known| if known <= limits.most { known } else { 0 });
            if rounds > 0
                && (tells_names_apart(body, &next, shapes) || fills_arguments(body, &next, shapes))
                && body.blocks.len() + next.blocks.len() * rounds as usize <= MOST_BLOCKS
            {
                peel(body, &next, rounds);
                is_changed = true;
            }
        }
    }
}

/// About how many rounds the loop takes: the constant with which the condition of an exit compares.
fn rounds(body: &Body, candidate: &Loop, told: Told) -> Option<u32> {
    let is_told = |condition: &Expr| told == Told::ByComparing || compares_what_is_counted(body, candidate, condition);
    let bounds = candidate.blocks.iter().filter_map(|block| {
        let Terminator::Branch {
            condition,
            then,
            otherwise,
        } = &body.blocks[block.0 as usize].terminator
        else {
            return None;
        };
        let leaves = [then, otherwise]
            .iter()
            .any(|target| candidate.blocks.binary_search(target).is_err());
        if leaves && is_told(condition) {
            bound(body, condition)
        } else {
            None
        }
    });
    bounds.min()
}

fn bound(body: &Body, condition: &Expr) -> Option<u32> {
    match condition {
        Expr::Binary(op, left, right, _) if op.is_comparison() => {
            let constant = constant(body, right).or_else(|| constant(body, left))?;
            let extra = i128::from(matches!(
                op,
                BinaryOp::LessEqual | BinaryOp::Greater | BinaryOp::GreaterEqual
            ));
            // A comparison with 0 is the end of a countdown, or no bound at all.
            let rounds = if constant == 0 { 0 } else { constant.checked_add(extra)? };
            u32::try_from(rounds).ok().filter(|rounds| *rounds > 0)
        }
        Expr::Unary(_, operand, _) | Expr::Cast(operand, _) => bound(body, operand),
        _ => None,
    }
}

fn constant(body: &Body, expr: &Expr) -> Option<i128> {
    match expr {
        Expr::Integer(number, _) => Some(*number),
        Expr::Cast(operand, _) => constant(body, operand),
        Expr::Load(place) => constant_local(body, place.as_local()?),
        _ => None,
    }
}

/// Whether a condition looks at a variable to which the loop adds a constant, or from which it subtracts one; a copy of the variable
/// made in the loop will do (`i++ < 5`).
fn compares_what_is_counted(body: &Body, candidate: &Loop, condition: &Expr) -> bool {
    let mut compared = roots_loaded(condition);
    let blocks = candidate.blocks.iter().map(|block| &body.blocks[block.0 as usize]);
    let assignments = blocks.flat_map(|block| &block.instructions);
    let assignments: Vec<(&Root, &Expr)> = assignments
        .filter_map(|instruction| match &instruction.kind {
            InstructionKind::Assign { to, value } => Some((&to.root, value)),
            _ => None,
        })
        .collect();
    let copies = assignments
        .iter()
        .filter(|(_, value)| matches!(without_casts(value), Expr::Load(_)));
    let sources: Vec<&Root> = copies
        .filter(|(to, _)| compared.contains(to))
        .flat_map(|(_, value)| roots_loaded(value))
        .collect();
    compared.extend(sources);
    let mut steps = assignments.iter().filter(|(_, value)| is_step(value));
    steps.any(|(to, _)| compared.contains(to))
}

/// The roots of the places that an expression loads, but for those that lead to a place.
fn roots_loaded(expr: &Expr) -> Vec<&Root> {
    match expr {
        Expr::Load(place) => vec![&place.root],
        Expr::Unary(_, operand, _) | Expr::Cast(operand, _) => roots_loaded(operand),
        Expr::Binary(_, left, right, _) => [left, right].into_iter().flat_map(|side| roots_loaded(side)).collect(),
        _ => Vec::new(),
    }
}

fn is_step(value: &Expr) -> bool {
    match without_casts(value) {
        Expr::Binary(BinaryOp::Add | BinaryOp::Subtract | BinaryOp::PointerAdd, _, step, _) => {
            matches!(without_casts(step), Expr::Integer(..))
        }
        _ => false,
    }
}

fn without_casts(mut expr: &Expr) -> &Expr {
    while let Expr::Cast(operand, _) = expr {
        expr = operand;
    }
    expr
}

/// The constant that a variable is assigned, if that is its only assignment.
fn constant_local(body: &Body, local: LocalId) -> Option<i128> {
    let variable = &body.locals[local.0 as usize];
    if variable.address_taken || variable.kind == LocalKind::Parameter {
        return None;
    }
    let instructions = body.blocks.iter().flat_map(|block| &block.instructions);
    let mut assigned = instructions.filter_map(|instruction| match &instruction.kind {
        InstructionKind::Assign { to, value } if to.as_local() == Some(local) => Some(match value {
            Expr::Integer(number, _) => Some(*number),
            _ => None,
        }),
        InstructionKind::Call { to: Some(to), .. } if to.as_local() == Some(local) => Some(None),
        _ => None,
    });
    match (assigned.next(), assigned.next()) {
        (Some(constant), None) => constant,
        _ => None,
    }
}

/// Whether the loop does something of which each round needs a name of its own.
pub fn tells_names_apart(body: &Body, candidate: &Loop, shapes: &[Shape]) -> bool {
    let instructions = candidate
        .blocks
        .iter()
        .flat_map(|block| &body.blocks[block.0 as usize].instructions);
    let mut kinds = instructions.map(|instruction| &instruction.kind);
    kinds.any(|instruction| match instruction {
        InstructionKind::Call { callee, arguments, .. } => {
            let makes_names = matches!(callee, Callee::Function(function) if shapes[function.0 as usize].makes_names);
            makes_names || arguments.iter().any(is_address_of_element)
        }
        InstructionKind::Assign { value, .. } => is_address_of_element(value),
        _ => false,
    })
}

/// The functions that a loop calls by name, call by call.
pub(super) fn calls_in(body: &Body, candidate: &Loop) -> impl Iterator<Item = FunctionId> {
    let blocks = candidate.blocks.iter().map(|block| &body.blocks[block.0 as usize]);
    let instructions = blocks.flat_map(|block| &block.instructions);
    instructions.filter_map(|instruction| match &instruction.kind {
        InstructionKind::Call {
            callee: Callee::Function(function),
            ..
        } => Some(*function),
        _ => None,
    })
}

/// Whether an expression is the address of an element of an array that is named by an index: the head of a list, say,
/// which is initialised to point to itself.
fn is_address_of_element(expr: &Expr) -> bool {
    match expr {
        Expr::AddressOf(place, _) => {
            let mut projections = place.projections.iter();
            projections.any(|step| matches!(step, Projection::Index(index, _) if !matches!(**index, Expr::Integer(..))))
        }
        Expr::Cast(operand, _) => is_address_of_element(operand),
        _ => false,
    }
}

/// Whether the loop writes to elements of an array of which elements are passed to threads, by another loop: each thread finds
/// there what its own round wrote.
fn fills_arguments(body: &Body, candidate: &Loop, shapes: &[Shape]) -> bool {
    let instructions = body.blocks.iter().flat_map(|block| &block.instructions);
    let passed: Vec<&Root> = instructions
        .filter_map(|instruction| match &instruction.kind {
            InstructionKind::Call {
                callee: Callee::Function(function),
                arguments,
                ..
            } if shapes[function.0 as usize].makes_names => Some(arguments.iter().filter_map(array_of_address)),
            _ => None,
        })
        .flatten()
        .collect();
    let blocks = candidate.blocks.iter().map(|block| &body.blocks[block.0 as usize]);
    let mut written = blocks.flat_map(|block| &block.instructions);
    !passed.is_empty()
        && written.any(|instruction| match &instruction.kind {
            InstructionKind::Assign { to, .. } => array_of(to).is_some_and(|array| passed.contains(&array)),
            _ => false,
        })
}

/// The variable that is the array, or leads to it, of which an expression is the address of an element named by an index.
fn array_of_address(expr: &Expr) -> Option<&Root> {
    match expr {
        Expr::AddressOf(place, _) => array_of(place),
        Expr::Cast(operand, _) => array_of_address(operand),
        Expr::Binary(BinaryOp::PointerAdd, pointer, index, _) if !matches!(**index, Expr::Integer(..)) => {
            match without_casts(pointer) {
                Expr::Load(place) if place.projections.is_empty() => Some(&place.root),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The variable that is the array, or leads to it, in an element of which a place lies.
fn array_of(place: &Place) -> Option<&Root> {
    let mut projections = place.projections.iter();
    match &place.root {
        Root::Deref(pointer) => array_of_address(pointer),
        root => projections
            .any(|step| matches!(step, Projection::Index(index, _) if !matches!(**index, Expr::Integer(..))))
            .then_some(root),
    }
}

/// Puts `rounds` copies of a loop in front of it.
fn peel(body: &mut Body, candidate: &Loop, rounds: u32) {
    let size = candidate.blocks.len() as u32;
    let first = body.blocks.len() as u32;
    let position = |block: BlockId| {
        candidate
            .blocks
            .binary_search(&block)
            .ok()
            .map(|position| position as u32)
    };
    let header_position = position(candidate.header).unwrap_or(0);
    for block in 0..body.blocks.len() {
        if position(BlockId(block as u32)).is_none() {
            let entry = BlockId(first + header_position);
            redirect(&mut body.blocks[block], &|target| {
                if target == candidate.header { entry } else { target }
            });
        }
    }
    for round in 0..rounds {
        let base = first + round * size;
        let next = if round + 1 < rounds {
            BlockId(base + size + header_position)
        } else {
            candidate.header
        };
        for block in &candidate.blocks {
            let mut copy = body.blocks[block.0 as usize].clone();
            redirect(&mut copy, &|target| match position(target) {
                Some(_) if target == candidate.header => next,
                Some(inside) => BlockId(base + inside),
                None => target,
            });
            body.blocks.push(copy);
        }
    }
}

/// Lets the edges of a block lead elsewhere.
pub fn redirect(block: &mut Block, target: &dyn Fn(BlockId) -> BlockId) {
    match &mut block.terminator {
        Terminator::Goto(next) => *next = target(*next),
        Terminator::Branch { then, otherwise, .. } => (*then, *otherwise) = (target(*then), target(*otherwise)),
        Terminator::Switch { cases, default, .. } => {
            cases.iter_mut().for_each(|case| case.2 = target(case.2));
            *default = target(*default);
        }
        Terminator::Computed { targets, .. } => targets.iter_mut().for_each(|next| *next = target(*next)),
        Terminator::Return(_) | Terminator::Unreachable => {}
    }
}

/// A loop for tests of what is done to loops.
#[cfg(test)]
pub(super) mod fixture {
    use super::*;
    use crate::ir::{Instruction, Position, TypeId};

    const INT: TypeId = TypeId(0);

    /// `while (i < n) f();` as blocks 0 (entry), 1 (header), 2 (body), 3 (return).
    pub fn counted_loop(bound: i128) -> Body {
        let condition = Expr::Binary(
            BinaryOp::Less,
            Box::new(Expr::Unknown(INT)),
            Box::new(Expr::Integer(bound, INT)),
            INT,
        );
        let call = InstructionKind::Call {
            to: None,
            callee: Callee::Function(FunctionId(0)),
            arguments: Vec::new(),
        };
        let block = |instructions, terminator| Block {
            instructions,
            terminator,
            at: Position::BUILT_IN,
        };
        let call = Instruction {
            kind: call,
            at: Position::BUILT_IN,
        };
        let branch = Terminator::Branch {
            condition,
            then: BlockId(2),
            otherwise: BlockId(3),
        };
        Body {
            locals: Vec::new(),
            blocks: vec![
                block(Vec::new(), Terminator::Goto(BlockId(1))),
                block(Vec::new(), branch),
                block(vec![call], Terminator::Goto(BlockId(1))),
                block(Vec::new(), Terminator::Return(None)),
            ],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::fixture::counted_loop;
    use super::*;

    const ROUNDS: Rounds = Rounds {
        most: 16,
        open: 0,
        told: Told::ByComparing,
    };

    fn shape(makes_names: bool) -> [Shape; 1] {
        [Shape {
            makes_names,
            ..Shape::default()
        }]
    }

    #[test]
    fn each_round_gets_blocks_of_its_own_and_the_loop_stays_behind_them() {
        let mut body = counted_loop(2);
        unroll_body(&mut body, &shape(true), ROUNDS);
        assert_eq!(body.blocks.len(), 4 + 2 * 2);
        assert_eq!(body.blocks[0].terminator, Terminator::Goto(BlockId(4)));
        assert_eq!(body.blocks[5].terminator, Terminator::Goto(BlockId(6)));
        assert_eq!(body.blocks[7].terminator, Terminator::Goto(BlockId(1)));
        assert_eq!(body.blocks[2].terminator, Terminator::Goto(BlockId(1)));
    }

    #[test]
    fn a_loop_that_is_too_long_or_makes_no_names_stays_as_it_is() {
        for (bound, makes_names) in [(17, true), (2, false), (0, true), (-1, true)] {
            let mut body = counted_loop(bound);
            unroll_body(&mut body, &shape(makes_names), ROUNDS);
            assert_eq!(body, counted_loop(bound));
        }
    }
}
