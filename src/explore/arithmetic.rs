//! C's arithmetic on registers: integers wrap around in their type, floating-point numbers are rounded to it.

use crate::ir::{BinaryOp, UnaryOp};

use super::code::Scalar;

/// Brings 64 bits into the form that a register holds for the type: sign- or zero-extended.
#[inline]
pub fn normalise(scalar: Scalar, value: u64) -> u64 {
    match scalar {
        Scalar::I32 => value as i32 as i64 as u64,
        Scalar::U32 => u64::from(value as u32),
        Scalar::I64 | Scalar::U64 | Scalar::F64 => value,
        // The place of a number among those of more than 64 bits.
        Scalar::I128 | Scalar::U128 | Scalar::Extended(_) => value,
        Scalar::I8 => value as i8 as i64 as u64,
        Scalar::U8 => u64::from(value as u8),
        Scalar::I16 => value as i16 as i64 as u64,
        Scalar::U16 => u64::from(value as u16),
        Scalar::Bool => u64::from(value != 0),
        Scalar::F32 => f64::from(f64::from_bits(value) as f32).to_bits(),
    }
}

/// The bits that memory holds for a register.
#[inline]
pub fn to_memory(scalar: Scalar, value: u64) -> u64 {
    match scalar {
        Scalar::F32 => u64::from((f64::from_bits(value) as f32).to_bits()),
        _ => value,
    }
}

/// The register for the bits in memory.
#[inline]
pub fn from_memory(scalar: Scalar, raw: u64) -> u64 {
    match scalar {
        Scalar::F32 => f64::from(f32::from_bits(raw as u32)).to_bits(),
        // Any other bit pattern in a `_Bool` is a trap representation.
        Scalar::Bool => raw & 1,
        _ => normalise(scalar, raw),
    }
}

/// Whether a conversion is one of C's: the whole part of a floating-point number is one of the type (C17 6.3.1.4).
#[inline]
pub fn is_defined(source: Scalar, target: Scalar, value: u64) -> bool {
    !source.is_float() || target.is_float() || target == Scalar::Bool || is_number_of(target, f64::from_bits(value))
}

fn is_number_of(target: Scalar, number: f64) -> bool {
    let bits = 8 * target.size() as i32;
    let signed = matches!(target, Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64);
    let (low, beyond) = match signed {
        true => (-2_f64.powi(bits - 1), 2_f64.powi(bits - 1)),
        false => (0.0, 2_f64.powi(bits)),
    };
    (low..beyond).contains(&number.trunc())
}

/// A conversion between scalar types.
#[inline]
pub fn convert(source: Scalar, target: Scalar, value: u64) -> u64 {
    match (source.is_float(), target.is_float()) {
        (false, false) => normalise(target, value),
        (true, true) => normalise(target, value),
        // Rounded once: a `float` of a number with many digits is not that of its `double`.
        (false, true) => match (source == Scalar::U64, target == Scalar::F32) {
            (true, true) => f64::from(value as f32).to_bits(),
            (true, false) => (value as f64).to_bits(),
            (false, true) => f64::from(value as i64 as f32).to_bits(),
            (false, false) => (value as i64 as f64).to_bits(),
        },
        (true, false) => {
            let number = f64::from_bits(value);
            match target {
                Scalar::Bool => u64::from(number != 0.0),
                Scalar::U64 => number as u64,
                _ => normalise(target, number as i64 as u64),
            }
        }
    }
}

/// A unary operator on an operand of a type; `!x` gives 0 or 1.
#[inline]
pub fn unary(operator: UnaryOp, scalar: Scalar, value: u64) -> u64 {
    match operator {
        UnaryOp::Not if scalar.is_float() => u64::from(f64::from_bits(value) == 0.0),
        UnaryOp::Not => u64::from(value == 0),
        UnaryOp::Negate if scalar.is_float() => (-f64::from_bits(value)).to_bits(),
        UnaryOp::Negate => normalise(scalar, (value as i64).wrapping_neg() as u64),
        UnaryOp::Complement => normalise(scalar, !value),
    }
}

/// A binary operator on operands of a type; `None` for a division by zero.
#[inline]
pub fn binary(operator: BinaryOp, scalar: Scalar, left: u64, right: u64) -> Option<u64> {
    if scalar.is_float() {
        return Some(binary_float(
            operator,
            scalar,
            f64::from_bits(left),
            f64::from_bits(right),
        ));
    }
    let unsigned = scalar == Scalar::U64;
    let less = |one: u64, other: u64| {
        if unsigned {
            one < other
        } else {
            (one as i64) < (other as i64)
        }
    };
    let bits = 8 * scalar.size() as u32;
    Some(match operator {
        BinaryOp::Add | BinaryOp::PointerAdd => normalise(scalar, left.wrapping_add(right)),
        BinaryOp::Subtract | BinaryOp::PointerDifference => normalise(scalar, left.wrapping_sub(right)),
        BinaryOp::Multiply => normalise(scalar, left.wrapping_mul(right)),
        BinaryOp::Divide if unsigned => left.checked_div(right)?,
        BinaryOp::Remainder if unsigned => left.checked_rem(right)?,
        BinaryOp::Divide if right == 0 => return None,
        BinaryOp::Remainder if right == 0 => return None,
        BinaryOp::Divide => normalise(scalar, (left as i64).wrapping_div(right as i64) as u64),
        BinaryOp::Remainder => normalise(scalar, (left as i64).wrapping_rem(right as i64) as u64),
        BinaryOp::ShiftLeft if right >= u64::from(bits) => 0,
        BinaryOp::ShiftLeft => normalise(scalar, left << right),
        BinaryOp::ShiftRight if right >= u64::from(bits) => 0,
        BinaryOp::ShiftRight if unsigned => left >> right,
        BinaryOp::ShiftRight => normalise(scalar, ((left as i64) >> right) as u64),
        BinaryOp::And => left & right,
        BinaryOp::Or => left | right,
        BinaryOp::Xor => left ^ right,
        BinaryOp::Equal => u64::from(left == right),
        BinaryOp::NotEqual => u64::from(left != right),
        BinaryOp::Less => u64::from(less(left, right)),
        BinaryOp::LessEqual => u64::from(!less(right, left)),
        BinaryOp::Greater => u64::from(less(right, left)),
        BinaryOp::GreaterEqual => u64::from(!less(left, right)),
    })
}

