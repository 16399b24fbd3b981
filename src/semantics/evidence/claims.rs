//! What the solution claims of single accesses, in words of the program: what an execution can contradict.
//!
//! If the solution is right, then for every access that an execution makes before its first race
//! - the value read is among those claimed for this place and thread;
//! - the locks held contain those that some digest of the place claims: a must-lockset.

use std::collections::BTreeMap;

use pepsin_digests::lockset::Locksets;

use crate::ir::{GlobalId, Position, Storage};
use crate::races::{DigestId, ThreadId};
use crate::semantics::claims::tallies;
use crate::semantics::system::{Analysis, Recorder};
use crate::values::{ObjectKind, Value};

/// Claims about accesses.
#[derive(Clone, Debug, Default)]
pub struct Claims {
    /// The values that a thread may read at a place.
    pub loads: BTreeMap<(Position, ThreadId), Value>,
    /// The locks with static storage that are certainly held with a digest, as (variable, offset).
    pub locks: BTreeMap<DigestId, Vec<(GlobalId, i64)>>,
}

/// The claims, if the recorder kept them.
pub fn claims(analysis: &Analysis<'_>, recorder: &Recorder) -> Option<Claims> {
    let loads = recorder.loads.clone()?;
    let locks = recorder
        .accesses
        .iter()
        .map(|access| (access.digest, locks(analysis, access.digest)));
    Some(Claims {
        locks: locks.collect(),
        loads,
    })
}

fn locks(analysis: &Analysis<'_>, digest: DigestId) -> Vec<(GlobalId, i64)> {
    let Some(lockset) = analysis.digests.element::<Locksets>(digest) else {
        return Vec::new();
    };
    let names = analysis.digests.names();
    let global = |lock| {
        let name = names.lock_of(lock);
        // The permit of a semaphore is a lock to digests only: an execution does not know it as one.
        if names.semaphore_at(name).is_some() {
            return None;
        }
        match analysis.objects.kind(name.object) {
            // A lock made of a variable is one for the analysis only, and so is what those hold whom a tally counts.
            ObjectKind::Global(global) => {
                let is_made = analysis.is_value_lock_at(global, name.offset)
                    || tallies::is_lock_at(analysis, global, name.offset);
                // What is a variable for the analysis only has no name in an execution.
                let is_named = analysis.program.global(global).storage == Storage::Static;
                (is_named && !is_made).then_some((global, name.offset))
            }
            _ => None,
        }
    };
    lockset.locks().filter_map(global).collect()
}
