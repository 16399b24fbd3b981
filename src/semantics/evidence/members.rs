//! Numbers by which threads differ, in the memory to which their arguments point ([`crate::semantics::origins::inscriptions`]): they are
//! what they were at the creation if nobody writes there later, while several threads run, but by the pattern that they were
//! written by themselves. That is read off the complete solution.

use std::collections::BTreeSet;

use super::objects::family;
use crate::races::{Access, AccessKind, Bytes, OwnedBytes};
use crate::semantics::state::inscriptions::Pattern;
use crate::semantics::system::{Analysis, MemberRecord, Recorder};
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
    for access in accesses {
        access.owned = access.owned.filter(stays);
        access.vacant.retain(stays);
    }
}

/// Whether a write may make a number another one.
fn may_change(
    analysis: &Analysis<'_>,
    (object, written, pattern): &(ObjectId, Bytes, Option<Pattern>),
    record: &MemberRecord,
) -> bool {
    let follows = pattern.is_some() && *pattern == record.pattern;
    let meets = |(other, bytes): &(ObjectId, Bytes)| {
        family(analysis, *other) == family(analysis, *object) && bytes.overlaps(written)
    };
    !follows && record.places.iter().any(meets)
}
