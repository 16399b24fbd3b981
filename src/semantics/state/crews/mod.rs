//! Crews: threads whose ids stand side by side, created in one loop and joined in another (row LC).
//!
//! ```text
//!     for (i = 0; i < n; i++) create(&t[i], …);        …        for (j = 0; j < n; j++) join(t[j]);
//! ```
//!
//! However many they are, none of them is running behind the second loop. A *crew* belongs to a variable `i` and to the creations of
//! the running function that name a berth by it. Of these it says one of two things:
//!
//! - *nobody*: no thread that the ego created there is running, and `i` has held `k`, and has only grown since;
//! - *a row*, `(b, k, first, end, N)`: each thread that the ego created there and that may be running has its id in a berth `b(x)`, different
//!   threads in different berths, with `k ≤ x`, `first ≤ x < end`, and `x < m` for each bound `m` of `N`.
//!
//! Nobody is a row, whatever the berths, without any `x`. `first` and `end` are told by variables, and may be unknown:
//!
//! ```text
//!     i = k                                   nobody, if all threads created there are finished; else end is unknown
//!     create at b(i), where end ≤ i           end = i + 1, N = N ∩ { m | i < m }, first is unknown
//!     j = k                                   first = j
//!     join b(j), where first = j              first = j + 1
//!     v = v + d, without overflow             what was v + e is v + e − d
//!     j ≥ m, where first ≥ j and m ∈ N        there is no x: all are finished, if they left nothing running
//!     anything written to a berth              nothing is known
//! ```
//!
//! A berth that holds something else in between, because a creation was left out, does no harm: to join it is undefined, or fails, and
//! then `first` does not move. What other threads may write to is no berth and no bound.
//! (A loop invariant over a slice of an array, as in Cousot, Cousot and Logozzo, "A parametric segmentation functor for fully
//! automatic and scalable array content analysis", POPL 2011, for the one fact that joins need.)
//!
//! This room does not know what the threads of a crew do, nor where a ticket comes from that they were passed.

pub(in crate::semantics) mod berths;
mod row;
pub(in crate::semantics) mod spelling;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use pepsin_lattice::seeded::{Bug, is_seeded};
use pepsin_lattice::{Lattice, MaySet};

use crate::ir::LocalId;
use crate::semantics::state::{Berth, Start, Table, Term};
use crate::semantics::state::{Extent, Meeting, Variable};
use crate::values::{Addresses, IntegerType, ObjectId, Objects};
use berths::{Berths, Bound, ID};
use row::Row;

#[derive(Clone, Debug, PartialEq)]
enum Members {
    /// Nobody, since the variable held this.
    Nobody(i64),
    Row(Rc<Row>),
}

/// Which threads belong to a crew: those that a creation makes whose ids are in berths named by a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The number of the creation's program point.
    pub creation: u32,
    /// The variable, if it is one of the running function.
    pub counter: Option<LocalId>,
}

/// What is known of such threads.
#[derive(Clone, Debug, PartialEq)]
struct Crew {
    origin: Origin,
    members: Members,
}

/// What a creation passes to the thread in the berth that a variable names: a function of that variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passed {
    /// The variable's value, or the address of what it names there.
    pub place: Option<Berths>,
    /// The type of what is passed.
    pub ty: IntegerType,
}

impl Passed {
    /// Whether it is made of what only the ego has.
    pub fn is_of_ego(&self) -> bool {
        !matches!(self.term(), Some(Term::Memory(_)))
    }

