//! Loans: calls that are passed the addresses of variables which are lent ([`super::lent`]), and what is given back when they return.

use super::execution::{Execution, Frame};
use super::heap::{Heap, Symbol};
use super::lent::{behind, loaded};
use super::places::without_casts;
use crate::ir::{Body, Expr, FunctionId, LocalId, Place, Root, TypeId};
use pepsin_lattice::seeded::{Bug, is_seeded};

/// Variables of a caller, each with the parameter of the callee that leads to it.
pub(super) type Loans = Vec<(LocalId, LocalId)>;

impl<'p> Execution<'p> {
    /// The variable that a place is because the pointer to it was lent.
    pub(super) fn variable_behind(&self, heap: &Heap, place: &Place) -> Option<LocalId> {
        let Root::Deref(pointer) = &place.root else { return None };
        let parameter = loaded(self.types(), pointer).filter(|parameter| heap.lent.contains(parameter))?;
        Some(behind(parameter))
    }

    /// Whether a place is what a parameter leads to, as the type of the parameter says: a pointer, or a record that may stand in a slot.
    pub(super) fn is_as_lent(&self, frame: &Frame<'p>, place: &Place) -> bool {
        let types = self.types();
        let Root::Deref(pointer) = &place.root else {
            return false;
        };
        let parameter = loaded(types, pointer).and_then(|parameter| frame.body.locals.get(parameter.0 as usize));
        let (held, seen) = (
            parameter.and_then(|held| types.pointee(held.ty)),
            types.pointee(pointer.ty()),
        );
        let is_same = held
            .zip(seen)
            .is_some_and(|(held, seen)| self.hold_the_same(held, seen));
        is_same || is_seeded(Bug::LentOfAnyType)
    }

    /// Which variables a call lends, and whether to any parameter at all: those that it does not are unknown when it returns.
    pub(super) fn loans(
        &self,
        frame: &Frame<'p>,
        heap: &Heap,
        (function, body): (FunctionId, &Body),
        arguments: &[Expr],
    ) -> (Loans, Vec<LocalId>) {
        let mut loans = Loans::new();
        let mut lost = Vec::new();
        let lent_variable = |argument: &Expr| match without_casts(self.types(), argument) {
            Expr::AddressOf(place, _) => {
                let local = place.as_local()?;
                let is_lent = frame.locals.lent.variables.contains(&local);
                is_lent.then_some((local, place.ty))
            }
            Expr::Load(place) => {
                let parameter = place.as_local().filter(|parameter| heap.lent.contains(parameter))?;
                Some((behind(parameter), self.types().pointee(place.ty)?))
            }
            _ => None,
        };
        for (number, argument) in (0..).map(LocalId).zip(arguments) {
            let Some((variable, ty)) = lent_variable(argument) else {
                continue;
            };
            let parameter = body.locals.get(number.0 as usize).map(|local| local.ty);
            let pointee = parameter.and_then(|parameter| self.types().pointee(parameter));
            let is_lent = self.locals[function.0 as usize].lent.parameters.contains(&number)
                && pointee.is_some_and(|pointee| self.hold_the_same(ty, pointee));
            let times = arguments.iter().filter_map(lent_variable);
            let times = times.filter(|other| other.0 == variable).count();
            match is_lent && times == 1 {
                true => loans.push((variable, number)),
                false => lost.push(variable),
            }
        }
        (loans, lost)
    }

    /// Whether variables of two types hold the same value of a heap, if any.
    fn hold_the_same(&self, one: TypeId, other: TypeId) -> bool {
        let types = self.types();
        types.is_pointer(one) && types.is_pointer(other) || self.is_carrier(one) && self.is_carrier(other)
    }

    /// What variables hold that were lent, when the call returns.
    pub(super) fn given_back(heap: &mut Heap, exit: &Heap, loans: &Loans) {
        for (variable, parameter) in loans {
            let value = match exit.variable(behind(*parameter)) {
                Symbol::Head(_) | Symbol::Cursor(_) => Symbol::Unknown,
                value => value,
            };
            heap.assign(*variable, value);
        }
    }
}
