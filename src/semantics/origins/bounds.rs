//! Bounds: what a thread computes from numbers that are the same for all threads, and from those by which it differs.
//!
//! ```text
//!     low = id * chunk;                     low  is  id · chunk
//!     high = low + chunk;                   high is  id · chunk + chunk
//!     for (k = low; k < high; k++)          k is at least  id · chunk,  and below  id · chunk + chunk
//! ```
//!
//! What an expression is, is told as a polynomial ([`crate::races::polynomials`]), if no operation in it wraps around and no conversion changes
//! a value. Its symbols are
//!
//! - variables in memory of which there is one, and variables of a creator of threads, as they are now: they are the same whenever
//!   several threads run, if they are not written then, which is held against the complete solution ([`crate::semantics::evidence`]);
//! - what the ego was given when it was created, and no other thread of the same creation was ([`super::tickets`]);
//! - what the creator had written into memory before it created the ego ([`super::letters`]);
//! - what a variable holds that the ego took from a counter ([`super::shares`]), which no other thread is told.
//!
//! An assignment makes a variable equal to a polynomial, and a comparison bounds it. Both are forgotten when the variable, or one by which the
//! polynomial is told, gets another value. What grows stays above its lower bounds: `k` at least `low` in all rounds of the loop.
//! (After the symbolic bounds of Rugina and Rinard, "Symbolic bounds analysis of pointers, array indices, and accessed memory regions", PLDI 2000.)

use std::rc::Rc;
use std::sync::Arc;

use crate::ir::{BinaryOp, Body, Expr, FunctionId, LocalId, Place, Program, TypeId};
use crate::races::{Letter, LetterPlace, Polynomial, Symbol, Tickets};
use crate::semantics::claims::taking;
use crate::semantics::crews::berths;
use crate::semantics::evaluate::expressions;
use crate::semantics::origins::{distances, found, inscriptions, lasts, letters, owned};
use crate::semantics::state::bounds::{Bound, Fact, Known, Told};
use crate::semantics::state::{Bounds, Footprint, State, Variable};
use crate::semantics::system::{Analysis, Transfer, variables};
use crate::values::{IntegerType, ObjectKind, Scalar, SignedOverflow};
use pepsin_lattice::seeded::{Bug, is_seeded};

/// What an expression certainly is.
pub fn number(transfer: &Transfer<'_, '_>, state: &mut State, expr: &Expr) -> Option<Polynomial> {
    computed(transfer, state, expr).or_else(|| by_ticket(transfer, state, expr))
}

/// What an expression is, as it is computed from variables.
fn computed(transfer: &Transfer<'_, '_>, state: &mut State, expr: &Expr) -> Option<Polynomial> {
    match expr {
        Expr::Integer(number, _) => i64::try_from(*number).ok().map(Polynomial::constant),
        Expr::Load(place) => loaded(transfer, state, place),
        Expr::Cast(operand, ty) => {
            let number = number(transfer, state, operand)?;
            keeps_number(transfer, state, operand, *ty).then_some(number)
        }
        Expr::Binary(
            op @ (BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide),
            left,
            right,
            ty,
        ) => {
            let (one, other) = (number(transfer, state, left)?, number(transfer, state, right)?);
            let result = match op {
                BinaryOp::Add => one.plus(&other),
                BinaryOp::Subtract => one.minus(&other),
                BinaryOp::Multiply => one.times(&other),
                _ => one.over(&other),
            }?;
            for letter in vanished(transfer, [&one, &other], &result) {
                state.bounds.rely(letter);
            }
            is_exact(transfer, state, (*op, left, right), *ty).then_some(result)
        }
        _ => None,
    }
}

/// What says of the symbols that a result has no more that they were the same wherever they were read: `n + 1 - n` is one only then.
pub(super) fn vanished(transfer: &Transfer<'_, '_>, parts: [&Polynomial; 2], result: &Polynomial) -> Vec<Arc<Letter>> {
    let gone = result.lost(parts).into_iter();
    let gone = gone.filter(|_| !is_seeded(Bug::VanishedSymbolsMove));
    let others = gone.filter(|symbol| variables::frame_symbol(transfer, symbol).is_none());
    others.filter_map(as_letter).collect()
}

/// The numbers that a type has: those of integers, and for pointers that carry numbers those of addresses with a sign.
fn numbers_of(program: &Program, ty: TypeId) -> Option<IntegerType> {
    match variables::scalar(program, ty) {
        Scalar::Integer(integer) => Some(integer),
        Scalar::Pointer { bits } => Some(IntegerType { bits, signed: true }),
        _ => None,
    }
}