    /// A number that has to stay as it is, so that the same value of the variable always leads to the same.
    fn term(&self) -> Option<Term> {
        match self.place?.start {
            Start::Pointer(term) => Some(term),
            Start::Object(_) => None,
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
    pub passed: Option<Passed>,
}

/// How a variable changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It grows by so much, more than nothing, and does not wrap around.
    Grows(i64),
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
}

impl Crews {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.crews.is_empty() && self.bounds.is_empty() && self.pointers.is_empty()
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
        let are_joined = |crew: &&Crew| match &crew.members {
            Members::Row(row) => row.is_empty_from(variable, bound),
            Members::Nobody(_) => false,
        };
        self.crews.iter().filter(are_joined).map(|crew| crew.origin).collect()
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
                (row.ends_at_counter() || is_seeded(Bug::BerthsTaken)) && row.passed == Some(passed)
            }
            None => false,
        }
    }

    /// The crews of which no thread that may be running is in the berth that a variable names, with what they are passed.
    pub fn vacant(&self, variable: LocalId) -> Vec<(Origin, Passed)> {
        let vacant = self.crews.iter().filter_map(|crew| {
            let Members::Row(row) = &crew.members else { return None };
            let is_behind = row.ends_at_counter() || is_seeded(Bug::VacantAfterCreation);
            let is_behind_all = crew.origin.counter == Some(variable) && is_behind;
            (is_behind_all || row.begins_behind(variable)).then_some((crew.origin, row.passed?))
        });
        vacant.collect()
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

    /// A variable is equal to a bound: so whoever has a berth that is less than the one, has one that is less than the other.
    pub fn equal(&mut self, variable: LocalId, bound: Bound) {
        for crew in self.crews.iter_mut() {
            if let Members::Row(row) = &mut crew.members
                && ends_at(row, crew.origin, variable)
                && !row.below.contains(&bound)
            {
                Rc::make_mut(row).below.push(bound);
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
        let Newcomer {
            creation,
            berth,
            written,
            passed,
        } = newcomer;
        let counter = berth.index;
        let origin = Origin {
            creation,
            counter: Some(counter),
        };
        let within = self.bounds.iter().filter(|(variable, _)| *variable == counter);
        let alone = |least| Row {
            berths: berth.berths,
            written: written.clone(),
            least,
            first: None,
            end: Some(1),
            below: within.clone().map(|(_, bound)| *bound).collect(),
            passed,
            told_by: MaySet::default(),
        };
        let row = self.of(origin).and_then(|members| match members {
            Members::Nobody(number) => Some(alone(*number)),
            Members::Row(row) => row.with(&alone(row.least)),
        });
        self.end(origin);
        self.end_foreign(creation);
        // Others have their berths in front of this one, or may lose them.
        let (behind, others): (Vec<Crew>, Vec<Crew>) =
            self.crews.iter().cloned().partition(|crew| crew.is_in_front_of(berth));
        self.crews = others.into_iter().collect();
        self.write_id(written, objects);
        behind.into_iter().for_each(|crew| self.crews.push(crew));
        if let Some(row) = row {
            let members = Members::Row(Rc::new(row));
            self.crews.push(Crew { origin, members });
        }
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
        for crew in self.crews.iter_mut() {
            if let Members::Row(row) = &mut crew.members
                && row.berths == berth.berths
                && row.first == Some((berth.index, 0))
            {
                Rc::make_mut(row).first = Some((berth.index, 1));
            }
        }
    }

    /// A variable holds a number, from which on berths will be joined.
    pub fn join_from(&mut self, variable: LocalId, number: i64) {
        for crew in self.crews.iter_mut() {
            if let Members::Row(row) = &mut crew.members
                && (row.least == number || is_seeded(Bug::JoinedFromAnywhere))
            {
                Rc::make_mut(row).first = Some((variable, 0));
            }
        }
    }

    /// A variable of the running function changes.
    pub fn assign(&mut self, variable: LocalId, change: Change) {
        if self.is_empty() {
            return;
        }
        self.bounds
            .retain(|(bounded, bound)| *bounded != variable && !bound.is_of(variable));
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

/// Whether all berths of a crew's row are less than the value of a variable.
fn ends_at(row: &Row, origin: Origin, variable: LocalId) -> bool {
    origin.counter == Some(variable) && row.ends_at_counter()
}

impl Crew {
    fn assigned(&self, variable: LocalId, change: Change) -> Option<Crew> {
        let own = self.origin.counter == Some(variable);
        let members = match (&self.members, change) {
            (Members::Nobody(_), Change::Becomes(_) | Change::Anything) if own => return None,
            (Members::Nobody(number), _) => Members::Nobody(*number),
            (Members::Row(row), change) => {
                let mut row = row.assigned(variable, change)?;
                row.end = match change {
                    Change::Grows(by) if own => row.end.map(|end| (end.saturating_sub(by)).max(0)),
                    _ if own => None,
                    _ => row.end,
                };
                Members::Row(Rc::new(row))
            }
        };
        Some(Crew {
            origin: self.origin,
            members,
        })
    }

    /// Whether all ids lie in berths in front of one.
    fn is_in_front_of(&self, berth: Berth) -> bool {
        match &self.members {
            Members::Nobody(_) => true,
            Members::Row(row) => row.berths == berth.berths && ends_at(row, self.origin, berth.index),
        }
    }
}

impl Members {
    fn joined(&self, other: &Members) -> Option<Members> {
        match (self, other) {
            (Members::Nobody(mine), Members::Nobody(theirs)) => (mine == theirs).then(|| self.clone()),
            (Members::Nobody(number), Members::Row(row)) | (Members::Row(row), Members::Nobody(number)) => {
                // Who is created next may have its id in this berth.
                let least = row.least.min(*number);
                Some(Members::Row(Rc::new(Row {
                    least,
                    ..Row::clone(row)
                })))
            }
            (Members::Row(mine), Members::Row(theirs)) => mine.joined(theirs).map(|row| Members::Row(Rc::new(row))),
        }
    }
}

impl Lattice for Crews {
    fn join(&mut self, other: &Self) -> bool {
        if self.crews.same(&other.crews) && self.bounds.same(&other.bounds) && self.pointers.same(&other.pointers) {
            return false;
        }
        let before = self.clone();
        self.bounds.retain(|bound| other.bounds.contains(bound));
        self.pointers.retain(|pointer| other.pointers.contains(pointer));
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
    }
}
