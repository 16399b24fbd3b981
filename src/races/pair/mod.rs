//! Pairing: which accesses may race.
//!
//! Two accesses *conflict* when their bytes may overlap, at least one modifies, and not both are atomic.
//! A conflicting pair is *excluded* by every row of the catalogue whose predicate says so: `A ||? B = false`.
//! A pair that no enabled row excludes *remains*: it may be a race.
//!
//! The algorithm, for each family of objects:
//! 1. Accesses that no predicate can tell apart (equal but for their places in the source) form a group.
//! 2. The groups are sorted by their first byte. A sweep compares each group with itself (one access may race with itself,
//!    done by two threads with the same digest) and with the later ones that start before it ends.
//! 3. For each conflicting pair of groups, the set of *all* rows that exclude it is computed; digests are asked once per pair of ids.
//! 4. A pair of groups belongs to the location of its narrower side. Each location keeps, per set of excluding rows,
//!    how many pairs it has and one example; a study with other rows needs nothing else.
//! 5. The pairs of accesses of remaining groups are listed, once per pair of source positions, up to a limit; the rest is counted.

mod groups;
mod judge;
mod listing;
#[cfg(test)]
mod tests;

use super::access::{Access, Atomicity, ObjectId, Origin};
use super::evidence::Evidence;
use super::facts::AccessFact;
use super::locations::Bytes;
use super::predicates::Rows;
use crate::ir::Types;
use crate::limits::Interrupt;
use groups::{Group, families, groups, relevant};
use listing::Listing;
use pepsin_digests::Row;
use std::collections::BTreeMap;

pub use judge::Judge;

/// How pairs are made.
#[derive(Clone, Debug)]
pub struct PairingOptions {
    /// The rows that may exclude a pair.
    pub enabled: Rows,
    /// How many remaining pairs a location lists at most; the others are counted.
    pub listed_pairs: usize,
    /// Whether an unordered release of memory counts as a race.
    pub releases: Releases,
}

/// Whether an unordered release of memory counts as a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Releases {
    /// `free` conflicts with every access to the memory.
    Race,
    /// `free` is not an access (the rule of SV-COMP).
    Ignored,
}

/// The result of pairing: all locations with conflicting pairs.
#[derive(Clone, Debug)]
pub struct Pairing {
    /// The rows of the catalogue, digests first; [`Rows`] count along it.
    pub catalogue: Vec<Row>,
    /// The accesses that pairs refer to, sorted, each once.
    pub accesses: Vec<Access>,
    /// The locations that have conflicting pairs, by object and bytes.
    pub locations: Vec<Location>,
}

/// Bytes of an object that conflicting accesses touch.
#[derive(Clone, Debug)]
pub struct Location {
    /// The family of the object.
    pub object: ObjectId,
    /// The bytes.
    pub bytes: Bytes,
    /// The conflicting pairs by the set of *all* rows that exclude them, enabled or not.
    pub classes: BTreeMap<Rows, Class>,
    /// The pairs that no enabled row excludes: those listed, see [`PairingOptions::listed_pairs`].
    pub remaining: Vec<Pair>,
    /// How many further pairs of source positions remain.
    pub unlisted: u64,
}

/// Conflicting pairs that the same rows exclude.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    /// How many pairs of accesses.
    pub pairs: u64,
    /// One of them.
    pub example: Pair,
}

/// Two accesses, by their numbers in [`Pairing::accesses`]; the first one modifies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair {
    /// The first access.
    pub first: u32,
    /// The second access; the same as the first for an access that races with itself.
    pub second: u32,
}

impl Location {
    /// Whether a set of rows excludes all pairs.
    pub fn is_safe_with(&self, enabled: Rows) -> bool {
        self.classes.keys().all(|excluding| excluding.meets(enabled))
    }

    /// Whether pairs remain.
    pub fn is_open(&self) -> bool {
        !self.remaining.is_empty() || self.unlisted > 0
    }

    /// The number of conflicting pairs.
    pub fn pairs(&self) -> u64 {
        self.classes.values().map(|class| class.pairs).sum()
    }
}

impl Pairing {
    /// Whether a set of rows excludes all pairs of all locations.
    pub fn is_safe_with(&self, enabled: Rows) -> bool {
        self.locations.iter().all(|location| location.is_safe_with(enabled))
    }

    /// The two accesses of a pair.
    pub fn accesses_of(&self, pair: Pair) -> (&Access, &Access) {
        (
            &self.accesses[pair.first as usize],
            &self.accesses[pair.second as usize],
        )
    }

    /// Whether any pair remains.
    pub fn has_remaining(&self) -> bool {
        self.locations.iter().any(Location::is_open)
    }
}

/// Pairs all accesses of the evidence.
pub fn pair(evidence: &Evidence, types: &Types, facts: &[&dyn AccessFact], options: &PairingOptions) -> Pairing {
    pair_until(evidence, types, facts, options, &Interrupt::default())
}

