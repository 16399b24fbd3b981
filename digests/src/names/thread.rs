//! Thread ids by creation history.
//!
//! An id is a pair `(p, S)`: `p` is a sequence of edges, the creations that lead from main to the thread, and `S` is
//! a set of edges, the creations of which neither order nor number is kept
//! (Schwarz, Saan, Seidl, Erhard and Vojdani, "Clustered relational thread-modular abstract interpretation with
//! local traces", ESOP 2023, section 5). The main thread is `([main], ∅)`; as every path begins with main, it is
//! left out of the representation.
//!
//! ```text
//! compose((p, S), e) = (p1, S ∪ {e} ∪ p2)   if p = p1 e p2: the thread recurs, cut before e
//!                      (p e, ∅)             else if S = ∅
//!                      (p, S ∪ {e})         else
//! ```
//!
//! The id of a thread is a function of its creator's id, of the edge, and of whether the creator had created at that
//! edge before: the first creation gives `compose((p, S), e)`, each later one the non-unique `(p, S ∪ {e})`.
//! So at most one thread has an id with `S = ∅`, which is what *unique* means.
//!
//! - `t` is a *must-ancestor* of `t'`: `t` is unique, its `p` is a prefix of that of `t'`, and `t ≠ t'`. Paths are only
//!   ever extended, or cut to a prefix, on the way from creator to created. A path `p` that is kept by `t'` therefore
//!   was the path of threads on the way to it, and while `S` was empty there was one such thread: `t`.
//! - `t` is a *may-ancestor* of `t'`: for unique `t'` the same, because what a non-unique thread creates is not unique.
//!   Otherwise the way from `t` to `t'` either kept the path of `t`, which then was unique, or cut it to the path of
//!   `t'`, and all that was cut off, and all of `S`, went into `S'`.
//!
//! *Summaries.* A program gets a limited number of ids. Beyond it, what a thread `(p, S)` creates is `(p, ⊤)`, where
//! `⊤` is the set of all edges: the creator's non-unique summary. This is sound because `⊤` takes part in the algebra
//! like any other set. What a summary creates is a summary again, of `p` or of a prefix of `p`; so a summary is a
//! may-ancestor of summaries only, and all that may be among its ancestors is recognised, since every set is inside `⊤`.
//! Its must-ancestors are the unique prefixes of `p`, which the creator had as must-ancestors, too (or was itself).
//! Paths grow only by `compose` below the limit, so at most one summary for each path below the limit comes on top:
//! fewer than twice the limit in all.

use super::{EdgeId, Interner, ThreadId};
use core::fmt;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

/// The set of edges `S` of a thread id.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum EdgeSet {
    /// These edges, in ascending order and without repetition.
    Edges(Vec<EdgeId>),
    /// All edges, `⊤`.
    All,
}

impl EdgeSet {
    /// The set of the given edges.
    pub fn of(edges: impl IntoIterator<Item = EdgeId>) -> Self {
        let mut edges: Vec<EdgeId> = edges.into_iter().collect();
        edges.sort_unstable();
        edges.dedup();
        Self::Edges(edges)
    }

    /// Whether this is `∅`.
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::Edges(edges) if edges.is_empty())
    }

    /// Whether `edge` is in the set.
    pub fn contains(&self, edge: EdgeId) -> bool {
        match self {
            Self::Edges(edges) => edges.binary_search(&edge).is_ok(),
            Self::All => true,
        }
    }

    /// Whether every edge of this set is in `other`.
    pub fn is_subset(&self, other: &Self) -> bool {
        match (self, other) {
            (_, Self::All) => true,
            (Self::All, Self::Edges(_)) => false,
            (Self::Edges(edges), _) => edges.iter().all(|&edge| other.contains(edge)),
        }
    }

    /// This set and the given edges.
    fn with(&self, added: &[EdgeId]) -> Self {
        match self {
            Self::All => Self::All,
            Self::Edges(edges) => Self::of(edges.iter().chain(added).copied()),
        }
    }
}

/// How a thread was created: the path of edges from main (which is left out), and the set of edges whose order is lost.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CreationHistory {
    /// `p`: the creations from main on, in order.
    pub path: Vec<EdgeId>,
    /// `S`: the creations behind the path, in any order and number.
    pub set: EdgeSet,
}

impl CreationHistory {
    /// The main thread's history.
    pub fn main() -> Self {
        Self {
            path: Vec::new(),
            set: EdgeSet::Edges(Vec::new()),
        }
    }

    /// Whether at most one thread has this history: `S = ∅`.
    pub fn is_unique(&self) -> bool {
        self.set.is_empty()
    }

    /// The history of the first thread created at `edge` by a thread with this history.
    pub fn compose(&self, edge: EdgeId) -> Self {
        if let Some(at) = self.path.iter().position(|&passed| passed == edge) {
            return Self {
                path: self.path[..at].to_vec(),
                set: self.set.with(&self.path[at..]),
            };
        }
        if !self.is_unique() {
            return self.compose_again(edge);
        }
        let mut path = self.path.clone();
        path.push(edge);
        Self {
            path,
            set: EdgeSet::Edges(Vec::new()),
        }
    }

    /// The history of each further thread created at `edge` by a thread with this history.
    ///
    /// Where the first one is not unique already, this is the same: two ids would tell nothing apart.
    pub fn compose_again(&self, edge: EdgeId) -> Self {
        if self.path.contains(&edge) {
            return self.compose(edge);
        }
        Self {
            path: self.path.clone(),
            set: self.set.with(&[edge]),
        }
    }

