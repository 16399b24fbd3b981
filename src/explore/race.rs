//! Races as data: both accesses with their stacks and locks, and what is needed to run the execution again.

use crate::ir::{FunctionId, Position, Program, TypeId, TypeKind, Types};

use super::code::AccessId;
use super::machine::Machine;
use super::memory::ObjectKind;
use super::schedule::Segment;
use super::shadow::AccessKind;
use super::thread::LockMode;

/// Where a thread stands, and what it holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ThreadSnapshot {
    /// The activations, outermost first: the function and where it stands in it.
    pub stack: Vec<(FunctionId, Position)>,
    /// The locks held, with what they are and how they are held.
    pub locks: Vec<(String, LockMode)>,
}

/// One of the two accesses of a race.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RacingAccess {
    /// Where it stands.
    pub at: Position,
    /// The function that it stands in.
    pub function: FunctionId,
    /// How it accesses.
    pub kind: AccessKind,
    /// The thread's number, in order of creation; 0 is `main`.
    pub thread: u32,
    /// The start routine of the thread.
    pub routine: FunctionId,
    /// The thread that created it, and where; `None` for `main`.
    pub creator: Option<(u32, Position)>,
    /// Where the thread stood and what it held.
    pub snapshot: ThreadSnapshot,
    /// The operation's number in the execution.
    pub step: u64,
}

/// Two conflicting accesses that an execution left unordered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    /// What is accessed, as a name with a byte offset.
    pub object: String,
    /// What kind of object it is.
    pub kind: ObjectKind,
    /// The first byte of the second access, from the start of the object, and the number of bytes.
    pub bytes: (u64, u64),
    /// The access that came first in the execution.
    pub first: RacingAccess,
    /// The other.
    pub second: RacingAccess,
    /// Of all threads but `main`, by number, the creator's number, and where it created.
    pub creations: Vec<(u32, Position)>,
    /// The calls that the environment refused before.
    pub refused: Vec<Position>,
    /// Whether it is the first race of the execution: then no earlier race had a part in it.
    pub is_first: bool,
    /// The execution, up to the second access.
    pub execution: Execution,
}

/// All choices of an execution: what is needed to run it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Execution {
    /// Which thread ran for how many operations.
    pub segments: Vec<Segment>,
    /// The inputs, in the order in which the execution took them.
    pub inputs: Vec<u64>,
    /// A thread that creates more threads than this does not go on.
    pub threads: usize,
}

/// The name of an object with a byte offset, for people.
pub fn object_name(program: &Program, kind: ObjectKind, offset: u64) -> String {
    let name = match kind {
        ObjectKind::Global(id) | ObjectKind::ThreadLocal(id, _) => program.global(id).name.clone(),
        ObjectKind::Local(function, _) => {
            let function = program.functions.get(function as usize);
            format!("a local of {}", function.map_or("", |function| function.name.as_str()))
        }
        ObjectKind::Heap => "a heap object".to_owned(),
        ObjectKind::String(_) => "a string literal".to_owned(),
        ObjectKind::Library => "an object of the library".to_owned(),
    };
    let path = match kind {
        ObjectKind::Global(id) | ObjectKind::ThreadLocal(id, _) => {
            path_at(&program.types, program.global(id).ty, offset)
        }
        _ => String::new(),
    };
    match offset {
        _ if !path.is_empty() => format!("{name}{path}"),
        0 => name,
        _ => format!("{name} + {offset}"),
    }
}

