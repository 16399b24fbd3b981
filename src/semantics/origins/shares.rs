//! Shares: what an expression is in terms of what the ego takes from a dispenser ([`crate::semantics::state::Takes`]).
//!
//! ```text
//!     y = take(next, 1);   for (x = 0; x < width; x++)  … image[y · width + x] …        the bytes from y · width on, and width − 1 more
//! ```
//!
//! where `width` is a constant, and neither product nor sum wraps around. An index that is between two numbers of a take, one of which may be clipped
//! by something else, is so by its bounds ([`super::bounds`]), in which what the ego took is a symbol:
//!
//! ```text
//!     s = take(next, n);   e = s + n < length ? s + n : length;   for (i = s; i < e; i++)  … a[i] …
//! ```

use std::sync::Arc;

use crate::ir::{BinaryOp, Expr, FunctionId, LocalId, Place, Projection, Root, TypeId};
use crate::races::{Letter, LetterPlace, Polynomial, Symbol, TakenBytes};
use crate::semantics::claims::{Change, counters, taking};
use crate::semantics::evaluate::{expressions, loads, places};
use crate::semantics::origins::bounds::is_exact;
use crate::semantics::origins::{distances, ranges};
use crate::semantics::sharing::{interference, views};
use crate::semantics::state::bounds::Known;
use crate::semantics::state::{Part, Share, Stage, State, Takes};
use crate::semantics::system::{Analysis, Transfer, variables};
use crate::values::{Addresses, ObjectId, ObjectKind, Offsets, Scalar, SignedOverflow, Value};
use pepsin_lattice::Bottom;
use pepsin_lattice::seeded::{Bug, is_seeded};

/// What a pointer is: a part of a take, or a distance from the start of an object, and up to `spread` more.
struct Pointer {
    part: Option<Part>,
    offset: i64,
    spread: i64,
    object: ObjectId,
}

/// The change of a counter that an assignment makes.
pub fn change_by_store(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    to: &Place,
    share: Option<Share>,
    value: &Value,
) -> Option<Change> {
    let Share::Part(part) = share? else { return None };
    let dispenser = dispenser_at(transfer, state, to)?;
    let look = state.takes.look(dispenser).filter(|look| look.grown.is_none())?;
    let is_change = part.offset != 0 && part == Part::of(dispenser, Stage::Seen, part.offset);
    let locks = look.locks.clone();
    is_change.then(|| counters::change_under_locks(transfer, dispenser, part.offset, value, locks))
}

/// What an expression is in terms of what the ego takes. Notes that it looks at a dispenser.
pub fn share_of(transfer: &Transfer<'_, '_>, state: &mut State, expr: &Expr) -> Option<Share> {
    if taking::takes_nothing(transfer.analysis) {
        return None;
    }
    match expr {
        Expr::Integer(0, _) => Some(Share::Zero),
        Expr::Cast(operand, ty) if expressions::keeps_value(transfer, state, operand, *ty) => {
            let share = share_of(transfer, state, operand)?;
            Some(match expressions::keeps_number(transfer, state, operand, *ty) {
                true => share,
                false => share.not_last(),
            })
        }
        Expr::Load(place) => match dispenser_at(transfer, state, place) {
            Some(dispenser) => look(transfer.analysis, state, dispenser),
            None => held_share(transfer, state, place),
        },
        Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract), left, right, ty) => {
            let constant = expressions::value(transfer, state, right).as_constant();
            let Some(constant) = constant.and_then(|constant| i64::try_from(constant).ok()) else {
                let is_sum = *op == BinaryOp::Add && is_exact(transfer, state, (*op, left, right), *ty);
                return spread_share(transfer, state, (left, right)).filter(|_| is_sum);
            };
            let share = share_of(transfer, state, left)?;
            let shifted = share.shifted(if *op == BinaryOp::Add {
                constant
            } else {
                constant.checked_neg()?
            })?;
            Some(match may_wrap(transfer.analysis, *ty) {
                true => shifted.not_last(),
                false => shifted,
            })
        }
        Expr::Binary(BinaryOp::Multiply, left, right, ty) => {
            let is_product = is_exact(transfer, state, (BinaryOp::Multiply, left, right), *ty)
                || is_seeded(Bug::ProductsOfTakesWrap);
            scaled_share(transfer, state, left, right)
                .or_else(|| scaled_share(transfer, state, right, left))
                .filter(|_| is_product)
        }
        Expr::Binary(BinaryOp::PointerAdd, ..) => {
            let pointer = pointer_of(transfer, state, expr)?;
            Some(Share::Part(pointer.part?.spread(pointer.range()?)?))
        }
        Expr::AddressOf(place, _) => part_of_address(transfer, state, place).map(Share::Part),
        _ => None,
    }
}

