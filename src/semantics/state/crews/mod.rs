//! Crews: threads whose ids stand side by side, created in one loop and joined in another (row LC).
//!
//! ```text
//!     for (i = 0; i < n; i++) create(&t[i], …);        …        for (j = 0; j < n; j++) join(t[j]);
//! ```
//!
//! However many they are, none of them is running behind the second loop. A *crew* belongs to a variable `i` and to the creations of
//! the running function that name a berth by it. Of these it says one of two things:
//!
//! - *nobody*: no thread that the ego created there is running, and `r ≤ i`;
//! - *a row*, `(b, k, r, first, N)`: each thread that the ego created there and that may be running has its id in a berth `b(x)`, different
//!   threads in different berths, with `k ≤ x`, `first ≤ x`, and `x < m` for each bound `m` of `N`; and `r ≤ i`.
//!
//! Nobody is a row, whatever the berths, without any `x`. `r`, `first` and bounds may be unknown; the last two are told by variables:
//!
//! ```text
//!     i = k                                   nobody, r = k, if all threads created there are finished
//!     create at b(i + e), where i + e ∈ N     N = N ∩ { m | i + e < m } ∩ { i + e + 1 }, k = min(k, r + e), first is unknown
//!     the creation fails                      as it was, but what lies at b(i + e) may have been written to
//!     j = c, where c ≤ k                      first = j
//!     v = m                                   what is less than m + e is less than v + e
//!     join b(j), where first = j              first = j + 1
//!     join b(j), where x < j + 1              x < j
//!     v = v + d, without overflow             what was v + e is v + e − d; and r = r + d for i, where 0 < d
//!     j ≥ m, where first ≥ j and m ∈ N        there is no x: all are finished, if they left nothing running
//!     j ≤ c, where x < j + e and c + e ≤ k    the same, joined from the last one on
//!     anything written to a berth              nothing is known
//! ```
//!
//! So `i` itself is a bound: joined are as many as were created, however many these are.
//! A berth that holds something else in between, because a creation was left out, does no harm: to join it is undefined, or fails, and
//! then `first` does not move. What other threads may write to is no berth and no bound.
//! (A loop invariant over a slice of an array, as in Cousot, Cousot and Logozzo, "A parametric segmentation functor for fully
//! automatic and scalable array content analysis", POPL 2011, for the one fact that joins need.)
//!
//! This room does not know what the threads of a crew do, nor where a ticket comes from that they were passed.

mod below;
pub(in crate::semantics) mod berths;
mod members;
mod names;
mod row;
pub(in crate::semantics) mod spelling;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use pepsin_lattice::seeded::{Bug, is_seeded};
use pepsin_lattice::{Lattice, MaySet};

use crate::ir::LocalId;
use crate::races::Given;
use crate::semantics::state::{Berth, Start, Table, Term};
use crate::semantics::state::{Extent, Meeting, Variable};
use crate::values::{Addresses, IntegerType, ObjectId, Objects};
use berths::{Berths, Bound, ID};
use members::{Crew, Members};
use names::Names;
use row::Row;

/// Which threads belong to a crew: those that a creation makes whose ids are in berths named by a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The number of the creation's program point.
    pub creation: u32,
    /// The variable, if it is one of the running function.
    pub counter: Option<LocalId>,
}

/// What a creation passes to the thread in the berth that a variable names: a function of that variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passed {
    /// As what the thread gets it.
    pub given: Given,
    /// What it is.
    pub what: PassedAs,
    /// The type of what is passed.
    pub ty: IntegerType,
}

/// What a variable tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassedAs {
    /// The variable's value, and so much more.
    Number(i64),
    /// The address of the berth of this row that it names.
    Place(Berths),
}

impl Passed {
    /// Whether it is made of what only the ego has.
    pub fn is_of_ego(&self) -> bool {
        !matches!(self.term(), Some(Term::Memory(_)))
    }

