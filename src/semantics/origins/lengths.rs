//! Lengths: how many bytes a call asks a library function to touch.
//!
//! Functions that are given memory of any length are given the length behind it: `read(file, bytes, length)`,
//! `fread(items, size, count, stream)`, `snprintf(text, size, format, …)`. So the product of the numbers behind a pointer bounds
//! what is touched. A number that is none of these (an offset, flags) makes the bound larger, which only costs precision. As such
//! numbers are mostly narrow and have a sign, these count only for memory that is written (`fgets(text, length, stream)`), and none
//! counts for names of files, which end where they say (`mkdir(name, mode)`).
//!
//! Texts that are written have at least the length of the literals that may be copied (`strcpy(name, "none")`), or that of what a format
//! prints whatever the arguments are (`sprintf(name, "%d of %d", …)`).

use crate::ir::{Body, Expr, InstructionKind, LocalKind, Program, TypeId, TypeKind};
use crate::library::format::least_printed;
use crate::library::model::{Argument, Formatted, Model};
use crate::semantics::evaluate::extents;
use crate::semantics::system::{LibraryCall, Transfer};
use crate::values::{Integer, IntegerType, ObjectId, Offsets, SignedOverflow};
use pepsin_lattice::seeded::{Bug, is_seeded};

/// In which lengths are multiplied.
const WIDE: IntegerType = IntegerType {
    bits: 64,
    signed: false,
};

/// How many bytes a call asks to touch behind an argument, if it has a number that may tell.
pub fn asked_for(transfer: &Transfer<'_, '_>, call: &LibraryCall<'_>, number: usize) -> Option<Integer> {
    let program = transfer.analysis.program;
    let function = program.function(call.function);
    let model = transfer.analysis.library.model(&function.name)?;
    let TypeKind::Function(declared) = program.types.kind(function.ty) else {
        return None;
    };
    if model.demands.paths.contains(&number) {
        return None;
    }
    let is_length = |ty: &TypeId| match program.types.kind(*ty) {
        TypeKind::Integer { size, signed } => *size >= 4 && (!signed || *size >= 8 || is_written(model, number)),
        _ => false,
    };
    let behind = declared.parameters.iter().enumerate().skip(number + 1);
    let mut lengths = behind
        .filter(|(_, ty)| is_length(ty))
        .map(|(other, _)| length(call, other))
        .peekable();
    lengths.peek()?;
    // Functions that count elements are declared to take pointers to such.
    let pointee = declared
        .parameters
        .get(number)
        .and_then(|pointer| program.types.pointee(*pointer));
    let element = pointee.and_then(|ty| program.types.size(ty)).unwrap_or(1).max(1);
    let product = lengths.fold(Integer::constant(element.into()), |product, length| {
        match product.high().zip(length.high()) {
            Some((most, times)) if most.checked_mul(times).is_some_and(|it| it <= WIDE.high()) => {
                product.multiply(&length, WIDE, SignedOverflow::Wraps)
            }
            _ => Integer::all(WIDE),
        }
    });
    Some(product)
}

/// How many bytes a call writes behind an argument at least, if that is a text: its characters and its end.
pub fn least_text(transfer: &Transfer<'_, '_>, call: &LibraryCall<'_>, number: usize) -> u64 {
    let program = transfer.analysis.program;
    let function = program.function(call.function);
    let Some(model) = transfer.analysis.library.model(&function.name) else {
        return 0;
    };
    if !is_written(model, number) {
        return 0;
    }
    let caller = program.function(transfer.unknown.function).body.as_ref();
    let length = |argument: usize| least_literal(program, caller?, call.expressions.get(argument)?);
    if let Some(copied) = model.copies_text {
        return length(copied).map_or(0, |length| length + 1);
    }
    let format = model.prints.filter(|_| model.formatted == Formatted::Rest);
    let format = format.and_then(|format| program.characters(call.expressions.get(format)?));
    let Some(format) = format else {
        return 0;
    };
    let TypeKind::Function(declared) = program.types.kind(function.ty) else {
        return 0;
    };
    let printed = |argument: usize| length(declared.parameters.len() + argument).unwrap_or(0);
    least_printed(&format, &printed) + 1
}

/// How many bytes a call writes behind an argument at most, if that becomes a copy of a text: a text ends in the object in which it stands
/// (C17, 7.1.1, 1). What is appended to a text begins where that ends, which is not known.
pub fn most_text(transfer: &Transfer<'_, '_>, call: &LibraryCall<'_>, number: usize) -> Option<u64> {
    let function = transfer.analysis.program.function(call.function);
    let model = transfer.analysis.library.model(&function.name)?;
    let is_appended = model.reads.contains(&Argument::Number(number)) && !is_seeded(Bug::TextAppended);
    let source = call.argument(
        model
            .copies_text
            .filter(|_| is_written(model, number) && !is_appended)?,
    );
    let targets = source.as_addresses();
    let room = |(object, offsets): &(ObjectId, Offsets)| {
        let size = extents::extent(transfer, *object)?;
        Some(size.saturating_sub(u64::try_from(offsets.low()).unwrap_or(0)))
    };
    let is_known = targets.origin().is_none() && !targets.targets().is_empty();
    let rooms = targets.targets().iter().map(room).collect::<Option<Vec<u64>>>();
    rooms.filter(|_| is_known)?.into_iter().max()
}

/// How many characters the text has at least to which an expression points: a literal, or a variable that only literals are assigned to.
fn least_literal(program: &Program, body: &Body, expr: &Expr) -> Option<u64> {
    let length = |text: Vec<u8>| text.iter().take_while(|byte| **byte != 0).count() as u64;
    match expr {
        Expr::Cast(operand, _) => least_literal(program, body, operand),
        Expr::Load(place) => {
            let local = place.as_local()?;
            let declared = body.locals.get(local.0 as usize)?;
            if declared.address_taken || declared.kind == LocalKind::Parameter {
                return None;
            }
            let instructions = body.blocks.iter().flat_map(|block| &block.instructions);
            let lengths = instructions.filter_map(|instruction| match &instruction.kind {
                InstructionKind::Assign { to, value } if to.as_local() == Some(local) => {
                    Some(program.characters(value).map(length))
                }
                InstructionKind::Call { to: Some(to), .. } if to.as_local() == Some(local) => Some(None),
                InstructionKind::Assembly { outputs, .. } if outputs.iter().any(|to| to.as_local() == Some(local)) => {
                    Some(None)
                }
                _ => None,
            });
            lengths.collect::<Option<Vec<u64>>>()?.into_iter().min()
        }
        _ => program.characters(expr).map(length),
    }
}

/// The value of a length, which is taken for one at least.
fn length(call: &LibraryCall<'_>, number: usize) -> Integer {
    let value = call.argument(number);
    let known = value.as_integer();
    match (known.low(), known.high()) {
        (Some(low), Some(high)) if value.as_addresses().targets().is_empty() && low >= 0 => {
            Integer::interval(low.max(1), high.max(1))
        }
        _ => Integer::all(WIDE),
    }
}

fn is_written(model: &Model, number: usize) -> bool {
    let mut written = model.writes.iter().chain(&model.receives);
    written.any(|argument| matches!(argument, Argument::Number(it) if *it == number))
}
