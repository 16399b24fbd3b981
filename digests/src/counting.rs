//! Counting what threads do at synchronisation objects: the common part of the digests of barriers and semaphores.
//!
//! **Elements.** Of numbered *contributions* (arrivals at a barrier, posts of a semaphore) and of what the ego *passed*
//! (rounds of a barrier, waits for a semaphore), for synchronisation objects `k`:
//! - `most(k)`: the ego has contributed to `k` at most so often (to each any number, if one contribution is to an unknown
//!   object);
//! - `least(k)`: the ego has counted something at `k` at least so often; what, the digest says;
//! - `observed(t, k)`: the contribution to `k` with this number, of the unique thread `t`, is in the ego's past.
//!
//! **Joining.** `most` by union and maximum, the others by intersection and minimum. Counts beyond a bound count as any
//! number in `most`, and as the bound in the others.
//!
//! **Order.** If `observed1(t2, k) > most2(k)`, the first access knows of a contribution of the second one's thread that
//! lies behind the second access, which has contributed less often. So the second access comes before that contribution,
//! and that before the first access.

use crate::digest::{Next, Pair};
use crate::facts::MayBe;
use crate::names::ThreadId;
use crate::product::Siblings;
use crate::set::SortedMap;
use crate::thread_id::ThreadIds;
use crate::verdict::{Piece, Reason};
use pepsin_lattice::Lattice;

/// The greatest count that is told apart.
const MOST: u8 = 8;

/// Any number.
pub(crate) const ANY: u8 = u8::MAX;

/// What the ego has done at synchronisation objects named by `K`, and what it knows others to have done.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Counts<K> {
    /// `most`; an object without an entry has got nothing.
    most: SortedMap<K, u8>,
    /// Whether an unknown object may have got something.
    anywhere: bool,
    /// `least`.
    least: SortedMap<K, u8>,
    /// `observed`.
    observed: SortedMap<(ThreadId, K), u8>,
}

impl<K> Default for Counts<K> {
    fn default() -> Self {
        Self {
            most: SortedMap::default(),
            anywhere: false,
            least: SortedMap::default(),
            observed: SortedMap::default(),
        }
    }
}

/// That one access of a pair comes before a contribution which the other one knows of.
pub(crate) struct Behind<K> {
    /// The thread that makes the earlier access, and contributes behind it.
    thread: ThreadId,
    /// To what it contributes.
    pub(crate) object: K,
    /// Which access of the pair is the earlier one, and which the later.
    sides: [&'static str; 2],
}

impl<K> Behind<K> {
    /// The order as a reason: `contributes` and `knows` say what the two threads do.
    pub(crate) fn reason(&self, code: &'static str, contributes: &str, object: Piece, knows: &str) -> Reason {
        let [earlier, later] = self.sides;
        Reason::new(code)
            .text(format!("the {earlier} access is made before "))
            .thread(self.thread)
            .text(format!(" {contributes} "))
            .piece(object)
            .text(format!(", which the {later} access {knows}"))
    }
}

/// Which access of a pair comes first, if the counts tell.
pub(crate) fn order<K: Copy + Ord>(a: &Counts<K>, b: &Counts<K>, pair: &Pair<'_>) -> Option<Behind<K>> {
    let own = |siblings: Siblings<'_>| siblings.get::<ThreadIds>()?.own();
    let sides = [
        (a, b, own(pair.second), ["second", "first"]),
        (b, a, own(pair.first), ["first", "second"]),
    ];
    sides.into_iter().find_map(|(after, before, thread, sides)| {
        let thread = thread?;
        let object = after.ahead_of(before, thread)?;
        Some(Behind { thread, object, sides })
    })
}

/// `⟦observe⟧(A0, A1)`: A0 with what A1 has observed, and then what `step` makes of it.
pub(crate) fn observe<K: Copy + Ord>(
    before: &Counts<K>,
    seen: &Counts<K>,
    step: impl FnOnce(&Counts<K>) -> Next<Counts<K>>,
) -> Next<Counts<K>> {
    let (informed, changed) = informed(before, seen);
    match step(&informed) {
        Next::Unchanged => Next::from_change(informed, changed),
        next => next,
    }
}

/// A0 with what A1 has observed, and whether that is more.
pub(crate) fn informed<K: Copy + Ord>(before: &Counts<K>, seen: &Counts<K>) -> (Counts<K>, bool) {
    let mut informed = before.clone();
    informed.learn(seen);
    let changed = informed != *before;
    (informed, changed)
}

impl<K: Copy + Ord> Counts<K> {
    /// How often the ego has contributed to `object`, at most; [`u8::MAX`] stands for any number.
    pub fn at_most(&self, object: K) -> u8 {
        if self.anywhere {
            return ANY;
        }
        self.most.get(object).copied().unwrap_or(0)
    }

