//! What threads compute from the tickets that they were given ([`super::tickets`]): `scale · ticket + offset`, in numbers and in addresses.

use crate::ir::{BinaryOp, Expr, FunctionId, LocalId, Place, Projection, Root, TypeId};
use crate::races::{Given, OwnedBytes, Series, Tickets};
use crate::semantics::crews::berths;
use crate::semantics::evaluate::expressions;
use crate::semantics::origins::symbolic;
use crate::semantics::state::{Base, Linear, Owned, State, SymbolicAddress};
use crate::semantics::system::{Transfer, variables};
use crate::values::{IntegerType, Scalar};
use pepsin_lattice::seeded::{Bug, is_seeded};

/// What an expression computes from the ego's ticket.
pub fn linear(transfer: &Transfer<'_, '_>, state: &mut State, expr: &Expr) -> Option<Linear> {
    if state.owned.is_empty() {
        return None;
    }
    match expr {
        Expr::Load(place) => match variables::frame_variable(transfer, place) {
            Some(variable) => state.owned.variable(variable),
            // A record is told by where it was copied from.
            None if transfer.analysis.program.types.is_record(place.ty) => memory_given(transfer, state, place),
            None => member(transfer, state, place),
        },
        Expr::Cast(operand, ty) => {
            let linear = linear(transfer, state, operand)?;
            let to = variables::scalar(transfer.analysis.program, *ty);
            // Above all it has to keep the ticket: `(int)(long)argument` does if that was an `int`, `(char)((int)argument + 1)` does not.
            let is_ticket = (linear.scale, linear.offset) == (1, Some(0)) || is_seeded(Bug::SumsKeptAsTickets);
            let keeps_tickets = match state.owned.tickets(linear.given) {
                Some(Tickets::Numbers { bits, signed, .. }) => {
                    is_ticket && Scalar::Integer(IntegerType { bits, signed }).keeps_every_value(to)
                }
                Some(Tickets::Objects) | None => false,
            };
            let keeps = keeps_tickets || expressions::keeps_value(transfer, state, operand, *ty);
            keeps.then_some(linear)
        }
        Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract | BinaryOp::PointerAdd), left, right, ty) => {
            let types = &transfer.analysis.program.types;
            let unit = match op {
                BinaryOp::PointerAdd => {
                    i64::try_from(types.pointee(*ty).and_then(|element| types.size(element))?).ok()?
                }
                BinaryOp::Subtract => -1,
                _ => 1,
            };
            match linear(transfer, state, left) {
                Some(linear) => {
                    let by = berths::number(transfer, state, right).and_then(|constant| constant.checked_mul(unit));
                    let linear = moved(state, linear, by)?;
                    let is_exact = *op == BinaryOp::PointerAdd || is_exact_sum(transfer, state, left, by?, *ty);
                    is_exact.then_some(linear)
                }
                None if *op == BinaryOp::PointerAdd => {
                    let start = constant_address(transfer, state, left)?;
                    indexed(transfer, state, start, right, unit)
                }
                None => None,
            }
        }
        Expr::AddressOf(place, _) => linear_place(transfer, state, place),
        _ => None,
    }
}

/// Whether a sum of what an expression is and a number is one in its type. In 64 bits it is, as tickets are those of counters that do not come to
/// where they were ([`crate::semantics::claims::wrapping`]).
fn is_exact_sum(transfer: &Transfer<'_, '_>, state: &mut State, expr: &Expr, by: i64, ty: TypeId) -> bool {
    let is_wide = variables::scalar(transfer.analysis.program, ty).bits() >= 64;
    is_wide || is_seeded(Bug::TicketSumsWrap) || berths::is_exact(transfer, state, expr, by, ty).is_some()
}

/// What lies so many bytes further on. What is reached from a ticket that is an object lies in that, wherever: no arithmetic of pointers
/// leaves an object.
fn moved(state: &State, linear: Linear, by: Option<i64>) -> Option<Linear> {
    let offset = linear.offset.zip(by).and_then(|(offset, by)| offset.checked_add(by));
    let stays = offset.is_some() || state.owned.tickets(linear.given) == Some(Tickets::Objects);
    stays.then_some(Linear { offset, ..linear })
}

/// How many bytes behind the start of the only object of its name an address lies.
fn constant_address(transfer: &Transfer<'_, '_>, state: &mut State, pointer: &Expr) -> Option<i64> {
    let address = symbolic::symbolic(transfer, state, pointer)?;
    let is_constant = matches!(address.base, Base::Object(_)) && address.index.is_none();
    is_constant.then_some(address.offset)
}

/// What lies in an array that starts at a constant address, by an index that is computed from a ticket.
fn indexed(transfer: &Transfer<'_, '_>, state: &mut State, start: i64, index: &Expr, unit: i64) -> Option<Linear> {
    let index = linear(transfer, state, index)?;
    Some(Linear {
        given: index.given,
        scale: index.scale.checked_mul(unit)?,
        offset: Some(index.offset?.checked_mul(unit)?.checked_add(start)?),
    })
}

/// The address of a place that is reached from a ticket, or lies in an array by an index that is computed from one.
fn linear_place(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place) -> Option<Linear> {
    let start = match &place.root {
        Root::Deref(pointer) => match linear(transfer, state, pointer) {
            Some(linear) => (Some(linear), 0),
            None => (None, constant_address(transfer, state, pointer)?),
        },
        Root::Local(_) | Root::Global(_) => (None, 0),
    };
    projected(transfer, state, &place.projections, start)
}

