//! What all berths of a row are less than: numbers that variables hold, and so much more.
//!
//! ```text
//!     v = v + d, without overflow       x < v + e   becomes   x < v + e − d
//!     v = m + c                         x < m + e   says      x < v + e − c
//! ```

use super::Change;
use crate::ir::LocalId;
use crate::semantics::state::{Bound, Table, Term};

/// Bounds that lie behind all berths of a row, in whatever order they were found.
#[derive(Clone, Debug, Default)]
pub(super) struct Below(Table<Bound>);

impl PartialEq for Below {
    fn eq(&self, other: &Self) -> bool {
        let is_same = |(mine, theirs): (&Below, &Below)| mine.0.iter().all(|bound| theirs.0.contains(bound));
        self.0.same(&other.0) || is_same((self, other)) && is_same((other, self))
    }
}

impl FromIterator<Bound> for Below {
    fn from_iter<I: IntoIterator<Item = Bound>>(bounds: I) -> Self {
        let mut below = Below::default();
        bounds.into_iter().for_each(|bound| below.add(bound));
        below
    }
}

impl Below {
    pub(super) fn iter(&self) -> impl Iterator<Item = Bound> + '_ {
        self.0.iter().copied()
    }

    /// Whether all that is less than these is less than a bound.
    pub(super) fn is_up_to(&self, bound: Bound) -> bool {
        self.0.iter().any(|known| known.is_up_to(bound))
    }

    /// How much more than the value of a variable all berths are less than.
    pub(super) fn more_than(&self, variable: LocalId) -> Option<i64> {
        let own = self.0.iter().filter(|bound| bound.is_of(variable));
        own.map(|bound| bound.plus).min()
    }

    /// One more bound; of those that are told by the same variable the nearest is kept.
    pub(super) fn add(&mut self, bound: Bound) {
        if bound.term.is_some() {
            if self.is_up_to(bound) {
                return;
            }
            self.0.retain(|known| known.term != bound.term);
        }
        if !self.0.contains(&bound) {
            self.0.push(bound);
        }
    }

    /// Forgets some of them.
    pub(super) fn retain(&mut self, stays: impl Fn(&Bound) -> bool) {
        self.0.retain(stays);
    }

    /// A variable of the running function changes.
    pub(super) fn assign(&mut self, variable: LocalId, change: Change) {
        let moved = |bound: &Bound| match change {
            Change::Moves(by) if bound.is_of(variable) => bound.moved(by.checked_neg()?),
            _ => (!bound.is_of(variable)).then_some(*bound),
        };
        if self.0.iter().any(|bound| bound.is_of(variable)) {
            self.0 = self.0.iter().filter_map(moved).collect();
        }
    }

    /// A number is equal to a bound.
    pub(super) fn equal(&mut self, number: Term, to: Bound) {
        let same = self
            .iter()
            .filter(|bound| bound.term == to.term && bound.term != Some(number));
        let told = same.filter_map(|bound| {
            Some(Bound {
                term: Some(number),
                plus: bound.plus.checked_sub(to.plus)?,
            })
        });
        told.collect::<Vec<_>>().into_iter().for_each(|bound| self.add(bound));
    }

    /// The bounds of both.
    pub(super) fn with(&self, other: &Below) -> Below {
        let common = |bound: &Bound, others: &Below| match bound.term {
            Some(_) => others.is_up_to(*bound),
            None => others.0.contains(bound),
        };
        let mine = self.iter().filter(|bound| common(bound, other));
        let theirs = other.iter().filter(|bound| common(bound, self));
        mine.chain(theirs).collect()
    }

    /// The bounds of both in a loop: those that differ are moved back to the variable, or to just behind it, so that loops have invariants.
    pub(super) fn joined(&self, other: &Below) -> Below {
        let common = self.with(other);
        let settled = common.iter().filter_map(|bound| match bound.plus {
            _ if self.0.contains(&bound) && other.0.contains(&bound) => Some(bound),
            ..=0 => Some(Bound { plus: 0, ..bound }),
            1 => Some(bound),
            _ => None,
        });
        settled.collect()
    }
}
