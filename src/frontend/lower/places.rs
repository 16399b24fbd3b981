//! Lvalues built from others: members, elements, indirection (C17 6.5.2.1, 6.5.2.3, 6.5.3.2).

use lang_c::ast::{Expression, MemberExpression, MemberOperator};
use lang_c::span::{Node, Span};

use super::Lowering;
use super::expressions::Operand;
use super::flow::Mark;
use crate::frontend::reserved;
use crate::ir::{BinaryOp, Expr, Place, Position, Projection, RecordId, Root, TypeId, TypeKind};

impl<'a> Lowering<'a> {
    /// `a.b` and `a->b`.
    pub(super) fn member(&mut self, member: &'a MemberExpression, span: Span) -> Operand {
        let at = self.at(span);
        let name = member.identifier.node.name.as_str();
        if matches!(name, reserved::REAL_PART | reserved::IMAGINARY_PART) {
            return self.complex_part(&member.expression, name, at);
        }
        let mut place = match member.operator.node {
            MemberOperator::Direct => self.place(&member.expression),
            MemberOperator::Indirect => {
                let pointer = self.value(&member.expression);
                self.pointee_place(pointer, at)
            }
        };
        place.at = at;
        self.select(&mut place, name, at);
        Operand::Place(place)
    }

    /// The place that a pointer points to.
    pub(super) fn pointee_place(&mut self, pointer: Expr, at: Position) -> Place {
        match self.types().pointee(pointer.ty()) {
            Some(ty) => self.dereferenced(pointer, ty, at),
            None => {
                if !matches!(pointer, Expr::Unknown(_)) {
                    self.error(at, "Something that is not a pointer is dereferenced.");
                }
                let ty = self.basic.int;
                let root = Root::Deref(Box::new(Expr::Unknown(self.basic.void_pointer)));
                Place {
                    root,
                    projections: Vec::new(),
                    ty,
                    at,
                }
            }
        }
    }

    /// `*pointer`, where `*&place` is the place itself.
    fn dereferenced(&mut self, pointer: Expr, ty: TypeId, at: Position) -> Place {
        match pointer {
            Expr::AddressOf(mut place, _) if self.types().kind(place.ty) == self.types().kind(ty) => {
                place.at = at;
                place.ty = ty;
                *place
            }
            Expr::AddressOf(mut place, _) if matches!(self.types().kind(place.ty), TypeKind::Array(element, _) if *element == ty) =>
            {
                place.at = at;
                let zero = Expr::Integer(0, self.basic.long);
                self.element(&mut place, zero);
                *place
            }
            pointer => Place {
                root: Root::Deref(Box::new(pointer)),
                projections: Vec::new(),
                ty,
                at,
            },
        }
    }

    /// Moves a place of record type to one of its fields, through anonymous members if need be.
    pub(super) fn select(&mut self, place: &mut Place, name: &str, at: Position) {
        let path = self
            .types()
            .as_record(place.ty)
            .and_then(|record| self.field_path(record, name));
        let Some(path) = path else {
            if !self.is_unknown(place) {
                self.error(at, format!("There is no member `{name}` here."));
            }
            place.ty = self.basic.int;
            return;
        };
        let outer = self.types().get(place.ty);
        let (atomic, volatile) = (outer.atomic, outer.volatile);
        for (record, field) in path {
            let ty = self.types().fields(record)[field as usize].ty;
            place.projections.push(Projection::Field(record, field));
            place.ty = self.qualified(ty, atomic && !self.is_array(ty), volatile);
        }
    }

    fn is_array(&self, ty: TypeId) -> bool {
        matches!(self.types().kind(ty), TypeKind::Array(..))
    }

    /// Whether an error was reported for what the place comes from.
    fn is_unknown(&self, place: &Place) -> bool {
        matches!(&place.root, Root::Deref(pointer) if matches!(**pointer, Expr::Unknown(_)))
    }

    /// The way to a field, through anonymous structs and unions.
    pub(super) fn field_path(&self, record: RecordId, name: &str) -> Option<Vec<(RecordId, u32)>> {
        let fields = self.types().fields(record);
        if let Some(index) = fields.iter().position(|field| field.name == name) {
            return Some(vec![(record, index as u32)]);
        }
        fields
            .iter()
            .enumerate()
            .filter(|(_, field)| field.name.is_empty())
            .find_map(|(index, field)| {
                let inner = self.types().as_record(field.ty)?;
                let mut path = self.field_path(inner, name)?;
                path.insert(0, (record, index as u32));
                Some(path)
            })
    }

    /// `*e`. Of a function it is the function.
    pub(super) fn indirection(&mut self, operand: &'a Node<Expression>, at: Position) -> Operand {
        match self.operand(operand) {
            Operand::Routine(routine, at) => Operand::Routine(routine, at),
            other => {
                let pointer = self.decay(other);
                Operand::Place(self.pointee_place(pointer, at))
            }
        }
    }

