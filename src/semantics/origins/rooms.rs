//! Rooms: for how many threads beside those of a creation a barrier counts (row BC, [`crate::races::facts`]).
//!
//! ```text
//!     barrier_init(&b, n);    for (i = low; i < n; i++) create(&t[i], w);
//! ```
//!
//! The count of a barrier is a number that the creator writes, as one that stands at the barrier's place ([`super::inscriptions`]). A variable of the
//! creator that never holds the same number again where a thread is created, is at least `low ≥ 0`, and below `end` each time, tells that there are at
//! most `end − low` threads, where `low` is the least and `end` the greatest of all states that create one. So if the count is `n`, there is *room* for `n − end + low` others. It does not matter what the numbers are, if each of
//! them is the same whenever a thread is created: that others do not write them is held against the complete solution
//! ([`crate::semantics::evidence`]).
//!
//! The count is looked at without a conversion to an unsigned type of the same width: if it were negative, no variable would be below it.

use std::collections::BTreeSet;

use crate::ir::{Expr, LocalId};
use crate::races::Polynomial;
use crate::semantics::evaluate::loads;
use crate::semantics::origins::{inscriptions, tickets};
use crate::semantics::state::bounds::{Known, Told};
use crate::semantics::state::inscriptions::Inscription;
use crate::semantics::state::{Base, State, SymbolicAddress};
use crate::semantics::system::{Room, Rooms, Transfer, variables};
use crate::values::{Addresses, IntegerType, Offsets, Scalar};
use pepsin_digests::{BarrierId, PlaceName, ThreadId};

/// The type of the count of a barrier.
const COUNT: Scalar = Scalar::Integer(IntegerType {
    bits: 32,
    signed: false,
});

/// The count of a barrier is written.
pub fn inscribe(transfer: &Transfer<'_, '_>, state: &mut State, barrier: PlaceName, count: &Expr) {
    if !inscriptions::may_inscribe(transfer, state) {
        return;
    }
    let count = without_sign_change(transfer, count);
    let Some(number) = inscriptions::inscribable(transfer, state, count) else {
        return;
    };
    state.bounds.inscriptions.add(Inscription {
        address: SymbolicAddress::in_object(barrier.object, barrier.offset),
        addresses: Addresses::of(barrier.object, Offsets::constant(barrier.offset)),
        ty: COUNT,
        told: Told::Is,
        number,
        unless: None,
    });
}

/// The operand of a conversion to an unsigned type of the same width.
fn without_sign_change<'e>(transfer: &Transfer<'_, '_>, count: &'e Expr) -> &'e Expr {
    match count {
        Expr::Cast(operand, _) => {
            let from = variables::scalar(transfer.analysis.program, operand.ty());
            match from {
                Scalar::Integer(ty) if ty.bits == 32 => operand,
                _ => count,
            }
        }
        _ => count,
    }
}

/// Records what room barriers have beside the threads that are created here: as all states tell by one variable that create some.
pub fn record(transfer: &Transfer<'_, '_>, state: &State, created: &[ThreadId]) {
    if transfer.analysis.recorder.is_none() {
        return;
    }
    let rooms = rooms(transfer, state);
    transfer.record(|recorder, _| {
        for thread in created {
            let Some(known) = recorder.rooms.get_mut(thread) else {
                recorder.rooms.insert(*thread, rooms.clone());
                continue;
            };
            known.retain(|key, room| {
                let other = rooms.get(key);
                other.into_iter().for_each(|other| room.meet(other));
                other.is_some()
            });
        }
    });
}

/// What room the barriers have of which the count is known.
fn rooms(transfer: &Transfer<'_, '_>, state: &State) -> Rooms {
    let mut rooms = Rooms::new();
    for count in state.bounds.inscriptions.iter() {
        if let Some((barrier, number)) = count_of_barrier(transfer, count) {
            let told = counting_variables(transfer, state, &number).into_iter();
            rooms.extend(told.map(|(variable, room)| ((barrier, variable), room)));
        }
    }
    rooms
}

/// The barrier of which a number that stands in memory is the count.
fn count_of_barrier(transfer: &Transfer<'_, '_>, count: &Inscription) -> Option<(BarrierId, Polynomial)> {
    let Base::Object(object) = count.address.base else {
        return None;
    };
    let is_count = count.ty == COUNT && count.address.index.is_none();
    let number = inscriptions::polynomial(transfer, count.exact().filter(|_| is_count)?, None)?;
    let place = PlaceName {
        object,
        offset: count.address.offset,
    };
    let barrier = transfer.analysis.digests.names().known_barrier(place)?;
    Some((barrier, number))
}

/// The variables of the creator by which threads are counted that are created here, and the room that a count leaves beside these.
fn counting_variables(transfer: &Transfer<'_, '_>, state: &State, count: &Polynomial) -> Vec<(LocalId, Room)> {
    let variables = 0..transfer.body().map_or(0, |body| body.locals.len() as u32);
    let rooms = variables.map(LocalId).filter_map(|variable| {
        let low = loads::frame_value(transfer, state, variable)?.as_integer().low()?;
        let low = i64::try_from(low).ok().filter(|low| *low >= 0)?;
        let mut ends = state.bounds.told(Known::Own(variable), Told::Below);
        let (beyond, end) = ends.find_map(|bound| {
            let is_certain = bound.unless.is_none();
            let beyond = count.minus(&bound.number).filter(|_| is_certain)?.as_constant()?;
            Some((beyond, bound.number.clone()))
        })?;
        let grows = tickets::never_again(transfer, state, variable).is_some();
        let numbers = [count, &end].map(|number| transfer.analysis.number(number));
        let room = Room {
            low,
            beyond,
            numbers: BTreeSet::from(numbers),
        };
        grows.then_some((variable, room))
    });
    rooms.collect()
}
