//! The names of library functions and what they mean: one row each.

use super::{CharacterTable, Cleanup, Clock, Exact, Operation, Print, Put, Quotient, Routine, Scan, Way, atomic_names};
use crate::explore::code::{Row, RowResult, Target};
use crate::explore::thread::LockMode;
use crate::ir::{TypeId, TypeKind, Types};
use crate::library::demands::Demands;
use crate::library::model::{Argument, Model};
use crate::library::{Library, is_reserved, plain_name};

/// `EDEADLK` of Linux.
pub(super) const DEADLOCK: u64 = 35;

/// `EBUSY` of Linux.
pub(super) const BUSY: u64 = 16;

/// `ETIMEDOUT` of Linux.
pub(super) const TIMED_OUT: u64 = 110;
/// `EINVAL` of Linux.
pub(super) const INVALID: u64 = 22;

/// `thrd_busy` of C11 in glibc.
const C11_BUSY: u64 = 1;

/// `thrd_timedout` of C11 in glibc.
pub(super) const C11_TIMED_OUT: u64 = 4;
/// `thrd_error` of glibc.
pub(super) const C11_ERROR: u64 = 2;

/// Name and meaning of library functions; names with `__builtin_` in front mean the same.
const ROUTINES: &[(&str, Routine)] = &[
    ("pthread_create", Routine::ThreadCreate),
    ("pthread_join", Routine::ThreadJoin),
    ("pthread_tryjoin_np", Routine::ThreadTryJoin),
    ("pthread_exit", Routine::ThreadExit),
    ("pthread_detach", Routine::ThreadDetach),
    ("pthread_self", Routine::ThreadSelf),
    ("pthread_equal", Routine::ThreadEqual),
    ("thrd_create", Routine::C11ThreadCreate),
    ("thrd_join", Routine::C11ThreadJoin),
    ("thrd_exit", Routine::ThreadExit),
    ("thrd_detach", Routine::ThreadDetach),
    ("thrd_current", Routine::ThreadSelf),
    ("thrd_equal", Routine::ThreadEqual),
    ("thrd_yield", Routine::Succeed),
    ("thrd_sleep", Routine::C11Sleep),
    ("pthread_mutexattr_settype", Routine::AttributeChoice(3)),
    ("pthread_mutex_init", Routine::MutexInit),
    ("pthread_mutex_destroy", Routine::Destroy),
    ("pthread_mutex_lock", Routine::MutexLock),
    ("pthread_mutex_trylock", Routine::MutexTryLock(BUSY)),
    ("pthread_mutex_timedlock", Routine::MutexTimedLock(TIMED_OUT)),
    ("pthread_mutex_unlock", Routine::MutexUnlock),
    ("mtx_init", Routine::C11MutexInit),
    ("mtx_destroy", Routine::Destroy),
    ("mtx_lock", Routine::MutexLock),
    ("mtx_trylock", Routine::MutexTryLock(C11_BUSY)),
    ("mtx_timedlock", Routine::MutexTimedLock(C11_TIMED_OUT)),
    ("mtx_unlock", Routine::MutexUnlock),
    ("pthread_spin_init", Routine::ReadWriteInit),
    ("pthread_spin_destroy", Routine::Destroy),
    ("pthread_spin_lock", Routine::SpinLock),
    ("pthread_spin_trylock", Routine::TryWriteLock(BUSY)),
    ("pthread_spin_unlock", Routine::ReadWriteUnlock),
    ("pthread_rwlock_init", Routine::ReadWriteInit),
    ("pthread_rwlock_destroy", Routine::Destroy),
    ("pthread_rwlock_rdlock", Routine::ReadLock),
    ("pthread_rwlock_tryrdlock", Routine::TryReadLock(BUSY)),
    (
        "pthread_rwlock_timedrdlock",
        Routine::TimedReadWriteLock(LockMode::Read),
    ),
    ("pthread_rwlock_wrlock", Routine::WriteLock),
    ("pthread_rwlock_trywrlock", Routine::TryWriteLock(BUSY)),
    (
        "pthread_rwlock_timedwrlock",
        Routine::TimedReadWriteLock(LockMode::Write),
    ),
    ("pthread_rwlock_unlock", Routine::ReadWriteUnlock),
    ("pthread_cond_init", Routine::ConditionInit),
    ("pthread_cond_destroy", Routine::Destroy),
    ("pthread_cond_wait", Routine::ConditionWait),
    ("pthread_cond_timedwait", Routine::ConditionTimedWait(TIMED_OUT)),
    ("pthread_cond_signal", Routine::ConditionSignal),
    ("pthread_cond_broadcast", Routine::ConditionBroadcast),
    ("cnd_init", Routine::ConditionInit),
    ("cnd_destroy", Routine::Destroy),
    ("cnd_wait", Routine::ConditionWait),
    ("cnd_timedwait", Routine::ConditionTimedWait(C11_TIMED_OUT)),
    ("cnd_signal", Routine::ConditionSignal),
    ("cnd_broadcast", Routine::ConditionBroadcast),
    ("sem_init", Routine::SemaphoreInit),
    ("sem_destroy", Routine::Destroy),
    ("sem_wait", Routine::SemaphoreWait),
    ("sem_trywait", Routine::SemaphoreTryWait),
    ("sem_timedwait", Routine::SemaphoreTimedWait),
    ("sem_post", Routine::SemaphorePost),
    ("sem_getvalue", Routine::SemaphoreValue),
    ("pthread_barrier_init", Routine::BarrierInit),
    ("pthread_barrier_destroy", Routine::Destroy),
    ("pthread_barrier_wait", Routine::BarrierWait),
    ("pthread_once", Routine::Once),
    ("call_once", Routine::Once),
    ("pthread_key_create", Routine::KeyCreate),
    ("pthread_key_delete", Routine::KeyDelete),
    ("pthread_setspecific", Routine::SetSpecific),
    ("pthread_getspecific", Routine::GetSpecific),
    ("tss_create", Routine::KeyCreate),
    ("tss_delete", Routine::KeyDelete),
    ("tss_set", Routine::SetSpecific),
    ("tss_get", Routine::GetSpecific),
    ("pthread_cancel", Routine::Cancel),
    ("pthread_attr_init", Routine::AttributeInit),
    ("pthread_attr_destroy", Routine::Succeed),
    ("pthread_attr_setdetachstate", Routine::AttributeChoice(1)),
    ("pthread_attr_setstacksize", Routine::Succeed),
    ("pthread_attr_setschedpolicy", Routine::Succeed),
    ("pthread_attr_setinheritsched", Routine::Succeed),
    ("pthread_attr_setscope", Routine::Succeed),
    ("pthread_mutexattr_init", Routine::AttributeInit),
    ("pthread_mutexattr_destroy", Routine::Succeed),
    ("pthread_mutexattr_setpshared", Routine::Succeed),
    ("pthread_mutexattr_setprotocol", Routine::Succeed),
    ("pthread_condattr_init", Routine::Succeed),
    ("pthread_condattr_destroy", Routine::Succeed),
    ("pthread_condattr_setclock", Routine::Succeed),
    ("pthread_condattr_setpshared", Routine::Succeed),
    ("pthread_rwlockattr_init", Routine::Succeed),
    ("pthread_rwlockattr_destroy", Routine::Succeed),
    ("pthread_rwlockattr_setkind_np", Routine::Succeed),
    ("pthread_barrierattr_init", Routine::Succeed),
    ("pthread_barrierattr_destroy", Routine::Succeed),
    ("pthread_setcancelstate", Routine::ChangeCancellation(Way::State)),
    ("pthread_setcanceltype", Routine::ChangeCancellation(Way::Type)),
    ("pthread_testcancel", Routine::TestCancellation),
    ("pthread_setconcurrency", Routine::Succeed),
    ("pthread_yield", Routine::Succeed),
    ("pthread_setname_np", Routine::Succeed),
    ("pthread_attr_setguardsize", Routine::Succeed),
    ("pthread_attr_setstack", Routine::Succeed),
    ("pthread_attr_setaffinity_np", Routine::Succeed),
    ("pthread_barrierattr_setpshared", Routine::Succeed),
    ("pthread_rwlockattr_setpshared", Routine::Succeed),
    ("pthread_mutexattr_setprioceiling", Routine::Succeed),
    ("malloc", Routine::Allocate(0)),
    ("kmalloc", Routine::Allocate(0)),
    ("kzalloc", Routine::AllocateZeroed(0, None)),
    ("vzalloc", Routine::AllocateZeroed(0, None)),
    ("devm_kzalloc", Routine::AllocateZeroed(1, None)),
    ("kcalloc", Routine::AllocateZeroed(0, Some(1))),
    ("valloc", Routine::Allocate(0)),
    ("mutex_lock", Routine::SpinLock),
    ("mutex_lock_nested", Routine::SpinLock),
    ("spin_lock", Routine::SpinLock),
    ("_raw_spin_lock", Routine::SpinLock),
    ("_raw_spin_lock_irq", Routine::SpinLock),
    ("_raw_spin_lock_bh", Routine::SpinLock),
    ("_raw_spin_lock_irqsave", Routine::SpinLock),
    ("mutex_unlock", Routine::ReadWriteUnlock),
    ("spin_unlock", Routine::ReadWriteUnlock),
    ("_raw_spin_unlock", Routine::ReadWriteUnlock),
    ("_raw_spin_unlock_irq", Routine::ReadWriteUnlock),
    ("_raw_spin_unlock_bh", Routine::ReadWriteUnlock),
    ("_raw_spin_unlock_irqrestore", Routine::ReadWriteUnlock),
    ("__mutex_init", Routine::ReadWriteInit),
    ("mutex_destroy", Routine::Destroy),
    ("kfree", Routine::Free),
    ("vfree", Routine::Free),
    ("kvfree", Routine::Free),
    ("__kmalloc", Routine::Allocate(0)),
    ("vmalloc", Routine::Allocate(0)),
    ("devm_kmalloc", Routine::Allocate(1)),
    ("aligned_alloc", Routine::Allocate(1)),
    ("memalign", Routine::Allocate(1)),
    ("calloc", Routine::AllocateZeroed(0, Some(1))),
    ("realloc", Routine::Reallocate),
    ("reallocarray", Routine::ReallocateArray),
    ("mmap", Routine::Map),
    ("mmap64", Routine::Map),
    ("munmap", Routine::Unmap),
    ("posix_memalign", Routine::AllocateAligned),
    ("alloca", Routine::AllocateOnStack),
    ("alloca_with_align", Routine::AllocateOnStack),
    ("free", Routine::Free),
    ("cfree", Routine::Free),
    ("memcpy", Routine::CopyBytes),
    ("memmove", Routine::CopyBytes),
    ("memset", Routine::SetBytes),
    ("fgets", Routine::FillText(0, 1)),
    ("time", Routine::Time),
    ("gettimeofday", Routine::ShowTime(Clock::OfDay)),
    ("clock_gettime", Routine::ShowTime(Clock::Named)),
    ("fread", Routine::FillItems),
    ("fread_unlocked", Routine::FillItems),
    ("fwrite", Routine::ReadItems),
    ("fwrite_unlocked", Routine::ReadItems),
    ("getcwd", Routine::WorkingFolder),
    ("read", Routine::FillBytes(1, 2)),
    ("recv", Routine::FillBytes(1, 2)),
    ("write", Routine::ReadBytes(1, 2)),
    ("send", Routine::ReadBytes(1, 2)),
    ("puts", Routine::PutString(Put::Line)),
    ("fputs", Routine::PutString(Put::Text)),
    ("perror", Routine::ReadString),
    ("putchar", Routine::PutCharacter),
    ("fputc", Routine::PutCharacter),
    ("putc", Routine::PutCharacter),
    ("fopen", Routine::Handle),
    ("fopen64", Routine::Handle),
    ("fdopen", Routine::Handle),
    ("tmpfile", Routine::Handle),
    ("popen", Routine::Handle),
    ("opendir", Routine::Handle),
    ("fdopendir", Routine::Handle),
    ("open", Routine::Descriptor),
    ("open64", Routine::Descriptor),
    ("openat", Routine::Descriptor),
    ("creat", Routine::Descriptor),
    ("dup", Routine::Descriptor),
    ("socket", Routine::Descriptor),
    ("epoll_create", Routine::Descriptor),
    ("epoll_create1", Routine::Descriptor),
    ("inotify_init", Routine::Descriptor),
    ("fflush", Routine::Fallible),
    ("fclose", Routine::Fallible),
    ("sleep", Routine::TestCancellation),
    ("usleep", Routine::TestCancellation),
    ("nanosleep", Routine::Sleep),
    ("sched_yield", Routine::Succeed),
    ("srand", Routine::Succeed),
    ("srandom", Routine::Succeed),
    ("rand", Routine::Random),
    ("random", Routine::Random),
    ("rand_r", Routine::RandomFromSeed),
    ("__errno_location", Routine::ErrorNumber),
    ("strerror", Routine::ErrorMessage),
    ("signal", Routine::Signal),
    ("raise", Routine::Raise),
    ("alarm", Routine::Unsupported),
    ("on_exit", Routine::Unsupported),
    ("at_quick_exit", Routine::AtQuickExit),
    ("__VERIFIER_atomic_begin", Routine::AtomicBegin),
    ("__VERIFIER_atomic_end", Routine::AtomicEnd),
    ("__VERIFIER_assume", Routine::Assume),
    ("__VERIFIER_error", Routine::Abort),
    ("reach_error", Routine::Abort),
    ("abort", Routine::Abort),
    ("__assert_fail", Routine::Abort),
    ("__assert", Routine::Abort),
    ("trap", Routine::Abort),
    ("exit", Routine::Exit),
    ("err", Routine::ExitWithMessage),
    ("errx", Routine::ExitWithMessage),
    ("_exit", Routine::ExitAtOnce),
    ("_Exit", Routine::ExitAtOnce),
    ("quick_exit", Routine::QuickExit),
    ("atexit", Routine::AtExit),
    ("expect", Routine::First),
    ("expect_with_probability", Routine::First),
    ("assume_aligned", Routine::First),
    ("prefetch", Routine::Succeed),
    ("constant_p", Routine::Succeed),
    ("unreachable", Routine::Abort),
    ("setjmp", Routine::SavePlace),
    ("_setjmp", Routine::SavePlace),
    ("__sigsetjmp", Routine::SavePlace),
    ("__sigsetjmp_cancel", Routine::SavePlace),
    ("__pthread_register_cancel", Routine::Cleanup(Cleanup::Push)),
    ("__pthread_unregister_cancel", Routine::Cleanup(Cleanup::Pop)),
    ("longjmp", Routine::Unsupported),
    ("fork", Routine::Unsupported),
    ("qsort", Routine::Sort),
    ("bsearch", Routine::Unsupported),
    ("add_overflow_p", Routine::Overflows(Operation::Add)),
    ("sub_overflow_p", Routine::Overflows(Operation::Subtract)),
    ("mul_overflow_p", Routine::Overflows(Operation::Multiply)),
    ("div", Routine::Divide(Quotient::Int)),
    ("ldiv", Routine::Divide(Quotient::Long)),
    ("lldiv", Routine::Divide(Quotient::LongLong)),
    ("imaxdiv", Routine::Divide(Quotient::LongLong)),
];

