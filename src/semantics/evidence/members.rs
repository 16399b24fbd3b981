//! Numbers by which threads differ, in the memory to which their arguments point ([`crate::semantics::origins::inscriptions`]): they are
//! what they were at the creation if nobody writes there later, while several threads run, but by the pattern that they were
//! written by themselves. That is read off the complete solution.

use std::collections::BTreeSet;

use super::objects::family;
use crate::races::{Access, AccessKind, Bytes, OwnedBytes, Segment};
use crate::semantics::system::{Analysis, MemberRecord, Recorder, WrittenBeside};
use crate::values::ObjectId;
use pepsin_lattice::seeded::{Bug, is_seeded};

/// Forgets of accesses what is computed from a number that may be another one.
pub fn keep(analysis: &Analysis<'_>, recorder: &Recorder, accesses: &mut [Access]) {
    let is_lost = recorder
        .unknown_accesses
        .iter()
        .any(|unknown| unknown.access.kind == AccessKind::Write);
    let changed = recorder.members.iter().filter(|(_, record)| {
        let mut writes = recorder.written_beside_threads.iter();
        is_lost || writes.any(|write| may_change(analysis, write, record)) && !is_seeded(Bug::MembersChange)
    });
    let changed: BTreeSet<_> = changed.map(|(key, _)| *key).collect();
    if changed.is_empty() {
        return;
    }
    let stays = |bytes: &OwnedBytes| !changed.contains(&(bytes.creator, bytes.edge, bytes.given));
    let counts = |segment: &Segment| {
        let mut series = segment.elements.series.iter();
        series.all(|series| !changed.contains(&(series.creator, series.edge, series.given)))
    };
    for access in accesses {
        access.segments.retain(counts);
        access.owned = access.owned.filter(stays);
        access.vacant.retain(stays);
    }
}

/// Whether a write may make a number another one.
fn may_change(analysis: &Analysis<'_>, written: &WrittenBeside, record: &MemberRecord) -> bool {
    let follows = written.pattern.is_some() && written.pattern == record.pattern;
    let meets = |(other, bytes): &(ObjectId, Bytes)| {
        family(analysis, *other) == family(analysis, written.object) && bytes.overlaps(&written.bytes)
    };
    written.shared && !follows && record.places.iter().any(meets)
}
