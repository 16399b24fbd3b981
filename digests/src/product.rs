//! The product of the tracked digests.
//!
//! A product of digests is a digest: its elements are tuples, its operations go component by component, and its
//! predicate is the meet of the components' predicates, false if any of them is (Schwarz and Erhard, 2025, section 3).
//! Which digests are tracked is decided at run time. Elements of the product are interned, too: a [`DigestId`] is one
//! number, whatever the product; joins, comparisons and predicates are remembered for pairs of them.
//!
//! Where components lead to several elements, the product leads to all combinations, and where one component says that
//! an action is impossible, it is impossible.

use crate::action::{Action, Repetition};
use crate::catalogue::Row;
use crate::digest::{Context, Creation, Digest, Pair};
use crate::erased::{Erased, Numbers};
use crate::facts::Facts;
use crate::must_join::EndSummary;
use crate::names::{Describe, EdgeId, Interner, Names, ThreadId};
use crate::thread_flag::{ThreadFlag, ThreadFlags};
use crate::thread_id::ThreadIds;
use crate::verdict::{DigestSet, Judgement, Verdict};
use core::any::TypeId;
use core::cell::{Cell, RefCell};
use core::fmt;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use std::sync::Arc;

/// An element of the product.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DigestId(u32);

impl DigestId {
    /// The element with the given number.
    pub const fn new(number: u32) -> Self {
        Self(number)
    }

    /// The number as an index into a table.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl From<DigestId> for u64 {
    fn from(id: DigestId) -> u64 {
        u64::from(id.0)
    }
}

/// The components of an element of the product, one number for each tracked digest.
type Components = Box<[u32]>;

type PairTable<T> = RefCell<HashMap<(DigestId, DigestId), T, FxBuildHasher>>;

/// A row of the catalogue whose digest is tracked.
struct Tracked {
    row: Row,
    digest: Box<dyn Erased>,
}

/// The tracked digests, their product, and the names that they speak of.
///
/// It grows behind a shared reference. It may be sent to another thread, but not shared between threads.
pub struct Digests {
    names: Names,
    tracked: Vec<Tracked>,
    elements: RefCell<Interner<Components>>,
    joins: PairTable<DigestId>,
    excluding: PairTable<DigestSet>,
    /// How much the digests had noted when `excluding` was last filled.
    observations: Cell<usize>,
    pub(crate) interference: PairTable<bool>,
}

/// Some components of an element of the product, through which a digest sees what its siblings know.
#[derive(Clone, Copy)]
pub struct Siblings<'a> {
    tracked: &'a [Tracked],
    components: &'a [u32],
}

impl<'a> Siblings<'a> {
    /// The component of digest `D`; nothing if `D` is not tracked, or not among the components known so far.
    ///
    /// A component is found by the type of its elements, which therefore should be the digest's own.
    pub fn get<D: Digest>(&self) -> Option<Arc<D::Element>> {
        let position = position_of::<D>(self.tracked)?;
        let number = *self.components.get(position)?;
        let element = self.tracked[position].digest.element(number);
        element.downcast().ok()
    }
}

fn position_of<D: Digest>(tracked: &[Tracked]) -> Option<usize> {
    let wanted = TypeId::of::<D::Element>();
    tracked
        .iter()
        .position(|candidate| candidate.digest.element_type() == wanted)
}

impl Digests {
    /// The product of the digests of `rows`, in this order; rows of access facts are skipped.
    ///
    /// At most [`DigestSet::CAPACITY`] digests are tracked, further rows are ignored.
    pub(crate) fn new(rows: impl IntoIterator<Item = Row>) -> Self {
        let tracked = rows.into_iter().filter_map(|row| {
            let digest = row.make()?;
            Some(Tracked { row, digest })
        });
        Self {
            names: Names::new(),
            tracked: tracked.take(DigestSet::CAPACITY).collect(),
            elements: RefCell::default(),
            joins: RefCell::default(),
            excluding: RefCell::default(),
            observations: Cell::default(),
            interference: RefCell::default(),
        }
    }

