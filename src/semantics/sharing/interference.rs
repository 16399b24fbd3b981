//! Shared memory: the ego's view, the interference of others, and escape.
//!
//! Each write to shared memory is contributed to `[unlock m_g, key]`, and its key to the index `[unlock m_g]`.
//! What a thread may find in an object is its own view joined with what all writers wrote that its digest does not
//! exclude:
//!
//! ```text
//!     read g  =  view g  ⊔  ⨆ { [unlock m_g, key] | key ∈ [unlock m_g], interferes(A, A_key) }
//! ```
//!
//! A lock that was held at all writes and is held by the ego ever since it last looked keeps the view current
//! ("protection", Schwarz et al., SAS 2021, section 4; Vojdani et al., ASE 2016, section 3). If the ego holds such a lock
//! now, it finds what was published when that was released (see [`super::publication`]).
//! Writes made while no other thread runs reach others by creation only, so they are not contributed.

use std::collections::BTreeSet;
use std::rc::Rc;

use pepsin_digests::lockset::Locksets;
use pepsin_digests::{LockId, LockMode};
use pepsin_lattice::{Bottom, Lattice, MaySet};

use crate::semantics::state::{Extent, State};
use crate::semantics::system::{Channel, Fact, Global, Key, Transfer, Written};
use crate::values::{Contents, Instance, Multiplicity, ObjectId, ObjectKind, Offsets, Slot, Strength, Value};

/// No semaphore or barrier has fewer bytes.
const LEAST_SYNCHRONISATION: u64 = 16;

impl Transfer<'_, '_> {
    /// The key under which the ego leaves things.
    pub fn key(&self, state: &State) -> Key {
        Key {
            thread: self.analysis.digests.thread(state.past.id),
            flag: self.analysis.digests.thread_flag(state.past.id),
        }
    }

    /// The locks certainly held.
    pub fn locks_held(&self, state: &State) -> Rc<[LockId]> {
        self.analysis.locks_held(&state.past)
    }

    /// The locks certainly held exclusively.
    pub fn exclusive_locks(&self, state: &State) -> Rc<[LockId]> {
        let Some(lockset) = self.analysis.digests.element::<Locksets>(state.past.id) else {
            return Rc::from([]);
        };
        lockset
            .iter()
            .filter(|(_, hold)| hold.mode == LockMode::Write)
            .map(|(lock, _)| lock)
            .collect()
    }

    /// Whether other threads may reach the object.
    pub fn is_shared(&self, state: &State, object: ObjectId) -> bool {
        match self.analysis.owner(object) {
            Some(owner) => owner != self.context.thread || self.has_escaped(state, object),
            None => true,
        }
    }

    /// Whether no other thread exists that could interfere.
    pub fn is_alone(&self, state: &State) -> bool {
        self.analysis.digests.thread_flag(state.past.id).is_alone()
    }

    /// What the object may hold now, for the ego. Brings the view up to date.
    pub fn contents(&mut self, state: &mut State, object: ObjectId) -> Contents {
        if self.is_outdated(state, object) {
            self.refresh(state, object);
        }
        let view = self.view(state, object);
        self.with_outside(object, view)
    }

    /// What the object may hold now, for the ego, who does not look.
    pub fn peek(&mut self, state: &State, object: ObjectId) -> Contents {
        let contents = match self.is_outdated(state, object) {
            true => self.with_interference(state, object),
            false => self.view(state, object),
        };
        self.with_outside(object, contents)
    }

    fn is_outdated(&mut self, state: &State, object: ObjectId) -> bool {
        !self.is_held(object)
            && self.is_shared(state, object)
            && !self.is_alone(state)
            && !self.is_current(state, object)
    }

    fn with_outside(&self, object: ObjectId, mut contents: Contents) -> Contents {
        if let Some(outside) = self.outside(object) {
            contents.join(&Contents::uniform(&outside));
        }
        contents
    }

    /// Whether the view is current: a lock that protects the object was held ever since it was.
    pub fn is_current(&mut self, state: &State, object: ObjectId) -> bool {
        let since = self.held_since(state, object);
        if since.is_empty() {
            return false;
        }
        match self.io.global(Global::Protecting(object)) {
            Fact::Locks(protecting) => protecting.iter().any(|lock| since.contains(lock)),
            _ => true,
        }
    }

    fn refresh(&mut self, state: &mut State, object: ObjectId) {
        let view = self.with_interference(state, object);
        self.note_foreign(state, &view);
        self.forget_copies_of(state, object);
        self.set_view(state, object, view);
        let held = self.locks_held(state);
        self.note_current(state, object, &held);
    }

    /// The ego's view of an object, joined with what others wrote.
    fn with_interference(&mut self, state: &State, object: ObjectId) -> Contents {
        let mut view = self.view(state, object);
        match self.published(state, object) {
            Some(published) => view.join(&published),
            None => view.join(&self.shown(state, object, Channel::All)),
        };
        view
    }

