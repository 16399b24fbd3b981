//! One function, executed on symbolic heaps: what its places are, on all paths.

use std::collections::{BTreeMap, BTreeSet};

use super::candidates::{Candidate, is_of_objects};
use super::guards::WithoutLock;
use super::heap::{Base, Broken, Guard, Heap, Symbol};
use super::lent::behind;
use super::locals::Locals;
use super::marks::{InOrder, Marks};
use super::places::without_casts;
use super::pointers::CalledByPointer;
use crate::ir::{
    Block, BlockId, Body, FunctionId, GlobalId, InstructionKind, LocalId, LocalKind, Place, Position, Program,
    Projection, RecordId, Root, Terminator, TypeId, TypeKind, Types,
};
use crate::library::Library;
use crate::races::Part;
use pepsin_lattice::seeded::{Bug, is_seeded};

/// How a call ends: the heap, without variables, and what it returns.
pub type Exit = (Heap, Symbol);

/// A candidate, held against the text of a program.
pub struct Execution<'p> {
    pub(super) program: &'p Program,
    pub(super) library: &'p Library,
    pub(super) candidate: Candidate,
    /// Pointers of static storage that may lead to several objects.
    pub(super) unsettled: &'p BTreeSet<GlobalId>,
    /// The functions that calls through pointers enter.
    pub(super) called_by_pointer: &'p CalledByPointer,
    /// The functions that matter.
    pub(super) matters: &'p [bool],
    /// The functions that may create threads.
    pub(super) creators: &'p [bool],
    /// Whether functions may run when the process ends.
    pub(super) runs_at_exit: bool,
    /// Whether sections without the lock are tried.
    pub without_lock: WithoutLock,
    /// Where they access cells.
    pub in_order: InOrder,
    /// What is known of the variables of each function.
    pub(super) locals: &'p [Locals],
    /// Places that are read.
    pub reads: Marks,
    /// Places that are written.
    pub writes: Marks,
    /// The functions of which calls were not executed, because they touch no list.
    pub(super) skipped: BTreeSet<FunctionId>,
    pub(super) exits: BTreeMap<(FunctionId, Heap), BTreeSet<Exit>>,
    pub(super) begun: BTreeSet<(FunctionId, Heap)>,
    pub(super) running: Vec<(FunctionId, Heap)>,
    pub(super) met_itself: bool,
    /// Where the candidate is given up, if it is at an instruction.
    pub broken_at: Option<(FunctionId, Position)>,
    /// How many steps may still be made.
    pub steps: usize,
}

/// The steps that a candidate may take are used up.
const TOO_MANY_STEPS: Broken = Broken("it takes too many steps");
/// A cell is written to by somebody who may only read.
pub(super) const WRITTEN_BY_READERS: Broken = Broken("a cell is written to under a lock that is held for reading");
/// A number of a ring is used as a pointer.
pub(super) const NUMBER_FOLLOWED: Broken = Broken("a number of the ring is followed as a pointer");

/// Heaps, each with what an expression is there.
pub type Values = Vec<(Heap, Symbol)>;

/// A function in execution.
pub(super) struct Frame<'p> {
    pub function: FunctionId,
    pub body: &'p Body,
    /// What is known of its variables.
    pub locals: &'p Locals,
}

