//! What a digest is.
//!
//! A local trace is what one thread, the ego, can know of the computation: its own past and the pasts that it
//! observed. A digest abstracts local traces by a set of elements, and has an operation for each kind of action
//! (Schwarz and Erhard, "The digest framework", STTT 2024, section 3):
//!
//! - `init`, the element of the program's start ([`Digest::start`]);
//! - `new(A, u)`, the elements of a thread that starts at `u`, created by one with `A` ([`Digest::child`]);
//! - `⟦act⟧(A)`, those after an action that observes nothing ([`Digest::step`]);
//! - `⟦act⟧(A0, A1)`, those after an observing action, where `A1` belongs to the trace observed ([`Digest::observe`]).
//!
//! A digest must be *admissible*: every operation over-approximates the concrete one; and *access stable*:
//! [`Action::AccessLock`] and [`Action::AccessUnlock`] change nothing. Here elements are *abstract* digests: an element
//! stands for a set of concrete ones, elements are joined, and the operations are monotone. What is excluded must
//! be excluded for every pair of concrete digests that two elements stand for.
//!
//! **Siblings.** A digest is tracked together with others, and may use what these know: [`Context::before`] holds the
//! product element before the action, [`Context::after`] the components that are computed already, which are those of
//! the catalogue's rows above this digest's. So the rows form a reduced product, with reductions downwards only.
//! A sibling that is not tracked is absent, and then a digest does without.

use crate::action::Action;
use crate::facts::{Facts, NoFacts};
use crate::names::{Describe, EdgeId, Names};
use crate::product::Siblings;
use crate::verdict::{Judgement, Reason};
use core::fmt::Debug;
use core::hash::Hash;
use pepsin_lattice::Lattice;

/// The elements that an operation leads to, a small set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next<E> {
    /// The element from which the operation started, and nothing else.
    Unchanged,
    /// This element.
    To(E),
    /// Each of these elements is possible.
    Either(Vec<E>),
    /// The operation cannot happen: `⟦act⟧(A) = ∅`.
    Impossible,
}

impl<E> Next<E> {
    /// `element`, or [`Next::Unchanged`] if that says the same.
    pub fn from_change(element: E, changed: bool) -> Self {
        if changed { Self::To(element) } else { Self::Unchanged }
    }
}

/// What surrounds an operation.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The tables of names.
    pub names: &'a Names,
    /// What the abstract state knows about operands.
    pub facts: &'a dyn Facts,
    /// The ego's components before the action; for [`Digest::child`], the creator's before the creation.
    pub before: Siblings<'a>,
    /// The components after the action, of the rows above this one; for [`Digest::child`], the created thread's.
    pub after: Siblings<'a>,
    /// The components of the trace observed, if the action observes one.
    pub seen: Option<Siblings<'a>>,
}

/// What surrounds the comparison of two accesses.
#[derive(Clone, Copy)]
pub struct Pair<'a> {
    /// The tables of names.
    pub names: &'a Names,
    /// All components of the first access.
    pub first: Siblings<'a>,
    /// All components of the second access.
    pub second: Siblings<'a>,
}

impl<'a> Pair<'a> {
    /// The same pair, the other way round.
    pub fn swapped(self) -> Self {
        Self {
            first: self.second,
            second: self.first,
            ..self
        }
    }

    /// The context in which the first access's thread observes what the second one left.
    pub fn observation(self) -> Context<'a> {
        Context {
            names: self.names,
            facts: &NoFacts,
            before: self.first,
            after: self.first,
            seen: Some(self.second),
        }
    }
}

/// A creation, as the created thread sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Creation {
    /// Where the thread is created.
    pub edge: EdgeId,
    /// Whether the creation stands for one execution or for several.
    pub repetition: crate::action::Repetition,
}

/// A digest: an abstraction of the past of an access, closed under actions.
pub trait Digest: Send + 'static {
    /// An abstract digest. `a ⊑ b`: all local traces that `a` stands for, `b` stands for too.
    type Element: Lattice + Eq + Hash + Debug + Send + Sync + 'static;

    /// `init`: the element of the program's start.
    fn start(&self, names: &Names) -> Self::Element;

    /// `new(A, u)`: the elements of a thread at its start, created by a thread with `creator` before the creation.
    ///
    /// May not be empty where the creation itself is possible. [`Next::Unchanged`] means that the created thread
    /// starts with the creator's element.
    fn child(&self, creator: &Self::Element, creation: &Creation, context: &Context<'_>) -> Next<Self::Element>;

    /// `⟦act⟧(A)`: the elements after an action. An observing action is given here when it is not known what it observes:
    /// the result must cover everything that can be observed.
    fn step(&self, before: &Self::Element, action: &Action, context: &Context<'_>) -> Next<Self::Element>;

    /// `⟦act⟧(A0, A1)`: the elements after an action that observes a trace with the element `seen`.
    fn observe(
        &self,
        before: &Self::Element,
        action: &Action,
        _seen: &Self::Element,
        context: &Context<'_>,
    ) -> Next<Self::Element> {
        self.step(before, action, context)
    }

    /// `A ||? B`: whether accesses to one memory location, with these elements, never race. Commutative.
    ///
    /// This default is sound for each digest that is admissible and access stable: a race means that either access
    /// may come first, and the second one observes the atomicity mutex that the first one released. So there is none
    /// if `⟦lock m_g⟧(A, B) = ∅` or `⟦lock m_g⟧(B, A) = ∅` (Schwarz and Erhard, 2025, Proposition 2).
    fn excludes(&self, a: &Self::Element, b: &Self::Element, pair: &Pair<'_>) -> Judgement {
        let lock = Action::AccessLock;
        let forward = self.observe(a, &lock, b, &pair.observation());
        let backward = self.observe(b, &lock, a, &pair.swapped().observation());
        if forward == Next::Impossible || backward == Next::Impossible {
            Judgement::Excluded(Reason::new("unobservable").text("the two accesses cannot happen in either order"))
        } else {
            Judgement::NotExcluded(Reason::new("observable").text("the two accesses can happen in either order"))
        }
    }

    /// How many things the digest has noted beside its elements while operations were computed. Few digests note
    /// anything: those whose predicate needs what other threads do later (CL).
    fn observations(&self) -> usize {
        0
    }

    /// Forgets what the digest has noted beside its elements.
    fn forget_observations(&self) {}

    /// Whether an element knows nothing by which a pair could be excluded: there is no such synchronisation in its past.
    /// Explanations pass over it.
    fn is_silent(&self, _element: &Self::Element) -> bool {
        false
    }

    /// Spells an element for people.
    fn render(&self, element: &Self::Element, describe: &dyn Describe) -> String;
}
