//! What executions know to do of library functions, by name, and what is to be known of it before it is done.

use serde::Deserialize;

use super::{
    AtomicRoutine, Awaits, CharacterTable, Cleanup, Clock, Closes, Configured, Exact, Extended, Limiting, OfStream,
    OnSocket, Opens, Operation, Options, Print, Put, Quotient, Receiver, Scan, Scheduling, Status, StreamOf, Terminal,
    Variable, Way, Zone,
};
use crate::explore::shadow::AccessKind;
use crate::explore::thread::LockMode;
use crate::explore::wide::WideOperation;

/// What a library function does. A row of the library names it by a word with hyphens, and what it carries beside that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Routine {
    /// `pthread_create`.
    ThreadCreate,
    /// `thrd_create`: the routine is the second argument.
    C11ThreadCreate,
    /// `pthread_join`.
    ThreadJoin,
    /// `thrd_join`: the result is an `int`.
    C11ThreadJoin,
    /// `pthread_tryjoin_np`.
    ThreadTryJoin,
    /// `pthread_exit`.
    ThreadExit,
    /// `pthread_detach`.
    ThreadDetach,
    /// `thrd_detach`.
    C11ThreadDetach,
    /// `pthread_self`.
    ThreadSelf,
    /// `pthread_equal`.
    ThreadEqual,
    /// `pthread_attr_init`, `pthread_mutexattr_init`, with the number of choices that it keeps.
    AttributeInit(u8),
    /// `nanosleep`.
    Sleep,
    /// `pthread_attr_setdetachstate`, `pthread_mutexattr_settype`, with the greatest number that is a choice.
    AttributeChoice(u8),
    /// `pthread_attr_setschedpolicy`, `pthread_attr_setinheritsched`.
    Scheduling(Scheduling),
    /// `pthread_setname_np`.
    NameThread,
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
    /// `pthread_rwlock_tryrdlock`; gives the argument on failure.
    TryReadLock(u64),
    /// `pthread_rwlock_wrlock`.
    WriteLock,
    /// `pthread_spin_lock`: as [`Routine::WriteLock`], but who holds it waits for ever.
    SpinLock,
    /// `pthread_rwlock_trywrlock`; gives the argument on failure.
    TryWriteLock(u64),
    /// `pthread_rwlock_timedrdlock` and `pthread_rwlock_timedwrlock`.
    TimedReadWriteLock(LockMode),
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
    /// `sem_trywait`.
    SemaphoreTryWait,
    /// `sem_timedwait`.
    SemaphoreTimedWait,
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
    /// `pthread_setspecific`; gives the argument where there is no such key.
    SetSpecific(u64),
    /// `pthread_getspecific`.
    GetSpecific,
    /// `malloc`; the argument is the number of the argument with the size.
    Allocate(u8),
    /// `calloc`: the arguments with the size and, if there is one, its factor.
    AllocateZeroed {
        /// The number of the argument with the size.
        size: u8,
        /// The number of the argument by which that is multiplied.
        factor: Option<u8>,
    },
    /// `mmap`: memory of its own holds zeroes; a file is not executed.
    Map,
    /// `realloc`.
    Reallocate,
    /// `posix_memalign`.
    AllocateAligned,
    /// `aligned_alloc` and `memalign`.
    AllocateAtMultiple,
    /// `valloc`.
    AllocateInPages,
    /// `alloca`.
    AllocateOnStack,
    /// `__builtin_alloca_with_align`: the second argument is the alignment in bits.
    AllocateOnStackAtMultiple,
    /// `reallocarray`.
    ReallocateArray,
    /// `munmap`.
    Unmap,
    /// `free`.
    Free,
    /// `memcpy`, `memmove`.
    CopyBytes,
    /// `memset`.
    SetBytes,
    /// A routine that is exact.
    #[serde(skip)]
    Exact(Exact),
    /// `__ctype_b_loc` and its kin.
    #[serde(skip)]
    CharacterTable(CharacterTable),
    /// `__builtin_add_overflow_p` and its kin.
    Overflows(Operation),
    /// `div`, `ldiv` and `lldiv`: quotient and remainder of `int`, or of `long`s, or of `long long`s.
    Divide(Quotient),
    /// `printf` and its kin.
    #[serde(skip)]
    Print(Print),
    /// `scanf` and its kin.
    #[serde(skip)]
    Scan(Scan),
    /// `read` and its kin: writes inputs to the memory and of the size that the arguments with these numbers tell.
    FillBytes(u8, u8),
    /// `fread`: as [`Routine::FillBytes`], by the number of whole items.
    FillItems,
    /// `fwrite`: reads that many items.
    ReadItems,
    /// `getcwd`: text that the environment chooses, or null.
    WorkingFolder,
    /// `gettimeofday` and `clock_gettime`: what a clock shows is stored where the argument with this number points.
    ShowTime(Clock),
    /// `time`: the result is stored where the first argument points to, too.
    Time,
    /// `write` and its kin: reads the memory and of the size that the arguments with these numbers tell.
    ReadBytes(u8, u8),
    /// `perror`: reads the string that is the first argument.
    ReadString,
    /// `puts`, `fputs`: as [`Routine::ReadString`], with a number as the result.
    PutString(Put),
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
    /// `err` and `errx`: print, and exit.
    ExitWithMessage,
    /// `quick_exit`: with handlers of its own.
    QuickExit,
    /// `at_quick_exit`.
    AtQuickExit,
    /// `setjmp`, and places where threads clean up when they end.
    SavePlace,
    /// `pthread_cleanup_push`: how many functions are to clean up when the thread ends.
    Cleanup(Cleanup),
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
    /// `system`.
    Shell,
    /// Gives 0, as from a compiler that does not optimise; other ones may know more.
    Unoptimised,
    /// Gives 0 and does nothing that is modelled, unless it fails for reasons of its own.
    Fallible,
    /// `fopen` and its kin: null, or a new object of the library.
    Handle(StreamOf),
    /// `open` and its kin: -1, or a number that no open descriptor has.
    Descriptor(Opens),
    /// `close`.
    Close,
    /// `pipe`.
    Pipe,
    /// `poll` and `select`.
    Await(Awaits),
    /// `sendto`.
    SendTo,
    /// `recvfrom`.
    ReceiveFrom,
    /// `gethostname`.
    HostName,
    /// `dup2`.
    DuplicateTo,
    /// `fileno` and `dirfd`.
    DescriptorOf,
    /// `fclose`, `pclose` and `closedir`.
    CloseStream(Closes),
    /// `bind`, `listen`, `connect` and `accept`.
    OnSocket(OnSocket),
    /// `stat` and its kin.
    Status(Status),
    /// `wait` and `waitpid`: where the status goes is the argument with this number.
    WaitForProcess(u8),
    /// `fork`: makes a process, which is not executed.
    Fork,
    /// `getenv`, `setenv`, `unsetenv` and `putenv`.
    Environment(Variable),
    /// `sigaction`.
    SignalAction,
    /// `sysconf` and its kin.
    Configuration(Configured),
    /// `getrlimit` and `setrlimit`.
    Limit(Limiting),
    /// `fcntl`.
    ControlDescriptor,
    /// `isatty`, `tcgetattr`, `tcsetattr` and `ioctl`.
    Terminal(Terminal),
    /// `chdir`.
    ChangeFolder,
    /// `lseek`.
    Seek,
    /// `pwrite`.
    WriteAt,
    /// `realpath`.
    RealPath,
    /// `feof` and its kin.
    #[serde(rename = "stream")]
    OfStream(OfStream),
    /// `times`.
    Ticks,
    /// `alarm`.
    Alarm,
    /// `pthread_sigmask` and `sigprocmask`.
    BlockSignals,
    /// `getopt` and `getopt_long`.
    Options(Options),
    /// `localtime` and `gmtime`.
    Date(Zone),
    /// `setlocale`.
    Locale,
    /// `setbuf` and `setvbuf`: the library keeps a buffer of its own, where the second argument is null.
    StreamBuffer,
    /// `gai_strerror`.
    AddressError,
    /// `inet_ntoa`.
    AddressText,
    /// `putchar`: gives the character, unless it fails.
    PutCharacter,
    /// `fgets`: as [`Routine::FillBytes`], with the memory or null as the result.
    FillText(u8, u8),
    /// `getline`.
    ReadLine,
    /// `getdelim`.
    ReadUntil,
    /// `rand`.
    Random,
    /// `srand`.
    Seed,
    /// `strerror`.
    ErrorMessage,
    /// `__errno_location`.
    ErrorNumber,
    /// `clock`.
    ProcessorTime,
    /// `rand_r`: the seed is where the argument points.
    RandomFromSeed,
    /// An atomic operation.
    #[serde(skip)]
    Atomic(AtomicRoutine),
    /// `qsort`.
    Sort,
    /// `qsort_r`: the comparison is passed the last argument as well.
    SortWith,
    /// `bsearch`.
    SearchArray,
    /// `signal`.
    Signal,
    /// `raise`, `pthread_kill`, `kill`.
    SendSignal(Receiver),
    /// `sigwait`.
    AwaitSignal,
    /// `thrd_sleep`.
    C11Sleep,
    /// `pthread_cancel`.
    Cancel,
    /// `pthread_setcancelstate`, `pthread_setcanceltype`.
    ChangeCancellation(Way),
    /// `pthread_testcancel`, `sleep`.
    TestCancellation,
    /// `pause`.
    Pause,
    /// A function on `long double`.
    #[serde(skip)]
    Extended(Extended),
    /// An operation on numbers of more than 64 bits.
    #[serde(skip)]
    Wide(WideOperation),
    /// Cannot be executed.
    #[serde(skip)]
    Unsupported,
}

