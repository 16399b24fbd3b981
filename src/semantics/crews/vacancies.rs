//! Vacancies: bytes that belong to a place of a crew in which no thread may be running (row OW).
//!
//! ```text
//!     for (i = 0; i < n; i++) { p[i].n = i; create(&t[i], w, &p[i]); }        for (j = 0; j < n; j++) { join(t[j]); sum += p[j].r; }
//! ```
//!
//! The thread in berth `x` was passed a ticket that is a function of `x`, `&p[x]`, and computes addresses from it
//! ([`crate::semantics::origins::tickets`]). Its creator accesses bytes of `p[v]`, for a variable `v`. If no thread is in berth `v` that
//! may be running, these are bytes of a ticket that no such thread has:
//!
//! - before the creation: all berths of the crew are less than its variable `i`, and `v` is `i`;
//! - behind the join: all berths are greater than `v`, which named the last one that was joined ([`super`]).
//!
//! Whoever had the ticket has been joined, and whoever will have it is not created yet: these are in order with the access.
//! The ticket must have been made of the same array or pointer, which is forgotten when it is assigned. What the crew rests on
//! is written by nobody else; there is no crew where nobody notes who writes.

use crate::ir::{BinaryOp, Expr, LocalId, Place};
use crate::races::{Given, OwnedBytes, Tickets};
use crate::semantics::crews::{berths, gathering};
use crate::semantics::evaluate::expressions;
use crate::semantics::state::{Berths, Passed, PassedAs, Start, State};
use crate::semantics::system::{Transfer, variables};

/// What a creation passes as its argument, as a function of a variable: of its value, or of the address of what it names.
pub fn passed_by(transfer: &Transfer<'_, '_>, state: &mut State, argument: &Expr) -> Option<(Passed, LocalId)> {
    let ty = variables::scalar(transfer.analysis.program, argument.ty()).integer_type();
    let given = Given::Argument;
    match argument {
        Expr::Cast(operand, ty) if expressions::keeps_value(transfer, state, operand, *ty) => {
            passed_by(transfer, state, operand)
        }
        _ if transfer.analysis.program.types.is_integer(argument.ty()) => {
            let (variable, plus) = berths::number_of_variable(transfer, state, argument)?;
            let what = PassedAs::Number(plus);
            Some((Passed { given, what, ty }, variable))
        }
        Expr::Load(..) | Expr::AddressOf(..) | Expr::Binary(BinaryOp::PointerAdd, ..) => {
            let slot = berths::berth(transfer, state, argument)?;
            let what = PassedAs::Place(slot.berths);
            Some((Passed { given, what, ty }, slot.index))
        }
        _ => None,
    }
}

/// The bytes of an access as a function of tickets that no running thread has.
pub fn vacant_bytes(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    place: &Place,
    touched_from: i64,
    size: u64,
) -> Vec<OwnedBytes> {
    if transfer.analysis.recorder.is_none() || state.crews.is_empty() {
        return Vec::new();
    }
    let Some(slot) = berths::berth_of(transfer, state, place) else {
        return Vec::new();
    };
    let Ok(size) = i64::try_from(size) else {
        return Vec::new();
    };
    let mut vacant = Vec::new();
    let in_object = berths::berths_in_object(transfer, state, slot.berths);
    for (origin, passed) in state.crews.vacant(slot.index) {
        let by_object = in_object.and_then(|slots| by_ticket(slots, passed));
        let Some((step, scale, first)) = by_ticket(slot.berths, passed).or(by_object) else {
            continue;
        };
        let Some(first) = first.checked_add(touched_from) else {
            continue;
        };
        if !gathering::nobody_else_writes(transfer, state, origin) {
            continue;
        }
        for edge in gathering::running_at(transfer.analysis, state, origin.creation)
            .into_iter()
            .flatten()
        {
            let tickets = Tickets::Numbers {
                step,
                bits: passed.ty.bits,
                signed: passed.ty.signed,
            };
            vacant.push(OwnedBytes {
                creator: transfer.context.thread,
                edge,
                given: passed.given,
                tickets,
                scale,
                first,
                size,
            });
        }
    }
    vacant
}

/// The least distance of two tickets, the bytes for each unit of one, and where the bytes of a slot start, counted from the ticket's.
fn by_ticket(slots: Berths, passed: Passed) -> Option<(i64, i64, i64)> {
    match (passed.what, slots.start) {
        (PassedAs::Number(plus), Start::Object(_)) => {
            let first = slots.offset.checked_sub(slots.scale.checked_mul(plus)?)?;
            Some((1, slots.scale, first))
        }
        (PassedAs::Place(place), start) if place.start == start && place.scale == slots.scale => {
            Some((place.scale, 1, slots.offset.checked_sub(place.offset)?))
        }
        _ => None,
    }
}