/// Beginnings of names that stand for threads, synchronisation, signals and jumps: without a row they are not merely unknown.
const FAMILIES: &[&str] = &[
    "pthread_",
    "thrd_",
    "mtx_",
    "cnd_",
    "tss_",
    "sem_",
    "sig",
    "timer_",
    "__atomic_",
    "__sync_",
    "exec",
    "longjmp",
    "siglongjmp",
    "swapcontext",
    "__VERIFIER_atomic_",
];

/// What a call of a function without body does, by its name and type; a row that no routine performs alone is added to `rows`.
pub fn target(library: &Library, types: &Types, (name, ty): (&str, TypeId), rows: &mut Vec<Row>) -> Target {
    let model = library.model(name);
    let routine = routine(name);
    let performed = routine.filter(|routine| *routine != Routine::Unsupported);
    let sized = |arguments: [Option<&Vec<Argument>>; 2]| -> Vec<(usize, u64)> {
        let arguments = arguments.into_iter().flatten().flatten();
        let numbers = arguments.filter_map(|argument| match argument {
            Argument::Number(number) => Some(*number),
            Argument::Rest(_) => None,
        });
        numbers.map(|number| (number, certain(types, ty, number))).collect()
    };
    let reads = sized([model.map(|model| &model.reads), model.map(|model| &model.sends)]);
    let mut writes = sized([model.map(|model| &model.writes), model.map(|model| &model.receives)]);
    // What is read and written may be found to need no change.
    writes.retain(|(number, _)| !reads.iter().any(|(read, _)| read == number));
    let touches = !reads.is_empty() || !writes.is_empty();
    let demands = model.map_or_else(Demands::default, |model| model.demands.clone());
    let result = match performed {
        Some(routine) if (touches || !demands.is_empty()) && routine.leaves_accesses_to_row() => {
            RowResult::Routine(routine)
        }
        Some(routine) => return Target::Routine(routine),
        None => result(model, routine.is_some() || is_reserved(name)),
    };
    rows.push(Row {
        name: name.to_owned(),
        reads,
        writes,
        demands,
        result,
    });
    Target::Row(rows.len() as u32 - 1)
}

