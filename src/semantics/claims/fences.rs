//! Fences: what accesses order that have no order of their own.
//!
//! ```text
//!     data = 1;  fence(release) A;  store(flag, 1, relaxed) X          load(flag, relaxed) Y;  fence(acquire) B;  use(data)
//! ```
//!
//! If `X` is behind the release fence `A` in its thread, and `Y` reads what `X` wrote, or what read-modify-writes made of that, and is
//! ahead of the acquire fence `B`, then `A` comes before `B` (C11 and C17, 7.17.4, 2 to 4; either fence may be missing where the
//! access has the order itself). What lies *between* `A` and `X`, or between `Y` and `B`, is not ordered. Two things are known for
//! that, of each state:
//!
//! **Behind a release fence.** A write without order counts as a release as long as nothing but it stands between it and the fence.
//! Then all that the ego did or has learned before the write, it did or had learned before the fence:
//!
//! ```text
//!     fence(release)                       :  nothing touched since
//!     load, store, update of v, relaxed    :  nothing touched since but v, if that was so
//!     any other access, lock, call, …      :  no fence
//! ```
//!
//! The accesses to `v` itself stand behind the fence. So no values of watched variables are noted for them (row V), and where `v` is a
//! lock, the write that gives it back is not one under the lock. Variables of its own that no other thread can know may be touched
//! in between, unless the write hands over their address.
//!
//! **Ahead of an acquire fence.** What was read without order is *unlearned* until the ego passes an acquire fence: of a watched variable
//! its values are not noted for accesses (row V), and an address leads to memory that is not fresh (row FR), unless nobody but the
//! ego knows that memory. Of what is read and then only tested no address is learned ([`crate::semantics::prepare::OnlyTested`]). A
//! lock made of a variable that was set without order is *taken*, and acquired by the fence. What a thread inherits from its creator,
//! or absorbs from one that it joins, the other one has read: no fence of its own orders that.
//!
//! An update without order (`fetch_add`) hands over no address but that of its operand. What it makes of the old value was handed over
//! by who wrote that, and whoever reads the new one is behind that release, too: an update goes on with the release sequence of the
//! write that it reads (C11, 5.1.2.4, 10).
//!
//! What is read under a lock that is held at all writes needs no fence, and neither does what is read or written while no other thread
//! runs: creations and joins order that. A fence for signal handlers orders nothing between threads. A fence with consume
//! acquires; a load with consume counts as one without order, because only what depends on its value is ordered.
//! (Orders of fences: Boehm and Adve, "Foundations of the C++ concurrency memory model", PLDI 2008; Batty et al., POPL 2011, section 2.)

use pepsin_digests::set::SortedSet;
use pepsin_digests::{Acquisition, LockKind, LockMode};
use pepsin_lattice::seeded::{Bug, is_seeded};

use super::value_locks::Orders;
use crate::ir::{Expr, InstructionKind, Place, Root, Terminator};
use crate::semantics::acts::locks;
use crate::semantics::claims::value_locks;
use crate::semantics::settings::MemoryModel;
use crate::semantics::sharing::{interference, leaks};
use crate::semantics::state::{State, Variable};
use crate::semantics::system::{Analysis, Transfer, variables};
use crate::values::{Addresses, ObjectKind, Value};

/// An atomic access, as far as it orders something.
pub struct Ordered<'a> {
    /// Where it is made.
    pub addresses: &'a Addresses,
    /// In bytes.
    pub size: u64,
    /// What it orders itself.
    pub orders: Orders,
}

/// Whether accesses without order, and fences, say something.
fn knows_orders(analysis: &Analysis<'_>) -> bool {
    analysis.settings.memory_model == MemoryModel::C11
}

/// A fence between threads.
pub fn fence(transfer: &Transfer<'_, '_>, mut state: State, orders: Orders) -> Vec<State> {
    if !knows_orders(transfer.analysis) {
        return vec![state];
    }
    let mut states = match orders.acquires {
        true => {
            let taken = state.fences.acquire();
            state.fences.leave();
            acquire_taken(transfer, state, &taken)
        }
        false => vec![state],
    };
    let releases = orders.releases || is_seeded(Bug::AnyFenceReleases);
    if releases {
        states.iter_mut().for_each(|state| state.fences.release());
    }
    states
}

/// An instruction is about to be executed: it may touch more than variables of the ego's that nobody else knows.
pub fn leave_by_instruction(transfer: &Transfer<'_, '_>, state: &mut State, instruction: &InstructionKind) {
    if !state.fences.is_behind_release() {
        return;
    }
    let goes_on = match instruction {
        InstructionKind::Assign { to, .. } | InstructionKind::Zero { place: to } => is_own(transfer, state, to),
        InstructionKind::Call { .. } | InstructionKind::ScopeEntry(_) | InstructionKind::ScopeEnd(_) => true,
        InstructionKind::Assembly { .. } | InstructionKind::Obstacle { .. } => false,
    };
    let mut own_only = true;
    instruction.expressions(&mut |expr| own_only &= reads_own(transfer, state, expr));
    if !goes_on || !own_only {
        state.fences.leave();
    }
}

/// An instruction was executed: what it calls may return into memory.
pub fn leave_by_result(transfer: &Transfer<'_, '_>, state: &mut State, instruction: &InstructionKind) {
    if let InstructionKind::Call { to: Some(to), .. } = instruction
        && state.fences.is_behind_release()
        && !is_own(transfer, state, to)
    {
        state.fences.leave();
    }
}

