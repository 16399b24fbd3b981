//! Symbolic addresses: addresses as an unknown base, a multiple of a variable, and a constant distance.
//!
//! ```text
//!     address  =  base + scale · variable + offset
//!              |  base + scale · (variable mod number) + offset
//! ```
//!
//! Where the abstract value of an address is a set, its symbolic form may still tell that a lock and the memory accessed
//! lie at a constant distance (row SL), or that no other thread can compute the same address (row OW, see
//! [`super::tickets`]). A form speaks of the present values of variables of the running function, or of one of its callers,
//! whose address is never taken; it is forgotten when one of them is assigned. How forms pass calls is told in
//! [`super::bindings`].

use pepsin_digests::{LockMode, Section};
use pepsin_lattice::seeded::{Bug, is_seeded};

use crate::ir::{BinaryOp, Expr, Place, Projection, Root};
use crate::races::{RelativePlace, SymbolicLock};
use crate::semantics::evaluate::expressions;
use crate::semantics::state::symbolic::Variable;
use crate::semantics::state::{Base, HeldSymbolically, Index, State, SymbolicAddress};
use crate::semantics::system::{Transfer, variables};
use crate::values::{Addresses, Value};

/// The symbolic form of the value of a pointer expression.
pub fn symbolic(transfer: &Transfer<'_, '_>, state: &mut State, pointer: &Expr) -> Option<SymbolicAddress> {
    match pointer {
        Expr::Load(place) => symbolic_variable(transfer, state, pointer, place),
        Expr::Cast(operand, ty) => {
            let keeps = variables::scalar(transfer.analysis.program, operand.ty())
                .keeps_every_value(variables::scalar(transfer.analysis.program, *ty));
            if keeps {
                symbolic(transfer, state, operand)
            } else {
                None
            }
        }
        Expr::AddressOf(place, _) => symbolic_place(transfer, state, place),
        Expr::Binary(BinaryOp::PointerAdd, base, index, ty) => {
            let types = &transfer.analysis.program.types;
            let size = types.pointee(*ty).and_then(|element| types.size(element)).unwrap_or(1);
            let base = symbolic(transfer, state, base)?;
            indexed(transfer, state, base, index, i64::try_from(size).ok()?)
        }
        _ => None,
    }
}

fn symbolic_variable(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    pointer: &Expr,
    place: &Place,
) -> Option<SymbolicAddress> {
    let value = expressions::value(transfer, state, pointer);
    // Callers of an open program pass more and more objects, as these become known: a lock that has been held by the form of the first one would be
    // lost where that is not the only one any more.
    let is_settled = transfer.analysis.program.open.is_none();
    if let Some((object, offsets)) = value.as_address_or_null().filter(|_| is_settled)
        && let Some(offset) = offsets.single()
        && transfer.analysis.objects.is_unique(object)
    {
        return Some(SymbolicAddress::in_object(object, offset));
    }
    let variable = variables::frame_variable(transfer, place)?;
    if let Some(address) = state.symbolic.pointer(variable) {
        return Some(address);
    }
    let base = Base::Variable(Variable::own(variable));
    Some(SymbolicAddress {
        base,
        index: None,
        offset: 0,
    })
}

/// The symbolic form of the address of a place.
pub fn symbolic_place(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place) -> Option<SymbolicAddress> {
    let object = |object| SymbolicAddress::in_object(object, 0);
    let mut address = match &place.root {
        Root::Local(local) => object(transfer.analysis.local(
            transfer.unknown.function,
            *local,
            transfer.context.thread,
        )),
        Root::Global(global) => object(transfer.analysis.global(*global, transfer.context.thread)),
        Root::Deref(pointer) => symbolic(transfer, state, pointer)?,
    };
    for projection in &place.projections {
        let types = &transfer.analysis.program.types;
        address = match projection {
            Projection::Field(record, number) => {
                let field = types.fields(*record).get(*number as usize)?;
                address.moved(i64::try_from(field.offset).ok()?)?
            }
            Projection::Index(index, element) => {
                let size = i64::try_from(types.size(*element)?).ok()?;
                indexed(transfer, state, address, index, size)?
            }
        };
    }
    Some(address)
}