impl Routine {
    /// Whether the accesses that the row names are all that it makes besides those to objects of synchronisation.
    pub fn leaves_accesses_to_row(self) -> bool {
        matches!(
            self,
            Routine::Succeed
                | Routine::Unoptimised
                | Routine::Shell
                | Routine::AttributeInit(_)
                | Routine::AttributeChoice(_)
                | Routine::Scheduling(_)
                | Routine::NameThread
                | Routine::Fallible
                | Routine::Handle(_)
                | Routine::Descriptor(_)
                | Routine::Status(_)
                | Routine::WaitForProcess(_)
                | Routine::RealPath
                | Routine::ChangeFolder
                | Routine::Terminal(Terminal::Set)
                | Routine::OfStream(_)
                | Routine::TestCancellation
                | Routine::Sleep
                | Routine::C11Sleep
                | Routine::SavePlace
                | Routine::Signal
                | Routine::StreamBuffer
                | Routine::MutexTimedLock(_)
                | Routine::TryReadLock(_)
                | Routine::TryWriteLock(_)
                | Routine::TimedReadWriteLock(_)
                | Routine::ConditionTimedWait(_)
                | Routine::SemaphoreTryWait
                | Routine::SemaphoreTimedWait
        )
    }

    /// Whether it ends the thread or the execution.
    pub fn never_returns(self) -> bool {
        matches!(
            self,
            Routine::Abort
                | Routine::Exit
                | Routine::ExitWithMessage
                | Routine::QuickExit
                | Routine::ExitAtOnce
                | Routine::ThreadExit
        )
    }

