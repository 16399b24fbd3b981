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

use pepsin_lattice::Lattice;
use pepsin_lattice::seeded::{Bug, is_seeded};

use super::berths::{Berth, Berths, Bound, Start, Term};
use super::table::Table;
use super::variable::{Extent, Meeting, Variable};
use crate::ir::LocalId;
use crate::values::{Addresses, ObjectId, Objects};

/// Berths that hold the ids of all threads of a crew that may be running.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    berths: Berths,
    /// Where the ids were written.
    written: Addresses,
    /// None of them is less than this.
    least: i64,
    /// None of them is less than the value of a variable, and so much more.
    first: Option<(LocalId, i64)>,
    /// How much more than the crew's variable all of them are less than; nothing if that is not known.
    end: Option<i64>,
    below: Table<Bound>,
}

#[derive(Clone, Debug, PartialEq)]
enum Members {
    /// Nobody, since the variable held this.
    Nobody(i64),
    Row(Row),
}

/// Which threads belong to a crew: those that a creation makes whose ids are in berths named by a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The number of the creation's program point.
    pub creation: u32,
    /// The variable.
    pub counter: LocalId,
}

/// What is known of such threads.
#[derive(Clone, Debug, PartialEq)]
struct Crew {
    origin: Origin,
    members: Members,
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

/// The crews of the running function, one of each origin at most, and what bounds these variables at the moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Crews {
    crews: Table<Crew>,
    bounds: Table<(LocalId, Bound)>,
}

