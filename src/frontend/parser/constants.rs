//! Integer and floating constants (C17 6.4.4.1, 6.4.4.2).

use lang_c::ast::{
    Constant, Float, FloatBase, FloatFormat, FloatSuffix, Integer, IntegerBase, IntegerSize, IntegerSuffix,
    TS18661FloatFormat, TS18661FloatType,
};

use super::{Parsed, Parser};
use crate::frontend::lexer::Kind;

impl Parser<'_> {
    /// The constant that the current token spells.
    pub(super) fn constant(&mut self) -> Parsed<Constant> {
        let text = self.token_text();
        match constant(text) {
            Some(constant) if self.kind() == Kind::Number => {
                self.advance();
                Ok(constant)
            }
            _ => Err(self.error(format!("`{text}` is no number."))),
        }
    }
}

fn constant(text: &str) -> Option<Constant> {
    if text.contains('\'') {
        return constant(&text.replace('\'', ""));
    }
    let (base, digits) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (IntegerBase::Hexadecimal, &text[2..]),
        [b'0', b'b' | b'B', ..] => (IntegerBase::Binary, &text[2..]),
        [b'0', b'0'..=b'9', ..] => (IntegerBase::Octal, &text[1..]),
        _ => (IntegerBase::Decimal, text),
    };
    let hexadecimal = base == IntegerBase::Hexadecimal;
    let is_digit = |byte: &u8| byte.is_ascii_digit() || hexadecimal && byte.is_ascii_hexdigit();
    let count = digits.bytes().take_while(is_digit).count();
    let is_float = match digits.as_bytes().get(count) {
        Some(b'.') => true,
        Some(b'e' | b'E') => !hexadecimal,
        Some(b'p' | b'P') => hexadecimal,
        _ => false,
    };
    if is_float {
        return float(if hexadecimal { digits } else { text }, hexadecimal).map(Constant::Float);
    }
    let (number, suffix) = digits.split_at(count);
    let valid = match base {
        IntegerBase::Octal => number.bytes().all(|digit| digit < b'8'),
        IntegerBase::Binary => !number.is_empty() && number.bytes().all(|digit| digit < b'2'),
        _ => !number.is_empty(),
    };
    let suffix = integer_suffix(suffix).filter(|_| valid)?;
    Some(Constant::Integer(Integer {
        base,
        number: number.into(),
        suffix,
    }))
}

/// `u`, `l` or `ll`, and GNU C's `i` or `j`, each at most once, in any order and case.
fn integer_suffix(text: &str) -> Option<IntegerSuffix> {
    let mut suffix = IntegerSuffix {
        size: IntegerSize::Int,
        unsigned: false,
        imaginary: false,
    };
    let mut rest = text;
    while let Some(first) = rest.as_bytes().first() {
        let (fresh, length) = match first {
            b'u' | b'U' => (!std::mem::replace(&mut suffix.unsigned, true), 1),
            b'i' | b'I' | b'j' | b'J' => (!std::mem::replace(&mut suffix.imaginary, true), 1),
            b'l' | b'L' => {
                let (size, length) = if rest.starts_with("ll") || rest.starts_with("LL") {
                    (IntegerSize::LongLong, 2)
                } else {
                    (IntegerSize::Long, 1)
                };
                (std::mem::replace(&mut suffix.size, size) == IntegerSize::Int, length)
            }
            _ => return None,
        };
        if !fresh {
            return None;
        }
        rest = &rest[length..];
    }
    Some(suffix)
}

/// A floating constant, without the prefix of a hexadecimal one.
fn float(text: &str, hexadecimal: bool) -> Option<Float> {
    let is_digit = |byte: u8| byte.is_ascii_digit() || hexadecimal && byte.is_ascii_hexdigit();
    let mantissa = text.bytes().take_while(|byte| is_digit(*byte) || *byte == b'.').count();
    let mut length = mantissa;
    let letter = text.as_bytes().get(length).map(u8::to_ascii_lowercase);
    if letter == Some(if hexadecimal { b'p' } else { b'e' }) {
        length += 1;
        length += usize::from(matches!(text.as_bytes().get(length), Some(b'+' | b'-')));
        let digits = text[length..].bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return None;
        }
        length += digits;
    } else if hexadecimal {
        return None;
    }
    let (number, suffix) = text.split_at(length);
    if text[..mantissa].matches('.').count() > 1 || mantissa <= text[..mantissa].matches('.').count() {
        return None;
    }
    Some(Float {
        base: if hexadecimal {
            FloatBase::Hexadecimal
        } else {
            FloatBase::Decimal
        },
        number: number.into(),
        suffix: float_suffix(suffix)?,
    })
}

fn float_suffix(text: &str) -> Option<FloatSuffix> {
    let lower = text.to_ascii_lowercase();
    let (plain, imaginary) = match lower.strip_suffix(['i', 'j']) {
        Some(plain) => (plain, true),
        None => (
            lower.strip_prefix(['i', 'j']).unwrap_or(&lower),
            lower.starts_with(['i', 'j']),
        ),
    };
    let extended = |format, width| FloatFormat::TS18661Format(TS18661FloatType { format, width });
    let format = match plain {
        "" | "d" => FloatFormat::Double,
        "f" => FloatFormat::Float,
        "l" | "w" => FloatFormat::LongDouble,
        "f16" => extended(TS18661FloatFormat::BinaryInterchange, 16),
        "f32" => extended(TS18661FloatFormat::BinaryInterchange, 32),
        "f64" => extended(TS18661FloatFormat::BinaryInterchange, 64),
        "f128" | "q" => extended(TS18661FloatFormat::BinaryInterchange, 128),
        "f32x" => extended(TS18661FloatFormat::BinaryExtended, 32),
        "f64x" => extended(TS18661FloatFormat::BinaryExtended, 64),
        "df" => extended(TS18661FloatFormat::DecimalInterchange, 32),
        "dd" => extended(TS18661FloatFormat::DecimalInterchange, 64),
        "dl" => extended(TS18661FloatFormat::DecimalInterchange, 128),
        _ => return None,
    };
    Some(FloatSuffix { format, imaginary })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_what_they_spell() {
        for (text, base, number) in [
            ("0", IntegerBase::Decimal, "0"),
            ("017", IntegerBase::Octal, "17"),
            ("0xFFul", IntegerBase::Hexadecimal, "FF"),
            ("0b101", IntegerBase::Binary, "101"),
            ("42LLU", IntegerBase::Decimal, "42"),
            ("1'000'000", IntegerBase::Decimal, "1000000"),
            ("0xff'ff", IntegerBase::Hexadecimal, "ffff"),
        ] {
            let Some(Constant::Integer(integer)) = constant(text) else {
                panic!("{text} is an integer");
            };
            assert_eq!((integer.base, &*integer.number), (base, number), "{text}");
        }
        for (text, number) in [
            ("1.5f", "1.5"),
            ("1e-3", "1e-3"),
            (".5L", ".5"),
            ("1.0d", "1.0"),
            ("1.5q", "1.5"),
            ("1'0.2'5", "10.25"),
            ("0x1.8p3", "1.8p3"),
            ("1.", "1."),
        ] {
            let Some(Constant::Float(float)) = constant(text) else {
                panic!("{text} is a float");
            };
            assert_eq!(&*float.number, number, "{text}");
        }
    }

    #[test]
    fn what_spells_no_number_is_refused() {
        for text in [
            "08", "0x", "0b2", "1ulu", "1lL", "1.2.3", "1e", "0x1.8", "1abc", "1.5x", ".",
        ] {
            assert!(constant(text).is_none(), "{text}");
        }
    }
}
