//! Locks that are open at a place, by the calls that stand before it in the code.
//!
//! The solution names a lock only where it is one certain lock. Where it is some `table[i].lock`, a reader still wants to know that a
//! lock is held, and which call took it. So the calls that lock and unlock are followed along all ways to a place: a lock is open
//! there if every way takes it and none gives it back. Functions that lock for their callers count by what is open when they return.
//! Locks are told apart by how they are written, so this is for people only.
//!
//! A semaphore that a function takes and gives back is meant as a lock. One that it only takes or only gives is a signal, and none.

use super::lvalue::ExpressionText;
use crate::ir::{BlockId, Body, Callee, Expr, FunctionId, InstructionKind, Position, Program};
use crate::library::Library;
use crate::library::model::{Attempt, Effect};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A lock that is open at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenLock {
    /// The lock as it is written at the call.
    pub lock: ExpressionText,
    /// The call that takes it.
    pub at: Position,
    /// What it is.
    kind: Kind,
}

/// What is taken like a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Lock,
    Semaphore,
}

/// What all ways to a point have done to locks, which are known by their text.
#[derive(Clone, Debug, Default)]
struct Open {
    /// Taken on every way.
    held: BTreeMap<String, OpenLock>,
    /// Given back on some way without having been taken before: locks of the caller.
    given_back: BTreeMap<String, ExpressionText>,
}

impl Open {
    fn take(&mut self, lock: ExpressionText, at: Position, kind: Kind) {
        self.held.insert(lock.text.clone(), OpenLock { lock, at, kind });
    }

    fn give_back(&mut self, lock: ExpressionText) {
        if self.held.remove(&lock.text).is_none() {
            self.given_back.insert(lock.text.clone(), lock);
        }
    }

    /// Adds what another way has done; tells whether anything changes.
    fn meet(&mut self, other: &Open) -> bool {
        let before = (self.held.len(), self.given_back.len());
        self.held.retain(|lock, _| other.held.contains_key(lock));
        for (text, lock) in &other.given_back {
            self.given_back.entry(text.clone()).or_insert_with(|| lock.clone());
        }
        before != (self.held.len(), self.given_back.len())
    }
}

/// What a call of a function leaves open and closes.
#[derive(Clone, Debug, Default)]
struct Summary {
    opens: Vec<(ExpressionText, Kind)>,
    closes: Vec<ExpressionText>,
}

/// How many calls deep functions are looked into that lock for their callers.
const DEPTH: u32 = 3;

/// How often the blocks of a function are visited at most, for each of them.
const VISITS: usize = 8;

/// Finds open locks.
pub struct OpenLocks<'p> {
    program: &'p Program,
    library: Library,
    summaries: RefCell<BTreeMap<FunctionId, Summary>>,
    at_blocks: RefCell<BTreeMap<FunctionId, Rc<BTreeMap<BlockId, Open>>>>,
    /// What was found at the places that were asked for.
    found: RefCell<BTreeMap<(FunctionId, Position), Vec<OpenLock>>>,
}

impl<'p> OpenLocks<'p> {
    /// For a program whose library calls are those of the models.
    pub fn new(program: &'p Program, library: Library) -> Self {
        OpenLocks {
            program,
            library,
            summaries: RefCell::default(),
            at_blocks: RefCell::default(),
            found: RefCell::default(),
        }
    }

    /// The locks that are open where an access or a call stands in a function.
    pub fn at(&self, function: FunctionId, at: Position) -> Vec<OpenLock> {
        let known = self.found.borrow().get(&(function, at)).cloned();
        known.unwrap_or_else(|| {
            let mut open = self.search(function, at);
            open.retain(|open| open.kind == Kind::Lock || self.gives_back(function, &open.lock.text));
            self.found.borrow_mut().insert((function, at), open.clone());
            open
        })
    }

