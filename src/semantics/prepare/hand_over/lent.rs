//! Variables that are lent: `struct job *job; while (take(queue, &job)) run(job);`.
//!
//! The address of a variable is *lent* if it is nothing but passed to calls of functions by their names, for parameters that these follow, compare with
//! null, or pass on in the same way, and nothing else. While such a call runs, the variable is where the parameter leads, and no other pointer leads there:
//! `*parameter` is a variable of the callee, which the caller gets back when it returns. A variable that is passed twice at once is none.

use std::collections::BTreeSet;

use super::execution::{Execution, Frame};
use super::heap::{Heap, Symbol};
use super::places::without_casts;
use super::settled::stays;
use crate::ir::{
    BinaryOp, Body, Callee, Expr, FunctionId, InstructionKind, LocalId, Place, Program, Root, Terminator, TypeId,
    Types, UnaryOp,
};
use pepsin_lattice::seeded::{Bug, is_seeded};

/// What a function lends, and what it is lent.
#[derive(Clone, Debug, Default)]
pub struct Lent {
    /// Its variables of which the address is lent only.
    pub variables: BTreeSet<LocalId>,
    /// Its parameters that are only followed, compared with null, or lent in turn.
    pub parameters: BTreeSet<LocalId>,
}

/// What a parameter leads to, as a variable, has a number that no variable has.
pub(super) fn behind(parameter: LocalId) -> LocalId {
    const FIRST: u32 = 1 << 30;
    LocalId(FIRST + parameter.0)
}

/// Variables of a caller, each with the parameter of the callee that leads to it.
pub(super) type Loans = Vec<(LocalId, LocalId)>;

impl Lent {
    /// What each function lends and is lent.
    pub fn of(program: &Program) -> Vec<Self> {
        let bodies = || program.functions.iter().map(|function| function.body.as_ref());
        let all_parameters = |body: &Body| -> BTreeSet<LocalId> {
            let parameters = (0..body.parameters() as u32).map(LocalId);
            parameters.filter(|parameter| stays(body, *parameter)).collect()
        };
        let mut lent: Vec<Lent> = bodies()
            .map(|body| Lent {
                variables: BTreeSet::new(),
                parameters: body.map(all_parameters).unwrap_or_default(),
            })
            .collect();
        // The greatest solution: what is not used otherwise anywhere.
        loop {
            let further: Vec<Lent> = bodies()
                .map(|body| body.map_or(Lent::default(), |body| Uses::of(program, body, &lent).lent(body)))
                .collect();
            let is_done = further
                .iter()
                .zip(&lent)
                .all(|(one, other)| one.parameters == other.parameters);
            lent = further;
            if is_done {
                return lent;
            }
        }
    }
}

/// How often variables occur as pointers, or have their address taken, and how often so that nothing keeps the address.
struct Uses {
    /// By number: all occurrences, less those of which nothing comes.
    of_pointers: Vec<isize>,
    of_addresses: Vec<isize>,
    /// Whether the address is lent at all.
    is_lent: Vec<bool>,
}

impl Uses {
    fn of(program: &Program, body: &Body, lent: &[Lent]) -> Self {
        let mut uses = Uses {
            of_pointers: vec![0; body.locals.len()],
            of_addresses: vec![0; body.locals.len()],
            is_lent: vec![false; body.locals.len()],
        };
        let types = &program.types;
        body.expressions(&mut |expr| uses.see(types, expr));
        for block in &body.blocks {
            for instruction in &block.instructions {
                uses.see_instruction(program, &instruction.kind, lent);
            }
            if let Terminator::Branch { condition, .. } = &block.terminator
                && let Some(pointer) = compared_with_null(types, condition)
            {
                uses.of_pointers[pointer.0 as usize] -= 1;
            }
        }
        uses
    }

    fn see(&mut self, types: &Types, expr: &Expr) {
        match expr {
            Expr::Load(place) => {
                if let Some(local) = place.as_local() {
                    self.of_pointers[local.0 as usize] += 1;
                }
                self.follow(types, place);
            }
            Expr::AddressOf(place, _) => {
                if let Root::Local(local) = place.root {
                    self.of_addresses[local.0 as usize] += 1;
                }
            }
            _ => {}
        }
    }

    /// A place is read or written: of the pointer that is followed nothing comes.
    fn follow(&mut self, types: &Types, place: &Place) {
        if let Root::Deref(pointer) = &place.root
            && let Some(pointer) = loaded(types, pointer)
        {
            self.of_pointers[pointer.0 as usize] -= 1;
        }
    }

    fn see_instruction(&mut self, program: &Program, kind: &InstructionKind, lent: &[Lent]) {
        let types = &program.types;
        match kind {
            InstructionKind::Assign { to, .. } | InstructionKind::Zero { place: to } => self.follow(types, to),
            InstructionKind::Call { to, callee, arguments } => {
                to.iter().for_each(|to| self.follow(types, to));
                let Callee::Function(callee) = callee else { return };
                for (number, argument) in (0..).map(LocalId).zip(arguments) {
                    if is_lent_to(lent, *callee, number) {
                        self.lend(types, argument);
                    }
                }
            }
            _ => {}
        }
    }

    fn lend(&mut self, types: &Types, argument: &Expr) {
        match without_casts(types, argument) {
            Expr::Load(place) => {
                if let Some(local) = place.as_local() {
                    self.of_pointers[local.0 as usize] -= 1;
                }
            }
            Expr::AddressOf(place, _) => {
                if let Some(local) = place.as_local() {
                    self.of_addresses[local.0 as usize] -= 1;
                    self.is_lent[local.0 as usize] = true;
                }
            }
            _ => {}
        }
    }

    fn lent(self, body: &Body) -> Lent {
        let numbers = (0..body.locals.len() as u32).map(LocalId);
        let is_variable = |local: &LocalId| {
            self.is_lent[local.0 as usize] && (self.of_addresses[local.0 as usize] == 0 || is_seeded(Bug::LentAreKept))
        };
        let parameters = (0..body.parameters() as u32).map(LocalId);
        let is_parameter = |local: &LocalId| {
            stays(body, *local) && (self.of_pointers[local.0 as usize] == 0 || is_seeded(Bug::LentAreKept))
        };
        Lent {
            variables: numbers.filter(is_variable).collect(),
            parameters: parameters.filter(is_parameter).collect(),
        }
    }
}

fn is_lent_to(lent: &[Lent], callee: FunctionId, parameter: LocalId) -> bool {
    lent[callee.0 as usize].parameters.contains(&parameter)
}

/// The variable that an expression reads, but for casts.
fn loaded(types: &Types, expr: &Expr) -> Option<LocalId> {
    match without_casts(types, expr) {
        Expr::Load(place) => place.as_local(),
        _ => None,
    }
}

/// The variable that a condition compares with null.
fn compared_with_null(types: &Types, condition: &Expr) -> Option<LocalId> {
    match condition {
        Expr::Unary(UnaryOp::Not, operand, _) => compared_with_null(types, operand),
        Expr::Binary(BinaryOp::Equal | BinaryOp::NotEqual, one, other, _) => match (one.as_number(), other.as_number())
        {
            (_, Some(0)) => loaded(types, one),
            (Some(0), _) => loaded(types, other),
            _ => None,
        },
        other => loaded(types, other),
    }
}

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
            match is_lent && (times == 1 || is_seeded(Bug::LentTwice)) {
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
