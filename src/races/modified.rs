//! What functions modify: for each function what it writes to memory, and what the functions do that it calls (the sets `DMOD` and `GMOD` of
//! Banning, "An efficient way to find side effects of procedure calls", POPL 1979), read off the accesses of a solution.

use super::access::{Access, AccessKind, ObjectId};
use super::evidence::Evidence;
use super::inquiry::{Answers, Entry, SourcePoint};
use super::locations::Bytes;
use crate::ir::{FunctionId, Position};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use std::collections::{BTreeMap, BTreeSet};

/// Bytes of the objects of a family.
type Written = (ObjectId, Bytes);

/// What is modified where.
pub struct Modified<'a> {
    evidence: &'a Evidence,
    here: HashMap<SourcePoint, BTreeSet<Written>, FxBuildHasher>,
    below: BTreeMap<FunctionId, BTreeMap<ObjectId, BTreeSet<Bytes>>>,
}

impl<'a> Modified<'a> {
    /// Reads the accesses of the evidence, and from the answers who calls whom.
    pub fn new(evidence: &'a Evidence, answers: &Answers) -> Self {
        let mut here: HashMap<SourcePoint, BTreeSet<Written>, FxBuildHasher> = HashMap::default();
        let mut below: BTreeMap<FunctionId, BTreeMap<ObjectId, BTreeSet<Bytes>>> = BTreeMap::new();
        for access in evidence
            .accesses
            .iter()
            .filter(|access| access.kind == AccessKind::Write)
        {
            let family = evidence.objects[access.object.index()].family;
            let point = SourcePoint {
                function: access.function,
                at: access.at,
            };
            here.entry(point).or_default().insert((family, access.bytes));
            let written = below.entry(access.function).or_default();
            written.entry(family).or_default().insert(access.bytes);
        }
        let mut modified = Modified { evidence, here, below };
        modified.close(&calls(answers));
        modified
    }

    /// Adds to what a function modifies what those modify that it calls.
    fn close(&mut self, calls: &BTreeSet<(FunctionId, FunctionId)>) {
        let mut is_closed = false;
        while !is_closed {
            is_closed = true;
            for (caller, callee) in calls {
                let theirs = self.below.get(callee).cloned().unwrap_or_default();
                let mine = self.below.entry(*caller).or_default();
                for (family, bytes) in theirs {
                    let known = mine.entry(family).or_default();
                    let before = known.len();
                    known.extend(bytes);
                    is_closed &= known.len() == before;
                }
            }
        }
    }

    /// Whether what stands at a place in the source may modify what an access touches.
    pub fn is_modified_at(&self, access: &Access, function: FunctionId, at: Position) -> bool {
        let family = self.family(access);
        let written = self.here.get(&SourcePoint { function, at }).into_iter().flatten();
        let mut same = written.filter(|(other, _)| *other == family);
        same.any(|(_, bytes)| bytes.overlaps(&access.bytes))
    }

    /// Whether a function, or one that it calls, may modify what an access touches.
    pub fn is_modified_by(&self, access: &Access, function: FunctionId) -> bool {
        let written = self
            .below
            .get(&function)
            .and_then(|below| below.get(&self.family(access)));
        written.is_some_and(|written| written.iter().any(|bytes| bytes.overlaps(&access.bytes)))
    }

    fn family(&self, access: &Access) -> ObjectId {
        self.evidence.objects[access.object.index()].family
    }
}

/// Who calls whom.
fn calls(answers: &Answers) -> BTreeSet<(FunctionId, FunctionId)> {
    let entered = answers.entered.iter();
    let calls = entered.flat_map(|(point, entered)| {
        let called = entered.iter().filter(|(_, entry)| *entry == Entry::Call);
        called.map(|(callee, _)| (point.function, *callee))
    });
    calls.collect()
}
