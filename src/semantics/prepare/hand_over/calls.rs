//! Calls of functions with a body: what an entry leads to is found once.
//!
//! An entry is the part of the caller's heap that the callee can come to, with the nodes that it is passed first. What it returns
//! is put back beside what the callee did not see: nodes are different objects, so it did not change these (the frame rule;
//! functional approach: Sharir and Pnueli, 1981).

use std::collections::{BTreeMap, BTreeSet};

use super::execution::{Execution, Exit, Frame};
use super::heap::{Base, Broken, Heap, Section, Symbol, TOO_MANY_NODES};
use super::lent::behind;
use super::loans::Loans;
use super::settled::stays;
use crate::ir::{Body, Expr, FunctionId, Local, LocalId};
use pepsin_lattice::seeded::{Bug, is_seeded};

/// How many calls may be inside each other.
const MOST_CALLS: usize = 40;

impl<'p> Execution<'p> {
    /// Executes the program from a function, entered with a heap.
    pub fn start(&mut self, function: FunctionId, entry: Heap) -> Result<(), Broken> {
        let is_main = function == self.program.main && entry.alone;
        if let Some(body) = &self.program.function(function).body {
            // Whatever runs in the thread later may release the lock: the caller, if it is called through a pointer, or destructors.
            for (mut heap, _) in self.exits_of(function, body, entry)? {
                match is_main {
                    true => self.process_ended(&mut heap)?,
                    false => self.ended(&mut heap)?,
                }
            }
        }
        Ok(())
    }

    /// Whether everything was executed with what recursive calls return; otherwise, once more.
    pub fn is_done(&mut self) -> bool {
        self.begun.clear();
        !std::mem::take(&mut self.met_itself)
    }

    /// How many exits are known.
    pub fn known_exits(&self) -> usize {
        self.exits.values().map(BTreeSet::len).sum()
    }

    fn exits_of(&mut self, function: FunctionId, body: &'p Body, entry: Heap) -> Result<BTreeSet<Exit>, Broken> {
        let key = (function, entry.clone());
        if !self.begun.insert(key.clone()) {
            self.met_itself |= self.running.contains(&key);
            return Ok(self.exits.get(&key).cloned().unwrap_or_default());
        }
        if self.running.len() >= MOST_CALLS {
            return Err(Broken("too many calls are inside each other"));
        }
        self.running.push(key.clone());
        let frame = Frame {
            function,
            body,
            locals: &self.locals[function.0 as usize],
        };
        let exits = self.run(&frame, entry)?;
        self.running.pop();
        let known = self.exits.entry(key).or_default();
        known.extend(exits);
        Ok(known.clone())
    }

