//! Constants and string literals (C17 6.4.4, 6.4.5).

use lang_c::ast::{Constant, Float, FloatBase, FloatFormat, Integer, IntegerBase, IntegerSize};
use lang_c::span::Node;
use rustc_apfloat::ieee::{Double, X87DoubleExtended};
use rustc_apfloat::{Float as _, FloatConvert, Round};

use super::Lowering;
use super::arithmetic::rounded;
use crate::frontend::lexer::{Encoding, StringLiteral};
use crate::ir::{BinaryOp, Expr, StringId, TypeId, TypeKind};

impl<'a> Lowering<'a> {
    /// The value of a constant.
    pub(super) fn literal(&mut self, constant: &'a Node<Constant>) -> Expr {
        match &constant.node {
            Constant::Integer(integer) => {
                if integer.suffix.imaginary {
                    let at = self.at(constant.span);
                    return self.wrong(at, "An imaginary integer.");
                }
                match parse_integer(integer) {
                    Some(value) => {
                        let ty = self.integer_type(integer, value);
                        Expr::Integer(value, ty)
                    }
                    None => {
                        let at = self.at(constant.span);
                        self.wrong(at, "An integer constant that no type can hold.")
                    }
                }
            }
            Constant::Float(float) => {
                let ty = self.float_type(float);
                match ty == self.basic.long_double {
                    true => extended_literal(float, ty),
                    false => {
                        let size = self.types().size(ty).unwrap_or(8) as u8;
                        Expr::Float(rounded(parse_float(float), size), ty)
                    }
                }
            }
            Constant::Character(index) => self.character(index),
        }
    }

    /// A character constant (C17 6.4.4.4 10): of type `int`, unless its prefix says otherwise.
    fn character(&mut self, index: &str) -> Expr {
        let basic = self.basic;
        let literal = self.string(index);
        let first = literal
            .and_then(|literal| literal.elements.first().copied())
            .unwrap_or(0);
        let several = literal.filter(|literal| literal.elements.len() > 1);
        match literal.map_or(Encoding::Bytes, |literal| literal.encoding) {
            Encoding::Bytes => {
                let character = Expr::Integer(i128::from(first), basic.int);
                let character = self.convert(character, basic.character);
                match several {
                    None => self.convert(character, basic.int),
                    // Several characters shift the earlier ones up (gcc).
                    Some(literal) => {
                        let value = literal.elements.iter().fold(0_u32, |value, next| value << 8 | next);
                        Expr::Integer(i128::from(value as i32), basic.int)
                    }
                }
            }
            Encoding::Char16 => {
                let ty = self.types_mut().intern(TypeKind::Integer { size: 2, signed: false });
                Expr::Integer(i128::from(first), ty)
            }
            Encoding::Char32 => Expr::Integer(i128::from(first), basic.unsigned),
            Encoding::Wide => Expr::Integer(i128::from(first as i32), basic.int),
        }
    }

    /// The literal that the tree names by its index.
    pub(super) fn string(&self, index: &str) -> Option<&'a StringLiteral> {
        self.units[self.unit].parsed.string(index)
    }

    /// The first type of the constant's list that can hold it (C17 6.4.4.1 5).
    fn integer_type(&mut self, integer: &Integer, value: i128) -> TypeId {
        let basic = self.basic;
        let list = [
            (IntegerSize::Int, basic.int, basic.unsigned),
            (IntegerSize::Long, basic.long, basic.unsigned_long),
            (IntegerSize::LongLong, basic.long_long, basic.unsigned_long_long),
        ];
        let may_be_unsigned = integer.suffix.unsigned || integer.base != IntegerBase::Decimal;
        for (size, signed, unsigned) in list {
            if size < integer.suffix.size {
                continue;
            }
            let bits = self.integer(signed).map_or(32, |(size, _)| u32::from(size) * 8);
            if !integer.suffix.unsigned && value < 1_i128 << (bits - 1) {
                return signed;
            }
            if may_be_unsigned && value < 1_i128 << bits {
                return unsigned;
            }
        }
        self.types_mut().intern(TypeKind::Integer { size: 16, signed: true })
    }

    fn float_type(&mut self, float: &Float) -> TypeId {
        match &float.suffix.format {
            FloatFormat::Float => self.basic.float,
            FloatFormat::Double => self.basic.double,
            FloatFormat::LongDouble => self.basic.long_double,
            FloatFormat::TS18661Format(format) => self.extended_float(format),
        }
    }

    /// The elements of adjacent string literals joined, without the terminating zero, and their encoding.
    pub(super) fn string_elements(&self, parts: &[String]) -> (Encoding, Vec<u32>) {
        let literals: Vec<&StringLiteral> = parts.iter().filter_map(|part| self.string(part)).collect();
        let mut prefixes = literals.iter().map(|literal| literal.encoding);
        let prefix = prefixes.find(|prefix| *prefix != Encoding::Bytes);
        let encoding = prefix.unwrap_or(Encoding::Bytes);
        let mut joined = Vec::new();
        for literal in literals {
            joined.extend_from_slice(&literal.elements_as(encoding));
        }
        (encoding, joined)
    }

    /// The text of a string literal, for messages and templates.
    pub(super) fn string_text(&self, parts: &[String]) -> String {
        let (_, elements) = self.string_elements(parts);
        elements
            .iter()
            .map(|element| char::from_u32(*element).unwrap_or('\u{fffd}'))
            .collect()
    }

    /// The type of a string literal's elements.
    pub(super) fn element_type(&mut self, encoding: Encoding) -> TypeId {
        match encoding {
            Encoding::Bytes => self.basic.character,
            Encoding::Char16 => self.types_mut().intern(TypeKind::Integer { size: 2, signed: false }),
            Encoding::Char32 => self.basic.unsigned,
            Encoding::Wide => self.basic.int,
        }
    }

    /// Adds a string to the program. Returns its id and the type of its array.
    pub(super) fn add_string(&mut self, encoding: Encoding, elements: &[u32]) -> (StringId, TypeId) {
        let element = self.element_type(encoding);
        let size = self.types().size(element).unwrap_or(1) as usize;
        let bytes = elements
            .iter()
            .chain(std::iter::once(&0))
            .flat_map(|value| value.to_le_bytes().into_iter().take(size))
            .collect();
        let id = StringId(self.strings.len() as u32);
        self.strings.push(bytes);
        let array = self
            .types_mut()
            .intern(TypeKind::Array(element, Some(elements.len() as u64 + 1)));
        (id, array)
    }
}