fn indexed(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    base: SymbolicAddress,
    index: &Expr,
    size: i64,
) -> Option<SymbolicAddress> {
    if let Some(constant) = expressions::value(transfer, state, index).as_constant() {
        return base.moved(i64::try_from(constant).ok()?.checked_mul(size)?);
    }
    let index = match remainder(transfer, state, index) {
        Some(remainder) => Index {
            scale: size,
            ..remainder
        },
        None => {
            let variable = expressions::variable_behind_casts(transfer, state, index)?;
            Index::of(Variable::own(variable), size)
        }
    };
    base.index.is_none().then_some(SymbolicAddress {
        index: Some(index),
        ..base
    })
}

/// What remains of a variable, if an expression is that.
pub fn remainder(transfer: &Transfer<'_, '_>, state: &mut State, expr: &Expr) -> Option<Index> {
    let (dividend, by) = division(transfer, state, expr)?;
    let variable = expressions::variable_behind_casts(transfer, state, dividend)?;
    Some(Index {
        variable: Variable::own(variable),
        modulus: Some(by),
        scale: 1,
    })
}

/// What is divided and by what, if an expression is what remains of a division by a constant: `k % 8`, and `k & 7` for a `k` that is not negative.
fn division<'e>(transfer: &Transfer<'_, '_>, state: &mut State, expr: &'e Expr) -> Option<(&'e Expr, i64)> {
    match expr {
        Expr::Cast(operand, ty) if expressions::keeps_value(transfer, state, operand, *ty) => {
            division(transfer, state, operand)
        }
        Expr::Binary(BinaryOp::Remainder, dividend, by, _) => {
            let by = expressions::value(transfer, state, by).as_constant()?;
            Some((dividend, i64::try_from(by).ok().filter(|by| *by > 0)?))
        }
        Expr::Binary(BinaryOp::And, one, other, _) => {
            [(one, other), (other, one)].into_iter().find_map(|(masked, mask)| {
                let mask = expressions::value(transfer, state, mask).as_constant()?;
                let by = i64::try_from(mask)
                    .ok()?
                    .checked_add(1)
                    .filter(|by| by.count_ones() == 1)?;
                let is_known = expressions::value(transfer, state, masked).as_integer().low()? >= 0;
                is_known.then_some((&**masked, by))
            })
        }
        _ => None,
    }
}

/// A lock was acquired through a pointer expression, or a declared section of the object begins that it points to.
pub fn hold_symbolically(
    transfer: &Transfer<'_, '_>,
    states: &mut [State],
    pointer: Option<&Expr>,
    value: &Value,
    mode: LockMode,
    section: Option<Section>,
) {
    let Some(pointer) = pointer else { return };
    for state in states {
        if let Some(address) = symbolic(transfer, state, pointer) {
            state.symbolic.add(HeldSymbolically {
                address,
                mode,
                addresses: value.as_addresses().clone(),
                section,
            });
        }
    }
}

/// A lock is released through a pointer expression: all that may be the same lock is forgotten.
pub fn release_symbolically(transfer: &Transfer<'_, '_>, state: &mut State, pointer: Option<&Expr>, value: &Value) {
    if state.symbolic.held.is_empty() {
        return;
    }
    let released = pointer.and_then(|pointer| symbolic(transfer, state, pointer));
    let objects = &transfer.analysis.objects;
    let meets = |addresses: &Addresses| {
        let may_be_same = |left, right| objects.may_be_same(left, right);
        let known = addresses
            .objects()
            .any(|left| value.objects().any(|right| may_be_same(left, right)));
        known || addresses.origin().is_some() || value.as_addresses().origin().is_some()
    };
    state.symbolic.retain(|held| {
        let distance = released.and_then(|released| released.distance_to(&held.address));
        match distance {
            _ if held.section.is_some() => true,
            Some(distance) => distance != 0,
            None => !meets(&held.addresses) || is_seeded(Bug::AliasStaysHeld),
        }
    });
}

/// The locks held at constant distances from the first byte that an access to a place touches.
pub fn locks_near(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    place: &Place,
    touched_from: i64,
) -> Vec<SymbolicLock> {
    if transfer.analysis.recorder.is_none() || state.symbolic.held.is_empty() {
        return Vec::new();
    }
    let Some(accessed) = symbolic_place(transfer, state, place).and_then(|address| address.moved(touched_from)) else {
        return Vec::new();
    };
    let near = state.symbolic.held.iter().filter_map(|held| {
        let distance = accessed.distance_to(&held.address)?;
        Some(SymbolicLock {
            place: RelativePlace::NearByte(distance),
            mode: held.mode,
            section: held.section,
        })
    });
    near.collect()
}