    /// The same product with fresh tables of names, which summarise creations beyond `limit` thread ids.
    #[must_use]
    pub fn with_thread_limit(mut self, limit: usize) -> Self {
        self.names = Names::with_thread_limit(limit);
        self
    }

    /// The same product with nothing named yet.
    #[must_use]
    pub fn afresh(&self) -> Self {
        Self::new(self.tracked.iter().map(|tracked| tracked.row)).with_thread_limit(self.names.thread_limit())
    }

    /// The tables of names.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// The rows of the tracked digests, by their position in a [`DigestSet`].
    pub fn tracked(&self) -> impl Iterator<Item = &Row> {
        self.tracked.iter().map(|tracked| &tracked.row)
    }

    /// The set of those tracked digests whose row ids are listed; other ids are ignored.
    pub fn set_of(&self, ids: &[&str]) -> DigestSet {
        let positions = self.tracked().enumerate();
        DigestSet::of(positions.filter(|(_, row)| ids.contains(&row.id)).map(|(at, _)| at))
    }

    /// The set of all tracked digests.
    pub fn all(&self) -> DigestSet {
        DigestSet::of(0..self.tracked.len())
    }

    fn intern(&self, components: Numbers) -> DigestId {
        DigestId(self.elements.borrow_mut().intern(components.into()))
    }

    /// The components of an element that belong to some of the digests, as numbers that are equal for equal components.
    pub fn projection(&self, id: DigestId, digests: DigestSet) -> Arc<[u32]> {
        let components = self.components(id);
        let wanted = components.iter().enumerate().filter(|(at, _)| digests.contains(*at));
        wanted.map(|(_, &number)| number).collect()
    }

    pub(crate) fn components(&self, id: DigestId) -> Arc<Components> {
        self.elements.borrow().get(id.index()).clone()
    }

    pub(crate) fn siblings<'a>(&'a self, components: &'a [u32]) -> Siblings<'a> {
        Siblings {
            tracked: &self.tracked,
            components,
        }
    }

    /// The element of the program's start.
    pub fn start(&self) -> DigestId {
        let starts = self.tracked.iter().map(|t| t.digest.start(&self.names));
        self.intern(starts.collect())
    }