    /// What a channel shows of the writes to an object by others that the ego's digest does not exclude.
    pub fn shown(&mut self, state: &State, object: ObjectId, channel: Channel) -> Contents {
        let mut shown = Contents::nothing();
        let Fact::Keys(keys) = self.io.global(Global::Writers(object, channel)) else {
            return shown;
        };
        let own = self.analysis.digests.thread(state.past.id);
        let alone_of_its_id = self.analysis.digests.names().is_unique(own);
        for &key in keys.iter() {
            // The ego's own writes are in its view. Not to ask spares it from being woken by each of them.
            if key.thread == own && alone_of_its_id {
                continue;
            }
            if let Fact::Written(written) = self.io.global(Global::Written(object, channel, key))
                && self.analysis.digests.interferes(state.past.id, written.past.id)
            {
                shown.join(&written.contents);
            }
        }
        shown
    }

    /// What is read from shared memory may name objects that other threads of the ego's id made: those are shared.
    fn note_foreign(&self, state: &mut State, view: &Contents) {
        if self.analysis.digests.names().is_unique(self.context.thread) {
            return;
        }
        for object in view.objects() {
            if self.analysis.owner(object) == Some(self.context.thread) {
                self.note_escaped(state, object);
            }
        }
    }

    /// Writes to an object; `value` has escaped if the object is shared.
    pub fn store(
        &mut self,
        state: &mut State,
        object: ObjectId,
        offsets: Offsets,
        slot: Slot,
        value: &Value,
        strength: Strength,
    ) {
        self.mix_by(object, value.objects());
        let size = u64::from(slot.ty.bits() / 8);
        self.update(
            state,
            object,
            Extent::new(offsets, Some(size)),
            |contents, strength| contents.write(offsets, slot, value, strength),
            strength,
        );
    }

    /// Changes some bytes of an object, and lets other threads know if they may reach it: what is claimed of variables there
    /// hears of it.
    pub fn update(
        &mut self,
        state: &mut State,
        object: ObjectId,
        written: Extent,
        change: impl Fn(&mut Contents, Strength),
        strength: Strength,
    ) {
        self.note_unchecked(state, object, written);
        self.note_dispenser_write(state, object, written);
        state.crews.write(object, written, &self.analysis.objects);
        let shared = self.is_shared(state, object);
        let is_held = self.is_held(object);
        if shared && !is_held && !self.is_alone(state) {
            if self.held_since(state, object).is_empty() && !self.locks_held(state).is_empty() {
                self.refresh(state, object);
            }
            let mut news = Contents::nothing();
            change(&mut news, Strength::Strong);
            self.publish(state, object, Channel::All, news);
            self.weaken_protection(state, object);
            self.await_unlock(state, object);
        }
        if self.analysis.is_once_control(object) {
            self.io.side(Global::OnceRewritten(object), Fact::value(Value::ZERO));
        }
        if written.size >= LEAST_SYNCHRONISATION {
            let mut copied = Contents::nothing();
            change(&mut copied, Strength::Strong);
            if copied.values().any(|value| !value.is_bottom() && *value != Value::ZERO) {
                self.note_overwritten(object);
            }
        }
        self.forget_shares_of(state, object);
        self.forget_copies_of(state, object);
        // What is held at any time is what is written at some time.
        let (mut contents, strength) = match is_held {
            true => (Contents::nothing(), Strength::Strong),
            false => (self.view(state, object), strength),
        };
        change(&mut contents, strength);
        self.set_view(state, object, contents);
        if shared {
            self.note_written(state, object);
        }
        self.note_counter_write(state, object, written);
        self.note_signal_write(state, object, written, &change, strength);
    }

    /// Shows what was written to an object on a channel.
    pub fn publish(&mut self, state: &State, object: ObjectId, channel: Channel, contents: Contents) {
        let key = self.key(state);
        let keys = Fact::Keys(MaySet::new([key]));
        self.io.side(Global::Writers(object, channel), keys);
        let written = Written {
            past: state.past.clone(),
            object,
            contents,
        };
        let written = Fact::Written(Rc::new(written));
        self.io.side(Global::Written(object, channel, key), written);
    }

    /// Shows what an object holds that becomes known to other threads, or that begins anew under a name they know.
    pub fn introduce(&mut self, state: &State, object: ObjectId, contents: &Contents) {
        for channel in [Channel::All, Channel::Introduction] {
            self.publish(state, object, channel, contents.clone());
        }
    }

    /// Only the locks held exclusively now can protect the object.
    fn weaken_protection(&mut self, state: &State, object: ObjectId) {
        let protecting = self.exclusive_locks(state);
        self.io.side(Global::Protecting(object), Fact::Locks(protecting));
    }

    /// Lets the objects that a value points to be known to other threads, and returns the value as they know it.
    pub fn escape(&mut self, state: &mut State, value: &Value) -> Value {
        if state.fences.has_unlearned_addresses() {
            self.leak(state, value);
        }
        let (value, merged) = self.retire_recent(state, value, BTreeSet::new());
        self.make_known(state, value.objects().collect(), merged);
        value
    }