pub(super) fn parse_integer(integer: &Integer) -> Option<i128> {
    let (digits, base) = match integer.base {
        IntegerBase::Decimal => (&*integer.number, 10),
        IntegerBase::Octal => (&*integer.number, 8),
        IntegerBase::Hexadecimal => (integer.number.trim_start_matches("0x").trim_start_matches("0X"), 16),
        IntegerBase::Binary => (integer.number.trim_start_matches("0b").trim_start_matches("0B"), 2),
    };
    if digits.is_empty() {
        return Some(0);
    }
    i128::from_str_radix(digits, base).ok()
}

/// A constant of type `long double`, whose numbers have 64 bits. One that no `double` is, is the sum of two that are, multiplied by powers
/// of two if it is greater than all that a `double` is, or less: that is exact.
fn extended_literal(float: &Float, ty: TypeId) -> Expr {
    let digits = match float.base {
        FloatBase::Decimal => float.number.to_string(),
        FloatBase::Hexadecimal => format!("0x{}", float.number.trim_start_matches("0x").trim_start_matches("0X")),
    };
    let Ok(read) = X87DoubleExtended::from_str_r(&digits, Round::NearestTiesToEven) else {
        return Expr::Unknown(ty);
    };
    if let Some(sum) = sum_of_doubles(read.value, ty) {
        return sum;
    }
    let mut power = 0;
    let fraction = read.value.frexp_r(&mut power, Round::NearestTiesToEven);
    let Some(mut value) = sum_of_doubles(fraction, ty) else {
        return Expr::Unknown(ty);
    };
    while power != 0 {
        let step = power.clamp(-MOST_AT_ONCE, MOST_AT_ONCE);
        let factor = Expr::Float(2f64.powi(step), ty);
        value = Expr::Binary(BinaryOp::Multiply, Box::new(value), Box::new(factor), ty);
        power -= step;
    }
    value
}

/// Powers of two up to this one are `double`s, and so are their inverses.
const MOST_AT_ONCE: i32 = 1000;

/// A number as a `double`, or as the sum of two.
fn sum_of_doubles(number: X87DoubleExtended, ty: TypeId) -> Option<Expr> {
    let double = |value: X87DoubleExtended| {
        let rounded: Double = value.convert(&mut false).value;
        f64::from_bits(rounded.to_bits() as u64)
    };
    let extended =
        |value: f64| -> X87DoubleExtended { Double::from_bits(u128::from(value.to_bits())).convert(&mut false).value };
    let high = double(number);
    if extended(high) == number {
        return Some(Expr::Float(high, ty));
    }
    let low = double((number - extended(high)).value);
    let is_sum = (extended(high) + extended(low)).value == number;
    is_sum.then(|| {
        let [high, low] = [high, low].map(|part| Box::new(Expr::Float(part, ty)));
        Expr::Binary(BinaryOp::Add, high, low, ty)
    })
}

fn parse_float(float: &Float) -> f64 {
    match float.base {
        FloatBase::Decimal => float.number.parse().unwrap_or(f64::NAN),
        FloatBase::Hexadecimal => parse_hexadecimal_float(&float.number).unwrap_or(f64::NAN),
    }
}

/// `1.8p3` in hexadecimal digits.
fn parse_hexadecimal_float(text: &str) -> Option<f64> {
    let text = text.trim_start_matches("0x").trim_start_matches("0X");
    let (mantissa, exponent) = text.split_once(['p', 'P']).unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut value = 0.0;
    for digit in whole.chars().chain(fraction.chars()) {
        value = value * 16.0 + f64::from(digit.to_digit(16)?);
    }
    let exponent: i32 = exponent.parse().ok()?;
    Some(value * 2_f64.powi(exponent.saturating_sub(4 * fraction.len() as i32)))
}

#[cfg(test)]
mod tests {
    use super::parse_hexadecimal_float;

    #[test]
    fn hexadecimal_floats_have_the_value_that_they_spell() {
        assert_eq!(parse_hexadecimal_float("1.8p3"), Some(12.0));
        assert_eq!(parse_hexadecimal_float("0x.8p0"), Some(0.5));
    }
}
