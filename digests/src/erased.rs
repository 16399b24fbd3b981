//! A digest whose element type is forgotten, so that a product can be a list made at run time.
//!
//! The elements of a digest are interned: outside they are numbers, equal elements have equal numbers, and joins and
//! comparisons are remembered for pairs of numbers.

use crate::action::Action;
use crate::digest::{Context, Creation, Digest, Next, Pair};
use crate::names::{Describe, Interner, Names};
use crate::verdict::Judgement;
use core::any::{Any, TypeId};
use core::cell::RefCell;
use hashbrown::HashMap;
use pepsin_lattice::Lattice;
use rustc_hash::FxBuildHasher;
use std::sync::Arc;

/// The numbers of the elements that an operation leads to.
pub(crate) type Numbers = Vec<u32>;

type PairTable<T> = RefCell<HashMap<(u32, u32), T, FxBuildHasher>>;

/// A digest behind numbers.
pub(crate) trait Erased: Send {
    /// The type of the digest's elements.
    fn element_type(&self) -> TypeId;
    /// The element with a number, as an `Arc` of the digest's element type.
    fn element(&self, number: u32) -> Arc<dyn Any + Send + Sync>;
    fn start(&self, names: &Names) -> u32;
    fn child(&self, creator: u32, creation: &Creation, context: &Context<'_>) -> Numbers;
    fn step(&self, before: u32, action: &Action, context: &Context<'_>) -> Numbers;
    fn observe(&self, before: u32, action: &Action, seen: u32, context: &Context<'_>) -> Numbers;
    fn excludes(&self, a: u32, b: u32, pair: &Pair<'_>) -> Judgement;
    fn join(&self, a: u32, b: u32) -> u32;
    fn leq(&self, a: u32, b: u32) -> bool;
    fn observations(&self) -> usize;
    fn forget_observations(&self);
    fn is_silent(&self, element: u32) -> bool;
    fn render(&self, element: u32, describe: &dyn Describe) -> String;
}

/// A digest with the table of its elements.
pub(crate) struct Interned<D: Digest> {
    digest: D,
    elements: RefCell<Interner<D::Element>>,
    joins: PairTable<u32>,
    orders: PairTable<bool>,
}

impl<D: Digest> Interned<D> {
    pub(crate) fn new(digest: D) -> Self {
        Self {
            digest,
            elements: RefCell::default(),
            joins: RefCell::default(),
            orders: RefCell::default(),
        }
    }

    fn get(&self, number: u32) -> Arc<D::Element> {
        self.elements.borrow().get(number as usize).clone()
    }

    fn intern(&self, element: D::Element) -> u32 {
        self.elements.borrow_mut().intern(element)
    }

    fn numbers(&self, origin: u32, next: Next<D::Element>) -> Numbers {
        match next {
            Next::Unchanged => vec![origin],
            Next::To(element) => vec![self.intern(element)],
            Next::Either(elements) => elements.into_iter().map(|e| self.intern(e)).collect(),
            Next::Impossible => Vec::new(),
        }
    }
}

impl<D: Digest> Erased for Interned<D> {
    fn element_type(&self) -> TypeId {
        TypeId::of::<D::Element>()
    }

    fn element(&self, number: u32) -> Arc<dyn Any + Send + Sync> {
        self.get(number)
    }

    fn start(&self, names: &Names) -> u32 {
        self.intern(self.digest.start(names))
    }

    fn child(&self, creator: u32, creation: &Creation, context: &Context<'_>) -> Numbers {
        let next = self.digest.child(&self.get(creator), creation, context);
        self.numbers(creator, next)
    }

    fn step(&self, before: u32, action: &Action, context: &Context<'_>) -> Numbers {
        let next = self.digest.step(&self.get(before), action, context);
        self.numbers(before, next)
    }

    fn observe(&self, before: u32, action: &Action, seen: u32, context: &Context<'_>) -> Numbers {
        let next = self.digest.observe(&self.get(before), action, &self.get(seen), context);
        self.numbers(before, next)
    }

    fn excludes(&self, a: u32, b: u32, pair: &Pair<'_>) -> Judgement {
        self.digest.excludes(&self.get(a), &self.get(b), pair)
    }

    fn join(&self, a: u32, b: u32) -> u32 {
        if a == b {
            return a;
        }
        if let Some(&known) = self.joins.borrow().get(&(a, b)) {
            return known;
        }
        let mut joined = (*self.get(a)).clone();
        let changed = joined.join(&self.get(b));
        let number = if changed { self.intern(joined) } else { a };
        self.joins.borrow_mut().insert((a, b), number);
        number
    }

    fn leq(&self, a: u32, b: u32) -> bool {
        if a == b {
            return true;
        }
        if let Some(&known) = self.orders.borrow().get(&(a, b)) {
            return known;
        }
        let below = self.get(a).leq(&self.get(b));
        self.orders.borrow_mut().insert((a, b), below);
        below
    }

    fn observations(&self) -> usize {
        self.digest.observations()
    }

    fn forget_observations(&self) {
        self.digest.forget_observations();
    }

    fn is_silent(&self, element: u32) -> bool {
        self.digest.is_silent(&self.get(element))
    }

    fn render(&self, element: u32, describe: &dyn Describe) -> String {
        self.digest.render(&self.get(element), describe)
    }
}
