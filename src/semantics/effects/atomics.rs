//! Atomic accesses by built-in functions: they read and write like others, but two of them never race.

use pepsin_lattice::Bottom;

use crate::ir::{BinaryOp, Expr};
use crate::library::model::{AtomicResult, Effect, FixedOrder, Order, Update};
use crate::races::Atomicity;
use crate::semantics::claims::{
    Change, Orders, SignedSteps, Written, counters, fences, lines, signals, taking, turns, value_locks, wrapping,
};
use crate::semantics::effects::atomic_objects::{
    AtomicObject, atomic_byte, atomic_object, atomic_read, atomic_write, operand, read_through, write,
};
use crate::semantics::evaluate::places;
use crate::semantics::execute::stores;
use crate::semantics::origins::{copies, shares};
use crate::semantics::outside::results;
use crate::semantics::settings::MemoryModel;
use crate::semantics::sharing::interference;
use crate::semantics::state::{NarrowStep, Part, Share, Stage, State};
use crate::semantics::system::{Intent, LibraryCall, Taking, Transfer, variables};
use crate::values::{ObjectKind, Offsets, Operation, Value};

/// `__ATOMIC_CONSUME`.
const CONSUME: i128 = 1;
/// `__ATOMIC_ACQUIRE`.
const ACQUIRE: i128 = 2;
/// `__ATOMIC_RELEASE`.
const RELEASE: i128 = 3;
/// `__ATOMIC_ACQ_REL`.
const ACQUIRE_RELEASE: i128 = 4;
/// `__ATOMIC_SEQ_CST`.
const SEQUENTIAL: i128 = 5;

/// The memory order of an operation, as `__ATOMIC_…` numbers it; nothing if it is not known.
fn order_number(call: &LibraryCall<'_>, order: Option<Order>) -> Option<i128> {
    match order {
        None => Some(SEQUENTIAL),
        Some(Order::Fixed(FixedOrder::Acquire)) => Some(ACQUIRE),
        Some(Order::Fixed(FixedOrder::Release)) => Some(RELEASE),
        Some(Order::Argument(argument)) => call.argument(argument).as_constant(),
    }
}

/// What an operation orders.
fn orders(call: &LibraryCall<'_>, order: Option<Order>) -> Orders {
    let order = order_number(call, order);
    let is = |orders: &[i128]| order.is_some_and(|order| orders.contains(&order));
    Orders {
        acquires: is(&[ACQUIRE, ACQUIRE_RELEASE, SEQUENTIAL]),
        releases: is(&[RELEASE, ACQUIRE_RELEASE, SEQUENTIAL]),
    }
}

