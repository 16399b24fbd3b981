//! Beginnings: a digest of three elements, as a template for others. `docs/own-digest.md` tells how it came about.
//!
//! **Elements.** [`Beginning::NothingCreated`] stands for the local traces in which no thread was created, by anybody;
//! [`Beginning::Created`] for those with a creation, [`Beginning::Any`] for all.
//!
//! **Steps.** A creation leads to `Created`, in the thread that creates and in the one that is created; nothing else changes anything.
//!
//! **Why the predicate is sound.** `a ‖? b` is false if `a` or `b` is `NothingCreated`: where no thread was created yet there is one thread
//! only, and all that others do comes after its first creation. (Proposition 2 of Schwarz and Erhard, 2025, derives a predicate from
//! [`Digest::observe`] alone; this one says more, and says why.)
//!
//! ```
//! // The command line with one row more.
//! let arguments = pepsin::races::Arguments::standard().with_digest(own_digest::row());
//! pepsin::cli::run_with(["own-digest", "digests"].map(Into::into), arguments);
//! ```

use pepsin_digests::{
    Action, ByDefault, Context, Creation, Describe, Digest, Judgement, Names, Next, Pair, Reason, Row,
};
use pepsin_lattice::Lattice;

/// What users see of the digest: its id, its name, whether it takes part by default, and what it does.
pub fn row() -> Row {
    Row::digest::<Beginnings>(
        "BEGIN",
        "beginnings",
        ByDefault::On,
        "Whether any thread was created before the access. Excludes accesses before the first creation.",
    )
}

/// What was created before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Beginning {
    /// Nothing, by nobody.
    NothingCreated,
    /// Something, certainly.
    Created,
    /// Nothing, or something.
    Any,
}

impl Lattice for Beginning {
    fn join(&mut self, other: &Self) -> bool {
        let before = *self;
        if *self != *other {
            *self = Self::Any;
        }
        *self != before
    }
}

/// The digest.
#[derive(Default)]
pub struct Beginnings;

impl Digest for Beginnings {
    type Element = Beginning;

    fn start(&self, _: &Names) -> Beginning {
        Beginning::NothingCreated
    }

    fn child(&self, _: &Beginning, _: &Creation, _: &Context<'_>) -> Next<Beginning> {
        Next::To(Beginning::Created)
    }

    fn step(&self, _: &Beginning, action: &Action, _: &Context<'_>) -> Next<Beginning> {
        match action {
            Action::Create { .. } => Next::To(Beginning::Created),
            _ => Next::Unchanged,
        }
    }

    fn observe(&self, before: &Beginning, action: &Action, seen: &Beginning, context: &Context<'_>) -> Next<Beginning> {
        match (before, seen) {
            (Beginning::NothingCreated, Beginning::Created) => Next::Impossible,
            _ => self.step(before, action, context),
        }
    }

    fn excludes(&self, a: &Beginning, b: &Beginning, _: &Pair<'_>) -> Judgement {
        if [a, b].contains(&&Beginning::NothingCreated) {
            Judgement::Excluded(Reason::new("nothing-created").text("one access is made before any thread is created"))
        } else {
            Judgement::NotExcluded(Reason::new("created").text("threads may have been created before both accesses"))
        }
    }

    fn render(&self, element: &Beginning, _: &dyn Describe) -> String {
        match element {
            Beginning::NothingCreated => "no thread was created yet",
            Beginning::Created => "a thread was created",
            Beginning::Any => "a thread may have been created",
        }
        .to_owned()
    }
}
