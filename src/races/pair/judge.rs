//! Which rows of the catalogue exclude a pair of accesses.

use crate::races::access::{Access, DigestId};
use crate::races::evidence::Evidence;
use crate::races::facts::{AccessFact, Judgement};
use crate::races::predicates::Rows;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use std::cell::RefCell;

/// Asks all predicates about pairs, digests once for each pair of ids.
pub struct Judge<'a> {
    evidence: &'a Evidence,
    facts: &'a [&'a dyn AccessFact],
    /// How many rows are digests; those of facts follow.
    digests: usize,
    known: RefCell<HashMap<(DigestId, DigestId), Rows, FxBuildHasher>>,
}

impl<'a> Judge<'a> {
    /// With the predicates of some evidence, and some facts.
    pub fn new(evidence: &'a Evidence, facts: &'a [&'a dyn AccessFact]) -> Self {
        Judge {
            evidence,
            facts,
            digests: evidence.predicates.rows().len(),
            known: RefCell::default(),
        }
    }

    /// All rows by which two conflicting accesses never race.
    pub fn excluding(&self, first: &Access, second: &Access) -> Rows {
        self.by_digests(first.digest, second.digest)
            .union(self.by_facts(first, second))
    }

    fn by_digests(&self, first: DigestId, second: DigestId) -> Rows {
        let key = (first.min(second), first.max(second));
        let ask = || self.evidence.predicates.excluding(key.0, key.1);
        *self.known.borrow_mut().entry(key).or_insert_with(ask)
    }

    fn by_facts(&self, first: &Access, second: &Access) -> Rows {
        let excluding = self.facts.iter().enumerate().filter_map(|(number, fact)| {
            matches!(fact.judge(first, second), Judgement::Excluded(_)).then_some(self.digests + number)
        });
        Rows::of(excluding)
    }
}
