//! Bounds: what integer variables of the running function are, and between what they lie, as polynomials
//! ([`crate::semantics::origins::bounds`] has the theory).

use std::rc::Rc;
use std::sync::Arc;

use crate::ir::LocalId;
use crate::races::{Letter, Polynomial, Symbol};
use crate::semantics::state::{Extent, Table, Variable};
use crate::values::{IntegerType, ObjectId, Objects, Offsets};
use pepsin_lattice::Lattice;

/// So many numbers are known at most to which a variable is in the same way: one that grows, step by step, stays above each it had.
const MOST_ALIKE: usize = 8;

/// What is told of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// It is the number.
    Is,
    /// It is the number, or greater.
    AtLeast,
    /// It is less than the number.
    Below,
}

/// A variable of which something is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// One of the running function whose address is never taken.
    Own(LocalId),
    /// One in memory, of which there is one, as a number of a type.
    InMemory(Variable, IntegerType),
}

/// One thing that is known of a variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// The variable.
    pub variable: Known,
    /// How it is to the number.
    pub told: Told,
    /// The number.
    pub number: Rc<Polynomial>,
}

/// What is known of variables of the running function.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bounds {
    facts: Table<Fact>,
    /// What was taken for granted: that nobody writes anything else there.
    relied: Table<Arc<Letter>>,
}

impl Bounds {
    /// A function is entered, with facts about its parameters.
    pub fn entered(&self, facts: Vec<Fact>) -> Self {
        Bounds {
            facts: self.in_memory().cloned().chain(facts).collect(),
            relied: self.relied.clone(),
        }
    }

    /// A thread starts.
    pub fn started(facts: Vec<Fact>) -> Self {
        Bounds {
            facts: facts.into_iter().collect(),
            relied: Table::default(),
        }
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.facts.is_empty()
    }

    /// All facts.
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// On what the facts rely.
    pub fn relied(&self) -> &[Arc<Letter>] {
        &self.relied
    }

    /// Relies on what stands in a variable.
    pub fn rely(&mut self, letter: Arc<Letter>) {
        if !self.relied.contains(&letter) {
            self.relied.push(letter);
        }
    }

    /// What is known of a variable.
    pub fn of(&self, variable: Known) -> impl Iterator<Item = &Fact> {
        self.facts.iter().filter(move |fact| fact.variable == variable)
    }

    /// The numbers to which a variable is in a certain way.
    pub fn told(&self, variable: Known, told: Told) -> impl Iterator<Item = &Rc<Polynomial>> {
        let facts = self.of(variable).filter(move |fact| fact.told == told);
        facts.map(|fact| &fact.number)
    }

    /// What is known of variables in memory.
    pub fn in_memory(&self) -> impl Iterator<Item = &Fact> {
        self.facts
            .iter()
            .filter(|fact| matches!(fact.variable, Known::InMemory(..)))
    }

    /// One more fact, if not so many are known that are alike.
    pub fn learn(&mut self, fact: Fact) {
        let alike = self.told(fact.variable, fact.told).count();
        if alike < MOST_ALIKE && !self.facts.contains(&fact) {
            self.facts.push(fact);
        }
    }

    /// A variable that is an object of its own gets another value: what is known of it, and by it, is forgotten.
    pub fn assign(&mut self, variable: LocalId, object: ObjectId) {
        self.facts.retain(|fact| {
            let is_of = |symbol: &Symbol| Variable::of_symbol(symbol).is_some_and(|variable| variable.object == object);
            fact.variable != Known::Own(variable) && !fact.number.any(&is_of)
        });
    }

    /// Some bytes of an object may be written.
    pub fn write(&mut self, object: ObjectId, written: Extent, objects: &Objects) {
        let is_written = |variable: Variable| match variable.object == object {
            true => {
                let offsets = Offsets::constant(variable.offset);
                written.offsets.overlaps(written.size, offsets, variable.size)
            }
            false => objects.may_be_same(variable.object, object),
        };
        self.forget(&is_written);
    }

    /// Anything may happen to some objects.
    pub fn touch(&mut self, is_touched: &dyn Fn(ObjectId) -> bool) {
        self.forget(&|variable| is_touched(variable.object));
    }

    /// Forgets what is known of variables in memory, and what is told by them.
    fn forget(&mut self, is_lost: &dyn Fn(Variable) -> bool) {
        let is_told_by = |symbol: &Symbol| Variable::of_symbol(symbol).is_some_and(is_lost);
        self.facts.retain(|fact| {
            let is_of = matches!(fact.variable, Known::InMemory(variable, _) if is_lost(variable));
            !is_of && !fact.number.any(&is_told_by)
        });
    }
}

impl Lattice for Bounds {
    fn join(&mut self, other: &Self) -> bool {
        if self.leq(other) && other.leq(self) {
            return false;
        }
        let before = self.clone();
        other.relied.iter().for_each(|letter| self.rely(letter.clone()));
        self.facts.retain(|fact| other.facts.contains(fact));
        *self != before
    }

    fn leq(&self, other: &Self) -> bool {
        let relies = |letter: &Arc<Letter>| other.relied.contains(letter);
        let knows = |fact: &Fact| self.facts.contains(fact);
        (self.relied.same(&other.relied) || self.relied.iter().all(relies))
            && (self.facts.same(&other.facts) || other.facts.iter().all(knows))
    }
}
