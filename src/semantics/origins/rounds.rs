//! Rounds: what happens to variables of a function from one execution of a block to the next, on all ways in its text, and in the whole of that.

use crate::ir::graph::Graph;
use crate::ir::{BinaryOp, BlockId, Body, Expr, InstructionKind, LocalId, Place, TypeId};
use crate::semantics::system::{Analysis, Point, Transfer, variables};
use pepsin_lattice::seeded::{Bug, is_seeded};
use std::ops::Range;

/// By how much a counter grows at a time.
#[derive(Clone, Copy)]
pub struct Steps {
    /// In one assignment, at least.
    pub least: i64,
    /// In one assignment, at most.
    pub greatest: i64,
}

/// Whether a variable of the running function is not assigned between two executions of the present block.
pub fn is_steady(transfer: &Transfer<'_, '_>, variable: LocalId) -> bool {
    let Point::End(block) = transfer.unknown.point else {
        return false;
    };
    let Some(body) = &transfer.analysis.program.function(transfer.unknown.function).body else {
        return false;
    };
    let graph = transfer.analysis.graph(transfer.unknown.function);
    let mut rounds = round_trips(body, graph, block).into_iter();
    rounds.all(|block| {
        let mut instructions = body.blocks[block.0 as usize].instructions.iter();
        !instructions.any(|instruction| is_set_by(&instruction.kind, variable))
    })
}

/// By how much a counter grows between two executions of the present block; nothing if it may be the same again.
pub fn rounds_of(transfer: &Transfer<'_, '_>, counter: LocalId) -> Option<Steps> {
    let Point::End(block) = transfer.unknown.point else {
        return None;
    };
    let body = transfer
        .analysis
        .program
        .function(transfer.unknown.function)
        .body
        .as_ref()?;
    let graph = transfer.analysis.graph(transfer.unknown.function);
    let keeps = |from, to| keeps_every_value(transfer.analysis, from, to);
    steps(body, graph, block, Growth { counter, keeps: &keeps })
}

fn keeps_every_value(analysis: &Analysis<'_>, from: TypeId, to: TypeId) -> bool {
    variables::scalar(analysis.program, from).keeps_every_value(variables::scalar(analysis.program, to))
}

/// Whether a counter grows, and is not set otherwise, on every way from one point of a function, by its number, to the next execution of another one.
pub fn grows_between(analysis: &Analysis<'_>, counter: LocalId, from: u32, to: u32) -> bool {
    let (from, to) = (analysis.program_point(from), analysis.program_point(to));
    let body = analysis.program.function(from.function).body.as_ref();
    let Some(body) = body.filter(|_| from.function == to.function) else {
        return false;
    };
    let keeps = |from, to| keeps_every_value(analysis, from, to);
    let way = Way {
        body,
        grows: Growth { counter, keeps: &keeps },
    };
    let (behind, before) = (from.instruction as usize + 1, to.instruction as usize);
    if from.block == to.block && behind <= before {
        return way.grows_within(from.block, behind..before);
    }
    let middle = ways(body, analysis.graph(from.function), (from.block, to.block));
    let middle = middle
        .into_iter()
        .filter(|block| ![from.block, to.block].contains(block));
    let middle = middle.collect::<Vec<_>>();
    let length = |block: BlockId| body.blocks[block.0 as usize].instructions.len();
    let ends = [(from.block, behind..length(from.block)), (to.block, 0..before)];
    let is_set = |block: &BlockId| way.is_set_otherwise(*block);
    if middle.iter().chain([&from.block, &to.block]).any(is_set) {
        return false;
    }
    let mut increments = middle;
    increments.retain(|block| way.grows_within(*block, 0..length(*block)));
    // Who comes by the first one again starts there anew.
    increments.extend(Some(from.block).filter(|block| *block != to.block));
    ends.into_iter().any(|(block, part)| way.grows_within(block, part))
        || !reachable(body, from.block, &increments).contains(&to.block)
}

