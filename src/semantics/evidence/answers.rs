//! What an inquiry found: pseudo-accesses by point, in all contexts together.
//!
//! While an instruction is executed that calls functions or waits, the thread has other pasts than before it. What it knows must outlast all of
//! them, so a pseudo-access is made again with each: those that the instruction itself steps through, and those of all points of the
//! activations that it calls, if anything there steps. Of these it is only known which bytes are touched, not what belongs to them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use pepsin_digests::DigestId;
use pepsin_lattice::seeded::{Bug, is_seeded};

use crate::ir::Position;
use crate::races::{Access, Answers, Denoted, Freshness, Moment, SourcePoint};
use crate::semantics::system::{Activation, Analysis, PseudoAccesses};

/// The answers to what was asked for.
pub fn answers(analysis: &Analysis<'_>, mut pseudo: PseudoAccesses, keep: impl Fn(&mut Access)) -> Answers {
    pseudo.accesses.iter_mut().for_each(&keep);
    let mut answers = Answers {
        entered: std::mem::take(&mut pseudo.entered),
        ..Answers::default()
    };
    let mut meanwhile = Meanwhile::default();
    for ((activation, at, place), denoted) in std::mem::take(&mut pseudo.denoted) {
        let point = SourcePoint {
            function: activation.0,
            at,
        };
        let during = meanwhile.denoted(analysis, &mut pseudo, (activation, at), &denoted);
        for (moment, found) in [(Moment::Before, denoted), (Moment::During, during)] {
            let all = answers.denoted.entry((place, point, moment)).or_default();
            all.accesses.extend(found.accesses);
            all.is_uncertain |= found.is_uncertain;
        }
    }
    answers.accesses = pseudo.accesses;
    answers
}

/// The pasts that threads have while they execute instructions.
#[derive(Default)]
struct Meanwhile {
    known: BTreeMap<(Activation, Position), BTreeSet<DigestId>>,
}

impl Meanwhile {
    /// What a place denotes during an instruction, by what it denotes before it.
    fn denoted(
        &mut self,
        analysis: &Analysis<'_>,
        pseudo: &mut PseudoAccesses,
        point: (Activation, Position),
        before: &Denoted,
    ) -> Denoted {
        let mut during = before.clone();
        let pasts = self.known.entry(point).or_insert_with(|| pasts_during(pseudo, point));
        for &past in pasts.iter() {
            for number in &before.accesses {
                let access = Access {
                    digest: past,
                    thread: analysis.digests.thread(past),
                    freshness: Freshness::Shared,
                    symbolic_locks: Vec::new(),
                    cell: None,
                    owner: None,
                    watched: Arc::from([]),
                    ..pseudo.accesses[*number as usize].clone()
                };
                during.accesses.insert(pseudo.number(access));
            }
        }
        during
    }
}

/// The pasts that a thread comes to have during an instruction.
fn pasts_during(pseudo: &PseudoAccesses, point: (Activation, Position)) -> BTreeSet<DigestId> {
    let steps = |point| pseudo.steps.get(point).into_iter().flatten().copied();
    let mut pasts: BTreeSet<DigestId> = steps(&point).collect();
    let mut below: BTreeSet<Activation> = BTreeSet::new();
    let mut left: Vec<Activation> = pseudo.calls.get(&point).into_iter().flatten().copied().collect();
    while let Some(activation) = left.pop() {
        if below.insert(activation) {
            let calls = of_activation(&pseudo.calls, activation);
            left.extend(calls.flatten());
        }
    }
    let stepped: BTreeSet<DigestId> = below
        .iter()
        .flat_map(|activation| of_activation(&pseudo.steps, *activation))
        .flatten()
        .copied()
        .collect();
    if is_seeded(Bug::CallsAreMoments) {
        return BTreeSet::new();
    }
    if !stepped.is_empty() {
        pasts.extend(stepped);
        pasts.extend(
            below
                .iter()
                .flat_map(|activation| pseudo.pasts.get(activation).into_iter().flatten()),
        );
    }
    pasts
}

/// What is noted of the instructions of an activation.
fn of_activation<T>(notes: &BTreeMap<(Activation, Position), T>, activation: Activation) -> impl Iterator<Item = &T> {
    let first = (activation, Position::BUILT_IN);
    let of_it = notes.range(first..).take_while(move |(key, _)| key.0 == activation);
    of_it.map(|(_, note)| note)
}
