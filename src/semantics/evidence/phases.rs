//! Which barriers threads of a creation pass together, all of them (row BC, [`crate::races::facts`]): read off the complete solution.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::segments::Changes;
use crate::races::{Access, Letter, LetterPlace, Symbol};
use crate::semantics::state::inscriptions::NumberId;
use crate::semantics::system::{Analysis, BarrierRecord, Recorder};
use pepsin_digests::barrier::Barriers;
use pepsin_digests::{BarrierId, ThreadId};
use pepsin_lattice::seeded::{Bug, is_seeded};

/// Tells of accesses behind how many rounds they stand, of barriers that their threads pass together with others.
pub fn tell(analysis: &Analysis<'_>, recorder: &Recorder, accesses: &mut [Access]) {
    let changes = Changes::new(analysis, recorder);
    let passed: BTreeMap<BarrierId, &BarrierRecord> = recorder
        .barriers
        .iter()
        .filter(|(barrier, record)| is_passed_together(analysis, recorder, &changes, (**barrier, *record)))
        .map(|(barrier, record)| (*barrier, record))
        .collect();
    if passed.is_empty() {
        return;
    }
    for access in accesses {
        let Some(arrivals) = analysis.digests.element::<Barriers>(access.digest) else {
            continue;
        };
        let waits_there = passed
            .iter()
            .filter(|(_, record)| record.waiters.contains(&access.thread));
        access.phases = waits_there
            .map(|(barrier, _)| (*barrier, arrivals.phase(*barrier)))
            .collect();
    }
}

/// Whether each round of a barrier consists of one arrival of each that ever waits there, among whom are threads of one creation.
fn is_passed_together(
    analysis: &Analysis<'_>,
    recorder: &Recorder,
    changes: &Changes<'_>,
    (barrier, record): (BarrierId, &BarrierRecord),
) -> bool {
    let names = analysis.digests.names();
    let (unique, crews): (Vec<ThreadId>, Vec<ThreadId>) =
        record.waiters.iter().partition(|waiter| names.is_unique(**waiter));
    let [crew] = crews.as_slice() else { return false };
    let rooms = recorder.rooms.get(crew).into_iter().flatten();
    let mut rooms = rooms.filter(|((of, _), _)| *of == barrier).map(|(_, room)| room);
    rooms.any(|room| {
        let others = i64::try_from(unique.len()).unwrap_or(i64::MAX);
        let suffices = room.least() >= others || is_seeded(Bug::CrewsWithoutRoom);
        let moves = room.numbers.iter().any(|number| may_change(analysis, changes, *number));
        suffices && record.is_claimed() && !moves
    })
}

/// Whether a number may be another one when another thread is created.
fn may_change(analysis: &Analysis<'_>, changes: &Changes<'_>, number: NumberId) -> bool {
    let Some((number, letters)) = analysis.polynomial(number).opened() else {
        return true;
    };
    let changes_letter = |letter: &Arc<Letter>| {
        let is_of_thread = matches!(letter.place, LetterPlace::Member { .. });
        is_of_thread || changes.of_symbol(&Symbol::Letter(letter.clone()))
    };
    number.any(&|symbol| changes.of_symbol(symbol)) || letters.iter().any(changes_letter)
}