/// An atomic built-in function.
pub fn atomic(transfer: &Transfer<'_, '_>, mut state: State, call: &LibraryCall<'_>, effect: &Effect) -> Vec<State> {
    note_order(transfer, &state, call, effect);
    leave_by_operands(transfer, &mut state, call, effect);
    match effect {
        Effect::AtomicLoad { object, to, order } => {
            let object = atomic_object(transfer, &mut state, call, *object);
            let value = atomic_read(transfer, &mut state, &object);
            let found = learnt(transfer, call, *to, &value);
            fences::note_looked(transfer, &mut state, &object.ordered(orders(call, *order)), &found);
            if let Some(to) = to {
                stores::store_through(transfer, &mut state, &call.argument(*to), object.ty, &value);
            }
            let holder = match (to, call.to) {
                (Some(to), _) => call.argument(*to).as_address().filter(|(_, at)| *at == Offsets::ZERO),
                (None, Some(to)) => places::local_object(transfer, to).map(|object| (object, Offsets::ZERO)),
                (None, None) => None,
            };
            let looked = shares::looked_at(transfer, &mut state, &object.addresses, object.size);
            let mut state = results::finish(transfer, state, call, &value);
            if let Some((holder, _)) = holder {
                taking::hold_share(transfer, &mut state, holder, looked);
                let watched = variables::watched_at(transfer, &object.addresses, object.size);
                copies::note_copy(transfer, &mut state, holder, watched, watched);
            }
            vec![state]
        }
        Effect::AtomicStore {
            object,
            value,
            from,
            order,
            plain,
            byte,
        } => {
            let object = match byte {
                true => atomic_byte(transfer, &mut state, call, *object),
                false => atomic_object(transfer, &mut state, call, *object),
            };
            let share = share_of_operand(transfer, &mut state, call, *value, *from);
            let watched = variables::watched_at(transfer, &object.addresses, object.size);
            let next_at = watched.filter(|number| lines::is_next(transfer, &state, *number, share));
            let value = operand(transfer, &mut state, call, *value, *from, &object);
            let access = object.ordered(orders(call, *order));
            // "Concurrent access to the variable being initialized, even via an atomic operation, constitutes a data race" (C17, 7.17.2.2).
            let atomicity = match plain {
                true => Atomicity::Plain,
                false => Atomicity::Atomic,
            };
            let publishes = fences::publishes(transfer, &state, &access, &value);
            let transition = value_locks::transition(
                transfer,
                &state,
                &object.addresses,
                object.size,
                Written {
                    before: None,
                    after: &value,
                    next_at,
                },
                access.orders,
            );
            let written = value_locks::write_as_lock(transfer, state, transition, |transfer, state, intent| {
                write(transfer, state, &object, &value, (intent, atomicity));
                fences::note_published(transfer, state, &access, &value, publishes);
                true
            });
            results::finish_all(transfer, written, call, &Value::ZERO)
        }
        Effect::AtomicUpdate {
            object,
            value,
            from,
            to,
            operator,
            result,
            order,
        } => {
            let object = match operator {
                Update::Set => atomic_byte(transfer, &mut state, call, *object),
                _ => atomic_object(transfer, &mut state, call, *object),
            };
            let old = atomic_read(transfer, &mut state, &object);
            let operand = operand(transfer, &mut state, call, *value, *from, &object);
            let access = object.ordered(orders(call, *order));
            let take = take_by_update(transfer, &state, &object, *operator, &operand);
            let change = change_by_update(transfer, &object, *operator, &operand, &old);
            let is_one_more = *operator == Update::Add && lines::is_one_more(operand.as_constant(), object.scalar);
            let watched = variables::watched_at(transfer, &object.addresses, object.size);
            let next_at = watched.filter(|_| is_one_more);
            let mut after = Vec::new();
            for (old, gone) in told_apart(transfer, old, &object, change.as_ref()) {
                let new = updated(transfer, &old, &operand, *operator, &object);
                // What is made of the old value was handed over by who wrote that: an update goes on with its release sequence.
                let publishes = fences::publishes(transfer, &state, &access, &operand);
                let found = learnt(transfer, call, *to, &old);
                let transition = value_locks::transition(
                    transfer,
                    &state,
                    &object.addresses,
                    object.size,
                    Written {
                        before: Some(&old),
                        after: &new,
                        next_at,
                    },
                    access.orders,
                );
                let written =
                    value_locks::write_as_lock(transfer, state.clone(), transition, |transfer, state, intent| {
                        let intent = Intent {
                            take: take.map_or(Taking::Nothing, |take| Taking::Atomically(take.dispenser, take.narrow)),
                            counter: change.as_ref().map(|change| change.dispenser),
                            ..intent
                        };
                        atomic_write(transfer, state, &object, &new, intent);
                        fences::note_published(transfer, state, &access, &operand, publishes);
                        fences::note_looked(transfer, state, &access, &found);
                        if let Some(to) = to {
                            stores::store_through(transfer, state, &call.argument(*to), object.ty, &old);
                        }
                        true
                    });
                let written = match &change {
                    Some(change) => {
                        let counted = written
                            .into_iter()
                            .flat_map(|state| counters::count(transfer, state, change, gone));
                        counted.collect()
                    }
                    None => written,
                };
                let value = if *result == AtomicResult::New { &new } else { &old };
                let mut finished = results::finish_all(transfer, written, call, value);
                if let (Some(Take { dispenser, by, .. }), Some(to)) = (take, call.to) {
                    let part = Part {
                        is_last: variables::scalar(transfer.analysis.program, to.ty) == object.scalar,
                        ..Part::of(
                            dispenser,
                            Stage::Taken(by),
                            if *result == AtomicResult::New { by } else { 0 },
                        )
                    };
                    finished
                        .iter_mut()
                        .for_each(|state| shares::hold_taken(transfer, state, to, part));
                }
                after.extend(finished);
            }
            after
        }
        Effect::CompareExchange {
            object,
            expected,
            expected_value,
            desired,
            desired_from,
            result,
            order,
            failure,
        } => {
            let object = atomic_object(transfer, &mut state, call, *object);
            let desired = operand(transfer, &mut state, call, *desired, *desired_from, &object);
            let given = match expected {
                Some(expected) => read_through(transfer, &mut state, &call.argument(*expected), &object),
                None => expected_value.map_or(Value::ZERO, |value| call.argument(value)),
            };
            compare_exchange(
                transfer,
                state,
                call,
                &object,
                &given,
                &desired,
                *expected,
                *result,
                [orders(call, *order), orders(call, failure.or(*order))],
            )
        }
        Effect::Fence { order } => {
            let mut orders = orders(call, *order);
            // "An acquire fence, if order == memory_order_acquire or memory_order_consume" (C17, 7.17.4.1).
            orders.acquires |= order_number(call, *order) == Some(CONSUME);
            let fenced = fences::fence(transfer, state, orders);
            results::finish_all(transfer, fenced, call, &Value::ZERO)
        }
        _ => vec![state],
    }
}

