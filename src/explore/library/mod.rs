//! Library functions that programs with threads use: one row of [`ROUTINES`] each, and a file per family.
//!
//! A function that the program defines itself is never looked up here.

mod atomics;
mod barriers;
mod conditions;
mod locks;
mod memory;
mod program;
mod semaphores;
mod text;
mod threads;

use super::code::{CallSite, Scalar};
use super::machine::{Machine, Stop};
use super::thread::Wait;

pub use atomics::AtomicRoutine;

/// What a library function does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Routine {
    /// `pthread_create`.
    ThreadCreate,
    /// `thrd_create`: the routine is the second argument.
    C11ThreadCreate,
    /// `pthread_join`.
    ThreadJoin,
    /// `thrd_join`: the result is an `int`.
    C11ThreadJoin,
    /// `pthread_exit`.
    ThreadExit,
    /// `pthread_detach`.
    ThreadDetach,
    /// `pthread_self`.
    ThreadSelf,
    /// `pthread_equal`.
    ThreadEqual,
    /// `pthread_mutexattr_settype`.
    MutexAttributeType,
    /// `pthread_mutex_init`.
    MutexInit,
    /// `mtx_init`: the second argument is the kind.
    C11MutexInit,
    /// `pthread_mutex_destroy`, and of other objects.
    Destroy,
    /// `pthread_mutex_lock`.
    MutexLock,
    /// `pthread_mutex_trylock`; gives the argument when the mutex is taken.
    MutexTryLock(u64),
    /// `pthread_mutex_timedlock`; gives the argument when it times out.
    MutexTimedLock(u64),
    /// `pthread_mutex_unlock`.
    MutexUnlock,
    /// `pthread_rwlock_init`.
    ReadWriteInit,
    /// `pthread_rwlock_rdlock`.
    ReadLock,
    /// `pthread_rwlock_tryrdlock` and `pthread_rwlock_timedrdlock`; gives the argument on failure.
    TryReadLock(u64),
    /// `pthread_rwlock_wrlock`.
    WriteLock,
    /// `pthread_rwlock_trywrlock` and `pthread_rwlock_timedwrlock`; gives the argument on failure.
    TryWriteLock(u64),
    /// `pthread_rwlock_unlock`.
    ReadWriteUnlock,
    /// `pthread_cond_init`.
    ConditionInit,
    /// `pthread_cond_wait`.
    ConditionWait,
    /// `pthread_cond_timedwait`; gives the argument when it times out.
    ConditionTimedWait(u64),
    /// `pthread_cond_signal`.
    ConditionSignal,
    /// `pthread_cond_broadcast`.
    ConditionBroadcast,
    /// `sem_init`.
    SemaphoreInit,
    /// `sem_wait`.
    SemaphoreWait,
    /// `sem_trywait` and `sem_timedwait`.
    SemaphoreTryWait,
    /// `sem_post`.
    SemaphorePost,
    /// `sem_getvalue`.
    SemaphoreValue,
    /// `pthread_barrier_init`.
    BarrierInit,
    /// `pthread_barrier_wait`.
    BarrierWait,
    /// `pthread_once`.
    Once,
    /// `pthread_key_create`.
    KeyCreate,
    /// `pthread_key_delete`.
    KeyDelete,
    /// `pthread_setspecific`.
    SetSpecific,
    /// `pthread_getspecific`.
    GetSpecific,
    /// `malloc`; the argument is the number of the argument with the size.
    Allocate(u8),
    /// `calloc`.
    AllocateZeroed,
    /// `realloc`.
    Reallocate,
    /// `posix_memalign`.
    AllocateAligned,
    /// `alloca`.
    AllocateOnStack,
    /// `free`.
    Free,
    /// `memcpy`, `memmove`.
    CopyBytes,
    /// `memset`.
    SetBytes,
    /// `memcmp`.
    CompareBytes,
    /// `strlen`.
    StringLength,
    /// `strcpy`.
    StringCopy,
    /// `strncpy`.
    StringCopyBounded,
    /// `strcat`.
    StringAppend,
    /// `strcmp`.
    StringCompare,
    /// `strncmp`.
    StringCompareBounded,
    /// `strchr`.
    StringFind,
    /// `strdup`.
    StringDuplicate,
    /// `atoi`, `atol`.
    StringToInteger,
    /// `printf` and its kin: the format is the argument with this number; the output goes nowhere.
    Print(u8),
    /// `sprintf`; with the number of the argument that holds the bound `snprintf`.
    PrintToMemory(Option<u8>),
    /// `scanf` and its kin: the format is the argument with this number; inputs are written through the pointers behind it.
    Scan(u8),
    /// `read` and its kin: writes inputs to the memory and of the size that the arguments with these numbers tell.
    FillBytes(u8, u8),
    /// `write` and its kin: reads the memory and of the size that the arguments with these numbers tell.
    ReadBytes(u8, u8),
    /// `puts`, `fputs`: reads the string that is the first argument.
    ReadString,
    /// `__VERIFIER_atomic_begin`.
    AtomicBegin,
    /// `__VERIFIER_atomic_end`.
    AtomicEnd,
    /// `__VERIFIER_assume`.
    Assume,
    /// `abort` and its kin.
    Abort,
    /// `exit`.
    Exit,
    /// `_exit`: without handlers.
    ExitAtOnce,
    /// `atexit`.
    AtExit,
    /// Any value of the result's type.
    Nondeterministic,
    /// Gives the first argument (`__builtin_expect`).
    First,
    /// Gives 0 and does nothing that is modelled.
    Succeed,
    /// `rand`.
    Random,
    /// `abs`.
    Absolute,
    /// An atomic operation.
    Atomic(AtomicRoutine),
    /// Cannot be executed.
    Unsupported,
}

