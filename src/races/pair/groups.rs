//! Which accesses take part in the race check, and which of them no predicate can tell apart.

use super::Releases;
use crate::ir::{FunctionId, Position, Types};
use crate::races::access::{Access, AccessKind, Origin};
use crate::races::evidence::{Evidence, Reach};
use crate::races::exempt::is_exempt;
use std::collections::BTreeMap;

/// The accesses that can take part in a race, sorted by family, each once.
pub(super) fn relevant(evidence: &Evidence, types: &Types, releases: Releases) -> Vec<Access> {
    let object = |access: &Access| &evidence.objects[access.object.index()];
    let mut accesses: Vec<Access> = evidence
        .accesses
        .iter()
        .filter(|access| object(access).reach == Reach::Escaped)
        .filter(|access| releases == Releases::Race || !matches!(access.kind, AccessKind::Free | AccessKind::Destroy))
        .filter(|access| !is_exempt(types, releases, object(access), access))
        .cloned()
        .collect();
    accesses.sort_by(|a, b| (object(a).family, a).cmp(&(object(b).family, b)));
    accesses.dedup();
    accesses
}

/// The accesses of each family of objects, as ranges of the sorted accesses.
pub(super) fn families(evidence: &Evidence, accesses: &[Access]) -> Vec<std::ops::Range<usize>> {
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
pub(super) struct Group {
    /// At least one, in ascending order.
    pub(super) members: Vec<u32>,
}

/// The groups of a family, sorted by the bytes accessed.
pub(super) fn groups(accesses: &[Access], family: std::ops::Range<usize>) -> Vec<Group> {
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
