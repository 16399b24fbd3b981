//! Taking: how the ego comes by shares of takes, and what it does with them; see [`super::takes`].

use super::takes::{Part, Share, Stage, Takes};
use super::wrapping::SignedSteps;
use crate::ir::{BinaryOp, Expr, FunctionId, LocalId, Place, Projection, Root};
use crate::races::TakenBytes;
use crate::semantics::state::{Extent, Meeting, State};
use crate::semantics::system::Transfer;
use crate::values::{ObjectId, ObjectKind, Offsets, Strength, Value};

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

/// What a pointer is: a part of a take, or a constant distance from the start of an object.
struct Pointer {
    part: Option<Part>,
    offset: i64,
    object: ObjectId,
}

impl Transfer<'_, '_> {
    /// Whether the program has no variable that may be a dispenser.
    fn takes_nothing(&self) -> bool {
        self.analysis.text.dispensers.is_empty()
    }

    /// What an expression is in terms of what the ego takes. Notes that it looks at a dispenser.
    pub fn share_of(&mut self, state: &mut State, expr: &Expr) -> Option<Share> {
        if self.takes_nothing() {
            return None;
        }
        match expr {
            Expr::Integer(0, _) => Some(Share::Zero),
            Expr::Cast(operand, ty) if self.keeps_value(state, operand, *ty) => self.share_of(state, operand),
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
            Expr::AddressOf(place, _) => self.part_of_address(state, place).map(Share::Part),
            _ => None,
        }
    }

    /// The share that a private variable holds.
    fn held_share(&mut self, state: &mut State, place: &Place) -> Option<Share> {
        let object = self.local_object(place)?;
        let share = state.takes.share(object).filter(|_| !self.is_shared(state, object))?;
        match share {
            // Where zero is excluded, the number is one of the take.
            Share::Part(part) if part.or_zero && !self.load(state, place).as_integer().contains(0) => {
                Some(Share::Part(Part { or_zero: false, ..part }))
            }
            share => Some(share),
        }
    }

    /// `&a[i].f` where `i` is part of a take.
    fn part_of_address(&mut self, state: &mut State, place: &Place) -> Option<Part> {
        let types = &self.analysis.program.types;
        let start = |object| Pointer {
            part: None,
            offset: 0,
            object,
        };
        let mut pointer = match &place.root {
            Root::Global(global) => start(self.analysis.global(*global, self.context.thread)),
            Root::Local(local) => start(self.analysis.local(self.unknown.function, *local, self.context.thread)),
            Root::Deref(pointer) => self.pointer(state, pointer)?,
        };
        for projection in &place.projections {
            match projection {
                Projection::Field(record, number) => {
                    let field = types.fields(*record).get(*number as usize)?;
                    pointer.offset = i64::try_from(field.offset).ok()?.checked_add(pointer.offset)?;
                }
                Projection::Index(index, element) => {
                    let size = i64::try_from(types.size(*element)?).ok()?;
                    self.step_by(state, &mut pointer, index, size)?;
                }
            }
        }
        pointer.part?.shifted(pointer.offset)
    }

    /// `pointer + index`, where an element has `size` bytes.
    fn step_by(&mut self, state: &mut State, pointer: &mut Pointer, index: &Expr, size: i64) -> Option<()> {
        if let Some(constant) = self.value(state, index).as_constant() {
            let moved = i64::try_from(constant).ok()?.checked_mul(size)?;
            pointer.offset = pointer.offset.checked_add(moved)?;
            return Some(());
        }
        match (pointer.part, self.share_of(state, index)?) {
            (None, Share::Part(part)) => pointer.part = Some(part.element(size, pointer.object)?),
            _ => return None,
        }
        Some(())
    }

    fn pointer(&mut self, state: &mut State, pointer: &Expr) -> Option<Pointer> {
        if let Some(Share::Part(part)) = self.share_of(state, pointer) {
            return Some(Pointer {
                part: Some(part),
                offset: 0,
                object: part.object?,
            });
        }
        if let Expr::Binary(BinaryOp::PointerAdd, base, index, ty) = pointer {
            let types = &self.analysis.program.types;
            let size = types.pointee(*ty).and_then(|element| types.size(element))?;
            let mut pointer = self.pointer(state, base)?;
            self.step_by(state, &mut pointer, index, i64::try_from(size).ok()?)?;
            return Some(pointer);
        }
        let (object, offsets) = self.value(state, pointer).as_address()?;
        Some(Pointer {
            part: None,
            offset: offsets.single()?,
            object,
        })
    }

    /// The bytes of an access that are the ego's by a take.
    pub fn taken_bytes(
        &mut self,
        state: &mut State,
        place: &Place,
        touched_from: i64,
        size: u64,
    ) -> Option<TakenBytes> {
        if self.analysis.recorder.is_none() || state.takes.shares().is_empty() {
            return None;
        }
        let part = self.part_of_address(state, place).filter(|part| !part.or_zero)?;
        let Stage::Taken(count) = part.stage else {
            return None;
        };
        Some(TakenBytes {
            dispenser: part.dispenser,
            scale: part.scale,
            count,
            first: part.offset.checked_add(touched_from)?,
            size: i64::try_from(size).ok()?,
        })
    }

