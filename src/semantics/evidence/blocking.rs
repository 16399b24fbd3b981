//! What the check of deadlocks is given besides what was recorded: by what else threads wait.

use crate::deadlocks::{Notes, Uncovered};
use crate::ir::{Expr, Global, Position};
use crate::library::model::Effect;
use crate::semantics::settings::Blocking;
use crate::semantics::system::{Analysis, Recorder};

/// The notes for the check of deadlocks, if they were asked for.
pub fn blocking(analysis: &Analysis<'_>, recorder: &Recorder) -> Notes {
    let mut notes = recorder.blocking.clone();
    if analysis.settings.blocking == Blocking::Ignored {
        return notes;
    }
    for (at, waiting) in &recorder.waits {
        let model = analysis.library.model(&waiting.operation);
        let what = match model.and_then(|model| model.effect.as_ref()) {
            Some(Effect::Wait { .. }) => Uncovered::Signals,
            Some(Effect::SemaphoreWait { .. }) => Uncovered::Semaphores,
            Some(Effect::BarrierWait { .. }) => Uncovered::Barriers,
            _ => continue,
        };
        notes.uncovered.entry(what).or_insert(*at);
    }
    let first = recorder.used_as_locks.first();
    if let Some(watched) = first.and_then(|number| analysis.text.watched.get(*number)) {
        let place = analysis.program.global(watched.global).at;
        notes.uncovered.entry(Uncovered::VariableLocks).or_insert(place);
    }
    if let Some(at) = odd_read_write_lock(analysis) {
        let what = "A read-write lock is not of the default kind: its readers may wait for those who wait to write."
            .to_owned();
        notes.obstacles.insert((at, what));
    }
    notes
}

/// What chooses the kind of a read-write lock.
const CHOOSES_KIND: &str = "pthread_rwlockattr_setkind_np";

/// The member of a read-write lock that says whether waiting writers are preferred, in the headers of glibc.
const KIND: &str = "__flags";

/// Where the program has a read-write lock that may not be of the default kind.
fn odd_read_write_lock(analysis: &Analysis<'_>) -> Option<Position> {
    let program = analysis.program;
    let chosen = program.functions.iter().find(|function| function.name == CHOOSES_KIND);
    let is_odd = |global: &&Global| {
        let mut kinds = global
            .initial
            .iter()
            .filter(|initial| program.types.has_member(global.ty, initial.offset, KIND));
        kinds.any(|initial| !matches!(initial.value, Expr::Integer(0, _)))
    };
    let odd = program.globals.iter().find(is_odd);
    chosen.map(|function| function.at).or(odd.map(|global| global.at))
}
