//! What was computed from a value that only this thread was given ([`crate::semantics::origins::tickets`] has the theory).

use std::sync::Arc;

use crate::ir::LocalId;
use crate::races::{Given, Polynomial, Tickets};
use crate::semantics::state::bounds::Bound;
use crate::semantics::state::inscriptions::Pattern;
use crate::semantics::state::{Passed, SymbolicAddress, Table};
use crate::values::{IntegerType, Scalar};
use pepsin_digests::{EdgeId, ThreadId};
use pepsin_lattice::Lattice;

/// What the ego was given at its creation.
#[derive(Clone, Debug, PartialEq)]
pub struct Ticket {
    /// The creator, of which there is one.
    pub creator: ThreadId,
    /// The creation.
    pub edge: EdgeId,
    /// By what the threads that it makes differ.
    pub marks: Marks,
}

/// As what the creator tells by what the threads of a creation differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// As an address that a counter tells.
    Address(SymbolicAddress),
    /// As what a counter tells.
    Passed(Passed, LocalId),
    /// As the value of a counter itself.
    Counted(LocalId),
    /// Otherwise.
    Otherwise,
}

/// By what threads of one creation differ.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Marks {
    /// How their arguments differ, if they do.
    pub argument: Option<Tickets>,
    /// Numbers that differ, in the memory to which the arguments point.
    pub members: Table<Member>,
    /// By how much the creator counts on at least from one of them to the next, if it counts.
    pub count: Option<i64>,
    /// Numbers that are told by what it counts with, in the memory to which the arguments point.
    pub found: Table<Found>,
    /// Below what these are.
    pub limits: Table<Limit>,
}

/// Below what a number is that the threads of a creation are given ([`crate::semantics::origins::lasts`]).
#[derive(Clone, Debug, PartialEq)]
pub struct Limit {
    /// Which of them.
    pub given: Given,
    /// The number below which all of these are, as far as that is the same for all.
    pub below: Arc<Polynomial>,
    /// Whether none of them is negative.
    pub is_natural: bool,
}

/// A number in the memory to which the argument of a thread points, as it was when the thread was created
/// ([`crate::semantics::origins::found`]).
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// How many bytes behind it stands.
    pub offset: i64,
    /// Its type; of a pointer it is told how many bytes behind the start of its object it leads.
    pub ty: Scalar,
    /// What is known of it, as numbers in memory that nobody changes.
    pub bound: Bound,
    /// The pattern by which it was written, if there is one.
    pub pattern: Option<Pattern>,
}

/// A number in the memory to which the argument of a thread points, as it was when the thread was created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// How many bytes behind it stands.
    pub offset: i64,
    /// Its type.
    pub ty: IntegerType,
    /// The least distance between two threads.
    pub step: i64,
    /// The pattern by which it was written, if there is one.
    pub pattern: Option<Pattern>,
}

/// `scale · ticket + offset`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Linear {
    /// Which ticket.
    pub given: Given,
    /// What each unit of the ticket stands for.
    pub scale: i64,
    /// The constant part; nothing if it is not known, which tells something only of a ticket that is an object: in that it stays.
    pub offset: Option<i64>,
}

/// Variables of the running function that hold what was computed from the ego's ticket; a record, what stood at an address that was.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Owned {
    pub ticket: Option<Ticket>,
    variables: Table<(LocalId, Linear)>,
}

impl Member {
    /// How the number differs from one thread to the next.
    pub fn tickets(self) -> Tickets {
        Tickets::Numbers {
            step: self.step,
            bits: self.ty.bits,
            signed: self.ty.signed,
        }
    }
}

impl Linear {
    /// What both are.
    fn joined(self, other: Linear) -> Option<Linear> {
        let offset = self.offset.filter(|_| self.offset == other.offset);
        ((self.given, self.scale) == (other.given, other.scale)).then_some(Linear { offset, ..self })
    }

    fn leq(self, other: Linear) -> bool {
        self == other || Linear { offset: None, ..self } == other
    }
}

impl Marks {
    /// Whether the threads may be all alike.
    pub fn is_empty(&self) -> bool {
        self.argument.is_none() && self.members.is_empty() && self.found.is_empty()
    }

