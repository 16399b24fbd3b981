//! Alignments that differ from those of types: what `aligned` and `_Alignas` ask of variables and members, and what typedef names carry (GNU C).

use lang_c::ast::{CallExpression, Expression, TypeName};

use super::Lowering;
use super::declarators::Declared;
use super::expressions::Operand;
use super::records::is_named;
use super::specifiers::Specified;
use crate::ir::{Expr, Place, Position, Projection, Root, TypeId, TypeKind};

impl<'a> Lowering<'a> {
    /// The alignment that a declared type has from the typedef name that it is, or is an array of.
    pub(super) fn carried_alignment(&self, specified: &Specified<'a>, mut ty: TypeId) -> Option<u64> {
        let base = specified.ty?;
        while ty != base {
            let TypeKind::Array(element, _) = *self.types().kind(ty) else {
                return None;
            };
            ty = element;
        }
        specified.carried_align
    }

    /// The alignment of a variable or typedef name, if it is not that of its type: it may be less.
    pub(super) fn declared_alignment(&mut self, specified: &Specified<'a>, declared: &Declared<'a>) -> Option<u64> {
        let attributes = declared.attributes.iter().copied();
        let aligned: Vec<_> = attributes.filter(|attribute| is_named(attribute, "aligned")).collect();
        let asked = aligned.into_iter().map(|attribute| self.aligned(attribute)).max();
        asked.or_else(|| self.carried_alignment(specified, declared.ty))
    }

    /// `_Alignof` of a type.
    pub(super) fn alignment_of_type(&mut self, name: &'a TypeName) -> Expr {
        let specified = self.specifier_qualifiers(&name.specifiers);
        let base = specified.ty.unwrap_or(self.basic.int);
        let ty = match &name.declarator {
            Some(declarator) => self.declarator(declarator, base).ty,
            None => base,
        };
        let align = self.carried_alignment(&specified, ty);
        let align = align.unwrap_or_else(|| self.types().align(ty));
        Expr::Integer(i128::from(align), self.basic.unsigned_long)
    }

    /// `_Alignof` of an expression: that of the variable or member where it names one, that of its type otherwise.
    pub(super) fn alignment_of_operand(&mut self, call: &'a CallExpression, at: Position) -> Expr {
        let Some(Expression::SizeOfVal(operand)) = call.arguments.first().map(|argument| &argument.node) else {
            return self.wrong(at, "`_Alignof` of nothing.");
        };
        let align = self.unevaluated(|lowering| match lowering.operand(&operand.node.0) {
            Operand::Place(place) => lowering.alignment_of_place(&place),
            Operand::Value(value) => lowering.types().align(value.ty()),
            Operand::Routine(..) => 1,
        });
        Expr::Integer(i128::from(align), self.basic.unsigned_long)
    }

    fn alignment_of_place(&self, place: &Place) -> u64 {
        let asked = match (place.projections.last(), &place.root) {
            (Some(Projection::Field(record, field)), _) => self.field_alignments.get(&(*record, *field)).copied(),
            (None, Root::Local(local)) => self.flow.alignments.get(local).copied(),
            (None, Root::Global(global)) => self
                .objects
                .iter()
                .find(|object| object.id == Some(*global))
                .and_then(|object| object.align),
            _ => None,
        };
        asked.unwrap_or_else(|| self.types().align(place.ty))
    }
}