/// What the ego can do with a value that it finds: of what is dropped, or tested only, it learns no address.
fn learnt(transfer: &Transfer<'_, '_>, call: &LibraryCall<'_>, stored: Option<usize>, found: &Value) -> Value {
    let tested = transfer.analysis.only_tested(transfer.unknown.function);
    let is_used = call.to.is_some_and(|to| !tested.contains(to));
    let is_tested = |argument: &Expr| tested.contains_pointee(argument);
    let is_stored = stored.is_some_and(|number| !call.expressions.get(number).is_some_and(is_tested));
    match is_stored || is_used {
        true => found.clone(),
        false => Value::ANY_NUMBER,
    }
}

/// The operands that lie in memory are touched, too.
fn leave_by_operands(transfer: &Transfer<'_, '_>, state: &mut State, call: &LibraryCall<'_>, effect: &Effect) {
    let operands = match effect {
        Effect::AtomicLoad { to, .. } => [*to, None],
        Effect::AtomicStore { from, .. } => [*from, None],
        Effect::AtomicUpdate { from, to, .. } => [*from, *to],
        Effect::CompareExchange {
            expected, desired_from, ..
        } => [*expected, *desired_from],
        _ => [None, None],
    };
    let is_own = |number: usize| {
        let pointer = call.argument(number);
        let is_local = |object| matches!(transfer.analysis.objects.kind(object), ObjectKind::Local { .. });
        let mut objects = pointer.objects();
        pointer.as_addresses().origin().is_none()
            && objects.all(|object| is_local(object) && !interference::is_shared(transfer, state, object))
    };
    if state.fences.is_behind_release() && !operands.into_iter().flatten().all(is_own) {
        state.fences.leave();
    }
}

/// Under C11, an access that does not order what is around it by itself changes no counter that orders, and takes no turn or passes none on.
fn note_order(transfer: &Transfer<'_, '_>, state: &State, call: &LibraryCall<'_>, effect: &Effect) {
    if transfer.analysis.settings.memory_model != MemoryModel::C11 {
        return;
    }
    let (object, order, failure) = match effect {
        Effect::AtomicLoad { object, order, .. }
        | Effect::AtomicStore { object, order, .. }
        | Effect::AtomicUpdate { object, order, .. } => (*object, *order, *order),
        Effect::CompareExchange {
            object, order, failure, ..
        } => (*object, *order, failure.or(*order)),
        _ => return,
    };
    // What only reads has nothing to release, and what only writes learns nothing.
    let (reads, writes) = (
        !matches!(effect, Effect::AtomicStore { .. }),
        !matches!(effect, Effect::AtomicLoad { .. }),
    );
    let ordered = Orders {
        acquires: !reads || orders(call, order).acquires && orders(call, failure).acquires,
        releases: !writes || orders(call, order).releases,
    };
    let pointer = call.argument(object);
    let addresses = pointer.as_addresses();
    if order_number(call, order) != Some(SEQUENTIAL) {
        signals::note_weak(transfer, state, addresses);
    }
    if !(ordered.acquires && ordered.releases) {
        counters::spoil_counters(transfer, addresses);
    }
    let types = &transfer.analysis.program.types;
    let size = call.pointee(transfer.analysis, object).and_then(|ty| types.size(ty));
    turns::hold_against_order(transfer, state, addresses, size, ordered);
}

/// Splits on the outcome: equal and written, or different (or, for a weak exchange, failed) and unchanged.
#[expect(clippy::too_many_arguments, reason = "the parts of one instruction")]
fn compare_exchange(
    transfer: &Transfer<'_, '_>,
    mut state: State,
    call: &LibraryCall<'_>,
    object: &AtomicObject,
    given: &Value,
    desired: &Value,
    expected: Option<usize>,
    result: AtomicResult,
    [success, failure]: [Orders; 2],
) -> Vec<State> {
    let old = atomic_read(transfer, &mut state, object);
    let mut outcomes = Vec::new();
    let (equal, _) = old.refine(given, BinaryOp::Equal, object.scalar, &transfer.analysis.objects);
    if !equal.is_bottom() {
        let access = object.ordered(success);
        let publishes = fences::publishes(transfer, &state, &access, desired);
        let transition = value_locks::transition(
            transfer,
            &state,
            &object.addresses,
            object.size,
            Written {
                before: Some(&equal),
                after: desired,
                next_at: None,
            },
            success,
        );
        let success = value_locks::write_as_lock(transfer, state.clone(), transition, |transfer, state, intent| {
            atomic_write(transfer, state, object, desired, intent);
            fences::note_published(transfer, state, &access, desired, publishes);
            fences::note_looked(transfer, state, &access, &equal);
            true
        });
        let value = if result == AtomicResult::Old {
            equal
        } else {
            Value::constant(1)
        };
        outcomes.extend(results::finish_all(transfer, success, call, &value));
    }
    let mut failed = state;
    fences::note_looked(transfer, &mut failed, &object.ordered(failure), &old);
    if let Some(expected) = expected {
        stores::store_through(transfer, &mut failed, &call.argument(expected), object.ty, &old);
    }
    let value = if result == AtomicResult::Old { old } else { Value::ZERO };
    outcomes.push(results::finish(transfer, failed, call, &value));
    outcomes
}