/// A share and a number that is bounded, in either order.
fn spread_share(transfer: &Transfer<'_, '_>, state: &mut State, (left, right): (&Expr, &Expr)) -> Option<Share> {
    for (share, number) in [(left, right), (right, left)] {
        if let Some(Share::Part(part)) = share_of(transfer, state, share) {
            return Some(Share::Part(part.spread(range(transfer, state, number)?)?));
        }
    }
    None
}

/// A share, as often as a constant says.
fn scaled_share(transfer: &Transfer<'_, '_>, state: &mut State, share: &Expr, times: &Expr) -> Option<Share> {
    let times = i64::try_from(expressions::value(transfer, state, times).as_constant()?).ok()?;
    match share_of(transfer, state, share)? {
        Share::Part(part) => part.scaled(times).map(Share::Part),
        Share::Zero => None,
    }
}

/// Between which numbers an expression certainly is.
fn range(transfer: &Transfer<'_, '_>, state: &mut State, expr: &Expr) -> Option<(i64, i64)> {
    let value = expressions::value(transfer, state, expr);
    let is_number = value.as_addresses().is_bottom() && value.as_threads().is_bottom();
    let number = value.as_integer();
    let (low, high) = number.low().zip(number.high()).filter(|_| is_number)?;
    Some((i64::try_from(low).ok()?, i64::try_from(high).ok()?))
}

/// Whether a sum of a type may be another number than the sum.
fn may_wrap(analysis: &Analysis<'_>, ty: TypeId) -> bool {
    let scalar = variables::scalar(analysis.program, ty);
    let is_undefined = matches!(scalar, Scalar::Integer(ty) if ty.signed && ty.bits >= 32)
        && analysis.settings.signed_overflow == SignedOverflow::Undefined;
    !is_undefined && !is_seeded(Bug::SumsStayBounded)
}

/// Where the ego's last steps started, as far as the variables tell that hold numbers of them.
pub fn bound_last_steps(transfer: &Transfer<'_, '_>, state: &mut State) {
    let holders: Vec<(ObjectId, Part)> = state.takes.holders_of_last().collect();
    for (holder, part) in holders {
        let most = transfer.unrecorded(|transfer| greatest(transfer, state, holder));
        if let Some(most) = most.and_then(|most| most.checked_sub(part.offset.into())) {
            state.takes.bound_last(part.dispenser, most);
        }
    }
}

/// The greatest number that a private variable of the running function may hold.
fn greatest(transfer: &Transfer<'_, '_>, state: &mut State, variable: ObjectId) -> Option<i128> {
    let ObjectKind::Local { function, local, .. } = transfer.analysis.objects.kind(variable) else {
        return None;
    };
    if function != transfer.unknown.function || interference::is_shared(transfer, state, variable) {
        return None;
    }
    let ty = transfer.body()?.locals[local.0 as usize].ty;
    let value = loads::load(transfer, state, &Place::local(local, ty, transfer.at));
    let is_number = value.as_addresses().is_bottom() && value.as_threads().is_bottom();
    value.as_integer().high().filter(|_| is_number)
}