    /// Calls a function with a body.
    pub(super) fn enter(
        &mut self,
        frame: &Frame<'p>,
        heap: Heap,
        (function, body): (FunctionId, &'p Body),
        (arguments, values): (&'p [Expr], &[Symbol]),
    ) -> Result<Vec<(Heap, Symbol)>, Broken> {
        let parameters = body.parameters();
        let followed = |number: &usize| {
            let local = body.locals.get(*number).filter(|local| !local.address_taken);
            let is_followed = |local: &Local| self.is_followed(body, LocalId(*number as u32), local.ty);
            *number < parameters && local.is_some_and(is_followed)
        };
        let (loans, lost) = self.loans(frame, &heap, (function, body), arguments);
        let mut passed: Vec<(LocalId, Symbol)> = values
            .iter()
            .enumerate()
            .filter(|(number, _)| followed(number))
            .map(|(number, value)| (LocalId(number as u32), *value))
            .collect();
        for (variable, parameter) in &loans {
            passed.retain(|(number, _)| number != parameter);
            passed.extend([
                (*parameter, Symbol::NotZero),
                (behind(*parameter), heap.variable(*variable)),
            ]);
        }
        let mut order: Vec<u8> = Vec::new();
        for (_, value) in &passed {
            if let Some(node) = value.node()
                && !order.contains(&node)
            {
                order.push(node);
            }
        }
        let pinned = order.len() as u8;
        let reached = heap.reached(passed.iter().map(|(_, value)| *value));
        let rest: Vec<u8> = reached.into_iter().filter(|node| !order.contains(node)).collect();
        order.extend(rest);
        let names: BTreeMap<u8, u8> = order.iter().copied().zip(0..).collect();
        let mut entry = heap.clone();
        entry.variables.clear();
        entry.lent = loans.iter().map(|(_, parameter)| *parameter).collect();
        for (parameter, value) in passed {
            entry.assign(parameter, value);
        }
        let mut entry = entry.renamed(&names);
        entry.pinned = pinned;
        let mut entry = entry.normalised();
        if let Some(section) = &mut entry.section {
            *section = self.seen_from_callee(frame, body, arguments, *section);
        }
        let is_trivial = entry.nodes.is_empty() && entry.section.is_none() && entry.holds.is_none();
        if is_trivial && !self.matters[function.0 as usize] {
            self.skipped.insert(function);
            let creates = self.creators[function.0 as usize] && !is_seeded(Bug::SkippedCreateNobody);
            let alone = heap.alone && !creates;
            let mut heap = Heap { alone, ..heap };
            for variable in loans.iter().map(|(variable, _)| variable).chain(&lost) {
                heap.variables.remove(variable);
            }
            return Ok(vec![(heap, Symbol::Unknown)]);
        }
        let mut returned = Vec::new();
        for (exit, value) in self.exits_of(function, body, entry)? {
            let (mut heap, value) = self.put_back(frame, &heap, (body, arguments), &order, &loans, (exit, value))?;
            for variable in &lost {
                heap.variables.remove(variable);
            }
            returned.push((heap, value));
        }
        Ok(returned)
    }

    /// The caller's heap after a call.
    fn put_back(
        &self,
        frame: &Frame<'p>,
        heap: &Heap,
        (body, arguments): (&Body, &[Expr]),
        order: &[u8],
        loans: &Loans,
        (mut exit, value): Exit,
    ) -> Result<(Heap, Symbol), Broken> {
        let pinned = exit.pinned;
        let mut heap = heap.clone();
        heap.alone = exit.alone;
        heap.holds = exit.holds;
        let before = heap.section.take();
        let section = match exit.section {
            Some(section) => match self.seen_from_caller(frame, (body, arguments), section, before) {
                Some(section) => Some(section),
                None => {
                    exit.fold(&self.candidate)?;
                    None
                }
            },
            None => None,
        };
        let mut free = heap.free_number();
        let mut names = BTreeMap::new();
        for node in exit.nodes.keys() {
            let name = match order.get(usize::from(*node)).filter(|_| *node < pinned) {
                Some(own) => *own,
                None => {
                    free = free.checked_add(1).ok_or(TOO_MANY_NODES)?;
                    free - 1
                }
            };
            names.insert(*node, name);
        }
        for (number, node) in order.iter().enumerate() {
            let stays = number < usize::from(pinned) && exit.nodes.contains_key(&(number as u8));
            if !stays {
                heap.forget(*node);
            }
        }
        const RESULT: LocalId = LocalId(u32::MAX);
        exit.section = exit.section.and(section);
        exit.assign(RESULT, value);
        let exit = exit.renamed(&names);
        heap.section = exit.section;
        heap.ring = exit.ring.clone().filter(|_| heap.section.is_some());
        // The callee may have ended the section, and begun another one.
        heap.variables
            .retain(|_, value| !matches!(value, Symbol::Cursor(_) | Symbol::Head(_)));
        heap.payloads.retain(|node, _| !exit.nodes.contains_key(node));
        heap.payloads.extend(&exit.payloads);
        heap.nodes.extend(&exit.nodes);
        Self::given_back(&mut heap, &exit, loans);
        Ok((heap, exit.variable(RESULT)))
    }

    /// A critical section as the callee knows it.
    fn seen_from_callee(&self, frame: &Frame<'p>, body: &Body, arguments: &[Expr], section: Section) -> Section {
        for (number, argument) in arguments.iter().enumerate().take(body.parameters()) {
            let parameter = LocalId(number as u32);
            if let Some((base, bytes)) = self.resolved(frame, argument)
                && base == section.base
                && stays(body, parameter)
                && let Some(lock) = section.lock.checked_sub(bytes)
            {
                return Section {
                    base: Base::Behind(parameter),
                    lock,
                    ..section
                };
            }
        }
        let base = match section.base {
            Base::Local(_) | Base::Behind(_) | Base::Hidden => Base::Hidden,
            Base::Global(_) | Base::BehindGlobal(_) => section.base,
        };
        Section { base, ..section }
    }

    /// A critical section with which a callee ends, as the caller knows it, if it does.
    fn seen_from_caller(
        &self,
        frame: &Frame<'p>,
        (body, arguments): (&Body, &[Expr]),
        section: Section,
        before: Option<Section>,
    ) -> Option<Section> {
        match section.base {
            Base::Global(_) | Base::BehindGlobal(_) => Some(section),
            // Nobody but the caller can have begun it.
            Base::Hidden => before.map(|before| Section {
                base: before.base,
                lock: before.lock,
                ..section
            }),
            Base::Local(_) => None,
            Base::Behind(parameter) => {
                if !stays(body, parameter) && !is_seeded(Bug::ParametersStay) {
                    return None;
                }
                let (base, bytes) = self.resolved(frame, arguments.get(parameter.0 as usize)?)?;
                let lock = section.lock.checked_add(bytes)?;
                Some(Section { base, lock, ..section })
            }
        }
    }
}