    /// Whether the environment may make it fail, so that `errno` changes.
    pub fn may_fail_for_reasons_of_its_own(self) -> bool {
        matches!(
            self,
            Routine::FillBytes(..)
                | Routine::FillText(..)
                | Routine::ReadLine
                | Routine::ReadUntil
                | Routine::ReadBytes(..)
                | Routine::ReceiveFrom
                | Routine::ReadString
                | Routine::FillItems
                | Routine::ReadItems
                | Routine::WorkingFolder
                | Routine::PutString(_)
                | Routine::Fallible
                | Routine::Handle(_)
                | Routine::Descriptor(_)
                | Routine::PutCharacter
                | Routine::SemaphoreTryWait
                | Routine::SemaphoreTimedWait
                | Routine::TestCancellation
                | Routine::Sleep
                | Routine::C11Sleep
        )
    }

    /// The arguments that point to objects of synchronisation, and how these are accessed: what uses one conflicts with what makes or
    /// destroys it, with its release and with plain writes, and not with other uses.
    pub fn uses(self) -> &'static [(usize, AccessKind)] {
        match self {
            Routine::MutexInit
            | Routine::C11MutexInit
            | Routine::ReadWriteInit
            | Routine::ConditionInit
            | Routine::SemaphoreInit
            | Routine::BarrierInit
            | Routine::Destroy => &[(0, AccessKind::Renew)],
            Routine::ConditionWait | Routine::ConditionTimedWait(_) => {
                &[(0, AccessKind::AtomicRead), (1, AccessKind::AtomicRead)]
            }
            Routine::MutexLock
            | Routine::MutexTryLock(_)
            | Routine::MutexTimedLock(_)
            | Routine::MutexUnlock
            | Routine::ReadLock
            | Routine::TryReadLock(_)
            | Routine::WriteLock
            | Routine::SpinLock
            | Routine::TryWriteLock(_)
            | Routine::TimedReadWriteLock(_)
            | Routine::ReadWriteUnlock
            | Routine::ConditionSignal
            | Routine::ConditionBroadcast
            | Routine::SemaphoreWait
            | Routine::SemaphoreTryWait
            | Routine::SemaphoreTimedWait
            | Routine::SemaphorePost
            | Routine::SemaphoreValue
            | Routine::BarrierWait
            | Routine::Once => &[(0, AccessKind::AtomicRead)],
            _ => &[],
        }
    }

    /// Whether all that others could notice of it is a change of the object that its first argument points to.
    pub fn works_on_first(self) -> bool {
        match self {
            Routine::Destroy => true,
            Routine::Atomic(atomic) => atomic.works_on_first(),
            // These write elsewhere, or run a routine.
            Routine::SemaphoreValue | Routine::Once => false,
            _ => self.uses() == [(0, AccessKind::AtomicRead)],
        }
    }

    /// Whether no other thread can notice the call, and the call cannot end the execution.
    pub fn is_silent(self) -> bool {
        matches!(
            self,
            Routine::ThreadSelf
                | Routine::ThreadEqual
                | Routine::Nondeterministic
                | Routine::First
                | Routine::Succeed
                | Routine::Fallible
                | Routine::PutCharacter
                | Routine::CharacterTable(_)
                | Routine::Allocate(_)
                | Routine::AllocateInPages
                | Routine::AllocateZeroed { .. }
                | Routine::AllocateOnStack
        )
    }
}
