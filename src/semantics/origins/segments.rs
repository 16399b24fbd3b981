//! Segments: the bytes of an access as those of elements between two bounds ([`super::bounds`], [`crate::races::segments`]).

use std::rc::Rc;
use std::sync::Arc;

use crate::ir::{BinaryOp, Expr, LocalId, Place, Projection, Root};
use crate::races::{Elements, Letter, Polynomial, Segment};
use crate::semantics::crews::berths;
use crate::semantics::evaluate::{expressions, places};
use crate::semantics::origins::{bounds, owned, symbolic};
use crate::semantics::state::bounds::{Known, Told};
use crate::semantics::state::{Base, State};
use crate::semantics::system::Transfer;
use crate::values::{Offsets, Scalar, Value};

/// So many bounds of an index are tried, on each side.
const MOST_BOUNDS: usize = 4;

/// Numbers that bound an index on one side.
type Bounds = Vec<Rc<Polynomial>>;

/// Bytes of an element of an array.
struct Element {
    /// Where they start in the object if the index is zero.
    first: i64,
    /// Bytes from one element to the next.
    unit: i64,
    /// The variable that is the index.
    index: LocalId,
    /// What is added to it.
    plus: Polynomial,
}

/// The bytes of an access, as those of parts of an array that are the ego's own.
pub fn touched(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    place: &Place,
    touched_from: i64,
    size: u64,
) -> Vec<Segment> {
    if transfer.analysis.recorder.is_none() || state.bounds.is_empty() {
        return Vec::new();
    }
    all(transfer, state, place, touched_from, size).unwrap_or_default()
}

fn all(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    place: &Place,
    touched_from: i64,
    size: u64,
) -> Option<Vec<Segment>> {
    let size = i64::try_from(size).ok()?;
    let element = element(transfer, state, place)?;
    let first = element.first.checked_add(touched_from)?;
    let series = owned::series(state);
    let (low, high) = bounds_of(transfer, state, &element)?;
    let opened = |bounds: Bounds| bounds.iter().filter_map(|bound| bound.opened()).collect::<Vec<_>>();
    let (low, high) = (opened(low), opened(high));
    let relied = state.bounds.relied().to_vec();
    let mut found: Vec<Segment> = Vec::new();
    for low in &low {
        for high in &high {
            let letters = low.1.iter().chain(&high.1).cloned();
            let letters: Vec<Arc<Letter>> = letters.chain(relied.iter().cloned()).collect();
            for elements in Elements::between(Some(&low.0), Some(&high.0), &series) {
                let segment = Segment {
                    elements,
                    unit: element.unit,
                    first,
                    size,
                    letters: letters.clone(),
                };
                if !found.contains(&segment) {
                    found.push(segment);
                }
            }
        }
    }
    Some(found)
}

/// What an index is at least, and below what it is: what is told of the variable, and the numbers between which its value lies.
fn bounds_of(transfer: &Transfer<'_, '_>, state: &State, element: &Element) -> Option<(Bounds, Bounds)> {
    let index = element.index;
    let told = |told| {
        state
            .bounds
            .told(Known::Own(index), told)
            .take(MOST_BOUNDS)
            .cloned()
            .collect::<Vec<_>>()
    };
    let (mut low, mut high) = (told(Told::AtLeast), told(Told::Below));
    let is_number = |number: &Rc<Polynomial>| number.as_constant().is_some();
    if low.iter().chain(&high).all(is_number) && element.plus.as_constant().is_some() {
        return None;
    }
    let value = frame_value(transfer, state, index)?;
    let constant = |number: i128| {
        i64::try_from(number)
            .ok()
            .map(|number| Rc::new(Polynomial::constant(number)))
    };
    low.extend(value.as_integer().low().and_then(constant));
    high.extend(value.as_integer().high().and_then(|most| constant(most + 1)));
    let moved = |bounds: Bounds| {
        let moved = bounds.iter().filter_map(|bound| bound.plus(&element.plus));
        moved.map(Rc::new).collect()
    };
    Some((moved(low), moved(high)))
}

