//! Takes: numbers that a thread takes from a variable that only grows belong to that thread alone (row OW).
//!
//! ```text
//!     lock(m); i = next; next = next + n; unlock(m);      … a[i] … a[i + n − 1] …
//! ```
//!
//! A variable is a *dispenser* if every write to it makes it grow, from what it held when the ego first looked at it under a
//! lock that it has held ever since, by a constant `n > 0`, and if one lock is held at all these takes, or all of them
//! are atomic additions. Let `b` be what it held when the ego looked. Then the numbers `b, …, b + n − 1` are the ego's:
//! every other take starts at `b + n` or later, or ended at `b` or before. Writes by a thread that never takes, while no
//! other runs, are allowed; they are the initialisation.
//!
//! A variable holds a *share* if it holds `b + k`, or zero where that is noted. A share is *seen* until the dispenser has
//! grown, and *taken* from then on; seen ones are forgotten when the lock is released. The verification pass records
//! all writes to dispensers, and shares of those that are none count for nothing.
//! (Ownership by injective index functions; compare Vojdani et al., ASE 2016, section 5, where indices name locks.)

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use pepsin_digests::{LockId, ThreadId};
use pepsin_lattice::Lattice;

use super::state::State;
use super::transfer::Transfer;
use super::watched::{Watched, written};
use crate::ir::{BinaryOp, Expr, FunctionId, LocalId, Place, Program, Projection, Root};
use crate::races::TakenBytes;
use crate::values::{Addresses, ObjectId, ObjectKind, Offsets, SignedOverflow, Strength, Value};

/// At most this many variables are taken for dispensers.
const MOST_DISPENSERS: usize = 16;

/// How far a take is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The dispenser was looked at.
    Seen,
    /// It has grown by so much.
    Taken(i64),
}

/// What a variable holds: `scale · b + offset` of a take, where `b` is what the dispenser held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// Zero, which a variable holds besides where there was nothing to take.
    Zero,
    /// A number, or an address in an object.
    Of {
        /// The number of the dispenser.
        dispenser: usize,
        /// How far the take is.
        stage: Stage,
        /// One, or the bytes of an element.
        scale: i64,
        /// What is added.
        offset: i64,
        /// The object in which it is an address.
        object: Option<ObjectId>,
        /// Whether it may be zero instead.
        or_zero: bool,
    },
}

/// A dispenser that the ego looked at under locks that it still holds.
#[derive(Clone, Debug, PartialEq)]
struct Look {
    dispenser: usize,
    locks: Vec<LockId>,
    grown: Option<i64>,
}

/// What the ego took.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Takes {
    shares: Rc<Vec<(ObjectId, Share)>>,
    looks: Rc<Vec<Look>>,
    result: Option<Share>,
}

/// How dispensers are written to.
#[derive(Clone, Debug, Default)]
pub struct DispenserWrites {
    /// By takes: who, under which locks; none for atomic additions.
    takes: BTreeSet<(ThreadId, Option<Vec<LockId>>)>,
    /// By others, while no other thread runs.
    alone: BTreeSet<ThreadId>,
    /// Whether there are writes of another kind.
    others: bool,
}

impl DispenserWrites {
    /// Whether all takes are apart.
    pub fn are_of_dispenser(&self) -> bool {
        let takers_initialise = self.takes.iter().any(|(thread, _)| self.alone.contains(thread));
        !self.others && !takers_initialise && (self.are_atomic() || self.have_common_lock())
    }

    fn are_atomic(&self) -> bool {
        self.takes.iter().all(|(_, locks)| locks.is_none())
    }

    fn have_common_lock(&self) -> bool {
        let mut locks = self.takes.iter().map(|(_, locks)| locks.as_deref().unwrap_or(&[]));
        let first = locks.next().unwrap_or(&[]);
        first
            .iter()
            .any(|lock| locks.clone().all(|others| others.contains(lock)))
    }
}

