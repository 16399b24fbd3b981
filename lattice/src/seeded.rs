//! Defects on purpose: what the tests must find, if they are any good.
//!
//! With the feature `seeded-bugs`, one defect at a time can be switched on, and each stands where a real one could be.
//! Without it, [`is_seeded`] is the constant `false`, and no trace of the defects is compiled.
//! (Mutation testing: DeMillo, Lipton and Sayward, 1978.)

/// A defect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bug {
    /// A digest transfer: releasing a lock leaves it in the lockset.
    UnlockKeepsLock = 1,
    /// A predicate: two holds for reading exclude each other.
    ReadersExclude,
    /// The byte overlap: accesses overlap only if they start at the same byte.
    OverlapOfStarts,
    /// Escape: what is passed to a created thread stays private.
    ArgumentStaysPrivate,
    /// The join transfer: joining one of several threads counts as joining the first.
    JoinOfAny,
    /// Unlock of a may-alias: an uncertain release releases nothing.
    UncertainUnlock,
    /// A missing initial observable: a lock can be taken only after it was released.
    NoInitialObservable,
    /// Widening: a value that grows is left as it is.
    WideningForgets,
    /// The update rule: a contribution that grows is dropped.
    UpdateDropped,
    /// Unions: a part of a scalar reads as all of it.
    PartReadsWhole,
}

impl Bug {
    /// All of them.
    pub const ALL: [Bug; 10] = [
        Bug::UnlockKeepsLock,
        Bug::ReadersExclude,
        Bug::OverlapOfStarts,
        Bug::ArgumentStaysPrivate,
        Bug::JoinOfAny,
        Bug::UncertainUnlock,
        Bug::NoInitialObservable,
        Bug::WideningForgets,
        Bug::UpdateDropped,
        Bug::PartReadsWhole,
    ];

    /// What it changes, as a sentence.
    #[must_use]
    pub const fn change(self) -> &'static str {
        match self {
            Bug::UnlockKeepsLock => "A digest transfer: releasing a lock leaves it in the lockset.",
            Bug::ReadersExclude => "A predicate: two holds for reading exclude each other.",
            Bug::OverlapOfStarts => "The byte overlap: accesses overlap only if they start at the same byte.",
            Bug::ArgumentStaysPrivate => "Escape: what is passed to a created thread stays private.",
            Bug::JoinOfAny => "The join transfer: joining one of several threads counts as joining the first.",
            Bug::UncertainUnlock => "Unlock of a may-alias: an uncertain release releases nothing.",
            Bug::NoInitialObservable => "A missing initial observable: a lock can be taken only after it was released.",
            Bug::WideningForgets => "Widening: a value that grows is left as it is.",
            Bug::UpdateDropped => "The update rule: a contribution that grows is dropped.",
            Bug::PartReadsWhole => "Unions: a part of a scalar reads as all of it.",
        }
    }
}

#[cfg(feature = "seeded-bugs")]
static ACTIVE: std::sync::atomic::AtomicU8 = std::sync::atomic::AtomicU8::new(0);

/// Whether a defect is switched on.
#[cfg(feature = "seeded-bugs")]
pub fn is_seeded(bug: Bug) -> bool {
    ACTIVE.load(std::sync::atomic::Ordering::Relaxed) == bug as u8
}

/// Whether a defect is switched on: never in this build.
#[cfg(not(feature = "seeded-bugs"))]
#[inline(always)]
pub const fn is_seeded(_: Bug) -> bool {
    false
}

/// Switches one defect on, and all others off.
#[cfg(feature = "seeded-bugs")]
pub fn seed(bug: Option<Bug>) {
    let number = bug.map_or(0, |bug| bug as u8);
    ACTIVE.store(number, std::sync::atomic::Ordering::Relaxed);
}
