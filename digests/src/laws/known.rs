//! What an analysis would know of the operands of an event, and of the whole run.

use super::moment::World;
use super::program::{BARRIER_COUNT, EACH, Instruction, Knowledge};
use super::run::{Event, Happening, Run};
use crate::action::{
    BarrierOperand, CounterOperand, JoinOperand, LockOperand, OnceOperand, Section, SemaphoreOperand, SignalOperand,
};
use crate::facts::{BarrierUse, Facts, MayBe, Poster, SemaphoreUse};
use crate::must_join::EndSummary;
use crate::names::{
    BarrierId, CounterId, CounterName, LockId, Names, ObjectId, OnceId, PlaceName, SemaphoreId, SignalId, ThreadId,
};
use crate::set::{SortedMap, SortedSet};

/// Who uses the barriers, semaphores and counters in a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Usage {
    /// The ids of the threads that wait at each barrier.
    waiters: [SortedSet<ThreadId>; EACH],
    /// The ids of the threads that post each semaphore, and how often they do.
    posters: [SortedMap<ThreadId, u32>; EACH],
    /// How many tokens of each counter the threads with an id need.
    needs: SortedMap<ThreadId, [u8; EACH]>,
}

impl Usage {
    /// Who uses what in `run`, which begins with `world`.
    pub(super) fn of(run: &Run, mut world: World, names: &Names) -> Self {
        let mut usage = Self {
            needs: needs(run, &world, names),
            ..Self::default()
        };
        for event in &run.events {
            world.happen(event, names);
            let thread = world.threads[event.thread].id;
            match event.what {
                Happening::Did(Instruction::Arrive { barrier }) => {
                    usage.waiters[barrier].insert(thread);
                }
                Happening::Did(Instruction::Post { semaphore }) => {
                    let posters = &mut usage.posters[semaphore];
                    let posts = posters.get(thread).copied().unwrap_or(0);
                    posters.insert(thread, posts + 1);
                }
                _ => {}
            }
        }
        usage
    }

    /// How many tokens of each counter are promised to the threads with an id.
    pub(super) fn promised(&self) -> SortedMap<ThreadId, [u8; EACH]> {
        self.needs.clone()
    }
}

/// How many tokens of each counter the threads with an id need, those for the threads that they create included.
fn needs(run: &Run, start: &World, names: &Names) -> SortedMap<ThreadId, [u8; EACH]> {
    let mut needs: SortedMap<ThreadId, [u8; EACH]> = SortedMap::default();
    for _ in 0..=EACH {
        let mut world = start.clone();
        world.promised = needs.clone();
        for event in &run.events {
            world.happen(event, names);
            let record = &world.threads[event.thread];
            let mut known = needs.get(record.id).copied().unwrap_or_default();
            for (known, tokens) in known.iter_mut().zip(record.tokens) {
                let need = u8::try_from(tokens.min(0).unsigned_abs()).unwrap_or(u8::MAX);
                *known = need.max(*known);
            }
            needs.insert(record.id, known);
        }
    }
    needs
}

/// The answers to the digests' questions at one event: its action has at most one operand.
pub(super) struct Known<'a> {
    usage: &'a Usage,
    ended: Option<EndSummary>,
    locks: MayBe<LockId>,
    threads: MayBe<ThreadId>,
    onces: MayBe<OnceId>,
    barriers: MayBe<BarrierId>,
    semaphores: MayBe<SemaphoreId>,
    counters: MayBe<CounterId>,
    signals: MayBe<SignalId>,
    promised: Vec<(CounterId, u8)>,
}

impl<'a> Known<'a> {
    /// What is known at an event, of which `world` is the outcome. `ended` tells of the thread that it joins.
    pub(super) fn at(event: &Event, world: &World, ended: Option<EndSummary>, usage: &'a Usage, names: &Names) -> Self {
        let mut known = Self {
            usage,
            ended,
            locks: MayBe::Unknown,
            threads: MayBe::Unknown,
            onces: MayBe::Unknown,
            barriers: MayBe::Unknown,
            semaphores: MayBe::Unknown,
            counters: MayBe::Unknown,
            signals: MayBe::Unknown,
            promised: Vec::new(),
        };
        match event.what {
            Happening::Did(instruction) | Happening::Skipped(instruction) => {
                known.operand(instruction, event.local, names);
            }
            Happening::Joined { thread, knowledge } => {
                let id = world.threads[thread].id;
                known.threads = match knowledge {
                    Knowledge::Exact if names.is_unique(id) => MayBe::Definite(id),
                    Knowledge::Nothing => MayBe::Unknown,
                    _ => MayBe::OneOf(world.threads.iter().map(|thread| thread.id).collect()),
                };
            }
            Happening::Counted { counter, .. } => {
                known.counters = may_be(Knowledge::Exact, counter, |counter| counter_name(counter, names));
            }
            Happening::Looked { signal, .. } => {
                known.signals = may_be(Knowledge::Exact, signal, |signal| signal_name(signal, names));
            }
            Happening::Created { thread, .. } => {
                let promised = usage.needs.get(world.threads[thread].id).copied().unwrap_or_default();
                let tokens = promised.iter().enumerate();
                known.promised = tokens
                    .map(|(counter, tokens)| (counter_name(counter, names), *tokens))
                    .filter(|(_, tokens)| *tokens > 0)
                    .collect();
            }
            Happening::Ended => {}
        }
        known
    }

