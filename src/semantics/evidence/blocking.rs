//! What the check of deadlocks is given besides what was recorded: by what else threads wait.

use crate::deadlocks::{Notes, Uncovered};
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
    notes
}