    /// `a[i]`: an element of an array, or `*(a + i)`.
    pub(super) fn index(&mut self, left: &'a Node<Expression>, right: &'a Node<Expression>, at: Position) -> Operand {
        let start = self.flow.mark();
        let base = self.operand(left);
        if let Operand::Place(place) = base {
            if self.is_array(place.ty) {
                return self.array_element((start, place), right, at);
            }
            if let Some(vector) = self.vector_elements(&place) {
                return self.array_element((start, vector), right, at);
            }
            return self.pointer_element((start, Operand::Place(place)), right, at);
        }
        self.pointer_element((start, base), right, at)
    }

    /// An element of the array at `place`, which was evaluated from `start` on.
    fn array_element(
        &mut self,
        (start, mut place): (Mark, Place),
        index: &'a Node<Expression>,
        at: Position,
    ) -> Operand {
        let mark = self.flow.mark();
        let mut index = self.value(index);
        self.keep_place_and_value(start, (&mut place, mark), &mut index, at);
        let index = self.promote(index);
        place.at = at;
        if !self.types().is_integer(index.ty()) {
            return Operand::Value(self.wrong(at, "An array is indexed by something that is not an integer."));
        }
        self.element(&mut place, index);
        Operand::Place(place)
    }

    fn pointer_element(
        &mut self,
        (start, base): (Mark, Operand),
        right: &'a Node<Expression>,
        at: Position,
    ) -> Operand {
        let base = self.decay(base);
        let mark = self.flow.mark();
        let index = self.value(right);
        let [base, index] = self.keep_both(start, (base, mark), index, at);
        let (pointer, index) = if self.types().is_pointer(base.ty()) {
            (base, index)
        } else {
            (index, base)
        };
        if !self.types().is_pointer(pointer.ty()) || !self.types().is_integer(index.ty()) {
            return Operand::Value(self.wrong(at, "This can't be indexed."));
        }
        // `i[a]` with an array: back to an element of it.
        if let Some(array) = self.array_behind(&pointer) {
            let mut place = array.clone();
            place.at = at;
            let index = self.promote(index);
            self.element(&mut place, index);
            return Operand::Place(place);
        }
        let pointer = self.pointer_sum(pointer, index, at);
        Operand::Place(self.pointee_place(pointer, at))
    }

    /// The array of whose first element a pointer is the address: not `&array`, which steps over all of it.
    fn array_behind<'e>(&self, pointer: &'e Expr) -> Option<&'e Place> {
        let Expr::AddressOf(array, ty) = pointer else {
            return None;
        };
        match *self.types().kind(array.ty) {
            TypeKind::Array(element, _) => Some(&**array).filter(|_| self.types().pointee(*ty) == Some(element)),
            _ => None,
        }
    }

    /// `array + index` is the address of an element (C17, 6.5.2.1, 2), but not where the array is a row of another one: rows lie side by side, and
    /// programs count through all of them.
    fn element_of_array(&mut self, pointer: &Expr, index: &Expr, at: Position) -> Option<Expr> {
        let array = self.array_behind(pointer)?;
        if matches!(array.projections.last(), Some(Projection::Index(..))) {
            return None;
        }
        let mut place = array.clone();
        place.at = at;
        self.element(&mut place, index.clone());
        Some(Expr::AddressOf(Box::new(place), pointer.ty()))
    }

    /// `pointer + index`.
    pub(super) fn pointer_sum(&mut self, pointer: Expr, index: Expr, at: Position) -> Expr {
        let index = self.promote(index);
        let ty = self.unqualified(pointer.ty());
        if let Some(target) = self.types().pointee(ty)
            && self.types().size(target).is_none()
            && !matches!(self.types().kind(target), TypeKind::Function(_))
        {
            self.obstacle(at, "Arithmetic on a pointer to a type of unknown size.");
            return Expr::Unknown(ty);
        }
        if matches!(index, Expr::Integer(0, _)) {
            return pointer;
        }
        if let Some(element) = self.element_of_array(&pointer, &index, at) {
            return element;
        }
        // Constant addresses stay constants, as in `(char *)0 + 4`.
        if let (Expr::Integer(base, _), Expr::Integer(index, _)) = (&pointer, &index) {
            let size = self
                .types()
                .pointee(ty)
                .and_then(|target| self.types().size(target))
                .unwrap_or(1);
            if let Some(sum) = index
                .checked_mul(i128::from(size))
                .and_then(|offset| base.checked_add(offset))
            {
                return Expr::Integer(sum, ty);
            }
        }
        Expr::Binary(BinaryOp::PointerAdd, Box::new(pointer), Box::new(index), ty)
    }
}
