//! The check: which circles of waiting threads nothing excludes.

use std::collections::BTreeSet;

use super::components::cyclic_components;
use super::edges::{Direction, Edge, Relations, Source, conflict, edges};
use super::notes::{Held, Kept, Moment, Notes, Relock, Wanted};
use crate::races::{Evidence, LockMode, Rows};

/// Circles are listed up to this number of threads.
pub const MOST_THREADS: usize = 6;
/// So many circles are listed at most.
pub const MOST_LISTED: usize = 50;
/// So many steps the enumeration takes at most.
const MOST_STEPS: usize = 2_000_000;
/// So many pairs of edges are compared at most.
const MOST_PAIRS: usize = 40_000_000;

/// Edges that cannot lie on a circle are left out so many times.
const MOST_ROUNDS: usize = 8;

/// How threads may wait for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shape {
    /// Each thread holds a lock that the next one waits for.
    LockOrder,
    /// A thread waits for the end of one that waits, over others perhaps, for a lock that it holds.
    Join,
    /// A thread waits for a lock that it holds itself.
    Relock,
    /// A thread that reads under a lock waits until it may write, and for itself to stop reading.
    Upgrade,
    /// A thread waits for a lock with which another one has ended.
    Kept,
}

/// Threads that may wait in a circle.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Circle<'n> {
    /// How.
    pub shape: Shape,
    /// Each waits for what the next one has; the last one for what the first one has.
    pub edges: Vec<Edge<'n>>,
    /// Who ended with the lock, where that is what it waits for.
    pub kept: Option<&'n Kept>,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked<'n> {
    /// The circles that nothing excludes, each set of places once.
    pub circles: Vec<Circle<'n>>,
    /// Whether there may be more than are listed.
    pub has_more: bool,
    /// Moments at which threads may wait.
    pub moments: usize,
    /// Edges between locks.
    pub edges: usize,
}

impl Checked<'_> {
    /// Whether nothing is left.
    pub fn is_clear(&self) -> bool {
        self.circles.is_empty() && !self.has_more
    }
}

/// Looks for circles among the moments of a solution.
pub fn check<'n>(notes: &'n Notes, evidence: &Evidence, enabled: Rows) -> Checked<'n> {
    let relations = Relations { evidence, enabled };
    let edges = edges(notes);
    let between_locks = edges
        .iter()
        .filter(|edge| matches!(edge.source, Source::Lock(_)))
        .count();
    let mut circles: BTreeSet<Circle<'n>> = relocks(notes, &relations).collect();
    circles.extend(kept(notes, &relations));
    let enumeration = enumerate(edges, &relations);
    circles.extend(enumeration.circles);
    let mut places = BTreeSet::new();
    let is_new = |circle: &Circle<'n>| {
        let mut at: Vec<_> = circle.edges.iter().map(|edge| edge.moment.at).collect();
        at.sort();
        places.insert((circle.shape, at, circle.kept.map(|kept| kept.at)))
    };
    let mut circles: Vec<Circle<'n>> = circles.into_iter().filter(is_new).collect();
    circles.sort_by_key(|circle| circle.edges.len());
    let has_more = enumeration.is_cut || circles.len() > MOST_LISTED;
    circles.truncate(MOST_LISTED);
    Checked {
        circles,
        has_more,
        moments: notes.moments.len(),
        edges: between_locks,
    }
}

/// Threads that wait for what they hold.
fn relocks<'n>(notes: &'n Notes, relations: &Relations<'_>) -> impl Iterator<Item = Circle<'n>> {
    let waits = move |moment: &'n Moment, held: &'n Held| {
        let Wanted::Lock { places, mode, relock } = &moment.wanted else {
            return None;
        };
        let is_other = held.distance.is_some_and(|distance| distance != 0);
        if is_other || *relock == Relock::Returns || !conflict(*mode, held.mode) {
            return None;
        }
        let shape = match (held.mode, mode) {
            (LockMode::Read, LockMode::Write) => Shape::Upgrade,
            _ => Shape::Relock,
        };
        let source = Source::Lock(held);
        relations.may_be_one(places, &held.places).then(|| Circle {
            shape,
            edges: vec![Edge { source, moment }],
            kept: None,
        })
    };
    let moments = notes.moments.iter();
    moments.flat_map(move |moment| moment.held.iter().filter_map(move |held| waits(moment, held)))
}