    fn search(&self, function: FunctionId, at: Position) -> Vec<OpenLock> {
        let Some(body) = &self.program.function(function).body else {
            return Vec::new();
        };
        let entries = self.entries(function, body, DEPTH);
        for (number, block) in body.blocks.iter().enumerate() {
            let Some(mut open) = entries.get(&BlockId(number as u32)).cloned() else {
                continue;
            };
            for instruction in &block.instructions {
                if instruction.at == at || mentions(&instruction.kind, at) {
                    return open.held.into_values().collect();
                }
                self.step(body, &instruction.kind, instruction.at, &mut open, DEPTH);
            }
            let mut found = false;
            if let crate::ir::Terminator::Branch { condition: value, .. }
            | crate::ir::Terminator::Switch { value, .. }
            | crate::ir::Terminator::Return(Some(value)) = &block.terminator
            {
                value.expressions(&mut |part| found |= stands_at(part, at));
            }
            if found {
                return open.held.into_values().collect();
            }
        }
        Vec::new()
    }

    /// Whether a function gives back what is written so, by itself or by what it calls.
    fn gives_back(&self, function: FunctionId, lock: &str) -> bool {
        let blocks = self.program.function(function).body.iter().flat_map(|body| {
            let instructions = body.blocks.iter().flat_map(|block| &block.instructions);
            instructions.map(move |instruction| (body, instruction))
        });
        blocks.into_iter().any(|(body, instruction)| {
            let mut closed = Open::default();
            self.step(body, &instruction.kind, instruction.at, &mut closed, DEPTH);
            closed.given_back.contains_key(lock)
        })
    }

    /// What is open at the entry of each block that can be reached: the greatest solution of what all ways have in common.
    fn entries(&self, function: FunctionId, body: &Body, depth: u32) -> Rc<BTreeMap<BlockId, Open>> {
        if let Some(known) = self.at_blocks.borrow().get(&function) {
            return Rc::clone(known);
        }
        let mut entries: BTreeMap<BlockId, Open> = BTreeMap::from([(BlockId(0), Open::default())]);
        let mut work = BTreeSet::from([BlockId(0)]);
        let mut visits = body.blocks.len().saturating_mul(VISITS);
        while let Some(block) = work.pop_first() {
            let Some(content) = body.blocks.get(block.0 as usize) else {
                continue;
            };
            visits = visits.saturating_sub(1);
            if visits == 0 {
                // Too many ways: say nothing.
                entries.values_mut().for_each(|open| *open = Open::default());
                break;
            }
            let mut open = entries.get(&block).cloned().unwrap_or_default();
            for instruction in &content.instructions {
                self.step(body, &instruction.kind, instruction.at, &mut open, depth);
            }
            for next in content.terminator.successors() {
                let changed = match entries.get_mut(&next) {
                    None => {
                        entries.insert(next, open.clone());
                        true
                    }
                    Some(known) => known.meet(&open),
                };
                if changed {
                    work.insert(next);
                }
            }
        }
        let entries = Rc::new(entries);
        self.at_blocks.borrow_mut().insert(function, Rc::clone(&entries));
        entries
    }

    /// What an instruction opens and closes.
    fn step(&self, body: &Body, kind: &InstructionKind, at: Position, open: &mut Open, depth: u32) {
        let InstructionKind::Call {
            callee: Callee::Function(callee),
            arguments,
            ..
        } = kind
        else {
            return;
        };
        let function = self.program.function(*callee);
        let target = |argument: &Expr| ExpressionText::target(self.program, body, argument);
        if function.body.is_some() {
            let summary = self.summary(*callee, depth);
            let spelled = |lock: &ExpressionText| match &lock.parameter {
                Some((number, _)) => arguments.get(*number).map(|it| lock.with_argument(&target(it))),
                None => Some(lock.clone()),
            };
            for closed in summary.closes.iter().filter_map(spelled) {
                open.give_back(closed);
            }
            for (lock, kind) in &summary.opens {
                if let Some(lock) = spelled(lock) {
                    open.take(lock, at, *kind);
                }
            }
            return;
        }
        match self.effect(&function.name) {
            Some(Effect::Lock {
                lock,
                attempt: Attempt::Blocking,
                ..
            }) => {
                if let Some(lock) = arguments.get(*lock).map(target) {
                    open.take(lock, at, Kind::Lock);
                }
            }
            Some(Effect::SemaphoreWait {
                semaphore,
                attempt: Attempt::Blocking,
                ..
            }) => {
                if let Some(semaphore) = arguments.get(*semaphore).map(target) {
                    open.take(semaphore, at, Kind::Semaphore);
                }
            }
            Some(Effect::Unlock { lock } | Effect::SemaphorePost { semaphore: lock }) => {
                if let Some(lock) = arguments.get(*lock).map(target) {
                    open.give_back(lock);
                }
            }
            _ => {}
        }
    }