/// The share that a private variable holds.
fn held_share(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place) -> Option<Share> {
    let object = places::local_object(transfer, place)?;
    let share = state
        .takes
        .share(object)
        .filter(|_| !interference::is_shared(transfer, state, object))?;
    match share {
        // Where zero is excluded, the number is one of the take.
        Share::Part(part) if part.or_zero && !loads::load(transfer, state, place).as_integer().contains(0) => {
            Some(Share::Part(Part { or_zero: false, ..part }))
        }
        share => Some(share),
    }
}

/// `&a[i].f` where `i` is part of a take.
fn part_of_address(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place) -> Option<Part> {
    let types = &transfer.analysis.program.types;
    let start = |object| Pointer {
        part: None,
        offset: 0,
        spread: 0,
        object,
    };
    let mut pointer = match &place.root {
        Root::Global(global) => start(transfer.analysis.global(*global, transfer.context.thread)),
        Root::Local(local) => start(transfer.analysis.local(
            transfer.unknown.function,
            *local,
            transfer.context.thread,
        )),
        Root::Deref(base) => pointer_of(transfer, state, base)?,
    };
    for projection in &place.projections {
        match projection {
            Projection::Field(record, number) => {
                let field = types.fields(*record).get(*number as usize)?;
                pointer.offset = i64::try_from(field.offset).ok()?.checked_add(pointer.offset)?;
            }
            Projection::Index(index, element) => {
                let size = i64::try_from(types.size(*element)?).ok()?;
                step_by(transfer, state, &mut pointer, index, size)?;
            }
        }
    }
    pointer.part?.spread(pointer.range()?)
}

impl Pointer {
    /// What is added.
    fn range(&self) -> Option<(i64, i64)> {
        Some((self.offset, self.offset.checked_add(self.spread)?))
    }
}

/// `pointer + index`, where an element has `size` bytes.
fn step_by(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    pointer: &mut Pointer,
    index: &Expr,
    size: i64,
) -> Option<()> {
    if let Some(constant) = expressions::value(transfer, state, index).as_constant() {
        let moved = i64::try_from(constant).ok()?.checked_mul(size)?;
        pointer.offset = pointer.offset.checked_add(moved)?;
        return Some(());
    }
    match share_of(transfer, state, index) {
        Some(Share::Part(part)) if pointer.part.is_none() => pointer.part = Some(part.element(size, pointer.object)?),
        Some(_) => return None,
        None => {
            let (least, most) = range(transfer, state, index)?;
            pointer.offset = pointer.offset.checked_add(least.checked_mul(size)?)?;
            let spread = most.checked_sub(least)?.checked_mul(size)?;
            pointer.spread = pointer.spread.checked_add(spread)?;
        }
    }
    Some(())
}

fn pointer_of(transfer: &Transfer<'_, '_>, state: &mut State, pointer: &Expr) -> Option<Pointer> {
    if let Expr::Binary(BinaryOp::PointerAdd, base, index, ty) = pointer {
        let types = &transfer.analysis.program.types;
        let size = types.pointee(*ty).and_then(|element| types.size(element))?;
        let mut pointer = pointer_of(transfer, state, base)?;
        step_by(transfer, state, &mut pointer, index, i64::try_from(size).ok()?)?;
        return Some(pointer);
    }
    if let Some(Share::Part(part)) = share_of(transfer, state, pointer) {
        return Some(Pointer {
            part: Some(part),
            offset: 0,
            spread: 0,
            object: part.object?,
        });
    }
    let (object, offsets) = expressions::value(transfer, state, pointer).as_address()?;
    Some(Pointer {
        part: None,
        offset: offsets.single()?,
        spread: 0,
        object,
    })
}