impl Share {
    fn shifted(self, by: i64) -> Option<Share> {
        match self {
            Share::Zero => (by == 0).then_some(self),
            Share::Of { or_zero: true, .. } if by != 0 => None,
            Share::Of {
                dispenser,
                stage,
                scale,
                offset,
                object,
                or_zero,
            } => Some(Share::Of {
                dispenser,
                stage,
                scale,
                offset: offset.checked_add(by)?,
                object,
                or_zero,
            }),
        }
    }

    fn is_seen_of(&self, wanted: usize) -> bool {
        matches!(self, Share::Of { dispenser, stage: Stage::Seen, .. } if *dispenser == wanted)
    }

    /// What a variable holds that holds the one or the other.
    fn joined(self, other: Share) -> Option<Share> {
        let with_zero = |share| match share {
            Share::Zero => Share::Zero,
            Share::Of {
                dispenser,
                stage,
                scale,
                offset,
                object,
                ..
            } => Share::Of {
                dispenser,
                stage,
                scale,
                offset,
                object,
                or_zero: true,
            },
        };
        match (self, other) {
            _ if self == other => Some(self),
            (share, Share::Zero) | (Share::Zero, share) => Some(with_zero(share)),
            _ => (with_zero(self) == with_zero(other)).then(|| with_zero(self)),
        }
    }
}

impl Takes {
    /// A function returns a value.
    pub fn set_result(&mut self, share: Option<Share>) {
        self.result = share;
    }

    /// What the function returned that just ended.
    pub fn take_result(&mut self) -> Option<Share> {
        self.result.take()
    }

    /// An object gets other contents.
    fn forget(&mut self, object: ObjectId) {
        self.retain(|entry| entry.0 != object);
    }

    fn retain(&mut self, keep: impl Fn(&(ObjectId, Share)) -> bool) {
        if !self.shares.iter().all(&keep) {
            self.shares = Rc::new(self.shares.iter().filter(|entry| keep(entry)).copied().collect());
        }
    }

    fn share(&self, object: ObjectId) -> Option<Share> {
        self.shares.iter().find(|entry| entry.0 == object).map(|entry| entry.1)
    }

    fn look(&self, dispenser: usize) -> Option<&Look> {
        self.looks.iter().find(|look| look.dispenser == dispenser)
    }

    /// The ego does not know any more what a dispenser holds.
    fn look_away(&mut self, dispenser: usize) {
        self.retain(|entry| !entry.1.is_seen_of(dispenser));
        self.result = self.result.filter(|share| !share.is_seen_of(dispenser));
        if self.look(dispenser).is_some() {
            Rc::make_mut(&mut self.looks).retain(|look| look.dispenser != dispenser);
        }
    }

    /// What the ego knows when it made a dispenser grow.
    #[must_use]
    pub fn grown(mut self, dispenser: usize, by: i64) -> Self {
        for entry in Rc::make_mut(&mut self.shares) {
            if let Share::Of {
                dispenser: of, stage, ..
            } = &mut entry.1
                && (*of, *stage) == (dispenser, Stage::Seen)
            {
                *stage = Stage::Taken(by);
            }
        }
        for look in Rc::make_mut(&mut self.looks) {
            if look.dispenser == dispenser {
                look.grown = Some(by);
            }
        }
        self
    }
}

impl Lattice for Takes {
    fn join(&mut self, other: &Self) -> bool {
        if self.leq(other) && other.leq(self) {
            return false;
        }
        let before = self.clone();
        let joined = self
            .shares
            .iter()
            .filter_map(|(object, share)| Some((*object, share.joined(other.share(*object)?)?)));
        self.shares = Rc::new(joined.collect());
        self.result = self
            .result
            .zip(other.result)
            .and_then(|(mine, theirs)| mine.joined(theirs));
        let different: Vec<usize> = self
            .looks
            .iter()
            .filter(|look| other.look(look.dispenser) != Some(look))
            .map(|look| look.dispenser)
            .collect();
        different.into_iter().for_each(|dispenser| self.look_away(dispenser));
        let only_there: Vec<usize> = other.looks.iter().map(|look| look.dispenser).collect();
        for dispenser in only_there {
            if self.look(dispenser).is_none() {
                self.look_away(dispenser);
            }
        }
        *self != before
    }

