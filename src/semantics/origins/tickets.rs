//! Tickets: values that no other thread of the same creation has, and what threads compute from them.
//!
//! If a thread is given a number that grows from one creation to the next, or an object that nobody else knew, then
//! what it computes from that *ticket* by `scale · ticket + offset` is its own as well. So two threads created at the
//! same place write to different elements of an array, or to different objects, though none of them has a name.
//!
//! A creation hands out tickets if the argument is
//! - the address of an allocated object that nobody but the creator knows: whoever was given one before, here or elsewhere,
//!   knows it, so no thread that is given such an object was given that of another; what it reaches by arithmetic of
//!   pointers is inside it;
//! - or, if a unique thread executes it in its start routine, a counter: a variable that is set before the loop, does not wrap around
//!   ([`crate::semantics::claims::wrapping`]), and otherwise only grows by constants, at least once between two executions of the creation;
//!   or the address of an array's element with such an index, or of an element behind a pointer that the loop leaves alone;
//! - or if such a counter stands in the memory to which the argument points, in a member that keeps it while the thread runs
//!   ([`super::inscriptions`]): then the thread finds its ticket there;
//! - or what is passed as a function of its berth to each thread of a crew ([`crate::semantics::crews`]), if all that may be running have
//!   berths less than the present one: whoever was passed the same has been joined.
//!
//! (Ownership by injective index functions; compare Vojdani et al., ASE 2016, section 5, where indices name locks.)

use crate::ir::{BinaryOp, Expr, LocalId};
use crate::races::{Given, Tickets};
use crate::semantics::claims::{SignedSteps, wrapping};
use crate::semantics::crews::{gathering, vacancies};
use crate::semantics::origins::rounds::{Steps, is_steady, rounds_of};
use crate::semantics::origins::{found, inscriptions, lasts, symbolic};
use crate::semantics::sharing::interference;
use crate::semantics::state::inscriptions::{Inscribable, Inscription};
use crate::semantics::state::{
    Base, Basis, Entrance, Index, Marks, Member, Origin, Passed, PassedAs, Start, State, Term,
};
use crate::semantics::system::{Transfer, variables};
use crate::values::{IntegerType, ObjectKind, Rvalue, Scalar, Value};
use pepsin_digests::EdgeId;
use pepsin_lattice::seeded::{Bug, is_seeded};

/// A variable that an argument is, or by which it names an array's element.
struct Counter {
    variable: LocalId,
    /// Bytes for each unit of it, or one.
    unit: i64,
    /// The type of the ticket: that of the variable, or of addresses.
    ty: IntegerType,
}

/// The kind of tickets that a creation hands out by its argument, before that escapes.
pub fn of_argument(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    argument: Option<&Expr>,
    value: &Value,
) -> Option<Tickets> {
    let numbered = argument
        .and_then(|argument| numbered(transfer, state, argument).or_else(|| in_crew(transfer, state, argument)));
    numbered.or_else(|| is_unknown_to_others(transfer, state, value).then_some(Tickets::Objects))
}

/// What a creation passes as functions of variables: as its argument, and in the memory to which that points.
pub fn passed(transfer: &Transfer<'_, '_>, state: &mut State, argument: &Expr) -> Vec<(Passed, LocalId)> {
    let by_argument = vacancies::passed_by(transfer, state, argument);
    let in_memory = inscriptions::behind(transfer, state, argument).into_iter();
    let in_memory = in_memory.filter_map(|(offset, inscription)| {
        let (Scalar::Integer(ty), Inscribable::Sum(variable, plus)) = (inscription.ty, inscription.exact()?) else {
            return None;
        };
        let passed = Passed {
            given: Given::Member(offset),
            what: PassedAs::Number(*plus),
            ty,
        };
        Some((passed, *variable))
    });
    by_argument.into_iter().chain(in_memory).collect()
}