/// What a variable that may be a lock held before an update: whether it was zero tells whether the ego acquires it.
/// And what a counter held, whether it becomes zero or less.
fn told_apart(
    transfer: &Transfer<'_, '_>,
    old: Value,
    object: &AtomicObject,
    change: Option<&Change>,
) -> Vec<(Value, bool)> {
    let watched = variables::watched_at(transfer, &object.addresses, object.size);
    let lock = watched.filter(|number| transfer.analysis.is_value_lock(*number));
    let mut parts = match (change, lock) {
        (Some(change), _) => counters::last_apart(transfer.analysis, &old, change),
        (None, Some(lock)) => {
            value_locks::use_as_lock(transfer, lock);
            vec![(old.zero(), false), (old.nonzero(), false)]
        }
        (None, None) => return vec![(old, false)],
    };
    parts.retain(|(part, _)| !part.is_bottom());
    parts
}

/// The change of a counter that an update makes.
fn change_by_update(
    transfer: &Transfer<'_, '_>,
    object: &AtomicObject,
    operator: Update,
    operand: &Value,
    old: &Value,
) -> Option<Change> {
    let counter = variables::dispenser_among(transfer, &object.addresses, object.size)?;
    let by = i64::try_from(operand.as_constant()?).ok()?;
    let by = match operator {
        Update::Add => by,
        Update::Subtract => by.checked_neg()?,
        _ => return None,
    };
    let new = updated(transfer, old, operand, operator, object);
    counters::change_by_atomic(transfer, counter, by, &new)
}

/// A take by an atomic addition.
#[derive(Clone, Copy)]
struct Take {
    dispenser: usize,
    by: i64,
    /// As a step of a counter that may begin anew, if it is one.
    narrow: Option<NarrowStep>,
}

/// The dispenser from which an atomic addition takes, and how much.
fn take_by_update(
    transfer: &Transfer<'_, '_>,
    state: &State,
    object: &AtomicObject,
    operator: Update,
    operand: &Value,
) -> Option<Take> {
    if operator != Update::Add {
        return None;
    }
    let by = i64::try_from(operand.as_constant()?).ok().filter(|by| *by > 0)?;
    let dispenser = variables::dispenser_among(transfer, &object.addresses, object.size)?;
    let ty = object.scalar.integer_type();
    let narrow = match wrapping::never_wraps(transfer, ty, by, SignedSteps::Atomic) {
        true => None,
        false => Some(taking::narrow_step(state, dispenser, ty, by)?),
    };
    Some(Take { dispenser, by, narrow })
}

/// What the operand of an atomic operation is in terms of what the ego takes.
fn share_of_operand(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    call: &LibraryCall<'_>,
    value: Option<usize>,
    from: Option<usize>,
) -> Option<Share> {
    match (value, from) {
        (Some(value), _) => shares::share_of(transfer, state, call.expressions.get(value)?),
        (None, from) => match call.expressions.get(from?)? {
            Expr::AddressOf(place, _) => shares::share_of(transfer, state, &Expr::Load(place.clone())),
            _ => None,
        },
    }
}

fn updated(
    transfer: &Transfer<'_, '_>,
    old: &Value,
    operand: &Value,
    operator: Update,
    object: &AtomicObject,
) -> Value {
    let op = match operator {
        Update::Add => BinaryOp::Add,
        Update::Subtract => BinaryOp::Subtract,
        Update::And => BinaryOp::And,
        Update::Or => BinaryOp::Or,
        Update::Xor => BinaryOp::Xor,
        Update::Exchange => return operand.clone(),
        Update::Set => return Value::constant(1),
        Update::Any => return Value::top(object.scalar, transfer.at),
    };
    let operation = Operation {
        op,
        operands: object.scalar,
        result: object.scalar,
        element: 1,
        overflow: crate::values::SignedOverflow::Wraps,
    };
    old.binary(operand, &operation, &transfer.analysis.objects)
}
