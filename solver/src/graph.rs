//! The unknowns met so far, what is known of each, and who read whom.
//!
//! Unknowns get dense numbers in the order in which they are met, so everything else is a vector,
//! and the order in which things happen never depends on a hash.

use std::hash::Hash;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

use hashbrown::HashMap;
use pepsin_lattice::Widen;
use rustc_hash::FxBuildHasher;

use crate::cell::Cell;
use crate::warrowing::Course;

/// The number of an unknown.
pub(crate) trait Number: Copy {
    fn new(number: u32) -> Self;
    fn index(self) -> usize;
}

/// The number of a local unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct LocalId(u32);

impl Number for LocalId {
    fn new(number: u32) -> Self {
        Self(number)
    }

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// The number of a global unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct GlobalId(u32);

impl Number for GlobalId {
    fn new(number: u32) -> Self {
        Self(number)
    }

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// The unknowns of one kind, in the order in which they were met: their names, numbers, and what is known of each.
#[derive(Debug)]
pub(crate) struct Unknowns<I, N, R> {
    numbers: HashMap<N, u32, FxBuildHasher>,
    rows: Vec<R>,
    number: PhantomData<I>,
}

impl<I: Number, N: Copy + Eq + Hash, R> Unknowns<I, N, R> {
    pub(crate) fn new() -> Self {
        Self {
            numbers: HashMap::with_hasher(FxBuildHasher),
            rows: Vec::new(),
            number: PhantomData,
        }
    }

    /// The number of the unknown called `name`; if it is met for the first time, `row` is what is known of it.
    pub(crate) fn number(&mut self, name: N, row: impl FnOnce() -> R) -> I {
        let rows = &mut self.rows;
        let number = *self.numbers.entry(name).or_insert_with(|| {
            rows.push(row());
            u32::try_from(rows.len() - 1).expect("fewer unknowns than 2^32 fit in memory")
        });
        I::new(number)
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// What is known of each, in the order in which they were met.
    pub(crate) fn rows(&self) -> &[R] {
        &self.rows
    }

    /// The same, taken out.
    pub(crate) fn into_rows(self) -> Vec<R> {
        self.rows
    }
}

impl<I: Number, N, R> Index<I> for Unknowns<I, N, R> {
    type Output = R;

    fn index(&self, number: I) -> &R {
        &self.rows[number.index()]
    }
}

impl<I: Number, N, R> IndexMut<I> for Unknowns<I, N, R> {
    fn index_mut(&mut self, number: I) -> &mut R {
        &mut self.rows[number.index()]
    }
}

/// How much of an unknown's value can be relied on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// The value satisfies its constraint, if the values of the unknowns under evaluation do.
    Stable,
    /// Something that the unknown depends on, directly or not, is not stable: the value must be checked.
    Suspect,
    /// Something that the last evaluation read has changed, or there was none yet: it must be evaluated.
    Dirty,
}

/// One evaluation of one unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct EvaluationId {
    /// The unknown evaluated.
    pub(crate) of: LocalId,
    /// Its evaluations count from 1.
    pub(crate) number: u32,
}

/// Who read an unknown, and in which evaluation (the *influence* of the unknown).
///
/// An edge is dead once its reader was evaluated again; dead edges are swept when they are many.
#[derive(Debug)]
pub(crate) struct Influence {
    edges: Vec<EvaluationId>,
    sweep_at: usize,
}

impl Influence {
    const SWEEP_AT_LEAST: usize = 16;

    fn new() -> Self {
        Self {
            edges: Vec::new(),
            sweep_at: Self::SWEEP_AT_LEAST,
        }
    }

    /// The edges, dead ones included.
    pub(crate) fn edges(&self) -> &[EvaluationId] {
        &self.edges
    }

    /// Takes all edges out, since all their readers are told.
    pub(crate) fn take(&mut self) -> Vec<EvaluationId> {
        std::mem::take(&mut self.edges)
    }

    /// Takes the influence out for a moment, to work on it beside the unknowns.
    pub(crate) fn lend(&mut self) -> Self {
        std::mem::replace(self, Self::new())
    }

    /// Adds an edge, and returns whether there are so many that it is time to sweep.
    pub(crate) fn add(&mut self, edge: EvaluationId) -> bool {
        if self.edges.last() != Some(&edge) {
            self.edges.push(edge);
        }
        self.edges.len() >= self.sweep_at
    }

