//! Mutants: each formula of the theory with one condition changed, to see that a law fails.
//!
//! A law that no mutant can break checks nothing, and a condition that no law notices is either not checked or not
//! needed. Each mutant names the formula that it changes; [`caught_by`] says which law catches it.

mod children;
mod held;
mod order;
mod started;
mod tokens;

use super::choices::Choices;
use super::creation::{Algebra, creation_laws};
use super::meaning::MEANINGS;
use super::replay::{Failure, Interferes, Subject};
use super::{Bounds, check};
use crate::action::Action;
use crate::catalogue::{ByDefault, Catalogue, Row};
use crate::digest::{Context, Creation, Digest, Next, Pair};
use crate::names::{Describe, Names};
use crate::product::Digests;
use crate::verdict::Judgement;

/// What a mutant changes.
#[derive(Clone, Copy)]
pub enum Change {
    /// A digest: the row that takes the place of the one with the same id.
    Digest(Row),
    /// Which writes are visible.
    Visibility(Interferes),
    /// The operations on creation histories.
    Algebra(Algebra),
}

/// A formula with one condition changed.
#[derive(Clone, Copy)]
pub struct Mutant {
    /// The formula, by the row's id or by name.
    pub formula: &'static str,
    /// What is changed, as a sentence about the mutant.
    pub change: &'static str,
    /// The mutated part.
    pub part: Change,
}

/// All mutants.
pub fn mutants() -> Vec<Mutant> {
    let parts = [
        held::mutants(),
        started::mutants(),
        order::mutants(),
        children::mutants(),
        tokens::mutants(),
    ];
    parts.into_iter().flatten().collect()
}

/// The law that catches a mutant, with the failure, looking at no more than `programs` random programs; nothing if none
/// does.
pub fn caught_by(mutant: &Mutant, programs: u64) -> Option<(u64, Failure)> {
    (0..programs).find_map(|seed| {
        let mut choices = Choices::seeded(seed, 20_000);
        let failure = match mutant.part {
            Change::Algebra(algebra) => creation_laws(&algebra, &mut choices).err(),
            Change::Digest(row) => {
                let catalogue = Catalogue::standard().with(row);
                broken(&catalogue, Digests::interferes, &mut choices)
            }
            Change::Visibility(interferes) => broken(&Catalogue::standard(), interferes, &mut choices),
        };
        Some((seed, failure?))
    })
}

fn broken(catalogue: &Catalogue, interferes: Interferes, choices: &mut Choices) -> Option<Failure> {
    let subject = Subject {
        digests: &catalogue.track_defaults(),
        meanings: &MEANINGS,
        interferes,
    };
    check(&subject, choices, Bounds::USUAL).err()
}

/// A change of a digest: what is not changed is that of the digest itself.
trait Mutation: Default + Send + 'static {
    /// The digest.
    type Of: Digest + Default;

    fn child(
        of: &Self::Of,
        creator: &<Self::Of as Digest>::Element,
        creation: &Creation,
        context: &Context<'_>,
    ) -> Next<<Self::Of as Digest>::Element> {
        of.child(creator, creation, context)
    }

    fn step(
        of: &Self::Of,
        before: &<Self::Of as Digest>::Element,
        action: &Action,
        context: &Context<'_>,
    ) -> Next<<Self::Of as Digest>::Element> {
        of.step(before, action, context)
    }

    fn observe(
        of: &Self::Of,
        before: &<Self::Of as Digest>::Element,
        action: &Action,
        seen: &<Self::Of as Digest>::Element,
        context: &Context<'_>,
    ) -> Next<<Self::Of as Digest>::Element> {
        of.observe(before, action, seen, context)
    }

    fn excludes(
        of: &Self::Of,
        a: &<Self::Of as Digest>::Element,
        b: &<Self::Of as Digest>::Element,
        pair: &Pair<'_>,
    ) -> Judgement {
        of.excludes(a, b, pair)
    }
}

/// A digest with a change.
#[derive(Default)]
struct Mutated<M: Mutation> {
    of: M::Of,
}

impl<M: Mutation> Digest for Mutated<M> {
    type Element = <M::Of as Digest>::Element;

    fn start(&self, names: &Names) -> Self::Element {
        self.of.start(names)
    }

    fn child(&self, creator: &Self::Element, creation: &Creation, context: &Context<'_>) -> Next<Self::Element> {
        M::child(&self.of, creator, creation, context)
    }

    fn step(&self, before: &Self::Element, action: &Action, context: &Context<'_>) -> Next<Self::Element> {
        M::step(&self.of, before, action, context)
    }

    fn observe(
        &self,
        before: &Self::Element,
        action: &Action,
        seen: &Self::Element,
        context: &Context<'_>,
    ) -> Next<Self::Element> {
        M::observe(&self.of, before, action, seen, context)
    }

    fn excludes(&self, a: &Self::Element, b: &Self::Element, pair: &Pair<'_>) -> Judgement {
        M::excludes(&self.of, a, b, pair)
    }

    fn observations(&self) -> usize {
        self.of.observations()
    }

    fn forget_observations(&self) {
        self.of.forget_observations();
    }

    fn render(&self, element: &Self::Element, describe: &dyn Describe) -> String {
        self.of.render(element, describe)
    }
}

/// The mutant of the digest in the catalogue's row `formula` that `M` makes.
fn mutant<M: Mutation>(formula: &'static str, change: &'static str) -> Mutant {
    let row = Row::digest::<Mutated<M>>(formula, "mutant", ByDefault::On, change);
    Mutant {
        formula,
        change,
        part: Change::Digest(row),
    }
}

/// Excludes the pair if `condition` holds, and if the digest itself does.
fn also_excluded(condition: bool, otherwise: Judgement) -> Judgement {
    if condition {
        Judgement::Excluded(crate::verdict::Reason::new("mutant"))
    } else {
        otherwise
    }
}

/// Declares changes of a digest, each by the method that it replaces.
macro_rules! mutations {
    ($list:ident of $formula:literal: $digest:ty; $($name:ident: $change:literal { $method:item })*) => {
        $(
            #[derive(Default)]
            struct $name;

            impl Mutation for $name {
                type Of = $digest;
                $method
            }
        )*

        /// The mutants of the digest.
        fn $list() -> Vec<Mutant> {
            vec![$(mutant::<$name>($formula, $change)),*]
        }
    };
}
use mutations;
