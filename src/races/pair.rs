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

use super::access::{Access, AccessKind, Atomicity, DigestId, ObjectId, Origin};
use super::evidence::{Evidence, Reach};
use super::exempt::is_exempt;
use super::facts::{AccessFact, Judgement};
use super::locations::Bytes;
use super::predicates::Rows;
use crate::ir::{FunctionId, Position, Types};
use hashbrown::{HashMap, HashSet};
use pepsin_digests::Row;
use rustc_hash::FxBuildHasher;
use std::collections::BTreeMap;

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
    let accesses = relevant(evidence, types, options.releases);
    let mut pairer = Pairer {
        evidence,
        facts,
        options,
        accesses: &accesses,
        digests: evidence.predicates.rows().len(),
        excluding: HashMap::default(),
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

/// The accesses that can take part in a race, sorted by family, each once.
fn relevant(evidence: &Evidence, types: &Types, releases: Releases) -> Vec<Access> {
    let object = |access: &Access| &evidence.objects[access.object.index()];
    let mut accesses: Vec<Access> = evidence
        .accesses
        .iter()
        .filter(|access| object(access).reach == Reach::Escaped)
        .filter(|access| releases == Releases::Race || access.kind != AccessKind::Free)
        .filter(|access| !is_exempt(types, object(access), access))
        .cloned()
        .collect();
    accesses.sort_by(|a, b| (object(a).family, a).cmp(&(object(b).family, b)));
    accesses.dedup();
    accesses
}

/// The accesses of each family of objects, as ranges of the sorted accesses.
fn families(evidence: &Evidence, accesses: &[Access]) -> Vec<std::ops::Range<usize>> {
    let family = |number: usize| evidence.objects[accesses[number].object.index()].family;
    let mut ranges = Vec::new();
    let mut start = 0;
    for end in 1..=accesses.len() {
        if end == accesses.len() || family(end) != family(start) {
            ranges.push(start..end);
            start = end;
        }
    }
    ranges
}

/// Accesses that no predicate can tell apart, as numbers.
struct Group {
    members: Vec<u32>,
}

fn groups(accesses: &[Access], family: std::ops::Range<usize>) -> Vec<Group> {
    let mut groups: BTreeMap<_, Group> = BTreeMap::new();
    for number in family {
        // By bytes first: the sweep needs them in order, whichever instance of the family they belong to.
        let key = (accesses[number].bytes, indistinguishable(&accesses[number]));
        let group = groups.entry(key).or_insert_with(|| Group { members: Vec::new() });
        group.members.push(number as u32);
    }
    groups.into_values().collect()
}

/// An access without what only people look at. All else may matter to a predicate, fields that are added later included,
/// so that no group ever hides a difference from one.
fn indistinguishable(access: &Access) -> Access {
    Access {
        at: Position::BUILT_IN,
        function: FunctionId(0),
        ty: None,
        origin: Origin::Direct,
        ..access.clone()
    }
}

/// A location while its pairs are being found.
struct OpenLocation {
    location: Location,
    /// The pairs of source positions that are already listed or counted.
    seen: HashSet<[Mark; 2], FxBuildHasher>,
}

/// How many pairs of source positions of a location are told apart; beyond it, the same pair may be counted again.
const TOLD_APART: usize = 100_000;

/// What a reader sees of an access: accesses in other contexts look the same.
type Mark = (Position, AccessKind, FunctionId);

struct Pairer<'a> {
    evidence: &'a Evidence,
    facts: &'a [&'a dyn AccessFact],
    options: &'a PairingOptions,
    accesses: &'a [Access],
    /// How many rows are digests; those of facts follow.
    digests: usize,
    excluding: HashMap<(DigestId, DigestId), Rows, FxBuildHasher>,
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
        let (digests, bytes, object) = ((a.digest, b.digest), narrower(a.bytes, b.bytes), self.family(a));
        let facts = self.excluding_facts(a, b);
        let excluding = self.excluding_digests(digests).union(facts);
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
            seen: HashSet::default(),
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

    fn excluding_digests(&mut self, (first, second): (DigestId, DigestId)) -> Rows {
        let key = (first.min(second), first.max(second));
        let ask = || self.evidence.predicates.excluding(key.0, key.1);
        *self.excluding.entry(key).or_insert_with(ask)
    }

    fn excluding_facts(&self, first: &Access, second: &Access) -> Rows {
        let digests = self.digests;
        let excluding = self.facts.iter().enumerate().filter_map(|(number, fact)| {
            matches!(fact.judge(first, second), Judgement::Excluded(_)).then_some(digests + number)
        });
        Rows::of(excluding)
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
                let pair = self.pair_of(*a, *b);
                let marks = [mark(&self.accesses[*a as usize]), mark(&self.accesses[*b as usize])];
                let marks = if marks[1] < marks[0] {
                    [marks[1], marks[0]]
                } else {
                    marks
                };
                let Some(open) = self.locations.get_mut(&location) else {
                    return;
                };
                if open.seen.len() < TOLD_APART && !open.seen.insert(marks) {
                    continue;
                }
                if open.location.remaining.len() < self.options.listed_pairs {
                    open.location.remaining.push(pair);
                } else {
                    open.location.unlisted += 1;
                }
            }
        }
    }
}

