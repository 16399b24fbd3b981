//! What the verification pass records: `[R_g]` for every object, and what limits the verdict.
//!
//! Only the final solution is recorded, because none of this is read while solving.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use hashbrown::{HashMap, HashSet};
use pepsin_digests::{BarrierId, DigestId, EdgeId, ThreadId};
use pepsin_lattice::Lattice;
use pepsin_lattice::seeded::{Bug, is_seeded};
use rustc_hash::FxBuildHasher;

use super::pseudo::PseudoAccesses;
use super::unknowns::ContextId;
use super::write::Intent;
use crate::deadlocks::Notes;
use crate::ir::{FunctionId, GlobalId, LocalId, Position, TypeId};
use crate::races::{Access, AccessKind, Atomicity, Bytes, Given, WatchedValue};
use crate::semantics::state::inscriptions::{NumberId, Pattern, Slot};
use crate::semantics::state::{
    Allocation, Basis, DispenserWrites, Extent, Limit, LineWrites, Outlook, State, Variable,
};
use crate::semantics::system::Clues;
use crate::values::{self, ObjectId, Value};

/// An access whose address is not known.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UnknownAccess {
    /// The access, with an object and bytes that don't matter.
    pub access: Access,
    /// Where the pointer became unknown.
    pub origin: values::Origin,
}

/// Where an id of a thread was created, by whom, and which routine it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CreationRecord {
    /// The created thread.
    pub thread: ThreadId,
    /// The creator.
    pub creator: ThreadId,
    /// The start routine.
    pub routine: FunctionId,
    /// The call that creates.
    pub at: Position,
}

/// What the analysis does not follow, because it is undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Undefined {
    /// A pointer is followed or called through that is null or has no value.
    PointerToNowhere,
    /// An integer is divided by zero, or the remainder is asked for.
    DivisionByZero,
}

/// What was recorded.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    /// Accesses through known pointers.
    pub accesses: Vec<Access>,
    /// Accesses through unknown pointers.
    pub unknown_accesses: Vec<UnknownAccess>,
    /// Objects whose address may be known to several threads.
    pub escaped: BTreeSet<ObjectId>,
    /// Objects of the program that the library touches by itself, because it was given them.
    pub given: BTreeSet<ObjectId>,
    /// What cannot be modelled soundly.
    pub obstacles: BTreeSet<(Position, String)>,
    /// Accesses that lie outside of their objects whenever they are made.
    pub outside_accesses: BTreeSet<Position>,
    /// Where some bytes of an object are written with anything but zeroes, but for writes of many at once.
    pub parts_written: BTreeSet<(Position, ObjectId, Extent)>,
    /// Where objects of synchronisation lie on which the library operates.
    pub operated: BTreeSet<(ObjectId, Extent)>,
    /// What may be undefined, where, and whether it is defined in some state.
    pub undefined_unless: BTreeMap<(Position, Undefined), bool>,
    /// The calls that give memory which other processes may have, too.
    pub memory_of_processes: BTreeSet<Position>,
    /// Functions taken to touch no memory.
    pub unknown_functions: BTreeSet<String>,
    /// Creations.
    pub creations: BTreeSet<CreationRecord>,
    /// The calls that install handlers of signals, which count as creations of the threads that these are.
    pub handlers_installed: BTreeSet<Position>,
    /// Joins of a certain thread.
    pub joins: BTreeSet<(ThreadId, Position)>,
    /// Reached instructions.
    pub reached: BTreeSet<Position>,
    /// When threads may wait for locks and for each other, and what they may hold meanwhile, if that is asked for.
    pub blocking: Notes,
    /// Where locks are released that are not known to be held, if it is not kept which ones may be.
    pub uncertain_releases: BTreeSet<Position>,
    /// For each waiting call, by place: its name, and whether it ever returned.
    pub waits: BTreeMap<Position, Waiting>,
    /// Calls of functions with a body, by caller and callee.
    pub calls: BTreeMap<(FunctionId, FunctionId), WrittenCalls>,
    /// Functions with a body that are entered otherwise than by their names, through pointers of their type, or as routines of threads.
    pub called_otherwise: BTreeSet<FunctionId>,
    /// How dispensers are written to, by their numbers.
    pub dispenser_writes: BTreeMap<usize, DispenserWrites>,
    /// Watched variables of which some bytes are accessed, or more, while several threads run.
    pub accessed_across: BTreeSet<Variable>,
    /// Where counters are changed that are taken not to wrap around because they are wide.
    pub wide_counters: BTreeSet<Position>,
    /// Watched variables, by their numbers, that are no locks.
    pub no_locks: BTreeSet<usize>,
    /// Watched variables, by their numbers, with which something was done as with a lock.
    pub used_as_locks: BTreeSet<usize>,
    /// Numbers of those who are somewhere, by their numbers, that are none.
    pub no_tallies: BTreeSet<usize>,
    /// Those by which somebody has come.
    pub used_tallies: BTreeSet<usize>,
    /// Switches, by their numbers, that are none.
    pub no_switches: BTreeSet<usize>,
    /// Those by which somebody has come to hold the lock.
    pub used_switches: BTreeSet<usize>,
    /// Numbers of readers, by their numbers, that are none.
    pub no_reader_counts: BTreeSet<usize>,
    /// Those by which a reader has come.
    pub used_reader_counts: BTreeSet<usize>,
    /// Semaphores that were given one permit and have more in the end, as variables and distances.
    pub apart: BTreeSet<(GlobalId, i64)>,
    /// For each watched variable that was compared with a number of the ego's, the dispensers of these.
    pub turns: BTreeMap<usize, BTreeSet<usize>>,
    /// Whether those who have such numbers come to their turns one after the other.
    pub lines: LineWrites,
    /// Objects of which a value read says nothing of what came before, whatever fences there are.
    pub unreliable: BTreeSet<ObjectId>,
    /// Whether any object may be one of these.
    pub unreliable_anywhere: bool,
    /// Objects whose address travels by atomic accesses without order.
    pub leaked: BTreeSet<ObjectId>,
    /// What scalars are read, by place and thread; only if it is asked for.
    pub loads: Option<BTreeMap<(Position, ThreadId), Value>>,
    /// The states that reach instructions, by place, each with its context; only if it is asked for.
    pub states: Option<BTreeMap<Position, Vec<(ContextId, State)>>>,
    /// Where something refuted a claim, and which one.
    pub refuted: BTreeSet<(Position, String)>,
    /// For each past what the watched variables were last found to hold, and on what that depended.
    pub outlooks: HashMap<DigestId, (Outlook, Arc<[WatchedValue]>), FxBuildHasher>,
    /// Numbers by which threads of a creation differ, in the memory to which their arguments point.
    pub members: BTreeMap<(ThreadId, EdgeId, Given), MemberRecord>,
    /// Below what the numbers are that a creation gives to threads, by all its states.
    pub limits: BTreeMap<(ThreadId, EdgeId, Given), Vec<Limit>>,
    /// What is done with barriers.
    pub barriers: BTreeMap<BarrierId, BarrierRecord>,
    /// What room barriers have beside the threads with an id.
    pub rooms: BTreeMap<ThreadId, Rooms>,
    /// As what the creator told by what the threads of a creation differ: each way once.
    pub bases: BTreeMap<(ThreadId, EdgeId, Given), Vec<Basis>>,
    /// What is written while several threads run; only where somebody asks for it.
    pub written_beside_threads: BTreeSet<WrittenBeside>,
    /// What a client asks for; only if one does.
    pub pseudo: Option<PseudoAccesses>,
    seen: HashSet<Access, FxBuildHasher>,
}