    /// Extends components one by one: `next(position, context)` gives the numbers of the digest at `position`.
    fn combine<'a>(
        &'a self,
        before: &'a [u32],
        seen: Option<&'a [u32]>,
        facts: &'a dyn Facts,
        next: impl Fn(usize, &Context<'_>) -> Numbers,
    ) -> Vec<DigestId> {
        let mut prefixes: Vec<Numbers> = vec![Vec::with_capacity(self.tracked.len())];
        for position in 0..self.tracked.len() {
            let mut extended = Vec::with_capacity(prefixes.len());
            for prefix in prefixes {
                let context = Context {
                    names: &self.names,
                    facts,
                    before: self.siblings(before),
                    after: self.siblings(&prefix),
                    seen: seen.map(|components| self.siblings(components)),
                };
                extend(&mut extended, &prefix, next(position, &context));
            }
            prefixes = extended;
        }
        let mut ids: Vec<DigestId> = prefixes.into_iter().map(|p| self.intern(p)).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// The starts of the threads that a thread with `creator`, before the creation, creates at `edge`: each with its
    /// thread id. The creator itself goes on by [`Digests::step`] with [`Action::Create`].
    pub fn child(
        &self,
        creator: DigestId,
        edge: EdgeId,
        repetition: Repetition,
        facts: &dyn Facts,
    ) -> Vec<(ThreadId, DigestId)> {
        let creation = Creation { edge, repetition };
        let before = self.components(creator);
        let starts = self.combine(&before, None, facts, |position, context| {
            let digest = &self.tracked[position].digest;
            digest.child(before[position], &creation, context)
        });
        starts.into_iter().map(|start| (self.thread(start), start)).collect()
    }

    /// `⟦act⟧(A)`: the elements after an action; none if it cannot happen.
    ///
    /// An observing action may be given here, too; the result then covers everything that it can observe.
    pub fn step(&self, id: DigestId, action: &Action, facts: &dyn Facts) -> Vec<DigestId> {
        let before = self.components(id);
        self.combine(&before, None, facts, |position, context| {
            let digest = &self.tracked[position].digest;
            digest.step(before[position], action, context)
        })
    }

    /// `⟦act⟧(A0, A1)`: the elements after an action that observes what a thread with `seen` left; none if these two
    /// pasts do not fit together.
    pub fn observe(&self, id: DigestId, action: &Action, seen: DigestId, facts: &dyn Facts) -> Vec<DigestId> {
        let before = self.components(id);
        let observed = self.components(seen);
        self.combine(&before, Some(&observed), facts, |position, context| {
            let digest = &self.tracked[position].digest;
            digest.observe(before[position], action, observed[position], context)
        })
    }

    /// The join of two elements, component by component.
    pub fn join(&self, a: DigestId, b: DigestId) -> DigestId {
        if a == b {
            return a;
        }
        if let Some(&known) = self.joins.borrow().get(&(a, b)) {
            return known;
        }
        let joined = self.join_components(&self.components(a), &self.components(b));
        let id = self.intern(joined);
        self.joins.borrow_mut().insert((a, b), id);
        id
    }

    fn join_components(&self, a: &[u32], b: &[u32]) -> Numbers {
        let digests = self.tracked.iter().map(|tracked| &tracked.digest);
        digests
            .zip(a.iter().zip(b))
            .map(|(digest, (&a, &b))| digest.join(a, b))
            .collect()
    }

    /// Whether all that `a` stands for, `b` stands for too.
    pub fn leq(&self, a: DigestId, b: DigestId) -> bool {
        if a == b {
            return true;
        }
        let (a, b) = (self.components(a), self.components(b));
        let digests = self.tracked.iter().map(|tracked| &tracked.digest);
        digests
            .zip(a.iter().zip(b.iter()))
            .all(|(digest, (&a, &b))| digest.leq(a, b))
    }

    /// The tracked digests that exclude a race between accesses with these elements.
    ///
    /// A pair may race, as far as a set of enabled digests knows, if none of them is in the answer.
    pub fn excluding(&self, a: DigestId, b: DigestId) -> DigestSet {
        self.drop_outdated_predicates();
        if let Some(&known) = self.excluding.borrow().get(&(a, b)) {
            return known;
        }
        let set = self.verdict(a, b).excluding();
        self.excluding.borrow_mut().insert((a, b), set);
        set
    }

    /// Drops the remembered predicates if digests have noted something since.
    fn drop_outdated_predicates(&self) {
        let digests = self.tracked.iter().map(|tracked| &tracked.digest);
        let observations = digests.map(|digest| digest.observations()).sum();
        if self.observations.replace(observations) != observations {
            self.excluding.borrow_mut().clear();
        }
    }

    /// Whether some of the `enabled` digests exclude a race between accesses with these elements: `A ||? B = false`.
    pub fn excludes(&self, a: DigestId, b: DigestId, enabled: DigestSet) -> bool {
        !self.excluding(a, b).intersection(enabled).is_empty()
    }

    /// What every tracked digest says about a race between accesses with these elements, and why.
    pub fn verdict(&self, a: DigestId, b: DigestId) -> Verdict {
        let judge =
            |(position, tracked): (usize, &Tracked)| (tracked.row.id, self.judgement_of(tracked, position, a, b));
        Verdict {
            judgements: self.tracked.iter().enumerate().map(judge).collect(),
        }
    }

    /// What the tracked digest at a position says about a race between accesses with these elements, and why, if there is one.
    pub fn judgement(&self, position: usize, a: DigestId, b: DigestId) -> Option<Judgement> {
        let tracked = self.tracked.get(position)?;
        Some(self.judgement_of(tracked, position, a, b))
    }

    fn judgement_of(&self, tracked: &Tracked, position: usize, a: DigestId, b: DigestId) -> Judgement {
        let (first, second) = (self.components(a), self.components(b));
        let pair = Pair {
            names: &self.names,
            first: self.siblings(&first),
            second: self.siblings(&second),
        };
        tracked.digest.excludes(first[position], second[position], &pair)
    }

    /// Forgets what digests noted beside their elements, and the predicates that rest on it.
    ///
    /// Some predicates need what other threads do later (CL): it is noted while operations are computed. Notes taken on
    /// the way to a solution make predicates weaker, never wrong, and while notes are missing, predicates are not to be
    /// relied on. Call this before the operations are computed once more
    /// from the final solution.
    pub fn forget_observations(&self) {
        for tracked in &self.tracked {
            tracked.digest.forget_observations();
        }
        self.excluding.borrow_mut().clear();
    }

    /// The component of digest `D`, if `D` is tracked.
    pub fn element<D: Digest>(&self, id: DigestId) -> Option<Arc<D::Element>> {
        let components = self.components(id);
        self.siblings(&components).get::<D>()
    }

    /// The element whose component of digest `D` is that of the program's start, and which is otherwise the same.
    pub fn without<D: Digest>(&self, id: DigestId) -> DigestId {
        let Some(position) = position_of::<D>(&self.tracked) else {
            return id;
        };
        let mut components = self.components(id).to_vec();
        components[position] = self.components(self.start())[position];
        self.intern(components)
    }

    /// The id of the thread that an element belongs to; [`Names::ANY_THREAD`] if the tracked digests do not know it.
    pub fn thread(&self, id: DigestId) -> ThreadId {
        let components = self.components(id);
        own_thread(self.siblings(&components))
    }

    /// The thread flag of an element. If thread flags are not tracked: `MT_main` for main, else `MT`.
    pub fn thread_flag(&self, id: DigestId) -> ThreadFlag {
        let components = self.components(id);
        let siblings = self.siblings(&components);
        match siblings.get::<ThreadFlags>() {
            Some(flag) => *flag,
            None if own_thread(siblings) == Names::MAIN => ThreadFlag::MAIN,
            None => ThreadFlag::OTHER,
        }
    }

    /// What is known of a thread that ends with this element. Join the summaries of all ends of a thread.
    pub fn end_summary(&self, id: DigestId) -> EndSummary {
        let components = self.components(id);
        EndSummary::of(self.siblings(&components), &self.names)
    }

    /// Whether the component of the digest at a position knows nothing by which a pair could be excluded.
    pub fn is_silent(&self, id: DigestId, position: usize) -> bool {
        let component = self.components(id).get(position).copied();
        component
            .zip(self.tracked.get(position))
            .is_some_and(|(component, tracked)| tracked.digest.is_silent(component))
    }

    /// Spells an element for people: the row's id and what the component says, for each tracked digest.
    pub fn render(&self, id: DigestId, describe: &dyn Describe) -> Vec<(&'static str, String)> {
        let components = self.components(id);
        let render =
            |(tracked, &component): (&Tracked, &u32)| (tracked.row.id, tracked.digest.render(component, describe));
        self.tracked.iter().zip(components.iter()).map(render).collect()
    }
}

impl fmt::Debug for Digests {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<&str> = self.tracked().map(|row| row.id).collect();
        f.debug_struct("Digests").field("tracked", &rows).finish()
    }
}

/// Appends to `extended` the prefix continued by each of the numbers.
fn extend(extended: &mut Vec<Numbers>, prefix: &Numbers, numbers: Numbers) {
    for number in numbers {
        let mut longer = prefix.clone();
        longer.push(number);
        extended.push(longer);
    }
}

/// The thread that a product element belongs to, as far as its components know.
fn own_thread(siblings: Siblings<'_>) -> ThreadId {
    if let Some(threads) = siblings.get::<ThreadIds>() {
        return threads.own_or_any();
    }
    match siblings.get::<ThreadFlags>().as_deref() {
        Some(flag) if flag.is_main() => Names::MAIN,
        _ => Names::ANY_THREAD,
    }
}