/// The bytes of an access that are the ego's by a take.
pub fn taken_bytes(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    place: &Place,
    touched_from: i64,
    size: u64,
) -> Option<TakenBytes> {
    if transfer.analysis.recorder.is_none() || state.takes.shares().is_empty() {
        return None;
    }
    let part = part_of_address(transfer, state, place).map(|part| (part, Vec::new()));
    let (part, letters) = part
        .or_else(|| part_of_range(transfer, state, place))
        .filter(|(part, _)| !part.or_zero)?;
    let Stage::Taken(count) = part.stage else {
        return None;
    };
    Some(TakenBytes {
        dispenser: part.dispenser,
        scale: part.scale,
        count,
        first: part.offset.checked_add(touched_from)?,
        size: match is_seeded(Bug::TakesOfOneNumber) {
            true => i64::try_from(size).ok()?,
            false => i64::try_from(size).ok()?.checked_add(part.spread)?,
        },
        letters,
    })
}

/// `a[i]` where `i` is between two numbers of one take: how far from the start of the object, and on what that relies.
fn part_of_range(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place) -> Option<(Part, Vec<Arc<Letter>>)> {
    if state.bounds.is_empty() {
        return None;
    }
    let distance = distances::of_place(transfer, state, place)?;
    let range = ranges::of(transfer, state, &distance)?;
    let taken = |ends: &[ranges::End]| {
        let ends = ends.iter().filter(|end| end.unless.is_none() && end.cycle.is_none());
        ends.filter_map(TakenNumber::at).collect::<Vec<_>>()
    };
    let (low, high) = (taken(&range.low), taken(&range.high));
    low.into_iter().find_map(|low| {
        // Of one variable, so of one take.
        let same = high
            .iter()
            .filter(|high| (high.variable, high.factor) == (low.variable, low.factor));
        let high = same.min_by_key(|high| high.plus)?;
        let part = part_held(transfer, state, low.variable)?.scaled(low.factor)?;
        let elements = part.spread((low.plus, high.plus.checked_sub(1)?))?;
        let relied = state.bounds.relied();
        let letters = [&low.letters[..], &high.letters, &range.letters, relied];
        let letters: Vec<Arc<Letter>> = letters.into_iter().flatten().cloned().collect();
        let is_of_argument = |letter: &Arc<Letter>| matches!(letter.place, LetterPlace::Member { .. });
        let part = elements.scaled(range.unit)?.shifted(range.first)?;
        (!letters.iter().any(is_of_argument)).then_some((part, letters))
    })
}

/// `factor · v + plus`, where `v` is what a variable holds that the ego took.
struct TakenNumber {
    variable: ObjectId,
    factor: i64,
    plus: i64,
    /// On what it relies.
    letters: Vec<Arc<Letter>>,
}

impl TakenNumber {
    fn of(number: &Polynomial) -> Option<Self> {
        let symbols = number.symbols();
        let taken = symbols.iter().find(|symbol| matches!(symbol, Symbol::Taken(_)))?;
        let Symbol::Taken(variable) = taken else { return None };
        let (factor, plus) = number.linear_in(taken)?;
        Some(TakenNumber {
            variable: *variable,
            factor: factor.as_constant()?,
            plus: plus.as_constant()?,
            letters: Vec::new(),
        })
    }

    fn at(end: &ranges::End) -> Option<Self> {
        let letters = end.letters.clone();
        Some(TakenNumber {
            letters,
            ..TakenNumber::of(&end.number)?
        })
    }
}

/// What a variable holds that a number is told by: of a caller's, what it passed tells that.
fn part_held(transfer: &Transfer<'_, '_>, state: &State, variable: ObjectId) -> Option<Part> {
    let own = |local| {
        transfer
            .analysis
            .local(transfer.unknown.function, local, transfer.context.thread)
    };
    let passed = state.bounds.facts().iter().filter_map(|fact| {
        let (Known::Own(local), exact) = (fact.variable, TakenNumber::of(fact.bound.exact()?)?) else {
            return None;
        };
        let is_it = (exact.variable, exact.factor) == (variable, 1);
        is_it.then_some((own(local), exact.plus))
    });
    let mut holders = [(variable, 0)].into_iter().chain(passed);
    holders.find_map(|(holder, plus)| {
        let part = taking::number_held(&state.takes, holder)?;
        Some(Part {
            offset: part.offset.checked_sub(plus)?,
            ..part
        })
    })
}

