//! Threads, as the race check is told of them.

use pepsin_digests::{Names, ThreadId};

use crate::ir::Position;
use crate::races::{Creation, Multiplicity, Repetition, Thread};
use crate::semantics::system::{Analysis, Recorder};

/// The threads, creators before those they create.
pub fn threads(analysis: &Analysis<'_>, recorder: &Recorder) -> Vec<Thread> {
    let names = analysis.digests.names();
    let multiplicity = |thread| {
        if names.is_unique(thread) {
            Multiplicity::Unique
        } else {
            Multiplicity::Multiple
        }
    };
    let mut threads = vec![Thread {
        id: Names::MAIN,
        routine: analysis.program.first_thread().to_owned(),
        multiplicity: Multiplicity::Unique,
        creators: Vec::new(),
        created_at: Vec::new(),
        joined_at: Vec::new(),
    }];
    let mut next = 0;
    while next < threads.len() {
        let creator = threads[next].id;
        for creation in recorder.creations.iter().filter(|creation| creation.creator == creator) {
            let known = threads.iter().position(|thread| thread.id == creation.thread);
            let position = known.unwrap_or_else(|| {
                threads.push(Thread {
                    id: creation.thread,
                    routine: analysis.program.function(creation.routine).name.clone(),
                    multiplicity: multiplicity(creation.thread),
                    creators: Vec::new(),
                    created_at: Vec::new(),
                    joined_at: joins(recorder, creation.thread),
                });
                threads.len() - 1
            });
            note_creation(&mut threads[position], creator, creation.at);
        }
        next += 1;
    }
    threads
}

fn note_creation(thread: &mut Thread, creator: ThreadId, at: Position) {
    if !thread.creators.contains(&creator) {
        thread.creators.push(creator);
    }
    let repetition = match thread.multiplicity {
        Multiplicity::Unique => Repetition::Once,
        Multiplicity::Multiple => Repetition::Repeated,
    };
    let creation = Creation { at, repetition };
    // Threads of the callers of an open program are created nowhere.
    if at != Position::BUILT_IN && !thread.created_at.contains(&creation) {
        thread.created_at.push(creation);
    }
}

fn joins(recorder: &Recorder, thread: ThreadId) -> Vec<Position> {
    recorder
        .joins
        .iter()
        .filter(|join| join.0 == thread)
        .map(|join| join.1)
        .collect()
}
