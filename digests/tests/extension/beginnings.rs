//! Beginnings: whether any thread was created in the ego's past.
//!
//! **Elements.** `NothingCreated` stands for the local traces without any creation, `Created` for those with one, `Any` for
//! all.
//!
//! **Why the predicate is sound.** It is that of Proposition 2: where nothing was created yet, nothing can be observed of
//! a trace that contains a creation.

use pepsin_digests::{Action, Context, Creation, Describe, Digest, Names, Next};
use pepsin_lattice::Lattice;

/// What was created.
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

/// The digest of beginnings.
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

    fn render(&self, element: &Beginning, _: &dyn Describe) -> String {
        format!("{element:?}")
    }
}