    /// Keeps the edges that live, each once.
    pub(crate) fn sweep(&mut self, lives: impl Fn(&EvaluationId) -> bool) {
        self.edges.retain(lives);
        self.edges.sort_unstable();
        self.edges.dedup();
        self.sweep_at = Self::SWEEP_AT_LEAST.max(self.edges.len() * 2);
    }
}

/// The effects of an unknown, as far as they must be found again.
#[derive(Debug, Default)]
pub(crate) struct Effects {
    /// The globals at which it holds a contribution, of the last evaluation or an earlier one.
    pub(crate) sides: Vec<GlobalId>,
    /// The locals at which it holds a contribution, of the last evaluation or an earlier one.
    pub(crate) starts: Vec<LocalId>,
    /// The locals that its last evaluation demanded.
    pub(crate) demands: Vec<LocalId>,
    /// Whether some of its contributions will be settled when everything is stable.
    pub(crate) deferred: bool,
}

/// A local unknown.
#[derive(Debug)]
pub(crate) struct Local<N, V> {
    pub(crate) name: N,
    /// The value, σ x.
    pub(crate) value: V,
    /// What the right-hand side gave when it was last evaluated.
    pub(crate) given: V,
    /// What others contribute.
    pub(crate) starts: Option<Box<Cell<V>>>,
    pub(crate) status: Status,
    /// Whether it is under evaluation.
    pub(crate) called: bool,
    /// Whether it is solved for its own sake: a root, demanded or started.
    pub(crate) wanted: bool,
    /// Whether it waits in the queue.
    pub(crate) queued: bool,
    /// Whether the effects of the last evaluation still have to be settled.
    pub(crate) unsettled: bool,
    /// The course of the value if this is a widening point.
    pub(crate) widening: Option<Course>,
    /// The number of evaluations begun.
    pub(crate) evaluation: u32,
    /// What the last evaluation read, in order.
    pub(crate) dependencies: Vec<LocalId>,
    pub(crate) influence: Influence,
    effects: Option<Box<Effects>>,
}

/// A global unknown.
#[derive(Debug)]
pub(crate) struct Global<N, F> {
    pub(crate) name: N,
    pub(crate) cell: Cell<F>,
    pub(crate) influence: Influence,
}

impl<N, V: Widen> Local<N, V> {
    pub(crate) fn new(name: N) -> Self {
        Self {
            name,
            value: V::bottom(),
            given: V::bottom(),
            starts: None,
            status: Status::Dirty,
            called: false,
            wanted: false,
            queued: false,
            unsettled: false,
            widening: None,
            evaluation: 0,
            dependencies: Vec::new(),
            influence: Influence::new(),
            effects: None,
        }
    }

    /// The effects, if it has any.
    pub(crate) fn effects(&self) -> Option<&Effects> {
        self.effects.as_deref()
    }

    /// The effects, if it has any, to be changed.
    pub(crate) fn known_effects(&mut self) -> Option<&mut Effects> {
        self.effects.as_deref_mut()
    }

    /// The effects, to be added to.
    pub(crate) fn effects_mut(&mut self) -> &mut Effects {
        self.effects.get_or_insert_default()
    }
}

impl<N, F: Widen> Global<N, F> {
    pub(crate) fn new(name: N, cell: Cell<F>) -> Self {
        Self {
            name,
            cell,
            influence: Influence::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{EvaluationId, Influence, LocalId, Number, Unknowns};

    fn edge(of: u32, number: u32) -> EvaluationId {
        EvaluationId {
            of: LocalId::new(of),
            number,
        }
    }

    #[test]
    fn unknowns_are_numbered_as_they_are_met() {
        let mut unknowns: Unknowns<LocalId, &str, u8> = Unknowns::new();
        let first = unknowns.number("first", || 1);
        let second = unknowns.number("second", || 2);
        assert_eq!(unknowns.number("first", || 3), first);
        assert_eq!((unknowns[first], unknowns[second], unknowns.len()), (1, 2, 2));
    }

    #[test]
    fn dead_edges_are_swept_when_they_are_many() {
        let mut influence = Influence::new();
        let mut sweeps = 0;
        for number in 1..=1_000 {
            // The reader is evaluated again and again, so only its last edge lives.
            if influence.add(edge(7, number)) {
                influence.sweep(|edge| edge.number == number);
                sweeps += 1;
            }
            assert!(influence.edges().len() <= Influence::SWEEP_AT_LEAST);
        }
        assert!(sweeps < 1_000 / 10);
        assert!(influence.edges().contains(&edge(7, 1_000)));
    }

    #[test]
    fn an_influence_that_lives_grows() {
        let mut influence = Influence::new();
        for reader in 0..1_000 {
            influence.add(edge(reader, 1));
            influence.add(edge(reader, 1));
            influence.sweep(|_| true);
        }
        assert_eq!(influence.edges().len(), 1_000);
    }
}
