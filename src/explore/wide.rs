//! Numbers of more than 64 bits: `__int128`, and `long double` in the extended format of the x87, 64 bits of fraction and 15 of exponent
//! (Intel 64 and IA-32 Architectures Software Developer's Manual, volume 1, chapter 4.8 and 8; System V ABI for AMD64, 3.1.2).
//!
//! A register has 64 bits, so it holds the place of such a number in a table ([`WideNumbers`]) in which each number stands once, and 0 stands
//! first: two registers are equal exactly if their numbers are the same bits. Operations are calls of a routine of executions.
//! Searches through all states end where they meet one.

use hashbrown::HashMap;
use rustc_apfloat::ieee::{Double, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round};
use rustc_hash::FxBuildHasher;

use super::arithmetic::normalise;
use super::code::Scalar;
use crate::ir::{BinaryOp, UnaryOp};

/// The numbers that registers stand for.
#[derive(Clone, Debug)]
pub struct WideNumbers {
    numbers: Vec<u128>,
    places: HashMap<u128, u64, FxBuildHasher>,
}

impl Default for WideNumbers {
    fn default() -> Self {
        let mut none = WideNumbers {
            numbers: Vec::new(),
            places: HashMap::default(),
        };
        none.place(0);
        none
    }
}

impl WideNumbers {
    /// What a register holds for a number.
    pub fn place(&mut self, number: u128) -> u64 {
        let next = self.numbers.len() as u64;
        let place = *self.places.entry(number).or_insert(next);
        if place == next {
            self.numbers.push(number);
        }
        place
    }

    /// The number that a register stands for.
    pub fn number(&self, place: u64) -> u128 {
        let known = usize::try_from(place).ok().and_then(|place| self.numbers.get(place));
        known.copied().unwrap_or(0)
    }

    /// Forgets the numbers behind the first ones, as many as another table has.
    pub fn reset(&mut self, first: &WideNumbers) {
        for number in self.numbers.drain(first.numbers.len().min(self.numbers.len())..) {
            self.places.remove(&number);
        }
        if self.numbers.len() < first.numbers.len() {
            self.clone_from(first);
        }
    }
}

/// An operation with an operand or a result of more than 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WideOperation {
    /// An operator with one operand of a type.
    Unary(UnaryOp, Scalar),
    /// An operator with operands of a type; how far is shifted is a number of 64 bits.
    Binary(BinaryOp, Scalar),
    /// A conversion from one type to another.
    Convert(Scalar, Scalar),
}

/// The sign of a `long double`.
pub const SIGN: u128 = 1 << 79;
/// The bit before the binary point.
const WHOLE: u128 = 1 << 63;
/// The bit behind it, which is set where what is not a number is quiet.
pub const QUIET: u128 = 1 << 62;
const FRACTION: u128 = (1 << 64) - 1;
/// What the processor gives where an operation has no result.
pub const INVALID: u128 = SIGN | 0x7fff << 64 | WHOLE | QUIET;

/// The bytes in which a number lies; the rest of its memory is padding.
pub fn bytes_of(scalar: Scalar) -> u64 {
    match scalar {
        Scalar::Extended(_) => 10,
        scalar => scalar.size(),
    }
}

/// Whether bits are a number: a `long double` has some that the processor refuses.
pub fn is_number(scalar: Scalar, bits: u128) -> bool {
    let has_exponent = bits >> 64 & 0x7fff != 0;
    !matches!(scalar, Scalar::Extended(_)) || has_exponent == (bits & WHOLE != 0)
}

fn extended(bits: u128) -> X87DoubleExtended {
    X87DoubleExtended::from_bits(bits)
}

fn is_signed(scalar: Scalar) -> bool {
    matches!(
        scalar,
        Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 | Scalar::I128
    )
}

