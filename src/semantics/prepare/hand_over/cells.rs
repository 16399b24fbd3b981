//! Which places are cells of the list that a critical section is about, and which locks are locks of lists.

use super::candidates::{Cell, Lock, WhenEmpty, cell_of};
use super::execution::{Execution, Frame};
use super::heap::{Base, Heap};
use super::places::{resolve, resolve_place};
use super::settled::may_be_a_copy;
use crate::ir::{Block, Expr, InstructionKind, Place};
use crate::races::Part;
use pepsin_lattice::seeded::{Bug, is_seeded};

impl<'p> Execution<'p> {
    /// Which cell of the list that the critical section is about a place is.
    pub(super) fn cell(&self, frame: &Frame<'p>, heap: &Heap, place: &Place) -> Option<Part> {
        let section = heap.section?;
        let part = self.cell_by_name(place)?;
        match self.candidate.lock {
            Lock::Before(distance) => {
                let (base, bytes) = self.resolved_place(frame, place)?;
                let beyond = match part {
                    Part::Head => 0,
                    _ => self.candidate.tail_from_head(self.types())?,
                };
                let fits = base == section.base && bytes == section.lock.checked_add(distance)?.checked_add(beyond)?;
                fits.then_some(part)
            }
            // Cells that are fields might be those of several lists.
            Lock::Global(..) => match cell_of(place)? {
                Cell::Global(_) => Some(part),
                Cell::Field(..) => None,
            },
        }
    }

    pub(super) fn cell_by_name(&self, place: &Place) -> Option<Part> {
        let cell = cell_of(place)?;
        let is_head = (cell == self.candidate.head).then_some(Part::Head);
        is_head.or_else(|| (Some(cell) == self.candidate.tail).then_some(Part::Tail))
    }

    /// Outside of critical sections: whether zero is stored to the head, and to the tail at once if that must be.
    pub(super) fn emptied(&self, frame: &Frame<'p>, to: &Place, block: &Block, index: usize) -> Option<Part> {
        let part = self.cell_by_name(to)?;
        let alone = matches!(
            (self.candidate.tail, self.candidate.when_empty, part),
            (None, _, _) | (Some(_), WhenEmpty::TailIsAnything, Part::Head)
        );
        if alone {
            return Some(part);
        }
        let base = self.list_of(frame, to)?;
        let before = block.instructions[..index]
            .iter()
            .rev()
            .map_while(|before| self.constant_stored(&before.kind));
        let behind = block.instructions[index + 1..]
            .iter()
            .map_while(|behind| self.constant_stored(&behind.kind));
        let is_other = |(place, number): (&Place, i128)| {
            let other = self.cell_by_name(place);
            let is_cell = other.is_some() && other != Some(part) && self.list_of(frame, place) == Some(base);
            number == 0 && (is_cell || self.contains_list(frame, place, base))
        };
        before.chain(behind).any(is_other).then_some(part)
    }

    /// Where an instruction stores a number in memory, and which, if it does nothing else and orders nothing.
    pub(super) fn constant_stored<'i>(&self, kind: &'i InstructionKind) -> Option<(&'i Place, i128)> {
        match kind {
            InstructionKind::Assign { to, value } => {
                let is_plain = !self.types().get(to.ty).atomic && to.as_local().is_none();
                value.as_number().filter(|_| is_plain).map(|number| (to, number))
            }
            InstructionKind::Zero { place } => Some((place, 0)),
            _ => None,
        }
    }

    /// Whether a place is a record that has both cells of a list, of which the address of the head is given.
    pub(super) fn contains_list(&self, frame: &Frame<'p>, place: &Place, (base, head): (Option<Base>, i64)) -> bool {
        let (Some((of_place, start)), Some(beyond)) = (
            self.resolved_place(frame, place),
            self.candidate.tail_from_head(self.types()),
        ) else {
            return false;
        };
        let size = self
            .types()
            .size(place.ty)
            .and_then(|size| i64::try_from(size).ok())
            .unwrap_or(0);
        let cell = self.types().model().pointer_size() as i64;
        let contains = |cell_at: i64| start <= cell_at && cell_at + cell <= start + size;
        Some(of_place) == base && contains(head) && contains(head + beyond)
    }

    /// The address of the head of the list to which a cell belongs; of variables there is one.
    pub(super) fn list_of(&self, frame: &Frame<'p>, place: &Place) -> Option<(Option<Base>, i64)> {
        if matches!(cell_of(place)?, Cell::Global(_)) {
            return Some((None, 0));
        }
        let (base, bytes) = self.resolved_place(frame, place)?;
        let beyond = match self.cell_by_name(place)? {
            Part::Head => 0,
            _ => self.candidate.tail_from_head(self.types())?,
        };
        Some((Some(base), bytes - beyond))
    }

    pub(super) fn resolved_place(&self, frame: &Frame<'p>, place: &Place) -> Option<(Base, i64)> {
        resolve_place(self.types(), frame.body, place).filter(|(base, _)| self.is_steady(frame, *base))
    }

    /// What an address is counted from, if that stays the same as long as nothing is assigned to it by name.
    pub(super) fn resolved(&self, frame: &Frame<'p>, address: &Expr) -> Option<(Base, i64)> {
        resolve(self.types(), frame.body, address).filter(|(base, _)| self.is_steady(frame, *base))
    }

    /// Whether a base is one object, that all threads see, and no copy of another one.
    fn is_steady(&self, frame: &Frame<'p>, base: Base) -> bool {
        match base {
            Base::BehindGlobal(global) => !self.unsettled.contains(&global) || is_seeded(Bug::PointersSettled),
            Base::Global(global) => !self.program.global(global).thread_local || is_seeded(Bug::LocksOfThreads),
            Base::Local(local) => !may_be_a_copy(self.program, frame.body, local),
            Base::Behind(_) | Base::Hidden => true,
        }
    }

    /// Whether an address is that of a candidate's lock: then what it is counted from, and its distance.
    pub(super) fn lock_at(&self, frame: &Frame<'p>, address: &Expr) -> Option<(Base, i64)> {
        let (base, bytes) = self.resolved(frame, address)?;
        let is_lock = match self.candidate.lock {
            Lock::Before(_) => true,
            Lock::Global(global, at) => (base, bytes) == (Base::Global(global), at),
        };
        is_lock.then_some((base, bytes))
    }
}