/// What happens to a counter on ways of a function.
struct Way<'b> {
    body: &'b Body,
    grows: Growth<'b>,
}

impl Way<'_> {
    fn sets(&self, block: BlockId) -> impl Iterator<Item = (usize, Option<i64>)> {
        let instructions = self.body.blocks[block.0 as usize].instructions.iter().enumerate();
        instructions.filter_map(|(number, instruction)| match &instruction.kind {
            kind if !is_set_by(kind, self.grows.counter) => None,
            InstructionKind::Assign { value, .. } => Some((number, self.grows.by(value))),
            _ => Some((number, None)),
        })
    }

    fn grows_within(&self, block: BlockId, part: Range<usize>) -> bool {
        let mut sets = self.sets(block).filter(|(number, _)| part.contains(number)).peekable();
        sets.peek().is_some() && sets.all(|(_, by)| by.is_some())
    }

    fn is_set_otherwise(&self, block: BlockId) -> bool {
        self.sets(block).any(|(_, by)| by.is_none())
    }
}

/// By how much a counter grows on every way from `block` back to it.
fn steps(body: &Body, graph: &Graph, block: BlockId, grows: Growth<'_>) -> Option<Steps> {
    let counter = grows.counter;
    let between = round_trips(body, graph, block);
    let mut increments = Vec::new();
    let mut steps: Option<Steps> = None;
    for (number, candidate) in body.blocks.iter().enumerate() {
        let candidate_id = BlockId(number as u32);
        if !graph.is_reachable(candidate_id) {
            continue;
        }
        for instruction in &candidate.instructions {
            if !is_set_by(&instruction.kind, counter) {
                continue;
            }
            let growth = match &instruction.kind {
                InstructionKind::Assign { value, .. } => grows.by(value),
                _ => None,
            };
            match growth {
                Some(by) => {
                    steps = Some(Steps {
                        least: steps.map_or(by, |steps| steps.least.min(by)),
                        greatest: steps.map_or(by, |steps| steps.greatest.max(by)),
                    });
                    increments.push(candidate_id);
                }
                // Set to anything: allowed only where the creation is not executed before and behind.
                None if is_seeded(Bug::TicketsSetBack) => {}
                None if between.contains(&candidate_id) => return None,
                None => {}
            }
        }
    }
    let passes_by = !increments.contains(&block) && reachable(body, block, &increments).contains(&block);
    steps.filter(|_| !passes_by)
}

/// Whether an instruction gives a variable whose address is never taken another value.
pub fn is_set_by(instruction: &InstructionKind, variable: LocalId) -> bool {
    let is_it = |place: &Place| place.as_local() == Some(variable);
    match instruction {
        InstructionKind::Assign { to, .. } | InstructionKind::Call { to: Some(to), .. } => is_it(to),
        InstructionKind::Zero { place } => is_it(place),
        InstructionKind::Assembly { outputs, .. } => outputs.iter().any(is_it),
        InstructionKind::ScopeEntry(local) => *local == variable,
        _ => false,
    }
}

/// Whether a variable of the running function is assigned nothing but constants, and what it holds and so much more.
pub fn counts(transfer: &Transfer<'_, '_>, variable: LocalId) -> bool {
    let Some(body) = transfer.body() else { return false };
    let mut moves = false;
    let mut set = body.blocks.iter().flat_map(|block| &block.instructions);
    let is_counted = set.all(|instruction| match &instruction.kind {
        InstructionKind::Assign { to, value } if to.as_local() == Some(variable) => {
            let is_moved = is_sum_with(value, variable);
            moves |= is_moved;
            is_moved || value.as_number().is_some()
        }
        InstructionKind::ScopeEntry(_) => true,
        kind => !is_set_by(kind, variable),
    });
    is_counted && moves
}

/// Whether a value is what a variable holds, and something besides.
fn is_sum_with(value: &Expr, variable: LocalId) -> bool {
    match value {
        Expr::Cast(operand, _) => is_sum_with(operand, variable),
        Expr::Binary(BinaryOp::Add | BinaryOp::Subtract, left, ..) => {
            matches!(&**left, Expr::Load(place) if place.as_local() == Some(variable))
        }
        _ => false,
    }
}

