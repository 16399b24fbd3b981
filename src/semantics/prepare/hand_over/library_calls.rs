//! Calls of the library: locks, waits, memory, and whatever else may order threads.

use super::cursors::constant;
use super::execution::{Execution, Frame, Values};
use super::heap::{Base, Broken, Guard, Heap, Next, Symbol};
use super::marks::mark;
use super::places::{spelled_behind, without_casts};
use crate::ir::{Callee, Expr, Place, Position};
use crate::library::Library;
use crate::library::model::{AllocatedContents, Attempt, Effect, Lifetime, Mode, Model};
use crate::races::Part;
use pepsin_lattice::seeded::{Bug, is_seeded};

impl<'p> Execution<'p> {
    pub(super) fn call(
        &mut self,
        frame: &Frame<'p>,
        mut heap: Heap,
        callee: &'p Callee,
        (arguments, values): (&'p [Expr], &[Symbol]),
        (to, at): (Option<&'p Place>, Position),
    ) -> Result<Values, Broken> {
        let function = match callee {
            Callee::Function(function) => *function,
            Callee::Pointer(pointer) => return self.call_through(frame, heap, pointer, (arguments, values)),
        };
        if let Some(body) = &self.program.function(function).body {
            return self.enter(frame, heap, (function, body), (arguments, values));
        }
        let library: &'p Library = self.library;
        let model = library.model(&self.program.function(function).name);
        let effect = model.and_then(|model| model.effect.as_ref());
        let waits_with = match effect {
            Some(Effect::Wait { lock }) => self.held(frame, &heap, arguments.get(*lock)),
            _ => None,
        };
        if heap.alone && model.is_none_or(Model::may_create) {
            self.no_longer_alone(&mut heap)?;
        }
        for argument in arguments {
            self.mark_inside(frame, &heap, argument, at)?;
        }
        let emptied = self.emptied_by_call(frame, &heap, effect, (arguments, values), at);
        for (number, (argument, value)) in arguments.iter().zip(values).enumerate() {
            if emptied != Some(number) && !matches!(value, Symbol::Null | Symbol::Nowhere) {
                let part = match value {
                    Symbol::Node(_) => Some(self.part_behind(argument)),
                    Symbol::Inside(_) => Some(Part::Owned),
                    _ => None,
                };
                let written = heap.written_by_right(*value, part);
                self.mark_argument(frame, argument, at, (part, written))?;
            }
        }
        match effect {
            Some(Effect::Allocate {
                to: None,
                contents,
                size,
                ..
            }) if (!size.is_empty() || self.candidate.has_any_nodes()) && model.is_some_and(may_be_handed_over) => {
                self.allocated(heap, *contents, to)
            }
            Some(Effect::Free { pointer, .. }) => {
                if let Some(node) = values.get(*pointer).and_then(|value| value.node()) {
                    heap.forget(node);
                }
                Ok(vec![(heap, Symbol::Unknown)])
            }
            Some(Effect::Lock {
                lock,
                mode,
                attempt: Attempt::Blocking,
                ..
            }) if model.is_some_and(|model| model.nothing_for_null.is_none()) => {
                heap.close(&self.candidate)?;
                let lock = arguments.get(*lock).and_then(|lock| self.lock_at(frame, lock));
                let guard = match mode {
                    Mode::Write => Guard::Lock,
                    Mode::Read => Guard::ReadLock,
                };
                self.opened(heap, lock, guard)
            }
            Some(Effect::Wait { .. }) => {
                if is_seeded(Bug::SectionOutlastsWait) {
                    return Ok(vec![(heap, Symbol::Unknown)]);
                }
                heap.close(&self.candidate)?;
                self.opened(heap, waits_with, Guard::Lock)
            }
            // Handlers and destructors of this thread may release the lock.
            Some(Effect::ProcessExit { unless_zero: None }) => {
                self.process_ended(&mut heap)?;
                Ok(Vec::new())
            }
            Some(Effect::ThreadExit { .. }) => {
                self.ended(&mut heap)?;
                Ok(Vec::new())
            }
            Some(Effect::Terminate { .. }) => Ok(Vec::new()),
            Some(Effect::Reallocate { pointer, .. }) => {
                if let Some(node) = values.get(*pointer).and_then(|value| value.node()) {
                    heap.forget(node);
                }
                heap.close(&self.candidate)?;
                Ok(vec![(heap, Symbol::Unknown)])
            }
            None if model.is_some_and(orders_nothing) => {
                self.overwritten(&mut heap, values);
                Ok(vec![(heap, Symbol::Unknown)])
            }
            _ => {
                self.overwritten(&mut heap, values);
                if !heap.alone {
                    heap.close_at(self, model)?;
                }
                Ok(vec![(heap, Symbol::Unknown)])
            }
        }
    }

    /// Calls through a pointer: one of the functions that only the text calls, or one that is executed by itself.
    fn call_through(
        &mut self,
        frame: &Frame<'p>,
        heap: Heap,
        pointer: &'p Expr,
        (arguments, values): (&'p [Expr], &[Symbol]),
    ) -> Result<Values, Broken> {
        let (program, functions) = (self.program, self.called_by_pointer.through(self.program, pointer));
        let mut called = Vec::new();
        for (mut heap, _) in self.evaluate(frame, heap, pointer)? {
            heap.close(&self.candidate)?;
            self.no_longer_alone(&mut heap)?;
            let values: Vec<Symbol> = values.iter().map(|value| heap.still(*value)).collect();
            for function in functions {
                if let Some(body) = &program.function(*function).body {
                    called.extend(self.enter(frame, heap.clone(), (*function, body), (arguments, &values))?);
                }
            }
            called.push((heap, Symbol::Unknown));
        }
        Ok(called)
    }

    /// A thread ends: what it holds may be released without its text.
    pub(super) fn ended(&self, heap: &mut Heap) -> Result<(), Broken> {
        match is_seeded(Bug::EndsInSections) {
            true => Ok(()),
            false => heap.close(&self.candidate),
        }
    }

    /// Outside of critical sections: the argument behind which a call makes a certain number of bytes zero, which may be cells.
    fn emptied_by_call(
        &mut self,
        frame: &Frame<'p>,
        heap: &Heap,
        effect: Option<&Effect>,
        (arguments, values): (&'p [Expr], &[Symbol]),
        at: Position,
    ) -> Option<usize> {
        let Some(Effect::Fill { to, value, length }) = effect else {
            return None;
        };
        let number = |argument: usize| constant(self.types(), arguments.get(argument)?);
        let is_zero = value.is_none_or(|value| number(value) == Some(0));
        let is_certain = is_zero && number(*length).is_some() && heap.section.is_none();
        let is_node = values.get(*to)?.node().is_some();
        let way = spelled_behind(self.types(), without_casts(self.types(), arguments.get(*to)?))?;
        let emptied = (is_certain && !is_node).then_some(*to)?;
        mark(&mut self.writes, (frame.function, at, way), Some(Part::Whole));
        Some(emptied)
    }

    /// What the library was given it may have written to.
    pub(super) fn overwritten(&self, heap: &mut Heap, values: &[Symbol]) {
        for value in values {
            if let Some(node) = heap.still(*value).node().filter(|node| !heap.is_only_read(*node)) {
                heap.lose(node, &self.candidate);
            }
        }
    }

    /// The lock at an address, if it is held for writing, and is one of lists.
    fn held(&self, frame: &Frame<'p>, heap: &Heap, lock: Option<&Expr>) -> Option<(Base, i64)> {
        let lock = self.lock_at(frame, lock?)?;
        let is_held = match self.candidate.has_one_lock() {
            true => heap.holds == Some(Guard::Lock),
            false => heap
                .section
                .is_some_and(|section| section.guard == Guard::Lock && (section.base, section.lock) == lock),
        };
        is_held.then_some(lock)
    }

    /// The heaps in which a lock is held; where it is that of all lists, none of them is looked at yet.
    pub(super) fn opened(&self, mut heap: Heap, lock: Option<(Base, i64)>, guard: Guard) -> Result<Values, Broken> {
        let heaps = match lock.filter(|_| guard == Guard::Lock || self.ring().is_none()) {
            Some(_) if self.candidate.has_one_lock() => {
                heap.holds = Some(guard);
                vec![heap]
            }
            Some(lock) => heap.open(&self.candidate, lock, guard)?,
            None => vec![heap],
        };
        Ok(heaps.into_iter().map(|heap| (heap, Symbol::Unknown)).collect())
    }

    pub(super) fn allocated(
        &self,
        heap: Heap,
        contents: AllocatedContents,
        to: Option<&Place>,
    ) -> Result<Values, Broken> {
        if !to.is_some_and(|to| self.may_lead_to_nodes(to.ty)) {
            return Ok(vec![(heap, Symbol::Unknown)]);
        }
        let mut made = heap.clone();
        let node = made.add(match contents {
            AllocatedContents::Zero => Next::To(Symbol::Null),
            _ => Next::Unknown,
        })?;
        if let (Some(number), Some(_)) = (node.node(), self.candidate.payload()) {
            let payload = match contents {
                AllocatedContents::Zero => Symbol::Null,
                _ => Symbol::Unknown,
            };
            made.payloads.insert(number, payload);
        }
        Ok(vec![(heap, Symbol::Null), (made, node)])
    }
}

/// Whether what a function allocates may belong to another thread later: none of its own stack.
fn may_be_handed_over(model: &Model) -> bool {
    model.lifetime == Lifetime::default()
}

/// Whether a function that only reads and writes memory neither passes anything on to other threads nor makes or ends an object of synchronisation.
fn orders_nothing(model: &Model) -> bool {
    passes_nothing_on(model) && model.destroys.is_empty()
}

/// Whether a call passes nothing on to other threads, and makes nothing by which they are ordered.
pub(super) fn passes_nothing_on(model: &Model) -> bool {
    let passes = [&model.sends, &model.receives];
    let works = [
        &model.sends_within,
        &model.receives_within,
        &model.initialises,
        &model.hands_out,
    ];
    passes.iter().all(|arguments| arguments.is_empty()) && works.iter().all(|arguments| arguments.is_empty())
}
