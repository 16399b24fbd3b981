//! Expressions on symbolic heaps: what they are, and the heaps in which they are that.

use super::execution::{Execution, Frame, NUMBER_FOLLOWED, Values, without_node};
use super::heap::{Broken, Heap, Symbol};
use crate::ir::{BinaryOp, Expr, Place, Projection, Root, TypeId, TypeKind, Types, UnaryOp};
use crate::races::Part;

impl<'p> Execution<'p> {
    /// The values of the pointer by which a place is reached; unknown if there is none.
    pub(super) fn pointers(&mut self, frame: &Frame<'p>, heap: Heap, place: &'p Place) -> Result<Values, Broken> {
        let mut heaps = vec![heap];
        for projection in &place.projections {
            if let Projection::Index(index, _) = projection {
                let mut after = Vec::new();
                for heap in heaps {
                    after.extend(self.evaluate(frame, heap, index)?.into_iter().map(|(heap, _)| heap));
                }
                heaps = after;
            }
        }
        match &place.root {
            Root::Deref(pointer) => {
                let has_cells = self.leads_to_cells(pointer);
                let mut values = Vec::new();
                for heap in heaps {
                    values.extend(self.evaluate(frame, heap, pointer)?);
                }
                if has_cells {
                    values.iter_mut().for_each(|(_, value)| *value = without_node(*value));
                }
                Ok(values)
            }
            Root::Local(_) | Root::Global(_) => Ok(heaps.into_iter().map(|heap| (heap, Symbol::Unknown)).collect()),
        }
    }

    /// What an expression is.
    pub(super) fn evaluate(&mut self, frame: &Frame<'p>, heap: Heap, expr: &'p Expr) -> Result<Values, Broken> {
        match expr {
            Expr::Integer(0, _) => Ok(vec![(heap, Symbol::Null)]),
            Expr::Integer(..) => Ok(vec![(heap, Symbol::NotZero)]),
            Expr::Load(place) => self.load(frame, heap, place),
            Expr::AddressOf(place, _) => self.address(frame, heap, place),
            Expr::Cast(operand, ty) => {
                let types = self.types();
                let is_whole = |ty| types.is_pointer(ty) || types.is_integer(ty);
                let keeps = types.size(*ty) == types.size(operand.ty()) && is_whole(*ty) && is_whole(operand.ty());
                let mut values = self.evaluate(frame, heap, operand)?;
                for (_, value) in &mut values {
                    if let Symbol::Cursor(cursor) = value {
                        if !self.keeps_cursor(*cursor, *ty) {
                            *value = Symbol::Unknown;
                        }
                    } else if !keeps && *value != Symbol::Null {
                        *value = truth_of(types, *value, (operand.ty(), *ty));
                    }
                }
                Ok(values)
            }
            Expr::Binary(BinaryOp::PointerAdd, pointer, index, _) => {
                let mut values = Vec::new();
                for (heap, value) in self.evaluate(frame, heap, pointer)? {
                    let value = self.moved_by(value, pointer, index);
                    values.extend(
                        self.evaluate(frame, heap, index)?
                            .into_iter()
                            .map(|(heap, _)| (heap, value)),
                    );
                }
                Ok(values)
            }
            Expr::Unary(UnaryOp::Not, ..) if heap.ring.is_some() => self.told_apart(frame, heap, expr),
            Expr::Binary(operator, left, right, _) if heap.ring.is_some() => {
                self.computed(frame, heap, (expr, *operator, left, right))
            }
            Expr::Unary(UnaryOp::Not, operand, _) if self.types().is_pointer(operand.ty()) => {
                self.told_apart(frame, heap, expr)
            }
            Expr::Binary(operator, left, right, _)
                if operator.is_comparison()
                    && (self.types().is_pointer(left.ty()) || self.types().is_pointer(right.ty())) =>
            {
                self.told_apart(frame, heap, expr)
            }
            Expr::Unary(_, operand, _) => self.looked_at(frame, vec![heap], operand),
            Expr::Binary(_, left, right, _) => {
                let left = self.evaluate(frame, heap, left)?.into_iter().map(|(heap, _)| heap);
                self.looked_at(frame, left.collect(), right)
            }
            Expr::Float(..) | Expr::Function(..) | Expr::String(..) | Expr::Unknown(_) => {
                Ok(vec![(heap, Symbol::Unknown)])
            }
        }
    }

    /// Evaluates an operand of an expression of which nothing is known.
    fn looked_at(&mut self, frame: &Frame<'p>, heaps: Vec<Heap>, operand: &'p Expr) -> Result<Values, Broken> {
        let mut values = Vec::new();
        for heap in heaps {
            let found = self.evaluate(frame, heap, operand)?;
            values.extend(found.into_iter().map(|(heap, _)| (heap, Symbol::Unknown)));
        }
        Ok(values)
    }

    pub(super) fn load(&mut self, frame: &Frame<'p>, heap: Heap, place: &'p Place) -> Result<Values, Broken> {
        self.no_atomics(&heap, place)?;
        if let Some(variable) = self.variable_of(frame, &heap, place) {
            let value = heap.variable(variable);
            if matches!(place.root, Root::Deref(_)) {
                self.mark_read(frame, place, None)?;
            }
            return Ok(vec![(heap, value)]);
        }
        let mut values = Vec::new();
        for (heap, pointer) in self.pointers(frame, heap, place)? {
            match pointer {
                Symbol::Null | Symbol::Nowhere => {}
                Symbol::Cursor(_) => return Err(NUMBER_FOLLOWED),
                Symbol::Node(node) => {
                    self.mark_read(frame, place, Some(self.part_of_node(place)))?;
                    values.extend(self.found(heap, node, place)?);
                }
                Symbol::Head(_) | Symbol::Link(_) => values.extend(self.load_through(frame, heap, (place, pointer))?),
                Symbol::Inside(_) => {
                    self.mark_read(frame, place, Some(Part::Owned))?;
                    values.push((heap, Symbol::Unknown));
                }
                Symbol::Unknown | Symbol::NotZero => {
                    self.mark_read(frame, place, self.cell_by_name(place))?;
                    for heap in self.alone_with(frame, heap, place)? {
                        values.extend(self.load_from_cell(frame, heap, place)?);
                    }
                }
            }
        }
        Ok(values)
    }

    /// What is found where no node is, but may be a cell.
    fn load_from_cell(&mut self, frame: &Frame<'p>, heap: Heap, place: &'p Place) -> Result<Values, Broken> {
        let part = self.cell(frame, &heap, place);
        if let Some(part) = part.filter(|_| heap.ring.is_some()) {
            return self.load_from_ring(frame, heap, (place, part));
        }
        let value = match (heap.section, part) {
            (Some(section), Some(Part::Head)) => section.head,
            (Some(section), Some(_)) => section.beside,
            _ => self.remembered(frame, &heap, place),
        };
        Ok(vec![(heap, value)])
    }
}

/// A value that becomes another type which may not have it: if it is true, it may stay that.
fn truth_of(types: &Types, value: Symbol, (from, to): (TypeId, TypeId)) -> Symbol {
    let is_wider = types.is_integer(to) && types.is_integer(from) && types.size(to) >= types.size(from);
    match value {
        Symbol::NotZero if is_wider => value,
        Symbol::NotZero | Symbol::Node(_) if matches!(types.kind(to), TypeKind::Bool) => Symbol::NotZero,
        _ => Symbol::Unknown,
    }
}