/// Whether a variable whose address is never taken gets one value at most in one execution of its function.
pub fn is_assigned_once(transfer: &Transfer<'_, '_>, body: &Body, variable: LocalId) -> bool {
    let graph = transfer.analysis.graph(transfer.unknown.function);
    let mut assignments = 0;
    for (number, block) in body.blocks.iter().enumerate() {
        let id = BlockId(number as u32);
        let mut set = block.instructions.iter();
        if !graph.is_reachable(id) || !set.any(|instruction| is_set_by(&instruction.kind, variable)) {
            continue;
        }
        if round_trips(body, graph, id).contains(&id) {
            return false;
        }
        let begins = |kind: &InstructionKind| matches!(kind, InstructionKind::ScopeEntry(_));
        let assigned = block.instructions.iter().map(|instruction| &instruction.kind);
        assignments += assigned
            .filter(|kind| is_set_by(kind, variable) && !begins(kind))
            .count();
    }
    let is_parameter = (variable.0 as usize) < transfer.analysis.parameters(transfer.unknown.function);
    assignments + usize::from(is_parameter) <= 1
}

/// The blocks on ways from a block back to it.
pub fn round_trips(body: &Body, graph: &Graph, block: BlockId) -> Vec<BlockId> {
    ways(body, graph, (block, block))
}

/// The blocks on ways from the end of a block to the begin of another one.
fn ways(body: &Body, graph: &Graph, (from, to): (BlockId, BlockId)) -> Vec<BlockId> {
    let mut leads_there = vec![false; body.blocks.len()];
    let mut open = graph.predecessors(to).to_vec();
    while let Some(block) = open.pop() {
        if !std::mem::replace(&mut leads_there[block.0 as usize], true) {
            open.extend(graph.predecessors(block));
        }
    }
    let behind = reachable(body, from, &[]).into_iter();
    behind.filter(|other| leads_there[other.0 as usize]).collect()
}

/// The blocks behind a block, on ways that avoid others.
fn reachable(body: &Body, from: BlockId, avoiding: &[BlockId]) -> Vec<BlockId> {
    let mut found = Vec::new();
    let mut met = vec![false; body.blocks.len()];
    for block in avoiding {
        met[block.0 as usize] = true;
    }
    let mut open = body.blocks[from.0 as usize].terminator.successors();
    while let Some(block) = open.pop() {
        if !std::mem::replace(&mut met[block.0 as usize], true) {
            found.push(block);
            open.extend(body.blocks[block.0 as usize].terminator.successors());
        }
    }
    found
}

/// What makes a counter grow: sums of itself and a constant, but for conversions that keep every value.
#[derive(Clone, Copy)]
struct Growth<'k> {
    counter: LocalId,
    /// Whether a conversion from one type to another keeps every value.
    keeps: &'k dyn Fn(TypeId, TypeId) -> bool,
}

impl Growth<'_> {
    /// `c > 0` in `counter + c`.
    fn by(self, value: &Expr) -> Option<i64> {
        match value {
            Expr::Cast(operand, ty) if (self.keeps)(operand.ty(), *ty) || is_seeded(Bug::TicketsThroughAnyCast) => {
                self.by(operand)
            }
            Expr::Binary(BinaryOp::Add, left, right, _) => match (&**left, &**right) {
                (left, Expr::Integer(by, _)) if self.is_counter(left) => i64::try_from(*by).ok().filter(|by| *by > 0),
                _ => None,
            },
            _ => None,
        }
    }

    fn is_counter(self, expr: &Expr) -> bool {
        match expr {
            Expr::Load(place) => place.as_local() == Some(self.counter),
            Expr::Cast(operand, ty) => (self.keeps)(operand.ty(), *ty) && self.is_counter(operand),
            _ => false,
        }
    }
}
