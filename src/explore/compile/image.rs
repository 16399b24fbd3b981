//! Memory at program start: string literals and globals with their initial values.

use crate::explore::arithmetic;
use crate::explore::code::{Code, Layout, Scalar, function_address};
use crate::explore::library::{CharacterTable, VARIABLES};
use crate::explore::memory::{Memory, ObjectKind};
use crate::explore::wide;
use crate::ir::{BinaryOp, Expr, GlobalId, InitialValue, Place, Program, Projection, Root, UnaryOp};

use super::scalar;

/// Lays out string literals and globals in the image; gives the addresses of the strings.
/// Where something does not fit, [`Code::overfull`] says so, and nothing is executed.
/// What is not computed is noted: to read it would be a guess.
pub fn lay_out(program: &Program, code: &mut Code) -> Vec<u64> {
    let mut strings = Vec::new();
    if code.layout == Layout::Other {
        // What is not accessed moves everything else.
        let _ = code.image.allocate(SHIFT, ObjectKind::Library, 0);
    }
    lay_out_globals(program, code);
    for (number, bytes) in program.strings.iter().enumerate() {
        let kind = ObjectKind::String(number as u32);
        let allocated = code.image.allocate(bytes.len() as u64, kind, 0);
        code.overfull |= allocated.is_err();
        let address = allocated.unwrap_or(0);
        for (offset, byte) in bytes.iter().enumerate() {
            store(&mut code.image, address + offset as u64, 1, u64::from(*byte));
        }
        strings.push(address);
    }
    for (number, global) in program.globals.iter().enumerate() {
        let size = program.types.size(global.ty).unwrap_or(0);
        let address = code.globals[number];
        match global.name.as_str() {
            _ if global.defined => {}
            // The standard streams are objects of the library, to which they are handed back.
            "stdin" | "stdout" | "stderr" => {
                let stream = code.image.allocate(1, ObjectKind::Library, 0).unwrap_or(0);
                store(&mut code.image, address, size, stream);
                let names = ["stdin", "stdout", "stderr"];
                let descriptor = names.iter().position(|name| *name == global.name).unwrap_or(0);
                code.streams.push((stream, descriptor as u64));
            }
            name => match VARIABLES.iter().position(|variable| variable.0 == name) {
                Some(number) => {
                    store(&mut code.image, address, size, VARIABLES[number].1);
                    code.options.0[number] = address;
                }
                None => code.foreign.push((address, size)),
            },
        }
    }
    lay_out_tables(program, code);
    for (number, global) in program.globals.iter().enumerate() {
        for initial in &global.initial {
            initialise(program, code, &strings, code.globals[number], initial);
        }
    }
    strings
}

/// Lays out the tables of characters that the program asks the library for, each behind a pointer to its entry for 0.
fn lay_out_tables(program: &Program, code: &mut Code) {
    let bodiless = program.functions.iter().filter(|function| function.body.is_none());
    for table in bodiless.filter_map(|function| CharacterTable::of(&function.name)) {
        if code.character_tables.contains_key(&table) {
            continue;
        }
        let (bytes, zero) = table.bytes();
        let at = code
            .image
            .allocate(bytes.len() as u64, ObjectKind::Library, 0)
            .unwrap_or(0);
        for (offset, byte) in (0..).zip(bytes) {
            store(&mut code.image, at + offset, 1, u64::from(byte));
        }
        let size = code.pointer.size();
        let pointer = code.image.allocate(size, ObjectKind::Library, 0).unwrap_or(0);
        store(&mut code.image, pointer, size, at + zero);
        code.character_tables.insert(table, pointer);
    }
}

/// Bytes by which objects of the other layout are moved, at least.
const SHIFT: u64 = 0x1_2340;

/// How many bytes a register holds.
const REGISTER_BYTES: u64 = 8;

fn lay_out_globals(program: &Program, code: &mut Code) {
    let mut numbers: Vec<usize> = (0..program.globals.len()).collect();
    if code.layout == Layout::Other {
        numbers.reverse();
    }
    code.globals = vec![0; numbers.len()];
    for number in numbers {
        let global = &program.globals[number];
        let size = program.types.size(global.ty).unwrap_or(0);
        let kind = ObjectKind::Global(GlobalId(number as u32));
        let address = code.image.allocate_aligned(size, global.align, kind, 0);
        code.overfull |= address.is_err();
        code.globals[number] = address.unwrap_or(0);
        if global.thread_local {
            code.thread_local_alignments
                .insert(GlobalId(number as u32), global.align);
        }
    }
}

fn store(image: &mut Memory, address: u64, size: u64, value: u64) {
    // An initial value outside its object is the front end's mistake; the object keeps its zeroes there.
    let _ = image.initialise(address, size, value);
}

fn initialise(program: &Program, code: &mut Code, strings: &[u64], base: u64, initial: &InitialValue) {
    let address = base + initial.offset;
    let size = program.types.size(initial.value.ty()).unwrap_or(1);
    let kind = scalar(program, initial.value.ty());
    if let Some(kind) = kind.filter(|kind| kind.is_wide() && initial.bits.is_none())
        && let Some(number) = wide_constant(program, code, strings, &initial.value)
    {
        for (offset, byte) in (0..wide::bytes_of(kind)).zip(number.to_le_bytes()) {
            store(&mut code.image, address + offset, 1, u64::from(byte));
        }
        return;
    }
    let computed = kind.zip(constant(program, code, strings, &initial.value));
    let Some((kind, value)) = computed.filter(|_| size <= REGISTER_BYTES) else {
        code.uncomputed.push((address, size));
        return;
    };
    match initial.bits {
        None => store(&mut code.image, address, size, arithmetic::to_memory(kind, value)),
        Some(bits) => {
            let first = address + u64::from(bits.offset / 8);
            let bytes = u64::from((bits.offset % 8 + bits.width).div_ceil(8));
            let old = (0..bytes).rev().fold(0, |old, offset| {
                old << 8 | u128::from(code.image.read(first + offset, 1).unwrap_or(0))
            });
            let new = arithmetic::insert_bits(old, bits.offset % 8, bits.width, value);
            for (offset, byte) in (0..bytes).zip(new.to_le_bytes()) {
                store(&mut code.image, first + offset, 1, u64::from(byte));
            }
        }
    }
}