/// What a function gives that no routine performs.
fn result(model: Option<&Model>, is_of_library: bool) -> RowResult {
    let changes_memory = |model: &Model| {
        let is_plain = model.effect.is_none() && model.keeps.is_empty() && model.points.is_empty();
        !is_plain || !model.writes.is_empty() || !model.receives.is_empty()
    };
    let input = model.and_then(|model| model.input.as_ref().filter(|_| !changes_memory(model)));
    match input {
        Some(input) => RowResult::Input(input.changes, input.least, input.most),
        None if model.is_some() || is_of_library => RowResult::Guess,
        None => RowResult::Unknown,
    }
}

/// How many bytes a function certainly touches if it touches what an argument points to: an object of the parameter's type.
fn certain(types: &Types, ty: TypeId, argument: usize) -> u64 {
    let parameter = match types.kind(ty) {
        TypeKind::Function(function) => function.parameters.get(argument).copied(),
        _ => None,
    };
    let size = parameter
        .and_then(|parameter| types.pointee(parameter))
        .and_then(|pointee| types.size(pointee));
    size.unwrap_or(1).max(1)
}

/// Functions that the headers of glibc call under `_FORTIFY_SOURCE` as `__…_chk`, with the size of the target as a last argument more.
const CHECKED: &[&str] = &[
    "memcpy", "memmove", "memset", "mempcpy", "strcpy", "stpcpy", "strncpy", "stpncpy", "strcat", "strncat",
];

