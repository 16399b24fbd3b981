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

    /// `_Alignof` of a type: the least that members have.
    pub(super) fn alignment_of_type(&mut self, name: &'a TypeName) -> Expr {
        let (ty, carried) = self.type_and_alignment(name);
        let align = carried.unwrap_or_else(|| self.types().align(ty));
        Expr::Integer(i128::from(align), self.basic.unsigned_long)
    }

    /// A type, and the alignment that it has from a typedef name.
    fn type_and_alignment(&mut self, name: &'a TypeName) -> (TypeId, Option<u64>) {
        let specified = self.specifier_qualifiers(&name.specifiers);
        let base = specified.ty.unwrap_or(self.basic.int);
        let ty = match &name.declarator {
            Some(declarator) => self.declarator(declarator, base).ty,
            None => base,
        };
        (ty, self.carried_alignment(&specified, ty))
    }

    /// `__alignof__` of a type or an operand: that of the variable or member where it names one, that of its type otherwise.
    pub(super) fn alignment_of_operand(&mut self, call: &'a CallExpression, at: Position) -> Expr {
        let align = match call.arguments.first().map(|argument| &argument.node) {
            Some(Expression::SizeOfTy(ty)) => {
                let (ty, carried) = self.type_and_alignment(&ty.node.0.node);
                carried.unwrap_or_else(|| self.preferred_alignment(ty))
            }
            Some(Expression::SizeOfVal(operand)) => {
                self.unevaluated(|lowering| match lowering.operand(&operand.node.0) {
                    Operand::Place(place) => lowering.alignment_of_place(&place),
                    Operand::Value(value) => lowering.preferred_alignment(value.ty()),
                    Operand::Routine(..) => 1,
                })
            }
            _ => return self.wrong(at, "`_Alignof` of nothing."),
        };
        Expr::Integer(i128::from(align), self.basic.unsigned_long)
    }

    /// The alignment of an object of a type outside of records: i386 aligns 8-byte scalars to 8 there, and to 4 inside.
    pub(super) fn preferred_alignment(&self, ty: TypeId) -> u64 {
        match *self.types().kind(ty) {
            TypeKind::Array(element, _) => self.preferred_alignment(element),
            TypeKind::Integer { size: 8, .. } | TypeKind::Float { size: 8, .. } => 8,
            _ => self.types().align(ty),
        }
    }

    fn alignment_of_place(&self, place: &Place) -> u64 {
        let asked = match (place.projections.last(), &place.root) {
            (Some(Projection::Field(record, field)), _) => {
                let asked = self.field_alignments.get(&(*record, *field)).copied();
                asked.or_else(|| Some(self.types().align(place.ty)))
            }
            (None, Root::Local(local)) => self.flow.locals.get(local.0 as usize).and_then(|local| local.align),
            (None, Root::Global(global)) => self
                .objects
                .iter()
                .find(|object| object.id == Some(*global))
                .and_then(|object| object.align),
            _ => None,
        };
        asked.unwrap_or_else(|| self.preferred_alignment(place.ty))
    }
}
