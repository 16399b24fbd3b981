//! Scenes for unit tests: a product of digests, and facts by which operands name things directly.

use crate::action::{
    Acquisition, Action, BarrierOperand, CounterOperand, JoinOperand, LockKind, LockMode, LockOperand, OnceOperand,
    Repetition, SemaphoreOperand,
};
use crate::catalogue::Catalogue;
use crate::facts::{BarrierUse, Facts, MayBe, Poster, SemaphoreUse};
use crate::must_join::EndSummary;
use crate::names::{BarrierId, CounterId, Edge, EdgeId, LockId, ObjectId, OnceId, PlaceName, SemaphoreId, ThreadId};
use crate::product::{DigestId, Digests};
use crate::set::SortedMap;

/// A lock operand that denotes lock 0 or lock 1.
pub(crate) const EITHER: u32 = 100;

/// An operand of which nothing is known.
pub(crate) const UNKNOWN: u32 = 200;

/// A product of digests and what is known at the moment.
pub(crate) struct Scenario {
    pub(crate) digests: Digests,
    ends: SortedMap<ThreadId, EndSummary>,
    waiters: Vec<ThreadId>,
    /// Who posts semaphores, and how often.
    pub(crate) posters: Vec<Poster>,
    /// How many permits semaphores have at first.
    pub(crate) initial_permits: Option<u32>,
    /// The tokens that created threads are given.
    pub(crate) promised: Vec<(CounterId, u8)>,
    /// The locks that are held since a counter was looked at.
    pub(crate) counter_locks: Vec<LockId>,
}

impl Facts for Scenario {
    fn locks(&self, operand: LockOperand) -> MayBe<LockId> {
        match operand.0 {
            EITHER => MayBe::OneOf(vec![self.lock_name(0), self.lock_name(1)]),
            UNKNOWN => MayBe::Unknown,
            number => MayBe::Definite(self.lock_name(number)),
        }
    }

    fn threads(&self, operand: JoinOperand) -> MayBe<ThreadId> {
        MayBe::Definite(ThreadId::new(operand.0))
    }

    fn ended(&self, thread: ThreadId) -> Option<EndSummary> {
        self.ends.get(thread).cloned()
    }

    fn onces(&self, operand: OnceOperand) -> MayBe<OnceId> {
        MayBe::Definite(self.digests.names().once(place(operand.0)))
    }

    fn barriers(&self, operand: BarrierOperand) -> MayBe<BarrierId> {
        MayBe::Definite(self.digests.names().barrier(place(operand.0)))
    }

    fn barrier_use(&self, _: BarrierId) -> BarrierUse {
        BarrierUse {
            count: Some(2),
            waiters: MayBe::OneOf(self.waiters.clone()),
        }
    }

    fn semaphores(&self, operand: SemaphoreOperand) -> MayBe<SemaphoreId> {
        MayBe::Definite(self.digests.names().semaphore(place(operand.0)))
    }

    fn semaphore_use(&self, _: SemaphoreId) -> SemaphoreUse {
        SemaphoreUse {
            initial: self.initial_permits,
            posters: MayBe::OneOf(self.posters.clone()),
        }
    }

    fn counters(&self, operand: CounterOperand) -> MayBe<CounterId> {
        MayBe::Definite(self.counter_name(operand.0))
    }

    fn counter_locks(&self) -> Vec<LockId> {
        self.counter_locks.clone()
    }

    fn promised(&self) -> Vec<(CounterId, u8)> {
        self.promised.clone()
    }
}

fn place(number: u32) -> PlaceName {
    PlaceName {
        object: ObjectId::new(number),
        offset: 0,
    }
}

impl Scenario {
    /// All digests of the catalogue, nothing known.
    pub(crate) fn new() -> Self {
        Self {
            digests: Catalogue::standard().track_defaults(),
            ends: SortedMap::default(),
            waiters: Vec::new(),
            posters: Vec::new(),
            initial_permits: Some(0),
            promised: Vec::new(),
            counter_locks: Vec::new(),
        }
    }

    pub(crate) fn counter_name(&self, number: u32) -> CounterId {
        self.digests.names().counter(place(number))
    }

    pub(crate) fn lock_name(&self, number: u32) -> LockId {
        self.digests.names().lock(place(number))
    }

    pub(crate) fn edge(&self, point: u32) -> EdgeId {
        self.digests.names().edge(Edge {
            routine: 0,
            point,
            wrapper: 0,
        })
    }

    /// Says that these threads, and no others, wait at barriers.
    pub(crate) fn waiting(&mut self, threads: &[ThreadId]) {
        self.waiters = threads.to_vec();
    }

    /// The elements after an action.
    pub(crate) fn act(&self, id: DigestId, action: Action) -> Vec<DigestId> {
        self.digests.step(id, &action, self)
    }

    /// The one element after an action.
    pub(crate) fn then(&self, id: DigestId, action: Action) -> DigestId {
        let after = self.act(id, action);
        assert_eq!(after.len(), 1, "{action:?}");
        after[0]
    }

    pub(crate) fn lock(&self, id: DigestId, number: u32) -> DigestId {
        self.then(id, lock(number, LockMode::Write, LockKind::Normal))
    }

    pub(crate) fn unlock(&self, id: DigestId, number: u32) -> DigestId {
        self.then(
            id,
            Action::Unlock {
                lock: LockOperand(number),
            },
        )
    }

    /// Creates a thread at an edge: the creator goes on, the first thread that may be created there starts.
    pub(crate) fn create(&self, id: DigestId, point: u32) -> (DigestId, DigestId) {
        let (created, goes_on) = self.create_each(id, point, Repetition::Once);
        (goes_on, created[0])
    }

    /// Creates a thread at an edge: all threads that may be created there start, and the creator goes on.
    pub(crate) fn create_each(&self, id: DigestId, point: u32, repetition: Repetition) -> (Vec<DigestId>, DigestId) {
        let edge = self.edge(point);
        let starts = self.digests.child(id, edge, repetition, self);
        let goes_on = self.then(id, Action::Create { edge, repetition });
        (starts.into_iter().map(|(_, start)| start).collect(), goes_on)
    }

    /// Says that a thread ends with this element, and nowhere else.
    pub(crate) fn ends(&mut self, id: DigestId) {
        let thread = self.digests.thread(id);
        self.ends.insert(thread, self.digests.end_summary(id));
    }

    /// Joins the thread that ends with `ended`.
    pub(crate) fn join(&mut self, id: DigestId, ended: DigestId) -> DigestId {
        self.ends(ended);
        let number = u64::from(self.digests.thread(ended));
        let thread = JoinOperand(u32::try_from(number).expect("ids are 32 bits wide"));
        self.then(id, Action::Join { thread })
    }

    /// Whether the digest with a row id excludes a race.
    pub(crate) fn excludes(&self, row: &str, a: DigestId, b: DigestId) -> bool {
        let enabled = self.digests.set_of(&[row]);
        assert!(!enabled.is_empty(), "no row {row}");
        let excluded = self.digests.excludes(a, b, enabled);
        assert_eq!(excluded, self.digests.excludes(b, a, enabled));
        excluded
    }
}

/// Locks a lock, blocking.
pub(crate) fn lock(number: u32, mode: LockMode, kind: LockKind) -> Action {
    Action::Lock {
        lock: LockOperand(number),
        mode,
        kind,
        acquisition: Acquisition::Blocking,
    }
}