/// What is done with a barrier.
#[derive(Clone, Debug, Default)]
pub struct BarrierRecord {
    /// Who initialises it, and where.
    pub initialisations: BTreeSet<(ThreadId, Allocation)>,
    /// Who waits there.
    pub waiters: BTreeSet<ThreadId>,
    /// Whether it may be initialised again by the same call, or by what is not known, or others may wait there.
    pub is_lost: bool,
}

impl BarrierRecord {
    /// Whether it counts one number of threads all the time, and those who wait there are known.
    pub fn is_claimed(&self) -> bool {
        self.initialisations.len() == 1 && !self.is_lost
    }
}

/// What room barriers have, by the variable of the creator that tells it.
pub type Rooms = BTreeMap<(BarrierId, LocalId), Room>;

/// For how many threads beside those of a creation a barrier counts ([`crate::semantics::origins::rooms`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Room {
    /// The least number that the variable holds where a thread is created.
    pub low: i64,
    /// How far the count lies beyond an end below which the variable is.
    pub beyond: i64,
    /// The numbers by which that is told.
    pub numbers: BTreeSet<NumberId>,
}

impl Room {
    /// For so many threads at least.
    pub fn least(&self) -> i64 {
        self.low.saturating_add(self.beyond)
    }

    /// What another state tells by the same variable, too.
    pub fn meet(&mut self, other: &Room) {
        if is_seeded(Bug::RoomOfOneState) {
            return;
        }
        self.low = self.low.min(other.low);
        self.beyond = self.beyond.min(other.beyond);
        self.numbers.extend(&other.numbers);
    }
}

/// Bytes that are written while several threads run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WrittenBeside {
    /// The object.
    pub object: ObjectId,
    /// The bytes.
    pub bytes: Bytes,
    /// Who writes.
    pub by: ThreadId,
    /// The pattern that the write follows, if it does one.
    pub pattern: Option<Pattern>,
    /// The slot of a row in which it writes, if that is told.
    pub slot: Option<Slot>,
    /// The number that it writes, if that is told.
    pub number: Option<NumberId>,
    /// Whether other threads may know the object.
    pub shared: bool,
}

