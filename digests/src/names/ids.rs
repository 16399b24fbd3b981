//! The kinds of names. Each is a number of its own type, so that a lock cannot be taken for a thread.

use pepsin_lattice::patricia::Key;

macro_rules! name {
    ($(#[$meaning:meta])* $id:ident) => {
        $(#[$meaning])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $id(u32);

        impl $id {
            /// The name with the given number.
            pub const fn new(number: u32) -> Self {
                Self(number)
            }

            /// The number as an index into a table.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl From<$id> for u64 {
            fn from(id: $id) -> u64 {
                u64::from(id.0)
            }
        }

        impl Key for $id {
            fn number(self) -> u64 {
                u64::from(self.0)
            }

            fn from_number(number: u64) -> Self {
                Self(Key::from_number(number))
            }
        }
    };
}

name! {
    /// A thread id: what is known of how a thread was created. Several threads may share one id.
    ThreadId
}
name! {
    /// A lock: one place in memory that holds a mutex, a read-write lock or a spin lock.
    LockId
}
name! {
    /// A memory object, numbered by whoever uses the digests.
    ObjectId
}
name! {
    /// An edge of the creation graph.
    EdgeId
}
name! {
    /// A once-control (`pthread_once_t`).
    OnceId
}
name! {
    /// A barrier (`pthread_barrier_t`).
    BarrierId
}
name! {
    /// A semaphore (`sem_t`).
    SemaphoreId
}
name! {
    /// A counter: an integer that threads count down.
    CounterId
}
name! {
    /// A signal: a variable that gets one value, for good.
    SignalId
}
