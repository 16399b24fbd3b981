//! Bounds: what integer variables of the running function are, and between what they lie, as polynomials
//! ([`crate::semantics::origins::bounds`] has the theory).
//!
//! Where two ways meet, of which one has come to the *last* number of what is counted, a bound of the other way is kept, but for that case:
//!
//! ```text
//!     high = i == n - 1 ? size : (i + 1) · chunk;        high is below  i · chunk + chunk + 1,  unless i is n - 1 or more
//! ```

use std::rc::Rc;
use std::sync::Arc;

use crate::ir::LocalId;
use crate::races::{Letter, Polynomial, Symbol};
use crate::semantics::state::inscriptions::Inscriptions;
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
    /// It is the number, and any multiple of the cycle.
    Steps,
}

/// A variable of which something is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// One of the running function whose address is never taken.
    Own(LocalId),
    /// One of these that points: how many bytes behind the start of its object it leads.
    Pointer(LocalId),
    /// One of these that points: where the pointer stood that it was loaded from, as a number of units behind the start of that object.
    Row(LocalId, Unit),
    /// One in memory, of which there is one, as a number of a type.
    InMemory(Variable, IntegerType),
}

/// What a distance is counted in: it is `bytes` times a number, and `first`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// How many bytes are counted as one.
    pub bytes: i64,
    /// What is not counted.
    pub first: i64,
}

/// That what is counted has come to a number, or is beyond it.
#[derive(Clone, Debug, PartialEq)]
pub struct Last {
    /// What is counted.
    pub counted: Symbol,
    /// The number.
    pub number: Polynomial,
}

/// How something is to a number.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    /// Whether it is that, or more, or less.
    pub told: Told,
    /// The number.
    pub number: Rc<Polynomial>,
    /// The case of which nothing is said.
    pub unless: Option<Rc<Last>>,
    /// Of what any multiple may be added, if it is told by steps.
    pub cycle: Option<Rc<Polynomial>>,
}

/// One thing that is known of a variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// The variable.
    pub variable: Known,
    /// What is known of it.
    pub bound: Bound,
}

/// What is known of variables of the running function.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bounds {
    facts: Table<Fact>,
    /// What was taken for granted: that nobody writes anything else there.
    relied: Table<Arc<Letter>>,
    /// What has come to its last number.
    lasts: Table<Rc<Last>>,
    /// Numbers that the running function wrote into memory.
    pub inscriptions: Inscriptions,
}

impl Known {
    /// Whether something is known of a variable of the running function.
    fn is_of(self, variable: LocalId) -> bool {
        match self {
            Known::Own(own) | Known::Pointer(own) | Known::Row(own, _) => own == variable,
            Known::InMemory(..) => false,
        }
    }
}

impl Last {
    /// Whether it is told by a symbol that satisfies a condition.
    pub fn is_told_by(&self, is_lost: &dyn Fn(&Symbol) -> bool) -> bool {
        is_lost(&self.counted) || self.number.any(is_lost)
    }
}

impl Bound {
    /// A bound that always holds.
    pub fn always(told: Told, number: Polynomial) -> Self {
        Bound {
            told,
            number: Rc::new(number),
            unless: None,
            cycle: None,
        }
    }

    /// It is a number, and any multiple of another one.
    pub fn by_steps(number: Polynomial, cycle: &Rc<Polynomial>) -> Self {
        Bound {
            cycle: Some(cycle.clone()),
            ..Bound::always(Told::Steps, number)
        }
    }

    /// The same of another number.
    pub fn of(&self, number: Polynomial) -> Self {
        Bound {
            number: Rc::new(number),
            ..self.clone()
        }
    }

    /// The number that something certainly is.
    pub fn exact(&self) -> Option<&Rc<Polynomial>> {
        Some(&self.number).filter(|_| self.told == Told::Is && self.unless.is_none())
    }

    /// Whether it is told by a symbol that satisfies a condition.
    pub fn is_told_by(&self, condition: &dyn Fn(&Symbol) -> bool) -> bool {
        let (mut unless, mut cycle) = (self.unless.iter(), self.cycle.iter());
        self.number.any(condition)
            || unless.any(|last| last.is_told_by(condition))
            || cycle.any(|cycle| cycle.any(condition))
    }
}

impl Fact {
    /// What it says, but for a case.
    fn unless(&self, last: &Rc<Last>) -> Fact {
        Fact {
            bound: Bound {
                unless: Some(last.clone()),
                ..self.bound.clone()
            },
            ..self.clone()
        }
    }
}

impl Bounds {
    /// A function is entered, with facts about its parameters.
    pub fn entered(&self, facts: Vec<Fact>) -> Self {
        Bounds {
            facts: self.in_memory().cloned().chain(facts).collect(),
            relied: self.relied.clone(),
            lasts: self.lasts.clone(),
            inscriptions: Inscriptions::default(),
        }
    }

