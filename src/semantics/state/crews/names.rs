//! Names: variables of the running function that hold the same number, but for a constant.
//!
//! ```text
//!     k = i;   i = i + 1;   create(&t[k], …)          k = i − 1: the berth is the one in front of i's
//! ```

use super::Change;
use crate::ir::LocalId;
use crate::semantics::state::Table;

/// A variable holds what another one holds, and so much more.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Name {
    variable: LocalId,
    other: LocalId,
    plus: i64,
}

/// What is known of this at the moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Names(Table<Name>);

impl Names {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn same(&self, other: &Self) -> bool {
        self.0.same(&other.0)
    }

    /// How a variable's number may be told: by itself, and by others and so much more.
    pub(super) fn of(&self, variable: LocalId) -> Vec<(LocalId, i64)> {
        let others = self.0.iter().filter_map(|name| match name {
            name if name.variable == variable => Some((name.other, name.plus)),
            name if name.other == variable => Some((name.variable, name.plus.checked_neg()?)),
            _ => None,
        });
        [(variable, 0)].into_iter().chain(others).collect()
    }

    /// A variable is equal to another one, and so much more.
    pub(super) fn equal(&mut self, variable: LocalId, other: LocalId, plus: i64) {
        let name = Name { variable, other, plus };
        if variable != other && !self.0.contains(&name) {
            self.0.push(name);
        }
    }

    /// A variable changes.
    pub(super) fn assign(&mut self, variable: LocalId, change: Change) {
        let is_meant = |name: &Name| name.variable == variable || name.other == variable;
        if !self.0.iter().any(is_meant) {
            return;
        }
        let moved = |name: &Name| match change {
            _ if !is_meant(name) => Some(*name),
            Change::Moves(by) => {
                let by = if name.variable == variable {
                    by
                } else {
                    by.checked_neg()?
                };
                let plus = name.plus.checked_add(by)?;
                Some(Name { plus, ..*name })
            }
            Change::Becomes(_) | Change::Anything => None,
        };
        self.0 = self.0.iter().filter_map(moved).collect();
    }

    /// Keeps what another one knows, too.
    pub(super) fn retain_common(&mut self, other: &Self) {
        self.0.retain(|name| other.0.contains(name));
    }

    /// Whether all is known that another one knows.
    pub(super) fn tells(&self, other: &Self) -> bool {
        self.same(other) || other.0.iter().all(|name| self.0.contains(name))
    }
}
