//! Update rules: how a contribution raises the fact of a global, or the starts of a local.
//!
//! A rule decides two things: whether contributions are kept apart by origin, so that they can be lowered again,
//! and when one that grows is widened. How they are kept is told in the module `cell`.
//! (The rules of Stemmler, Schwarz, Erhard, Tilscher and Seidl, "Taking out the toxic trash: recovering precision in
//! mixed flow-sensitive static analyses", PLDI 2025.)

use pepsin_lattice::Widen;

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
    /// Raises a contribution, and the fact with it; returns whether the fact changed.
    fn raise<V: Widen>(&self, operands: Raise<'_, V>, extrapolator: &mut Extrapolator) -> bool;

    /// Whether contributions are kept apart, so that they can be lowered.
    fn keeps_apart(&self) -> bool {
        true
    }
}

/// The operands of [`Rule::raise`].
pub(crate) struct Raise<'c, V> {
    /// The fact: the join of all contributions.
    pub(crate) fact: &'c mut V,
    /// The contribution of the origin, so far.
    pub(crate) held: &'c mut V,
    /// What the origin contributes, not below `held`.
    pub(crate) next: &'c V,
    /// The ups and downs of the contribution.
    pub(crate) course: &'c mut Course,
}

impl Rule for UpdateRule {
    fn raise<V: Widen>(&self, operands: Raise<'_, V>, extrapolator: &mut Extrapolator) -> bool {
        match self {
            Self::Accumulate => Accumulate.raise(operands, extrapolator),
            Self::ByOrigin => ByOrigin.raise(operands, extrapolator),
            Self::Reluctant => Reluctant.raise(operands, extrapolator),
            Self::Unwidened => Unwidened.raise(operands, extrapolator),
        }
    }

    fn keeps_apart(&self) -> bool {
        match self {
            Self::Accumulate => Accumulate.keeps_apart(),
            Self::ByOrigin => ByOrigin.keeps_apart(),
            Self::Reluctant => Reluctant.keeps_apart(),
            Self::Unwidened => Unwidened.keeps_apart(),
        }
    }
}

/// σ g := σ g ▽ v.
struct Accumulate;

impl Rule for Accumulate {
    fn raise<V: Widen>(&self, operands: Raise<'_, V>, extrapolator: &mut Extrapolator) -> bool {
        let Raise {
            fact,
            held,
            next,
            course,
        } = operands;
        let first = held.is_bottom();
        held.join(next);
        if next.leq(fact) {
            false
        } else if first {
            extrapolator.join(course, fact, next)
        } else {
            extrapolator.grow(course, fact, next)
        }
    }

    fn keeps_apart(&self) -> bool {
        false
    }
}

/// c(x, g) := c(x, g) ▽ v, σ g := ⨆ c(·, g).
struct ByOrigin;

impl Rule for ByOrigin {
    fn raise<V: Widen>(&self, operands: Raise<'_, V>, extrapolator: &mut Extrapolator) -> bool {
        let Raise {
            fact,
            held,
            next,
            course,
        } = operands;
        extrapolator.grow(course, held, next);
        fact.join(held)
    }
}

/// c(x, g) := c(x, g) ⊔ v if v ⊑ σ g, and as [`ByOrigin`] otherwise.
struct Reluctant;

impl Rule for Reluctant {
    fn raise<V: Widen>(&self, operands: Raise<'_, V>, extrapolator: &mut Extrapolator) -> bool {
        if !operands.next.leq(operands.fact) {
            return ByOrigin.raise(operands, extrapolator);
        }
        extrapolator.join(operands.course, operands.held, operands.next);
        false
    }
}

/// c(x, g) := c(x, g) ⊔ v, σ g := ⨆ c(·, g).
struct Unwidened;

impl Rule for Unwidened {
    fn raise<V: Widen>(&self, operands: Raise<'_, V>, extrapolator: &mut Extrapolator) -> bool {
        extrapolator.join(operands.course, operands.held, operands.next);
        operands.fact.join(operands.held)
    }
}
