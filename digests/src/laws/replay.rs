//! Replaying a run with digests: the laws that speak of traces.
//!
//! Every thread of the run carries a few elements that are true of it: the one that the operations lead to, and weaker
//! ones, joined with elements of other moments and runs. Each event is replayed on each of them.
//!
//! - *init*: the element of the start is true of the start.
//! - *admissible*: of the elements that an operation leads to, one is true. This is checked for [`Digests::step`], for
//!   [`Digests::observe`] with the trace that was observed, and for [`Digests::child`].
//! - *access stable*: locking and unlocking an atomicity mutex changes nothing.
//! - *join*: a join is true wherever one of its sides is, and is above both.
//! - *monotone*: from a greater element an operation leads to something greater.
//! - *predicate sound*: two accesses that race are not excluded, by any component.
//! - *predicate commutative*, *predicate monotone*: what excludes two accesses, excludes them the other way round, and
//!   with lesser elements.
//! - *visible*: a write that a thread can read, and that is not in its view, interferes.

use super::choices::Choices;
use super::known::{Known, Usage, section_name};
use super::meaning::Meaning;
use super::moment::{Moment, World, edge};
use super::program::{Instruction, Program};
use super::run::{Event, Happening, Run};
use crate::action::{
    Action, BarrierOperand, CounterOperand, Exclusion, JoinOperand, LockOperand, LockTarget, OnceOperand, Repetition,
    SemaphoreOperand, SignalOperand,
};
use crate::countdown::Finding;
use crate::facts::Facts;
use crate::names::{Names, ThreadId};
use crate::product::{DigestId, Digests};
use crate::set::SortedSet;
use crate::thread_flag::ThreadFlag;
use crate::thread_id::ThreadIds;
use std::collections::{BTreeMap, BTreeSet};

/// A law that did not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The name of the law.
    pub law: &'static str,
    /// What happened.
    pub message: String,
}

/// Whether a write recorded with the second digest may be news to a read with the first one.
pub type Interferes = fn(&Digests, DigestId, DigestId) -> bool;

/// What the laws are checked of.
pub struct Subject<'a> {
    /// The tracked digests.
    pub digests: &'a Digests,
    /// What their elements mean.
    pub meanings: &'a [(&'static str, Meaning)],
    /// Usually [`Digests::interferes`].
    pub interferes: Interferes,
}

/// The elements met so far, by thread id.
pub type Pool = BTreeMap<ThreadId, Vec<DigestId>>;

/// At most so many elements are kept of a thread id.
const POOL_SIZE: usize = 32;

/// At most so many elements are carried by a thread.
const CARRIED: usize = 3;

/// An access of the run.
struct Access {
    event: usize,
    global: usize,
    writes: bool,
    elements: Vec<DigestId>,
    /// The writes in the view of the thread.
    view: BTreeSet<usize>,
}

/// A replay of one run.
struct Replay<'a> {
    subject: &'a Subject<'a>,
    program: &'a Program,
    run: &'a Run,
    choices: &'a mut Choices,
    pool: &'a mut Pool,
    world: World,
    /// The elements that each thread carries; the first one comes from the operations alone.
    carried: Vec<Vec<DigestId>>,
    views: Vec<BTreeSet<usize>>,
    /// The first element carried after each event.
    after: Vec<DigestId>,
    accesses: Vec<Access>,
    usage: Usage,
}

/// Replays `run`, a run of `program`, and checks the laws that speak of traces. `choices` decides which elements are
/// joined with which elements of `pool`.
///
/// # Errors
/// The first law that does not hold.
pub fn replay(
    subject: &Subject<'_>,
    program: &Program,
    run: &Run,
    choices: &mut Choices,
    pool: &mut Pool,
) -> Result<(), Failure> {
    let digests = subject.digests;
    digests.forget_observations();
    let start = digests.start();
    let mut world = World::start(digests.element::<ThreadIds>(start).is_some());
    let usage = Usage::of(run, world.clone(), digests.names());
    world.promised = usage.promised();
    let mut replay = Replay {
        subject,
        program,
        run,
        choices,
        pool,
        world,
        carried: vec![vec![start]],
        views: vec![BTreeSet::new()],
        after: Vec::new(),
        accesses: Vec::new(),
        usage,
    };
    replay.meaning("init", 0, &[], start)?;
    for (number, event) in run.events.iter().enumerate() {
        replay.event(number, event)?;
    }
    replay.races()?;
    replay.visibility()
}