/// Whether a conversion keeps the number that an expression is.
pub(super) fn keeps_number(transfer: &Transfer<'_, '_>, state: &mut State, expr: &Expr, to: TypeId) -> bool {
    let program = transfer.analysis.program;
    let (Some(source), Some(target)) = (numbers_of(program, expr.ty()), numbers_of(program, to)) else {
        return false;
    };
    has_all(target, source)
        || is_seeded(Bug::BoundsOfBits) && source.bits == target.bits
        || transfer.unrecorded(|transfer| expressions::fits(transfer, state, expr, target))
}

/// Whether a type has all numbers of another one.
fn has_all(target: IntegerType, source: IntegerType) -> bool {
    target.low() <= source.low() && source.high() <= target.high()
}

/// What a place holds that is an integer variable.
fn loaded(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place) -> Option<Polynomial> {
    let integer = match variables::scalar(transfer.analysis.program, place.ty) {
        Scalar::Integer(integer) => Some(integer),
        _ => None,
    };
    let Some(local) = variables::frame_variable(transfer, place) else {
        let integer = integer?;
        let variable = in_memory(transfer, state, place);
        return variable
            .and_then(|variable| letters::read(transfer, state, variable, integer))
            .or_else(|| by_ticket(transfer, state, &Expr::Load(Box::new(place.clone()))))
            .or_else(|| found::read(transfer, state, place, Scalar::Integer(integer)))
            .or_else(|| inscriptions::read(transfer, state, place, Scalar::Integer(integer)))
            .or_else(|| variable.map(|variable| Polynomial::symbol(symbol(variable, integer.signed))));
    };
    let is_taken = |number: &&Rc<Polynomial>| number.any(&|symbol| matches!(symbol, Symbol::Taken(_)));
    if let Some(number) = state.bounds.exact(Known::Own(local)).find(is_taken) {
        return Some(Polynomial::clone(number));
    }
    if let Some(taken) = taking::held_number(transfer, state, local).filter(|_| !is_creator(transfer)) {
        return Some(Polynomial::symbol(Symbol::Taken(taken)));
    }
    if let Some(number) = state.bounds.exact(Known::Own(local)).next() {
        return Some(Polynomial::clone(number));
    }
    if let Some(number) = own_number(transfer, local) {
        return Some(number);
    }
    let ticket = by_ticket(transfer, state, &Expr::Load(Box::new(place.clone())));
    ticket.or_else(|| letters::value_of(transfer, state, local).map(Polynomial::constant))
}

/// The variable in memory that a place is, if it is one and the same for all threads.
pub(super) fn in_memory(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place) -> Option<Variable> {
    let variable = berths::variable_at(transfer, state, place)?;
    let is_one = match transfer.analysis.objects.kind(variable.object) {
        ObjectKind::Global(global) => !transfer.analysis.program.global(global).thread_local,
        _ => berths::is_only_one(transfer, state, variable.object),
    };
    is_one.then_some(variable)
}

/// Whether only one thread runs the function, once at a time, and it creates threads: its variables are told by their names.
pub(super) fn is_creator(transfer: &Transfer<'_, '_>) -> bool {
    let function = transfer.unknown.function;
    let is_once = !transfer.analysis.may_recurse(function) || is_seeded(Bug::ActivationsAreOne);
    is_once
        && transfer.analysis.shape(function).creates
        && transfer.analysis.digests.names().is_unique(transfer.context.thread)
}

/// What a variable of the running function holds, if that is told by its name.
pub(super) fn own_number(transfer: &Transfer<'_, '_>, local: LocalId) -> Option<Polynomial> {
    let ty = transfer.body()?.locals[local.0 as usize].ty;
    let integer = variables::scalar(transfer.analysis.program, ty);
    match integer {
        Scalar::Integer(integer) if is_creator(transfer) => {
            Some(Polynomial::symbol(own(transfer, local, integer.signed)))
        }
        _ => None,
    }
}

/// A variable of the running function.
fn own(transfer: &Transfer<'_, '_>, local: LocalId, signed: bool) -> Symbol {
    let function = transfer.unknown.function;
    let body = transfer.body();
    let size = body.and_then(|body| transfer.analysis.program.types.size(body.locals[local.0 as usize].ty));
    let variable = Variable {
        object: transfer.analysis.local(function, local, transfer.context.thread),
        offset: 0,
        size: size.unwrap_or(u64::MAX >> 1),
    };
    symbol(variable, signed)
}

