//! Calls that may lead from the start of a thread to a place: a shortest way through the calls that the analysis reached.
//!
//! Calls by name are those of the text, and calls through pointers those that the analysis made.

use crate::ir::{Callee, FunctionId, InstructionKind, Position, Program};
use crate::races::Call;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Calls, outermost first: each caller, and where it calls.
pub type Path = Vec<(FunctionId, Position)>;

/// The calls of a program, by caller.
pub struct CallPaths {
    /// Callees and where they are called, in the order of the source.
    calls: BTreeMap<FunctionId, Vec<(Position, FunctionId)>>,
    /// The ways that were asked for.
    found: RefCell<BTreeMap<(FunctionId, FunctionId), Option<Path>>>,
}

impl CallPaths {
    /// The calls by name at reached places, or all if no place is known to be reached; and those that were made.
    pub fn new(program: &Program, reached: &BTreeSet<Position>, made: &[Call]) -> Self {
        let mut calls: BTreeMap<FunctionId, Vec<(Position, FunctionId)>> = BTreeMap::new();
        for (number, function) in program.functions.iter().enumerate() {
            let Some(body) = &function.body else { continue };
            let known = calls.entry(FunctionId(number as u32)).or_default();
            for instruction in body.blocks.iter().flat_map(|block| &block.instructions) {
                let is_reached = reached.is_empty() || reached.contains(&instruction.at);
                if let InstructionKind::Call {
                    callee: Callee::Function(callee),
                    ..
                } = &instruction.kind
                    && is_reached
                    && program.function(*callee).body.is_some()
                {
                    known.push((instruction.at, *callee));
                }
            }
        }
        for call in made {
            calls.entry(call.caller).or_default().push((call.at, call.callee));
        }
        for known in calls.values_mut() {
            known.sort_unstable();
            known.dedup();
        }
        CallPaths {
            calls,
            found: RefCell::default(),
        }
    }

    /// The calls from a routine to a function, outermost first: each caller, and where it calls. Nothing if there is no way;
    /// an empty path if they are the same.
    pub fn shortest(&self, from: FunctionId, to: FunctionId) -> Option<Path> {
        let known = self.found.borrow().get(&(from, to)).cloned();
        known.unwrap_or_else(|| {
            let path = self.search(from, to);
            self.found.borrow_mut().insert((from, to), path.clone());
            path
        })
    }

    fn search(&self, from: FunctionId, to: FunctionId) -> Option<Path> {
        let mut came_from: BTreeMap<FunctionId, (FunctionId, Position)> = BTreeMap::new();
        let mut queue = VecDeque::from([from]);
        while let Some(caller) = queue.pop_front() {
            if caller == to {
                return Some(way_back(&came_from, from, to));
            }
            for (at, callee) in self.calls.get(&caller).into_iter().flatten() {
                if *callee != from && !came_from.contains_key(callee) {
                    came_from.insert(*callee, (caller, *at));
                    queue.push_back(*callee);
                }
            }
        }
        None
    }
}

fn way_back(
    came_from: &BTreeMap<FunctionId, (FunctionId, Position)>,
    from: FunctionId,
    to: FunctionId,
) -> Vec<(FunctionId, Position)> {
    let mut path = Vec::new();
    let mut function = to;
    while function != from {
        let Some((caller, at)) = came_from.get(&function) else {
            break;
        };
        path.push((*caller, *at));
        function = *caller;
    }
    path.reverse();
    path
}