    fn operand(&mut self, instruction: Instruction, local: usize, names: &Names) {
        match instruction {
            Instruction::Lock { lock, knowledge, .. }
            | Instruction::Unlock { lock, knowledge }
            | Instruction::Reset { lock, knowledge } => {
                self.locks = may_be(knowledge, lock, |lock| lock_name(lock, names));
            }
            Instruction::Once { control, knowledge, .. } | Instruction::OnceFinish { control, knowledge } => {
                self.onces = may_be(knowledge, control, |control| once_name(control, names));
            }
            Instruction::Arrive { barrier } => {
                self.barriers = may_be(sometimes(local), barrier, |barrier| barrier_name(barrier, names));
            }
            Instruction::Pass { barrier } | Instruction::Serve { barrier, .. } => {
                self.barriers = may_be(Knowledge::Exact, barrier, |barrier| barrier_name(barrier, names));
            }
            Instruction::Post { semaphore } => {
                self.semaphores = may_be(sometimes(local), semaphore, |semaphore| {
                    semaphore_name(semaphore, names)
                });
            }
            Instruction::Wait { semaphore } => {
                self.semaphores = may_be(Knowledge::Exact, semaphore, |semaphore| {
                    semaphore_name(semaphore, names)
                });
            }
            Instruction::SetCounter { counter, .. } | Instruction::AwaitZero { counter } => {
                self.counters = may_be(Knowledge::Exact, counter, |counter| counter_name(counter, names));
            }
            Instruction::Give { signal, .. } => {
                self.signals = may_be(Knowledge::Exact, signal, |signal| signal_name(signal, names));
            }
            Instruction::Access { .. }
            | Instruction::Look { .. }
            | Instruction::Count { .. }
            | Instruction::Create { .. }
            | Instruction::Join { .. }
            | Instruction::Enter { .. }
            | Instruction::Leave { .. }
            | Instruction::EnterPhase
            | Instruction::BeginPhase
            | Instruction::Branch { .. } => {}
        }
    }
}

impl Facts for Known<'_> {
    fn locks(&self, _: LockOperand) -> MayBe<LockId> {
        self.locks.clone()
    }

    fn threads(&self, _: JoinOperand) -> MayBe<ThreadId> {
        self.threads.clone()
    }

    fn ended(&self, _: ThreadId) -> Option<EndSummary> {
        self.ended.clone()
    }

    fn onces(&self, _: OnceOperand) -> MayBe<OnceId> {
        self.onces.clone()
    }

    fn barriers(&self, _: BarrierOperand) -> MayBe<BarrierId> {
        self.barriers.clone()
    }

    fn barrier_use(&self, barrier: BarrierId) -> BarrierUse {
        let waiters = self.usage.waiters.get(barrier.index()).map(SortedSet::iter);
        BarrierUse {
            count: u32::try_from(BARRIER_COUNT).ok(),
            waiters: waiters.map_or(MayBe::Unknown, |ids| MayBe::OneOf(ids.collect())),
        }
    }

    fn semaphores(&self, _: SemaphoreOperand) -> MayBe<SemaphoreId> {
        self.semaphores.clone()
    }

    fn semaphore_use(&self, semaphore: SemaphoreId) -> SemaphoreUse {
        let poster = |(thread, &posts): (ThreadId, &u32)| Poster {
            thread,
            posts: Some(posts),
        };
        let posters = self.usage.posters.get(semaphore.index());
        SemaphoreUse {
            initial: Some(0),
            posters: posters.map_or(MayBe::Unknown, |all| MayBe::OneOf(all.iter().map(poster).collect())),
        }
    }

    fn counters(&self, _: CounterOperand) -> MayBe<CounterId> {
        self.counters.clone()
    }

    fn signals(&self, _: SignalOperand) -> MayBe<SignalId> {
        self.signals.clone()
    }

    fn promised(&self) -> Vec<(CounterId, u8)> {
        self.promised.clone()
    }
}

/// How much is known of the operand of a thread's event with this number, if the program does not say.
fn sometimes(local: usize) -> Knowledge {
    match local % 7 {
        5 => Knowledge::OneOf,
        6 => Knowledge::Nothing,
        _ => Knowledge::Exact,
    }
}

/// What is known of the operand with a number. All names of a kind are named in order, so that they are their numbers.
fn may_be<T: Copy>(knowledge: Knowledge, number: usize, name: impl Fn(usize) -> T) -> MayBe<T> {
    let all: [T; EACH] = core::array::from_fn(name);
    match knowledge {
        Knowledge::Exact => MayBe::Definite(all[number]),
        Knowledge::OneOf => MayBe::OneOf(all.to_vec()),
        Knowledge::Nothing => MayBe::Unknown,
    }
}

/// The place of the synchronisation object with a number.
fn place(number: usize) -> PlaceName {
    PlaceName {
        object: ObjectId::new(u32::try_from(number).unwrap_or(u32::MAX)),
        offset: 0,
    }
}

/// The name of the lock with a number.
pub(super) fn lock_name(number: usize, names: &Names) -> LockId {
    names.lock(place(number))
}

/// The name of the once-control with a number.
pub(super) fn once_name(number: usize, names: &Names) -> OnceId {
    names.once(place(number))
}

/// The name of the barrier with a number.
pub(super) fn barrier_name(number: usize, names: &Names) -> BarrierId {
    names.barrier(place(number))
}

/// The name of the semaphore with a number.
pub(super) fn semaphore_name(number: usize, names: &Names) -> SemaphoreId {
    names.semaphore(place(number))
}

/// The name of the counter with a number.
pub(super) fn counter_name(number: usize, names: &Names) -> CounterId {
    names.counter(CounterName {
        place: place(number),
        up_to: None,
    })
}

/// The name of the signal with a number.
pub(super) fn signal_name(number: usize, names: &Names) -> SignalId {
    names.signal(place(number))
}

/// The name of the declared section with a number.
pub(super) fn section_name(number: usize) -> Section {
    Section(u32::try_from(number).unwrap_or(u32::MAX))
}