pub(super) fn symbol(variable: Variable, signed: bool) -> Symbol {
    Symbol::Variable {
        object: variable.object,
        offset: variable.offset,
        size: variable.size,
        signed,
    }
}

/// What the ego was given, if an expression is that, and a number by which it differs from others.
fn by_ticket(transfer: &Transfer<'_, '_>, state: &mut State, expr: &Expr) -> Option<Polynomial> {
    let linear = owned::linear(transfer, state, expr)?;
    let Tickets::Numbers { bits, signed, .. } = state.owned.tickets(linear.given)? else {
        return None;
    };
    let to = numbers_of(transfer.analysis.program, expr.ty())?;
    let is_number = (linear.scale, linear.offset) == (1, Some(0)) && has_all(to, IntegerType { bits, signed });
    is_number.then(|| Polynomial::symbol(Symbol::Ticket(linear.given)))
}

/// Whether the result of an operation is what it is for integers.
pub(super) fn is_exact(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    (op, left, right): (BinaryOp, &Expr, &Expr),
    ty: TypeId,
) -> bool {
    let Scalar::Integer(result) = variables::scalar(transfer.analysis.program, ty) else {
        return false;
    };
    let is_assumed = is_seeded(Bug::BoundsWrap)
        || result.signed && transfer.analysis.settings.signed_overflow == SignedOverflow::Undefined;
    if is_assumed || op == BinaryOp::Divide {
        return true;
    }
    let mut range = |expr: &Expr| {
        let value = transfer.unrecorded(|transfer| expressions::value(transfer, state, expr));
        Some((value.as_integer().low()?, value.as_integer().high()?))
    };
    let (Some((a, b)), Some((c, d))) = (range(left), range(right)) else {
        return false;
    };
    let corners = [(a, c), (a, d), (b, c), (b, d)];
    corners.into_iter().all(|(one, other)| {
        let result_of = match op {
            BinaryOp::Add => one.checked_add(other),
            BinaryOp::Subtract => one.checked_sub(other),
            _ => one.checked_mul(other),
        };
        result_of.is_some_and(|number| result.low() <= number && number <= result.high())
    })
}

/// What is known of a variable that is assigned an expression, before it is.
pub fn of_value(transfer: &Transfer<'_, '_>, state: &mut State, value: &Expr) -> Vec<Bound> {
    if transfer.analysis.program.types.is_pointer(value.ty()) {
        return of_pointer(transfer, state, value);
    }
    if !is_followed(transfer, value.ty()) {
        return Vec::new();
    }
    let mut bounds = Vec::new();
    let number = transfer.unrecorded(|transfer| number(transfer, state, value));
    if let Some(number) = number {
        bounds.extend(below_others(transfer, state, &number));
        let next = number.plus(&Polynomial::constant(1));
        bounds.push(Bound::always(Told::Is, number.clone()));
        bounds.push(Bound::always(Told::AtLeast, number.clone()));
        bounds.extend(next.map(|next| Bound::always(Told::Below, next)));
        let constant = berths::number(transfer, state, value).map(Polynomial::constant);
        let constant = constant.filter(|constant| *constant != number);
        bounds.extend(constant.map(|constant| Bound::always(Told::Is, constant)));
    }
    bounds.extend(found::ends(transfer, state, value));
    if state.bounds.is_empty() {
        return bounds;
    }
    if let Some((variable, by)) = sum_with_variable(transfer, state, value) {
        let stays = |told: Told| match told {
            Told::Is => false,
            Told::AtLeast => by >= 0 || is_seeded(Bug::BoundsOfShrinking),
            Told::Below => by <= 0,
            Told::Steps => by == 0,
        };
        let known = state.bounds.of(Known::Own(variable)).map(|fact| &fact.bound);
        for bound in known.filter(|bound| stays(bound.told)) {
            if !bounds.contains(bound) {
                bounds.push(bound.clone());
            }
        }
    }
    bounds
}

/// How far behind the start of its object a pointer leads, if its value alone does not tell.
fn of_pointer(transfer: &Transfer<'_, '_>, state: &mut State, pointer: &Expr) -> Vec<Bound> {
    if !transfer.analysis.text.has_segments() || state.bounds.is_empty() && state.owned.ticket.is_none() {
        return Vec::new();
    }
    let distance = transfer.unrecorded(|transfer| distances::number(transfer, state, pointer));
    let distance = distance.filter(|distance| distance.as_constant().is_none());
    distance
        .map(|distance| Bound::always(Told::Is, distance))
        .into_iter()
        .collect()
}

