//! Choices by type: `_Generic` (C17 6.5.1.1) and `__builtin_types_compatible_p`.
//!
//! Types here have no `const`, `long` is `long long` where both have a size, and `char` is the character type of its sign.
//! Where a choice could depend on that, it is in doubt, which is an obstacle, or an error where only a constant can stand: never a guess.

use lang_c::ast::{CallExpression, Expression, GenericAssociation, GenericSelection};
use lang_c::span::{Node, Span};

use super::Lowering;
use super::expressions::Operand;
use crate::ir::{Expr, Position, TypeId, TypeKind};

/// Why a choice is in doubt.
const DOUBT: &str = "A choice between types that are not told apart here.";

impl<'a> Lowering<'a> {
    /// `_Generic`: by the type of the controlling expression after decay.
    pub(super) fn generic(&mut self, selection: &'a GenericSelection, span: Span) -> Operand {
        let (control, is_bit_field) = self.unevaluated(|lowering| {
            let value = lowering.value(&selection.expression);
            (lowering.unqualified(value.ty()), lowering.bit_width(&value).is_some())
        });
        let (mut default, mut fitting) = (None, Vec::new());
        for association in &selection.associations {
            match &association.node {
                GenericAssociation::Type(candidate) => {
                    if self.type_name(&candidate.node.type_name.node) == control {
                        fitting.push(candidate.node.expression.as_ref());
                    }
                }
                GenericAssociation::Default(expression) => default = Some(expression.as_ref()),
            }
        }
        // With two types that are not told apart listed, every type that it may be is.
        // A bit-field has its declared type, or to gcc one of its very width, for which only the default stands.
        let is_string = matches!(selection.expression.node, Expression::StringLiteral(_));
        if fitting.len() == 1 && !is_string && (is_bit_field || self.is_ambiguous(control)) {
            fitting.extend(default);
        }
        let at = self.at(span);
        let Some(chosen) = fitting.first().copied().or(default) else {
            return Operand::Value(self.wrong(at, "No association of this generic selection fits."));
        };
        self.check_choice(&fitting, at);
        self.operand(chosen)
    }

    /// All associations that may be meant must give the same.
    fn check_choice(&mut self, fitting: &[&'a Node<Expression>], at: Position) {
        let [first, others @ ..] = fitting else { return };
        if others.is_empty() {
            return;
        }
        let first = self.unevaluated(|lowering| lowering.value(first));
        for other in others {
            let other = self.unevaluated(|lowering| lowering.value(other));
            if !self.is_same(&first, &other) {
                return self.doubt(at);
            }
        }
    }

    /// Whether two expressions give the same: places in the source do not count.
    fn is_same(&self, one: &Expr, other: &Expr) -> bool {
        one == other
            || match (one, other) {
                (Expr::Load(one), Expr::Load(other)) | (Expr::AddressOf(one, _), Expr::AddressOf(other, _)) => {
                    one.root == other.root && one.projections == other.projections && one.ty == other.ty
                }
                _ => false,
            }
    }

    /// `__builtin_types_compatible_p`, whose operands are measured by `sizeof`.
    pub(super) fn types_compatible(&mut self, call: &'a CallExpression, at: Position) -> Operand {
        let mut types = Vec::new();
        for argument in &call.arguments {
            let ty = self.measured_type(&argument.node);
            types.push(self.unqualified(ty));
        }
        let same = matches!(types.as_slice(), [one, other] if one == other || self.both_arrays_alike(*one, *other));
        if same && types.first().is_some_and(|ty| self.is_ambiguous(*ty)) {
            self.doubt(at);
        }
        Operand::Value(Expr::Integer(i128::from(same), self.basic.int))
    }

    fn both_arrays_alike(&self, one: TypeId, other: TypeId) -> bool {
        match (self.types().kind(one), self.types().kind(other)) {
            (TypeKind::Array(one, count), TypeKind::Array(other, other_count)) => {
                one == other && (count.is_none() || other_count.is_none() || count == other_count)
            }
            _ => false,
        }
    }

    /// Whether a type stands for several of C.
    fn is_ambiguous(&self, ty: TypeId) -> bool {
        let word = self.types().model().pointer_size() as u8;
        match *self.types().kind(ty) {
            TypeKind::Integer { size, signed } => size == word || size == 1 && self.is_character(signed),
            TypeKind::Pointer(target) => !matches!(self.types().kind(target), TypeKind::Function(_)),
            TypeKind::Array(element, _) => self.is_ambiguous(element),
            _ => false,
        }
    }

    /// Whether `char` has a sign.
    fn is_character(&self, signed: bool) -> bool {
        self.integer(self.basic.character).is_some_and(|(_, own)| own == signed)
    }

    /// What depends on types that are not told apart can't be analysed; a constant can't even be computed.
    fn doubt(&mut self, at: Position) {
        if self.flow.is_scratch() || self.flow.result.is_none() {
            self.error(at, DOUBT);
        } else {
            self.obstacle(at, DOUBT);
        }
    }
}
