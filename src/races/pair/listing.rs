//! Which of the remaining pairs of a location are listed: each pair of source positions once.
//!
//! Several threads may make the same two accesses. Of such pairs the one is listed in which the thread that runs `main` has the least part:
//! what it does in code that others run, too, it often does before they begin, so a pair of two others shows more surely what races.

use super::{Location, Pair};
use crate::ir::{FunctionId, Position};
use crate::races::access::{Access, AccessKind, ThreadId};
use hashbrown::HashMap;
use hashbrown::hash_map::Entry;
use rustc_hash::FxBuildHasher;

/// How many pairs of source positions of a location are told apart; beyond it, the same pair may be counted again.
const TOLD_APART: usize = 100_000;

/// What a reader sees of an access: accesses in other contexts look the same.
type Mark = (Position, AccessKind, FunctionId);

/// The pairs of source positions that are already listed or counted.
#[derive(Default)]
pub(super) struct Listing {
    seen: HashMap<[Mark; 2], Listed, FxBuildHasher>,
}

/// What stands for a pair of source positions.
struct Listed {
    /// Its number in [`Location::remaining`]; none if it is only counted.
    number: Option<usize>,
    /// How many of its accesses are by the thread that runs `main`.
    by_main: usize,
}

impl Listing {
    /// Lists a pair of accesses among at most so many of its location, counts it, or lets it stand for what is listed in its place.
    pub(super) fn add(&mut self, location: &mut Location, pair: Pair, accesses: [&Access; 2], limit: usize) {
        let by_main = accesses
            .iter()
            .filter(|access| access.thread == ThreadId::new(0))
            .count();
        let number = (location.remaining.len() < limit).then_some(location.remaining.len());
        if self.seen.len() < TOLD_APART {
            match self.seen.entry(marks(accesses)) {
                Entry::Occupied(mut listed) => {
                    let listed = listed.get_mut();
                    if by_main < listed.by_main {
                        listed.by_main = by_main;
                        listed
                            .number
                            .into_iter()
                            .for_each(|number| location.remaining[number] = pair);
                    }
                    return;
                }
                Entry::Vacant(place) => {
                    place.insert(Listed { number, by_main });
                }
            }
        }
        match number {
            Some(_) => location.remaining.push(pair),
            None => location.unlisted += 1,
        }
    }
}

/// The marks of two accesses, in order.
fn marks(accesses: [&Access; 2]) -> [Mark; 2] {
    let mut marks = accesses.map(|access| (access.at, access.kind, access.function));
    marks.sort_unstable();
    marks
}