/// By what the threads of a creation differ: how their arguments do, and numbers that stand where these point, if the argument
/// is written so and has escaped.
pub fn marks(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    edge: EdgeId,
    tickets: Option<Tickets>,
    (argument, value): (Option<&Expr>, Option<&Rvalue>),
) -> Marks {
    let alone = Marks {
        argument: tickets,
        ..Marks::default()
    };
    if let Some(Tickets::Numbers { .. }) = tickets {
        let basis = argument.and_then(|argument| basis(transfer, state, argument));
        note_basis(transfer, (edge, Given::Argument), basis.unwrap_or(Basis::Otherwise));
    }
    let scalar = match value {
        Some(Rvalue::Scalar(value)) => Some(value).filter(|value| value.as_addresses().origin().is_none()),
        _ => None,
    };
    let Some((argument, value)) = argument.zip(scalar) else {
        lasts::record_limits(transfer, (edge, Given::Argument), &[]);
        return alone;
    };
    let behind = inscriptions::behind(transfer, state, argument);
    let grows = |variable| never_again(transfer, state, variable);
    let pointed = (behind.as_slice(), value.as_addresses());
    inscriptions::record_members(transfer, edge, pointed, &|variable| grows(variable).is_some());
    let count = found::count(transfer, &behind, &grows);
    let counted = count.map(|count| (Given::Count, count.variable, 0));
    if let Some(count) = count {
        note_basis(transfer, (edge, Given::Count), Basis::Counted(count.variable));
    }
    let passed = passed(transfer, state, argument);
    for &(passed, variable) in passed.iter().filter(|(passed, _)| passed.given != Given::Argument) {
        note_basis(transfer, (edge, passed.given), Basis::Passed(passed, variable));
    }
    let numbers = passed.into_iter().filter_map(|(passed, variable)| match passed.what {
        PassedAs::Number(plus) => Some((passed.given, variable, plus)),
        _ => None,
    });
    let mut limits = Vec::new();
    for number in numbers.chain(counted) {
        let known = lasts::limits(transfer, state, number);
        lasts::record_limits(transfer, (edge, number.0), &known);
        limits.extend(known);
    }
    Marks {
        limits: limits.into_iter().collect(),
        count: count.map(|count| count.steps.least),
        found: found::found(transfer, state, &behind, count),
        members: members(transfer, state, &behind).collect(),
        ..alone
    }
}

/// As what an argument is told by which threads differ.
fn basis(transfer: &Transfer<'_, '_>, state: &mut State, argument: &Expr) -> Option<Basis> {
    if let Expr::AddressOf(..) | Expr::Binary(BinaryOp::PointerAdd, ..) = argument
        && let Some(address) = symbolic::symbolic(transfer, state, argument)
        && let (Base::Object(_), Some(_)) = (address.base, address.index.and_then(Index::whole))
    {
        return Some(Basis::Address(address));
    }
    let (passed, variable) = vacancies::passed_by(transfer, state, argument)?;
    Some(Basis::Passed(passed, variable))
}

/// If a creation tells in two ways by what its threads differ, two of them may be alike ([`crate::semantics::evidence`]).
fn note_basis(transfer: &Transfer<'_, '_>, (edge, given): (EdgeId, Given), basis: Basis) {
    transfer.record(|recorder, _| {
        let key = (transfer.context.thread, edge, given);
        let known = recorder.bases.entry(key).or_default();
        if !known.contains(&basis) {
            known.push(basis);
        }
    });
}

/// Numbers by which threads of a creation differ, at constant distances from what it passes.
fn members<'a>(
    transfer: &'a Transfer<'_, '_>,
    state: &'a State,
    behind: &'a [(i64, Inscription)],
) -> impl Iterator<Item = Member> + 'a {
    behind.iter().filter_map(|(offset, inscription)| {
        let (Scalar::Integer(ty), Inscribable::Sum(variable, _)) = (inscription.ty, inscription.exact()?) else {
            return None;
        };
        Some(Member {
            offset: *offset,
            ty,
            step: never_again(transfer, state, *variable)?.least,
            pattern: inscriptions::pattern(transfer, inscription),
        })
    })
}