    /// What a function of the library does.
    pub(super) fn effect(&self, name: &str) -> Option<&Effect> {
        self.library.model(name)?.effect.as_ref()
    }

    /// How the lock is written that a call at a place takes, or waits for.
    pub fn written(&self, function: FunctionId, at: Position) -> Option<String> {
        let body = self.program.function(function).body.as_ref()?;
        let mut instructions = body.blocks.iter().flat_map(|block| &block.instructions);
        let found = instructions.find(|instruction| instruction.at == at)?;
        let mut open = Open::default();
        self.step(body, &found.kind, at, &mut open, DEPTH);
        open.held.into_keys().next()
    }

    /// What a call of a function with a body does to the locks of its caller.
    fn summary(&self, function: FunctionId, depth: u32) -> Summary {
        if let Some(known) = self.summaries.borrow().get(&function) {
            return known.clone();
        }
        let body = self.program.function(function).body.as_ref();
        let Some((body, depth)) = body.zip(depth.checked_sub(1)) else {
            return Summary::default();
        };
        // A function that calls itself finds that it does nothing.
        self.summaries.borrow_mut().insert(function, Summary::default());
        let entries = self.entries(function, body, depth);
        let returns = body.blocks.iter().enumerate().filter_map(|(number, block)| {
            let mut open = entries.get(&BlockId(number as u32))?.clone();
            for instruction in &block.instructions {
                self.step(body, &instruction.kind, instruction.at, &mut open, depth);
            }
            matches!(block.terminator, crate::ir::Terminator::Return(_)).then_some(open)
        });
        let common = returns.reduce(|mut all, one| {
            all.meet(&one);
            all
        });
        let common = common.unwrap_or_default();
        let summary = Summary {
            opens: common.held.into_values().map(|open| (open.lock, open.kind)).collect(),
            closes: common.given_back.into_values().collect(),
        };
        self.summaries.borrow_mut().insert(function, summary.clone());
        summary
    }
}

/// Whether an access at a place is part of an instruction.
fn mentions(kind: &InstructionKind, at: Position) -> bool {
    let mut found = false;
    let mut see = |expression: &Expr| expression.expressions(&mut |part| found |= stands_at(part, at));
    match kind {
        InstructionKind::Assign { to, value } => {
            see(value);
            found |= to.at == at;
        }
        InstructionKind::Call { to, arguments, .. } => {
            arguments.iter().for_each(see);
            found |= to.as_ref().is_some_and(|to| to.at == at);
        }
        InstructionKind::Zero { place } => found = place.at == at,
        InstructionKind::Assembly {
            outputs,
            memory,
            inputs,
            ..
        } => {
            inputs.iter().for_each(see);
            found |= outputs.iter().chain(memory).any(|place| place.at == at);
        }
        InstructionKind::ScopeEntry(_) | InstructionKind::ScopeEnd(_) | InstructionKind::Obstacle { .. } => {}
    }
    found
}

fn stands_at(expression: &Expr, at: Position) -> bool {
    matches!(expression, Expr::Load(place) | Expr::AddressOf(place, _) if place.at == at)
}
