//! Berths: the places of ids of threads, as variables name them ([`crate::semantics::crews::berths`] finds them in expressions).

use crate::ir::LocalId;
use crate::semantics::state::Variable;
use crate::values::ObjectId;

/// Bytes of a thread's id, at most.
pub const ID: u64 = 8;

/// A number that stays as it is until it is assigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// What a variable of the running function holds whose address is never taken.
    Local(LocalId),
    /// What another variable holds.
    Memory(Variable),
    /// What the function returns that is being left.
    Result,
}

impl Term {
    /// The variable in memory, if it is one.
    pub fn variable(self) -> Option<Variable> {
        match self {
            Term::Memory(variable) => Some(variable),
            Term::Local(_) | Term::Result => None,
        }
    }
}

/// What a number is less than: a term, if there is one, and so much more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// What may change.
    pub term: Option<Term>,
    /// What is added.
    pub plus: i64,
}

impl Bound {
    /// The bound that lies further on.
    pub fn moved(self, by: i64) -> Option<Self> {
        Some(Bound {
            plus: self.plus.checked_add(by)?,
            ..self
        })
    }

    /// Whether it is not greater than another one.
    pub fn is_up_to(self, other: Bound) -> bool {
        self.term == other.term && self.plus <= other.plus
    }

    /// Whether it moves with a variable of the running function.
    pub fn is_of(self, variable: LocalId) -> bool {
        self.term == Some(Term::Local(variable))
    }
}

/// Where berths begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// With a variable.
    Object(ObjectId),
    /// Where a variable points to.
    Pointer(Term),
}

/// Berths `b(x)`, `scale` bytes apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Berths {
    /// Where they begin.
    pub start: Start,
    /// How many bytes further on `b(0)` lies.
    pub offset: i64,
    /// Bytes from one to the next.
    pub scale: i64,
}

impl Berths {
    /// Whether they begin where a certain pointer leads.
    pub fn is_from(&self, pointer: &dyn Fn(Term) -> bool) -> bool {
        matches!(self.start, Start::Pointer(term) if pointer(term))
    }

    /// Whether ids of threads fit side by side.
    pub fn hold_ids(&self) -> bool {
        self.scale >= ID as i64
    }
}

/// A berth: which one is the value of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Berth {
    /// Of which berths.
    pub berths: Berths,
    /// The variable.
    pub index: LocalId,
}