    /// A number that has to stay as it is, so that the same value of the variable always leads to the same.
    fn term(&self) -> Option<Term> {
        match self.place()?.start {
            Start::Pointer(term) => Some(term),
            Start::Object(_) => None,
        }
    }

    /// In which row it is a place.
    pub fn place(&self) -> Option<Berths> {
        match self.what {
            PassedAs::Place(place) => Some(place),
            PassedAs::Number(_) => None,
        }
    }

    /// The same as others spell the row in which it is a place, if they can.
    fn respelled(self, respelled: impl FnOnce(Berths) -> Option<Berths>) -> Option<Passed> {
        match self.what {
            PassedAs::Place(place) => Some(Passed {
                what: PassedAs::Place(respelled(place)?),
                ..self
            }),
            PassedAs::Number(_) => Some(self),
        }
    }
}

/// A new thread of a crew.
#[derive(Clone, Copy, Debug)]
pub struct Newcomer<'n> {
    /// The number of the creation's program point.
    pub creation: u32,
    /// The berth of its id.
    pub berth: Berth,
    /// At which addresses that lies.
    pub written: &'n Addresses,
    /// What it is passed.
    pub passed: &'n [Passed],
}

/// How a variable changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It grows by so much, or shrinks by what is negative, and does not wrap around.
    Moves(i64),
    /// It becomes this number.
    Becomes(i64),
    /// It becomes anything.
    Anything,
}

/// The crews of the running function, one of each origin at most, what bounds these variables at the moment, and which pointers lead
/// to places that they name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Crews {
    crews: Table<Crew>,
    bounds: Table<(LocalId, Bound)>,
    pointers: Table<(LocalId, Berth)>,
    names: Names,
}

