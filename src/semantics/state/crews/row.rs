//! Rows: the berths that hold the ids of all threads of a crew that may be running, and what these threads were passed.

use pepsin_lattice::seeded::{Bug, is_seeded};
use pepsin_lattice::{Lattice, MaySet};

use super::Change;
use super::below::Below;
use super::berths::ID;
use crate::ir::LocalId;
use crate::semantics::state::{Berths, Bound, Extent, Passed, Spelling, Start, Table, Term, Variable};
use crate::values::{Addresses, ObjectId};

/// Berths that hold the ids of all threads of a crew that may be running.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    pub(super) berths: Berths,
    /// Where the ids were written.
    pub(super) written: Addresses,
    /// None of them is less than this.
    pub(super) least: i64,
    /// What the crew's variable is not less than; nothing if that is not known.
    pub(super) reached: Option<i64>,
    /// None of them is less than the value of a variable, and so much more.
    pub(super) first: Option<(LocalId, i64)>,
    /// What all of them are less than.
    pub(super) below: Below,
    /// What the thread in each berth was passed that tells the berth.
    pub(super) passed: Table<Passed>,
    /// The memory that told the row, where other words tell it now: those words hold what it held, unless others wrote to it.
    pub(super) told_by: MaySet<Variable>,
}

impl Row {
    /// The row with one more thread, whose berth the crew's variable names, and so much more.
    pub(super) fn with(&self, newcomer: &Row, berth: (LocalId, i64)) -> Option<Row> {
        (self.berths == newcomer.berths && (self.ends_at(berth) || is_seeded(Bug::BerthsTaken))).then(|| {
            let mut row = self.clone();
            row.least = self.least.min(newcomer.least);
            row.first = None;
            row.written.join(&newcomer.written);
            row.below = self.below.with(&newcomer.below);
            row.passed.retain(|passed| newcomer.passed.contains(passed));
            row.told_by.join(&newcomer.told_by);
            row
        })
    }

    /// The row as another function spells it.
    pub(super) fn spelled(&self, spelling: &dyn Spelling) -> Option<Row> {
        let respelled = |berths: Berths| {
            let (start, more) = spelling.start(berths.start)?;
            let offset = berths.offset.checked_add(more)?;
            Some(Berths {
                start,
                offset,
                ..berths
            })
        };
        let passed = self.passed.iter();
        let passed = passed.filter_map(|passed| passed.respelled(respelled)).collect();
        Some(Row {
            berths: respelled(self.berths)?,
            written: self.written.clone(),
            least: self.least,
            reached: None,
            first: None,
            below: self.below.iter().flat_map(|bound| spelling.bounds(bound)).collect(),
            passed,
            told_by: self.told(),
        })
    }

    /// The memory that tells the row, or told it.
    pub(super) fn told(&self) -> MaySet<Variable> {
        let tells = self.terms().filter_map(Term::variable);
        match is_seeded(Bug::ToldByNobody) {
            true => MaySet::default(),
            false => tells.chain(self.told_by.iter().copied()).collect(),
        }
    }

    /// Whether the berths begin in one of some objects.
    pub(super) fn starts_in(&self, is_meant: &dyn Fn(ObjectId) -> bool) -> bool {
        let passed = self.passed.iter().filter_map(Passed::place);
        let mut starts = passed.chain([self.berths]).map(|berths| berths.start);
        starts.any(|start| matches!(start, Start::Object(object) if is_meant(object)))
    }

    /// Whether there is no berth any more if a variable is not less than a bound.
    pub(super) fn is_empty_from(&self, variable: LocalId, bound: Bound) -> bool {
        self.first.is_some_and(|(first, more)| first == variable && more >= 0) && self.below.is_up_to(bound)
    }

    /// Whether there is no berth any more if a variable is not greater than a number.
    pub(super) fn is_empty_up_to(&self, variable: LocalId, number: i64) -> bool {
        let end = self.below.more_than(variable).and_then(|more| more.checked_add(number));
        end.is_some_and(|end| end <= self.least)
    }