    /// How often the ego has counted something at `object`, at least.
    pub fn at_least(&self, object: K) -> u8 {
        self.least.get(object).copied().unwrap_or(0)
    }

    /// The contributions of other threads in the ego's past: the thread, the object, and the number of the last one.
    pub fn observed(&self) -> impl Iterator<Item = (ThreadId, K, u8)> + '_ {
        let entries = self.observed.iter();
        entries.map(|((thread, object), &number)| (thread, object, number))
    }

    /// Whether an unknown object may have got something.
    pub(crate) fn is_anywhere(&self) -> bool {
        self.anywhere
    }

    /// Whether a contribution of a thread to `object` is in the ego's past.
    pub(crate) fn has_observed(&self, thread: ThreadId, object: K) -> bool {
        self.observed.contains((thread, object))
    }

    /// Whether nothing was done or observed.
    pub(crate) fn is_silent(&self) -> bool {
        *self == Self::default()
    }

    /// The counts of a thread that this one creates: it has done nothing, and knows the same.
    pub(crate) fn inherited(&self) -> Self {
        Self {
            observed: self.observed.clone(),
            ..Self::default()
        }
    }

    /// Counts a contribution to all that `operand` may be.
    pub(crate) fn contribute(&mut self, operand: &MayBe<K>) {
        let Some(candidates) = operand.candidates() else {
            self.anywhere = true;
            return;
        };
        for &object in candidates {
            let count = self.most.get(object).copied().unwrap_or(0);
            let more = if count < MOST { count + 1 } else { ANY };
            self.most.insert(object, more);
        }
    }

    /// Counts something at `object`.
    pub(crate) fn count(&mut self, object: K) {
        let count = (self.at_least(object) + 1).min(MOST);
        self.least.insert(object, count);
    }

    /// Learns that the contribution to `object` with this number, by `thread`, is in the past.
    pub(crate) fn observe(&mut self, thread: ThreadId, object: K, number: u8) {
        let known = self.observed.get((thread, object)).copied().unwrap_or(0);
        if number > known {
            self.observed.insert((thread, object), number);
        }
    }

    /// Learns what `seen` knows.
    pub(crate) fn learn(&mut self, seen: &Self) {
        for (thread, object, number) in seen.observed() {
            self.observe(thread, object, number);
        }
    }

    /// An object to which `thread` has contributed, as the ego knows, behind the moment that `other` describes.
    pub(crate) fn ahead_of(&self, other: &Self, thread: ThreadId) -> Option<K> {
        let mut behind = self
            .observed()
            .filter(|&(observed, object, number)| observed == thread && number > other.at_most(object));
        behind.next().map(|(_, object, _)| object)
    }

    /// Spells the counts, with objects and threads spelled by the given functions.
    pub(crate) fn render(&self, object: impl Fn(K) -> String, thread: impl Fn(ThreadId) -> String) -> String {
        let most = |count: u8| match count {
            ANY => "any".to_owned(),
            count => count.to_string(),
        };
        let mut own: Vec<String> = Vec::new();
        own.extend(
            self.most
                .iter()
                .map(|(k, &count)| format!("{} ≤ {}", object(k), most(count))),
        );
        own.extend(self.anywhere.then(|| "an unknown one".to_owned()));
        let least = self.least.iter();
        let least: Vec<String> = least.map(|(k, count)| format!("{} ≥ {count}", object(k))).collect();
        let observed = self.observed();
        let observed: Vec<String> = observed
            .map(|(t, k, number)| format!("{} at {} {number}", thread(t), object(k)))
            .collect();
        let (own, least, observed) = (own.join(", "), least.join(", "), observed.join(", "));
        format!("contributed {{{own}}}, counted {{{least}}}, observed {{{observed}}}")
    }
}

/// Keeps the keys of both maps, each with the smaller count; returns whether anything changed.
fn keep_least<K: Copy + Ord>(mine: &mut SortedMap<K, u8>, others: &SortedMap<K, u8>) -> bool {
    let mut less = false;
    let fewer = mine.retain(|key, count| {
        let Some(&other) = others.get(key) else {
            return false;
        };
        less |= other < *count;
        *count = other.min(*count);
        true
    });
    fewer || less
}

impl<K: Copy + Ord> Lattice for Counts<K> {
    fn join(&mut self, other: &Self) -> bool {
        let mut changed = other.anywhere && !self.anywhere;
        self.anywhere |= other.anywhere;
        for (object, &count) in other.most.iter() {
            let known = self.most.get(object).copied().unwrap_or(0);
            if count > known {
                self.most.insert(object, count);
                changed = true;
            }
        }
        changed |= keep_least(&mut self.least, &other.least);
        changed |= keep_least(&mut self.observed, &other.observed);
        changed
    }
}
