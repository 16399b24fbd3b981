//! The laws of digests on random programs.

use pepsin_digests::laws::{Algebra, Bounds, Choices, MEANINGS, Subject, check, creation_laws};
use pepsin_digests::{Catalogue, Digests};
use proptest::prelude::*;

/// How many bytes of choices a program and its runs get.
const LENGTH: usize = 20_000;

fn subject(digests: &Digests) -> Subject<'_> {
    Subject {
        digests,
        meanings: &MEANINGS,
        interferes: Digests::interferes,
    }
}

fn check_program(digests: &Digests, seed: u64) -> usize {
    let mut choices = Choices::seeded(seed, LENGTH);
    match check(&subject(digests), &mut choices, Bounds::USUAL) {
        Ok(runs) => runs,
        Err(failure) => panic!("seed {seed}: {failure:?}"),
    }
}

/// Checks the laws on programs made from `seeds`, with the given digests tracked, and returns how many runs there were.
fn laws_hold(tracked: &[&str], seeds: std::ops::Range<u64>) -> usize {
    let track = || Catalogue::standard().track(tracked).expect("known rows");
    seeds.map(|seed| check_program(&track(), seed)).sum()
}

/// Every row that is a digest.
fn all_rows() -> Vec<&'static str> {
    let catalogue = Catalogue::standard();
    catalogue.rows().iter().map(|row| row.id).collect()
}

#[test]
fn laws_hold_for_all_digests_together() {
    laws_hold(&all_rows(), 0..150);
}

#[test]
#[ignore = "more than 100,000 runs take minutes without optimisation"]
fn laws_hold_for_all_digests_together_in_more_than_100_000_runs() {
    assert!(laws_hold(&all_rows(), 10_000..14_000) > 100_000);
}

#[test]
fn laws_hold_when_thread_ids_run_out() {
    for seed in 4_000..4_100 {
        let digests = Catalogue::standard().track_defaults().with_thread_limit(5);
        check_program(&digests, seed);
    }
}

#[test]
fn laws_of_thread_ids_hold_on_creation_trees() {
    for seed in 0..20_000 {
        let mut choices = Choices::seeded(seed, 100);
        if let Err(failure) = creation_laws(&Algebra::TRUE, &mut choices) {
            panic!("seed {seed}: {failure:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 30, ..ProptestConfig::default() })]

    /// The same, with choices that shrink.
    #[test]
    fn laws_hold_for_any_choices(bytes in proptest::collection::vec(any::<u8>(), 0..2_000)) {
        let digests = Catalogue::standard().track_defaults();
        let subject = subject(&digests);
        let bounds = Bounds { random: 5, systematic: 5, ..Bounds::USUAL };
        let checked = check(&subject, &mut Choices::new(bytes), bounds);
        prop_assert!(checked.is_ok(), "{checked:?}");
    }
}

#[test]
fn laws_hold_for_each_digest_alone() {
    for row in all_rows() {
        laws_hold(&[row], 1_000..1_030);
    }
}

#[test]
fn laws_hold_for_each_product_without_one_digest() {
    for left_out in all_rows() {
        let rows: Vec<&str> = all_rows().into_iter().filter(|r| *r != left_out).collect();
        laws_hold(&rows, 2_000..2_030);
    }
}