    /// How what the threads were given differs.
    pub fn tickets(&self, given: Given) -> Option<Tickets> {
        match given {
            Given::Argument => self.argument,
            Given::Member(offset) => {
                let mut members = self.members.iter();
                members
                    .find(|member| member.offset == offset)
                    .map(|member| member.tickets())
            }
            Given::Count => self.count.map(|step| Tickets::Numbers {
                step,
                bits: i64::BITS,
                signed: true,
            }),
        }
    }

    fn joined(&self, other: &Marks) -> Marks {
        let members = self.members.iter().filter(|member| other.members.contains(member));
        let found = self.found.iter().filter(|found| other.found.contains(found));
        let limits = self.limits.iter().filter(|limit| other.limits.contains(limit));
        Marks {
            argument: self.argument.filter(|_| self.argument == other.argument),
            members: members.copied().collect(),
            count: self.count.filter(|_| self.count == other.count),
            found: found.cloned().collect(),
            limits: limits.cloned().collect(),
        }
    }

    fn leq(&self, other: &Marks) -> bool {
        (other.argument.is_none() || self.argument == other.argument)
            && other.members.iter().all(|member| self.members.contains(member))
            && (other.count.is_none() || self.count == other.count)
            && other.found.iter().all(|found| self.found.contains(found))
            && other.limits.iter().all(|limit| self.limits.contains(limit))
    }
}

impl Ticket {
    /// What is known of both.
    fn joined(&self, other: &Ticket) -> Option<Ticket> {
        let marks = self.marks.joined(&other.marks);
        let is_same = (self.creator, self.edge) == (other.creator, other.edge);
        (is_same && !marks.is_empty()).then_some(Ticket { marks, ..*self })
    }

    fn leq(&self, other: &Ticket) -> bool {
        (self.creator, self.edge) == (other.creator, other.edge) && self.marks.leq(&other.marks)
    }
}

impl Owned {
    /// A thread starts with its ticket in its parameter.
    pub fn start(ticket: Option<Ticket>) -> Self {
        let argument = Linear {
            given: Given::Argument,
            scale: 1,
            offset: Some(0),
        };
        Owned {
            variables: ticket.iter().map(|_| (LocalId(0), argument)).collect(),
            ticket,
        }
    }

    /// What a callee knows whose parameters hold these values. Without a ticket that is nothing.
    pub fn entered(&self, parameters: Vec<(LocalId, Linear)>) -> Self {
        let ticket = self.ticket.clone().filter(|_| !parameters.is_empty());
        Owned {
            variables: ticket.iter().flat_map(|_| parameters.iter().copied()).collect(),
            ticket,
        }
    }

    /// What a variable holds.
    pub fn variable(&self, variable: LocalId) -> Option<Linear> {
        self.variables
            .iter()
            .find(|(known, _)| *known == variable)
            .map(|(_, linear)| *linear)
    }

    /// How what threads were given differs from what others of the same creation were.
    pub fn tickets(&self, given: Given) -> Option<Tickets> {
        self.ticket.as_ref()?.marks.tickets(given)
    }

    /// Whether something is known of numbers in the memory to which the ego's argument points.
    pub fn has_members(&self) -> bool {
        let marks = self.ticket.as_ref().map(|ticket| &ticket.marks);
        marks.is_some_and(|marks| !marks.members.is_empty() || !marks.found.is_empty())
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
        let before = self.clone();
        let tickets = self.ticket.as_ref().zip(other.ticket.as_ref());
        self.ticket = tickets.and_then(|(mine, theirs)| mine.joined(theirs));
        let common = self.variables.iter().filter_map(|(variable, mine)| {
            let joined = mine.joined(other.variable(*variable)?)?;
            Some((*variable, joined))
        });
        self.variables = match self.ticket {
            Some(_) => common.collect(),
            None => Table::default(),
        };
        *self != before
    }

    fn leq(&self, other: &Self) -> bool {
        let is_ticket_known = match (&self.ticket, &other.ticket) {
            (_, None) => true,
            (Some(mine), Some(theirs)) => mine.leq(theirs),
            (None, Some(_)) => false,
        };
        let is_known = |(variable, theirs): &(LocalId, Linear)| {
            let mine = self.variable(*variable);
            mine.is_some_and(|mine| mine.leq(*theirs))
        };
        is_ticket_known && other.variables.iter().all(is_known)
    }
}
