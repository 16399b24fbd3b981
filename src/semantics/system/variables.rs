//! Where the variables lie of which something is claimed ([`Variable`]), and which one an access is to.

use crate::ir::{LocalId, Place, Program, TypeId};
use crate::races::Symbol;
use crate::semantics::prepare::Watched;
use crate::semantics::state::Variable;
use crate::semantics::system::Transfer;
use crate::values::{Addresses, ObjectId, ObjectKind, Scalar};
use pepsin_lattice::seeded::{Bug, is_seeded};

/// Where a scalar in static storage lies.
pub fn variable_of(transfer: &Transfer<'_, '_>, scalar: &Watched) -> Variable {
    Variable {
        object: transfer.analysis.global(scalar.global, transfer.context.thread),
        offset: scalar.offset as i64,
        size: transfer.analysis.program.types.size(scalar.ty).unwrap_or(1),
    }
}

/// The watched variable with a number.
pub fn watched_variable(transfer: &Transfer<'_, '_>, number: usize) -> Variable {
    variable_of(transfer, &transfer.analysis.text.watched[number])
}

/// The watched variable that some bytes are, if there is just one.
pub fn watched_at(transfer: &Transfer<'_, '_>, addresses: &Addresses, size: u64) -> Option<usize> {
    let accessed = Variable::at(addresses, size)?;
    let is_accessed = |number: &usize| {
        let variable = watched_variable(transfer, *number);
        variable == accessed || is_seeded(Bug::SizeIgnored) && variable.place() == accessed.place()
    };
    (0..transfer.analysis.text.watched.len()).find(is_accessed)
}

/// The variable of the dispenser with a number.
pub fn dispenser_variable(transfer: &Transfer<'_, '_>, dispenser: usize) -> Variable {
    variable_of(transfer, &transfer.analysis.text.dispensers[dispenser])
}

/// The dispenser that some bytes are, if there is just one.
pub fn dispenser_among(transfer: &Transfer<'_, '_>, addresses: &Addresses, size: u64) -> Option<usize> {
    let accessed = Variable::at(addresses, size)?;
    (0..transfer.analysis.text.dispensers.len()).find(|dispenser| dispenser_variable(transfer, *dispenser) == accessed)
}

/// The scalar type of a type; records and `void` count as bytes.
pub fn scalar(program: &Program, ty: TypeId) -> Scalar {
    Scalar::of(&program.types, ty).unwrap_or(Scalar::Integer(crate::values::IntegerType::of_size(1, false)))
}

/// The variable that a place is, if its address is never taken.
pub fn frame_variable(transfer: &Transfer<'_, '_>, place: &Place) -> Option<LocalId> {
    let local = place.as_local()?;
    let body = transfer
        .analysis
        .program
        .function(transfer.unknown.function)
        .body
        .as_ref()?;
    (!body.locals.get(local.0 as usize)?.address_taken).then_some(local)
}

/// The object and the type of a scalar variable of the running function.
pub fn frame_place(transfer: &Transfer<'_, '_>, variable: LocalId) -> Option<(ObjectId, Scalar)> {
    let ty = transfer.body()?.locals[variable.0 as usize].ty;
    let object = transfer
        .analysis
        .local(transfer.unknown.function, variable, transfer.context.thread);
    Some((object, scalar(transfer.analysis.program, ty)))
}

/// The variable of the running function that a symbol is.
pub fn own_variable(transfer: &Transfer<'_, '_>, symbol: &Symbol) -> Option<LocalId> {
    let Symbol::Variable { object, .. } = symbol else {
        return None;
    };
    let ObjectKind::Local { function, local, .. } = transfer.analysis.objects.kind(*object) else {
        return None;
    };
    let is_own = function == transfer.unknown.function
        && *object == transfer.analysis.local(function, local, transfer.context.thread);
    is_own.then_some(local)
}

/// The variable of the running function that a symbol is whose address is never taken: nobody else can write there.
pub fn frame_symbol(transfer: &Transfer<'_, '_>, symbol: &Symbol) -> Option<LocalId> {
    let local = own_variable(transfer, symbol)?;
    let is_taken = transfer.body()?.locals.get(local.0 as usize)?.address_taken;
    (!is_taken).then_some(local)
}