impl Replay<'_> {
    fn fail<T>(&self, law: &'static str, message: String) -> Result<T, Failure> {
        Err(Failure { law, message })
    }

    /// Whether all that an element says is true of a thread with this past; if not, what is wrong.
    fn truth(&self, thread: usize, past: &[usize], id: DigestId) -> Result<(), String> {
        let moment = Moment {
            world: &self.world,
            ego: thread,
            past,
        };
        for (row, meaning) in self.subject.meanings {
            meaning(self.subject.digests, id, &moment).map_err(|wrong| format!("{row}: thread {thread} {wrong}"))?;
        }
        Ok(())
    }

    fn meaning(&self, law: &'static str, thread: usize, past: &[usize], id: DigestId) -> Result<(), Failure> {
        self.truth(thread, past, id).or_else(|wrong| self.fail(law, wrong))
    }

    /// The elements of `results` that are true of the thread.
    fn true_ones(
        &self,
        thread: usize,
        past: &[usize],
        results: &[DigestId],
        what: &str,
    ) -> Result<Vec<DigestId>, Failure> {
        let mut wrong = "the operation is impossible".to_owned();
        let mut found = Vec::new();
        for &id in results {
            match self.truth(thread, past, id) {
                Ok(()) => found.push(id),
                Err(reason) => wrong = reason,
            }
        }
        if found.is_empty() {
            return self.fail("admissible", format!("after {what}: {wrong}"));
        }
        Ok(found)
    }

    fn event(&mut self, number: usize, event: &Event) -> Result<(), Failure> {
        let before = self.carried[event.thread].clone();
        let digests = self.subject.digests;
        let creator = self.carried[event.thread].clone();
        self.world.happen(event, digests.names());
        self.carry_views(number, event);
        let facts = self.known(event);
        let mut after = before;
        for action in self.actions(event) {
            after = self.act(event, &after, &action, &facts)?;
        }
        if let Happening::Created { by, thread } = event.what {
            self.born(thread, by, &creator, event)?;
        }
        if let Happening::Did(Instruction::Access { global, writes }) = event.what {
            self.accesses.push(Access {
                event: number,
                global,
                writes,
                elements: after.clone(),
                view: self.views[event.thread].clone(),
            });
        }
        self.after.push(after[0]);
        self.carry(event.thread, &event.past, after)
    }

    /// The elements after an action: first those by observation, if something is observed, then those by a step.
    fn act(
        &self,
        event: &Event,
        before: &[DigestId],
        action: &Action,
        facts: &dyn Facts,
    ) -> Result<Vec<DigestId>, Failure> {
        let digests = self.subject.digests;
        let (mut observed, mut stepped) = (Vec::new(), Vec::new());
        for &id in before {
            let results = digests.step(id, action, facts);
            if matches!(action, Action::AccessLock | Action::AccessUnlock) && results != [id] {
                return self.fail("access stable", format!("{action:?} of {id:?}"));
            }
            let what = format!("{:?}, by step", event.what);
            stepped.push(self.true_ones(event.thread, &event.past, &results, &what)?[0]);
            if let Some(seen) = self.seen(event) {
                let results = digests.observe(id, action, seen, facts);
                let what = format!("{:?}, by observe", event.what);
                observed.push(self.true_ones(event.thread, &event.past, &results, &what)?[0]);
            }
        }
        self.monotone(before, action, facts)?;
        observed.append(&mut stepped);
        Ok(observed)
    }

    /// Lets the thread carry these elements, and perhaps a weaker one.
    fn carry(&mut self, thread: usize, past: &[usize], mut after: Vec<DigestId>) -> Result<(), Failure> {
        let mut met = BTreeSet::new();
        after.retain(|&id| met.insert(id));
        after.truncate(CARRIED);
        let digests = self.subject.digests;
        let id = self.world.threads[thread].id;
        let pool = self.pool.entry(id).or_default();
        let other = pool.get(self.choices.below(pool.len())).copied();
        if pool.len() < POOL_SIZE && !pool.contains(&after[0]) {
            pool.push(after[0]);
        }
        if let Some(other) = other.filter(|_| self.choices.chance(1, 3)) {
            let joined = digests.join(after[0], other);
            self.meaning("join", thread, past, joined)?;
            let above = digests.leq(after[0], joined) && digests.leq(other, joined);
            if !above || joined != digests.join(other, after[0]) {
                return self.fail("join", format!("of {:?} and {other:?}", after[0]));
            }
            after.truncate(CARRIED - 1);
            after.push(joined);
        }
        self.carried[thread] = after;
        Ok(())
    }

    /// The created thread's start.
    fn born(&mut self, thread: usize, by: Instruction, creator: &[DigestId], event: &Event) -> Result<(), Failure> {
        let digests = self.subject.digests;
        let Some(edge) = edge(by, digests.names()) else {
            return Ok(());
        };
        let mut carried = Vec::new();
        for &id in creator {
            let starts = digests.child(id, edge, repetition(by), &self.known(event));
            let wanted = self.world.threads[thread].id;
            let known = self.world.threads[0].id == Names::MAIN;
            let own = starts.iter().filter(|(id, _)| *id == wanted || !known);
            let starts: Vec<DigestId> = own.map(|&(_, start)| start).collect();
            let found = self.true_ones(thread, &event.past, &starts, "the start of a thread")?;
            carried.push(found[0]);
        }
        self.carried.push(Vec::new());
        self.carry(thread, &event.past, carried)
    }

    /// From a greater element an operation leads to something greater.
    fn monotone(&self, before: &[DigestId], action: &Action, facts: &dyn Facts) -> Result<(), Failure> {
        let digests = self.subject.digests;
        for &lesser in before {
            for &greater in before {
                if lesser == greater || !digests.leq(lesser, greater) {
                    continue;
                }
                let above = digests.step(greater, action, facts);
                for below in digests.step(lesser, action, facts) {
                    if !above.iter().any(|&id| digests.leq(below, id)) {
                        let message = format!("{action:?} from {lesser:?} and {greater:?}");
                        return self.fail("monotone", message);
                    }
                }
            }
        }
        Ok(())
    }

    /// The element of the trace that an event observes.
    fn seen(&self, event: &Event) -> Option<DigestId> {
        match (event.observed, event.what) {
            (Some(observed), _) => Some(self.after[observed]),
            (None, Happening::Did(Instruction::Lock { .. })) => Some(self.subject.digests.start()),
            _ => None,
        }
    }

    /// The thread's view goes on: it is inherited, absorbs joined threads, and contains own writes.
    fn carry_views(&mut self, number: usize, event: &Event) {
        match event.what {
            Happening::Created { .. } => {
                let inherited = self.views[event.thread].clone();
                self.views.push(inherited);
            }
            Happening::Joined { thread, .. } => {
                let absorbed = self.views[thread].clone();
                self.views[event.thread].extend(absorbed);
            }
            Happening::Did(Instruction::Access { writes: true, .. }) => {
                self.views[event.thread].insert(number);
            }
            _ => {}
        }
    }

    fn known(&self, event: &Event) -> Known<'_> {
        let digests = self.subject.digests;
        let ended = match event.what {
            Happening::Joined { thread, .. } => Some(digests.end_summary(self.carried[thread][0])),
            _ => None,
        };
        Known::at(event, &self.world, ended, &self.usage, digests.names())
    }

    fn actions(&self, event: &Event) -> Vec<Action> {
        match event.what {
            Happening::Ended => vec![Action::End],
            Happening::Joined { .. } => {
                let join = Action::Join { thread: JoinOperand(0) };
                std::iter::once(join).chain(self.gathered(event)).collect()
            }
            Happening::Skipped(_) => vec![Action::OnceSkip { once: OnceOperand(0) }],
            Happening::Created { by, .. } => {
                let edge = edge(by, self.subject.digests.names());
                let create = edge.map(|edge| Action::Create {
                    edge,
                    repetition: repetition(by),
                });
                create.into_iter().collect()
            }
            Happening::Looked { given: true, .. } => vec![Action::SignalGiven { signal: SIGNAL }],
            Happening::Looked { given: false, .. } => vec![Action::SignalAwaited { signal: SIGNAL }],
            Happening::Counted { by, left, .. } => counting(by, left),
            Happening::Did(Instruction::EnterPhase) => {
                let phase = self.world.threads[0].phase.unwrap_or_default();
                vec![Action::PhaseEnter { phase }]
            }
            Happening::Did(instruction) => action(instruction, self.program),
        }
    }

    /// Where a thread created threads that all are known to have ended, with all that descend from them.
    fn gathered(&self, event: &Event) -> Vec<Action> {
        let moment = Moment {
            world: &self.world,
            ego: event.thread,
            past: &event.past,
        };
        let children = &moment.record().children;
        let runs = |edge| {
            let mut others = children.iter().filter(|other| other.edge == edge);
            others.any(|other| !moment.knows_all_ended_below(other.thread))
        };
        let edges: SortedSet<_> = children.iter().map(|child| child.edge).collect();
        let edges = edges.iter().filter(|edge| !runs(*edge));
        edges.map(|edge| Action::Gather { edge }).collect()
    }

    /// Accesses that race are not excluded.
    fn races(&self) -> Result<(), Failure> {
        for (at, first) in self.accesses.iter().enumerate() {
            for second in &self.accesses[at..] {
                self.pair(first, second)?;
            }
        }
        Ok(())
    }

    fn pair(&self, first: &Access, second: &Access) -> Result<(), Failure> {
        let digests = self.subject.digests;
        let (one, other) = (&self.run.events[first.event], &self.run.events[second.event]);
        let ordered = one.before(other) || other.before(one);
        let race = !ordered && first.global == second.global && (first.writes || second.writes);
        let strongest = digests.excluding(first.elements[0], second.elements[0]);
        for &a in &first.elements {
            for &b in &second.elements {
                let excluding = digests.excluding(a, b);
                if race && !excluding.is_empty() {
                    let verdict = digests.verdict(a, b);
                    let message = format!("{one:?} and {other:?} race, but {verdict:?}");
                    return self.fail("predicate sound", message);
                }
                if excluding != digests.excluding(b, a) {
                    return self.fail("predicate commutative", format!("{a:?} and {b:?}"));
                }
                let lesser = digests.leq(first.elements[0], a) && digests.leq(second.elements[0], b);
                if lesser && excluding.intersection(strongest) != excluding {
                    return self.fail("predicate monotone", format!("{a:?} and {b:?}"));
                }
            }
        }
        Ok(())
    }

    /// A write that a thread can read, and that is not in its view, interferes.
    fn visibility(&self) -> Result<(), Failure> {
        let digests = self.subject.digests;
        let key = |access: &Access| {
            let id = access.elements[0];
            (access.global, digests.thread(id), digests.thread_flag(id))
        };
        let mut records: BTreeMap<(usize, ThreadId, ThreadFlag), DigestId> = BTreeMap::new();
        for write in self.accesses.iter().filter(|access| access.writes) {
            let element = write.elements[0];
            let record = records.entry(key(write)).or_insert(element);
            *record = digests.join(*record, element);
        }
        for read in &self.accesses {
            let earlier = self.accesses.iter().take_while(|w| w.event < read.event);
            for write in earlier.filter(|w| w.writes && w.global == read.global) {
                if read.view.contains(&write.event) {
                    continue;
                }
                let record = records[&key(write)];
                for &element in &read.elements {
                    if !(self.subject.interferes)(digests, element, record) {
                        let (read, write) = (&self.run.events[read.event], &self.run.events[write.event]);
                        return self.fail("visible", format!("{write:?} at {read:?}"));
                    }
                }
            }
        }
        Ok(())
    }
}

