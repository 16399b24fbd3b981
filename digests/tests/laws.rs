//! The laws of digests on random programs.

use pepsin_digests::laws::{Bounds, Choices, MEANINGS, Subject, check};
use pepsin_digests::{Catalogue, Digests};

/// How many bytes of choices a program and its runs get.
const LENGTH: usize = 20_000;

/// Checks the laws on programs made from `seeds`, with the given digests tracked.
fn laws_hold(tracked: &[&str], seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let digests = Catalogue::standard().track(tracked).expect("known rows");
        let subject = Subject {
            digests: &digests,
            meanings: &MEANINGS,
            interferes: Digests::interferes,
        };
        let mut choices = Choices::seeded(seed, LENGTH);
        if let Err(failure) = check(&subject, &mut choices, Bounds::USUAL) {
            panic!("seed {seed}: {failure:?}");
        }
    }
}

/// Every row that is a digest.
fn all_rows() -> Vec<&'static str> {
    let catalogue = Catalogue::standard();
    catalogue.rows().iter().map(|row| row.id).collect()
}

#[test]
fn laws_hold_for_all_digests_together() {
    laws_hold(&all_rows(), 0..300);
}

#[test]
fn laws_hold_for_each_digest_alone() {
    for row in all_rows() {
        laws_hold(&[row], 1_000..1_060);
    }
}

#[test]
fn laws_hold_for_each_product_without_one_digest() {
    for left_out in all_rows() {
        let rows: Vec<&str> = all_rows().into_iter().filter(|r| *r != left_out).collect();
        laws_hold(&rows, 2_000..2_060);
    }
}