impl Routine {
    /// Whether an argument says which memory order counts.
    pub(super) fn names_order(self) -> bool {
        use AtomicRoutine as A;
        match self {
            Routine::Atomic(
                A::Load(order) | A::Store(order) | A::Modify(_, _, order) | A::CompareExchange(order, _),
            ) => order.is_some(),
            Routine::Atomic(A::TestAndSet(order) | A::Clear(order) | A::Fence(order)) => order.is_some(),
            Routine::Atomic(A::LoadInto | A::StoreFrom | A::ExchangeThrough | A::CompareExchangeThrough) => true,
            _ => false,
        }
    }

    /// Whether no other thread can notice the call, and the call cannot end the execution.
    pub(super) fn is_silent(self) -> bool {
        matches!(
            self,
            Routine::ThreadSelf
                | Routine::ThreadEqual
                | Routine::Nondeterministic
                | Routine::First
                | Routine::Succeed
                | Routine::Absolute
                | Routine::Allocate(_)
                | Routine::AllocateZeroed
                | Routine::AllocateOnStack
        )
    }
}

/// `EBUSY` of Linux.
const BUSY: u64 = 16;

/// `ETIMEDOUT` of Linux.
const TIMED_OUT: u64 = 110;

/// `thrd_busy` of C11 in glibc.
const C11_BUSY: u64 = 1;

/// `thrd_timedout` of C11 in glibc.
const C11_TIMED_OUT: u64 = 4;