/// The element of an array that a place is, or in which it lies.
fn element(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place) -> Option<Element> {
    let Some(address) = symbolic::symbolic_place(transfer, state, place) else {
        return element_behind(transfer, state, place);
    };
    let (index, unit) = address.index?;
    let start = match address.base {
        Base::Object(_) => 0,
        Base::Variable(pointer) if pointer.calls == 0 => start(&frame_value(transfer, state, pointer.local)?)?,
        Base::Variable(_) => return None,
    };
    (index.calls == 0 && unit > 0).then_some(Element {
        first: start.checked_add(address.offset)?,
        unit,
        index: index.local,
        plus: Polynomial::default(),
    })
}

/// The element of an array to which a pointer leads that stands in memory, or whose index is a sum.
fn element_behind(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place) -> Option<Element> {
    let types = &transfer.analysis.program.types;
    let is_index = |projection: &Projection| matches!(projection, Projection::Index(..));
    let (array, index, element, behind) = match place.projections.iter().rposition(is_index) {
        Some(last) => {
            let (before, rest) = place.projections.split_at(last);
            let (Projection::Index(index, element), behind) = rest.split_first()? else {
                return None;
            };
            let array = Place {
                projections: before.to_vec(),
                ..place.clone()
            };
            let value = transfer.unrecorded(|transfer| places::address_of(transfer, state, &array));
            (value, &**index, *element, behind)
        }
        None => {
            let Root::Deref(pointer) = &place.root else { return None };
            let Expr::Binary(BinaryOp::PointerAdd, array, index, ty) = &**pointer else {
                return None;
            };
            let value = transfer.unrecorded(|transfer| expressions::value(transfer, state, array));
            (value, &**index, types.pointee(*ty)?, place.projections.as_slice())
        }
    };
    let unit = i64::try_from(types.size(element)?).ok().filter(|unit| *unit > 0)?;
    let mut first = start(&array)?;
    for projection in behind {
        let Projection::Field(record, number) = projection else {
            return None;
        };
        let field = types.fields(*record).get(*number as usize)?;
        first = first.checked_add(i64::try_from(field.offset).ok()?)?;
    }
    let (index, plus) = sum_of_index(transfer, state, index)?;
    Some(Element {
        first,
        unit,
        index,
        plus,
    })
}

/// The variable that an index is, and what is added to it.
fn sum_of_index(transfer: &Transfer<'_, '_>, state: &mut State, index: &Expr) -> Option<(LocalId, Polynomial)> {
    if let Some((variable, plus)) = berths::number_of_variable(transfer, state, index) {
        return Some((variable, Polynomial::constant(plus)));
    }
    let Expr::Binary(BinaryOp::Add, left, right, ty) = index else {
        return None;
    };
    if !bounds::is_exact(transfer, state, (BinaryOp::Add, left, right), *ty) {
        return None;
    }
    for (counted, added) in [(left, right), (right, left)] {
        if let Some((variable, plus)) = berths::number_of_variable(transfer, state, counted)
            && let Some(added) = transfer.unrecorded(|transfer| bounds::number(transfer, state, added))
        {
            return Some((variable, added.plus(&Polynomial::constant(plus))?));
        }
    }
    None
}

/// How far behind the start of its object a pointer leads, whichever object that is.
fn start(pointer: &Value) -> Option<i64> {
    let addresses = pointer.as_addresses();
    let mut starts = addresses.targets().iter().map(|(_, offsets)| offsets.single());
    let first = starts.next()??;
    (addresses.origin().is_none() && starts.all(|start| start == Some(first))).then_some(first)
}

/// The value of a variable of the running function whose address is never taken.
pub(super) fn frame_value(transfer: &Transfer<'_, '_>, state: &State, variable: LocalId) -> Option<Value> {
    let function = transfer.unknown.function;
    let object = transfer.analysis.local(function, variable, transfer.context.thread);
    let ty = transfer.body()?.locals[variable.0 as usize].ty;
    let scalar = Scalar::of(&transfer.analysis.program.types, ty)?;
    Some(state.frame.get(object)?.read(Offsets::ZERO, scalar))
}