fn binary_float(operator: BinaryOp, scalar: Scalar, left: f64, right: f64) -> u64 {
    let rounded = |value: f64| normalise(scalar, value.to_bits());
    match operator {
        BinaryOp::Add => rounded(left + right),
        BinaryOp::Subtract => rounded(left - right),
        BinaryOp::Multiply => rounded(left * right),
        BinaryOp::Divide => rounded(left / right),
        BinaryOp::Remainder => rounded(left % right),
        BinaryOp::Equal => u64::from(left == right),
        BinaryOp::NotEqual => u64::from(left != right),
        BinaryOp::Less => u64::from(left < right),
        BinaryOp::LessEqual => u64::from(left <= right),
        BinaryOp::Greater => u64::from(left > right),
        BinaryOp::GreaterEqual => u64::from(left >= right),
        // The remaining operators have integer operands only.
        _ => 0,
    }
}

/// The unit with `width` bits from `first` on replaced by the low bits of `value`.
#[inline]
pub fn insert_bits(unit: u128, first: u32, width: u32, value: u64) -> u128 {
    let mask = u128::from(bit_mask(width)) << first;
    (unit & !mask) | ((u128::from(value) << first) & mask)
}

/// The value of `width` bits from `first` on, extended by the sign of the declared type.
#[inline]
pub fn extract_bits(unit: u128, first: u32, width: u32, scalar: Scalar) -> u64 {
    let raw = (unit >> first) as u64 & bit_mask(width);
    let signed = matches!(scalar, Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64);
    if signed && width > 0 && raw >> (width - 1) & 1 == 1 {
        raw | !bit_mask(width)
    } else {
        raw
    }
}

fn bit_mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_wrap_around_in_their_type() {
        let minus_one = -1i64 as u64;
        let cases = [
            (BinaryOp::Add, Scalar::U8, 255, 1, Some(0)),
            (BinaryOp::Add, Scalar::I32, 0x7fff_ffff, 1, Some(i32::MIN as i64 as u64)),
            (BinaryOp::Subtract, Scalar::U32, 0, 1, Some(0xffff_ffff)),
            (BinaryOp::Divide, Scalar::I32, minus_one, 2, Some(0)),
            (
                BinaryOp::Divide,
                Scalar::I64,
                i64::MIN as u64,
                minus_one,
                Some(i64::MIN as u64),
            ),
            (BinaryOp::Divide, Scalar::U64, minus_one, 2, Some(u64::MAX / 2)),
            (BinaryOp::Remainder, Scalar::I32, 7, 0, None),
            (BinaryOp::ShiftRight, Scalar::I32, minus_one, 1, Some(minus_one)),
            (BinaryOp::ShiftRight, Scalar::U32, 0xffff_ffff, 31, Some(1)),
            (BinaryOp::Less, Scalar::I32, minus_one, 0, Some(1)),
            (BinaryOp::Less, Scalar::U64, minus_one, 0, Some(0)),
        ];
        for (operator, scalar, left, right, expected) in cases {
            assert_eq!(
                binary(operator, scalar, left, right),
                expected,
                "{operator:?} {scalar:?} {left} {right}"
            );
        }
    }

    #[test]
    fn a_register_survives_memory() {
        for scalar in [
            Scalar::I8,
            Scalar::U16,
            Scalar::I32,
            Scalar::U64,
            Scalar::F32,
            Scalar::F64,
            Scalar::Bool,
        ] {
            for raw in [0u64, 1, 0x80, 0xffff, u64::MAX, 2.5f64.to_bits()] {
                let value = convert(Scalar::U64, scalar, raw);
                let size = scalar.size() as u32;
                let stored = to_memory(scalar, value) & (u64::MAX >> (64 - 8 * size));
                assert_eq!(from_memory(scalar, stored), value, "{scalar:?} {raw:#x}");
            }
        }
    }

    #[test]
    fn bits_inserted_are_extracted_and_leave_the_others() {
        for (first, width) in [(0, 1), (3, 5), (31, 1), (0, 32), (8, 24)] {
            let unit = insert_bits(0xa5a5_a5a5, first, width, 0b1_0110);
            let mask = bit_mask(width);
            assert_eq!(extract_bits(unit, first, width, Scalar::U32), 0b1_0110 & mask);
            let others = !u128::from(mask << first);
            assert_eq!(unit & others, 0xa5a5_a5a5 & others);
        }
        assert_eq!(extract_bits(0b100, 0, 3, Scalar::I32) as i64, -4);
    }
}
