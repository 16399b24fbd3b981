//! Why two accesses are ordered, or why not: reasons as data, rendered last.

use crate::action::Section;
use crate::names::{BarrierId, CounterId, Describe, EdgeId, LockId, OnceId, SemaphoreId, SignalId, ThreadId};
use core::fmt;

/// A part of a reason: text or a name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// Words.
    Text(String),
    /// A thread.
    Thread(ThreadId),
    /// A set of threads.
    Threads(Vec<ThreadId>),
    /// A lock.
    Lock(LockId),
    /// A set of locks.
    Locks(Vec<LockId>),
    /// An edge of the creation graph.
    Edge(EdgeId),
    /// A once-control.
    Once(OnceId),
    /// A barrier.
    Barrier(BarrierId),
    /// A semaphore.
    Semaphore(SemaphoreId),
    /// A counter.
    Counter(CounterId),
    /// A signal.
    Signal(SignalId),
    /// A declared section.
    Section(Section),
}

/// One fact about a pair of accesses, in words that contain names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reason {
    /// A stable identifier of the kind of fact, such as `no-common-lock`.
    pub code: &'static str,
    /// The sentence, without its final dot.
    pub sentence: Vec<Piece>,
}

impl Reason {
    /// A reason of this kind that says nothing yet.
    pub fn new(code: &'static str) -> Self {
        Self {
            code,
            sentence: Vec::new(),
        }
    }

    /// The reason, continued by one piece.
    #[must_use]
    pub fn piece(mut self, piece: Piece) -> Self {
        self.sentence.push(piece);
        self
    }

    /// The reason, continued by words.
    #[must_use]
    pub fn text(self, words: impl Into<String>) -> Self {
        self.piece(Piece::Text(words.into()))
    }

    /// The reason, continued by a thread.
    #[must_use]
    pub fn thread(self, id: ThreadId) -> Self {
        self.piece(Piece::Thread(id))
    }

    /// The reason, continued by a lock.
    #[must_use]
    pub fn lock(self, id: LockId) -> Self {
        self.piece(Piece::Lock(id))
    }

    /// The reason, continued by a set of locks.
    #[must_use]
    pub fn locks(self, ids: impl IntoIterator<Item = LockId>) -> Self {
        self.piece(Piece::Locks(ids.into_iter().collect()))
    }

    /// The sentence, without its final dot, with names spelled by `describe`.
    pub fn render(&self, describe: &dyn Describe) -> String {
        self.sentence
            .iter()
            .map(|piece| render_piece(piece, describe))
            .collect()
    }
}

fn render_piece(piece: &Piece, describe: &dyn Describe) -> String {
    let set = |names: Vec<String>| match names.as_slice() {
        [] => "none".to_owned(),
        names => format!("{{{}}}", names.join(", ")),
    };
    match piece {
        Piece::Text(words) => words.clone(),
        Piece::Thread(id) => describe.thread(*id),
        Piece::Threads(ids) => set(ids.iter().map(|&id| describe.thread(id)).collect()),
        Piece::Lock(id) => describe.lock(*id),
        Piece::Locks(ids) => set(ids.iter().map(|&id| describe.lock(id)).collect()),
        Piece::Edge(id) => describe.edge(*id),
        Piece::Once(id) => describe.once(*id),
        Piece::Barrier(id) => describe.barrier(*id),
        Piece::Semaphore(id) => describe.semaphore(*id),
        Piece::Counter(id) => describe.counter(*id),
        Piece::Signal(id) => describe.signal(*id),
        Piece::Section(section) => describe.section(*section),
    }
}

/// What one digest says about a pair of accesses.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Judgement {
    /// They cannot race, because of this.
    Excluded(Reason),
    /// This digest cannot exclude that they race, because of this.
    NotExcluded(Reason),
}

impl Judgement {
    /// Whether the pair cannot race.
    pub fn is_excluded(&self) -> bool {
        matches!(self, Self::Excluded(_))
    }

    /// The fact behind the judgement.
    pub fn reason(&self) -> &Reason {
        match self {
            Self::Excluded(reason) | Self::NotExcluded(reason) => reason,
        }
    }
}

/// A set of tracked digests, by their position in the product.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DigestSet(u64);

impl DigestSet {
    /// How many digests a set, and therefore a product, can hold.
    pub const CAPACITY: usize = 64;

    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// The set of the digests at the given positions, each below [`Self::CAPACITY`].
    pub fn of(positions: impl IntoIterator<Item = usize>) -> Self {
        Self(positions.into_iter().fold(0, |set, at| set | (1 << at)))
    }

    /// Whether the digest at a position is in the set.
    pub fn contains(self, position: usize) -> bool {
        position < Self::CAPACITY && self.0 & (1 << position) != 0
    }

    /// The digests that are in both sets.
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The positions in the set, in ascending order.
    pub fn positions(self) -> impl Iterator<Item = usize> {
        (0..Self::CAPACITY).filter(move |&at| self.contains(at))
    }
}

/// What every tracked digest says about a pair of accesses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// One judgement for each tracked digest, in the order of the product: the row's id, and what it says.
    pub judgements: Vec<(&'static str, Judgement)>,
}

impl Verdict {
    /// The digests that exclude a race.
    pub fn excluding(&self) -> DigestSet {
        let excluded = self.judgements.iter().enumerate();
        DigestSet::of(
            excluded
                .filter(|(_, (_, judgement))| judgement.is_excluded())
                .map(|(at, _)| at),
        )
    }
}

impl fmt::Display for DigestSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.positions()).finish()
    }
}