/// The function that one with a check stands for.
fn without_check(name: &str) -> Option<&str> {
    let plain = name.strip_prefix("__")?.strip_suffix("_chk")?;
    CHECKED.contains(&plain).then_some(plain)
}

/// The meaning of a library function, by its name; `None` for a function without routine.
pub(super) fn routine(name: &str) -> Option<Routine> {
    let plain = plain_name(name).unwrap_or(name);
    if plain.starts_with("__VERIFIER_nondet") {
        return Some(Routine::Nondeterministic);
    }
    let plain = without_check(plain).unwrap_or(plain);
    // What only the compiler knows is determined by its arguments, too.
    let belongs_to_compiler = plain != name;
    let row = ROUTINES.iter().find(|row| row.0 == plain).map(|row| row.1);
    let special = || {
        let belongs = FAMILIES.iter().any(|family| plain.starts_with(family));
        (belongs || belongs_to_compiler).then_some(Routine::Unsupported)
    };
    row.or_else(|| Exact::of(plain).map(Routine::Exact))
        .or_else(|| Print::of(plain).map(Routine::Print))
        .or_else(|| Scan::of(plain).map(Routine::Scan))
        .or_else(|| CharacterTable::of(plain).map(Routine::CharacterTable))
        .or_else(|| atomic_names::routine(plain).map(Routine::Atomic))
        .or_else(special)
}