    /// The creator's summary `(p, ⊤)`.
    fn summary(&self) -> Self {
        Self {
            path: self.path.clone(),
            set: EdgeSet::All,
        }
    }

    /// Whether each thread with history `other` descends from the one thread with this history.
    pub fn must_ancestor(&self, other: &Self) -> bool {
        self.is_unique() && other.path.starts_with(&self.path) && self != other
    }

    /// The edges at which the one thread with this history, a must-ancestor, may have created the thread that is, or leads to,
    /// one with history `other`: the next edge on the path, or one of the set, into which all that is behind the path went.
    pub fn edges_towards(&self, other: &Self) -> EdgeSet {
        match other.path.get(self.path.len()) {
            Some(&next) => EdgeSet::of([next]),
            None => other.set.clone(),
        }
    }

    /// Whether some thread with history `other` may descend from one with this history.
    pub fn may_ancestor(&self, other: &Self) -> bool {
        if self.must_ancestor(other) {
            return true;
        }
        if other.is_unique() {
            return false;
        }
        let Some(removed) = self.path.strip_prefix(other.path.as_slice()) else {
            return false;
        };
        self.set.is_subset(&other.set) && removed.iter().all(|&edge| other.set.contains(edge))
    }
}

impl fmt::Display for CreationHistory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "main")?;
        for edge in &self.path {
            write!(f, "/e{}", edge.index())?;
        }
        match &self.set {
            EdgeSet::All => write!(f, "/*"),
            EdgeSet::Edges(edges) if edges.is_empty() => Ok(()),
            EdgeSet::Edges(edges) => {
                let edges: Vec<String> = edges.iter().map(|e| format!("e{}", e.index())).collect();
                write!(f, "/{{{}}}", edges.join(","))
            }
        }
    }
}

/// The interned histories, and what was composed from which.
#[derive(Debug)]
pub(super) struct ThreadTable {
    histories: Interner<CreationHistory>,
    first: HashMap<(ThreadId, EdgeId), ThreadId, FxBuildHasher>,
    again: HashMap<(ThreadId, EdgeId), ThreadId, FxBuildHasher>,
    limit: usize,
}

impl ThreadTable {
    /// A table whose first entries are [`Names::MAIN`](super::Names::MAIN) and
    /// [`Names::ANY_THREAD`](super::Names::ANY_THREAD).
    pub(super) fn new(limit: usize) -> Self {
        let mut histories = Interner::default();
        histories.intern(CreationHistory::main());
        histories.intern(CreationHistory::main().summary());
        Self {
            histories,
            first: HashMap::default(),
            again: HashMap::default(),
            limit,
        }
    }

    /// How many ids there may be before creations are summarised.
    pub(super) fn limit(&self) -> usize {
        self.limit
    }

    pub(super) fn intern(&mut self, history: CreationHistory) -> ThreadId {
        ThreadId::new(self.histories.intern(history))
    }

    pub(super) fn get(&self, id: ThreadId) -> &CreationHistory {
        self.histories.get(id.index())
    }

    pub(super) fn len(&self) -> usize {
        self.histories.len()
    }

    pub(super) fn compose(&mut self, creator: ThreadId, edge: EdgeId) -> ThreadId {
        if let Some(&known) = self.first.get(&(creator, edge)) {
            return known;
        }
        let composed = self.limited(creator, self.get(creator).compose(edge));
        self.first.insert((creator, edge), composed);
        composed
    }

    pub(super) fn compose_again(&mut self, creator: ThreadId, edge: EdgeId) -> ThreadId {
        if let Some(&known) = self.again.get(&(creator, edge)) {
            return known;
        }
        let composed = self.limited(creator, self.get(creator).compose_again(edge));
        self.again.insert((creator, edge), composed);
        composed
    }

    /// The id of `wanted`, or the creator's summary if there are too many ids.
    fn limited(&mut self, creator: ThreadId, wanted: CreationHistory) -> ThreadId {
        let known = self.histories.find(&wanted).is_some();
        if known || self.histories.len() < self.limit || wanted.set == EdgeSet::All {
            self.intern(wanted)
        } else {
            let summary = self.get(creator).summary();
            self.intern(summary)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::Names;

    fn edges<const N: usize>() -> [EdgeId; N] {
        core::array::from_fn(|number| EdgeId::new(u32::try_from(number).expect("few edges")))
    }

    #[test]
    fn an_edge_that_recurs_is_cut_off_with_all_behind_it() {
        let [a, b, c] = edges();
        let thread = CreationHistory::main().compose(a).compose(b).compose(c);
        assert_eq!(thread.path, [a, b, c]);
        let again = thread.compose(b);
        assert_eq!(
            (again.path.as_slice(), again.set.clone()),
            ([a].as_slice(), EdgeSet::of([b, c]))
        );
        assert!(thread.may_ancestor(&again) && !thread.must_ancestor(&again));
        assert!(CreationHistory::main().compose(a).must_ancestor(&again));
    }

    #[test]
    fn beyond_the_limit_the_creators_summary_takes_the_place_of_new_ids() {
        let names = Names::with_thread_limit(4);
        let edges: [EdgeId; 6] = edges();
        let created = edges.map(|edge| names.compose(Names::MAIN, edge));
        assert_eq!(
            created.map(|id| names.is_unique(id)),
            [true, true, false, false, false, false]
        );
        assert!(created[2..].iter().all(|&id| id == Names::ANY_THREAD));
        let deep = names.compose(created[0], edges[5]);
        assert!(names.must_ancestor(created[0], deep) && !names.is_unique(deep));
        assert_eq!(names.compose(deep, edges[3]), deep);
        assert!(names.thread_count() < 8);
    }
}
