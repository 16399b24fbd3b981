//! Containment: what an execution does before its first race lies in what the solution claims.
//!
//! For each operation:
//! - its place is reachable;
//! - if it accesses memory, some abstract access at the same place covers its bytes, belongs to an id whose
//!   creation history contains that of the thread, and has a must-lockset that is really held;
//! - if it reads an integer, that is among the values claimed for the place and such an id.
//!
//! And no two threads of an execution have the same unique id.

use std::collections::{BTreeMap, BTreeSet};

use pepsin::explore::{Failures, MemoryKind, MemoryModel, Observation, ObserveSettings, Touched, observe};
use pepsin::ir::{Position, Program};
use pepsin::races::{self, Access, Evidence, Multiplicity, Object, ObjectKind, Thread, ThreadId};
use pepsin::semantics::Outcome;

use crate::compare::{Finding, Kind, library};

/// Which executions are watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Watching {
    /// How many.
    pub executions: u64,
    /// Operations of each at most.
    pub steps: u64,
    /// Which orders atomic operations give.
    pub memory_model: MemoryModel,
    /// Which creations and allocations may fail.
    pub failures: Failures,
}

/// Watches some executions, and gives the first contradiction of each kind, and how many different accesses were compared.
pub fn contradictions(program: &Program, outcome: &Outcome, watching: Watching) -> (Vec<Finding>, u64) {
    let mut check = Check::new(program, outcome);
    for seed in 1..=watching.executions {
        let settings = ObserveSettings {
            seed,
            steps: watching.steps,
            threads: 24,
            memory_model: watching.memory_model,
            failures: watching.failures,
            library: library(),
        };
        observe(program, settings, &mut |observation| check.observe(observation));
        check.ids_of.clear();
    }
    let compared = check.seen.len() as u64;
    let found = check.found.into_iter();
    (found.map(|(kind, what)| Finding { kind, what }).collect(), compared)
}

struct Check<'a> {
    program: &'a Program,
    outcome: &'a Outcome,
    accesses: BTreeMap<Position, Vec<&'a Access>>,
    /// The ids that each thread of the execution may have.
    ids_of: BTreeMap<u32, Vec<ThreadId>>,
    /// Observations that were checked before: the place, the bytes, the thread's ids, the locks, and the value.
    seen: BTreeSet<Seen>,
    found: BTreeMap<Kind, String>,
}

type Seen = (MemoryKind, Position, u64, Vec<ThreadId>, Vec<(u32, u64)>, Option<i128>);

impl<'a> Check<'a> {
    fn new(program: &'a Program, outcome: &'a Outcome) -> Self {
        let mut accesses: BTreeMap<Position, Vec<&Access>> = BTreeMap::new();
        for access in &outcome.evidence.accesses {
            accesses.entry(access.at).or_default().push(access);
        }
        Check {
            program,
            outcome,
            accesses,
            ids_of: BTreeMap::new(),
            seen: BTreeSet::new(),
            found: BTreeMap::new(),
        }
    }

    fn add(&mut self, kind: Kind, what: impl FnOnce() -> String) {
        self.found.entry(kind).or_insert_with(what);
    }

    fn observe(&mut self, observation: &Observation) {
        // What begins at a function's head is the making of its variables, which is no instruction.
        let is_head = observation.at == self.program.function(observation.function).at;
        if observation.at.line > 0 && !is_head && !self.outcome.reached.contains(&observation.at) {
            self.add(Kind::DeadCode, || format!("line {}", observation.at.line));
        }
        let ids = self.ids(observation);
        if let Some(touched) = &observation.touched {
            self.touch(observation, touched, &ids);
        }
    }

    /// The ids whose creation history contains that of the thread.
    fn ids(&mut self, observation: &Observation) -> Vec<ThreadId> {
        if let Some(known) = self.ids_of.get(&observation.thread) {
            return known.clone();
        }
        let evidence = &self.outcome.evidence;
        let ids = histories(self.program, evidence, observation, observation.thread);
        let unique = match ids.as_slice() {
            [] => {
                self.add(Kind::ThreadHistory, || {
                    format!("no id for a thread at line {}", observation.at.line)
                });
                None
            }
            [id] => is_unique(evidence, *id).then_some(*id),
            _ => None,
        };
        if unique.is_some_and(|id| self.ids_of.values().any(|other| other.as_slice() == [id])) {
            self.add(Kind::ThreadHistory, || {
                format!("two threads have one unique id, at line {}", observation.at.line)
            });
        }
        self.ids_of.insert(observation.thread, ids.clone());
        ids
    }