    /// Shows what objects hold that become known to others, and what can be reached from them. An object that is known on some
    /// ways only is shown again; so is one into which another instance was *merged*.
    fn make_known(&mut self, state: &mut State, mut open: Vec<ObjectId>, mut merged: BTreeSet<ObjectId>) {
        while let Some(object) = open.pop() {
            if self.analysis.owner(object) != Some(self.context.thread) {
                continue;
            }
            if self.is_held(object) {
                self.note_escaped(state, object);
                continue;
            }
            if self.is_introduced(state, object) && !merged.remove(&object) {
                continue;
            }
            self.note_escaped(state, object);
            self.note_introduced(state, object);
            let contents = self.view(state, object);
            open.extend(contents.objects());
            self.note_written(state, object);
            if !self.is_alone(state) {
                self.introduce(state, object, &contents);
                // Nobody has a view of an object that is just becoming known, unless its name is that of others, too.
                if !self.analysis.objects.is_unique(object) {
                    self.weaken_protection(state, object);
                }
            }
        }
    }

    /// The most recent instance of an allocation loses that name when it escapes, because other threads' recent instances are
    /// others. Returns the value with the other names, and adds these to those that another instance was merged into.
    fn retire_recent(
        &mut self,
        state: &mut State,
        value: &Value,
        mut merged: BTreeSet<ObjectId>,
    ) -> (Value, BTreeSet<ObjectId>) {
        let mut value = value.clone();
        while let Some(recent) = self.reachable_recent(state, &value, &merged) {
            let older = self.analysis.instance(recent, Instance::Older);
            self.rename(state, recent, older);
            merged.insert(older);
            value = value.substitute(&|object| if object == recent { older } else { object });
        }
        (value, merged)
    }

    /// Merges the recent instance of an allocation into the older ones; if others may know those, what it holds becomes known.
    pub fn merge_into_older(&mut self, state: &mut State, recent: ObjectId, older: ObjectId) {
        self.rename(state, recent, older);
        if self.has_escaped(state, older) {
            let (_, merged) = self.retire_recent(state, &Value::address(older, 0), BTreeSet::from([older]));
            self.make_known(state, vec![older], merged);
        }
    }

    /// A most recent instance that can be reached from a value. What was shown to others points to none, but for what came
    /// there when another instance was merged into it.
    fn reachable_recent(&self, state: &State, value: &Value, merged: &BTreeSet<ObjectId>) -> Option<ObjectId> {
        let mut seen = BTreeSet::new();
        let mut open: Vec<ObjectId> = value.objects().collect();
        while let Some(object) = open.pop() {
            if self.analysis.owner(object) != Some(self.context.thread) || !seen.insert(object) {
                continue;
            }
            if matches!(
                self.analysis.objects.kind(object),
                ObjectKind::Heap {
                    instance: Instance::Recent,
                    ..
                }
            ) {
                return Some(object);
            }
            if merged.contains(&object) || !self.is_introduced(state, object) {
                open.extend(self.view(state, object).objects());
            }
        }
        None
    }

    /// Merges an object into another one, in all that the state knows.
    pub fn rename(&self, state: &mut State, from: ObjectId, to: ObjectId) {
        if self.is_held(to) {
            return self.settle(state, from, to);
        }
        self.rename_view(state, from, to);
        self.rename_elsewhere(state, from, to);
    }

    /// Merges an object into another one, in all that the state knows besides memory.
    pub fn rename_elsewhere(&self, state: &mut State, from: ObjectId, to: ObjectId) {
        state.frame.rename(from, to);
        let renamed = |object| if object == from { to } else { object };
        state.specific = state.specific.substitute(&renamed);
        state.variadic = state.variadic.substitute(&renamed);
        state.renamed.insert(from);
    }

    /// Whether an object is a local variable of a function that may have two running activations.
    pub fn is_of_reentered(&self, state: &State, object: ObjectId) -> bool {
        match self.analysis.objects.kind(object) {
            ObjectKind::Local { function, .. } => self.is_reentered(state, function),
            _ => false,
        }
    }

    /// How a write to an object through a pointer that may only point there changes it.
    pub fn strength(&self, state: &State, object: ObjectId) -> Strength {
        match self.analysis.objects.multiplicity(object) {
            Multiplicity::Current if self.has_escaped(state, object) => Strength::Weak,
            _ => self.strength_of_own(state, object),
        }
    }

    /// How a write to an object changes it that is certainly the ego's own one, whatever others have of the same name.
    pub fn strength_of_own(&self, state: &State, object: ObjectId) -> Strength {
        let reentered = self.is_of_reentered(state, object);
        match self.analysis.objects.multiplicity(object) {
            Multiplicity::Once | Multiplicity::Current if !reentered => Strength::Strong,
            _ => Strength::Weak,
        }
    }
}
