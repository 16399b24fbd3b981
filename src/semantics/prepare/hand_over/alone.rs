//! The first part of a program, which has no other thread yet: `main` needs no lock for what it links.
//!
//! A thread that is alone has the cells and the nodes of all lists, as if it held all locks: no other thread finds I broken. So where it accesses a
//! cell outside of a critical section, one begins for that list, which ends where another list is accessed, or the thread synchronises; at the
//! latest with the first call that may create a thread. What it does by right happens before all that others do, by the creation of their threads.
//!
//! Rings are not set up so. Where `main` is called by others as well, it is executed a second time, alone with nothing. What is alone is told by the text of `main` from its start, constructors included, and of what it calls by name.

use super::candidates::Lock;
use super::execution::{Execution, Frame};
use super::heap::{Base, Broken, Guard, Heap};
use crate::ir::graph::reached;
use crate::ir::{Callee, InstructionKind, Place, Program};
use crate::library::Library;
use crate::library::model::Model;
use pepsin_lattice::seeded::{Bug, is_seeded};

impl<'p> Execution<'p> {
    /// The heaps in which the thread has the list to which a cell belongs, if it is alone or holds the lock of all lists.
    pub(super) fn alone_with(&mut self, frame: &Frame<'p>, heap: Heap, cell: &Place) -> Result<Vec<Heap>, Broken> {
        let guard = match (heap.alone, heap.holds) {
            (true, _) => Guard::Alone,
            (false, Some(guard)) => guard,
            (false, None) => return self.in_order_with(frame, heap, cell),
        };
        let is_known = self.cell(frame, &heap, cell).is_some();
        let list = self.list_without_lock(frame, cell).filter(|_| !is_known);
        let Some(list) = list else {
            return Ok(vec![heap]);
        };
        heap.switch(&self.candidate, list, guard)
    }

    /// The lock of the list to which a cell belongs, or what stands for it.
    pub(super) fn list_without_lock(&self, frame: &Frame<'p>, cell: &Place) -> Option<(Base, i64)> {
        let part = self.cell_by_name(cell)?;
        match (self.candidate.head_from_lock(), self.candidate.lock) {
            (Some(distance), _) => {
                let (base, bytes) = self.resolved_place(frame, cell)?;
                let beyond = self.candidate.distance_from_head(self.types(), part)?;
                Some((base, bytes.checked_sub(beyond)?.checked_sub(distance)?))
            }
            (None, Lock::Global(global, bytes)) => Some((Base::Global(global), bytes)),
            (None, Lock::Before(_)) => None,
        }
    }

    /// From now on there may be other threads.
    pub(super) fn no_longer_alone(&self, heap: &mut Heap) -> Result<(), Broken> {
        if !heap.alone || is_seeded(Bug::AloneForGood) {
            return Ok(());
        }
        heap.alone = false;
        heap.close(&self.candidate)
    }
}

/// For each function, whether it may create a thread.
pub(super) fn creators(program: &Program, library: &Library) -> Vec<bool> {
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); program.functions.len()];
    let mut open = Vec::new();
    for (number, function) in program.functions.iter().enumerate() {
        let Some(body) = &function.body else {
            if library.model(&function.name).is_none_or(Model::may_create) {
                open.push(number);
            }
            continue;
        };
        for instruction in body.blocks.iter().flat_map(|block| &block.instructions) {
            match &instruction.kind {
                InstructionKind::Call {
                    callee: Callee::Function(callee),
                    ..
                } => callers[callee.0 as usize].push(number),
                InstructionKind::Call {
                    callee: Callee::Pointer(_),
                    ..
                }
                | InstructionKind::Assembly { .. }
                | InstructionKind::Obstacle { .. } => open.push(number),
                InstructionKind::Assign { .. }
                | InstructionKind::Zero { .. }
                | InstructionKind::ScopeEntry(_)
                | InstructionKind::ScopeEnd(_) => {}
            }
        }
    }
    reached(&callers, open)
}