/// A number as what a variable of the running function holds, and so much more.
fn sum_with_variable(transfer: &Transfer<'_, '_>, state: &mut State, value: &Expr) -> Option<(LocalId, i64)> {
    match value {
        Expr::Load(place) => Some((variables::frame_variable(transfer, place)?, 0)),
        Expr::Cast(operand, ty) if keeps_number(transfer, state, operand, *ty) => {
            sum_with_variable(transfer, state, operand)
        }
        Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract), left, right, ty) => {
            let by = berths::number(transfer, state, right)?;
            let by = if *op == BinaryOp::Add { by } else { by.checked_neg()? };
            let (variable, plus) = sum_with_variable(transfer, state, left)?;
            let is_exact = is_exact(transfer, state, (*op, left, right), *ty);
            Some((variable, plus.checked_add(by)?)).filter(|_| is_exact)
        }
        _ => None,
    }
}

/// What a number is below because a variable was compared with it: in `if (high > n) high = n;` the new `high` is at most what the old one was.
fn below_others(transfer: &Transfer<'_, '_>, state: &mut State, number: &Polynomial) -> Vec<Bound> {
    let is_above = |fact: &&Fact| {
        fact.bound.told == Told::AtLeast && fact.bound.number.ahead_of(number).is_some_and(|more| more >= 0)
    };
    let above = state.bounds.facts().iter().filter(is_above);
    let exact = above.flat_map(|fact| state.bounds.exact(fact.variable));
    let exact = exact.map(|exact| Polynomial::clone(exact));
    let exact = exact.chain(inscriptions::above(transfer, state, number));
    let exact = exact.filter(|exact| exact != number);
    let ends = exact.filter_map(|exact| exact.plus(&Polynomial::constant(1)));
    let ends: Vec<_> = ends.map(|end| Bound::always(Told::Below, end)).collect();
    if !ends.is_empty() && !is_seeded(Bug::ClippedAnyway) {
        // That is told no more by what it was compared with.
        let none = Polynomial::default();
        let letters = vanished(transfer, [number, &none], &none);
        letters.into_iter().for_each(|letter| state.bounds.rely(letter));
    }
    ends
}

/// What says of the symbols of a number that they stay as they are.
pub(super) fn relied_on(number: &Polynomial) -> Vec<Arc<Letter>> {
    number.symbols().into_iter().filter_map(as_letter).collect()
}

/// The letter that a symbol is, or that says of a variable that it stays as it is.
fn as_letter(symbol: &Symbol) -> Option<Arc<Letter>> {
    match symbol {
        Symbol::Letter(letter) => Some(letter.clone()),
        Symbol::Variable {
            object, offset, size, ..
        } => Some(Arc::new(Letter {
            place: LetterPlace::Variable {
                object: *object,
                offset: *offset,
                size: *size,
            },
            number: Polynomial::symbol(symbol.clone()),
        })),
        Symbol::Ticket(_) | Symbol::Taken(_) | Symbol::Quotient(..) => None,
    }
}

/// Whether numbers of a type are told as polynomials, in programs that create threads.
fn is_followed(transfer: &Transfer<'_, '_>, ty: TypeId) -> bool {
    transfer.analysis.program.types.is_integer(ty) && transfer.analysis.text.has_segments()
}

/// A variable was assigned what had these bounds.
pub fn assign(transfer: &Transfer<'_, '_>, state: &mut State, variable: LocalId, bounds: &[Bound]) {
    for bound in bounds {
        learn(transfer, state, variable, bound.clone());
    }
}

fn learn(transfer: &Transfer<'_, '_>, state: &mut State, variable: LocalId, bound: Bound) {
    if let Some(body) = transfer.body().filter(|_| !is_told_by(transfer, &bound, variable)) {
        let variable = known(transfer.analysis.program, body, variable);
        state.bounds.learn(Fact { variable, bound });
    }
}

/// What is known of a variable of a function, by its type.
fn known(program: &Program, body: &Body, variable: LocalId) -> Known {
    match program.types.is_pointer(body.locals[variable.0 as usize].ty) {
        true => Known::Pointer(variable),
        false => Known::Own(variable),
    }
}

