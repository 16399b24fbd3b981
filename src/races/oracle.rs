//! The oracle: whether a pseudo-access may race, by digest.
//!
//! A thread stands at a point `p` and knows something of a place. Another thread writes the place there. Then the write is unordered with a read of
//! the place at `p`: it is not before it, as it happens when the thread has done all that it does before `p`, and not behind it, as the thread has
//! done nothing else. So
//!
//! ```text
//!     racy(place, p)  =  ∃ write w:  w conflicts with read(place, p)  ∧  A_p ||? A_w
//! ```
//!
//! with the digest `A_p` of the pseudo-access, and if that is false, no other thread writes the place while control stands at `p`
//! (Chugh, Voung, Jhala and Lerner, PLDI 2008, section 4, with digests for their relative locksets). Conflicts and predicates
//! are those by which accesses are paired ([`mod@super::pair`]). As with pairs, this holds up to the first race of an execution.
//!
//! A release of memory is no write here, though it races like one: it changes no value, and who looks there later does what is undefined.
//!
//! Memory that one thread accesses is written by no other one, whatever the predicates know. Thus who asks with fewer rows is told at
//! most more races, and who asks with none is told that all memory of several threads is racy.

use super::access::{Access, AccessKind, ObjectId};
use super::evidence::{Evidence, Keeper, Multiplicity, Reach};
use super::facts::AccessFact;
use super::inquiry::{Answers, Denoted, Moment, PlaceId, SourcePoint};
use super::pair::{Judge, conflict};
use super::predicates::Rows;
use crate::ir::Position;
use hashbrown::{HashMap, HashSet};
use pepsin_digests::ThreadId;
use rustc_hash::FxBuildHasher;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// What may happen to a pseudo-access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Race {
    /// Another thread may write here.
    WithWrite(Position),
    /// What is touched is not known, or touched by others in ways that nobody tells.
    Untold,
}

/// Answers what was inquired of a solution.
pub struct Oracle<'a> {
    evidence: &'a Evidence,
    answers: &'a Answers,
    judge: Judge<'a>,
    /// The accesses to each family, by object.
    families: HashMap<ObjectId, Vec<&'a Access>, FxBuildHasher>,
    /// The families of which several threads may know some object: the others are told apart by the moment only.
    escaped: HashSet<ObjectId, FxBuildHasher>,
    /// Ids that stand for several threads.
    multiple: BTreeSet<ThreadId>,
    races: RefCell<HashMap<(u32, Rows), Option<Race>, FxBuildHasher>>,
}

impl<'a> Oracle<'a> {
    /// With all accesses and predicates of the evidence, and what an inquiry found with it.
    pub fn new(evidence: &'a Evidence, facts: &'a [&'a dyn AccessFact], answers: &'a Answers) -> Self {
        let mut families: HashMap<ObjectId, Vec<&Access>, FxBuildHasher> = HashMap::default();
        for access in &evidence.accesses {
            let family = evidence.objects[access.object.index()].family;
            families.entry(family).or_default().push(access);
        }
        let escaped = evidence.objects.iter().filter(|object| object.reach == Reach::Escaped);
        let multiple = evidence.threads.iter();
        let multiple = multiple.filter(|thread| thread.multiplicity == Multiplicity::Multiple);
        Oracle {
            evidence,
            answers,
            judge: Judge::new(evidence, facts),
            families,
            escaped: escaped.map(|object| object.family).collect(),
            multiple: multiple.map(|thread| thread.id).collect(),
            races: RefCell::default(),
        }
    }

    /// Whether another thread may write the place at the point, as far as some rows do not exclude it: the first such write.
    /// A point that the solution does not reach has no races.
    pub fn racy(&self, place: PlaceId, point: SourcePoint, moment: Moment, rows: Rows) -> Option<Race> {
        let denoted = self.denoted(place, point, moment)?;
        let mut accesses = denoted.accesses.iter();
        let race = accesses.find_map(|number| self.race_of(*number, rows));
        race.or(denoted.is_uncertain.then_some(Race::Untold))
    }

    /// Whether the place is memory that at least two threads access: whatever they do there counts as a race.
    pub fn shared(&self, place: PlaceId, point: SourcePoint, moment: Moment) -> Option<Race> {
        let denoted = self.denoted(place, point, moment)?;
        let mut accesses = denoted
            .accesses
            .iter()
            .map(|number| &self.answers.accesses[*number as usize]);
        let is_lost = denoted.is_uncertain || accesses.any(|access| self.is_shared(access));
        is_lost.then_some(Race::Untold)
    }

    /// What a place denotes at a point, if that is reached and was asked.
    pub fn denoted(&self, place: PlaceId, point: SourcePoint, moment: Moment) -> Option<&'a Denoted> {
        self.answers.denoted.get(&(place, point, moment))
    }