impl Crews {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.crews.is_empty() && self.bounds.is_empty()
    }

    /// The crews whose threads all are joined if `variable` is not less than `bound`.
    pub fn joined_if(&self, variable: LocalId, bound: Bound) -> Vec<Origin> {
        let are_joined = |crew: &&Crew| match &crew.members {
            Members::Row(Row {
                first: Some((first, 0..)),
                below,
                ..
            }) => *first == variable && below.iter().any(|within| within.is_up_to(bound)),
            _ => false,
        };
        self.crews.iter().filter(are_joined).map(|crew| crew.origin).collect()
    }

    /// The variables on whose contents it rests what is known of a crew, and the places of its ids.
    pub fn rests_on(&self, origin: Origin) -> Vec<ObjectId> {
        let Some(Members::Row(row)) = self.of(origin) else {
            return Vec::new();
        };
        let terms = row.below.iter().filter_map(|bound| bound.term);
        let terms = terms.chain(match row.berths.start {
            Start::Pointer(term) => Some(term),
            Start::Object(_) => None,
        });
        let berths = terms.filter_map(|term| match term {
            Term::Memory(variable) => Some(variable.object),
            Term::Local(_) => None,
        });
        berths.chain(row.written.objects()).collect()
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
                && row.ends_at(crew.origin, variable)
                && !row.below.contains(&bound)
            {
                row.below.push(bound);
            }
        }
    }

    /// A creation made a thread, whose id was written to a berth that lies at some addresses.
    pub fn create(&mut self, creation: u32, berth: Berth, written: &Addresses, objects: &Objects) {
        let counter = berth.index;
        let origin = Origin { creation, counter };
        let within = self.bounds.iter().filter(|(variable, _)| *variable == counter);
        let within: Table<Bound> = within.map(|(_, bound)| *bound).collect();
        let members = self.of(origin).and_then(|members| match members {
            Members::Nobody(number) => Some(Row {
                berths: berth.berths,
                written: written.clone(),
                least: *number,
                first: None,
                end: Some(1),
                below: within,
            }),
            Members::Row(row) => row.with(berth.berths, written, &within),
        });
        self.end(origin);
        // Others have their berths in front of this one, or may lose them.
        let (behind, others): (Vec<Crew>, Vec<Crew>) =
            self.crews.iter().cloned().partition(|crew| crew.is_in_front_of(berth));
        self.crews = others.into_iter().collect();
        self.write_id(written, objects);
        behind.into_iter().for_each(|crew| self.crews.push(crew));
        if let Some(row) = members {
            let members = Members::Row(row);
            self.crews.push(Crew { origin, members });
        }
        for (object, offsets) in written.targets() {
            let id = Extent::new(*offsets, Some(ID));
            self.lose(&|variable| meets(variable, *object, id, objects), &|_| false);
        }
    }

    /// An id was written to some addresses.
    pub fn write_id(&mut self, written: &Addresses, objects: &Objects) {
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
                row.first = Some((berth.index, 1));
            }
        }
    }

    /// A variable holds a number, from which on berths will be joined.
    pub fn join_from(&mut self, variable: LocalId, number: i64) {
        for crew in self.crews.iter_mut() {
            if let Members::Row(row) = &mut crew.members
                && (row.least == number || is_seeded(Bug::JoinedFromAnywhere))
            {
                row.first = Some((variable, 0));
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
        self.crews.retain(|crew| match &crew.members {
            Members::Nobody(_) => true,
            Members::Row(row) => {
                !ids(&row.written) && !matches!(row.berths.start, Start::Pointer(term) if is_lost(term))
            }
        });
        for crew in self.crews.iter_mut() {
            if let Members::Row(row) = &mut crew.members {
                row.below.retain(|bound| !bound.term.is_some_and(is_lost));
            }
        }
    }
}

/// Whether a variable may share bytes with some of an object.
fn meets(variable: Variable, object: ObjectId, bytes: Extent, objects: &Objects) -> bool {
    match variable.object == object {
        true => variable.meeting(bytes) != Meeting::Apart && !is_seeded(Bug::BoundsMove),
        false => objects.may_be_same(variable.object, object),
    }
}

/// Bytes of a thread's id, at most.
const ID: u64 = 8;

impl Row {
    /// The row with one more thread, whose berth the crew's variable names.
    fn with(&self, berths: Berths, written: &Addresses, within: &Table<Bound>) -> Option<Row> {
        let is_behind = self.end.is_some_and(|end| end <= 0) || is_seeded(Bug::BerthsTaken);
        (self.berths == berths && is_behind).then(|| {
            let mut row = self.clone();
            row.first = None;
            row.written.join(written);
            row.end = Some(1);
            row.below.retain(|bound| within.contains(bound));
            row
        })
    }

    /// Whether all berths are less than the value of a variable.
    fn ends_at(&self, origin: Origin, variable: LocalId) -> bool {
        origin.counter == variable && self.end.is_some_and(|end| end <= 0)
    }

    fn joined(&self, other: &Row) -> Option<Row> {
        (self.berths == other.berths).then(|| {
            let mut joined = self.clone();
            joined.least = self.least.min(other.least);
            joined.first = self.first.filter(|first| other.first == Some(*first));
            joined.written.join(&other.written);
            joined.end = self.end.zip(other.end).map(|(mine, theirs)| mine.max(theirs));
            joined.below.retain(|bound| other.below.contains(bound));
            joined
        })
    }

    fn assigned(&self, variable: LocalId, change: Change) -> Option<Row> {
        let mut row = self.clone();
        row.below.retain(|bound| !bound.is_of(variable));
        let moves = row.berths.start == Start::Pointer(Term::Local(variable)) && !is_seeded(Bug::PointerMoves);
        row.first = match (row.first, change) {
            (Some((first, more)), Change::Grows(by)) if first == variable => {
                more.checked_sub(by).map(|more| (first, more))
            }
            (first, _) => first.filter(|(first, _)| *first != variable),
        };
        (!moves).then_some(row)
    }
}

impl Crew {
    fn assigned(&self, variable: LocalId, change: Change) -> Option<Crew> {
        let own = self.origin.counter == variable;
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
                Members::Row(row)
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
            Members::Row(row) => row.berths == berth.berths && row.ends_at(self.origin, berth.index),
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
                Some(Members::Row(Row { least, ..row.clone() }))
            }
            (Members::Row(mine), Members::Row(theirs)) => mine.joined(theirs).map(Members::Row),
        }
    }
}