/// Where numbers stand by which threads of a creation differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberRecord {
    /// The pattern by which they were written, if there is one.
    pub pattern: Option<Pattern>,
    /// The slot of a row where they stand when a thread is created, if its index is another one at each creation.
    pub slot: Option<Slot>,
    /// The bytes, under the names that they have when the threads are created.
    pub places: BTreeSet<(ObjectId, Bytes)>,
}

/// A call that waits for another thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// The function called.
    pub operation: String,
    /// The function that calls it.
    pub function: FunctionId,
    /// Whether some state follows it.
    pub returns: Returning,
}

/// The calls of one function by another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrittenCalls {
    /// The first one.
    pub at: Position,
    /// Whether some state follows one of them.
    pub returns: Returning,
}

/// Whether a call returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returning {
    /// In some state.
    Sometimes,
    /// In no state.
    Never,
}

impl Recorder {
    /// Something that cannot be modelled soundly is reached.
    pub fn obstacle(&mut self, at: Position, what: String) {
        self.obstacles.insert((at, what));
    }

    /// Some bytes of an object are written.
    pub fn part_written(&mut self, at: Position, object: ObjectId, bytes: Extent) {
        self.parts_written.insert((at, object, bytes));
    }

    /// The library operates on an object of synchronisation.
    pub fn operated(&mut self, object: ObjectId, bytes: Extent) {
        self.operated.insert((object, bytes));
    }

    /// What happens is undefined, or not in this state.
    pub fn undefined_unless(&mut self, at: Position, what: Undefined, is_defined: bool) {
        *self.undefined_unless.entry((at, what)).or_default() |= is_defined;
    }

    /// A function without body or model was called, and taken to touch no memory.
    pub fn unknown_function(&mut self, name: &str) {
        if !self.unknown_functions.contains(name) {
            self.unknown_functions.insert(name.to_owned());
        }
    }

    /// Threads are created.
    pub fn creation(&mut self, threads: &[ThreadId], creator: ThreadId, routine: FunctionId, at: Position) {
        self.creations.extend(threads.iter().map(|&thread| CreationRecord {
            thread,
            creator,
            routine,
            at,
        }));
    }

    /// A certain thread is joined.
    pub fn join(&mut self, thread: ThreadId, at: Position) {
        self.joins.insert((thread, at));
    }

    /// An instruction is reached.
    pub fn reached(&mut self, at: Position) {
        self.reached.insert(at);
    }

    /// A scalar is read.
    pub fn load(&mut self, at: Position, thread: ThreadId, value: &Value) {
        if let Some(loads) = &mut self.loads {
            loads.entry((at, thread)).or_insert(Value::NOTHING).join(value);
        }
    }

    /// A call that waits returns, or does not.
    pub fn waited(&mut self, at: Position, function: FunctionId, operation: &str, returns: Returning) {
        let waiting = self.waits.entry(at).or_insert_with(|| Waiting {
            operation: operation.to_owned(),
            function,
            returns,
        });
        if returns == Returning::Sometimes {
            waiting.returns = returns;
        }
    }

    /// A function with a body is called by another, and returns or does not.
    pub fn called(&mut self, caller: FunctionId, callee: FunctionId, at: Position, returns: Returning) {
        let first = WrittenCalls { at, returns };
        let calls = self.calls.entry((caller, callee)).or_insert(first);
        calls.at = calls.at.min(at);
        if returns == Returning::Sometimes {
            calls.returns = returns;
        }
    }

    /// A function with a body is called by the library, or through a pointer of another type.
    pub fn called_otherwise(&mut self, function: FunctionId) {
        self.called_otherwise.insert(function);
    }

    /// An access is made.
    pub fn access(&mut self, access: Access) {
        if self.seen.insert(access.clone()) {
            self.accesses.push(access);
        }
    }
}

/// What an access does, whatever it touches.
#[derive(Clone, Debug)]
pub struct Touch {
    /// The number of bytes.
    pub size: u64,
    /// The type of the place, where it is known.
    pub ty: Option<TypeId>,
    /// Read, write or release.
    pub kind: AccessKind,
    /// Whether it is atomic.
    pub atomicity: Atomicity,
    /// How the bytes are related to locks and to what only the ego has.
    pub clues: Clues,
    /// As what it is made, if it is a write.
    pub intent: Intent,
    /// Where it stands.
    pub at: Position,
}

impl Touch {
    /// A store of a scalar, whose size is told where it is made.
    pub fn store(atomicity: Atomicity, at: Position) -> Self {
        Self::bytes(0, AccessKind::Write, atomicity, at)
    }

    /// An access by a library function to bytes of no known type.
    pub fn bytes(size: u64, kind: AccessKind, atomicity: Atomicity, at: Position) -> Self {
        Touch {
            size,
            ty: None,
            kind,
            atomicity,
            clues: Clues::default(),
            intent: Intent::PLAIN,
            at,
        }
    }
}
