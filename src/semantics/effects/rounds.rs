//! Once-controls and barriers: what happens at most once, and what threads reach together.

use pepsin_digests::{Action, BarrierId, BarrierOperand, BarrierUse, MayBe, OnceOperand, PlaceName};
use pepsin_lattice::MaySet;
use pepsin_lattice::seeded::{Bug, is_seeded};
use pepsin_solver::Stop;

use crate::semantics::state::{Permits, Source, State};
use crate::semantics::system::{Fact, Global, LibraryCall, OperandFacts, Transfer};
use crate::values::Value;

/// The only operand of an action on a once-control.
const ONCE: OnceOperand = OnceOperand(0);
/// The only operand of an action on a barrier.
const BARRIER: BarrierOperand = BarrierOperand(0);

impl Transfer<'_, '_> {
    /// The place that a pointer denotes, if it is one place in the whole execution.
    fn unique_place(&self, pointer: &Value) -> Option<PlaceName> {
        let (object, offsets) = pointer.as_addresses().single()?;
        let offset = offsets.single()?;
        let unique = self.analysis.objects.is_unique(object);
        unique.then_some(PlaceName { object, offset })
    }

    /// `pthread_once`: the ego runs the routine, or finds that it was run.
    pub fn once(&mut self, state: State, control: &Value, routine: &Value) -> Result<Vec<State>, Stop> {
        let names = self.analysis.digests.names();
        let place = self.unique_place(control).filter(|place| {
            let written = self.io.global(Global::OnceRewritten(place.object));
            let is_written = written != Fact::Nothing && !is_seeded(Bug::OnceMadeAnew);
            (self.analysis.is_once_control(place.object) || is_seeded(Bug::OnceInAnyMemory)) && !is_written
        });
        let onces = place.map_or(MayBe::Unknown, |place| MayBe::Definite(names.once(place)));
        let facts = OperandFacts {
            onces,
            ..OperandFacts::none(self.analysis)
        };
        let digests = &self.analysis.digests;
        let mut after = Vec::new();
        let entered = digests.step(state.past.id, &Action::OnceEnter { once: ONCE }, &facts);
        let routines = self.functions_of(routine);
        let routines = self.called_back(routines);
        self.note_wait_for_once(&state, control);
        for mut inside in self.continue_with(state.clone(), &entered) {
            self.note_inside_once(&mut inside, control);
            for &function in &routines {
                for mut done in self.call_body(inside.clone(), None, function, &[])? {
                    self.note_release(&mut done, None, control);
                    let finished = self
                        .analysis
                        .digests
                        .step(done.past.id, &Action::OnceFinish { once: ONCE }, &facts);
                    after.extend(self.continue_with(done, &finished));
                }
            }
        }
        let skipped = self
            .analysis
            .digests
            .step(state.past.id, &Action::OnceSkip { once: ONCE }, &facts);
        after.extend(self.continue_with(state, &skipped));
        Ok(after)
    }

    /// Notes for how many threads a barrier is initialised. Nothing is claimed of one that may be initialised again, be it by
    /// another call, by the same one once more, or through a pointer that leads to several.
    pub fn initialise_barrier(&mut self, state: &mut State, pointer: &Value, count: &Value) {
        self.fill_initialised(state, pointer);
        let site = self.site();
        let once = self.pass_once(state, site);
        let source = Source::Initialisation(self.context.thread, site);
        let count = count.as_constant().and_then(|count| u32::try_from(count).ok());
        let names = self.analysis.digests.names();
        let barriers = self
            .places_at(state, pointer.as_addresses())
            .map(|place| names.barrier(place));
        if is_seeded(Bug::BarrierByAnyPointer) && barriers.definite().is_none() {
            return;
        }
        match barriers.candidates() {
            Some(candidates) => {
                let known = count.filter(|_| once && barriers.definite().is_some());
                for barrier in candidates {
                    let counts = Permits::one(source, known);
                    self.io.side(Global::BarrierCounts(*barrier), Fact::Permits(counts));
                }
            }
            None => self.note_unknown_barrier(state),
        }
    }

    fn note_unknown_barrier(&mut self, state: &State) {
        let key = self.key(state);
        self.io.side(Global::UnknownBarrier, Fact::Keys(MaySet::new([key])));
    }

    /// `pthread_barrier_wait`.
    pub fn wait_at_barrier(&mut self, state: State, call: &LibraryCall<'_>, pointer: &Value) -> Vec<State> {
        let barriers = self.barriers_at(pointer);
        let mut barrier_use = BarrierUse {
            count: None,
            waiters: MayBe::Unknown,
        };
        if barriers == MayBe::Unknown {
            self.note_unknown_barrier(&state);
        }
        if let MayBe::Definite(barrier) = barriers {
            let key = self.key(&state);
            self.io
                .side(Global::BarrierWaiters(barrier), Fact::Keys(MaySet::new([key])));
            barrier_use = self.barrier_use(barrier);
        }
        let facts = OperandFacts {
            barriers,
            barrier_use,
            ..OperandFacts::none(self.analysis)
        };
        let digests = &self.analysis.digests;
        let mut after = Vec::new();
        for arrived in digests.step(state.past.id, &Action::BarrierArrive { barrier: BARRIER }, &facts) {
            let passed = self
                .analysis
                .digests
                .step(arrived, &Action::BarrierPass { barrier: BARRIER }, &facts);
            after.extend(self.continue_with(state.clone(), &passed));
        }
        let value = Value::any_number_of(crate::values::Scalar::INT);
        self.finish_all(after, call, &value)
    }

    fn barriers_at(&self, pointer: &Value) -> MayBe<BarrierId> {
        let names = self.analysis.digests.names();
        self.unique_place(pointer)
            .map_or(MayBe::Unknown, |place| MayBe::Definite(names.barrier(place)))
    }

    /// What is known of a barrier in the whole program.
    fn barrier_use(&mut self, barrier: BarrierId) -> BarrierUse {
        let object = self.analysis.digests.names().barrier_of(barrier).object;
        let is_overwritten = self.is_overwritten(object) && !is_seeded(Bug::BarrierOverwritten);
        if is_overwritten || self.io.global(Global::UnknownBarrier) != Fact::Nothing {
            return BarrierUse {
                count: None,
                waiters: MayBe::Unknown,
            };
        }
        let count = match self.io.global(Global::BarrierCounts(barrier)) {
            Fact::Permits(counts) => counts.sole(),
            _ => None,
        };
        let waiters = match self.io.global(Global::BarrierWaiters(barrier)) {
            Fact::Keys(keys) => {
                let mut threads: Vec<_> = keys.iter().map(|key| key.thread).collect();
                threads.dedup();
                match threads.as_slice() {
                    [thread] => MayBe::Definite(*thread),
                    _ => MayBe::OneOf(threads),
                }
            }
            _ => MayBe::Unknown,
        };
        BarrierUse { count, waiters }
    }
}