/// A number converted to another type, where one of both has more than 64 bits. Others are as registers hold them.
/// Nothing, where the number does not fit, as C leaves that open.
pub fn convert(source: Scalar, target: Scalar, value: u128) -> Option<u128> {
    match (source, target) {
        (_, Scalar::Bool) => Some(u128::from(!is_zero(source, value))),
        (Scalar::Extended(_), Scalar::Extended(_)) => Some(value),
        (Scalar::Extended(_), Scalar::F64) => {
            let double: Double = extended(value).convert(&mut false).value;
            Some(of_nan(value, double.to_bits(), 52, extended(value).is_nan()))
        }
        (Scalar::Extended(_), Scalar::F32) => {
            let single: Single = extended(value).convert(&mut false).value;
            let bits = of_nan(value, single.to_bits(), 23, extended(value).is_nan());
            Some(u128::from(f64::from(f32::from_bits(bits as u32)).to_bits()))
        }
        (Scalar::Extended(_), _) => whole(target, extended(value)),
        (Scalar::F32 | Scalar::F64, Scalar::Extended(_)) => {
            let number = Double::from_bits(value & u128::from(u64::MAX));
            let wide: X87DoubleExtended = number.convert(&mut false).value;
            Some(match number.is_nan() {
                true => quieted(value, 52),
                false => wide.to_bits(),
            })
        }
        (Scalar::F32 | Scalar::F64, _) => {
            let number = f64::from_bits(value as u64).trunc();
            let limit = 2f64.powi(127);
            match is_signed(target) {
                true => (-limit..limit).contains(&number).then_some(number as i128 as u128),
                false => (0.0..2.0 * limit).contains(&number).then_some(number as u128),
            }
        }
        (_, Scalar::Extended(_)) => {
            let number = widened(source, value);
            Some(
                match is_signed(source) {
                    true => X87DoubleExtended::from_i128_r(number as i128, Round::NearestTiesToEven),
                    false => X87DoubleExtended::from_u128_r(number, Round::NearestTiesToEven),
                }
                .value
                .to_bits(),
            )
        }
        (Scalar::I128, Scalar::F64) => Some(u128::from((value as i128 as f64).to_bits())),
        (Scalar::U128, Scalar::F64) => Some(u128::from((value as f64).to_bits())),
        (Scalar::I128, Scalar::F32) => Some(u128::from(f64::from(value as i128 as f32).to_bits())),
        (Scalar::U128, Scalar::F32) => Some(u128::from(f64::from(value as f32).to_bits())),
        (_, Scalar::I128 | Scalar::U128) => Some(widened(source, value)),
        _ => Some(u128::from(normalise(target, value as u64))),
    }
}

/// An integer as one of 128 bits.
fn widened(source: Scalar, value: u128) -> u128 {
    match source {
        Scalar::I128 | Scalar::U128 => value,
        _ if is_signed(source) => value as u64 as i64 as i128 as u128,
        _ => u128::from(value as u64),
    }
}

/// What is not a number keeps its sign and its upper bits, and becomes quiet; others are the bits given.
fn of_nan(value: u128, other: u128, fraction: u32, is_nan: bool) -> u128 {
    if !is_nan {
        return other;
    }
    let exponent = match fraction {
        52 => 0x7ff << 52,
        _ => 0xff << 23,
    };
    let sign = (value >> 79 & 1) << (if fraction == 52 { 63 } else { 31 });
    let payload = (value & (WHOLE - 1)) >> (63 - fraction);
    sign | exponent | payload | 1 << (fraction - 1)
}

/// The other way round, from a `double`.
fn quieted(value: u128, fraction: u32) -> u128 {
    let sign = (value >> 63 & 1) << 79;
    let payload = (value & ((1 << fraction) - 1)) << (63 - fraction);
    sign | 0x7fff << 64 | WHOLE | QUIET | payload
}

/// A whole number of a type, towards zero.
fn whole(target: Scalar, number: X87DoubleExtended) -> Option<u128> {
    let bits = 8 * target.size() as usize;
    let fits = |status: rustc_apfloat::Status| !status.contains(rustc_apfloat::Status::INVALID_OP);
    match is_signed(target) {
        true => {
            let converted = number.to_i128_r(bits, Round::TowardZero, &mut false);
            fits(converted.status).then_some(converted.value as u128)
        }
        false => {
            let converted = number.to_u128_r(bits, Round::TowardZero, &mut false);
            fits(converted.status).then_some(converted.value)
        }
    }
}

fn is_zero(scalar: Scalar, value: u128) -> bool {
    match scalar {
        Scalar::Extended(_) => extended(value).is_zero(),
        Scalar::F32 | Scalar::F64 => f64::from_bits(value as u64) == 0.0,
        _ => value == 0,
    }
}

