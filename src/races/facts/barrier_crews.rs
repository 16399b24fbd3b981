//! BC, barrier crews: threads without names of their own that pass a barrier together.
//!
//! Let a barrier be initialised once, for `n` threads, and let those who wait there be some unique threads and those of one creation, which are at most
//! as many as the rest of `n`, however large `n` is (`semantics::origins::rooms`). A thread that has arrived waits for the round to end, and a round takes
//! `n` arrivals: so each round consists of one arrival of each of these threads, and they are `n`, if a round ever ends.
//!
//! So what the digest B says of unique threads that pass a barrier together holds of them: an access behind `k` rounds and one behind more rounds
//! are in order, and of those who are told to serve behind a round there is one. A pair is excluded when the two threads are behind different
//! numbers of rounds of a barrier, or both serve there.

use super::{AccessFact, Judgement};
use crate::races::access::Access;
use pepsin_digests::{ByDefault, Row};

/// The access fact BC.
#[derive(Clone, Copy, Debug)]
pub struct BarrierCrews;

impl AccessFact for BarrierCrews {
    fn row(&self) -> Row {
        Row::access_fact(
            "BC",
            "barrier crews",
            ByDefault::On,
            "All threads of a creation pass a barrier together, however many there are; excludes a pair behind different numbers of its rounds.",
        )
    }

    fn judge(&self, first: &Access, second: &Access) -> Judgement {
        let mut pairs = first.phases.iter().flat_map(|(barrier, mine)| {
            let theirs = second.phases.iter().find(|(other, _)| other == barrier);
            theirs.map(|(_, theirs)| (*mine, *theirs))
        });
        match pairs.find(|(mine, theirs)| mine.is_apart_from(*theirs)) {
            Some((mine, theirs)) => {
                let why = mine.told_apart_from(theirs);
                Judgement::Excluded(format!("both threads pass a barrier together, and {why}"))
            }
            None => {
                Judgement::Open("no barrier tells them apart that all threads of the creation pass together".into())
            }
        }
    }

    fn is_silent(&self, access: &Access) -> bool {
        access.phases.is_empty()
    }
}