    fn leq(&self, other: &Self) -> bool {
        let below = |mine: Option<Share>, theirs: Share| mine.is_some_and(|mine| mine.joined(theirs) == Some(theirs));
        other
            .shares
            .iter()
            .all(|(object, share)| below(self.share(*object), *share))
            && other.result.is_none_or(|share| below(self.result, share))
            && other.looks.iter().all(|look| self.look(look.dispenser) == Some(look))
    }
}

impl Transfer<'_, '_> {
    /// Whether the program has no variable that may be a dispenser.
    fn takes_nothing(&self) -> bool {
        self.analysis.dispensers.is_empty()
    }

    /// What an expression is in terms of what the ego takes. Notes that it looks at a dispenser.
    pub fn share_of(&mut self, state: &mut State, expr: &Expr) -> Option<Share> {
        if self.takes_nothing() {
            return None;
        }
        match expr {
            Expr::Integer(0, _) => Some(Share::Zero),
            Expr::Cast(operand, ty) if self.scalar(*ty).bits() >= self.scalar(operand.ty()).bits() => {
                self.share_of(state, operand)
            }
            Expr::Load(place) => match self.dispenser_at(state, place) {
                Some(dispenser) => self.look(state, dispenser),
                None => self.held_share(state, place),
            },
            Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract), left, right, _) => {
                let share = self.share_of(state, left)?;
                let constant = i64::try_from(self.value(state, right).as_constant()?).ok()?;
                share.shifted(if *op == BinaryOp::Add {
                    constant
                } else {
                    constant.checked_neg()?
                })
            }
            Expr::AddressOf(place, _) => self.share_of_address(state, place),
            _ => None,
        }
    }

    /// The share that a private variable holds.
    fn held_share(&mut self, state: &mut State, place: &Place) -> Option<Share> {
        let object = self.local_object(place)?;
        let share = state.takes.share(object).filter(|_| !self.is_shared(state, object))?;
        match share {
            // Where zero is excluded, the number is one of the take.
            Share::Of {
                dispenser,
                stage,
                scale,
                offset,
                object,
                or_zero: true,
            } if !self.load(state, place).as_integer().contains(0) => Some(Share::Of {
                dispenser,
                stage,
                scale,
                offset,
                object,
                or_zero: false,
            }),
            share => Some(share),
        }
    }

    /// `&a[i].f` where `i` is a share.
    fn share_of_address(&mut self, state: &mut State, place: &Place) -> Option<Share> {
        let types = &self.analysis.program.types;
        let (mut share, mut offset, object) = match &place.root {
            Root::Global(global) => (None, 0, Some(self.analysis.global(*global, self.context.thread))),
            Root::Local(local) => {
                let object = self.analysis.local(self.unknown.function, *local, self.context.thread);
                (None, 0, Some(object))
            }
            Root::Deref(pointer) => self.pointer_share(state, pointer)?,
        };
        for projection in &place.projections {
            match projection {
                Projection::Field(record, number) => {
                    let field = types.fields(*record).get(*number as usize)?;
                    offset = i64::try_from(field.offset).ok()?.checked_add(offset)?;
                }
                Projection::Index(index, element) => {
                    let size = i64::try_from(types.size(*element)?).ok()?;
                    match self.value(state, index).as_constant() {
                        Some(constant) => {
                            let moved = i64::try_from(constant).ok()?.checked_mul(size)?;
                            offset = offset.checked_add(moved)?;
                        }
                        None if share.is_none() => share = Some(self.share_of(state, index)?.scaled(size, object?)?),
                        None => return None,
                    }
                }
            }
        }
        share?.shifted(offset)
    }

    /// A pointer as a share, or as a constant distance from the start of an object.
    fn pointer_share(&mut self, state: &mut State, pointer: &Expr) -> Option<(Option<Share>, i64, Option<ObjectId>)> {
        if let Some(
            share @ Share::Of {
                object: Some(object), ..
            },
        ) = self.share_of(state, pointer)
        {
            return Some((Some(share), 0, Some(object)));
        }
        let start = |transfer: &mut Self, state: &mut State, expr: &Expr| {
            let (object, offsets) = transfer.value(state, expr).as_address()?;
            Some((object, offsets.single()?))
        };
        if let Expr::Binary(BinaryOp::PointerAdd, base, index, ty) = pointer
            && let Some(share) = self.share_of(state, index)
        {
            let types = &self.analysis.program.types;
            let size = i64::try_from(types.pointee(*ty).and_then(|element| types.size(element))?).ok()?;
            let (object, offset) = start(self, state, base)?;
            return Some((Some(share.scaled(size, object)?), offset, Some(object)));
        }
        let (object, offset) = start(self, state, pointer)?;
        Some((None, offset, Some(object)))
    }

    /// The bytes of an access that are the ego's by a take.
    pub fn taken_bytes(
        &mut self,
        state: &mut State,
        place: &Place,
        touched_from: i64,
        size: u64,
    ) -> Option<TakenBytes> {
        if self.analysis.recorder.is_none() || state.takes.shares.is_empty() {
            return None;
        }
        let share = self.share_of_address(state, place)?;
        let Share::Of {
            dispenser,
            stage: Stage::Taken(count),
            scale,
            offset,
            or_zero: false,
            ..
        } = share
        else {
            return None;
        };
        Some(TakenBytes {
            dispenser,
            scale,
            count,
            first: offset.checked_add(touched_from)?,
            size: i64::try_from(size).ok()?,
        })
    }

    /// The dispenser that a place is.
    pub fn dispenser_at(&mut self, state: &mut State, place: &Place) -> Option<usize> {
        if self.takes_nothing() || place.as_local().is_some() || !self.analysis.program.types.is_integer(place.ty) {
            return None;
        }
        let located = self.locate(state, place)?;
        let dispenser = self.dispenser_among(&located.addresses)?;
        let ty = self.analysis.dispensers[dispenser].ty;
        (self.analysis.program.types.size(ty) == Some(located.size)).then_some(dispenser)
    }

    /// The dispenser that stands at one of some addresses, if there is just one.
    pub fn dispenser_among(&self, addresses: &Addresses) -> Option<usize> {
        let (object, offsets) = addresses.single()?;
        let offset = offsets.single()?;
        let is_there = |dispenser: &usize| self.dispenser_object(*dispenser) == (object, offset);
        (0..self.analysis.dispensers.len()).find(is_there)
    }

    fn dispenser_object(&self, dispenser: usize) -> (ObjectId, i64) {
        self.place_of_watched(&self.analysis.dispensers[dispenser])
    }

    /// The ego looks at a dispenser.
    fn look(&mut self, state: &mut State, dispenser: usize) -> Option<Share> {
        let (stage, offset) = match state.takes.look(dispenser) {
            Some(look) => look.grown.map_or((Stage::Seen, 0), |by| (Stage::Taken(by), by)),
            None => {
                let locks = self.exclusive_locks(state).to_vec();
                if locks.is_empty() {
                    return None;
                }
                state.takes.look_away(dispenser);
                let grown = None;
                Rc::make_mut(&mut state.takes.looks).push(Look {
                    dispenser,
                    locks,
                    grown,
                });
                (Stage::Seen, 0)
            }
        };
        Some(Share::Of {
            dispenser,
            stage,
            scale: 1,
            offset,
            object: None,
            or_zero: false,
        })
    }

    /// By how much an assignment makes a dispenser grow: it must hold what was seen of it, and not wrap around.
    pub fn growth(&mut self, state: &State, dispenser: usize, share: Option<Share>, value: &Value) -> Option<i64> {
        let look = state.takes.look(dispenser).filter(|look| look.grown.is_none())?;
        let Some(Share::Of {
            dispenser: of,
            stage: Stage::Seen,
            scale: 1,
            offset,
            or_zero: false,
            ..
        }) = share
        else {
            return None;
        };
        let ty = self.scalar(self.analysis.dispensers[look.dispenser].ty).integer_type();
        let never_wraps = ty.bits >= 64
            || ty.bits >= 32 && ty.signed && self.analysis.settings.signed_overflow == SignedOverflow::Undefined;
        let bounded = value.as_integer().high().is_some_and(|high| high < ty.high())
            && value.as_integer().low().is_some_and(|low| low > ty.low());
        (of == dispenser && offset > 0 && (never_wraps || bounded)).then_some(offset)
    }

    /// A place gets what an atomic addition gives: `added` is what lies between what it took and what it returns.
    pub fn hold_taken(&mut self, state: &mut State, to: &Place, dispenser: usize, by: i64, added: i64) {
        let share = Share::Of {
            dispenser,
            stage: Stage::Taken(by),
            scale: 1,
            offset: added,
            object: None,
            or_zero: false,
        };
        if let Some(holder) = self.holder(state, to) {
            self.hold_share(state, holder, Some(share));
        }
    }

    /// The variable of the ego that a place is, whole.
    pub fn holder(&mut self, state: &mut State, place: &Place) -> Option<ObjectId> {
        if self.takes_nothing() {
            return None;
        }
        let located = self.locate(state, place)?;
        let (object, offsets) = located.addresses.single()?;
        let is_local = matches!(self.analysis.objects.kind(object), ObjectKind::Local { .. });
        let is_whole = offsets == Offsets::ZERO && self.analysis.objects.size(object) == Some(located.size);
        (is_local && is_whole).then_some(object)
    }

    /// A variable of the ego gets a share.
    pub fn hold_share(&self, state: &mut State, variable: ObjectId, share: Option<Share>) {
        let kept_apart = !self.is_shared(state, variable) && self.strength_of_own(state, variable) == Strength::Strong;
        if let Some(share) = share.filter(|_| kept_apart) {
            state.takes.forget(variable);
            Rc::make_mut(&mut state.takes.shares).push((variable, share));
        }
    }

    /// The ego changes an object.
    pub fn forget_shares_of(&self, state: &mut State, object: ObjectId) {
        if self.takes_nothing() {
            return;
        }
        state.takes.forget(object);
        for dispenser in 0..self.analysis.dispensers.len() {
            if self.dispenser_object(dispenser).0 == object {
                state.takes.look_away(dispenser);
            }
        }
    }

    /// Some locks are not held any more.
    pub fn keep_looks(&self, state: &mut State, held: &[LockId]) {
        let closed: Vec<usize> = state
            .takes
            .looks
            .iter()
            .filter(|look| !look.locks.iter().any(|lock| held.contains(lock)))
            .map(|look| look.dispenser)
            .collect();
        closed
            .into_iter()
            .for_each(|dispenser| state.takes.look_away(dispenser));
        if state
            .takes
            .looks
            .iter()
            .any(|look| !look.locks.iter().all(|lock| held.contains(lock)))
        {
            for look in Rc::make_mut(&mut state.takes.looks) {
                look.locks.retain(|lock| held.contains(lock));
            }
        }
    }

    /// What a callee knows: what stands in memory, and its parameters.
    pub fn takes_of_callee(&mut self, state: &mut State, function: FunctionId, arguments: &[Expr]) -> Takes {
        if self.takes_nothing() || state.active.contains(function) {
            return Takes::default();
        }
        let mut takes = state.takes.clone();
        takes.retain(|entry| !self.is_frame_variable(entry.0));
        for (number, argument) in arguments.iter().take(self.analysis.parameters(function)).enumerate() {
            let parameter = self
                .analysis
                .local(function, LocalId(number as u32), self.context.thread);
            takes.forget(parameter);
            if let Some(share) = self.share_of(state, argument) {
                Rc::make_mut(&mut takes.shares).push((parameter, share));
            }
        }
        takes.looks = Rc::clone(&state.takes.looks);
        takes.result = None;
        takes
    }

    /// What the caller knows behind a call. What was only seen before may have been seen again.
    pub fn takes_behind(&self, before: &Takes, callee: &Takes, function: FunctionId) -> Takes {
        let mut takes = callee.clone();
        takes.retain(|entry| {
            let kind = self.analysis.objects.kind(entry.0);
            !matches!(kind, ObjectKind::Local { function: of, .. } if of == function)
        });
        let kept = before.shares.iter().filter(|entry| {
            let seen = matches!(entry.1, Share::Of { stage: Stage::Seen, .. });
            self.is_frame_variable(entry.0) && !seen
        });
        let kept: Vec<_> = kept.copied().collect();
        if !kept.is_empty() {
            Rc::make_mut(&mut takes.shares).extend(kept);
        }
        takes
    }

    fn is_frame_variable(&self, object: ObjectId) -> bool {
        let ObjectKind::Local { function, local, .. } = self.analysis.objects.kind(object) else {
            return false;
        };
        let body = self.analysis.program.function(function).body.as_ref();
        body.is_some_and(|body| !body.locals[local.0 as usize].address_taken)
    }

    /// Records a write to an object with dispensers.
    pub fn note_dispenser_write(&self, state: &State, object: ObjectId) {
        if self.analysis.recorder.is_none() || self.takes_nothing() {
            return;
        }
        let (thread, alone) = (self.context.thread, self.is_alone(state));
        let locks = self.exclusive_locks(state).to_vec();
        for dispenser in (0..self.analysis.dispensers.len()).filter(|number| self.dispenser_object(*number).0 == object)
        {
            self.record(|recorder, _| {
                let writes: &mut BTreeMap<usize, DispenserWrites> = &mut recorder.dispenser_writes;
                let writes = writes.entry(dispenser).or_default();
                let take = match self.taking {
                    Taking::UnderLock(of) if of == dispenser => Some((thread, Some(locks.clone()))),
                    Taking::Atomically(of) if of == dispenser => Some((thread, None)),
                    _ => None,
                };
                writes.others |= take.is_none() && !alone;
                writes.alone.extend(Some(thread).filter(|_| take.is_none() && alone));
                writes.takes.extend(take);
            });
        }
    }
}

/// Whether the write that is being made is a take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taking {
    /// It is none.
    Nothing,
    /// From a dispenser, under the locks held.
    UnderLock(usize),
    /// From a dispenser, by an atomic addition.
    Atomically(usize),
}

impl Share {
    fn scaled(self, by: i64, object: ObjectId) -> Option<Share> {
        match self {
            Share::Of {
                dispenser,
                stage,
                scale: 1,
                offset,
                object: None,
                or_zero: false,
            } => Some(Share::Of {
                dispenser,
                stage,
                scale: by,
                offset: offset.checked_mul(by)?,
                object: Some(object),
                or_zero: false,
            }),
            _ => None,
        }
    }
}

/// The variables that may be dispensers by the text: sums are assigned to them, or their address is an operand.
pub fn dispensers(program: &Program) -> Vec<Watched> {
    let writes = written(program);
    let grows = writes
        .into_iter()
        .filter(|(variable, writes)| (writes.computed || writes.by_address) && program.types.is_integer(variable.ty));
    grows.map(|(variable, _)| variable).take(MOST_DISPENSERS).collect()
}
