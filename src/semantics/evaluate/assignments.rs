//! Assignments: what is stored, and all that is known of the value besides what it is.

use crate::ir::{Expr, Place};
use crate::semantics::claims::{Share, Taking};
use crate::semantics::crews::Berth;
use crate::semantics::origins::{Linear, OwnedPointer, SymbolicAddress};
use crate::semantics::state::State;
use crate::semantics::system::Transfer;
use crate::values::{ObjectId, Rvalue, Value};

/// Where a value came from, in terms that outlive its abstraction.
struct Provenance {
    /// As a symbolic address.
    address: Option<SymbolicAddress>,
    /// As a pointer into a region.
    owner: Option<OwnedPointer>,
    /// As the place that a variable names in a row.
    slot: Option<Berth>,
    /// As a function of the ego's ticket.
    linear: Option<Linear>,
    /// As the value of a watched variable.
    copied: Option<usize>,
    /// As what a look at a watched variable tells.
    looked: Option<usize>,
    /// As a share of a take.
    share: Option<Share>,
}

impl Transfer<'_, '_> {
    /// `to = value`. The states in which execution goes on.
    pub fn execute_assignment(&mut self, mut state: State, to: &Place, expr: &Expr) -> Vec<State> {
        let Some(change) = self.change_of_counter(&mut state, to, expr) else {
            return self.execute_store(state, to, expr);
        };
        let crews = self.crews_behind(&state, change);
        let mut after = self.execute_store(state, to, expr);
        after.iter_mut().for_each(|state| state.crews = crews.clone());
        after
    }

    fn execute_store(&mut self, mut state: State, to: &Place, expr: &Expr) -> Vec<State> {
        let (provenance, value) = self.remembering(|transfer| {
            let provenance = transfer.unrecorded(|transfer| transfer.provenance(&mut state, to, expr));
            (provenance, transfer.rvalue(&mut state, expr))
        });
        if value.is_bottom() {
            return Vec::new();
        }
        let number = value.as_scalar();
        let Some(change) = self.change_by_store(&mut state, to, provenance.share, &number) else {
            return self.store_value(state, to, &value, &provenance, None);
        };
        let mut after = Vec::new();
        for (part, gone) in self.left_apart(&number, &change) {
            let mut state = state.clone();
            if !self.learn(&mut state, expr, &part) {
                continue;
            }
            let stored = self.store_value(state, to, &Rvalue::Scalar(part), &provenance, Some(change.dispenser));
            after.extend(stored.into_iter().flat_map(|state| self.count(state, &change, gone)));
        }
        after
    }

    /// Stores a value, which is a change of a counter or not.
    fn store_value(
        &mut self,
        mut state: State,
        to: &Place,
        value: &Rvalue,
        provenance: &Provenance,
        dispenser: Option<usize>,
    ) -> Vec<State> {
        let take = self.take_by_store(&mut state, to, provenance.share, &value.as_scalar());
        let holder = provenance.share.and_then(|_| self.holder(&mut state, to));
        let transition = self.transition_by_store(&mut state, to, value);
        self.write_as_lock(state, transition, |transfer, state| {
            let goes_on = transfer.write_as_change(state, dispenser, |transfer, state| match take {
                Some((dispenser, by)) => transfer.write_as_take(state, dispenser, by, |transfer, state| {
                    transfer.assign_owned(state, to, value, provenance.owner)
                }),
                None => transfer.assign_owned(state, to, value, provenance.owner),
            });
            transfer.note_provenance(state, to, holder, provenance);
            goes_on
        })
    }

    fn provenance(&mut self, state: &mut State, to: &Place, value: &Expr) -> Provenance {
        let pointer = self.analysis.program.types.is_pointer(to.ty);
        Provenance {
            address: match self.frame_variable(to) {
                Some(_) if pointer => self.symbolic(state, value),
                _ => None,
            },
            owner: if pointer {
                self.owned_pointer(state, value)
            } else {
                None
            },
            slot: match pointer && !state.crews.is_empty() {
                true => self.berth(state, value),
                false => None,
            },
            linear: self.linear(state, value),
            copied: self.copied(state, value),
            looked: self.looked_up(state, value),
            share: self.share_of(state, value),
        }
    }

    fn note_provenance(&self, state: &mut State, to: &Place, holder: Option<ObjectId>, provenance: &Provenance) {
        if let Some(variable) = self.frame_variable(to) {
            state.owned.assign(variable, provenance.linear);
            state.symbolic.assign(variable, provenance.address, provenance.owner);
            if let Some(slot) = provenance.slot {
                state.crews.point(variable, slot);
            }
        }
        if let Some(variable) = self.local_object(to) {
            self.note_copy(state, variable, provenance.copied, provenance.looked);
        }
        if let Some(holder) = holder {
            self.hold_share(state, holder, provenance.share);
        }
    }

    /// The dispenser from which an assignment takes, and how much.
    fn take_by_store(
        &mut self,
        state: &mut State,
        to: &Place,
        share: Option<Share>,
        value: &Value,
    ) -> Option<(usize, i64)> {
        let dispenser = share.and_then(|_| self.dispenser_at(state, to))?;
        Some((dispenser, self.growth(state, dispenser, share, value)?))
    }

    /// Makes a write by which a dispenser grows under a lock.
    fn write_as_take(
        &mut self,
        state: &mut State,
        dispenser: usize,
        by: i64,
        write: impl Fn(&mut Self, &mut State) -> bool,
    ) -> bool {
        let looked = state.takes.clone();
        self.taking = Taking::UnderLock(dispenser);
        let goes_on = write(self, state);
        self.taking = Taking::Nothing;
        state.takes = looked.grown(dispenser, by);
        goes_on
    }
}
