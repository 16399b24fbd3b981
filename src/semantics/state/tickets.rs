//! What was computed from a value that only this thread was given ([`crate::semantics::origins::tickets`] has the theory).

use crate::ir::LocalId;
use crate::races::Tickets;
use crate::semantics::state::Table;
use pepsin_digests::{EdgeId, ThreadId};
use pepsin_lattice::Lattice;

/// What the ego was given at its creation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticket {
    /// The creator, of which there is one.
    pub creator: ThreadId,
    /// The creation.
    pub edge: EdgeId,
    /// How the tickets of different threads differ.
    pub tickets: Tickets,
}

/// `scale · ticket + offset`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Linear {
    /// What each unit of the ticket stands for.
    pub scale: i64,
    /// The constant part.
    pub offset: i64,
}

/// Variables of the running function that hold what was computed from the ego's ticket.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Owned {
    pub ticket: Option<Ticket>,
    variables: Table<(LocalId, Linear)>,
}

impl Owned {
    /// A thread starts with its ticket in its parameter.
    pub fn start(ticket: Option<Ticket>) -> Self {
        let parameter = (LocalId(0), Linear { scale: 1, offset: 0 });
        Owned {
            ticket,
            variables: ticket.map(|_| parameter).into_iter().collect(),
        }
    }

    /// What a callee knows whose parameters hold these values. Without a ticket that is nothing.
    pub fn entered(&self, parameters: Vec<(LocalId, Linear)>) -> Self {
        let ticket = self.ticket.filter(|_| !parameters.is_empty());
        Owned {
            ticket,
            variables: ticket.into_iter().flat_map(|_| parameters.iter().copied()).collect(),
        }
    }

    /// What a variable holds.
    pub fn variable(&self, variable: LocalId) -> Option<Linear> {
        self.variables
            .iter()
            .find(|(known, _)| *known == variable)
            .map(|(_, linear)| *linear)
    }

    /// Whether the ticket is an object, known by some variable.
    pub fn has_objects(&self) -> bool {
        !self.variables.is_empty() && self.ticket.is_some_and(|ticket| ticket.tickets == Tickets::Objects)
    }

    /// A variable is assigned.
    pub fn assign(&mut self, variable: LocalId, value: Option<Linear>) {
        if self.variable(variable) != value {
            self.variables.retain(|(known, _)| *known != variable);
            value
                .into_iter()
                .for_each(|value| self.variables.push((variable, value)));
        }
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.variables.is_empty()
    }
}

impl Lattice for Owned {
    fn join(&mut self, other: &Self) -> bool {
        if self.leq(other) && other.leq(self) {
            return false;
        }
        let same_ticket = self.ticket == other.ticket;
        let before = self.clone();
        let common = self
            .variables
            .iter()
            .filter(|entry| same_ticket && other.variables.contains(entry));
        self.variables = common.copied().collect();
        self.ticket = self.ticket.filter(|_| same_ticket);
        *self != before
    }

    fn leq(&self, other: &Self) -> bool {
        (other.ticket.is_none() || self.ticket == other.ticket)
            && other.variables.iter().all(|entry| self.variables.contains(entry))
    }
}
