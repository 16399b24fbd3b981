//! Writes, as those hear of them who claim something of what is written.
//!
//! What a write is made *as* is an argument of it: a claim holds a write against itself unless the write was made as one that the
//! claim allows, which was checked before.

use pepsin_digests::DigestId;

use crate::semantics::state::inscriptions::{Inscribed, NumberId};
use crate::semantics::state::{Extent, NarrowStep, Variable};
use crate::values::{Addresses, ObjectId, Strength};

/// No semaphore or barrier has fewer bytes.
pub const LEAST_SYNCHRONISATION: u64 = 16;
/// The member of a mutex that says what kind it is, in the headers of glibc and musl.
pub const KIND: &str = "__kind";

/// A write to some bytes of an object.
#[derive(Clone, Copy, Debug)]
pub struct Write {
    /// The object.
    pub object: ObjectId,
    /// The bytes.
    pub bytes: Extent,
    /// Whether what they held is gone.
    pub strength: Strength,
    /// As what the write is made.
    pub intent: Intent,
}

impl Write {
    /// A write by which nobody means anything but the bytes.
    pub fn plain(object: ObjectId, bytes: Extent, strength: Strength) -> Self {
        Write {
            object,
            bytes,
            strength,
            intent: Intent::PLAIN,
        }
    }
}

/// As what a write is made.
#[derive(Clone, Copy, Debug)]
pub struct Intent {
    /// The watched variable, by its number, of which it was checked that the write is one of a lock.
    pub lock: Option<usize>,
    /// As what the write is recorded, if it acquires or releases such a lock.
    pub guard: Option<Guard>,
    /// The number of those who are somewhere, by its number, that the write changes by one who comes or goes.
    pub tally: Option<usize>,
    /// As which take.
    pub take: Taking,
    /// The counter, by its dispenser, of which the write is a change.
    pub counter: Option<usize>,
    /// What it tells of the numbers that threads will find.
    pub inscribes: Inscribed,
    /// The number that it certainly writes, if that is told, as it was interned.
    pub number: Option<NumberId>,
    /// Whether what it writes leads, as far as it leads anywhere, to memory to which no other pointer was ever stored (row RW).
    pub is_sole: bool,
    /// What it does to objects of synchronisation that it meets.
    pub over: Over,
}

/// What a write does to objects of synchronisation that it meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// They may be others behind it.
    Changes,
    /// The library initialises one by it.
    Initialises,
    /// It makes them zero, whatever it leaves in padding beside them.
    Clears,
}

impl Intent {
    /// As nothing but a write.
    pub const PLAIN: Intent = Intent {
        lock: None,
        guard: None,
        tally: None,
        take: Taking::Nothing,
        counter: None,
        inscribes: Inscribed::NOTHING,
        number: None,
        is_sole: false,
        over: Over::Changes,
    };
    /// As one that makes memory zero.
    pub const CLEARING: Intent = Intent {
        over: Over::Clears,
        ..Intent::PLAIN
    };
    /// As the initialisation of an object of synchronisation.
    pub const INITIALISATION: Intent = Intent {
        over: Over::Initialises,
        ..Intent::PLAIN
    };
}

/// Whether a write is a take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taking {
    /// It is none.
    Nothing,
    /// From a dispenser, under the locks held.
    UnderLock(usize),
    /// From a dispenser, by an atomic addition, which is a step of a counter that may begin anew or not.
    Atomically(usize, Option<NarrowStep>),
}

/// The lock that a write acquires or releases, and the ego's past with the lock held.
#[derive(Clone, Copy, Debug)]
pub struct Guard {
    pub variable: Variable,
    /// The summary under which the write to the variable is recorded.
    pub past: DigestId,
}

impl Guard {
    /// Whether an access at these addresses is one to the variable that the lock is made of.
    pub fn covers(&self, addresses: &Addresses, size: u64) -> bool {
        Variable::at(addresses, size) == Some(self.variable)
    }
}