impl Crews {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.crews.is_empty() && self.bounds.is_empty() && self.pointers.is_empty() && self.names.is_empty()
    }

    /// Whether anything is known of a crew.
    pub fn has_crews(&self) -> bool {
        !self.crews.is_empty()
    }

    /// How the number of a variable may be told: by itself, and by others and so much more.
    pub fn names_of(&self, variable: LocalId) -> Vec<(LocalId, i64)> {
        self.names.of(variable)
    }

    /// A pointer leads to a place that a variable names.
    pub fn point(&mut self, pointer: LocalId, to: Berth) {
        let own = Term::Local(pointer);
        if !self.crews.is_empty() && to.index != pointer && !to.berths.is_from(&|term| term == own) {
            self.pointers.push((pointer, to));
        }
    }

    /// The place to which a pointer leads.
    pub fn pointed(&self, pointer: LocalId) -> Option<Berth> {
        let mut pointers = self.pointers.iter();
        pointers.find(|(known, _)| *known == pointer).map(|(_, to)| *to)
    }

    /// The crews whose threads all are joined if `variable` is not less than `bound`.
    pub fn joined_if(&self, variable: LocalId, bound: Bound) -> Vec<Origin> {
        self.empty_rows(&|row| row.is_empty_from(variable, bound))
    }

    /// The crews whose threads all are joined if `variable` is not greater than `number`.
    pub fn joined_if_up_to(&self, variable: LocalId, number: i64) -> Vec<Origin> {
        self.empty_rows(&|row| row.is_empty_up_to(variable, number))
    }

    fn empty_rows(&self, is_empty: &dyn Fn(&Row) -> bool) -> Vec<Origin> {
        let crews = self.crews.iter();
        let empty = crews.filter(|crew| matches!(&crew.members, Members::Row(row) if is_empty(row)));
        empty.map(|crew| crew.origin).collect()
    }

    /// The bytes on whose contents it rests what is known of a crew.
    pub fn rests_on(&self, origin: Origin) -> Vec<(ObjectId, Extent)> {
        match self.of(origin) {
            Some(Members::Row(row)) => row.rests_on(),
            _ => Vec::new(),
        }
    }

    /// Whether what the next thread of a crew is passed differs from what all threads were passed that may be running.
    pub fn is_new(&self, origin: Origin, passed: Passed) -> bool {
        match self.of(origin) {
            Some(Members::Nobody(_)) => true,
            Some(Members::Row(row)) => {
                let is_behind = origin.counter.is_some_and(|counter| row.ends_at((counter, 0)));
                (is_behind || is_seeded(Bug::BerthsTaken)) && row.passed.contains(&passed)
            }
            None => false,
        }
    }

    /// The crews of which no thread that may be running is in the berth that a variable names, with what they are passed.
    pub fn vacant(&self, variable: LocalId) -> Vec<(Origin, Passed)> {
        let vacant = self.crews.iter().filter_map(|crew| {
            let Members::Row(row) = &crew.members else { return None };
            let is_own = crew.origin.counter == Some(variable);
            let is_behind_all = row.ends_at((variable, 0)) || (is_own && is_seeded(Bug::VacantAfterCreation));
            let is_vacant = is_behind_all || row.begins_behind(variable);
            is_vacant.then(|| row.passed.iter().map(|passed| (crew.origin, *passed)))
        });
        vacant.flatten().collect()
    }

    fn of(&self, origin: Origin) -> Option<&Members> {
        let mut crews = self.crews.iter().filter(|crew| crew.origin == origin);
        crews.next().map(|crew| &crew.members)
    }

    /// Nobody of a crew is running, and its variable holds a number.
    pub fn begin(&mut self, origin: Origin, number: i64) {
        self.end(origin);
        let members = Members::Nobody(number);
        self.crews.push(Crew { origin, members });
    }

    /// Nothing is known of a crew any more.
    pub fn end(&mut self, origin: Origin) {
        self.crews.retain(|crew| crew.origin != origin);
    }

    /// A variable is less than a bound.
    pub fn bound(&mut self, variable: LocalId, bound: Bound) {
        if !self.bounds.contains(&(variable, bound)) {
            self.bounds.push((variable, bound));
        }
    }

    /// Whether a variable and so much more is known to be a number of at most so much.
    pub fn stays_up_to(&self, variable: LocalId, by: i64, most: i128) -> bool {
        let stays = |bound: &Bound| bound.term.is_none() && i128::from(bound.plus) - 1 + i128::from(by) <= most;
        self.bounds
            .iter()
            .any(|(known, bound)| *known == variable && stays(bound))
    }

    /// A variable is equal to a bound: whoever has a berth that is less than the one, has one that is less than the other.
    pub fn equal(&mut self, variable: LocalId, bound: Bound) {
        if !self.has_crews() {
            return;
        }
        if let Some(Term::Local(other)) = bound.term {
            self.names.equal(variable, other, bound.plus);
        }
        let own = Term::Local(variable);
        self.change_rows(&mut |row| {
            if row.ends_at((variable, 0)) && bound.term != Some(own) {
                row.below.add(bound);
            }
            row.below.equal(own, bound);
        });
    }

    fn change_rows(&mut self, change: &mut dyn FnMut(&mut Row)) {
        for crew in self.crews.iter_mut() {
            if let Members::Row(row) = &mut crew.members {
                change(Rc::make_mut(row));
            }
        }
    }

    /// A creation made a thread, whose id was not written to a berth.
    pub fn create_elsewhere(&mut self, creation: u32, written: &Addresses, objects: &Objects) {
        self.write_id(written, objects);
        self.end_foreign(creation);
    }

    /// A creation made a thread.
    pub fn create(&mut self, newcomer: Newcomer<'_>, objects: &Objects) {
        let names = self.names.of(newcomer.berth.index);
        let grown: Vec<Crew> = names
            .iter()
            .filter_map(|&name| self.grown(newcomer, &names, name))
            .collect();
        self.crews
            .retain(|crew| crew.origin.creation != newcomer.creation || crew.origin.counter.is_none());
        self.end_foreign(newcomer.creation);
        self.write_berth(newcomer.berth, newcomer.written, objects);
        grown.into_iter().for_each(|crew| self.crews.push(crew));
        self.lose_bounds(newcomer.written, objects);
    }

    /// A creation failed, which may have written to where an id would be, a berth or not.
    pub fn refuse(&mut self, berth: Option<Berth>, written: &Addresses, objects: &Objects) {
        match berth {
            Some(berth) => {
                self.write_berth(berth, written, objects);
                self.lose_bounds(written, objects);
            }
            None => self.write_id(written, objects),
        }
    }

    /// The crew of a variable that tells the berth of a new thread, with that thread.
    fn grown(&self, newcomer: Newcomer<'_>, names: &[(LocalId, i64)], name: (LocalId, i64)) -> Option<Crew> {
        let origin = Origin {
            creation: newcomer.creation,
            counter: Some(name.0),
        };
        let members = self.of(origin)?;
        let alone = Row {
            berths: newcomer.berth.berths,
            written: newcomer.written.clone(),
            least: members.reached()?.checked_add(name.1)?,
            reached: members.reached(),
            first: None,
            below: names.iter().flat_map(|name| self.behind(*name)).collect(),
            passed: newcomer.passed.iter().copied().collect(),
            told_by: MaySet::default(),
        };
        let row = match members {
            Members::Nobody(_) => alone,
            Members::Row(row) => row.with(&alone, name)?,
        };
        let members = Members::Row(Rc::new(row));
        Some(Crew { origin, members })
    }

    /// What the number is less than that a variable tells, and so much more.
    fn behind(&self, (variable, more): (LocalId, i64)) -> Vec<Bound> {
        let bounds = self.bounds.iter().filter(|(bounded, _)| *bounded == variable);
        let next = Bound {
            term: Some(Term::Local(variable)),
            plus: 1,
        };
        let bounds = bounds.map(|(_, bound)| *bound).chain([next]);
        bounds.filter_map(|bound| bound.moved(more)).collect()
    }

    /// An id was written to a berth, which leaves those in front of it as they are.
    fn write_berth(&mut self, berth: Berth, written: &Addresses, objects: &Objects) {
        let is_in_front = |crew: &Crew| crew.is_in_front_of(berth, &self.names);
        let (behind, others): (Vec<Crew>, Vec<Crew>) = self.crews.iter().cloned().partition(is_in_front);
        self.crews = others.into_iter().collect();
        self.write_id(written, objects);
        behind.into_iter().for_each(|crew| self.crews.push(crew));
    }

    /// An id was written over what bounds rest on.
    fn lose_bounds(&mut self, written: &Addresses, objects: &Objects) {
        for (object, offsets) in written.targets() {
            let id = Extent::new(*offsets, Some(ID));
            self.lose(&|variable| meets(variable, *object, id, objects), &|_| false);
        }
    }

    /// Forgets the crews of other functions to which a creation of the running one adds a thread.
    fn end_foreign(&mut self, creation: u32) {
        self.crews.retain(|crew| {
            let stays = crew.origin.creation != creation || crew.origin.counter.is_some();
            stays || is_seeded(Bug::ForeignCrewsGrow)
        });
    }

    /// An id was written to some addresses.
    fn write_id(&mut self, written: &Addresses, objects: &Objects) {
        for (object, offsets) in written.targets() {
            self.write(*object, Extent::new(*offsets, Some(ID)), objects);
        }
    }

    /// The thread whose id is in a berth was joined.
    pub fn join_berth(&mut self, berth: Berth) {
        let names = self.names.of(berth.index);
        self.change_rows(&mut |row| {
            if row.berths == berth.berths {
                names.iter().for_each(|&(variable, more)| row.leave(variable, more));
            }
        });
    }

    /// A variable holds a number, from which on berths will be joined.
    pub fn join_from(&mut self, variable: LocalId, number: i64) {
        self.change_rows(&mut |row| {
            if number <= row.least || is_seeded(Bug::JoinedFromAnywhere) {
                row.first = Some((variable, 0));
            }
        });
    }

    /// A variable of the running function changes.
    pub fn assign(&mut self, variable: LocalId, change: Change) {
        if self.is_empty() {
            return;
        }
        self.bounds
            .retain(|(bounded, bound)| *bounded != variable && !bound.is_of(variable));
        self.names.assign(variable, change);
        let own = |term| term == Term::Local(variable);
        self.pointers
            .retain(|(pointer, to)| *pointer != variable && to.index != variable && !to.berths.is_from(&own));
        let crews = self.crews.iter().filter_map(|crew| crew.assigned(variable, change));
        self.crews = crews.collect();
    }

    /// Some bytes of an object may be written.
    pub fn write(&mut self, object: ObjectId, written: Extent, objects: &Objects) {
        let ids_meet = |ids: &Addresses| {
            let mut targets = ids.targets().iter();
            targets.any(|(other, offsets)| match *other == object {
                true => written.offsets.overlaps(written.size, *offsets, ID) && !is_seeded(Bug::IdsOverwritten),
                false => objects.may_be_same(*other, object),
            })
        };
        self.lose(&|variable| meets(variable, object, written, objects), &ids_meet);
    }

    /// Anything may happen to an object.
    pub fn touch(&mut self, is_touched: &dyn Fn(ObjectId) -> bool) {
        self.lose(&|variable| is_touched(variable.object), &|ids| {
            ids.objects().any(is_touched)
        });
    }

    /// Forgets what rests on variables that are lost, and on ids that are.
    fn lose(&mut self, variable: &dyn Fn(Variable) -> bool, ids: &dyn Fn(&Addresses) -> bool) {
        if self.is_empty() {
            return;
        }
        let is_lost = |term: Term| matches!(term, Term::Memory(memory) if variable(memory));
        self.bounds.retain(|(_, bound)| !bound.term.is_some_and(is_lost));
        self.pointers.retain(|(_, to)| !to.berths.is_from(&is_lost));
        let is_hit = |crew: &Crew| matches!(&crew.members, Members::Row(row) if row.is_hit(&is_lost, ids));
        if !self.crews.iter().any(is_hit) {
            return;
        }
        let left = self.crews.iter().filter_map(|crew| {
            let members = match &crew.members {
                Members::Nobody(_) => crew.members.clone(),
                Members::Row(row) => Members::Row(Rc::new(row.without(&is_lost, ids)?)),
            };
            Some(Crew {
                origin: crew.origin,
                members,
            })
        });
        self.crews = left.collect();
    }
}

