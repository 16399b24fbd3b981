//! Constant expressions (C17 6.6): lowered like any other, with folding; constant is what folds to an integer.

use lang_c::ast::{Expression, Initializer, StaticAssert};
use lang_c::span::Node;

use super::Lowering;
use super::arithmetic::wrap;
use super::declarators::Declared;
use super::records::is_named;
use crate::frontend::reserved;
use crate::ir::{BinaryOp, Expr, Place, Projection, Root, TypeId, UnaryOp};

impl<'a> Lowering<'a> {
    /// The value of an expression if it is an integer constant.
    pub(super) fn constant(&mut self, expression: &'a Node<Expression>) -> Option<i128> {
        let folding = std::mem::replace(&mut self.folding, true);
        let value = self.unevaluated(|lowering| {
            let value = lowering.value(expression);
            // What does something besides, as a call in front of a comma does, is no constant (C17 6.6).
            Some(value).filter(|_| lowering.flow.does_nothing())
        });
        self.folding = folding;
        match value {
            Some(Expr::Integer(value, _)) => Some(value),
            _ => None,
        }
    }

    /// The value of an expression that must be an integer constant.
    pub(super) fn required_constant(&mut self, expression: &'a Node<Expression>) -> i128 {
        self.constant(expression).unwrap_or_else(|| {
            let at = self.at(expression.span);
            self.error(at, "This is not an integer constant.");
            0
        })
    }

    /// The value of what is declared `constexpr` (C23) with an integer type: it counts in constant expressions.
    pub(super) fn constexpr_value(
        &mut self,
        declared: &Declared<'a>,
        value: Option<&'a Node<Initializer>>,
    ) -> Option<i128> {
        let is_constexpr = declared
            .attributes
            .iter()
            .any(|attribute| is_named(attribute, reserved::CONSTEXPR));
        let value = value.filter(|_| is_constexpr && self.types().is_integer(declared.ty))?;
        let value = match &value.node {
            Initializer::Expression(value) => self.constant(value),
            Initializer::List(list) => match list.as_slice() {
                [] => Some(0),
                [item] => match &item.node.initializer.node {
                    Initializer::Expression(value) => self.constant(value),
                    Initializer::List(_) => None,
                },
                _ => None,
            },
        };
        let value = self.convert(Expr::Integer(value?, self.basic.long_long), declared.ty);
        value.as_number()
    }

    /// `_Static_assert`: one that fails shows that the program is wrong, or that it is misread.
    pub(super) fn static_assertion(&mut self, assertion: &'a Node<StaticAssert>) {
        if self.constant(&assertion.node.expression) == Some(0) {
            let at = self.at(assertion.span);
            let message = self.string_text(&assertion.node.message.node);
            let colon = if message.is_empty() { "" } else { ": " };
            self.error(at, format!("The static assertion fails{colon}{message}."));
        }
    }

    /// Folds a binary operator on constants; gives the operands back if that is not possible.
    pub(super) fn fold(&self, operator: BinaryOp, left: Expr, right: Expr, ty: TypeId) -> Expr {
        // Numbers of 128 bits without sign are negative here where they are large.
        let is_large = |operand: &Expr| {
            let is_widest = self.integer(operand.ty()) == Some((16, false));
            is_widest && matches!(operand, Expr::Integer(value, _) if *value < 0)
        };
        if let (Expr::Integer(one, _), Expr::Integer(other, _)) = (&left, &right)
            && !(is_large(&left) || is_large(&right))
            && let Some(value) = self.fold_integers(operator, *one, *other, ty)
        {
            return Expr::Integer(value, ty);
        }
        // Operations on `double` only: others round differently.
        let is_double = left.ty() == self.basic.double;
        if let (true, Expr::Float(one, _), Expr::Float(other, _)) = (is_double, &left, &right)
            && let Some(folded) = fold_floats(operator, *one, *other, ty)
        {
            return folded;
        }
        Expr::Binary(operator, Box::new(left), Box::new(right), ty)
    }

