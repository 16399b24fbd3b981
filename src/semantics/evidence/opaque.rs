//! Objects of synchronisation are opaque: what the program does to their bytes itself, by writing over them bit by bit or looking into them.
//!
//! What is said of a semaphore or a barrier counts what the library's functions do to it, and the kind of a mutex is the one that it was
//! initialised with. A copy over the whole object ends that while solving (`acts/kinds.rs`). A loop over its bytes, a member
//! of it or an atomic operation does the same, but each of these writes alone looks like one to any variable: only in the end is it known
//! where synchronisation objects lie. Then nothing is proved. Zeroes change nothing: memory is cleared before it is initialised.
//!
//! What calls of the library store in such objects no row tells. So who reads bytes of them finds what the analysis does not know, and in
//! copies of them members have any value ([`crate::ir::Types::is_opaque`]).

use std::collections::{BTreeMap, BTreeSet};

use crate::ir::Position;
use crate::races::{Access, AccessKind, Effect, Obstacle};
use crate::semantics::state::{Extent, Meeting, Variable};
use crate::semantics::system::{Analysis, KIND, LEAST_SYNCHRONISATION, Recorder};
use crate::values::{ObjectId, ObjectKind, Offsets};
use pepsin_digests::{BarrierId, LockId, PlaceName, SemaphoreId};
use pepsin_lattice::seeded::{Bug, is_seeded};

/// More bytes are no number and no address.
const LARGEST_SCALAR: u64 = 8;
/// Where the kind of a mutex lies within it in glibc, with pointers of 64 and of 32 bits; in bytes.
const KINDS: [i64; 2] = [16, 12];

/// An obstacle for each place of the program that writes over a part of a semaphore, a barrier or the kind of a mutex, or that reads what the library
/// keeps.
pub fn obstacles(analysis: &Analysis<'_>, recorder: &Recorder) -> Vec<Obstacle> {
    if is_seeded(Bug::PartsOverwritten) {
        return Vec::new();
    }
    let operated = operated(recorder);
    let written = overwritten(analysis, recorder, &operated).into_iter().map(|at| {
        let what = "bytes of a semaphore, a barrier or a mutex are written, and what it does after that is not known";
        (at, what)
    });
    let read = looks(recorder, &operated).into_iter().map(|at| {
        let what = "bytes of an object of synchronisation are read, and what the library keeps there is not known";
        (at, what)
    });
    let obstacle = |(at, what): (Position, &str)| Obstacle {
        at,
        what: what.to_owned(),
        effect: Effect::MayHideRace,
    };
    written.chain(read).map(obstacle).collect()
}

/// The objects of synchronisation of which it is known where they lie, by the object that contains them.
fn operated(recorder: &Recorder) -> BTreeMap<ObjectId, Vec<Variable>> {
    let mut operated: BTreeMap<ObjectId, Vec<Variable>> = BTreeMap::new();
    for (object, Extent { offsets, size }) in &recorder.operated {
        let variable = offsets.single().map(|offset| Variable {
            object: *object,
            offset,
            size: *size,
        });
        operated.entry(*object).or_default().extend(variable);
    }
    operated
}

/// Whether an access means bytes of some variables: it touches some for certain, or all that it may touch are of one. What goes over all elements of
/// an array means its own member of each.
fn means(extent: Extent, variables: Option<&Vec<Variable>>) -> bool {
    let (low, high) = (extent.offsets.low(), extent.offsets.high());
    let is_meant = |variable: &Variable| {
        let end = variable.offset.saturating_add_unsigned(variable.size);
        let is_within = variable.offset <= low && high.saturating_add_unsigned(extent.size) <= end;
        is_within || extent.offsets.single().is_some() && variable.meeting(extent) != Meeting::Apart
    };
    variables.is_some_and(|variables| variables.iter().any(is_meant))
}

fn overwritten(
    analysis: &Analysis<'_>,
    recorder: &Recorder,
    operated: &BTreeMap<ObjectId, Vec<Variable>>,
) -> BTreeSet<Position> {
    let told = told_by_calls(analysis);
    let is_told = |object: &ObjectId, extent: &Extent| {
        let mut told = told.get(object).into_iter().flatten();
        told.any(|variable| variable.meeting(*extent) != Meeting::Apart)
    };
    let found = recorder.parts_written.iter();
    let found = found.filter(|(_, object, extent)| {
        is_told(object, extent) && (extent.offsets.single().is_some() || means(*extent, operated.get(object)))
    });
    found.map(|(at, ..)| *at).collect()
}

/// Where the program reads scalars out of what the library operates on.
fn looks(recorder: &Recorder, operated: &BTreeMap<ObjectId, Vec<Variable>>) -> BTreeSet<Position> {
    let is_look = |access: &&Access| {
        let bytes = access.bytes;
        let last = i64::try_from(bytes.end() - i128::from(bytes.size())).unwrap_or(i64::MAX);
        let offsets = Offsets::strided(bytes.first(), last, bytes.stride());
        // What the library reads itself has no place in the program, and no type.
        access.kind == AccessKind::Read
            && access.ty.is_some()
            && bytes.size() <= LARGEST_SCALAR
            && means(Extent::new(offsets, Some(bytes.size())), operated.get(&access.object))
    };
    let found = recorder.accesses.iter().filter(is_look);
    found.map(|access| access.at).collect()
}

/// The bytes of each object of which only calls of the library are taken to tell anything.
fn told_by_calls(analysis: &Analysis<'_>) -> BTreeMap<ObjectId, Vec<Variable>> {
    let names = analysis.digests.names();
    let numbers = |count: usize| 0..count as u32;
    let semaphores = numbers(names.semaphore_count()).map(|number| names.semaphore_of(SemaphoreId::new(number)));
    let barriers = numbers(names.barrier_count()).map(|number| names.barrier_of(BarrierId::new(number)));
    let counts = semaphores.chain(barriers).map(|place| Variable {
        object: place.object,
        offset: place.offset,
        size: LEAST_SYNCHRONISATION,
    });
    let mutexes = numbers(names.lock_count()).map(|number| names.lock_of(LockId::new(number)));
    let mut told: BTreeMap<ObjectId, Vec<Variable>> = BTreeMap::new();
    for variable in counts.chain(mutexes.filter_map(|place| kind(analysis, place))) {
        told.entry(variable.object).or_default().push(variable);
    }
    told
}

/// The member that says of which kind a lock is, if that is a mutex in a variable of the program.
fn kind(analysis: &Analysis<'_>, lock: PlaceName) -> Option<Variable> {
    let ObjectKind::Global(global) = analysis.objects.kind(lock.object) else {
        return None;
    };
    let types = &analysis.program.types;
    let ty = analysis.program.global(global).ty;
    let is_kind = |offset: &i64| u64::try_from(*offset).is_ok_and(|offset| types.has_member(ty, offset, KIND));
    let offset = KINDS.into_iter().map(|inside| lock.offset + inside).find(is_kind)?;
    Some(Variable {
        object: lock.object,
        offset,
        size: 4,
    })
}
