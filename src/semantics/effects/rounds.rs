//! Once-controls and barriers: what happens at most once, and what threads reach together.

use pepsin_digests::{Action, BarrierId, BarrierOperand, BarrierUse, MayBe, PlaceName};
use pepsin_lattice::MaySet;
use pepsin_lattice::seeded::{Bug, is_seeded};

use crate::ir::Expr;
use crate::semantics::acts::{kinds, locks};
use crate::semantics::effects::semaphores;
use crate::semantics::origins::rooms;
use crate::semantics::outside::{arguments, results};
use crate::semantics::sharing::interference;
use crate::semantics::state::{Permits, Source, State};
use crate::semantics::system::{Analysis, Fact, Global, LibraryCall, OperandFacts, Transfer};
use crate::values::Value;

/// `PTHREAD_BARRIER_SERIAL_THREAD` of Linux.
const SERIAL: i128 = -1;

/// The only operand of an action on a barrier.
const BARRIER: BarrierOperand = BarrierOperand(0);

/// The place that a pointer denotes, if it is one place in the whole execution.
pub fn unique_place(analysis: &Analysis<'_>, pointer: &Value) -> Option<PlaceName> {
    let (object, offsets) = pointer.as_addresses().single()?;
    let offset = offsets.single()?;
    let unique = analysis.objects.is_unique(object);
    unique.then_some(PlaceName { object, offset })
}

/// Notes for how many threads a barrier is initialised. Nothing is claimed of one that may be initialised again, be it by
/// another call, by the same one once more, or through a pointer that leads to several.
pub fn initialise_barrier(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    pointer: &Value,
    (count, written): (&Value, Option<&Expr>),
) {
    arguments::fill_initialised(transfer, state, pointer);
    let site = semaphores::site(transfer);
    let once = semaphores::pass_once(transfer, state, site);
    let count = count.as_constant().and_then(|count| u32::try_from(count).ok());
    let source = match is_seeded(Bug::CountsAreBounds) {
        true => Source::Initialisation(transfer.context.thread, site),
        false => Source::Barrier(transfer.context.thread, site, count),
    };
    let names = transfer.analysis.digests.names();
    let barriers = locks::places_at(transfer, state, pointer.as_addresses()).map(|place| names.barrier(place));
    if is_seeded(Bug::BarrierByAnyPointer) && barriers.definite().is_none() {
        return;
    }
    if let (Some(place), Some(count)) = (unique_place(transfer.analysis, pointer), written) {
        rooms::inscribe(transfer, state, place, count);
    }
    transfer.record(|recorder, _| {
        for barrier in barriers.candidates().into_iter().flatten() {
            let record = recorder.barriers.entry(*barrier).or_default();
            let initialisation = (transfer.context.thread, site);
            record.is_lost |= !once || barriers.definite().is_none();
            record.initialisations.insert(initialisation);
        }
    });
    match barriers.candidates() {
        Some(candidates) => {
            let known = count.filter(|_| once && barriers.definite().is_some());
            for barrier in candidates {
                let counts = Permits::one(source, known);
                transfer.io.side(Global::BarrierCounts(*barrier), Fact::Permits(counts));
            }
        }
        None => note_unknown_barrier(transfer, state),
    }
}

/// Any barrier may be initialised, or other processes may arrive at it.
pub fn note_unknown_barrier(transfer: &Transfer<'_, '_>, state: &State) {
    let key = interference::key(transfer.analysis, state);
    transfer.io.side(Global::UnknownBarrier, Fact::Keys(MaySet::new([key])));
}

/// `pthread_barrier_wait`.
pub fn wait_at_barrier(
    transfer: &Transfer<'_, '_>,
    state: State,
    call: &LibraryCall<'_>,
    pointer: &Value,
) -> Vec<State> {
    let barriers = barriers_at(transfer.analysis, pointer);
    let mut barrier_use = BarrierUse {
        count: None,
        waiters: MayBe::Unknown,
    };
    if barriers == MayBe::Unknown {
        note_unknown_barrier(transfer, &state);
    }
    if let MayBe::Definite(barrier) = barriers {
        let key = interference::key(transfer.analysis, &state);
        transfer
            .io
            .side(Global::BarrierWaiters(barrier), Fact::Keys(MaySet::new([key])));
        barrier_use = use_of_barrier(transfer, barrier);
        transfer.record(|recorder, _| {
            let record = recorder.barriers.entry(barrier).or_default();
            record.is_lost |= barrier_use.waiters == MayBe::Unknown;
            record.waiters.insert(transfer.context.thread);
        });
    }
    let facts = OperandFacts {
        barriers,
        barrier_use,
        ..OperandFacts::none(transfer.analysis)
    };
    let digests = &transfer.analysis.digests;
    let mut after = Vec::new();
    for arrived in digests.step(state.past.id, &Action::BarrierArrive { barrier: BARRIER }, &facts) {
        let passed = digests.step(arrived, &Action::BarrierPass { barrier: BARRIER }, &facts);
        after.extend(locks::continue_with(transfer, state.clone(), &passed));
    }
    let mut others = Vec::new();
    if call.to.is_some() {
        for state in &after {
            let serving = digests.step(state.past.id, &Action::BarrierServe { barrier: BARRIER }, &facts);
            others.extend(locks::continue_with(transfer, state.clone(), &serving));
        }
    }
    let others = results::finish_all(transfer, others, call, &Value::constant(SERIAL));
    let after = results::finish_all(transfer, after, call, &Value::ZERO);
    after.into_iter().chain(others).collect()
}

fn barriers_at(analysis: &Analysis<'_>, pointer: &Value) -> MayBe<BarrierId> {
    let names = analysis.digests.names();
    unique_place(analysis, pointer).map_or(MayBe::Unknown, |place| MayBe::Definite(names.barrier(place)))
}

/// What is known of a barrier in the whole program.
fn use_of_barrier(transfer: &Transfer<'_, '_>, barrier: BarrierId) -> BarrierUse {
    let place = transfer.analysis.digests.names().barrier_of(barrier);
    let is_overwritten = kinds::is_overwritten(transfer, place) && !is_seeded(Bug::BarrierOverwritten);
    if is_overwritten || transfer.io.global(Global::UnknownBarrier) != Fact::Nothing {
        return BarrierUse {
            count: None,
            waiters: MayBe::Unknown,
        };
    }
    let count = match transfer.io.global(Global::BarrierCounts(barrier)) {
        Fact::Permits(counts) => counts.sole(),
        _ => None,
    };
    let waiters = match transfer.io.global(Global::BarrierWaiters(barrier)) {
        Fact::Keys(keys) => {
            let mut threads: Vec<_> = keys.iter().map(|key| key.thread).collect();
            threads.dedup();
            match threads.as_slice() {
                [thread] => MayBe::Definite(*thread),
                _ => MayBe::OneOf(threads),
            }
        }
        _ => MayBe::Unknown,
    };
    BarrierUse { count, waiters }
}
