//! Edges of the graph: a thread that holds something while it waits for something else.

use super::notes::{Held, LockPlaces, Moment, Notes, Wanted};
use crate::races::{Evidence, LockMode, Multiplicity, ObjectId, ObjectKind, Rows, ThreadId};

/// What a thread has that others may wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source<'n> {
    /// A lock.
    Lock(&'n Held),
    /// Itself: it has not ended.
    Thread(ThreadId),
}

/// A thread waits while it has something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge<'n> {
    /// What it has.
    pub source: Source<'n>,
    /// When it waits, and for what.
    pub moment: &'n Moment,
}

/// Whether the wanted lock always lies behind the one that is held, in the same object, or before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Behind it.
    Up,
    /// Before it.
    Down,
    /// It is not known.
    Unknown,
}

/// All edges of a program.
pub fn edges(notes: &Notes) -> Vec<Edge<'_>> {
    let mut edges = Vec::new();
    for moment in &notes.moments {
        let source = Source::Thread(moment.thread);
        edges.push(Edge { source, moment });
        edges.extend(moment.held.iter().map(|held| Edge {
            source: Source::Lock(held),
            moment,
        }));
    }
    edges
}

/// What is asked of pairs of edges.
#[derive(Clone, Copy)]
pub struct Relations<'e> {
    /// The objects, the threads, and the predicates on digests.
    pub evidence: &'e Evidence,
    /// The rows of the catalogue that may exclude pairs.
    pub enabled: Rows,
}

impl Relations<'_> {
    /// Whether two threads may wait at these moments at once.
    pub fn at_once(&self, one: &Moment, other: &Moment) -> bool {
        let excluding = self.evidence.predicates.excluding(one.digest, other.digest);
        !excluding.meets(self.enabled)
    }

    /// Whether what the first edge waits for may be what the second one has.
    pub fn leads_to(&self, first: &Edge<'_>, second: &Edge<'_>) -> bool {
        self.is_wanted(&first.moment.wanted, second.source)
    }

    /// Whether somebody who wants this may wait for who has that.
    pub fn is_wanted(&self, wanted: &Wanted, source: Source<'_>) -> bool {
        match (wanted, source) {
            (Wanted::Lock { places, mode, .. }, Source::Lock(held)) => {
                conflict(*mode, held.mode) && self.may_be_one(places, &held.places)
            }
            (Wanted::End(threads), Source::Thread(thread)) => {
                threads.as_ref().is_none_or(|threads| threads.contains(&thread))
            }
            _ => false,
        }
    }

    /// Whether two pointers may lead to one lock.
    pub fn may_be_one(&self, one: &LockPlaces, other: &LockPlaces) -> bool {
        if one.unknown.is_some() || other.unknown.is_some() {
            return true;
        }
        one.known.iter().any(|(object, bytes)| {
            let mut others = other.known.iter();
            others.any(|(to, at)| self.family(*object) == self.family(*to) && bytes.overlaps(at))
        })
    }

    /// A name for all objects that may be the same memory at another time.
    fn family(&self, object: ObjectId) -> ObjectId {
        let known = self.evidence.objects.get(object.index());
        known.map_or(object, |known| known.family)
    }

    /// Whether a thread is the only one with its id.
    pub fn is_unique(&self, thread: ThreadId) -> bool {
        let mut threads = self.evidence.threads.iter();
        threads.any(|known| known.id == thread && known.multiplicity == Multiplicity::Unique)
    }

    /// Where the lock that an edge waits for lies in the object of the one that is held.
    pub fn direction(&self, edge: &Edge<'_>) -> Direction {
        let (Source::Lock(held), Wanted::Lock { places, .. }) = (edge.source, &edge.moment.wanted) else {
            return Direction::Unknown;
        };
        match held.distance {
            Some(distance) if distance > 0 => return Direction::Up,
            Some(distance) if distance < 0 => return Direction::Down,
            _ => {}
        }
        let ([(from, first)], [(to, second)]) = (held.places.known.as_slice(), places.known.as_slice()) else {
            return Direction::Unknown;
        };
        let object = self.evidence.objects.get(from.index());
        let is_variable = object.is_some_and(|object| object.kind == ObjectKind::Global);
        let is_known = held.places.unknown.is_none() && places.unknown.is_none();
        if from != to || !is_variable || !is_known {
            return Direction::Unknown;
        }
        match (first, second) {
            _ if first.end() <= i128::from(second.first()) => Direction::Up,
            _ if second.end() <= i128::from(first.first()) => Direction::Down,
            _ => Direction::Unknown,
        }
    }
}

/// Whether a lock in one mode cannot be had while it is held in another one.
pub fn conflict(one: LockMode, other: LockMode) -> bool {
    one == LockMode::Write || other == LockMode::Write
}