/// A unary operator on a number of more than 64 bits.
pub fn unary(operator: UnaryOp, scalar: Scalar, value: u128) -> u128 {
    match (operator, scalar) {
        (UnaryOp::Not, _) => u128::from(is_zero(scalar, value)),
        (UnaryOp::Negate, Scalar::Extended(_)) => value ^ SIGN,
        (UnaryOp::Negate, _) => value.wrapping_neg(),
        (UnaryOp::Complement, _) => !value,
    }
}

/// A binary operator on numbers of more than 64 bits; nothing for a division of integers by zero.
pub fn binary(operator: BinaryOp, scalar: Scalar, left: u128, right: u128) -> Option<u128> {
    match scalar {
        Scalar::Extended(_) => Some(binary_extended(operator, left, right)),
        Scalar::I128 => binary_signed(operator, left as i128, right as i128),
        _ => binary_unsigned(operator, left, right),
    }
}

fn binary_signed(operator: BinaryOp, left: i128, right: i128) -> Option<u128> {
    let value = match operator {
        BinaryOp::Divide if right == 0 => return None,
        BinaryOp::Remainder if right == 0 => return None,
        BinaryOp::Divide => left.wrapping_div(right),
        BinaryOp::Remainder => left.wrapping_rem(right),
        BinaryOp::ShiftRight if (0..128).contains(&right) => left >> right,
        BinaryOp::Less => i128::from(left < right),
        BinaryOp::LessEqual => i128::from(left <= right),
        BinaryOp::Greater => i128::from(left > right),
        BinaryOp::GreaterEqual => i128::from(left >= right),
        _ => return binary_unsigned(operator, left as u128, right as u128),
    };
    Some(value as u128)
}

fn binary_unsigned(operator: BinaryOp, left: u128, right: u128) -> Option<u128> {
    Some(match operator {
        BinaryOp::Add | BinaryOp::PointerAdd => left.wrapping_add(right),
        BinaryOp::Subtract | BinaryOp::PointerDifference => left.wrapping_sub(right),
        BinaryOp::Multiply => left.wrapping_mul(right),
        BinaryOp::Divide => left.checked_div(right)?,
        BinaryOp::Remainder => left.checked_rem(right)?,
        BinaryOp::ShiftLeft | BinaryOp::ShiftRight if right >= 128 => 0,
        BinaryOp::ShiftLeft => left << right,
        BinaryOp::ShiftRight => left >> right,
        BinaryOp::And => left & right,
        BinaryOp::Or => left | right,
        BinaryOp::Xor => left ^ right,
        BinaryOp::Equal => u128::from(left == right),
        BinaryOp::NotEqual => u128::from(left != right),
        BinaryOp::Less => u128::from(left < right),
        BinaryOp::LessEqual => u128::from(left <= right),
        BinaryOp::Greater => u128::from(left > right),
        BinaryOp::GreaterEqual => u128::from(left >= right),
    })
}

fn binary_extended(operator: BinaryOp, left: u128, right: u128) -> u128 {
    let (one, other) = (extended(left), extended(right));
    let result = match operator {
        BinaryOp::Add => one + other,
        BinaryOp::Subtract => one - other,
        BinaryOp::Multiply => one * other,
        BinaryOp::Divide => one / other,
        BinaryOp::Equal => return u128::from(one == other),
        BinaryOp::NotEqual => return u128::from(one != other),
        BinaryOp::Less => return u128::from(one < other),
        BinaryOp::LessEqual => return u128::from(one <= other),
        BinaryOp::Greater => return u128::from(one > other),
        BinaryOp::GreaterEqual => return u128::from(one >= other),
        // The remaining operators have integer operands only.
        _ => return 0,
    };
    match (one.is_nan(), other.is_nan()) {
        (false, false) if result.value.is_nan() => INVALID,
        (false, false) => result.value.to_bits(),
        (true, false) => left | QUIET,
        (false, true) => right | QUIET,
        (true, true) => chosen(left, right),
    }
}

/// Of two that are no numbers the processor takes the one with the greater fraction, and of equal ones that without a sign.
fn chosen(left: u128, right: u128) -> u128 {
    let (one, other) = (left & FRACTION, right & FRACTION);
    let taken = match one.cmp(&other) {
        std::cmp::Ordering::Greater => left,
        std::cmp::Ordering::Less => right,
        std::cmp::Ordering::Equal => left & right,
    };
    taken | QUIET
}