impl<'p> Execution<'p> {
    pub(super) fn types(&self) -> &'p Types {
        &self.program.types
    }

    /// All exits of a function from an entry.
    pub(super) fn run(&mut self, frame: &Frame<'p>, entry: Heap) -> Result<BTreeSet<Exit>, Broken> {
        let mut exits = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut open = vec![(BlockId(0), entry)];
        while let Some((number, heap)) = open.pop() {
            if !seen.insert((number, heap.clone())) {
                continue;
            }
            let Some(block) = frame.body.blocks.get(number.0 as usize) else {
                continue;
            };
            let mut heaps = vec![heap];
            for (index, instruction) in block.instructions.iter().enumerate() {
                self.steps = self.steps.checked_sub(heaps.len()).ok_or(TOO_MANY_STEPS)?;
                let mut after = Vec::new();
                for heap in heaps {
                    let next = self.instruction(frame, heap, block, index, instruction.at);
                    let next = next.inspect_err(|_| self.broken_in(frame, instruction.at))?;
                    after.extend(next.into_iter().map(Heap::normalised));
                }
                after.sort();
                after.dedup();
                heaps = after;
            }
            for heap in heaps {
                self.steps = self.steps.checked_sub(1).ok_or(TOO_MANY_STEPS)?;
                for (next, mut heap) in self.terminator(frame, heap, &block.terminator, &mut exits)? {
                    heap.variables
                        .retain(|variable, _| !frame.locals.fleeting.contains(variable));
                    open.push((next, heap.normalised()));
                }
            }
        }
        Ok(exits)
    }

    /// An instruction gives the candidate up: the one that does, not the calls around it.
    fn broken_in(&mut self, frame: &Frame<'p>, at: Position) {
        self.broken_at.get_or_insert((frame.function, at));
    }

    fn terminator(
        &mut self,
        frame: &Frame<'p>,
        heap: Heap,
        terminator: &'p Terminator,
        exits: &mut BTreeSet<Exit>,
    ) -> Result<Vec<(BlockId, Heap)>, Broken> {
        let mut next = Vec::new();
        match terminator {
            Terminator::Goto(to) => next.push((*to, heap)),
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => {
                for (to, truth) in [(*then, true), (*otherwise, false)] {
                    let heaps = self.assume(frame, heap.clone(), condition, truth)?;
                    next.extend(heaps.into_iter().map(|heap| (to, heap)));
                }
            }
            Terminator::Switch { value, .. } | Terminator::Computed { value, .. } => {
                for (heap, _) in self.evaluate(frame, heap, value)? {
                    next.extend(terminator.successors().into_iter().map(|to| (to, heap.clone())));
                }
            }
            Terminator::Return(value) => {
                let values = match value {
                    Some(value) => self.evaluate(frame, heap, value)?,
                    None => vec![(heap, Symbol::Unknown)],
                };
                for (heap, value) in values {
                    exits.insert(left(heap, value));
                }
            }
            Terminator::Unreachable => {}
        }
        Ok(next)
    }

    fn instruction(
        &mut self,
        frame: &Frame<'p>,
        mut heap: Heap,
        block: &'p Block,
        index: usize,
        at: Position,
    ) -> Result<Vec<Heap>, Broken> {
        match &block.instructions[index].kind {
            InstructionKind::Assign { to, value } if self.leads_back(frame, to, value) => {
                self.no_atomics(&heap, to)?;
                self.lead_back(frame, heap, to, (block, index))
            }
            InstructionKind::Assign { to, value } => {
                let mut heaps = Vec::new();
                for (heap, value) in self.evaluate(frame, heap, value)? {
                    heaps.extend(self.store(frame, heap, to, value, Some((block, index)))?);
                }
                Ok(heaps)
            }
            InstructionKind::Call { to, callee, arguments } => {
                let mut passed = vec![(heap, Vec::new())];
                for argument in arguments {
                    let mut further = Vec::new();
                    let has_cells = self.leads_to_cells(without_casts(self.types(), argument));
                    for (heap, values) in passed {
                        for (heap, value) in self.evaluate(frame, heap, argument)? {
                            let value = if has_cells { without_node(value) } else { value };
                            further.push((heap, [values.clone(), vec![value]].concat()));
                        }
                    }
                    passed = further;
                }
                let mut heaps = Vec::new();
                for (mut heap, values) in passed {
                    heap.forget_tests();
                    for (heap, value) in self.call(frame, heap, callee, (arguments, &values), (to.as_ref(), at))? {
                        match to {
                            Some(to) => heaps.extend(self.store(frame, heap, to, value, None)?),
                            None => heaps.push(heap),
                        }
                    }
                }
                Ok(heaps)
            }
            InstructionKind::ScopeEntry(local) | InstructionKind::ScopeEnd(local) => {
                self.forget_local(frame, &mut heap, *local)?;
                Ok(vec![heap])
            }
            InstructionKind::Zero { place } if place.as_local().is_some() && self.is_carrier(place.ty) => {
                self.store(frame, heap, place, Symbol::Null, None)
            }
            InstructionKind::Zero { place } => {
                heap.forget_tests();
                if heap.alone {
                    heap.close(&self.candidate)?;
                }
                if heap.section.is_none() && !matches!(place.root, Root::Deref(_)) {
                    if let Root::Local(local) = place.root {
                        heap.variables.remove(&local);
                        heap.forget_members(frame, local);
                    }
                    self.mark_write(frame, place, Some(Part::Whole));
                    return Ok(vec![heap]);
                }
                self.store(frame, heap, place, Symbol::Unknown, None)
            }
            InstructionKind::Assembly {
                outputs,
                inputs,
                memory,
                ..
            } if outputs.is_empty() && inputs.is_empty() && memory.is_empty() => {
                heap.close(&self.candidate)?;
                Ok(vec![heap])
            }
            // What it does is not understood.
            InstructionKind::Assembly { .. } | InstructionKind::Obstacle { .. } => {
                Err(Broken("an instruction is not understood"))
            }
        }
    }

    /// A variable of the function gets a value that is not looked at.
    pub(super) fn forget_local(&self, frame: &Frame<'p>, heap: &mut Heap, local: LocalId) -> Result<(), Broken> {
        heap.variables.remove(&local);
        heap.forget_members(frame, local);
        heap.forget_tests_by(local);
        let base = heap.section.map(|section| section.base);
        if base == Some(Base::Behind(local)) || base == Some(Base::Local(local)) {
            heap.fold(&self.candidate)?;
        }
        Ok(())
    }

    /// The variable of the running function, or the member of one, that a place is, if nobody has its address. A record that may stand in a slot holds
    /// what its pointer holds.
    pub(super) fn variable_of(&self, frame: &Frame<'p>, heap: &Heap, place: &Place) -> Option<LocalId> {
        let is_whole = self.types().is_pointer(place.ty) || self.is_carrier(place.ty);
        let variable = match place.root {
            Root::Local(local) => {
                let held = frame.body.locals.get(local.0 as usize)?;
                let is_own = !held.address_taken || frame.locals.lent.variables.contains(&local);
                is_own.then_some(local)?
            }
            _ => self
                .variable_behind(heap, place)
                .filter(|_| self.is_as_lent(frame, place))?,
        };
        match &place.projections[..] {
            [] => (is_whole || place.as_local().is_some()).then_some(variable),
            [Projection::Field(record, field)] if self.is_carried((*record, *field)) => Some(variable),
            _ => frame.locals.members.number(frame.body, place),
        }
    }

    /// Whether a field is the pointer in a record that may stand in a slot.
    fn is_carried(&self, field: (RecordId, u32)) -> bool {
        let carrier = self.candidate.carrier();
        let is_alike = is_seeded(Bug::PointersOfSlotsAlike) && carrier.is_some_and(|(record, _)| record == field.0);
        carrier == Some(field) || is_alike
    }

    /// Whether what a variable of a type holds is followed.
    pub(super) fn is_followed(&self, body: &Body, variable: LocalId, ty: TypeId) -> bool {
        let local = body.locals.get(variable.0 as usize);
        let is_temporary = local.is_some_and(|local| local.kind == LocalKind::Temporary);
        let is_number = (is_temporary || self.ring().is_some()) && self.types().is_integer(ty);
        self.may_lead_to_nodes(ty) || self.may_lead_to_links(ty) || self.is_carrier(ty) || is_number
    }

    pub(super) fn may_lead_to_nodes(&self, ty: TypeId) -> bool {
        let types = self.types();
        types.pointee(ty).is_some_and(|pointee| match self.candidate.link() {
            _ if self.candidate.has_any_nodes() => is_of_objects(types, pointee),
            Some((node, _)) => matches!(types.kind(pointee), TypeKind::Void) || types.as_record(pointee) == Some(node),
            None => false,
        })
    }

    /// `to = value`.
    fn store(
        &mut self,
        frame: &Frame<'p>,
        mut heap: Heap,
        to: &'p Place,
        value: Symbol,
        written: Option<(&'p Block, usize)>,
    ) -> Result<Vec<Heap>, Broken> {
        self.no_atomics(&heap, to)?;
        if let Some(variable) = self.variable_of(frame, &heap, to) {
            match to.root {
                Root::Local(local) if local == variable => self.forget_local(frame, &mut heap, local)?,
                // What stands beside a member stays, but for what may be another name of it.
                Root::Local(local) => {
                    heap.forget_tests_by(local);
                    heap.forget_members(frame, local);
                }
                _ => {
                    heap.forget_tests();
                    self.mark_write(frame, to, None);
                }
            }
            let is_status = frame.locals.statuses.contains(&variable) && self.candidate.has_any_nodes();
            if is_status || self.is_followed(frame.body, variable, to.ty) {
                heap.assign(variable, value);
            }
            return Ok(vec![heap]);
        }
        if let Root::Local(local) = to.root {
            heap.forget_members(frame, local);
        }
        if let Some(variable) = self.variable_behind(&heap, to) {
            heap.variables.remove(&variable);
        }
        let mut stored = Vec::new();
        for (mut heap, pointer) in self.pointers(frame, heap, to)? {
            let value = heap.still(value);
            heap.forget_tests();
            match pointer {
                Symbol::Null | Symbol::Nowhere => continue,
                Symbol::Cursor(_) => return Err(NUMBER_FOLLOWED),
                // A write that may meet a link or a cell refutes the claim, as all writes of strangers do.
                Symbol::Node(node) | Symbol::Inside(node) if heap.is_only_read(node) => {
                    self.mark_write(frame, to, None);
                }
                Symbol::Node(node) => {
                    let part = self.fill(&mut heap, node, to, value);
                    self.mark_write(frame, to, Some(part));
                }
                Symbol::Head(_) | Symbol::Link(_) => {
                    stored.push(self.store_through(frame, heap, (to, pointer), value)?);
                    continue;
                }
                Symbol::Inside(node) => {
                    heap.lose(node, &self.candidate);
                    self.mark_write(frame, to, Some(Part::Owned));
                }
                Symbol::Unknown | Symbol::NotZero => {
                    let emptied = match (heap.section, value, written) {
                        (None, Symbol::Null, Some((block, index))) => self.emptied(frame, to, block, index),
                        _ => None,
                    };
                    let heaps = match emptied {
                        Some(_) => vec![heap],
                        None => self.alone_with(frame, heap, to)?,
                    };
                    for heap in heaps {
                        let value = heap.still(value);
                        stored.extend(self.store_in_cell(frame, heap, to, value, emptied)?);
                    }
                    continue;
                }
            }
            stored.push(heap);
        }
        Ok(stored)
    }

    /// `to = value` where that is no node, but may be a cell; or one that is `emptied`.
    fn store_in_cell(
        &mut self,
        frame: &Frame<'p>,
        mut heap: Heap,
        to: &'p Place,
        value: Symbol,
        emptied: Option<Part>,
    ) -> Result<Vec<Heap>, Broken> {
        match self.cell(frame, &heap, to) {
            Some(_) if heap.guard() == Some(Guard::ReadLock) && !is_seeded(Bug::ReadersWrite) => {
                return Err(WRITTEN_BY_READERS);
            }
            Some(part) if heap.ring.is_some() => {
                self.mark_write(frame, to, Some(part));
                return self.store_in_ring(frame, heap, (to, part), value);
            }
            Some(part) => {
                self.mark_write(frame, to, Some(part));
                if let Some(section) = &mut heap.section {
                    match part {
                        Part::Head => section.head = value,
                        _ => section.beside = value,
                    }
                }
            }
            None => {
                self.mark_write(frame, to, emptied);
                let moves_base = matches!(to.root, Root::Global(_)) && self.types().is_pointer(to.ty);
                if moves_base {
                    heap.fold(&self.candidate)?;
                }
            }
        }
        Ok(vec![heap])
    }

    /// Inside of critical sections, nothing else may order this thread with others, if there are any.
    pub(super) fn no_atomics(&self, heap: &Heap, place: &Place) -> Result<(), Broken> {
        match heap.section.is_some() && !heap.alone && self.types().get(place.ty).atomic {
            true => Err(Broken("an atomic access is inside of a critical section")),
            false => Ok(()),
        }
    }
}

impl Heap {
    /// What lies inside of a variable, or is chosen by it, may be something else from now on.
    fn forget_members(&mut self, frame: &Frame<'_>, variable: LocalId) {
        for member in frame.locals.members.changed_with(variable) {
            self.variables.remove(member);
        }
    }
}

/// A value, without any right to a node.
pub(super) fn without_node(value: Symbol) -> Symbol {
    match value.node() {
        Some(_) => Symbol::NotZero,
        None => value,
    }
}

/// The heap and the result with which a function ends.
fn left(mut heap: Heap, value: Symbol) -> Exit {
    let given_back: BTreeSet<LocalId> = heap.lent.iter().copied().map(behind).collect();
    heap.variables.retain(|variable, _| given_back.contains(variable));
    // The result stands in a variable that no function has, so that what it leads to stays.
    const RESULT: LocalId = LocalId(u32::MAX);
    heap.assign(RESULT, value);
    let mut heap = heap.normalised();
    let value = heap.variable(RESULT);
    heap.variables.remove(&RESULT);
    heap.tested.clear();
    (heap, value)
}