/// The end of a block is reached: what it decides by may lie in memory.
pub fn leave_by_terminator(transfer: &Transfer<'_, '_>, state: &mut State, terminator: &Terminator) {
    if !state.fences.is_behind_release() {
        return;
    }
    let mut own_only = true;
    if let Terminator::Branch { condition: expr, .. }
    | Terminator::Switch { value: expr, .. }
    | Terminator::Computed { value: expr, .. }
    | Terminator::Return(Some(expr)) = terminator
    {
        expr.expressions(&mut |inner| own_only &= reads_own(transfer, state, inner));
    }
    if !own_only {
        state.fences.leave();
    }
}

fn reads_own(transfer: &Transfer<'_, '_>, state: &State, expr: &Expr) -> bool {
    !matches!(expr, Expr::Load(place) if !is_own(transfer, state, place))
}

/// Whether a place is part of a variable of the running function that no other thread knows.
fn is_own(transfer: &Transfer<'_, '_>, state: &State, place: &Place) -> bool {
    match place.root {
        Root::Local(local) => {
            let object = transfer
                .analysis
                .local(transfer.unknown.function, local, transfer.context.thread);
            !interference::is_shared(transfer, state, object)
        }
        Root::Global(_) | Root::Deref(_) => false,
    }
}

fn acquire_taken(transfer: &Transfer<'_, '_>, state: State, taken: &SortedSet<usize>) -> Vec<State> {
    let mut states = vec![state];
    for number in taken.iter() {
        let pointer = value_locks::lock_pointer(transfer, number);
        let lock = |state| {
            let kind = Some(LockKind::Normal);
            locks::lock(transfer, state, &pointer, LockMode::Write, kind, Acquisition::Blocking)
        };
        states = states.into_iter().flat_map(lock).collect();
    }
    states
}

/// Whether a write publishes what the ego did, by its order or by a fence. It needs no order while no other thread runs:
/// creations publish.
pub fn publishes(transfer: &Transfer<'_, '_>, state: &State, access: &Ordered<'_>, written: &Value) -> bool {
    if !knows_orders(transfer.analysis) || access.orders.releases || interference::is_alone(transfer.analysis, state) {
        return true;
    }
    let variable = Variable::at(access.addresses, access.size);
    state.fences.publishes(variable) && !hands_over_own(transfer, state, written)
}

/// Whether a value leads to variables of the ego's that nobody else knows yet, and that may have been touched behind the fence.
fn hands_over_own(transfer: &Transfer<'_, '_>, state: &State, value: &Value) -> bool {
    let reached = leaks::reachable(transfer, state, std::slice::from_ref(value));
    let mut reached = reached.into_iter();
    reached.any(|object| {
        matches!(transfer.analysis.objects.kind(object), ObjectKind::Local { .. })
            && !interference::is_shared(transfer, state, object)
    })
}

/// An atomic write was made that wrote a value, of which the ego knew whether it publishes.
pub fn note_published(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    access: &Ordered<'_>,
    written: &Value,
    publishes: bool,
) {
    if !knows_orders(transfer.analysis) {
        return;
    }
    if !publishes {
        note_unreliable(transfer, access.addresses);
        leaks::leak(transfer, state, written);
    }
    note_touched(state, access);
}

/// An atomic access was made that found a value.
pub fn note_looked(transfer: &Transfer<'_, '_>, state: &mut State, access: &Ordered<'_>, found: &Value) {
    if !knows_orders(transfer.analysis) {
        return;
    }
    note_touched(state, access);
    if access.orders.acquires
        || interference::is_alone(transfer.analysis, state)
        || is_ordered_by_lock(transfer, state, access.addresses)
    {
        return;
    }
    let addresses = found.as_addresses();
    let may_be_address = addresses.origin().is_some() || addresses.objects().next().is_some();
    let watched = variables::watched_at(transfer, access.addresses, access.size);
    if watched.is_none() {
        note_unreliable(transfer, access.addresses);
    }
    state
        .fences
        .look(watched, may_be_address && !is_seeded(Bug::AddressesWithoutFence));
}

/// Whether what was written at some addresses comes before the ego by a lock under which all of it is written.
fn is_ordered_by_lock(transfer: &Transfer<'_, '_>, state: &State, addresses: &Addresses) -> bool {
    let object = addresses.single().map(|(object, _)| object);
    object.is_some_and(|object| interference::is_current(transfer, state, object))
}

/// The watched variables that were read without order, and are not known by a lock that protects them either: who took that
/// before a write cannot have read the write before.
pub fn unlearned(transfer: &Transfer<'_, '_>, state: &State) -> Vec<Variable> {
    let watched = 0..transfer.analysis.text.watched.len();
    let unlearned = watched.filter(|number| state.fences.is_unlearned(*number));
    let unlearned: Vec<Variable> = unlearned
        .map(|number| variables::watched_variable(transfer, number))
        .collect();
    let is_open = |variable: &Variable| !interference::is_current(transfer, state, variable.object);
    unlearned.into_iter().filter(is_open).collect()
}

fn note_touched(state: &mut State, access: &Ordered<'_>) {
    match access.orders {
        Orders {
            acquires: false,
            releases: false,
        } => state.fences.touch(Variable::at(access.addresses, access.size)),
        _ => state.fences.leave(),
    }
}

/// What is read of the variables at some addresses says nothing of what came before.
fn note_unreliable(transfer: &Transfer<'_, '_>, addresses: &Addresses) {
    transfer.record(|recorder, _| {
        recorder.unreliable.extend(addresses.objects());
        recorder.unreliable_anywhere |= addresses.origin().is_some();
    });
}
