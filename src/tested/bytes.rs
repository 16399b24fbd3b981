//! Bytes that may be looked at as another type than they were written as.
//!
//! Records may share their bytes with others where they are members of a union, where a pointer to one is made a pointer to the other
//! and neither begins with the other one, or where they lie in a variable of another type (`(struct header *)buffer`). What is in the bytes of pointers may be looked at as numbers where the program makes a pointer to
//! memory that holds pointers into one to bytes or words, and keeps it: at once, or by way of `void *`, as a `memcpy` of its own does. An
//! address that is only moved and made a pointer to a record again, as `container_of` does, is not kept.

use std::collections::BTreeSet;

use super::variables::{Held, is_union, kinds, without_casts};
use crate::ir::{Body, Callee, Expr, InstructionKind, LocalKind, Program, RecordId, Root, TypeId, TypeKind};

/// The records whose fields may be looked at as those of others.
pub fn shared_records(program: &Program) -> BTreeSet<RecordId> {
    let mut shared = BTreeSet::new();
    let records = (0..program.types.record_count()).map(|number| RecordId(number as u32));
    for union in records.filter(|record| is_union(program, *record)) {
        for field in program.types.fields(union) {
            add_records(program, field.ty, &mut shared);
        }
    }
    let record_behind = |ty| program.types.as_record(program.types.pointee(ty)?);
    program.expressions(&mut |expr| {
        let Expr::Cast(operand, to) = expr else {
            return;
        };
        let from = without_casts(operand);
        match (record_behind(from.ty()), record_behind(*to)) {
            (Some(from), Some(to))
                if from != to && !begins_with(program, from, to) && !begins_with(program, to, from) =>
            {
                shared.extend([from, to]);
            }
            (None, Some(to)) if is_variable(from) => shared.extend([to]),
            _ => {}
        }
    });
    shared
}

/// Whether an address is one of a variable.
fn is_variable(address: &Expr) -> bool {
    matches!(address, Expr::AddressOf(place, _) if !matches!(place.root, Root::Deref(_)))
}

fn add_records(program: &Program, ty: TypeId, records: &mut BTreeSet<RecordId>) {
    match program.types.kind(ty) {
        TypeKind::Array(element, _) => add_records(program, *element, records),
        TypeKind::Record(record) if records.insert(*record) => {
            for field in program.types.fields(*record) {
                add_records(program, field.ty, records);
            }
        }
        _ => {}
    }
}

/// Whether the first member of a record, or the first one of that, is another record.
fn begins_with(program: &Program, outer: RecordId, inner: RecordId) -> bool {
    let first = program.types.fields(outer).first();
    let first = first.and_then(|field| program.types.as_record(field.ty));
    first.is_some_and(|first| first == inner || begins_with(program, first, inner))
}

/// Whether the bytes of pointers may be looked at as numbers.
pub fn mixes(program: &Program) -> bool {
    let mut views = Views::default();
    for body in program.functions.iter().filter_map(|function| function.body.as_ref()) {
        for instruction in body.blocks.iter().flat_map(|block| &block.instructions) {
            match &instruction.kind {
                InstructionKind::Assign { value, .. } => views.keep(program, body, value),
                InstructionKind::Call { callee, arguments, .. } if enters(program, callee) => {
                    arguments
                        .iter()
                        .for_each(|argument| views.keep(program, body, argument));
                }
                _ => {}
            }
        }
    }
    views.at_once || views.forgets && views.finds
}

/// Whether a call may be one of a function of the program.
fn enters(program: &Program, callee: &Callee) -> bool {
    match callee {
        Callee::Function(function) => program.function(*function).body.is_some(),
        Callee::Pointer(_) => true,
    }
}

/// Conversions of pointers that the program keeps.
#[derive(Default)]
struct Views {
    /// From memory that holds pointers to numbers.
    at_once: bool,
    /// From memory that holds pointers to anything.
    forgets: bool,
    /// From anything to numbers, but for memory that a call gave.
    finds: bool,
}

impl Views {
    fn keep(&mut self, program: &Program, body: &Body, value: &Expr) {
        let Expr::Cast(_, to) = value else {
            return;
        };
        let from = without_casts(value);
        let (Some(behind), Some(pointee)) = (program.types.pointee(from.ty()), program.types.pointee(*to)) else {
            return;
        };
        let is_void = |ty| matches!(program.types.kind(ty), TypeKind::Void);
        let holds_pointers = !is_void(behind) && kinds(program, behind).contains(&Held::Pointer);
        self.at_once |= holds_pointers && is_word(program, pointee);
        self.forgets |= holds_pointers && is_void(pointee);
        self.finds |= is_void(behind) && is_word(program, pointee) && !is_result(body, from);
    }
}

/// Whether an integer has one byte or as many as a pointer.
fn is_word(program: &Program, ty: TypeId) -> bool {
    let pointer = program.types.model().pointer_size();
    matches!(program.types.kind(ty), TypeKind::Integer { size, .. } if *size == 1 || u64::from(*size) == pointer)
}

/// Whether a pointer is what a call returned, and has no name yet.
fn is_result(body: &Body, pointer: &Expr) -> bool {
    let Expr::Load(place) = pointer else {
        return false;
    };
    let local = place.as_local().and_then(|local| body.locals.get(local.0 as usize));
    local.is_some_and(|local| local.kind == LocalKind::Temporary)
}