    /// A thread starts.
    pub fn started(facts: Vec<Fact>, relied: Vec<Arc<Letter>>) -> Self {
        Bounds {
            facts: facts.into_iter().collect(),
            relied: relied.into_iter().collect(),
            ..Bounds::default()
        }
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.facts.is_empty() && self.lasts.is_empty() && self.inscriptions.is_empty()
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

    /// How a variable is to numbers in a certain way.
    pub fn told(&self, variable: Known, told: Told) -> impl Iterator<Item = &Bound> {
        let bounds = self.of(variable).map(|fact| &fact.bound);
        bounds.filter(move |bound| bound.told == told)
    }

    /// The numbers that a variable certainly is.
    pub fn exact(&self, variable: Known) -> impl Iterator<Item = &Rc<Polynomial>> {
        self.of(variable).filter_map(|fact| fact.bound.exact())
    }

    /// What is counted has come to a number, or is beyond it.
    pub fn reach(&mut self, last: Last) {
        if !self.lasts.iter().any(|known| **known == last) {
            self.lasts.push(Rc::new(last));
        }
    }

    /// What is known of variables in memory.
    pub fn in_memory(&self) -> impl Iterator<Item = &Fact> {
        self.facts
            .iter()
            .filter(|fact| matches!(fact.variable, Known::InMemory(..)))
    }

    /// One more fact, if not so many are known that are alike.
    pub fn learn(&mut self, fact: Fact) {
        let alike = self.told(fact.variable, fact.bound.told).count();
        if alike < MOST_ALIKE && !self.facts.contains(&fact) {
            self.facts.push(fact);
        }
    }

    /// A variable that is an object of its own gets another value: what is known of it, and by it, is forgotten.
    pub fn assign(&mut self, variable: LocalId, object: ObjectId) {
        let is_of = |symbol: &Symbol| Variable::of_symbol(symbol).is_some_and(|variable| variable.object == object);
        self.facts
            .retain(|fact| !fact.variable.is_of(variable) && !fact.bound.is_told_by(&is_of));
        self.lasts.retain(|last| !last.is_told_by(&is_of));
        self.inscriptions.assign(variable, object);
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
        self.inscriptions.write(object, written, objects);
    }

    /// Anything may happen to some objects.
    pub fn touch(&mut self, is_touched: &dyn Fn(ObjectId) -> bool) {
        self.forget(&|variable| is_touched(variable.object));
        self.inscriptions.touch(is_touched);
    }

    /// Forgets what is known of variables in memory, and what is told by them.
    fn forget(&mut self, is_lost: &dyn Fn(Variable) -> bool) {
        let is_told_by = |symbol: &Symbol| Variable::of_symbol(symbol).is_some_and(is_lost);
        self.facts.retain(|fact| {
            let is_of = matches!(fact.variable, Known::InMemory(variable, _) if is_lost(variable));
            !is_of && !fact.bound.is_told_by(&is_told_by)
        });
        self.lasts.retain(|last| !last.is_told_by(&is_told_by));
    }

    /// Whether it tells a fact, by the fact without the case of which that says nothing, or as this is the case.
    fn tells(&self, fact: &Fact) -> bool {
        let always = |fact: &Fact| Fact {
            bound: Bound {
                unless: None,
                ..fact.bound.clone()
            },
            ..fact.clone()
        };
        let mut unless = fact.bound.unless.iter();
        // No step was made yet.
        let is_start =
            fact.bound.told == Told::Steps && self.exact(fact.variable).any(|number| *number == fact.bound.number);
        is_start
            || self.facts.contains(fact)
            || unless.any(|last| self.lasts.contains(last) || self.facts.contains(&always(fact)))
    }

    /// What has come to its last number here, and not there: but for what has on both ways, nothing would be said of either.
    fn lasts_besides<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = &'a Rc<Last>> {
        self.lasts.iter().filter(|last| !other.lasts.contains(last))
    }

    /// The facts of which both tell, where one may tell that it is in a case of which they say nothing.
    fn common<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = Fact> + 'a {
        let told = self.facts.iter().filter(|fact| other.tells(fact)).cloned();
        let ends = |fact: &&Fact| fact.bound.told == Told::Below && fact.bound.unless.is_none();
        let lost = self
            .facts
            .iter()
            .filter(move |fact| ends(fact) && !other.facts.contains(fact));
        let but_for = lost.flat_map(|fact| other.lasts_besides(self).map(|last| fact.unless(last)));
        told.chain(but_for)
    }
}

impl Lattice for Bounds {
    fn join(&mut self, other: &Self) -> bool {
        if self.leq(other) && other.leq(self) {
            return false;
        }
        let before = self.clone();
        other.relied.iter().for_each(|letter| self.rely(letter.clone()));
        let common = self.common(other).chain(other.common(self)).collect::<Vec<_>>();
        self.facts = Table::default();
        common.into_iter().for_each(|fact| self.learn(fact));
        let mine: Vec<_> = self.lasts_besides(other).cloned().collect();
        let theirs: Vec<_> = other.lasts_besides(self).cloned().collect();
        self.inscriptions = self.inscriptions.common(&other.inscriptions, (&mine, &theirs));
        self.lasts.retain(|last| other.lasts.contains(last));
        *self != before
    }

    fn leq(&self, other: &Self) -> bool {
        let relies = |letter: &Arc<Letter>| other.relied.contains(letter);
        let knows = |fact: &Fact| self.tells(fact);
        (self.lasts.same(&other.lasts) || other.lasts.iter().all(|last| self.lasts.contains(last)))
            && (self.relied.same(&other.relied) || self.relied.iter().all(relies))
            && (self.facts.same(&other.facts) || other.facts.iter().all(knows))
            && self.inscriptions.tell(&other.inscriptions, &self.lasts)
    }
}