impl Lattice for Crews {
    fn join(&mut self, other: &Self) -> bool {
        if self.crews.same(&other.crews) && self.bounds.same(&other.bounds) {
            return false;
        }
        let before = self.clone();
        self.bounds.retain(|bound| other.bounds.contains(bound));
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
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::{Object, Offsets};

    const I: LocalId = LocalId(0);
    const J: LocalId = LocalId(1);
    const COUNT: Bound = Bound {
        term: Some(Term::Local(LocalId(2))),
        plus: 0,
    };
    const ORIGIN: Origin = Origin {
        creation: 7,
        counter: I,
    };

    struct Scene {
        objects: Objects,
        ids: Addresses,
        row: Berths,
    }

    impl Scene {
        fn new() -> Self {
            let objects = Objects::new();
            let kind = crate::values::ObjectKind::Global(crate::ir::GlobalId(0));
            let array = objects.intern(kind, || Object {
                kind,
                size: Some(800),
                ty: None,
                multiplicity: crate::values::Multiplicity::Once,
                name: "ids".to_owned(),
            });
            Scene {
                ids: Addresses::of(array, Offsets::ANY),
                row: Berths {
                    start: Start::Object(array),
                    offset: 0,
                    scale: 8,
                },
                objects,
            }
        }

        fn berth(&self, index: LocalId) -> Berth {
            Berth {
                berths: self.row,
                index,
            }
        }

        /// `i = 0`, and one round of `if (i < count) { create(&ids[i]); i++; }`.
        fn created(&self) -> Crews {
            let mut crews = Crews::default();
            crews.begin(ORIGIN, 0);
            self.create(&mut crews);
            crews
        }

        fn create(&self, crews: &mut Crews) {
            crews.bound(I, COUNT);
            crews.create(ORIGIN.creation, self.berth(I), &self.ids, &self.objects);
            crews.assign(I, Change::Grows(1));
        }

        /// One round of `join(ids[j]); j++;`.
        fn join(&self, crews: &mut Crews) {
            crews.join_berth(self.berth(J));
            crews.assign(J, Change::Grows(1));
        }
    }

    fn from_zero(crews: &mut Crews) {
        crews.assign(J, Change::Becomes(0));
        crews.join_from(J, 0);
    }

    #[test]
    fn rounds_of_creations_and_of_joins_have_invariants() {
        let scene = Scene::new();
        let mut nobody = Crews::default();
        nobody.begin(ORIGIN, 0);
        let one = scene.created();
        assert!(nobody.leq(&one) && !one.leq(&nobody));
        let mut two = one.clone();
        scene.create(&mut two);
        assert_eq!(one, two);
        from_zero(&mut two);
        let mut joined = two.clone();
        scene.join(&mut joined);
        assert_eq!(two, joined);
        assert_eq!(joined.joined_if(J, COUNT), [ORIGIN]);
    }

    #[test]
    fn who_was_not_joined_may_be_running() {
        let scene = Scene::new();
        let mut crews = scene.created();
        from_zero(&mut crews);
        crews.assign(J, Change::Grows(1));
        assert_eq!(crews.joined_if(J, COUNT), []);
        assert_eq!(crews.joined_if(I, COUNT), []);
    }

    #[test]
    fn a_bound_further_on_says_less() {
        let scene = Scene::new();
        let mut crews = scene.created();
        from_zero(&mut crews);
        let further = COUNT.moved(1).expect("is small");
        let less = COUNT.moved(-1).expect("is small");
        assert_eq!(crews.joined_if(J, further), [ORIGIN]);
        assert_eq!(crews.joined_if(J, less), []);
    }

    #[test]
    fn a_second_id_in_one_place_ends_what_is_known() {
        let scene = Scene::new();
        let mut crews = scene.created();
        crews.assign(I, Change::Becomes(0));
        scene.create(&mut crews);
        from_zero(&mut crews);
        assert_eq!(crews.joined_if(J, COUNT), []);
    }

    #[test]
    fn joining_crews_loses_what_only_one_knows() {
        let scene = Scene::new();
        let (mut left, mut right) = (scene.created(), scene.created());
        from_zero(&mut left);
        right.assign(LocalId(2), Change::Anything);
        let mut joined = left.clone();
        assert!(joined.join(&right));
        assert!(left.leq(&joined) && right.leq(&joined));
        assert_eq!(joined.joined_if(J, COUNT), []);
        assert!(!joined.join(&left) && !joined.join(&right));
    }
}
