//! Initial values of objects with static storage (C17 6.7.9 4): constants, by byte offset.

use lang_c::ast::{CompoundLiteral, Initializer};

use super::Lowering;
use super::expressions::Operand;
use super::initialisers::{Item, Source};
use super::objects::Declaration;
use crate::ir::{BitField, Expr, Field, InitialValue, Place, Position, Projection, Root, TypeId, TypeKind};

impl<'a> Lowering<'a> {
    /// The initial value of a static object that something refers to.
    pub(super) fn object_value(&mut self, object: usize) {
        self.enter_unit(self.objects[object].unit);
        self.flow = super::flow::Flow::new("", None);
        self.static_value(object);
    }

    /// The initial value of a static object, by the names in scope.
    pub(super) fn static_value(&mut self, object: usize) {
        let (Some(initializer), Some(id)) = (self.objects[object].initializer, self.objects[object].id) else {
            return;
        };
        let place = Place::global(id, self.objects[object].ty, self.objects[object].at);
        let (initial, end) = self.static_values(&place, &initializer.node);
        self.globals[id.0 as usize].initial = initial;
        self.globals[id.0 as usize].ty = self.with_flexible_member(self.objects[object].ty, end);
    }

    fn static_values(&mut self, place: &Place, initializer: &'a Initializer) -> (Vec<InitialValue>, u64) {
        let folding = std::mem::replace(&mut self.folding, true);
        let mut items = Vec::new();
        self.walk(place, initializer, &mut items);
        let values: Vec<InitialValue> = items.into_iter().filter_map(|item| self.static_item(item)).collect();
        self.folding = folding;
        let ends = values
            .iter()
            .map(|value| value.offset + self.types().size(value.value.ty()).unwrap_or(0));
        let end = ends.max().unwrap_or(0);
        (self.in_order_of_offset(values), end)
    }

    /// The type of an object whose initialiser reaches to the byte `end`: GNU C lets it fill a flexible array at the end of a struct,
    /// for which the object then has room, though the size of its type stays what it is.
    fn with_flexible_member(&mut self, ty: TypeId, end: u64) -> TypeId {
        let Some(id) = self.types().as_record(ty) else {
            return ty;
        };
        let record = self.types().record(id).clone();
        let Some((last, before)) = record.fields.as_deref().and_then(<[Field]>::split_last) else {
            return ty;
        };
        let TypeKind::Array(element, None) = *self.types().kind(last.ty) else {
            return ty;
        };
        let size = self.types().size(element).unwrap_or(0);
        if end <= last.offset || size == 0 {
            return ty;
        }
        let count = (end - last.offset).div_ceil(size);
        let array = self.types_mut().intern(TypeKind::Array(element, Some(count)));
        let mut fields = before.to_vec();
        fields.push(Field {
            ty: array,
            ..last.clone()
        });
        let filled = self.types_mut().declare_record(record.kind, record.name);
        let whole = (last.offset + count * size).max(record.size);
        self.types_mut().complete_record(filled, fields, whole, record.align);
        self.types_mut().intern(TypeKind::Record(filled))
    }

    fn static_item(&mut self, item: Item<'a>) -> Option<InitialValue> {
        let value = match item.source {
            Source::Element(element) => Expr::Integer(element, self.basic.int),
            Source::Expression(expression) => {
                let value = self.unevaluated(|lowering| lowering.value(expression));
                let value = self.with_constant_objects(value);
                if is_constant(&value) {
                    value
                } else {
                    let at = self.at(expression.span);
                    self.error(at, "The initialiser of a static object is not constant.");
                    return None;
                }
            }
        };
        let value = self.convert(value, item.part.ty);
        let offset = self.constant_offset(&item.part)?;
        Some(InitialValue {
            offset,
            bits: self.bits_of(&item.part),
            value,
        })
    }

    /// Replaces the read of a whole object by the constant that initialises it: gcc takes `static const int a = 1; int b = a;`.
    fn with_constant_objects(&mut self, value: Expr) -> Expr {
        match value {
            Expr::Load(place) => self.constant_object(&place).unwrap_or(Expr::Load(place)),
            Expr::Cast(operand, ty) => {
                let operand = self.with_constant_objects(*operand);
                self.convert(operand, ty)
            }
            Expr::Binary(operator, left, right, ty) => {
                let (left, right) = (self.with_constant_objects(*left), self.with_constant_objects(*right));
                self.fold(operator, left, right, ty)
            }
            other => other,
        }
    }

    fn constant_object(&mut self, place: &Place) -> Option<Expr> {
        let Root::Global(id) = place.root else { return None };
        if !place.projections.is_empty() {
            return None;
        }
        let object = self.objects.iter().position(|object| object.id == Some(id))?;
        let unit = self.objects[object].unit;
        let Initializer::Expression(expression) = &self.objects[object].initializer?.node else {
            return None;
        };
        if unit != self.unit {
            return None;
        }
        let value = self.unevaluated(|lowering| lowering.value(expression));
        is_constant(&value).then(|| self.convert(value, place.ty))
    }

    /// Sorts values by offset, and drops zeros that overwrite nothing.
    fn in_order_of_offset(&self, mut values: Vec<InitialValue>) -> Vec<InitialValue> {
        values.sort_by_key(|value| value.offset);
        let mut end = 0;
        values.retain(|initial| {
            let fresh = initial.offset >= end;
            end = end.max(initial.offset + self.types().size(initial.value.ty()).unwrap_or(1));
            let is_zero = matches!(initial.value, Expr::Integer(0, _));
            !(is_zero && fresh && initial.bits.is_none())
        });
        values
    }

    fn bits_of(&self, part: &Place) -> Option<BitField> {
        match part.projections.last()? {
            Projection::Field(record, field) => self.types().fields(*record).get(*field as usize)?.bits,
            Projection::Index(..) => None,
        }
    }

    /// A compound literal outside of functions is a static object without a name.
    pub(super) fn static_literal(&mut self, ty: TypeId, literal: &'a CompoundLiteral, at: Position) -> Operand {
        let declaration = Declaration {
            name: "<literal>",
            link_name: "",
            ty,
            internal: true,
            at,
        };
        let object = self.new_object(&declaration, false);
        self.objects[object].defined = true;
        let id = self.object_id(object);
        let place = Place::global(id, ty, at);
        let folding = std::mem::replace(&mut self.folding, true);
        let mut items = Vec::new();
        self.walk_list(&place, &literal.initializer_list, &mut items);
        let values = items.into_iter().filter_map(|item| self.static_item(item)).collect();
        self.folding = folding;
        let initial = self.in_order_of_offset(values);
        self.globals[id.0 as usize].initial = initial;
        Operand::Place(place)
    }
}

/// Whether a value is known before the program starts: numbers, addresses, and what is computed from them.
fn is_constant(value: &Expr) -> bool {
    match value {
        Expr::Integer(..) | Expr::Float(..) | Expr::Function(..) | Expr::String(..) => true,
        Expr::AddressOf(place, _) => {
            let root = match &place.root {
                Root::Global(_) => true,
                Root::Local(_) => false,
                Root::Deref(pointer) => is_constant(pointer),
            };
            root && place.projections.iter().all(|projection| match projection {
                Projection::Index(index, _) => is_constant(index),
                Projection::Field(..) => true,
            })
        }
        Expr::Unary(_, operand, _) | Expr::Cast(operand, _) => is_constant(operand),
        Expr::Binary(_, left, right, _) => is_constant(left) && is_constant(right),
        Expr::Load(_) | Expr::Unknown(_) => false,
    }
}
