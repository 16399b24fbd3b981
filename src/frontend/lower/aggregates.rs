//! Values that are neither scalars nor plain records: complex numbers, vectors, `va_list`.
//! They are records to everybody else; computing with them is an obstacle.

use lang_c::ast::Expression;
use lang_c::span::{Node, Span};

use super::Lowering;
use super::expressions::Operand;
use crate::frontend::reserved;
use crate::ir::{
    DataModel, Expr, Field, InstructionKind, Place, Position, Projection, RecordId, RecordKind, Root, TypeId, TypeKind,
};

/// What such a record is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aggregate {
    Complex,
    Vector,
}

impl<'a> Lowering<'a> {
    /// What special record a type is, if it is one.
    pub(super) fn aggregate_kind(&self, ty: TypeId) -> Option<Aggregate> {
        let record = self.types().as_record(ty)?;
        let name = &self.types().record(record).name;
        if name.starts_with("_Complex ") {
            Some(Aggregate::Complex)
        } else if name.starts_with("<vector of ") {
            Some(Aggregate::Vector)
        } else {
            None
        }
    }

    fn shared_record(&mut self, name: String, fields: Vec<Field>, size: u64, align: u64) -> TypeId {
        if let Some(known) = self
            .special_records
            .iter()
            .find(|record| self.types.record(**record).name == name)
        {
            let known = *known;
            return self.types_mut().intern(TypeKind::Record(known));
        }
        let record = self.types_mut().declare_record(RecordKind::Struct, name);
        self.types_mut().complete_record(record, fields, size, align);
        self.special_records.push(record);
        self.types_mut().intern(TypeKind::Record(record))
    }

    /// The complex type over a real type.
    pub(super) fn complex_if(&mut self, part: TypeId, complex: bool) -> TypeId {
        if !complex || self.types().as_record(part).is_some() {
            return part;
        }
        let size = self.types().size(part).unwrap_or(8);
        let align = self.types().align(part);
        let name = format!(
            "_Complex {}{}",
            if self.is_float(part) { "float" } else { "integer" },
            size * 8
        );
        let field = |name: &str, offset| Field {
            name: name.to_owned(),
            ty: part,
            offset,
            bits: None,
        };
        self.shared_record(
            name,
            vec![field(reserved::REAL_PART, 0), field(reserved::IMAGINARY_PART, size)],
            size * 2,
            align,
        )
    }

    /// The vector type of so many bytes.
    pub(super) fn vector(&mut self, element: TypeId, bytes: u64, at: Position) -> TypeId {
        let size = self
            .types()
            .size(element)
            .filter(|size| *size > 0 && bytes.is_multiple_of(*size) && bytes > 0 && bytes.is_power_of_two());
        let Some(size) = size else {
            self.error(at, "A vector has a size that its elements do not fill.");
            return element;
        };
        let array = self.types_mut().intern(TypeKind::Array(element, Some(bytes / size)));
        let name = format!("<vector of {} bytes over type {}>", bytes, element.0);
        let field = Field {
            name: "elements".to_owned(),
            ty: array,
            offset: 0,
            bits: None,
        };
        self.shared_record(name, vec![field], bytes, bytes)
    }

    /// The array of elements of a place of vector type.
    pub(super) fn vector_elements(&mut self, place: &Place) -> Option<Place> {
        if self.aggregate_kind(place.ty) != Some(Aggregate::Vector) {
            return None;
        }
        let mut elements = place.clone();
        self.select(&mut elements, "elements", place.at);
        Some(elements)
    }

    /// The result of an operation on complex numbers or vectors: anything of the type.
    pub(super) fn aggregate_result(&mut self, ty: TypeId, at: Position) -> Operand {
        if self.aggregate_kind(ty).is_none() {
            return Operand::Value(self.wrong(at, "An operator is applied to a struct or union."));
        }
        self.obstacle(at, "Arithmetic on complex numbers or vectors.");
        let ty = self.unqualified(ty);
        Operand::Place(self.temporary_place(ty, at))
    }

    /// `va_list`: on 64 bits an array of one struct, on 32 bits a pointer.
    pub(super) fn va_list(&mut self) -> TypeId {
        if self.types().model() == DataModel::Ilp32 {
            return self.basic.char_pointer;
        }
        let (unsigned, pointer) = (self.basic.unsigned, self.basic.void_pointer);
        let field = |name: &str, ty, offset| Field {
            name: name.to_owned(),
            ty,
            offset,
            bits: None,
        };
        let fields = vec![
            field("gp_offset", unsigned, 0),
            field("fp_offset", unsigned, 4),
            field("overflow_arg_area", pointer, 8),
            field("reg_save_area", pointer, 16),
        ];
        let record = self.shared_record("__va_list_tag".to_owned(), fields, 24, 8);
        self.types_mut().intern(TypeKind::Array(record, Some(1)))
    }

    /// `__real__` or `__imag__` of an expression, an lvalue if the expression is a complex one.
    pub(super) fn complex_part(&mut self, expression: &'a Node<Expression>, name: &str, at: Position) -> Operand {
        match self.operand(expression) {
            Operand::Place(mut place) if self.aggregate_kind(place.ty) == Some(Aggregate::Complex) => {
                self.select(&mut place, name, at);
                Operand::Place(place)
            }
            other => {
                let value = self.decay(other);
                if name == reserved::REAL_PART {
                    return Operand::Value(value);
                }
                let ty = value.ty();
                let zero = self.convert(Expr::Integer(0, self.basic.int), ty);
                Operand::Value(zero)
            }
        }
    }

    /// A cast to a record: to the same one, to a union by one of its members (GNU), or between vectors.
    pub(super) fn cast_to_record(
        &mut self,
        record: RecordId,
        ty: TypeId,
        operand: &'a Node<Expression>,
        span: Span,
    ) -> Operand {
        let at = self.at(span);
        let operand = self.operand(operand);
        if let Operand::Place(place) = &operand
            && self.types().as_record(place.ty) == Some(record)
        {
            return operand;
        }
        let value = self.decay(operand);
        if self.types().record(record).kind == RecordKind::Union && self.aggregate_kind(ty).is_none() {
            let from = self.unqualified(value.ty());
            let member = self
                .types()
                .fields(record)
                .iter()
                .position(|field| self.types().kind(field.ty) == self.types().kind(from));
            if let Some(member) = member {
                let whole = self.temporary_place(ty, at);
                let mut part = whole.clone();
                part.projections.push(Projection::Field(record, member as u32));
                part.ty = from;
                self.flow.push(InstructionKind::Assign { to: part, value }, at);
                return Operand::Place(whole);
            }
        }
        // Vectors of the same size share their bytes.
        if let Expr::Load(place) = &value
            && self.aggregate_kind(ty) == Some(Aggregate::Vector)
            && self.types().size(place.ty) == self.types().size(ty)
        {
            let from = place.ty;
            let copy = self.temporary_place(from, at);
            self.flow.push(
                InstructionKind::Assign {
                    to: copy.clone(),
                    value,
                },
                at,
            );
            let pointer = self.pointer_to(from);
            let address = self.address_of(copy, pointer);
            let pointer = self.pointer_to(ty);
            let address = self.convert(address, pointer);
            return Operand::Place(Place {
                root: Root::Deref(Box::new(address)),
                projections: Vec::new(),
                ty,
                at,
            });
        }
        if self.aggregate_kind(ty).is_some() {
            return self.aggregate_result(ty, at);
        }
        Operand::Value(self.wrong(at, "A cast to a struct or union."))
    }
}
