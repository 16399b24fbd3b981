//! Update rules: how a contribution raises the fact of a global, or the starts of a local.
//!
//! A rule decides two things: whether contributions are kept apart by origin, so that they can be lowered again,
//! and when one that grows is widened. How they are kept is told in the module `cell`.
//! (The rules of Stemmler, Schwarz, Erhard, Tilscher and Seidl, "Taking out the toxic trash: recovering precision in
//! mixed flow-sensitive static analyses", PLDI 2025.)

use pepsin_lattice::Widen;
use pepsin_lattice::seeded::{Bug, is_seeded};

use crate::warrowing::{Course, Extrapolator};

/// How the contributions to one global make up its fact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UpdateRule {
    /// The fact is one value for all origins, which only grows.
    ///
    /// Growths are counted by origin: that many origins contribute once each is no reason to widen.
    Accumulate,
    /// Contributions are kept by origin; each is widened and narrowed on its own.
    ByOrigin,
    /// Contributions are kept by origin; one that grows is widened only if the fact would grow.
    ///
    /// A contribution that grows below the fact wakes no reader, so it closes no cycle.
    #[default]
    Reluctant,
    /// Contributions are kept by origin and joined only, never widened.
    ///
    /// The facts must have no infinite ascending chain.
    Unwidened,
}

/// What an [`UpdateRule`] decides.
pub(crate) trait Rule {
    /// Raises what is held of a contribution by `next`, which is not below it, and returns whether it changed.
    ///
    /// The fact is the join of all that is held; the course tells the ups and downs of the contribution.
    fn raise<V: Widen>(
        &self,
        held: &mut V,
        next: &V,
        fact: &V,
        course: &mut Course,
        extrapolator: &mut Extrapolator,
    ) -> bool;

    /// Whether what is held is one for each origin, or one for all.
    fn holding(&self) -> Holding {
        Holding::ByOrigin
    }
}

/// For whom a contribution is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holding {
    /// For its origin: it can be lowered when the origin contributes less.
    ByOrigin,
    /// For all origins together: it can only be raised.
    Together,
}

impl Rule for UpdateRule {
    fn raise<V: Widen>(
        &self,
        held: &mut V,
        next: &V,
        fact: &V,
        course: &mut Course,
        extrapolator: &mut Extrapolator,
    ) -> bool {
        match self {
            Self::Accumulate => Accumulate.raise(held, next, fact, course, extrapolator),
            Self::ByOrigin => ByOrigin.raise(held, next, fact, course, extrapolator),
            Self::Reluctant => Reluctant.raise(held, next, fact, course, extrapolator),
            Self::Unwidened => Unwidened.raise(held, next, fact, course, extrapolator),
        }
    }

    fn holding(&self) -> Holding {
        match self {
            Self::Accumulate => Accumulate.holding(),
            Self::ByOrigin => ByOrigin.holding(),
            Self::Reluctant => Reluctant.holding(),
            Self::Unwidened => Unwidened.holding(),
        }
    }
}

/// σ g := σ g ▽ v.
struct Accumulate;

impl Rule for Accumulate {
    fn raise<V: Widen>(
        &self,
        held: &mut V,
        next: &V,
        _: &V,
        course: &mut Course,
        extrapolator: &mut Extrapolator,
    ) -> bool {
        extrapolator.grow(course, held, next)
    }

    fn holding(&self) -> Holding {
        Holding::Together
    }
}

/// c(x, g) := c(x, g) ▽ v, σ g := ⨆ c(·, g).
struct ByOrigin;

impl Rule for ByOrigin {
    fn raise<V: Widen>(
        &self,
        held: &mut V,
        next: &V,
        _: &V,
        course: &mut Course,
        extrapolator: &mut Extrapolator,
    ) -> bool {
        extrapolator.grow(course, held, next)
    }
}

/// c(x, g) := c(x, g) ⊔ v if v ⊑ σ g, and c(x, g) ▽ v otherwise.
struct Reluctant;

impl Rule for Reluctant {
    fn raise<V: Widen>(
        &self,
        held: &mut V,
        next: &V,
        fact: &V,
        course: &mut Course,
        extrapolator: &mut Extrapolator,
    ) -> bool {
        if (is_seeded(Bug::UpdateDropped) || is_seeded(Bug::VerificationIgnored)) && !held.is_bottom() {
            return false;
        }
        if next.leq(fact) {
            extrapolator.join(course, held, next)
        } else {
            extrapolator.grow(course, held, next)
        }
    }
}

/// c(x, g) := c(x, g) ⊔ v.
struct Unwidened;

impl Rule for Unwidened {
    fn raise<V: Widen>(
        &self,
        held: &mut V,
        next: &V,
        _: &V,
        course: &mut Course,
        extrapolator: &mut Extrapolator,
    ) -> bool {
        extrapolator.join(course, held, next)
    }
}