    /// Whether at least two threads access the bytes of an access, which may be a pseudo-access.
    pub fn is_shared(&self, access: &Access) -> bool {
        let object = &self.evidence.objects[access.object.index()];
        if !self.escaped.contains(&object.family) {
            return false;
        }
        let others = self
            .accesses_to(access)
            .filter(|other| other.bytes.overlaps(&access.bytes));
        let mut threads = others.map(|other| other.thread);
        let other = threads.any(|thread| thread != access.thread || self.multiple.contains(&thread));
        object.keeper == Keeper::Library || self.multiple.contains(&access.thread) || other
    }

    /// The accesses to the family of objects of another access.
    fn accesses_to(&self, access: &Access) -> impl Iterator<Item = &'a Access> {
        let family = self.evidence.objects[access.object.index()].family;
        self.families.get(&family).into_iter().flatten().copied()
    }

    fn race_of(&self, number: u32, rows: Rows) -> Option<Race> {
        if let Some(known) = self.races.borrow().get(&(number, rows)) {
            return *known;
        }
        let access = &self.answers.accesses[number as usize];
        let race = self.is_shared(access).then(|| self.first_write(access, rows)).flatten();
        self.races.borrow_mut().insert((number, rows), race);
        race
    }

    fn first_write(&self, access: &Access, rows: Rows) -> Option<Race> {
        if self.evidence.objects[access.object.index()].keeper == Keeper::Library {
            return Some(Race::Untold);
        }
        let is_racy = |other: &&Access| {
            let is_write = other.kind == AccessKind::Write;
            is_write && conflict(access, other) && !self.judge.excluding(access, other).meets(rows)
        };
        let writes = self.accesses_to(access).filter(is_racy);
        writes.map(|write| write.at).min().map(Race::WithWrite)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::FunctionId;
    use crate::races::facts;
    use crate::races::fixture::{at, evidence, write};

    const POINT: SourcePoint = SourcePoint {
        function: FunctionId(0),
        at: Position::BUILT_IN,
    };

    /// What is said of a read with digest 0, beside accesses, with some rows.
    fn asked(accesses: Vec<Access>, digests: Vec<(u32, u32)>, rows: Rows) -> (Option<Race>, Option<Race>) {
        let evidence = evidence(accesses, digests);
        let read = Access {
            kind: AccessKind::Read,
            ..write(0, 0)
        };
        let denoted = Denoted {
            accesses: BTreeSet::from([0]),
            is_uncertain: false,
        };
        let mut answers = Answers {
            accesses: vec![read],
            ..Answers::default()
        };
        answers.denoted.insert((PlaceId(0), POINT, Moment::Before), denoted);
        let facts = facts::catalogue();
        let oracle = Oracle::new(&evidence, &facts, &answers);
        let ask = |place| oracle.racy(place, POINT, Moment::Before, rows);
        (ask(PlaceId(0)), oracle.shared(PlaceId(0), POINT, Moment::Before))
    }

    #[test]
    fn a_write_that_nothing_orders_is_a_race_and_a_common_lock_excludes_it() {
        let race = Some(Race::WithWrite(at(7)));
        assert_eq!(asked(vec![write(1, 7)], vec![(0, 1), (0, 2)], Rows::ALL).0, race);
        assert_eq!(asked(vec![write(1, 7)], vec![(3, 1), (3, 2)], Rows::ALL).0, None);
        assert_eq!(asked(vec![write(1, 7)], vec![(3, 1), (3, 2)], Rows::of([1])).0, race);
    }

    #[test]
    fn memory_of_one_thread_has_no_races_with_whatever_rows() {
        assert_eq!(asked(vec![write(0, 7)], vec![(0, 0)], Rows::NONE), (None, None));
    }

    #[test]
    fn memory_of_two_threads_is_shared_also_if_both_only_read() {
        let read = Access {
            kind: AccessKind::Read,
            ..write(1, 7)
        };
        let (race, shared) = asked(vec![read], vec![(0, 1), (0, 2)], Rows::NONE);
        assert_eq!((race, shared), (None, Some(Race::Untold)));
    }
}
