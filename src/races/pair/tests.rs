//! Pairing of accesses made by hand.

use super::*;
use crate::ir::DataModel;
use crate::races::access::{AccessKind, Given, OwnedBytes, ThreadId, Tickets};
use crate::races::evidence::Reach;
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
fn of_pairs_at_the_same_places_one_without_main_is_listed() {
    let by = |thread| Access {
        thread: ThreadId::new(thread),
        ..write(thread, 1)
    };
    for limit in [1, 0] {
        let limited = PairingOptions {
            listed_pairs: limit,
            ..OPTIONS
        };
        let pairing = paired(vec![by(0), by(1)], vec![(0, 0), (0, 0)], &limited);
        let threads: Vec<_> = pairing.locations[0]
            .remaining
            .iter()
            .map(|pair| pairing.accesses_of(*pair))
            .collect();
        assert_eq!(threads.len(), limit);
        assert!(
            threads
                .iter()
                .all(|(first, second)| [first.thread, second.thread] == [ThreadId::new(1); 2])
        );
        assert_eq!(pairing.locations[0].unlisted, 1 - limit as u64);
    }
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
        given: Given::Argument,
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