/// The address of a part of what starts somewhere, as a function of a ticket or as a constant.
fn projected(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    projections: &[Projection],
    (mut found, mut start): (Option<Linear>, i64),
) -> Option<Linear> {
    for projection in projections {
        let types = &transfer.analysis.program.types;
        let by = match projection {
            Projection::Field(record, number) => {
                let field = types.fields(*record).get(*number as usize)?;
                i64::try_from(field.offset).ok()
            }
            Projection::Index(index, element) => {
                let unit = i64::try_from(types.size(*element)?).ok()?;
                let by = berths::number(transfer, state, index).and_then(|index| index.checked_mul(unit));
                if by.is_none() && found.is_none() {
                    found = Some(indexed(transfer, state, start, index, unit)?);
                    continue;
                }
                by
            }
        };
        match found {
            Some(linear) => found = Some(moved(state, linear, by)?),
            None => start = start.checked_add(by?)?,
        }
    }
    found
}

/// A number in the memory to which the ego's argument points, if it is one by which it differs from others.
fn member(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place) -> Option<Linear> {
    let Some(Scalar::Integer(ty)) = Scalar::of(&transfer.analysis.program.types, place.ty) else {
        return None;
    };
    let address = memory_given(transfer, state, place).filter(|_| !is_bit_field(transfer, place))?;
    let mut members = state.owned.ticket.as_ref()?.marks.members.iter();
    let member = members.find(|member| Some(member.offset) == address.offset && member.ty == ty)?;
    Some(Linear {
        given: Given::Member(member.offset),
        scale: 1,
        offset: Some(0),
    })
}

/// Where a place lies in the memory to which the ego's argument points, or a copy of some of it did.
pub(super) fn memory_given(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place) -> Option<Linear> {
    if !state.owned.has_members() {
        return None;
    }
    let address = match &place.root {
        Root::Deref(_) => linear_place(transfer, state, place)?,
        Root::Local(local) => {
            let body = transfer.body()?;
            let copied = state
                .owned
                .variable(*local)
                .filter(|_| !body.locals[local.0 as usize].address_taken)?;
            projected(transfer, state, &place.projections, (Some(copied), 0))?
        }
        Root::Global(_) => return None,
    };
    ((address.given, address.scale) == (Given::Argument, 1)).then_some(address)
}

pub(super) fn is_bit_field(transfer: &Transfer<'_, '_>, place: &Place) -> bool {
    let Some(Projection::Field(record, number)) = place.projections.last() else {
        return false;
    };
    let fields = transfer.analysis.program.types.fields(*record);
    fields.get(*number as usize).is_none_or(|field| field.bits.is_some())
}

/// How the numbers are counted that the ego was given, by which it differs from others.
pub fn series(state: &State) -> Vec<Series> {
    let Some(ticket) = &state.owned.ticket else {
        return Vec::new();
    };
    let given = ticket.marks.members.iter().map(|member| Given::Member(member.offset));
    let given = [Given::Argument, Given::Count].into_iter().chain(given);
    let numbered = given.filter_map(|given| match ticket.marks.tickets(given)? {
        Tickets::Numbers { step, .. } => Some(Series {
            creator: ticket.creator,
            edge: ticket.edge,
            given,
            step,
        }),
        Tickets::Objects => None,
    });
    numbered.collect()
}

/// What a callee computes from the ego's ticket starts with the arguments that were.
pub fn by_parameters(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    function: FunctionId,
    arguments: &[Expr],
) -> Owned {
    if state.owned.is_empty() {
        return Owned::default();
    }
    let mut parameters = Vec::new();
    for (number, argument) in arguments
        .iter()
        .take(transfer.analysis.parameters(function))
        .enumerate()
    {
        let linear = linear(transfer, state, argument);
        parameters.extend(linear.map(|linear| (LocalId(number as u32), linear)));
    }
    state.owned.entered(parameters)
}

/// The bytes of an access, as a function of the ego's ticket.
pub fn bytes(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    place: &Place,
    touched_from: i64,
    size: u64,
) -> Option<OwnedBytes> {
    if transfer.analysis.recorder.is_none() || state.owned.is_empty() {
        return None;
    }
    let form = symbolic::symbolic_place(transfer, state, place).and_then(|address| owned_address(state, &address));
    let linear = form.or_else(|| linear_place(transfer, state, place))?;
    let tickets = state.owned.tickets(linear.given)?;
    let first = match (linear.offset, tickets) {
        (Some(offset), _) => offset.checked_add(touched_from)?,
        // Wherever it is, it is in the object.
        (None, Tickets::Objects) => 0,
        (None, Tickets::Numbers { .. }) => return None,
    };
    let ticket = state.owned.ticket.as_ref()?;
    Some(OwnedBytes {
        creator: ticket.creator,
        edge: ticket.edge,
        given: linear.given,
        tickets,
        scale: linear.scale,
        first,
        size: i64::try_from(size).ok()?,
    })
}

fn owned_address(state: &State, address: &SymbolicAddress) -> Option<Linear> {
    let (linear, scale) = match (address.base, address.index) {
        (Base::Object(_), Some(index)) => {
            let (index, size) = index.whole().filter(|(index, _)| index.calls == 0)?;
            (state.owned.variable(index.local)?, size)
        }
        (Base::Variable(pointer), None) if pointer.calls == 0 => (state.owned.variable(pointer.local)?, 1),
        _ => return None,
    };
    let offset = match linear.offset {
        Some(offset) => Some(offset.checked_mul(scale)?.checked_add(address.offset)?),
        None => None,
    };
    Some(Linear {
        given: linear.given,
        scale: linear.scale.checked_mul(scale)?,
        offset,
    })
}