fn repetition(instruction: Instruction) -> Repetition {
    match instruction {
        Instruction::Create { repetition, .. } => repetition,
        _ => Repetition::Once,
    }
}

fn action(instruction: Instruction, program: &Program) -> Vec<Action> {
    let operand = LockOperand(0);
    let action = match instruction {
        Instruction::Lock {
            lock,
            mode,
            acquisition,
            ..
        } => Action::Lock {
            lock: operand,
            mode,
            kind: program.kinds[lock],
            acquisition,
        },
        Instruction::Unlock { .. } => Action::Unlock { lock: operand },
        Instruction::Reset { .. } => Action::LockReset {
            target: LockTarget::Lock(operand),
        },
        Instruction::Access { .. } => return vec![Action::AccessLock, Action::AccessUnlock],
        Instruction::Once { .. } => Action::OnceEnter { once: OnceOperand(0) },
        Instruction::OnceFinish { .. } => Action::OnceFinish { once: OnceOperand(0) },
        Instruction::Arrive { .. } => Action::BarrierArrive {
            barrier: BarrierOperand(0),
        },
        Instruction::Pass { .. } => Action::BarrierPass {
            barrier: BarrierOperand(0),
        },
        Instruction::Serve { .. } => Action::BarrierServe {
            barrier: BarrierOperand(0),
        },
        Instruction::Post { .. } => Action::SemaphorePost {
            semaphore: SemaphoreOperand(0),
        },
        Instruction::Wait { .. } => Action::SemaphoreWait {
            semaphore: SemaphoreOperand(0),
        },
        Instruction::SetCounter { value, .. } => Action::CounterSet {
            counter: COUNTER,
            least: value,
        },
        Instruction::AwaitZero { .. } => Action::CounterGone {
            counter: COUNTER,
            by: Finding::Reader,
        },
        Instruction::Give { given: true, .. } => Action::SignalGiven { signal: SIGNAL },
        Instruction::Give { given: false, .. } => Action::SignalReset { signal: SIGNAL },
        Instruction::Enter { section } => Action::SectionEnter {
            section: section_name(section),
        },
        Instruction::Leave { section } => Action::SectionLeave {
            section: section_name(section),
        },
        Instruction::BeginPhase => Action::PhaseBegin,
        Instruction::EnterPhase
        | Instruction::Look { .. }
        | Instruction::Count { .. }
        | Instruction::Create { .. }
        | Instruction::Join { .. }
        | Instruction::Branch { .. } => {
            return Vec::new();
        }
    };
    vec![action]
}

/// The only operand of an action on a counter.
const COUNTER: CounterOperand = CounterOperand(0);

/// The only operand of an action on a signal.
const SIGNAL: SignalOperand = SignalOperand(0);

/// What a thread does that adds to a counter, which then holds `left`.
fn counting(by: i64, left: i64) -> Vec<Action> {
    let exclusion = Exclusion::Atomic;
    let change = Action::CounterAdd {
        counter: COUNTER,
        by,
        exclusion,
    };
    let gone = Action::CounterGone {
        counter: COUNTER,
        by: Finding::Destroyer,
    };
    let found = (by < 0 && left <= 0).then_some(gone);
    [change].into_iter().chain(found).collect()
}