/// Pairs accesses of the evidence until somebody asks for the end: then pairs are missing.
pub fn pair_until(
    evidence: &Evidence,
    types: &Types,
    facts: &[&dyn AccessFact],
    options: &PairingOptions,
    interrupt: &Interrupt,
) -> Pairing {
    let accesses = relevant(evidence, types, options.releases);
    let mut pairer = Pairer {
        evidence,
        judge: Judge::new(evidence, facts),
        options,
        interrupt,
        accesses: &accesses,
        locations: BTreeMap::new(),
    };
    for family in families(evidence, &accesses) {
        pairer.sweep(&groups(&accesses, family));
    }
    let locations = pairer.locations.into_values().map(|open| open.location).collect();
    Pairing {
        catalogue: catalogue(evidence, facts),
        accesses,
        locations,
    }
}

/// The rows of digests and facts, in this order.
pub fn catalogue(evidence: &Evidence, facts: &[&dyn AccessFact]) -> Vec<Row> {
    let mut rows = evidence.predicates.rows();
    rows.extend(facts.iter().map(|fact| fact.row()));
    rows
}

/// A location while its pairs are being found.
struct OpenLocation {
    location: Location,
    listing: Listing,
}

struct Pairer<'a> {
    evidence: &'a Evidence,
    judge: Judge<'a>,
    options: &'a PairingOptions,
    interrupt: &'a Interrupt,
    accesses: &'a [Access],
    locations: BTreeMap<(ObjectId, Bytes), OpenLocation>,
}

impl Pairer<'_> {
    /// Compares all groups of one family; they are sorted by their first byte.
    fn sweep(&mut self, groups: &[Group]) {
        for (number, first) in groups.iter().enumerate() {
            let end = self.representative(first).bytes.end();
            for second in &groups[number..] {
                if i128::from(self.representative(second).bytes.first()) >= end {
                    break;
                }
                if self.interrupt.reason().is_some() {
                    return;
                }
                self.compare(first, second);
            }
        }
    }

    fn representative(&self, group: &Group) -> &Access {
        &self.accesses[group.members[0] as usize]
    }

    fn compare(&mut self, first: &Group, second: &Group) {
        let (a, b) = (self.representative(first), self.representative(second));
        if !conflict(a, b) {
            return;
        }
        let (bytes, object) = (a.bytes.narrower(b.bytes), self.family(a));
        let excluding = self.judge.excluding(a, b);
        let same_group = std::ptr::eq(first, second);
        let example = self.pair_of(first.members[0], second.members[0]);
        let open = self.locations.entry((object, bytes)).or_insert_with(|| OpenLocation {
            location: Location {
                object,
                bytes,
                classes: BTreeMap::new(),
                remaining: Vec::new(),
                unlisted: 0,
            },
            listing: Listing::default(),
        });
        let class = open
            .location
            .classes
            .entry(excluding)
            .or_insert(Class { pairs: 0, example });
        class.pairs += count(first, second, same_group);
        if !excluding.meets(self.options.enabled) {
            self.list(first, second, (object, bytes));
        }
    }

    fn family(&self, access: &Access) -> ObjectId {
        self.evidence.objects[access.object.index()].family
    }

    /// The pair of two accesses, a modifying one first, then by position.
    fn pair_of(&self, first: u32, second: u32) -> Pair {
        let rank = |number: u32| {
            let access = &self.accesses[number as usize];
            (!access.kind.modifies(), access.at, number)
        };
        let (first, second) = if rank(second) < rank(first) {
            (second, first)
        } else {
            (first, second)
        };
        Pair { first, second }
    }

    /// Lists the pairs of accesses of two groups, each pair of source positions once.
    fn list(&mut self, first: &Group, second: &Group, location: (ObjectId, Bytes)) {
        let same_group = std::ptr::eq(first, second);
        for (number, a) in first.members.iter().enumerate() {
            let rest = if same_group {
                &second.members[number..]
            } else {
                &second.members[..]
            };
            for b in rest {
                if self.interrupt.reason().is_some() {
                    return;
                }
                let pair = self.pair_of(*a, *b);
                let accesses = [&self.accesses[*a as usize], &self.accesses[*b as usize]];
                let Some(open) = self.locations.get_mut(&location) else {
                    return;
                };
                let limit = self.options.listed_pairs;
                open.listing.add(&mut open.location, pair, accesses, limit);
            }
        }
    }
}

/// Whether two accesses conflict: overlapping bytes, one modifies, not both atomic. Releasing touches all bytes of the object.
pub fn conflict(first: &Access, second: &Access) -> bool {
    let modifies = first.kind.modifies() || second.kind.modifies();
    let atomic = first.atomicity == Atomicity::Atomic && second.atomicity == Atomicity::Atomic;
    modifies && !atomic && first.bytes.overlaps(&second.bytes)
}

/// The number of unordered pairs of members.
fn count(first: &Group, second: &Group, same_group: bool) -> u64 {
    let (mine, theirs) = (first.members.len() as u64, second.members.len() as u64);
    if same_group {
        mine * (mine + 1) / 2
    } else {
        mine * theirs
    }
}

/// How much a remaining pair deserves to be read first: pairs with known addresses, then two writes, then by position.
pub fn rank(first: &Access, second: &Access) -> impl Ord + use<> {
    let guessed = |access: &Access| access.origin != Origin::Direct;
    (
        usize::from(guessed(first)) + usize::from(guessed(second)),
        !(first.kind.modifies() && second.kind.modifies()),
        first.at,
        second.at,
    )
}
