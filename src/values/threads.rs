//! Sets of threads that a thread handle may name.

use std::sync::Arc;

use pepsin_lattice::{Bottom, Lattice, Widen};

use super::object::ThreadId;

/// The threads that a handle (`pthread_t`) may name: known ids, and perhaps others.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Threads {
    known: Known,
    unknown: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
enum Known {
    #[default]
    None,
    One(ThreadId),
    /// At least two, sorted.
    Many(Arc<[ThreadId]>),
}

impl Threads {
    /// No thread.
    pub const NONE: Threads = Threads {
        known: Known::None,
        unknown: false,
    };

    /// Exactly one thread.
    pub fn one(thread: ThreadId) -> Self {
        Threads {
            known: Known::One(thread),
            unknown: false,
        }
    }

    /// Any thread.
    pub fn unknown() -> Self {
        Threads {
            known: Known::None,
            unknown: true,
        }
    }

    /// The known ids, in order.
    pub fn known(&self) -> &[ThreadId] {
        match &self.known {
            Known::None => &[],
            Known::One(thread) => std::slice::from_ref(thread),
            Known::Many(threads) => threads,
        }
    }

    /// Whether threads that are not known may be named.
    pub fn has_unknown(&self) -> bool {
        self.unknown
    }

    /// The only thread named, if there is exactly one.
    pub fn single(&self) -> Option<ThreadId> {
        match (&self.known, self.unknown) {
            (Known::One(thread), false) => Some(*thread),
            _ => None,
        }
    }

    fn add(&mut self, other: &[ThreadId]) {
        let mut all: Vec<ThreadId> = self.known().iter().chain(other).copied().collect();
        all.sort_unstable();
        all.dedup();
        self.known = match all.as_slice() {
            [] => Known::None,
            [one] => Known::One(*one),
            _ => Known::Many(all.into()),
        };
    }
}

impl Lattice for Threads {
    fn join(&mut self, other: &Self) -> bool {
        if other.leq(self) {
            return false;
        }
        self.unknown |= other.unknown;
        self.add(other.known());
        true
    }

    fn leq(&self, other: &Self) -> bool {
        let known = other.known();
        (other.unknown || !self.unknown) && self.known().iter().all(|thread| known.binary_search(thread).is_ok())
    }
}

impl Bottom for Threads {
    fn bottom() -> Self {
        Self::default()
    }

    fn is_bottom(&self) -> bool {
        self.known == Known::None && !self.unknown
    }
}

impl Widen for Threads {}
