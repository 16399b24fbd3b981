//! Expressions over the numbers of a ring, and its slots.

use super::candidates::{Cell, Kind, Ring, cell_of};
use super::execution::{Execution, Frame, Values};
use super::heap::{Broken, Heap, NO_RING, Symbol};
use super::ring::{Cursor, Number};
use crate::ir::{BinaryOp, Expr, Place, Projection, TypeId, TypeKind, Types};
use crate::races::Part;

/// Operands: the expressions, and what they are.
type Operands<'p> = ((&'p Expr, Symbol), (&'p Expr, Symbol));

impl<'p> Execution<'p> {
    /// The ring, if the candidate is one.
    pub(super) fn ring(&self) -> Option<Ring> {
        match self.candidate.kind {
            Kind::Ring(ring) => Some(ring),
            Kind::List { .. } | Kind::Lists { .. } | Kind::Slot { .. } => None,
        }
    }

    /// What an operation on the numbers of a ring gives; a comparison is told apart by its outcome.
    pub(super) fn computed(
        &mut self,
        frame: &Frame<'p>,
        heap: Heap,
        (expr, operator, left, right): (&'p Expr, BinaryOp, &'p Expr, &'p Expr),
    ) -> Result<Values, Broken> {
        if operator.is_comparison() {
            return self.told_apart(frame, heap, expr);
        }
        let mut values = Vec::new();
        for (heap, one) in self.evaluate(frame, heap, left)? {
            for (heap, other) in self.evaluate(frame, heap, right)? {
                let value = self.combined(operator, ((left, one), (right, other)), expr.ty());
                values.push((heap, value.map_or(Symbol::Unknown, Symbol::Cursor)));
            }
        }
        Ok(values)
    }

    /// A condition as a number, in each of its cases if these differ.
    pub(super) fn told_apart(&mut self, frame: &Frame<'p>, heap: Heap, condition: &'p Expr) -> Result<Values, Broken> {
        let holds = self.assume(frame, heap.clone(), condition, true)?;
        let fails = self.assume(frame, heap, condition, false)?;
        if holds == fails {
            return Ok(holds.into_iter().map(|heap| (heap, Symbol::Unknown)).collect());
        }
        let holds = holds.into_iter().map(|heap| (heap, Symbol::NotZero));
        let fails = fails.into_iter().map(|heap| (heap, Symbol::Null));
        Ok(holds.chain(fails).collect())
    }

    fn combined(&self, operator: BinaryOp, operands: Operands<'p>, ty: TypeId) -> Option<Cursor> {
        let (ring, types) = (self.ring()?, self.types());
        let ((left, one), (right, other)) = operands;
        let cursor = match (operator, one, other) {
            (BinaryOp::Add, Symbol::Cursor(one), Symbol::Cursor(other)) => ring.put_next(one, other)?,
            (BinaryOp::Add, Symbol::Cursor(cursor), _) => cursor.moved(constant(types, right)?, ring.running)?,
            (BinaryOp::Add, _, Symbol::Cursor(cursor)) => cursor.moved(constant(types, left)?, ring.running)?,
            (BinaryOp::Subtract, Symbol::Cursor(put), Symbol::Cursor(taken)) => {
                let is_count = ring.running && (put.of, taken.of) == (Number::In, Number::Out);
                (is_count && !put.within && !taken.within && self.keeps_cursor(put, ty)).then_some(Cursor {
                    of: Number::Count,
                    steps: put.steps - taken.steps,
                    within: true,
                })?
            }
            (BinaryOp::Subtract, Symbol::Cursor(cursor), _) => {
                cursor.moved(constant(types, right)?.checked_neg()?, ring.running)?
            }
            (BinaryOp::Remainder | BinaryOp::And, Symbol::Cursor(cursor), _) if cursor.of != Number::Count => {
                let by = constant(types, right)?;
                let size = i128::from(ring.size);
                let is_remainder = match operator {
                    BinaryOp::Remainder => by == size,
                    _ => by == size - 1 && size.count_ones() == 1,
                };
                // Numbers that run on are divided as what they are.
                let is_whole = cursor.within || self.keeps_cursor(cursor, ty);
                (is_remainder && is_whole).then_some(Cursor { within: true, ..cursor })?
            }
            _ => return None,
        };
        self.keeps_cursor(cursor, ty).then_some(cursor)
    }

    /// Whether a type has all values of a cursor: wide enough for the number of slots, and for what runs on, just as its cell.
    pub(super) fn keeps_cursor(&self, cursor: Cursor, ty: TypeId) -> bool {
        let (Some(ring), TypeKind::Integer { size, signed }) = (self.ring(), self.types().kind(ty)) else {
            return false;
        };
        match ring.running && !cursor.within {
            true => !signed && ring.input().and_then(|input| self.cell_size(input)) == Some(*size),
            false => *size >= 4,
        }
    }

    fn cell_size(&self, cell: Cell) -> Option<u8> {
        let ty = match cell {
            Cell::Field(record, field) => self.types().fields(record).get(field as usize)?.ty,
            Cell::Global(global) => self.program.global(global).ty,
        };
        match self.types().kind(ty) {
            TypeKind::Integer { size, .. } => Some(*size),
            _ => None,
        }
    }

    /// Learns from a comparison that has an outcome; whether it can have it. Nothing if it is none of cursors.
    pub(super) fn compared(
        &self,
        heap: &mut Heap,
        operator: BinaryOp,
        ((left, one), (right, other)): Operands<'p>,
        truth: bool,
    ) -> Option<bool> {
        let ring = heap.ring.as_mut()?;
        let operator = if truth { operator } else { operator.negated() };
        let types = self.types();
        match (one, other) {
            (Symbol::Cursor(one), Symbol::Cursor(other)) => {
                let are_equal = match operator {
                    BinaryOp::Equal => true,
                    BinaryOp::NotEqual => false,
                    _ => return None,
                };
                let (Symbol::Cursor(one), Symbol::Cursor(other)) =
                    (ring.known(Symbol::Cursor(one)), ring.known(Symbol::Cursor(other)))
                else {
                    return None;
                };
                match (one.of, other.of) {
                    (Number::In, Number::Out) => Some(ring.meet(one, other, are_equal)),
                    (Number::Out, Number::In) => Some(ring.meet(other, one, are_equal)),
                    _ => None,
                }
            }
            (Symbol::Cursor(cursor), _) => Some(ring.compare(cursor, operator, constant(types, right)?)),
            (_, Symbol::Cursor(cursor)) => Some(ring.compare(cursor, operator.mirrored(), constant(types, left)?)),
            _ => None,
        }
    }

    /// The slot that a place is, or the pointer in it: the place of all slots, and the index.
    pub(super) fn slot_of<'e>(&self, place: &'e Place) -> Option<(Place, &'e Expr)> {
        let way = match self.ring()?.carrier {
            None => self.types().is_pointer(place.ty).then_some(&place.projections[..])?,
            Some((record, field)) => match place.projections.split_last()? {
                (last, before) if *last == Projection::Field(record, field) => before,
                _ => (self.types().as_record(place.ty) == Some(record)).then_some(&place.projections[..])?,
            },
        };
        let (Projection::Index(index, _), before) = way.split_last()? else {
            return None;
        };
        let slots = Place {
            projections: before.to_vec(),
            ..place.clone()
        };
        (cell_of(&slots) == Some(self.candidate.head)).then_some((slots, index))
    }

    /// Whether variables of a type are records that may stand in a slot.
    pub(super) fn is_carrier(&self, ty: TypeId) -> bool {
        let carrier = self.candidate.carrier();
        carrier.is_some_and(|(record, _)| self.types().as_record(ty) == Some(record))
    }

    /// Reads a cell of a ring in its critical section.
    pub(super) fn load_from_ring(
        &mut self,
        frame: &Frame<'p>,
        heap: Heap,
        (place, part): (&'p Place, Part),
    ) -> Result<Values, Broken> {
        if let Some(number) = number_of(part) {
            let value = heap.ring.as_ref().map_or(Symbol::Unknown, |ring| ring.number(number));
            return Ok(vec![(heap, value)]);
        }
        let Some((_, index)) = self.slot_of(place) else {
            return Err(Broken("a slot is read by no index"));
        };
        let mut values = Vec::new();
        for (heap, index) in self.evaluate(frame, heap, index)? {
            values.extend(heap.slot(index)?);
        }
        Ok(values)
    }

    /// Writes to a cell of a ring in its critical section.
    pub(super) fn store_in_ring(
        &mut self,
        frame: &Frame<'p>,
        mut heap: Heap,
        (place, part): (&'p Place, Part),
        value: Symbol,
    ) -> Result<Vec<Heap>, Broken> {
        if let Some(number) = number_of(part) {
            heap.ring.as_mut().ok_or(NO_RING)?.set(number, value);
            return Ok(vec![heap]);
        }
        let (_, index) = self.slot_of(place).ok_or(Broken("a slot is filled by no index"))?;
        let mut stored = Vec::new();
        for (mut heap, index) in self.evaluate(frame, heap, index)? {
            let value = heap.still(value);
            heap.ring.as_mut().ok_or(NO_RING)?.fill(index, value)?;
            stored.push(heap);
        }
        Ok(stored)
    }
}

/// The number of a ring that a part is.
fn number_of(part: Part) -> Option<Number> {
    match part {
        Part::Tail => Some(Number::In),
        Part::Head => Some(Number::Out),
        Part::Flag => Some(Number::Count),
        _ => None,
    }
}

/// A constant that is the same in all integer types of four bytes and more.
pub fn constant(types: &Types, expr: &Expr) -> Option<i128> {
    let number = match expr {
        Expr::Integer(number, _) => *number,
        Expr::Cast(operand, ty) => match types.kind(*ty) {
            TypeKind::Integer { size: 4.., .. } => constant(types, operand)?,
            _ => return None,
        },
        _ => return None,
    };
    (0..=i128::from(i32::MAX)).contains(&number).then_some(number)
}