/// Threads that wait for locks with which others end. That one is ordered before the other excludes nothing here.
fn kept<'n>(notes: &'n Notes, relations: &Relations<'_>) -> Vec<Circle<'n>> {
    let mut found = Vec::new();
    for kept in &notes.kept {
        for moment in &notes.moments {
            let is_same = moment.thread == kept.thread && relations.is_unique(kept.thread);
            let Wanted::Lock { places, mode, .. } = &moment.wanted else {
                continue;
            };
            let meets = |held: &&Held| conflict(*mode, held.mode) && relations.may_be_one(places, &held.places);
            if let Some(held) = kept.held.iter().find(meets).filter(|_| !is_same) {
                let source = Source::Lock(held);
                found.push(Circle {
                    shape: Shape::Kept,
                    edges: vec![Edge { source, moment }],
                    kept: Some(kept),
                });
            }
        }
    }
    found
}

struct Enumeration<'n> {
    circles: Vec<Circle<'n>>,
    is_cut: bool,
}

/// All circles of several threads, or of several with one id.
fn enumerate<'n>(edges: Vec<Edge<'n>>, relations: &Relations<'_>) -> Enumeration<'n> {
    let edges = promising(edges, relations);
    if edges.len().saturating_mul(edges.len()) > MOST_PAIRS {
        return Enumeration {
            circles: Vec::new(),
            is_cut: true,
        };
    }
    let successors = successors(&edges, relations);
    let mut search = Search {
        edges: &edges,
        successors: &successors,
        relations,
        path: Vec::new(),
        steps: 0,
        found: Enumeration {
            circles: Vec::new(),
            is_cut: false,
        },
    };
    for component in cyclic_components(&successors) {
        let directions: Vec<Direction> = component
            .iter()
            .map(|edge| relations.direction(&edges[*edge]))
            .collect();
        if is_monotone(&directions) {
            continue;
        }
        for first in &component {
            search.from(*first, &component);
        }
    }
    search.found
}

/// The edges that may lie on a circle, by the locks alone: others cannot, whatever the threads do.
fn promising<'n>(edges: Vec<Edge<'n>>, relations: &Relations<'_>) -> Vec<Edge<'n>> {
    let mut edges = edges;
    for _ in 0..MOST_ROUNDS {
        let before = edges.len();
        let wanted: BTreeSet<_> = edges.iter().map(|edge| &edge.moment.wanted).collect();
        let had: BTreeSet<Source<'n>> = edges.iter().map(|edge| edge.source).collect();
        let example = |source: Source<'n>, wanted: &Wanted| relations.is_wanted(wanted, source);
        let is_wanted: BTreeSet<Source<'n>> = had
            .iter()
            .copied()
            .filter(|source| wanted.iter().any(|wanted| example(*source, wanted)))
            .collect();
        let is_had: BTreeSet<Wanted> = wanted
            .iter()
            .filter(|wanted| had.iter().any(|source| example(*source, wanted)))
            .map(|wanted| Wanted::clone(wanted))
            .collect();
        edges.retain(|edge| is_wanted.contains(&edge.source) && is_had.contains(&edge.moment.wanted));
        if edges.len() == before {
            break;
        }
    }
    edges
}

/// For each edge those that it may lead to, of threads that wait at once.
fn successors(edges: &[Edge<'_>], relations: &Relations<'_>) -> Vec<Vec<usize>> {
    let next = |edge: &Edge<'_>| {
        let others = edges.iter().enumerate();
        let leads =
            others.filter(|(_, other)| relations.leads_to(edge, other) && relations.at_once(edge.moment, other.moment));
        leads.map(|(number, _)| number).collect()
    };
    edges.iter().map(next).collect()
}

/// Whether edges that all go one way through an object cannot come back.
fn is_monotone(directions: &[Direction]) -> bool {
    let all = |direction| directions.iter().all(|known| *known == direction);
    all(Direction::Up) || all(Direction::Down)
}

/// The enumeration of circles, each from its edge with the least number.
struct Search<'s, 'n> {
    edges: &'s [Edge<'n>],
    successors: &'s [Vec<usize>],
    relations: &'s Relations<'s>,
    path: Vec<usize>,
    steps: usize,
    found: Enumeration<'n>,
}