/// Whether a variable may share bytes with some of an object.
fn meets(variable: Variable, object: ObjectId, bytes: Extent, objects: &Objects) -> bool {
    match variable.object == object {
        true => variable.meeting(bytes) != Meeting::Apart && !is_seeded(Bug::BoundsMove),
        false => objects.may_be_same(variable.object, object),
    }
}

impl Lattice for Crews {
    fn join(&mut self, other: &Self) -> bool {
        if self.crews.same(&other.crews)
            && self.bounds.same(&other.bounds)
            && self.pointers.same(&other.pointers)
            && self.names.same(&other.names)
        {
            return false;
        }
        let before = self.clone();
        self.bounds.retain(|bound| other.bounds.contains(bound));
        self.pointers.retain(|pointer| other.pointers.contains(pointer));
        self.names.retain_common(&other.names);
        let crews = self.crews.iter().filter_map(|crew| {
            let members = crew.members.joined(other.of(crew.origin)?)?;
            Some(Crew {
                origin: crew.origin,
                members,
            })
        });
        self.crews = crews.collect();
        *self != before
    }

    fn leq(&self, other: &Self) -> bool {
        let is_known = |theirs: &Crew| {
            let mine = self.of(theirs.origin);
            mine.and_then(|mine| mine.joined(&theirs.members)).as_ref() == Some(&theirs.members)
        };
        (self.crews.same(&other.crews) || other.crews.iter().all(is_known))
            && (self.bounds.same(&other.bounds) || other.bounds.iter().all(|bound| self.bounds.contains(bound)))
            && other.pointers.iter().all(|pointer| self.pointers.contains(pointer))
            && self.names.tells(&other.names)
    }
}
