//! What tests told of memory beside the cells, inside of a critical section: `while (q->count == 0 && !q->closed) wait(…); if (q->closed) …`.
//!
//! Of a place it is known whether it held zero, from the test on until something may be written to it: by this thread, as long as it
//! neither stores to memory nor calls anything, and changes no variable by which the place is reached; or by others, which have to be in order with the
//! test, since there is a race otherwise, and are not as long as nothing orders this thread with them.

use super::execution::{Execution, Frame};
use super::heap::{Heap, Symbol};
use super::places::{Step, spelled};
use crate::ir::{BinaryOp, Expr, LocalId, Place, Types};
use pepsin_lattice::seeded::{Bug, is_seeded};

impl<'p> Execution<'p> {
    /// Learns from a condition that has a truth.
    pub(super) fn remember(&self, frame: &Frame<'p>, heap: &mut Heap, condition: &Expr, truth: bool) {
        let is_guarded = heap.section.is_some();
        if let Some((place, is_true)) = tested(self.types(), condition, truth).filter(|_| is_guarded)
            && let Some(way) = self.steady_way(frame, heap, place)
        {
            heap.tested.insert(way, is_true);
        }
    }

    /// What is remembered of a place.
    pub(super) fn remembered(&self, frame: &Frame<'p>, heap: &Heap, place: &Place) -> Symbol {
        let known = self
            .steady_way(frame, heap, place)
            .and_then(|way| heap.tested.get(&way).copied());
        known.map_or(Symbol::Unknown, |is_true| match is_true {
            true => Symbol::NotZero,
            false => Symbol::Null,
        })
    }

    /// The way to a number in memory that others do not change without a race, if it leads to one place.
    fn steady_way(&self, frame: &Frame<'p>, heap: &Heap, place: &Place) -> Option<Vec<Step>> {
        let ty = self.types().get(place.ty);
        let is_plain = !ty.atomic && !ty.volatile && self.types().is_integer(place.ty);
        let way = spelled(self.types(), place).filter(|_| is_plain && self.variable_of(frame, heap, place).is_none());
        way.filter(|way| !way.contains(&Step::Element))
    }
}

impl Heap {
    /// Something may be written to memory, or ordered with other threads.
    pub(super) fn forget_tests(&mut self) {
        if !is_seeded(Bug::TestsOutlastWrites) {
            self.tested.clear();
        }
    }

    /// A variable of the running function changes.
    pub(super) fn forget_tests_by(&mut self, variable: LocalId) {
        if !is_seeded(Bug::TestsOutlastVariables) {
            self.tested.retain(|way, _| way.first() != Some(&Step::Local(variable)));
        }
    }
}

/// The place of which a condition tells whether it holds zero, and whether it does not.
fn tested<'e>(types: &Types, condition: &'e Expr, truth: bool) -> Option<(&'e Place, bool)> {
    match condition {
        Expr::Load(place) => Some((place, truth)),
        Expr::Cast(operand, ty) if types.is_integer(*ty) && types.size(*ty) >= types.size(operand.ty()) => {
            tested(types, operand, truth)
        }
        Expr::Binary(operator @ (BinaryOp::Equal | BinaryOp::NotEqual), operand, with, _) => {
            let is_equal = (*operator == BinaryOp::Equal) == truth;
            match (with.as_number()?, is_equal) {
                (0, is_equal) => tested(types, operand, !is_equal),
                (_, true) => tested(types, operand, true),
                (_, false) => None,
            }
        }
        _ => None,
    }
}
