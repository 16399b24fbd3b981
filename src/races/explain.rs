//! Explanations: why a location is safe, and why a pair was not excluded.
//!
//! A location is safe with a set of rows iff the set meets the excluding rows of each of its pairs, so the smallest
//! sufficient set of digests is a smallest *hitting set* of the location's classes.

use super::access::Access;
use super::evidence::Evidence;
use super::facts::AccessFact;
use super::pair::{Location, Pair, Pairing};
use super::predicates::Rows;

/// A row of the catalogue and the fact by which it excludes a pair, or fails to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// The row, by its number in the catalogue.
    pub row: usize,
    /// The fact, as a sentence without its final dot.
    pub fact: String,
}

/// The fact of a row of which neither access carries anything: there is no such synchronisation before them.
pub const NOTHING_KNOWN: &str = "nothing of this kind is known at either access";

/// What explanations are made from.
#[derive(Clone, Copy)]
pub struct Explainer<'a> {
    /// The evidence that was paired.
    pub evidence: &'a Evidence,
    /// The access facts used in pairing, in the same order.
    pub facts: &'a [&'a dyn AccessFact],
    /// The pairs.
    pub pairing: &'a Pairing,
    /// The rows that may exclude.
    pub enabled: Rows,
}

impl Explainer<'_> {
    /// Why a location is safe: each row of the smallest sufficient set, with the fact by which it excludes one of the pairs.
    /// `None` if the location is not safe.
    pub fn why_safe(&self, location: &Location) -> Option<Vec<Argument>> {
        let classes = location.classes.keys().map(|rows| rows.intersection(self.enabled));
        let smallest = smallest_hitting_set(&classes.collect::<Vec<_>>())?;
        let argument = |row| {
            // The class with the fewest other explanations shows best what the row is needed for.
            let needs = location.classes.iter().filter(|(rows, _)| rows.contains(row));
            let class = needs.min_by_key(|(rows, _)| rows.intersection(smallest).len());
            let fact = class.map_or_else(String::new, |(_, class)| self.fact(row, class.example));
            Argument { row, fact }
        };
        Some(smallest.iter().map(argument).collect())
    }

    /// For a remaining pair: why each enabled row does not exclude it.
    pub fn why_not_excluded(&self, pair: Pair) -> Vec<Argument> {
        (0..self.pairing.catalogue.len())
            .filter(|row| self.enabled.contains(*row))
            .map(|row| Argument {
                row,
                fact: match self.is_silent(row, pair) {
                    true => NOTHING_KNOWN.to_owned(),
                    false => self.fact(row, pair),
                },
            })
            .collect()
    }

    /// Whether neither access carries anything of the kind that a row judges by.
    fn is_silent(&self, row: usize, pair: Pair) -> bool {
        let (first, second) = self.pairing.accesses_of(pair);
        let digests = self.evidence.predicates.rows().len();
        [first, second]
            .into_iter()
            .all(|access| match row.checked_sub(digests) {
                None => self.evidence.predicates.is_silent(row, access.digest),
                Some(fact) => self.facts[fact].is_silent(access),
            })
    }

    /// The fact behind what a row says about a pair.
    fn fact(&self, row: usize, pair: Pair) -> String {
        let (first, second): (&Access, &Access) = self.pairing.accesses_of(pair);
        let digests = self.evidence.predicates.rows().len();
        match row.checked_sub(digests) {
            None => self.evidence.predicates.reason(row, first.digest, second.digest),
            Some(fact) => self.facts[fact].judge(first, second).reason(),
        }
    }
}

/// A smallest set that meets all the given sets, the first in the order of rows; `None` if one of the sets is empty.
pub fn smallest_hitting_set(sets: &[Rows]) -> Option<Rows> {
    if sets.iter().any(|set| set.is_empty()) {
        return None;
    }
    let all = sets.iter().fold(Rows::NONE, |all, set| all.union(*set));
    (0..=all.len()).find_map(|size| hit(sets, Rows::NONE, size))
}

/// Extends `chosen` by at most `more` rows so that it meets all sets.
fn hit(sets: &[Rows], chosen: Rows, more: usize) -> Option<Rows> {
    let Some(open) = sets.iter().find(|set| !set.meets(chosen)) else {
        return Some(chosen);
    };
    if more == 0 {
        return None;
    }
    open.iter()
        .find_map(|row| hit(sets, chosen.union(Rows::of([row])), more - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn some_sets() -> impl Strategy<Value = Vec<Rows>> {
        let set = proptest::collection::vec(0usize..8, 0..4).prop_map(Rows::of);
        proptest::collection::vec(set, 0..6)
    }

    proptest! {
        #[test]
        fn no_smaller_set_than_the_smallest_hits_all(sets in some_sets()) {
            let hits = |rows: Rows| sets.iter().all(|set| set.meets(rows));
            let best = (0u32..256)
                .map(|bits| Rows::of((0..8).filter(|row| bits >> row & 1 == 1)))
                .filter(|rows| hits(*rows))
                .map(Rows::len)
                .min();
            let found = smallest_hitting_set(&sets);
            prop_assert_eq!(found.map(Rows::len), best);
            prop_assert!(found.is_none_or(hits));
        }
    }
}