    fn fold_integers(&self, operator: BinaryOp, left: i128, right: i128, ty: TypeId) -> Option<i128> {
        let value = match operator {
            BinaryOp::Add => left.checked_add(right)?,
            BinaryOp::Subtract => left.checked_sub(right)?,
            BinaryOp::Multiply => left.checked_mul(right)?,
            BinaryOp::Divide => left.checked_div(right)?,
            BinaryOp::Remainder => left.checked_rem(right)?,
            BinaryOp::ShiftLeft => {
                left.checked_mul(1_i128.checked_shl(u32::try_from(right).ok().filter(|by| *by < 127)?)?)?
            }
            BinaryOp::ShiftRight => left.checked_shr(u32::try_from(right).ok()?)?,
            BinaryOp::And => left & right,
            BinaryOp::Or => left | right,
            BinaryOp::Xor => left ^ right,
            BinaryOp::Equal => i128::from(left == right),
            BinaryOp::NotEqual => i128::from(left != right),
            BinaryOp::Less => i128::from(left < right),
            BinaryOp::LessEqual => i128::from(left <= right),
            BinaryOp::Greater => i128::from(left > right),
            BinaryOp::GreaterEqual => i128::from(left >= right),
            BinaryOp::PointerAdd | BinaryOp::PointerDifference => return None,
        };
        let (size, signed) = self.integer(ty)?;
        Some(wrap(value, size, signed))
    }

    /// Applies a unary operator, folding constants.
    pub(super) fn unary(&self, operator: UnaryOp, operand: Expr, ty: TypeId) -> Expr {
        let folded = match (&operand, operator) {
            (Expr::Integer(value, _), UnaryOp::Not) => Some(i128::from(*value == 0)),
            (Expr::Integer(value, _), UnaryOp::Negate) => value.checked_neg(),
            (Expr::Integer(value, _), UnaryOp::Complement) => Some(!value),
            (Expr::Float(value, _), UnaryOp::Negate) => return Expr::Float(-value, ty),
            (Expr::Float(value, _), UnaryOp::Not) => Some(i128::from(*value == 0.0)),
            // An address of an object, function or string is never null.
            (Expr::String(..) | Expr::Function(..), UnaryOp::Not) => Some(0),
            _ => None,
        };
        match (folded, self.integer(ty)) {
            (Some(value), Some((size, signed))) => Expr::Integer(wrap(value, size, signed), ty),
            _ => Expr::Unary(operator, Box::new(operand), ty),
        }
    }

    /// `&place`; with a constant root and constant indices, as in `offsetof`, it is a number.
    pub(super) fn address_of(&mut self, place: Place, ty: TypeId) -> Expr {
        if let Root::Deref(pointer) = &place.root {
            if place.projections.is_empty() {
                let Root::Deref(pointer) = place.root else {
                    return Expr::Unknown(ty);
                };
                return self.convert_pointer(*pointer, ty);
            }
            if let Expr::Integer(base, _) = **pointer
                && let Some(offset) = self.constant_offset(&place)
            {
                return Expr::Integer(base.saturating_add(i128::from(offset)), ty);
            }
        }
        if let Root::Local(local) = place.root {
            self.flow.locals[local.0 as usize].address_taken = true;
        }
        Expr::AddressOf(Box::new(place), ty)
    }

    /// A conversion between pointer types.
    fn convert_pointer(&mut self, pointer: Expr, ty: TypeId) -> Expr {
        self.convert(pointer, ty)
    }

    /// The byte offset of a place from its root, if its indices are constants.
    pub(super) fn constant_offset(&self, place: &Place) -> Option<u64> {
        let mut offset = 0_u64;
        for projection in &place.projections {
            let step = match projection {
                Projection::Field(record, field) => self.types().fields(*record).get(*field as usize)?.offset,
                Projection::Index(index, element) => match **index {
                    Expr::Integer(index, _) => u64::try_from(index).ok()?.checked_mul(self.types().size(*element)?)?,
                    _ => return None,
                },
            };
            offset = offset.checked_add(step)?;
        }
        Some(offset)
    }
}

fn fold_floats(operator: BinaryOp, left: f64, right: f64, ty: TypeId) -> Option<Expr> {
    let truth = |value| Some(Expr::Integer(i128::from(value), ty));
    match operator {
        BinaryOp::Add => Some(Expr::Float(left + right, ty)),
        BinaryOp::Subtract => Some(Expr::Float(left - right, ty)),
        BinaryOp::Multiply => Some(Expr::Float(left * right, ty)),
        BinaryOp::Divide => Some(Expr::Float(left / right, ty)),
        BinaryOp::Equal => truth(left == right),
        BinaryOp::NotEqual => truth(left != right),
        BinaryOp::Less => truth(left < right),
        BinaryOp::LessEqual => truth(left <= right),
        BinaryOp::Greater => truth(left > right),
        BinaryOp::GreaterEqual => truth(left >= right),
        _ => None,
    }
}