/// The dispenser that a place is.
pub fn dispenser_at(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place) -> Option<usize> {
    let dispensers = &transfer.analysis.text.dispensers;
    let possible = match place.root {
        Root::Local(_) => false,
        Root::Global(global) => dispensers.iter().any(|dispenser| dispenser.global == global),
        Root::Deref(_) => !dispensers.is_empty(),
    };
    if !possible || !transfer.analysis.program.types.is_integer(place.ty) {
        return None;
    }
    let located = places::locate_bytes(transfer, state, place)?;
    variables::dispenser_among(transfer, &located.addresses, located.size).filter(|_| located.is_whole())
}

/// The ego looks at the bytes of some addresses, which may be a dispenser.
pub fn looked_at(transfer: &Transfer<'_, '_>, state: &mut State, addresses: &Addresses, size: u64) -> Option<Share> {
    let dispenser = variables::dispenser_among(transfer, addresses, size)?;
    look(transfer.analysis, state, dispenser)
}

/// The ego looks at a dispenser.
fn look(analysis: &Analysis<'_>, state: &mut State, dispenser: usize) -> Option<Share> {
    let (stage, offset) = match state.takes.look(dispenser) {
        Some(look) => look.grown.map_or((Stage::Seen, 0), |by| (Stage::Taken(by), by)),
        None => {
            let locks = interference::exclusive_locks(analysis, state).to_vec();
            if locks.is_empty() {
                return None;
            }
            state.takes.begin_look(dispenser, locks);
            (Stage::Seen, 0)
        }
    };
    Some(Share::Part(Part::of(dispenser, stage, offset)))
}

/// A place gets what an atomic addition gives.
pub fn hold_taken(transfer: &Transfer<'_, '_>, state: &mut State, to: &Place, part: Part) {
    if let Some(holder) = holder(transfer, state, to) {
        taking::hold_share(transfer, state, holder, Some(Share::Part(part)));
    }
}

/// The variable of the ego that a place is, whole.
pub fn holder(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place) -> Option<ObjectId> {
    if taking::takes_nothing(transfer.analysis) {
        return None;
    }
    let located = places::locate_bytes(transfer, state, place)?;
    let (object, offsets) = located.addresses.single()?;
    let is_local = matches!(transfer.analysis.objects.kind(object), ObjectKind::Local { .. });
    let is_whole = offsets == Offsets::ZERO && transfer.analysis.objects.size(object) == Some(located.size);
    (is_local && is_whole).then_some(object)
}

/// What a callee knows: what stands in memory, and its parameters.
pub fn takes_of_callee(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    function: FunctionId,
    arguments: &[Expr],
) -> Takes {
    if taking::takes_nothing(transfer.analysis) || views::is_active(transfer, state, function) {
        return Takes::default();
    }
    let parameters = arguments
        .iter()
        .take(transfer.analysis.parameters(function))
        .enumerate();
    let passed: Vec<(ObjectId, Option<Share>)> = parameters
        .map(|(number, argument)| {
            let parameter = transfer
                .analysis
                .local(function, LocalId(number as u32), transfer.context.thread);
            (parameter, share_of(transfer, state, argument))
        })
        .collect();
    let mut takes = state.takes.clone();
    takes.retain(|entry| !transfer.analysis.is_of_frame(entry.0));
    for (parameter, share) in passed {
        takes.forget(parameter);
        // Who calls through a pointer of another type passes the bits, and not the number.
        share
            .into_iter()
            .for_each(|share| takes.hold(parameter, share.not_last()));
    }
    takes.set_result(None);
    takes
}
