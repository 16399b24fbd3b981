//! Members: which threads of a crew may be running.

use std::rc::Rc;

use pepsin_lattice::seeded::{Bug, is_seeded};

use super::Change;
use super::names::Names;
use super::row::Row;
use crate::ir::LocalId;
use crate::semantics::state::{Berth, Origin};

/// Nobody, or a row.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Members {
    /// Nobody, and the variable is not less than this.
    Nobody(i64),
    Row(Rc<Row>),
}

/// What is known of such threads.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Crew {
    pub(super) origin: Origin,
    pub(super) members: Members,
}

impl Crew {
    pub(super) fn assigned(&self, variable: LocalId, change: Change) -> Option<Crew> {
        let own = self.origin.counter == Some(variable);
        let reached = |before: i64| match change {
            _ if !own => Some(before),
            Change::Moves(by @ 0..) => before.checked_add(by),
            Change::Moves(_) if is_seeded(Bug::CountersShrinkUnseen) => Some(before),
            Change::Becomes(number) => Some(number),
            Change::Moves(_) | Change::Anything => None,
        };
        let members = match &self.members {
            Members::Nobody(number) => Members::Nobody(reached(*number)?),
            Members::Row(row) => {
                let mut row = row.assigned(variable, change)?;
                row.reached = row.reached.and_then(reached);
                Members::Row(Rc::new(row))
            }
        };
        Some(Crew {
            origin: self.origin,
            members,
        })
    }

    /// Whether all ids lie in berths in front of one.
    pub(super) fn is_in_front_of(&self, berth: Berth, names: &Names) -> bool {
        match &self.members {
            Members::Nobody(_) => true,
            Members::Row(row) => {
                let mut names = names.of(berth.index).into_iter();
                row.berths == berth.berths && names.any(|name| row.ends_at(name))
            }
        }
    }
}

impl Members {
    /// What the crew's variable is not less than.
    pub(super) fn reached(&self) -> Option<i64> {
        match self {
            Members::Nobody(number) => Some(*number),
            Members::Row(row) => row.reached,
        }
    }

    pub(super) fn joined(&self, other: &Members) -> Option<Members> {
        match (self, other) {
            (Members::Nobody(mine), Members::Nobody(theirs)) => Some(Members::Nobody(*mine.min(theirs))),
            (Members::Nobody(number), Members::Row(row)) | (Members::Row(row), Members::Nobody(number)) => {
                let reached = row.reached.map(|reached| reached.min(*number));
                let row = Row::clone(row);
                Some(Members::Row(Rc::new(Row { reached, ..row })))
            }
            (Members::Row(mine), Members::Row(theirs)) => mine.joined(theirs).map(|row| Members::Row(Rc::new(row))),
        }
    }
}
