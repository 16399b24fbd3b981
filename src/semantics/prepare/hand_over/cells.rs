//! Which places are cells of the list that a critical section is about, and which locks are locks of lists.

use super::candidates::{Cell, Kind, Lock, WhenEmpty, cell_of};
use super::execution::{Execution, Frame};
use super::heap::{Base, Heap};
use super::places::{resolve, resolve_place};
use super::settled::may_be_a_copy;
use crate::ir::{Block, Body, Expr, InstructionKind, LocalId, Place, Projection, Root};
use crate::races::Part;
use pepsin_lattice::seeded::{Bug, is_seeded};

impl<'p> Execution<'p> {
    /// Which cell of the list that the critical section is about a place is.
    pub(super) fn cell(&self, frame: &Frame<'p>, heap: &Heap, place: &Place) -> Option<Part> {
        let section = heap.section?;
        let part = self.cell_by_name(place)?;
        match self.candidate.head_from_lock() {
            Some(distance) => {
                let (base, bytes) = match part {
                    Part::Slots => self.resolved_place(frame, &self.slot_of(place)?.0)?,
                    _ => self.resolved_place(frame, place)?,
                };
                let beyond = self.candidate.distance_from_head(self.types(), part)?;
                let fits = base == section.base && bytes == section.lock.checked_add(distance)?.checked_add(beyond)?;
                fits.then_some(part)
            }
            None => Some(part),
        }
    }

    pub(super) fn cell_by_name(&self, place: &Place) -> Option<Part> {
        if self.slot_of(place).is_some() {
            return Some(Part::Slots);
        }
        let cell = cell_of(place)?;
        let cells = self.candidate.cells().into_iter();
        let mut parts = cells.filter(|(part, known)| *known == cell && *part != Part::Slots);
        parts.next().map(|(part, _)| part)
    }

    /// Outside of critical sections: whether zero is stored to the head, and to the other cells at once if that must be.
    pub(super) fn emptied(&self, frame: &Frame<'p>, to: &Place, block: &Block, index: usize) -> Option<Part> {
        let part = self.cell_by_name(to)?;
        let alone = match self.candidate.kind {
            Kind::Slot { .. } | Kind::Lists { .. } => true,
            // A slot may hold null, and what it held is nobody's from then on.
            Kind::Ring(_) => part == Part::Slots,
            Kind::List { tail, when_empty, .. } => {
                tail.is_none() || when_empty == WhenEmpty::TailIsAnything && part == Part::Head
            }
        };
        if alone {
            return Some(part);
        }
        let base = self.list_of(frame, to);
        let before = block.instructions[..index]
            .iter()
            .rev()
            .map_while(|before| self.stored_at_once(frame, &before.kind));
        let behind = block.instructions[index + 1..]
            .iter()
            .map_while(|behind| self.stored_at_once(frame, &behind.kind));
        let is_other = |other: Part, (place, number): (&Place, i128)| {
            let is_other = self.cell_by_name(place) == Some(other);
            let is_beside = self.are_of_one_list(frame, to, place);
            let contains = base.is_some_and(|base| self.contains_list(frame, place, base));
            number == 0 && (is_other && is_beside || contains)
        };
        let stores: Vec<(&Place, i128)> = before.chain(behind).collect();
        let cells = self.candidate.cells().into_iter().map(|(part, _)| part);
        let mut others = cells.filter(|other| *other != part && *other != Part::Slots);
        let all = others.all(|other| stores.iter().any(|store| is_other(other, *store)));
        all.then_some(part)
    }

    /// Whether two cells are those of one list.
    pub(super) fn are_of_one_list(&self, frame: &Frame<'p>, one: &Place, other: &Place) -> bool {
        match self.list_of(frame, one) {
            Some(list) => self.list_of(frame, other) == Some(list),
            None => are_fields_of_one_record(frame.body, one, other),
        }
    }

    /// Where an instruction stores a number, and which, or what the tail of an empty list holds, which counts as zero.
    fn stored_at_once<'i>(&self, frame: &Frame<'p>, kind: &'i InstructionKind) -> Option<(&'i Place, i128)> {
        match kind {
            InstructionKind::Assign { to, value } if self.leads_back(frame, to, value) => {
                (!self.types().get(to.ty).atomic).then_some((to, 0))
            }
            _ => self.constant_stored(kind),
        }
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

    /// Whether a place is a record that has all cells of a list, of which the address of the head is given.
    pub(super) fn contains_list(&self, frame: &Frame<'p>, place: &Place, (base, head): (Option<Base>, i64)) -> bool {
        let Some((of_place, start)) = self.resolved_place(frame, place) else {
            return false;
        };
        let size = self
            .types()
            .size(place.ty)
            .and_then(|size| i64::try_from(size).ok())
            .unwrap_or(0);
        let cell = self.types().model().pointer_size() as i64;
        let contains = |cell_at: i64| start <= cell_at && cell_at + cell <= start + size;
        let mut cells = self.candidate.cells().into_iter();
        let all = cells.all(|(part, _)| {
            let beyond = self.candidate.distance_from_head(self.types(), part);
            beyond.is_some_and(|beyond| contains(head + beyond))
        });
        Some(of_place) == base && all
    }

    /// The address of the head of the list to which a cell belongs; of variables there is one.
    pub(super) fn list_of(&self, frame: &Frame<'p>, place: &Place) -> Option<(Option<Base>, i64)> {
        if matches!(cell_of(place)?, Cell::Global(_)) {
            return Some((None, 0));
        }
        let (base, bytes) = self.resolved_place(frame, place)?;
        let beyond = self
            .candidate
            .distance_from_head(self.types(), self.cell_by_name(place)?)?;
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

/// Whether two places are fields of one record, because the text reaches it in the same way, by nothing but constants and variables that only
/// the function assigns.
fn are_fields_of_one_record(body: &Body, one: &Place, other: &Place) -> bool {
    let is_own = |local: LocalId| {
        body.locals
            .get(local.0 as usize)
            .is_some_and(|local| !local.address_taken)
    };
    let stays = |expr: &Expr| match expr {
        Expr::Integer(..) => true,
        Expr::Load(place) => place.as_local().is_some_and(is_own),
        _ => false,
    };
    let is_steady = match &one.root {
        Root::Global(_) | Root::Local(_) => true,
        Root::Deref(pointer) => stays(pointer),
    };
    let (Some((Projection::Field(..), one_way)), Some((Projection::Field(..), other_way))) =
        (one.projections.split_last(), other.projections.split_last())
    else {
        return false;
    };
    let is_same = |one: &Projection, other: &Projection| match (one, other) {
        (Projection::Index(one, _), Projection::Index(other, _)) => stays(one) && is_same_value(one, other),
        (one, other) => one == other,
    };
    let is_same_root = match (&one.root, &other.root) {
        (Root::Deref(one), Root::Deref(other)) => is_same_value(one, other),
        (one, other) => one == other,
    };
    let same_way =
        one_way.len() == other_way.len() && one_way.iter().zip(other_way).all(|(one, other)| is_same(one, other));
    is_steady && is_same_root && same_way
}

/// Whether two expressions are the same constant, or the same variable wherever it is read.
fn is_same_value(one: &Expr, other: &Expr) -> bool {
    match (one, other) {
        (Expr::Load(one), Expr::Load(other)) => one.as_local().is_some() && one.as_local() == other.as_local(),
        (one, other) => one == other,
    }
}