fn mark(access: &Access) -> Mark {
    (access.at, access.kind, access.function)
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

/// The bytes that span less, which name the location of a pair best.
fn narrower(first: Bytes, second: Bytes) -> Bytes {
    let width = |bytes: Bytes| (bytes.end() - i128::from(bytes.first()), bytes);
    if width(second) < width(first) { second } else { first }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::DataModel;
    use crate::races::access::{OwnedBytes, ThreadId, Tickets};
    use crate::races::facts;
    use crate::races::fixture::{evidence, write};
    use pepsin_digests::EdgeId;

    const OPTIONS: PairingOptions = PairingOptions {
        enabled: Rows::ALL,
        listed_pairs: 100,
        releases: Releases::Race,
    };

    fn paired(accesses: Vec<Access>, digests: Vec<(u32, u32)>, options: &PairingOptions) -> Pairing {
        let evidence = evidence(accesses, digests);
        pair(&evidence, &Types::new(DataModel::Lp64), &facts::catalogue(), options)
    }

    /// The lines of the remaining pairs.
    fn remaining(pairing: &Pairing) -> Vec<(u32, u32)> {
        let lines = |pair: &Pair| {
            let (first, second) = pairing.accesses_of(*pair);
            (first.at.line, second.at.line)
        };
        pairing
            .locations
            .iter()
            .flat_map(|location| location.remaining.iter().map(lines))
            .collect()
    }

    #[test]
    fn an_access_of_several_threads_races_with_itself_and_one_of_a_unique_thread_does_not() {
        assert_eq!(remaining(&paired(vec![write(0, 7)], vec![(0, 0)], &OPTIONS)), [(7, 7)]);
        assert_eq!(remaining(&paired(vec![write(0, 7)], vec![(0, 1)], &OPTIONS)), []);
    }

    #[test]
    fn two_reads_and_two_atomic_accesses_do_not_conflict_and_a_mixed_pair_does() {
        let read = |digest, line| Access {
            kind: AccessKind::Read,
            ..write(digest, line)
        };
        let atomic = |digest, line| Access {
            atomicity: Atomicity::Atomic,
            ..write(digest, line)
        };
        let digests = vec![(0, 1), (0, 2)];
        let pairs = |first, second| remaining(&paired(vec![first, second], digests.clone(), &OPTIONS));
        assert_eq!(pairs(read(0, 1), read(1, 2)), []);
        assert_eq!(pairs(atomic(0, 1), atomic(1, 2)), []);
        assert_eq!(pairs(read(0, 1), atomic(1, 2)), [(2, 1)]);
    }

    #[test]
    fn every_overlapping_pair_is_found_by_the_sweep() {
        let field = |digest, line, start, size| Access {
            bytes: Bytes::at(start, size),
            ..write(digest, line)
        };
        let accesses = vec![
            field(0, 1, 0, 16),
            field(1, 2, 0, 4),
            field(1, 3, 12, 4),
            field(1, 4, 16, 4),
        ];
        let pairing = paired(accesses, vec![(0, 1), (0, 2)], &OPTIONS);
        assert_eq!(remaining(&pairing), [(1, 2), (1, 3)]);
    }

    #[test]
    fn a_row_that_is_not_enabled_excludes_nothing_but_is_remembered() {
        let (accesses, digests) = (vec![write(0, 1), write(1, 2)], vec![(1, 1), (1, 2)]);
        let without_locks = PairingOptions {
            enabled: Rows::of([1]),
            ..OPTIONS
        };
        let pairing = paired(accesses, digests, &without_locks);
        assert_eq!(remaining(&pairing), [(1, 2)]);
        assert!(pairing.is_safe_with(Rows::of([0])));
        assert!(!pairing.is_safe_with(Rows::of([1])));
    }

    #[test]
    fn pairs_beyond_the_limit_are_counted() {
        let accesses = (1..=4).map(|line| write(0, line)).collect();
        let limited = PairingOptions {
            listed_pairs: 3,
            ..OPTIONS
        };
        let pairing = paired(accesses, vec![(0, 0)], &limited);
        assert_eq!((remaining(&pairing).len(), pairing.locations[0].unlisted), (3, 7));
    }

    #[test]
    fn the_same_positions_in_another_context_are_one_pair() {
        let pairing = paired(vec![write(0, 1), write(1, 1)], vec![(0, 0), (0, 0)], &OPTIONS);
        assert_eq!(remaining(&pairing), [(1, 1)]);
        assert_eq!(pairing.locations[0].pairs(), 3);
    }

    #[test]
    fn instances_of_one_family_are_paired_with_each_other() {
        let of = |object, line, start| Access {
            object: ObjectId::new(object),
            bytes: Bytes::at(start, 4),
            ..write(line - 1, line)
        };
        let accesses = vec![of(0, 1, 0), of(0, 2, 8), of(1, 3, 0), of(1, 4, 8)];
        let mut evidence = evidence(accesses, vec![(0, 1), (0, 2), (0, 3), (0, 4)]);
        evidence.objects.push(evidence.objects[0].clone());
        let pairing = pair(&evidence, &Types::new(DataModel::Lp64), &[], &OPTIONS);
        assert_eq!(remaining(&pairing), [(1, 3), (2, 4)]);
    }

    #[test]
    fn a_fact_of_one_access_is_not_taken_for_that_of_another_in_its_place() {
        let owned = OwnedBytes {
            creator: ThreadId::new(0),
            edge: EdgeId::new(0),
            tickets: Tickets::Objects,
            scale: 1,
            first: 0,
            size: 4,
        };
        for (line, other) in [(1, 2), (2, 1)] {
            let own = Access {
                owned: Some(owned),
                ..write(0, line)
            };
            let pairing = paired(vec![own, write(0, other)], vec![(0, 0)], &OPTIONS);
            assert_eq!(remaining(&pairing).len(), 2, "all but the owned access with itself");
        }
    }

    #[test]
    fn a_release_races_only_where_releases_count() {
        let free = Access {
            kind: AccessKind::Free,
            bytes: Bytes::ANYWHERE,
            ..write(0, 1)
        };
        let accesses = vec![free, write(1, 2)];
        let digests = vec![(0, 1), (0, 2)];
        assert_eq!(
            remaining(&paired(accesses.clone(), digests.clone(), &OPTIONS)),
            [(1, 2)]
        );
        let ignored = PairingOptions {
            releases: Releases::Ignored,
            ..OPTIONS
        };
        assert_eq!(remaining(&paired(accesses, digests, &ignored)), []);
    }

    #[test]
    fn an_object_that_never_left_its_thread_has_no_pairs() {
        let mut evidence = evidence(vec![write(0, 1)], vec![(0, 0)]);
        evidence.objects[0].reach = Reach::OneThread;
        let pairing = pair(&evidence, &Types::new(DataModel::Lp64), &[], &OPTIONS);
        assert!(pairing.locations.is_empty());
    }
}