    /// The berth that a variable names, and so much more, is left: whoever had it was joined.
    pub(super) fn leave(&mut self, variable: LocalId, more: i64) {
        let Some(next) = more.checked_add(1) else { return };
        if self.first == Some((variable, more)) {
            self.first = Some((variable, next));
        }
        if self.below.more_than(variable) == Some(next) || is_seeded(Bug::JoinedDownFromAnywhere) {
            self.below.add(Bound {
                term: Some(Term::Local(variable)),
                plus: more,
            });
        }
    }

    /// Whether all berths are less than the value of a variable, and so much more.
    pub(super) fn ends_at(&self, (variable, more): (LocalId, i64)) -> bool {
        self.below.more_than(variable).is_some_and(|end| end <= more)
    }

    /// Whether no berth is the one that the value of a variable names, which was the last one to be joined.
    pub(super) fn begins_behind(&self, variable: LocalId) -> bool {
        self.first
            .is_some_and(|(first, more)| first == variable && (more > 0 || is_seeded(Bug::VacantBeforeJoin)))
    }

    pub(super) fn joined(&self, other: &Row) -> Option<Row> {
        (self.berths == other.berths).then(|| {
            let mut joined = self.clone();
            joined.least = self.least.min(other.least);
            joined.first = self.first.filter(|first| other.first == Some(*first));
            joined.written.join(&other.written);
            joined.reached = self.reached.zip(other.reached).map(|(mine, theirs)| mine.min(theirs));
            joined.below = self.below.joined(&other.below);
            joined.passed.retain(|passed| other.passed.contains(passed));
            joined.told_by.join(&other.told_by);
            joined
        })
    }

    pub(super) fn assigned(&self, variable: LocalId, change: Change) -> Option<Row> {
        let mut row = self.clone();
        row.below.assign(variable, change);
        row.forget_passed(&|term| term == Term::Local(variable));
        let moves = row.berths.start == Start::Pointer(Term::Local(variable)) && !is_seeded(Bug::PointerMoves);
        row.first = match (row.first, change) {
            (Some((first, more)), Change::Moves(by)) if first == variable => {
                more.checked_sub(by).map(|more| (first, more))
            }
            (first, _) => first.filter(|(first, _)| *first != variable),
        };
        (!moves).then_some(row)
    }

    /// Whether it rests on some numbers, or on ids at some addresses.
    pub(super) fn is_hit(&self, term: &dyn Fn(Term) -> bool, ids: &dyn Fn(&Addresses) -> bool) -> bool {
        self.terms().any(term) || ids(&self.written)
    }

    /// The numbers on which it rests.
    fn terms(&self) -> impl Iterator<Item = Term> + '_ {
        let start = match self.berths.start {
            Start::Pointer(term) => Some(term),
            Start::Object(_) => None,
        };
        let bounds = self.below.iter().filter_map(|bound| bound.term);
        bounds.chain(start).chain(self.passed.iter().filter_map(Passed::term))
    }

    /// What is left of the row when some numbers are lost, and ids at some addresses; nothing if the berths are.
    pub(super) fn without(&self, term: &dyn Fn(Term) -> bool, ids: &dyn Fn(&Addresses) -> bool) -> Option<Row> {
        let starts_there = matches!(self.berths.start, Start::Pointer(start) if term(start));
        (!starts_there && !ids(&self.written)).then(|| {
            let mut row = self.clone();
            row.below.retain(|bound| !bound.term.is_some_and(term));
            row.forget_passed(term);
            row
        })
    }

    fn forget_passed(&mut self, is_lost: &dyn Fn(Term) -> bool) {
        let stays = |passed: &Passed| !passed.term().is_some_and(is_lost) || is_seeded(Bug::SlotsMove);
        self.passed.retain(stays);
    }

    /// The bytes on whose contents it rests what is known of the row: those of bounds, of pointers and of the ids.
    pub(super) fn rests_on(&self) -> Vec<(ObjectId, Extent)> {
        let told = self
            .terms()
            .filter_map(Term::variable)
            .chain(self.told_by.iter().copied());
        let variables = told.map(|variable| (variable.object, variable.extent()));
        let ids = self.written.targets().iter();
        let ids = ids.map(|(object, offsets)| (*object, Extent::new(*offsets, Some(ID))));
        variables.chain(ids).collect()
    }
}