    /// The dispenser that a place is.
    pub fn dispenser_at(&mut self, state: &mut State, place: &Place) -> Option<usize> {
        let dispensers = &self.analysis.text.dispensers;
        let possible = match place.root {
            Root::Local(_) => false,
            Root::Global(global) => dispensers.iter().any(|dispenser| dispenser.global == global),
            Root::Deref(_) => !dispensers.is_empty(),
        };
        if !possible || !self.analysis.program.types.is_integer(place.ty) {
            return None;
        }
        let located = self.locate_bytes(state, place)?;
        self.dispenser_among(&located.addresses, located.size)
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
                state.takes.begin_look(dispenser, locks);
                (Stage::Seen, 0)
            }
        };
        Some(Share::Part(Part::of(dispenser, stage, offset)))
    }

    /// By how much an assignment makes a dispenser grow: it must hold what was seen of it, and not wrap around.
    pub fn growth(&mut self, state: &State, dispenser: usize, share: Option<Share>, value: &Value) -> Option<i64> {
        let looked = state.takes.look(dispenser).is_some_and(|look| look.grown.is_none());
        let Some(Share::Part(part)) = share.filter(|_| looked) else {
            return None;
        };
        let ty = self.scalar(self.analysis.text.dispensers[dispenser].ty).integer_type();
        // What wraps around comes to lie less than the growth above the least value.
        let least = ty.low() + i128::from(part.offset);
        let bounded = value.as_integer().low().is_some_and(|low| low >= least);
        let grows = part.offset > 0 && part == Part::of(dispenser, Stage::Seen, part.offset);
        let never_wraps = || self.never_wraps(ty, part.offset, SignedSteps::Plain);
        (grows && (bounded || never_wraps())).then_some(part.offset)
    }

    /// A place gets what an atomic addition gives: `added` is what lies between what it took and what it returns.
    pub fn hold_taken(&mut self, state: &mut State, to: &Place, dispenser: usize, by: i64, added: i64) {
        let share = Share::Part(Part::of(dispenser, Stage::Taken(by), added));
        if let Some(holder) = self.holder(state, to) {
            self.hold_share(state, holder, Some(share));
        }
    }

    /// The variable of the ego that a place is, whole.
    pub fn holder(&mut self, state: &mut State, place: &Place) -> Option<ObjectId> {
        if self.takes_nothing() {
            return None;
        }
        let located = self.locate_bytes(state, place)?;
        let (object, offsets) = located.addresses.single()?;
        let is_local = matches!(self.analysis.objects.kind(object), ObjectKind::Local { .. });
        let is_whole = offsets == Offsets::ZERO && self.analysis.objects.size(object) == Some(located.size);
        (is_local && is_whole).then_some(object)
    }

    /// A variable of the ego gets a share.
    pub fn hold_share(&self, state: &mut State, variable: ObjectId, share: Option<Share>) {
        let kept_apart = !self.is_shared(state, variable) && self.strength_of_own(state, variable) == Strength::Strong;
        if let Some(share) = share.filter(|_| kept_apart) {
            state.takes.hold(variable, share);
        }
    }

    /// The ego changes an object.
    pub fn forget_shares_of(&self, state: &mut State, object: ObjectId) {
        if self.takes_nothing() {
            return;
        }
        state.takes.forget(object);
        for dispenser in 0..self.analysis.text.dispensers.len() {
            if self.dispenser_variable(dispenser).object == object {
                state.takes.look_away(dispenser);
            }
        }
    }

    /// What a callee knows: what stands in memory, and its parameters.
    pub fn takes_of_callee(&mut self, state: &mut State, function: FunctionId, arguments: &[Expr]) -> Takes {
        if self.takes_nothing() || self.is_active(state, function) {
            return Takes::default();
        }
        let parameters = arguments.iter().take(self.analysis.parameters(function)).enumerate();
        let passed: Vec<(ObjectId, Option<Share>)> = parameters
            .map(|(number, argument)| {
                let parameter = self
                    .analysis
                    .local(function, LocalId(number as u32), self.context.thread);
                (parameter, self.share_of(state, argument))
            })
            .collect();
        let mut takes = state.takes.clone();
        takes.retain(|entry| !self.analysis.is_of_frame(entry.0));
        for (parameter, share) in passed {
            takes.forget(parameter);
            share.into_iter().for_each(|share| takes.hold(parameter, share));
        }
        takes.set_result(None);
        takes
    }

    /// What the caller knows behind a call. What was only seen before may have been seen again.
    pub fn takes_behind(&self, before: &Takes, callee: &Takes, function: FunctionId) -> Takes {
        let mut takes = callee.clone();
        takes.retain(|entry| {
            let kind = self.analysis.objects.kind(entry.0);
            !matches!(kind, ObjectKind::Local { function: of, .. } if of == function)
        });
        for (variable, share) in before.shares() {
            if self.analysis.is_of_frame(*variable) && !share.is_seen() {
                takes.hold(*variable, *share);
            }
        }
        takes
    }

    /// Records a write to an object with dispensers.
    pub fn note_dispenser_write(&self, state: &State, object: ObjectId, written: Extent) {
        if self.analysis.recorder.is_none() || self.takes_nothing() {
            return;
        }
        let (thread, alone) = (self.context.thread, self.is_alone(state));
        let locks = self.exclusive_locks(state).to_vec();
        let is_written = |dispenser: &usize| {
            let variable = self.dispenser_variable(*dispenser);
            variable.object == object && variable.meeting(written) != Meeting::Apart
        };
        for dispenser in (0..self.analysis.text.dispensers.len()).filter(is_written) {
            self.record(|recorder, _| {
                let writes = recorder.dispenser_writes.entry(dispenser).or_default();
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
