//! Scenes of threads that count down.

use super::Finding;
use crate::action::{Action, CounterOperand, Exclusion};
use crate::product::DigestId;
use crate::scenario::Scenario;

const COUNTER: CounterOperand = CounterOperand(0);

fn add(scene: &Scenario, id: DigestId, by: i64, exclusion: Exclusion) -> DigestId {
    let counter = COUNTER;
    scene.then(id, Action::CounterAdd { counter, by, exclusion })
}

fn zero(scene: &Scenario, id: DigestId, by: Finding) -> DigestId {
    scene.then(id, Action::CounterGone { counter: COUNTER, by })
}

fn set(scene: &Scenario, id: DigestId, least: i64) -> DigestId {
    let counter = COUNTER;
    scene.then(id, Action::CounterSet { counter, least })
}

/// Threads are promised so many tokens.
fn promising(tokens: u8) -> Scenario {
    let mut scene = Scenario::new();
    scene.promised = vec![(scene.counter_name(0), tokens)];
    scene
}

#[test]
fn what_a_thread_does_before_it_counts_down_comes_before_zero() {
    let scene = promising(1);
    let counted = add(&scene, scene.digests.start(), 1, Exclusion::Atomic);
    let (main, worker) = scene.create(counted, 1);
    let done = add(&scene, worker, -1, Exclusion::Atomic);
    let behind = zero(&scene, main, Finding::Reader);
    assert!(scene.excludes("CD", worker, behind));
    assert!(!scene.excludes("CD", done, behind));
    assert!(!scene.excludes("CD", worker, main));
    let again = add(&scene, behind, 1, Exclusion::Atomic);
    assert!(!scene.excludes("CD", worker, again));
}

#[test]
fn a_thread_that_was_not_counted_says_nothing() {
    let scene = promising(1);
    let (main, worker) = scene.create(scene.digests.start(), 1);
    add(&scene, worker, -1, Exclusion::Atomic);
    assert!(!scene.excludes("CD", worker, zero(&scene, main, Finding::Reader)));
    let late = add(&scene, main, 1, Exclusion::Atomic);
    assert!(scene.excludes("CD", worker, zero(&scene, late, Finding::Reader)));
}

#[test]
fn changes_under_different_locks_spoil_the_counter() {
    let mut scene = promising(1);
    let main = set(&scene, scene.digests.start(), 2);
    let (main, one) = scene.create(main, 1);
    let (main, other) = scene.create(main, 2);
    scene.counter_locks = vec![scene.lock_name(0), scene.lock_name(1)];
    add(&scene, one, -1, Exclusion::Locks);
    let behind = zero(&scene, main, Finding::Reader);
    assert!(scene.excludes("CD", one, behind));
    scene.counter_locks = vec![scene.lock_name(1)];
    add(&scene, other, -1, Exclusion::Locks);
    assert!(scene.excludes("CD", one, behind));
    scene.counter_locks = vec![scene.lock_name(0)];
    add(&scene, other, -1, Exclusion::Locks);
    assert!(!scene.excludes("CD", one, behind));
}

#[test]
fn only_one_thread_destroys_the_last_token() {
    let scene = promising(1);
    let main = set(&scene, scene.digests.start(), 2);
    let (main, worker) = scene.create(main, 1);
    let ends = [main, worker].map(|id| {
        let counted = add(&scene, id, -1, Exclusion::Atomic);
        zero(&scene, counted, Finding::Destroyer)
    });
    assert!(scene.excludes("CD", ends[0], ends[1]));
    assert!(scene.excludes("CD", worker, ends[0]) && scene.excludes("CD", main, ends[1]));
    scene.then(main, Action::CounterOverwrite { counter: COUNTER });
    assert!(!scene.excludes("CD", ends[0], ends[1]));
}

#[test]
fn a_thread_created_behind_zero_knows_it_if_nobody_makes_tokens() {
    let scene = promising(1);
    let main = set(&scene, scene.digests.start(), 1);
    let (main, worker) = scene.create(main, 1);
    add(&scene, worker, -1, Exclusion::Atomic);
    let behind = zero(&scene, main, Finding::Reader);
    let heirs = scene.digests.child(
        behind,
        scene.edge(2),
        crate::action::Repetition::Once,
        &crate::facts::NoFacts,
    );
    assert!(scene.excludes("CD", worker, heirs[0].1));
    add(&scene, behind, 1, Exclusion::Atomic);
    assert!(!scene.excludes("CD", worker, heirs[0].1));
}