impl<'n> Search<'_, 'n> {
    /// Walks from an edge over those of a component with greater numbers.
    fn from(&mut self, first: usize, component: &[usize]) {
        self.path = vec![first];
        let mut next = vec![0];
        while let (Some(&edge), Some(place)) = (self.path.last(), next.last_mut()) {
            let Some(&to) = self.successors[edge].get(*place) else {
                self.path.pop();
                next.pop();
                continue;
            };
            *place += 1;
            self.steps += 1;
            if self.steps > MOST_STEPS || self.found.circles.len() > MOST_STEPS / 100 {
                self.found.is_cut = true;
                return;
            }
            if to == first {
                self.close();
                continue;
            }
            let is_further = to > first && component.binary_search(&to).is_ok() && !self.path.contains(&to);
            if !is_further || !self.fits(to) {
                continue;
            }
            if self.path.len() == MOST_THREADS {
                self.found.is_cut = true;
                continue;
            }
            self.path.push(to);
            next.push(0);
        }
    }

    /// Whether a thread may wait at an edge while others do at those of the path.
    fn fits(&self, edge: usize) -> bool {
        let moment = self.edges[edge].moment;
        let mut path = self.path.iter().map(|known| self.edges[*known].moment);
        path.all(|known| self.relations.at_once(known, moment))
    }

    fn close(&mut self) {
        let edges: Vec<Edge<'n>> = self.path.iter().map(|edge| self.edges[*edge]).collect();
        let directions: Vec<Direction> = edges.iter().map(|edge| self.relations.direction(edge)).collect();
        if is_monotone(&directions) {
            return;
        }
        let joins = edges.iter().any(|edge| matches!(edge.moment.wanted, Wanted::End(_)));
        self.found.circles.push(Circle {
            shape: if joins { Shape::Join } else { Shape::LockOrder },
            edges,
            kept: None,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deadlocks::{Executions, LockPlaces, Verdict, decide};
    use crate::ir::FunctionId;
    use crate::races::evidence::{Cut, Effect, Obstacle};
    use crate::races::fixture::{at, evidence};
    use crate::races::{Bytes, DigestId, ObjectId, ThreadId};

    fn lock(offset: i64) -> LockPlaces {
        LockPlaces {
            known: vec![(ObjectId::new(0), Bytes::at(offset, 1))],
            unknown: None,
        }
    }

    fn held(offset: i64, mode: LockMode) -> Held {
        Held {
            places: lock(offset),
            mode,
            at: at(1),
            distance: None,
        }
    }

    /// A thread waits for one lock while it holds some others.
    fn moment(thread: u32, has: &[(i64, LockMode)], wanted: Wanted) -> Moment {
        Moment {
            wanted,
            held: has.iter().map(|(offset, mode)| held(*offset, *mode)).collect(),
            digest: DigestId::new(thread),
            thread: ThreadId::new(thread),
            at: at(10 + thread),
            function: FunctionId(0),
        }
    }

    fn waits(thread: u32, has: i64, wants: i64) -> Moment {
        moment(
            thread,
            &[(has, LockMode::Write)],
            wanted(wants, LockMode::Write, Relock::Waits),
        )
    }

    fn wanted(offset: i64, mode: LockMode, relock: Relock) -> Wanted {
        let places = lock(offset);
        Wanted::Lock { places, mode, relock }
    }

    fn notes(moments: Vec<Moment>) -> Notes {
        Notes {
            moments: moments.into_iter().collect(),
            ..Notes::default()
        }
    }

    /// The shapes of the circles of some moments, where digests are a common lock and a unique thread.
    fn shapes(moments: Vec<Moment>, digests: Vec<(u32, u32)>) -> Vec<Shape> {
        let notes = notes(moments);
        let evidence = evidence(Vec::new(), digests);
        let checked = check(&notes, &evidence, Rows::ALL);
        assert!(!checked.has_more);
        checked.circles.iter().map(|circle| circle.shape).collect()
    }

    #[test]
    fn opposite_orders_are_a_circle_and_one_order_is_none() {
        let opposite = || vec![waits(0, 0, 40), waits(1, 40, 0)];
        assert_eq!(shapes(opposite(), vec![(0, 0), (0, 0)]), [Shape::LockOrder]);
        assert!(shapes(vec![waits(0, 0, 40), waits(1, 0, 40)], vec![(0, 0), (0, 0)]).is_empty());
    }

    #[test]
    fn a_common_lock_and_one_thread_exclude_a_circle() {
        let opposite = || vec![waits(0, 0, 40), waits(1, 40, 0)];
        assert!(shapes(opposite(), vec![(7, 0), (7, 0)]).is_empty());
        assert!(shapes(opposite(), vec![(0, 3), (0, 3)]).is_empty());
    }

    #[test]
    fn all_pairs_of_a_circle_must_fit() {
        let three = || vec![waits(0, 0, 40), waits(1, 40, 80), waits(2, 80, 0)];
        assert_eq!(shapes(three(), vec![(0, 0); 3]), [Shape::LockOrder]);
        assert!(shapes(three(), vec![(5, 0), (0, 0), (5, 0)]).is_empty());
    }

    #[test]
    fn readers_do_not_wait_for_readers() {
        let one =
            |thread, has, wants, mode| moment(thread, &[(has, LockMode::Read)], wanted(wants, mode, Relock::Unknown));
        let both = |mode| vec![one(0, 0, 40, mode), one(1, 40, 0, mode)];
        assert!(shapes(both(LockMode::Read), vec![(0, 0); 2]).is_empty());
        assert_eq!(shapes(both(LockMode::Write), vec![(0, 0); 2]), [Shape::LockOrder]);
    }

    #[test]
    fn who_takes_a_lock_again_waits_unless_the_call_returns() {
        let again = |relock, mode| moment(0, &[(0, mode)], wanted(0, LockMode::Write, relock));
        assert_eq!(
            shapes(vec![again(Relock::Waits, LockMode::Write)], vec![(0, 3)]),
            [Shape::Relock]
        );
        assert_eq!(
            shapes(vec![again(Relock::Unknown, LockMode::Read)], vec![(0, 3)]),
            [Shape::Upgrade]
        );
        assert!(shapes(vec![again(Relock::Returns, LockMode::Write)], vec![(0, 3)]).is_empty());
    }

    #[test]
    fn a_join_under_a_lock_that_the_thread_waits_for_is_a_circle() {
        let joins = || moment(0, &[(0, LockMode::Write)], Wanted::End(Some(vec![ThreadId::new(1)])));
        let worker = |offset| moment(1, &[], wanted(offset, LockMode::Write, Relock::Waits));
        assert_eq!(shapes(vec![joins(), worker(0)], vec![(0, 1), (0, 2)]), [Shape::Join]);
        assert!(shapes(vec![joins(), worker(40)], vec![(0, 1), (0, 2)]).is_empty());
    }

    #[test]
    fn a_lock_that_a_thread_keeps_is_waited_for_by_others_only() {
        let mut notes = notes(vec![moment(0, &[], wanted(0, LockMode::Write, Relock::Waits))]);
        notes.kept.insert(Kept {
            held: vec![held(0, LockMode::Write)],
            digest: DigestId::new(0),
            thread: ThreadId::new(0),
            at: at(9),
            function: FunctionId(0),
        });
        let evidence = evidence(Vec::new(), vec![(0, 1), (0, 2)]);
        assert!(check(&notes, &evidence, Rows::ALL).is_clear());
        notes.moments = [moment(1, &[], wanted(0, LockMode::Write, Relock::Waits))].into();
        assert_eq!(check(&notes, &evidence, Rows::ALL).circles[0].shape, Shape::Kept);
    }

    #[test]
    fn steps_to_the_next_lock_of_a_row_are_no_circle_and_steps_both_ways_are_one() {
        let row = LockPlaces {
            known: vec![(ObjectId::new(0), Bytes::strided(0, 400, 40, 1))],
            unknown: None,
        };
        let step = |thread, distance| Moment {
            wanted: Wanted::Lock {
                places: row.clone(),
                mode: LockMode::Write,
                relock: Relock::Waits,
            },
            held: vec![Held {
                places: row.clone(),
                mode: LockMode::Write,
                at: at(1),
                distance: Some(distance),
            }],
            ..waits(thread, 0, 0)
        };
        assert!(shapes(vec![step(0, 40), step(1, 40)], vec![(0, 0); 2]).is_empty());
        assert_eq!(
            shapes(vec![step(0, 40), step(1, -40)], vec![(0, 0); 2]),
            [Shape::LockOrder]
        );
    }

    #[test]
    fn long_circles_leave_the_check_open() {
        let ring: Vec<Moment> = (0..8)
            .map(|n| waits(n, 40 * i64::from(n), 40 * i64::from((n + 1) % 8)))
            .collect();
        let notes = notes(ring);
        let evidence = evidence(Vec::new(), vec![(0, 0); 8]);
        let checked = check(&notes, &evidence, Rows::ALL);
        assert!(checked.circles.is_empty() && checked.has_more && !checked.is_clear());
    }

    #[test]
    fn what_could_hide_a_race_or_cuts_the_solution_forbids_a_proof() {
        let notes = notes(vec![waits(0, 0, 40)]);
        let verdict = |change: &dyn Fn(&mut Evidence)| {
            let mut evidence = evidence(Vec::new(), vec![(0, 0)]);
            change(&mut evidence);
            let checked = check(&notes, &evidence, Rows::ALL);
            decide(&checked, &notes, &evidence, &Executions::Open)
        };
        assert_eq!(verdict(&|_| ()), Verdict::NoLockDeadlock);
        assert_eq!(verdict(&|evidence| evidence.cut = Some(Cut::Time)), Verdict::Undecided);
        let obstacle = Obstacle {
            at: at(3),
            what: "Inline assembly.".into(),
            effect: Effect::MayHideRace,
        };
        assert_eq!(
            verdict(&|evidence| evidence.obstacles.push(obstacle.clone())),
            Verdict::Undecided
        );
    }
}