    fn touch(&mut self, observation: &Observation, touched: &Touched, ids: &[ThreadId]) {
        let locks = observation
            .locks
            .iter()
            .map(|(global, offset)| (global.0, *offset))
            .collect();
        let seen = (
            touched.memory,
            touched.at,
            touched.offset,
            ids.to_vec(),
            locks,
            touched.read,
        );
        if !self.seen.insert(seen) {
            return;
        }
        let covering = self.covering(touched, ids);
        let line = touched.at.line;
        if covering.is_empty() {
            self.add(Kind::MissingAccess, || {
                format!("{:?} + {} at line {line}", touched.memory, touched.offset)
            });
        } else if !covering.iter().any(|access| self.holds_locks(access, observation)) {
            self.add(Kind::Lockset, || {
                format!("{:?} at line {line} with {:?}", touched.memory, observation.locks)
            });
        }
        if let Some(value) = touched.read {
            self.value(touched, value, ids);
        }
    }

    fn covering(&self, touched: &Touched, ids: &[ThreadId]) -> Vec<&'a Access> {
        let objects = &self.outcome.evidence.objects;
        let bytes = races::Bytes::at(touched.offset as i64, touched.size);
        let covers = |access: &&&Access| {
            self.is_in(touched.memory, &objects[access.object.index()])
                && ids.contains(&access.thread)
                && access.kind.modifies() == touched.kind.writes()
                && access.bytes.overlaps(&bytes)
        };
        let at = self.accesses.get(&touched.at).map_or(&[][..], Vec::as_slice);
        at.iter().filter(covers).copied().collect()
    }

    /// Whether an abstract object may be this memory.
    fn is_in(&self, memory: MemoryKind, object: &Object) -> bool {
        let named = |global| object.name == self.program.global(global).name;
        match memory {
            MemoryKind::Global(global) => object.kind == ObjectKind::Global && named(global),
            MemoryKind::ThreadLocal(global) => object.kind == ObjectKind::ThreadLocal && named(global),
            MemoryKind::Local => object.kind == ObjectKind::Local,
            MemoryKind::Heap => object.kind == ObjectKind::Heap,
            MemoryKind::Other => true,
        }
    }

    /// Whether all locks that the digest of an access claims are held.
    fn holds_locks(&self, access: &Access, observation: &Observation) -> bool {
        let claims = self.outcome.claims.as_ref();
        let claimed = claims.and_then(|claims| claims.locks.get(&access.digest));
        claimed.is_none_or(|claimed| {
            claimed.iter().all(|(global, offset)| {
                let held = |lock: &(pepsin::ir::GlobalId, u64)| lock.0 == *global && lock.1 as i64 == *offset;
                observation.locks.iter().any(held)
            })
        })
    }

    fn value(&mut self, touched: &Touched, value: i128, ids: &[ThreadId]) {
        let Some(claims) = &self.outcome.claims else { return };
        let claimed = ids.iter().filter_map(|id| claims.loads.get(&(touched.at, *id)));
        let claimed: Vec<_> = claimed.collect();
        let contains = claimed.iter().any(|claim| {
            !claim.as_threads().known().is_empty()
                || claim.is_indeterminate()
                || claim.objects().next().is_some()
                || claim.as_integer().contains(value)
        });
        if !contains {
            let ranges: Vec<_> = claimed
                .iter()
                .map(|claim| (claim.as_integer().low(), claim.as_integer().high()))
                .collect();
            self.add(Kind::Value, || {
                format!("{value} at line {}, claimed {ranges:?}", touched.at.line)
            });
        }
    }
}

fn is_unique(evidence: &Evidence, id: ThreadId) -> bool {
    let thread = evidence.threads.iter().find(|thread| thread.id == id);
    thread.is_some_and(|thread| thread.multiplicity == Multiplicity::Unique)
}

fn histories(program: &Program, evidence: &Evidence, observation: &Observation, thread: u32) -> Vec<ThreadId> {
    let Some(origin) = observation.threads.get(thread as usize) else {
        return Vec::new();
    };
    let routine = &program.function(origin.routine).name;
    let Some((creator, at)) = origin.creator else {
        return evidence.threads.first().map(|main| main.id).into_iter().collect();
    };
    let creators = histories(program, evidence, observation, creator);
    let fits = |thread: &&Thread| {
        thread.routine == *routine
            && thread.created_at.iter().any(|creation| creation.at == at)
            && thread.creators.iter().any(|id| creators.contains(id))
    };
    evidence.threads.iter().filter(fits).map(|thread| thread.id).collect()
}
