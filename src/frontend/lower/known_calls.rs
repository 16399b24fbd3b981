//! Calls of functions of the compiler that are constants where their arguments are (GCC manual, "Other Builtins"):
//! static initialisers and sizes may be made of them (`INFINITY`, `htonl(1)`, `sizeof "abc" - strlen("abc")`).

use lang_c::ast::Expression;
use lang_c::span::Node;

use super::Lowering;
use super::arithmetic::wrap;
use crate::ir::{Expr, FloatFormat, TypeId, TypeKind};

impl<'a> Lowering<'a> {
    /// The value of a call of `__builtin_NAME` where constants are needed; `None` if it is none that is computed here.
    pub(super) fn known_call(&mut self, name: &str, arguments: &'a [Node<Expression>]) -> Option<Expr> {
        if !self.folding {
            return None;
        }
        if let Some(special) = special_float(name) {
            let ty = self.float_of_suffix(name)?;
            return Some(Expr::Float(special, ty));
        }
        if let ("strlen", [argument]) = (name, arguments) {
            let Expression::StringLiteral(literal) = &argument.node else {
                return None;
            };
            let (_, elements) = self.string_elements(&literal.node);
            let length = elements.iter().take_while(|element| **element != 0).count();
            return Some(Expr::Integer(length as i128, self.basic.unsigned_long));
        }
        let [argument] = arguments else { return None };
        let number = self.constant(argument)?;
        self.known_count(name, number)
            .or_else(|| self.bytes_reversed(name, number))
    }

    /// What counts bits, or takes a sign away.
    fn known_count(&self, name: &str, number: i128) -> Option<Expr> {
        let basic = self.basic;
        let (name, ty) = match name {
            "labs" => ("abs", basic.long),
            "llabs" => ("abs", basic.long_long),
            _ => match (name.strip_suffix("ll"), name.strip_suffix('l')) {
                (Some(name), _) => (name, basic.long_long),
                (None, Some(name)) => (name, basic.long),
                (None, None) => (name, basic.int),
            },
        };
        let (size, _) = self.integer(ty)?;
        let bits = u32::from(size) * 8;
        let pattern = wrap(number, size, false) as u64;
        let unused = 64 - bits;
        let count = match name {
            "abs" => return Some(Expr::Integer(wrap(number, size, true).checked_abs()?, ty)),
            "popcount" => pattern.count_ones(),
            "parity" => pattern.count_ones() % 2,
            "clz" if pattern != 0 => pattern.leading_zeros() - unused,
            "ctz" if pattern != 0 => pattern.trailing_zeros(),
            "ffs" if pattern == 0 => 0,
            "ffs" => pattern.trailing_zeros() + 1,
            _ => return None,
        };
        Some(Expr::Integer(i128::from(count), basic.int))
    }

    fn bytes_reversed(&mut self, name: &str, number: i128) -> Option<Expr> {
        let (value, size) = match name {
            "bswap16" => (i128::from((number as u16).swap_bytes()), 2),
            "bswap32" => (i128::from((number as u32).swap_bytes()), 4),
            "bswap64" => (i128::from((number as u64).swap_bytes()), 8),
            _ => return None,
        };
        let ty = self.types_mut().intern(TypeKind::Integer { size, signed: false });
        Some(Expr::Integer(value, ty))
    }

    /// The type of what `inf`, `inff`, `infl` and their like return.
    fn float_of_suffix(&mut self, name: &str) -> Option<TypeId> {
        let size = match name {
            "inf" | "huge_val" | "nan" => return Some(self.basic.double),
            "inff" | "huge_valf" | "nanf" => 4,
            _ => return None,
        };
        Some(self.types_mut().intern(TypeKind::Float {
            size,
            format: FloatFormat::Usual,
        }))
    }
}

/// The number that is not written in digits.
fn special_float(name: &str) -> Option<f64> {
    if name.starts_with("inf") || name.starts_with("huge_val") {
        Some(f64::INFINITY)
    } else if name.starts_with("nan") {
        Some(f64::NAN)
    } else {
        None
    }
}