impl Machine<'_> {
    /// Keeps where a thread stands now, as the answer to the question for this step.
    pub(super) fn take_snapshot(&mut self, thread: usize, step: u64) {
        self.snapshot = Some((step, Some(self.snapshot_of(thread))));
    }

    /// Where a thread stands now, and what it holds.
    pub(super) fn snapshot_of(&self, thread: usize) -> ThreadSnapshot {
        let state = &self.threads[thread];
        let place = |frame: &super::thread::Frame| {
            let function = self.code.functions[frame.function as usize].as_ref();
            let before = (frame.next as usize).saturating_sub(1);
            let at = function.and_then(|function| function.positions.get(before)).copied();
            (FunctionId(frame.function), at.unwrap_or(Position::BUILT_IN))
        };
        ThreadSnapshot {
            stack: state.frames.iter().map(place).collect(),
            locks: state
                .held
                .iter()
                .map(|(address, mode)| (self.lock_key(*address), *mode))
                .collect(),
        }
    }

    /// A lock's object as text that [`name_locks`] completes with names of the program.
    pub(super) fn lock_key(&self, address: u64) -> String {
        match self.memory.object_at(address) {
            Some(object) => match object.kind {
                ObjectKind::Global(id) => format!("global {} + {}", id.0, address - object.base),
                _ => format!("object {:#x} + {}", object.base, address - object.base),
            },
            None => format!("{address:#x}"),
        }
    }

    /// One side of a race, with its snapshot still empty.
    pub(super) fn racing_access(&self, recorded: &super::shadow::Recorded, snapshot: ThreadSnapshot) -> RacingAccess {
        let site = self.site(recorded.site);
        let thread = &self.threads[recorded.thread as usize];
        RacingAccess {
            at: site.0,
            function: site.1,
            kind: recorded.kind,
            thread: recorded.thread,
            routine: FunctionId(thread.routine),
            creator: thread.creator,
            snapshot,
            step: recorded.step,
        }
    }

    /// Who created the threads so far, and where; `main` is left out.
    pub(super) fn creations(&self) -> Vec<(u32, Position)> {
        self.threads.iter().filter_map(|thread| thread.creator).collect()
    }

    /// Where the calls stand that the environment refused, each once.
    pub(super) fn refused(&self) -> Vec<Position> {
        let mut places: Vec<Position> = self.refusals.iter().map(|call| self.site(*call).0).collect();
        places.sort();
        places.dedup();
        places
    }

    /// Where an access stands, and in which function.
    pub(super) fn site(&self, access: AccessId) -> (Position, FunctionId) {
        let site = &self.code.accesses[access as usize];
        (site.at, site.function)
    }
}

/// Puts the program's names into the locks of a snapshot.
pub(super) fn name_locks(program: &Program, snapshot: &mut ThreadSnapshot) {
    snapshot.locks.iter_mut().for_each(|(text, _)| name_lock(program, text));
}

/// What a lock is called that lies in no variable: which memory it is differs from run to run.
pub const LOCK_WITHOUT_NAME: &str = "a lock in memory without a name";

/// Puts the program's name into the text of a lock.
pub(super) fn name_lock(program: &Program, text: &mut String) {
    *text = variable_lock(program, text).unwrap_or_else(|| LOCK_WITHOUT_NAME.to_owned());
}

/// The name of a lock in a variable, from its key.
fn variable_lock(program: &Program, key: &str) -> Option<String> {
    let (number, offset) = key.strip_prefix("global ")?.split_once(" + ")?;
    let global = program.globals.get(number.parse::<usize>().ok()?)?;
    Some(format!(
        "{}{}",
        global.name,
        path_at(&program.types, global.ty, offset.parse().ok()?)
    ))
}

/// How what begins at a byte of a type is selected in C, from the outside to what belongs to the library, whose names have two
/// underscores (C11, 7.1.3): `[1].lock`.
fn path_at(types: &Types, mut ty: TypeId, mut offset: u64) -> String {
    let mut path = String::new();
    loop {
        match types.kind(ty) {
            TypeKind::Array(element, _) => {
                let Some(size) = types.size(*element).filter(|size| *size > 0) else {
                    return path;
                };
                path.push_str(&format!("[{}]", offset / size));
                (ty, offset) = (*element, offset % size);
            }
            TypeKind::Record(record) => {
                let fields = types.fields(*record).iter();
                let holds = |offset: u64, from: u64, ty| (from..from + types.size(ty).unwrap_or(0)).contains(&offset);
                let Some(field) = fields.clone().find(|field| holds(offset, field.offset, field.ty)) else {
                    return path;
                };
                if field.name.starts_with("__") {
                    return path;
                }
                if !field.name.is_empty() {
                    path.push_str(&format!(".{}", field.name));
                }
                (ty, offset) = (field.ty, offset - field.offset);
            }
            _ => return path,
        }
    }
}
