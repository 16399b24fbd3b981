//! What calls give or leave in `errno` where they are refused: the numbers of Linux (`asm-generic/errno.h`), and those of C11's threads
//! in glibc (`<threads.h>`).

/// `EPERM`: the caller does not own it.
pub const NOT_OWNER: u64 = 1;
/// `ENOENT`.
pub const NO_SUCH_FILE: u64 = 2;
/// `ESRCH`.
pub const NO_SUCH_THREAD: u64 = 3;
/// `EINTR`.
pub const INTERRUPTED: u64 = 4;
/// `EBADF`.
pub const BAD_DESCRIPTOR: u64 = 9;
/// `ECHILD`.
pub const NO_CHILDREN: u64 = 10;
/// `EAGAIN`.
pub const AGAIN: u64 = 11;
/// `ENOMEM`.
pub const NO_MEMORY: u64 = 12;
/// `EBUSY`.
pub const BUSY: u64 = 16;
/// `EINVAL`.
pub const INVALID: u64 = 22;
/// `ENFILE`: the system has no more.
pub const NO_FILES_OF_SYSTEM: u64 = 23;
/// `EMFILE`: the process has no more.
pub const NO_DESCRIPTORS: u64 = 24;
/// `ENOTTY`.
pub const NO_TERMINAL: u64 = 25;
/// `ENOSPC`.
pub const NO_SPACE: u64 = 28;
/// `ESPIPE`.
pub const NO_POSITIONS: u64 = 29;
/// `EDOM`.
pub const OUT_OF_DOMAIN: u64 = 33;
/// `ERANGE`.
pub const OUT_OF_RANGE: u64 = 34;
/// `EDEADLK`.
pub const DEADLOCK: u64 = 35;
/// `EOVERFLOW`.
pub const OVERFLOW: u64 = 75;
/// `EILSEQ`.
pub const ILLEGAL_SEQUENCE: u64 = 84;
/// `EAFNOSUPPORT`.
pub const NO_SUCH_FAMILY: u64 = 97;
/// `ETIMEDOUT`.
pub const TIMED_OUT: u64 = 110;

/// `thrd_error`.
pub const C11_ERROR: u64 = 2;
/// `thrd_timedout`.
pub const C11_TIMED_OUT: u64 = 4;