/// Whether something is told by what a variable of the running function holds.
pub(super) fn is_told_by(transfer: &Transfer<'_, '_>, bound: &Bound, variable: LocalId) -> bool {
    let own = transfer
        .analysis
        .local(transfer.unknown.function, variable, transfer.context.thread);
    bound.is_told_by(
        &|symbol| matches!(symbol, Symbol::Variable { object, .. } | Symbol::Taken(object) if *object == own),
    )
}

/// A comparison holds.
pub fn compare(transfer: &Transfer<'_, '_>, state: &mut State, op: BinaryOp, left: &Expr, right: &Expr) {
    if !is_followed(transfer, left.ty()) {
        return;
    }
    transfer.unrecorded(|transfer| {
        for (op, left, right) in [(op, left, right), (op.mirrored(), right, left)] {
            bound(transfer, state, op, left, right);
            lasts::reached(transfer, state, op, left, right);
        }
    });
}

/// A variable is bounded by what it is compared with, or what stands in memory.
fn bound(transfer: &Transfer<'_, '_>, state: &mut State, op: BinaryOp, left: &Expr, right: &Expr) {
    if let Some((variable, 0)) = sum_with_variable(transfer, state, left) {
        for bound in by_comparing(transfer, state, op, right) {
            learn(transfer, state, variable, bound);
        }
    } else if let Some(place) = loaded_number(transfer, state, left)
        && !state.bounds.inscriptions.is_empty()
    {
        let bounds = by_comparing(transfer, state, op, right);
        inscriptions::bound(transfer, state, place, bounds);
    }
}

/// The place of which an expression is the number, converted or not.
pub(super) fn loaded_number<'e>(transfer: &Transfer<'_, '_>, state: &mut State, expr: &'e Expr) -> Option<&'e Place> {
    match expr {
        Expr::Load(place) => Some(place),
        Expr::Cast(operand, ty) if keeps_number(transfer, state, operand, *ty) => {
            loaded_number(transfer, state, operand)
        }
        _ => None,
    }
}

/// What a comparison with an expression tells.
fn by_comparing(transfer: &Transfer<'_, '_>, state: &mut State, op: BinaryOp, right: &Expr) -> Vec<Bound> {
    let others = of_value(transfer, state, right).into_iter();
    let told = others.filter_map(|other| {
        let by = match (op, other.told) {
            // Less than what is less than a number: two less.
            (BinaryOp::Less, Told::Below) => -1,
            (BinaryOp::LessEqual | BinaryOp::Equal, Told::Below) => 0,
            (BinaryOp::Greater, Told::AtLeast) => 1,
            (BinaryOp::GreaterEqual | BinaryOp::Equal, Told::AtLeast) => 0,
            _ => return None,
        };
        Some(other.of(other.number.plus(&Polynomial::constant(by))?))
    });
    told.collect()
}

/// Whether a parameter gets the number that an argument is: it may have another type where the function is called by a pointer.
pub(super) fn fits_parameter(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    (function, number): (FunctionId, usize),
    argument: &Expr,
) -> bool {
    let body = transfer.analysis.program.function(function).body.as_ref();
    let parameter = body.and_then(|body| body.locals.get(number));
    parameter.is_some_and(|parameter| keeps_number(transfer, state, argument, parameter.ty))
        || is_seeded(Bug::ParametersOfAnyType)
}

/// What a callee knows of its parameters.
pub fn of_parameters(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    function: FunctionId,
    arguments: &[Expr],
) -> Bounds {
    let parameters = arguments
        .iter()
        .take(transfer.analysis.parameters(function))
        .enumerate();
    let mut facts = Vec::new();
    let program = transfer.analysis.program;
    for (number, argument) in parameters {
        let body = program.function(function).body.as_ref();
        let Some(body) = body.filter(|_| fits_parameter(transfer, state, (function, number), argument)) else {
            continue;
        };
        let variable = known(program, body, LocalId(number as u32));
        if program.types.is_pointer(argument.ty()) == matches!(variable, Known::Pointer(_)) {
            let bounds = of_value(transfer, state, argument).into_iter();
            facts.extend(bounds.map(|bound| Fact { variable, bound }));
        }
    }
    state.bounds.entered(facts)
}

/// A call came back: what is told by memory that it touched is not known any more.
pub fn forget_touched(analysis: &Analysis<'_>, state: &mut State, touched: &Footprint) {
    if !state.bounds.is_empty() {
        state
            .bounds
            .touch(&|object| touched.may_touch(object, &analysis.objects));
    }
}
