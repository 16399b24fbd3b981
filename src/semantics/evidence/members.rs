//! Numbers by which threads differ, in the memory to which their arguments point ([`crate::semantics::origins::inscriptions`]): they are
//! what they were at the creation if nobody writes there later, while several threads run, but by the pattern that they were
//! written by themselves, or in slots of threads that are not created yet. That is read off the complete solution.
//! And what the creator tells in two ways, as it creates threads in several states, is nothing by which they certainly differ.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::objects::family;
use super::segments::Changes;
use crate::races::{Access, Bytes, Given, LetterPlace, OwnedBytes, Polynomial, Segment, Series, Symbol};
use crate::semantics::origins::rounds;
use crate::semantics::system::{Analysis, MemberRecord, Recorder, WrittenBeside};
use crate::values::ObjectId;
use pepsin_lattice::seeded::{Bug, is_seeded};

/// Forgets of accesses what is computed from a number that may be another one.
pub fn keep(analysis: &Analysis<'_>, recorder: &Recorder, accesses: &mut [Access]) {
    let changes = Changes::new(analysis, recorder);
    let changed = recorder.members.iter().filter(|(_, record)| {
        let mut writes = recorder.written_beside_threads.iter();
        let follows = |write: &WrittenBeside| follows(analysis, &changes, write, record);
        let may_change = |write: &WrittenBeside| {
            meets(analysis, write, record) && !follows(write) && !is_ahead(analysis, write, record)
        };
        changes.is_lost || writes.any(may_change) && !is_seeded(Bug::MembersChange)
    });
    let bases = recorder.bases.iter();
    let several = bases.filter(|(_, bases)| bases.len() > 1 && !is_seeded(Bug::TicketsOfTwoCounters));
    let changed = changed.map(|(key, _)| *key).chain(several.map(|(key, _)| *key));
    let changed: BTreeSet<_> = changed.collect();
    let stays = |bytes: &OwnedBytes| !changed.contains(&(bytes.creator, bytes.edge, bytes.given));
    let counts = |segment: &Segment| {
        let mut series = segment.elements.series.iter();
        let mut letters = segment.letters.iter();
        let is_changed = |place| match place {
            LetterPlace::Member { creator, edge, offset } => changed.contains(&(creator, edge, Given::Member(offset))),
            LetterPlace::Variable { .. } | LetterPlace::Inscribed { .. } => false,
        };
        let is_limited = |series: &Series| {
            let limits = recorder.limits.get(&(series.creator, series.edge, series.given));
            let limits = limits.into_iter().flatten();
            let holds = |number: &Arc<Polynomial>| limits.clone().any(|limit| limit.below == *number);
            let is_whole = |number: &Arc<Polynomial>| {
                let mut limits = limits.clone().filter(|limit| limit.below == *number);
                limits.any(|limit| limit.is_natural || is_seeded(Bug::CyclesBelowZero))
            };
            segment.limit.iter().all(holds) && segment.cycle.iter().all(is_whole)
        };
        series.all(|series| is_limited(series) && !changed.contains(&(series.creator, series.edge, series.given)))
            && !letters.any(|letter| {
                let is_inner = |symbol: &Symbol| matches!(symbol, Symbol::Letter(inner) if is_changed(inner.place));
                is_changed(letter.place) || letter.number.any(&is_inner)
            })
    };
    for access in accesses {
        access.segments.retain(counts);
        access.rows.iter_mut().for_each(|stand| stand.segments.retain(counts));
        access.owned = access.owned.filter(stays);
        access.vacant.retain(stays);
    }
}

/// Whether a write may be one of the bytes where a number stands.
fn meets(analysis: &Analysis<'_>, written: &WrittenBeside, record: &MemberRecord) -> bool {
    let meets = |(other, bytes): &(ObjectId, Bytes)| {
        family(analysis, *other) == family(analysis, written.object) && bytes.overlaps(&written.bytes)
    };
    written.shared && record.places.iter().any(meets)
}

/// Whether a write follows the pattern by which a number was written, and that tells the same numbers each time.
fn follows(analysis: &Analysis<'_>, changes: &Changes<'_>, written: &WrittenBeside, record: &MemberRecord) -> bool {
    let moves = |number| {
        let number = analysis.polynomial(number);
        let Some((number, _)) = number.opened() else {
            return true;
        };
        number.any(&|symbol| changes.of_symbol(symbol)) && !is_seeded(Bug::PatternsMove)
    };
    let pattern = record.pattern.filter(|_| written.pattern == record.pattern);
    pattern.is_some_and(|pattern| !moves(pattern.number))
}

/// Whether a write is one in a slot for which no thread was created yet: the index grew since the last creation, and before that, too.
fn is_ahead(analysis: &Analysis<'_>, written: &WrittenBeside, record: &MemberRecord) -> bool {
    let (Some(written), Some(known)) = (written.slot, record.slot) else {
        return false;
    };
    let grows = rounds::grows_between(analysis, known.index, known.at, written.at);
    let grows = grows || is_seeded(Bug::SlotsWrittenAgain);
    written.is_beside(&known) && grows
}