/// Tickets that tell the berths of a crew, in which two threads that may be running are in different ones.
fn in_crew(transfer: &Transfer<'_, '_>, state: &mut State, argument: &Expr) -> Option<Tickets> {
    let (passed, counter) = vacancies::passed_by(transfer, state, argument)?;
    let origin = Origin {
        creation: transfer.point(),
        counter: Some(counter),
    };
    let is_new = state.crews.is_new(origin, passed)
        && (passed.is_of_ego() || gathering::nobody_else_writes(transfer, state, origin));
    is_new.then(|| Tickets::Numbers {
        step: passed.place().map_or(1, |place| place.scale),
        bits: passed.ty.bits,
        signed: passed.ty.signed,
    })
}

/// Tickets that a counter numbers.
fn numbered(transfer: &Transfer<'_, '_>, state: &mut State, argument: &Expr) -> Option<Tickets> {
    let counter = counter(transfer, state, argument)?;
    let steps = never_again(transfer, state, counter.variable)?;
    let step = steps.least.checked_mul(counter.unit.abs())?;
    let IntegerType { bits, signed } = counter.ty;
    Some(Tickets::Numbers { step, bits, signed })
}

/// By how much a variable grows between two executions of the present block, if only one thread executes that, in its start
/// routine, and the variable never holds the same number there again.
pub(super) fn never_again(transfer: &Transfer<'_, '_>, state: &State, variable: LocalId) -> Option<Steps> {
    let names = transfer.analysis.digests.names();
    if !names.is_unique(transfer.context.thread) || state.entrance != Entrance::Started {
        return None;
    }
    let ty = transfer.body()?.locals[variable.0 as usize].ty;
    let counted = variables::scalar(transfer.analysis.program, ty).integer_type();
    let steps = rounds_of(transfer, variable)?;
    wrapping::never_wraps(transfer, counted, steps.greatest, SignedSteps::Plain).then_some(steps)
}

fn is_unknown_to_others(transfer: &Transfer<'_, '_>, state: &State, value: &Value) -> bool {
    value.as_address().is_some_and(|(object, offsets)| {
        let heap = matches!(transfer.analysis.objects.kind(object), ObjectKind::Heap { .. });
        heap && offsets.single().is_some() && !interference::is_shared(transfer, state, object)
    })
}

/// The variable that an argument is, or by which it names an element of an array, or of what a pointer leads to that is not
/// assigned from the first creation on.
fn counter(transfer: &Transfer<'_, '_>, state: &mut State, argument: &Expr) -> Option<Counter> {
    if let Expr::AddressOf(..) | Expr::Binary(BinaryOp::PointerAdd, ..) = argument
        && let Some(address) = symbolic::symbolic(transfer, state, argument)
        && let (Base::Object(_), Some((index, unit))) = (address.base, address.index.and_then(Index::whole))
    {
        let ty = variables::scalar(transfer.analysis.program, argument.ty()).integer_type();
        let variable = (index.calls == 0).then_some(index.local)?;
        return Some(Counter { variable, unit, ty });
    }
    let (passed, variable) = vacancies::passed_by(transfer, state, argument)?;
    let is_steady = match passed.place().map(|place| place.start) {
        None | Some(Start::Object(_)) => true,
        Some(Start::Pointer(Term::Local(pointer))) => {
            is_steady(transfer, pointer) || is_seeded(Bug::TicketPointerMoves)
        }
        Some(Start::Pointer(Term::Memory(_) | Term::Result)) => false,
    };
    is_steady.then_some(Counter {
        variable,
        unit: passed.place().map_or(1, |place| place.scale),
        ty: passed.ty,
    })
}
