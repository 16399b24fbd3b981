//! OW, ownership: each thread computes the address from a value that no other thread was given.
//!
//! Threads may each be given a *ticket*: a number that grows from one creation to the next by at
//! least `step`, as the argument or in the memory where that points, or an object that nobody else knew. An access to bytes `[scale · ticket + first, … + size)` of one object
//! then meets the same access of another thread only if the tickets are closer than they are:
//!
//! ```text
//!     excluded  if  |scale| · step  ≥  max(first₁ + size₁, first₂ + size₂) − min(first₁, first₂)
//! ```
//!
//! for the same creation by the same unique creator, the same thing given, and the same scale. Two threads that each were given an object that nobody
//! else knew then access different objects, wherever they were created.
//! Two accesses of one thread are ordered anyway.
//!
//! Or the creator itself accesses bytes `[scale · v + first, … + size)`, and no thread that may be running was given the ticket
//! `v` there: it is not created yet, or was joined. With a thread that has another ticket, at least `step` from `v`, the access is
//! excluded by the same formula; with all others it is in order.
//!
//! Or threads *take* numbers `b, …, b + count − 1` from a variable that only grows, each under one lock or in one atomic
//! addition, so that no two takes overlap: another take from the same dispenser starts at `b + count` or later, or ended at `b` or before. So bytes
//! `[scale · b + first, … + size)` do not meet, with one positive scale:
//!
//! ```text
//!     excluded  if  first₁ + size₁ ≤ scale · count₁ + first₂  and  first₂ + size₂ ≤ scale · count₂ + first₁
//! ```

use super::{AccessFact, Judgement};
use crate::races::access::{Access, Given, OwnedBytes, TakenBytes, ThreadId, Tickets};
use pepsin_digests::{ByDefault, EdgeId, Row};
use pepsin_lattice::seeded::{Bug, is_seeded};

/// The access fact OW.
#[derive(Clone, Copy, Debug)]
pub struct Ownership;

impl AccessFact for Ownership {
    fn row(&self) -> Row {
        Row::access_fact(
            "OW",
            "ownership",
            ByDefault::On,
            "The address is computed from a value that the creator gave to no other thread; excludes a pair of threads that were given numbers at one place, or objects of their own.",
        )
    }

    fn judge(&self, first: &Access, second: &Access) -> Judgement {
        match (&first.owned, &second.owned) {
            (Some(mine), Some(theirs)) if are_apart(mine, theirs) => {
                return Judgement::Excluded(
                    "each thread computes the address from a value that only it was given".into(),
                );
            }
            _ => {}
        }
        if are_vacant(first, second) || are_vacant(second, first) {
            return Judgement::Excluded(
                "the creator computes the address from a value that no running thread was given".into(),
            );
        }
        match (&first.taken, &second.taken) {
            (Some(mine), Some(theirs)) if are_taken_apart(mine, theirs) => {
                Judgement::Excluded("each thread computes the address from numbers that it took for itself".into())
            }
            _ => Judgement::Open("the address does not depend on a value that only one thread was given".into()),
        }
    }

    fn is_silent(&self, access: &Access) -> bool {
        access.owned.is_none() && access.vacant.is_empty()
    }
}

fn are_apart(mine: &OwnedBytes, theirs: &OwnedBytes) -> bool {
    match (mine.tickets, theirs.tickets) {
        (Tickets::Objects, Tickets::Objects) => mine.scale == 1 && theirs.scale == 1,
        (Tickets::Numbers { step, .. }, Tickets::Numbers { .. }) => {
            (series(mine), mine.tickets) == (series(theirs), theirs.tickets) && fit_into(step, mine, theirs)
        }
        _ => false,
    }
}

/// What two accesses have in common whose bytes are the same function of tickets of one creation.
fn series(bytes: &OwnedBytes) -> (ThreadId, EdgeId, Given, i64) {
    (bytes.creator, bytes.edge, bytes.given, bytes.scale)
}

/// Whether no bytes meet of two tickets that are at least so far apart.
fn fit_into(step: i64, mine: &OwnedBytes, theirs: &OwnedBytes) -> bool {
    let end = |bytes: &OwnedBytes| i128::from(bytes.first) + i128::from(bytes.size);
    let span = end(mine).max(end(theirs)) - i128::from(mine.first.min(theirs.first));
    i128::from(mine.scale).abs() * i128::from(step) >= span || is_seeded(Bug::NeighboursApart)
}

/// Whether an access is made by a creator to bytes of no thread that may be running, and the other one by a thread to its own.
fn are_vacant(creator: &Access, thread: &Access) -> bool {
    let Some(theirs) = &thread.owned else { return false };
    let Tickets::Numbers { bits, signed, .. } = theirs.tickets else {
        return false;
    };
    creator.vacant.iter().any(|mine| match mine.tickets {
        Tickets::Numbers { step, .. } => {
            series(mine) == series(theirs)
                && mine.tickets == Tickets::Numbers { step, bits, signed }
                && fit_into(step, mine, theirs)
        }
        Tickets::Objects => false,
    })
}

fn are_taken_apart(mine: &TakenBytes, theirs: &TakenBytes) -> bool {
    let ends_before = |one: &TakenBytes, later: &TakenBytes| {
        let end = i128::from(one.first) + i128::from(one.size);
        let begin = i128::from(one.scale) * i128::from(one.count) + i128::from(later.first);
        end <= begin || is_seeded(Bug::BeyondTheTake)
    };
    let is_one_row = (mine.dispenser, mine.scale) == (theirs.dispenser, theirs.scale) && mine.scale > 0;
    is_one_row && ends_before(mine, theirs) && ends_before(theirs, mine)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::races::fixture::write;
    use pepsin_digests::Names;

    fn owned(edge: u32, tickets: Tickets, scale: i64, first: i64) -> Access {
        let owned = OwnedBytes {
            creator: Names::MAIN,
            edge: EdgeId::new(edge),
            given: Given::Argument,
            tickets,
            scale,
            first,
            size: 4,
        };
        Access {
            owned: Some(owned),
            ..write(0, 0)
        }
    }

    fn excluded(first: &Access, second: &Access) -> bool {
        matches!(Ownership.judge(first, second), Judgement::Excluded(_))
    }

    const COUNTED: Tickets = Tickets::Numbers {
        step: 1,
        bits: 32,
        signed: true,
    };

    #[test]
    fn elements_by_a_growing_index_are_apart_and_neighbours_are_not() {
        let element = owned(0, COUNTED, 4, 0);
        assert!(excluded(&element, &element));
        assert!(!excluded(&element, &owned(0, COUNTED, 4, 4)));
        assert!(excluded(&owned(0, COUNTED, 8, 0), &owned(0, COUNTED, 8, 4)));
        assert!(!excluded(&owned(0, COUNTED, 2, 0), &owned(0, COUNTED, 2, 0)));
    }

    #[test]
    fn another_creation_has_other_tickets() {
        assert!(!excluded(&owned(0, COUNTED, 4, 0), &owned(1, COUNTED, 4, 0)));
        assert!(!excluded(&owned(0, COUNTED, 4, 0), &owned(0, COUNTED, 8, 0)));
    }

    #[test]
    fn objects_of_their_own_never_meet() {
        let object = owned(0, Tickets::Objects, 1, 0);
        assert!(excluded(&object, &owned(0, Tickets::Objects, 1, 2)));
        assert!(!excluded(&object, &write(0, 0)));
    }
}
