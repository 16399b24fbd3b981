//! Initial values of objects with static storage (C17 6.7.9 4): constants, by byte offset.

use lang_c::ast::{CompoundLiteral, Expression, Initializer};
use lang_c::span::Node;

use super::Lowering;
use super::expressions::Operand;
use super::initialisers::{Item, Source, is_zero};
use super::objects::Declaration;
use super::overridden::{Stored, last_values};
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
        let values = self.values_of(items);
        self.folding = folding;
        values
    }

    /// What items store, in the order of their places, and the byte behind the last one of them.
    fn values_of(&mut self, items: Vec<Item<'a>>) -> (Vec<InitialValue>, u64) {
        let items = self.with_members_left(items);
        let stored: Vec<Stored> = items.into_iter().filter_map(|item| self.static_item(item)).collect();
        let end = stored.iter().map(|stored| self.end_of(stored)).max().unwrap_or(0);
        (last_values(stored), end)
    }

    /// The byte behind what an item stores.
    fn end_of(&self, stored: &Stored) -> u64 {
        match stored {
            Stored::Value(value) => value.offset + self.types().size(value.value.ty()).unwrap_or(0),
            Stored::Zeroes { offset, size } => offset + size,
        }
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

    fn static_item(&mut self, item: Item<'a>) -> Option<Stored> {
        let offset = self.constant_offset(&item.part)?;
        let size = self.types().size(item.part.ty).unwrap_or(0);
        let value = match item.source {
            Source::Zero => return Some(Stored::Zeroes { offset, size }),
            Source::Element(element) => Expr::Integer(element, self.basic.int),
            Source::Expression(expression) => self.static_expression(expression, item.part.ty),
        };
        if self.aggregate_kind(item.part.ty).is_some() && is_zero(&value) {
            return Some(Stored::Zeroes { offset, size });
        }
        let value = self.convert(value, item.part.ty);
        let bits = self.bits_of(&item.part);
        Some(Stored::Value(InitialValue { offset, bits, value }))
    }

    /// The value of the initialiser of an object or member of a type, which is unknown if it is not computed here.
    fn static_expression(&mut self, expression: &'a Node<Expression>, ty: TypeId) -> Expr {
        let value = self.value_before_start(expression);
        let value = self.with_constant_objects(value);
        if is_constant(&value) && (self.aggregate_kind(ty).is_none() || is_zero(&value)) {
            return value;
        }
        let at = self.at(expression.span);
        if matches!(&value, Expr::Load(place) if matches!(place.root, Root::Global(_))) {
            self.error(at, "The initialiser of a static object is not constant.");
        }
        let what = "The initial value of a static object is not computed.";
        self.start_obstacles.push((at, what.to_owned()));
        Expr::Unknown(ty)
    }

    /// The value of an expression that the linker computes. What can't be modelled soundly in it matters from the start.
    fn value_before_start(&mut self, expression: &'a Node<Expression>) -> Expr {
        let (value, obstacles) = self.unevaluated(|lowering| {
            let value = lowering.value(expression);
            (value, lowering.flow.obstacles())
        });
        self.start_obstacles.extend(obstacles);
        value
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

    pub(super) fn bits_of(&self, part: &Place) -> Option<BitField> {
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
        self.globals[id.0 as usize].initial = self.values_of(items).0;
        self.folding = folding;
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