/// The value of a constant expression of a type that has more than 64 bits.
fn wide_constant(program: &Program, code: &Code, strings: &[u64], expression: &Expr) -> Option<u128> {
    let value = |part: &Expr| wide_constant(program, code, strings, part);
    let kind = scalar(program, expression.ty())?;
    match expression {
        _ if !kind.is_wide() => constant(program, code, strings, expression).map(u128::from),
        Expr::Integer(number, _) => Some(*number as u128),
        Expr::Float(number, _) => wide::convert(Scalar::F64, kind, u128::from(number.to_bits())),
        Expr::Cast(operand, _) => {
            let source = scalar(program, operand.ty())?;
            wide::convert(source, kind, value(operand)?)
        }
        Expr::Unary(operator, operand, _) => Some(wide::unary(*operator, kind, value(operand)?)),
        Expr::Binary(operator @ (BinaryOp::ShiftLeft | BinaryOp::ShiftRight), left, right, _) => {
            wide::binary(*operator, kind, value(left)?, value(right)?)
        }
        Expr::Binary(operator, left, right, _) => wide::binary(*operator, kind, value(left)?, value(right)?),
        _ => None,
    }
}

/// The value of a constant expression as a register holds it.
fn constant(program: &Program, code: &Code, strings: &[u64], expression: &Expr) -> Option<u64> {
    // Where an operand has more bits, so have the numbers that its value comes from.
    let operands: &[&Expr] = match expression {
        Expr::Cast(operand, _) | Expr::Unary(_, operand, _) => &[operand],
        Expr::Binary(_, left, right, _) => &[left, right],
        _ => &[],
    };
    let is_wide = |part: &&Expr| scalar(program, part.ty()).is_some_and(Scalar::is_wide);
    if operands.iter().any(is_wide) {
        let part = |part: &Expr| wide_constant(program, code, strings, part);
        let source = scalar(program, operands.first()?.ty())?;
        return Some(match expression {
            Expr::Cast(operand, ty) => wide::convert(source, scalar(program, *ty)?, part(operand)?)? as u64,
            Expr::Unary(operator, operand, _) => wide::unary(*operator, source, part(operand)?) as u64,
            Expr::Binary(operator, left, right, _) if operator.is_comparison() => {
                wide::binary(*operator, source, part(left)?, part(right)?)? as u64
            }
            _ => return None,
        });
    }
    let value = |part: &Expr| constant(program, code, strings, part);
    Some(match expression {
        Expr::Integer(number, ty) => arithmetic::normalise(scalar(program, *ty)?, *number as u64),
        Expr::Float(number, _) => number.to_bits(),
        Expr::Function(id, _) => function_address(*id),
        Expr::String(id, _) => *strings.get(id.0 as usize)?,
        Expr::AddressOf(place, _) => address(program, code, strings, place)?,
        Expr::Cast(operand, ty) => {
            let source = scalar(program, operand.ty())?;
            arithmetic::convert(source, scalar(program, *ty)?, value(operand)?)
        }
        Expr::Unary(UnaryOp::Not, operand, _) => {
            arithmetic::unary(UnaryOp::Not, scalar(program, operand.ty())?, value(operand)?)
        }
        Expr::Unary(operator, operand, ty) => arithmetic::unary(*operator, scalar(program, *ty)?, value(operand)?),
        Expr::Binary(BinaryOp::PointerAdd, base, index, ty) => {
            let element = program.types.size(program.types.pointee(*ty)?)?;
            value(base)?.wrapping_add(value(index)?.wrapping_mul(element)) & pointer_mask(code.pointer)
        }
        Expr::Binary(BinaryOp::PointerDifference, left, right, ty) => {
            let element = program.types.size(program.types.pointee(left.ty())?)?;
            let distance = value(left)?.wrapping_sub(value(right)?);
            let distance = arithmetic::normalise(scalar(program, *ty)?, distance) as i64;
            distance.checked_div(i64::try_from(element).ok()?)? as u64
        }
        Expr::Binary(operator, left, right, _) => {
            arithmetic::binary(*operator, scalar(program, left.ty())?, value(left)?, value(right)?)?
        }
        Expr::Load(_) | Expr::Unknown(_) => return None,
    })
}

fn pointer_mask(pointer: Scalar) -> u64 {
    if pointer == Scalar::U32 {
        u64::from(u32::MAX)
    } else {
        u64::MAX
    }
}

fn address(program: &Program, code: &Code, strings: &[u64], place: &Place) -> Option<u64> {
    let mut address = match &place.root {
        Root::Global(id) => *code.globals.get(id.0 as usize)?,
        Root::Deref(pointer) => constant(program, code, strings, pointer)?,
        Root::Local(_) => return None,
    };
    for projection in &place.projections {
        let offset = match projection {
            Projection::Field(record, number) => program.types.fields(*record).get(*number as usize)?.offset,
            Projection::Index(index, element) => {
                constant(program, code, strings, index)?.wrapping_mul(program.types.size(*element)?)
            }
        };
        address = address.wrapping_add(offset) & pointer_mask(code.pointer);
    }
    Some(address)
}