/// Name and meaning of library functions; names with `__builtin_` in front mean the same.
const ROUTINES: &[(&str, Routine)] = &[
    ("pthread_create", Routine::ThreadCreate),
    ("pthread_join", Routine::ThreadJoin),
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
    ("thrd_sleep", Routine::Succeed),
    ("pthread_mutexattr_settype", Routine::MutexAttributeType),
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
    ("pthread_spin_lock", Routine::WriteLock),
    ("pthread_spin_trylock", Routine::TryWriteLock(BUSY)),
    ("pthread_spin_unlock", Routine::ReadWriteUnlock),
    ("pthread_rwlock_init", Routine::ReadWriteInit),
    ("pthread_rwlock_destroy", Routine::Destroy),
    ("pthread_rwlock_rdlock", Routine::ReadLock),
    ("pthread_rwlock_tryrdlock", Routine::TryReadLock(BUSY)),
    ("pthread_rwlock_timedrdlock", Routine::TryReadLock(TIMED_OUT)),
    ("pthread_rwlock_wrlock", Routine::WriteLock),
    ("pthread_rwlock_trywrlock", Routine::TryWriteLock(BUSY)),
    ("pthread_rwlock_timedwrlock", Routine::TryWriteLock(TIMED_OUT)),
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
    ("sem_timedwait", Routine::SemaphoreTryWait),
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
    ("pthread_cancel", Routine::Unsupported),
    ("pthread_attr_init", Routine::Succeed),
    ("pthread_attr_destroy", Routine::Succeed),
    ("pthread_attr_setdetachstate", Routine::Succeed),
    ("pthread_attr_setstacksize", Routine::Succeed),
    ("pthread_attr_setschedpolicy", Routine::Succeed),
    ("pthread_attr_setschedparam", Routine::Succeed),
    ("pthread_attr_setinheritsched", Routine::Succeed),
    ("pthread_attr_setscope", Routine::Succeed),
    ("pthread_mutexattr_init", Routine::Succeed),
    ("pthread_mutexattr_destroy", Routine::Succeed),
    ("pthread_mutexattr_setpshared", Routine::Succeed),
    ("pthread_mutexattr_setprotocol", Routine::Succeed),
    ("pthread_mutexattr_setrobust", Routine::Succeed),
    ("pthread_condattr_init", Routine::Succeed),
    ("pthread_condattr_destroy", Routine::Succeed),
    ("pthread_condattr_setclock", Routine::Succeed),
    ("pthread_condattr_setpshared", Routine::Succeed),
    ("pthread_rwlockattr_init", Routine::Succeed),
    ("pthread_rwlockattr_destroy", Routine::Succeed),
    ("pthread_rwlockattr_setkind_np", Routine::Succeed),
    ("pthread_barrierattr_init", Routine::Succeed),
    ("pthread_barrierattr_destroy", Routine::Succeed),
    ("pthread_setcancelstate", Routine::Succeed),
    ("pthread_setcanceltype", Routine::Succeed),
    ("pthread_testcancel", Routine::Succeed),
    ("pthread_setconcurrency", Routine::Succeed),
    ("pthread_yield", Routine::Succeed),
    ("pthread_setname_np", Routine::Succeed),
    ("malloc", Routine::Allocate(0)),
    ("kmalloc", Routine::Allocate(0)),
    ("valloc", Routine::Allocate(0)),
    ("aligned_alloc", Routine::Allocate(1)),
    ("memalign", Routine::Allocate(1)),
    ("calloc", Routine::AllocateZeroed),
    ("realloc", Routine::Reallocate),
    ("posix_memalign", Routine::AllocateAligned),
    ("alloca", Routine::AllocateOnStack),
    ("alloca_with_align", Routine::AllocateOnStack),
    ("free", Routine::Free),
    ("cfree", Routine::Free),
    ("memcpy", Routine::CopyBytes),
    ("memmove", Routine::CopyBytes),
    ("memset", Routine::SetBytes),
    ("memcmp", Routine::CompareBytes),
    ("strlen", Routine::StringLength),
    ("strcpy", Routine::StringCopy),
    ("strncpy", Routine::StringCopyBounded),
    ("strcat", Routine::StringAppend),
    ("strcmp", Routine::StringCompare),
    ("strncmp", Routine::StringCompareBounded),
    ("strchr", Routine::StringFind),
    ("strdup", Routine::StringDuplicate),
    ("atoi", Routine::StringToInteger),
    ("atol", Routine::StringToInteger),
    ("printf", Routine::Print(0)),
    ("fprintf", Routine::Print(1)),
    ("dprintf", Routine::Print(1)),
    ("sprintf", Routine::PrintToMemory(None)),
    ("snprintf", Routine::PrintToMemory(Some(1))),
    ("scanf", Routine::Scan(0)),
    ("fscanf", Routine::Scan(1)),
    ("sscanf", Routine::Scan(1)),
    ("__isoc99_scanf", Routine::Scan(0)),
    ("__isoc99_fscanf", Routine::Scan(1)),
    ("__isoc99_sscanf", Routine::Scan(1)),
    ("fgets", Routine::FillBytes(0, 1)),
    ("read", Routine::FillBytes(1, 2)),
    ("recv", Routine::FillBytes(1, 2)),
    ("write", Routine::ReadBytes(1, 2)),
    ("send", Routine::ReadBytes(1, 2)),
    ("puts", Routine::ReadString),
    ("fputs", Routine::ReadString),
    ("perror", Routine::Succeed),
    ("putchar", Routine::First),
    ("fputc", Routine::First),
    ("putc", Routine::First),
    ("fflush", Routine::Succeed),
    ("fclose", Routine::Succeed),
    ("syslog", Routine::Succeed),
    ("sleep", Routine::Succeed),
    ("usleep", Routine::Succeed),
    ("nanosleep", Routine::Succeed),
    ("sched_yield", Routine::Succeed),
    ("srand", Routine::Succeed),
    ("srandom", Routine::Succeed),
    ("rand", Routine::Random),
    ("random", Routine::Random),
    ("rand_r", Routine::Random),
    ("abs", Routine::Absolute),
    ("labs", Routine::Absolute),
    ("signal", Routine::Unsupported),
    ("raise", Routine::Unsupported),
    ("alarm", Routine::Unsupported),
    ("on_exit", Routine::Unsupported),
    ("at_quick_exit", Routine::Unsupported),
    ("setlocale", Routine::Succeed),
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
    ("_exit", Routine::ExitAtOnce),
    ("_Exit", Routine::ExitAtOnce),
    ("quick_exit", Routine::ExitAtOnce),
    ("atexit", Routine::AtExit),
    ("expect", Routine::First),
    ("expect_with_probability", Routine::First),
    ("assume_aligned", Routine::First),
    ("prefetch", Routine::Succeed),
    ("constant_p", Routine::Succeed),
    ("unreachable", Routine::Abort),
    ("setjmp", Routine::Unsupported),
    ("_setjmp", Routine::Unsupported),
    ("__sigsetjmp", Routine::Unsupported),
    ("longjmp", Routine::Unsupported),
    ("fork", Routine::Unsupported),
    ("qsort", Routine::Unsupported),
    ("bsearch", Routine::Unsupported),
    ("va_start", Routine::Unsupported),
    ("va_arg", Routine::Unsupported),
    ("va_copy", Routine::Unsupported),
    ("va_end", Routine::Succeed),
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

/// The meaning of a library function, by its name; `None` for a function without model.
pub fn routine(name: &str) -> Option<Routine> {
    let plain = name.strip_prefix("__builtin_").unwrap_or(name);
    if plain.starts_with("__VERIFIER_nondet") {
        return Some(Routine::Nondeterministic);
    }
    let row = ROUTINES.iter().find(|row| row.0 == plain).map(|row| row.1);
    let special = || {
        let belongs = FAMILIES.iter().any(|family| plain.starts_with(family));
        belongs.then_some(Routine::Unsupported)
    };
    row.or_else(|| atomics::routine(plain).map(Routine::Atomic))
        .or_else(special)
}

impl Machine<'_> {
    /// The value of an argument; 0 for a missing one.
    pub(super) fn argument(&self, thread: usize, call: &CallSite, number: usize) -> u64 {
        call.arguments
            .get(number)
            .map_or(0, |register| self.register(thread, *register))
    }

    /// Executes a library function and gives its result, or says why it can't go on.
    pub(super) fn routine(&mut self, thread: usize, routine: Routine, call: &CallSite) -> Result<u64, Stop> {
        use Routine as R;
        let argument = |number: usize| self.argument(thread, call, number);
        let (first, second, third) = (argument(0), argument(1), argument(2));
        match routine {
            R::ThreadCreate => self.thread_create(thread, call, first, third, argument(3)),
            R::C11ThreadCreate => self.thread_create(thread, call, first, second, third),
            R::ThreadJoin => self.thread_join(thread, call, first, second, self.code.pointer),
            R::C11ThreadJoin => self.thread_join(thread, call, first, second, Scalar::I32),
            R::ThreadExit => self.thread_exit(thread, first),
            R::ThreadDetach => self.thread_detach(first),
            R::ThreadSelf => Ok(threads::identifier(thread)),
            R::ThreadEqual => Ok(u64::from(first == second)),
            R::MutexAttributeType => self.mutex_attribute_type(first, second),
            R::MutexInit => self.mutex_init(first, second),
            R::C11MutexInit => self.c11_mutex_init(first, second),
            R::Destroy => self.destroy(first),
            R::MutexLock => self.mutex_lock(thread, first),
            R::MutexTryLock(busy) => self.mutex_try_lock(thread, first, busy),
            R::MutexTimedLock(busy) => self.mutex_timed_lock(thread, first, busy),
            R::MutexUnlock => self.mutex_unlock(thread, first),
            R::ReadWriteInit => self.read_write_init(first),
            R::ReadLock => self.read_lock(thread, first),
            R::TryReadLock(busy) => self.try_read_lock(thread, first, busy),
            R::WriteLock => self.write_lock(thread, first),
            R::TryWriteLock(busy) => self.try_write_lock(thread, first, busy),
            R::ReadWriteUnlock => self.read_write_unlock(thread, first),
            R::ConditionInit => self.condition_init(first),
            R::ConditionWait => self.condition_wait(thread, first, second),
            R::ConditionTimedWait(code) => self.condition_timed_wait(thread, first, second, code),
            R::ConditionSignal => self.condition_signal(thread, first),
            R::ConditionBroadcast => self.condition_broadcast(thread, first),
            R::SemaphoreInit => self.semaphore_init(first, third),
            R::SemaphoreWait => self.semaphore_wait(thread, first),
            R::SemaphoreTryWait => self.semaphore_try_wait(thread, first),
            R::SemaphorePost => self.semaphore_post(thread, first),
            R::SemaphoreValue => self.semaphore_value(thread, call, first, second),
            R::BarrierInit => self.barrier_init(first, third),
            R::BarrierWait => self.barrier_wait(thread, first),
            R::Once => self.once(thread, first, second),
            R::KeyCreate => self.key_create(thread, call, first, second),
            R::KeyDelete => self.key_delete(first),
            R::SetSpecific => self.set_specific(thread, first, second),
            R::GetSpecific => self.get_specific(thread, first),
            R::Allocate(size) => self.heap(argument(usize::from(size))),
            R::AllocateZeroed => self.heap_zeroed(first, second),
            R::Reallocate => self.reallocate(thread, call, first, second),
            R::AllocateAligned => self.allocate_aligned(thread, call, first, third),
            R::AllocateOnStack => self.allocate_on_stack(thread, first),
            R::Free => self.free(first),
            R::CopyBytes => self
                .copy(thread, first, second, third, call.access, call.access)
                .map(|()| first),
            R::SetBytes => self.set_bytes(thread, call, first, second, third),
            R::CompareBytes => self.compare_bytes(thread, call, first, second, third),
            R::StringLength => self.read_string(thread, call, first).map(|bytes| bytes.len() as u64),
            R::StringCopy => self.string_copy(thread, call, first, second, None),
            R::StringCopyBounded => self.string_copy(thread, call, first, second, Some(third)),
            R::StringAppend => self.string_append(thread, call, first, second),
            R::StringCompare => self.string_compare(thread, call, first, second, None),
            R::StringCompareBounded => self.string_compare(thread, call, first, second, Some(third)),
            R::StringFind => self.string_find(thread, call, first, second),
            R::StringDuplicate => self.string_duplicate(thread, call, first),
            R::StringToInteger => self.string_to_integer(thread, call, first),
            R::Print(format) => self.print(thread, call, usize::from(format)),
            R::PrintToMemory(bound) => self.print_to_memory(thread, call, bound),
            R::Scan(format) => self.scan(thread, call, usize::from(format)),
            R::FillBytes(to, size) => {
                self.fill_bytes(thread, call, argument(usize::from(to)), argument(usize::from(size)))
            }
            R::ReadBytes(from, size) => {
                self.read_bytes(thread, call, argument(usize::from(from)), argument(usize::from(size)))
            }
            R::ReadString => self.read_string(thread, call, first).map(|bytes| bytes.len() as u64),
            R::AtomicBegin => self.atomic_begin(thread),
            R::AtomicEnd => self.atomic_end(thread),
            R::Assume if first == 0 => Err(Stop::End(super::machine::PathEnd::Rejected)),
            R::Abort => Err(Stop::End(super::machine::PathEnd::Rejected)),
            R::Exit => self.exit(thread),
            R::ExitAtOnce => Err(Stop::End(super::machine::PathEnd::Exit)),
            R::AtExit => self.at_exit(first),
            R::Nondeterministic => Ok(self.any(call)),
            R::First => Ok(first),
            R::Succeed | R::Assume => Ok(0),
            R::Random => Ok(self.any(call) & 0x7fff_ffff),
            R::Absolute => Ok((first as i64).unsigned_abs()),
            R::Atomic(atomic) => self.atomic_routine(thread, atomic, call),
            R::Unsupported => Err(Stop::Open("a library function without model".to_owned())),
        }
    }

    /// Whether what a thread waits for has come.
    pub(super) fn wait_is_over(&self, thread: usize, wait: Wait) -> bool {
        match wait {
            Wait::Mutex(address) => self.mutex_is_free(address),
            Wait::ReadLock(address) => self.can_read_lock(address),
            Wait::WriteLock(address) => self.can_write_lock(address),
            Wait::Join(other) => self.has_ended(other),
            Wait::Condition(address) => self.was_signalled(thread, address),
            Wait::Barrier(address, round) => self.barrier_passed(address, round),
            Wait::Semaphore(address) => self.semaphore_is_positive(address),
            Wait::Once(address) => self.once_is_idle(address),
            Wait::Others => !self.another_is_enabled(thread),
            Wait::ThreadLimit => false,
        }
    }
}
