//! CD, countdown: what threads did before a counter reached zero.
//!
//! ```text
//!     pending = n;            lock(m); …; pending = pending − 1; unlock(m)          in each of n threads
//!     … lock(m); while (pending > 0) wait(c, m); unlock(m); …                       behind all that they did before
//! ```
//!
//! A *counter* is an integer in memory that is only changed by constants, each time in one step: all changes are atomic
//! operations, or all are made under one lock. It is set to a value only by main, while no other thread is running.
//!
//! **Tokens.** A counter `k` is the number of its tokens. Who adds `c` to it makes `c` tokens, who subtracts `c` destroys
//! `c` of its own, and who creates a thread gives it as many of its own as that was promised. Let `b(t, k)` be what thread
//! `t` has. At each moment the sum of all `b(t, k)` is `k`. If no `b(t, k)` is ever negative, then `k ≤ 0` means that
//! nobody has a token, and who had one has destroyed it, or has given it to one who did.
//!
//! **Signals.** Threads may count themselves in and out, and start when they like. Then a *signal* tells that they have
//! started in time: a variable that gets one value, for good, but for what main does while no other thread is running.
//!
//! ```text
//!     lock(m); active = active + 1; unlock(m); while (go_on) …; lock(m); active = active − 1; unlock(m)
//!     go_on = 0; lock(m); while (active > 0) wait(c, m); unlock(m); …
//! ```
//!
//! **Elements.** `(b, D, W, G, Z)`:
//! - `b(k)`: the ego has at least so many tokens of `k` more than it was given at its creation (main is given none);
//! - `D(k)`: the ego has found that nobody has a token of `k`, and has neither made nor given one since. Whether it is a
//!   *destroyer*, who destroyed the last token itself, or a *reader*, who found `k ≤ 0`, or whether a thread found so from
//!   which the ego descends (*heir*);
//! - `W`, pairs of a counter and a signal: the ego has found that the signal was not given, and has had a token of its own
//!   ever since;
//! - `G`: signals that were given in the ego's past;
//! - `Z`, pairs of a counter and a signal: in the ego's past the counter was found at zero behind the signal.
//!
//! **Operations.** Of `b` and `D`: `init = (0, ∅)`. `P(k)` tokens are promised to the thread that is created.
//! ```text
//! new(b, D)              = (0, {k ↦ heir | k ∈ D})
//! ⟦create⟧(b, D)         = (b − P, D without those of which P gives)
//! ⟦k += c⟧(b, D)         = (b[k ↦ b(k) + c], D \ k)
//! ⟦k := v⟧(b, D)         = (b[k ↦ v], D \ k)
//! ⟦k ≤ 0⟧(b, D)          = (b, D[k ↦ reader, or destroyer if that is seen by who subtracts])    if main's b(k) ≥ 0
//! ```
//! and `W` loses the pairs of `k` where `b(k)` falls below one, `Z` gets `{(k, s) | s ∈ G}` where `k ≤ 0` is found, `G` gets
//! signals that are given or found so, and `W` gets `{(k, s) | b(k) ≥ 1}` where `s` is found not to be given. A signal that
//! is taken back leaves `G` and `Z`. Children inherit `G` and `Z`.
//!
//! Bounds are kept between [`LEAST`] and [`MOST`]; below there is no bound.
//!
//! **Joining.** The smaller `b`; common `D`, as the weaker kind; common `W`, `G` and `Z`.
//!
//! **What is noted beside the elements.** That all changes of `k` are of the right kind, and which lock is held at all of
//! them; who makes tokens while other threads are running; how far `b(k)` goes below zero for the threads with an id, which
//! is what they *need*; what threads were promised at each creation. The counter *holds* if no thread but main needs more
//! than it was promised. The notes have to be complete before the predicate is asked, as those of CL.
//!
//! **Why the predicate is sound.** Let `k` hold, let the first access be made by `t` with `b(t, k) ≥ 1`, and the second
//! one by a thread with `k ∈ D`. Let `T` be the moment at which it, or who left it the knowledge, found `k ≤ 0`. Main has
//! never had less than zero tokens, or it is the one who found it, and had not at `T`. Consider all that happened before
//! `T` or before a change of `k` that `T` has seen. (Changes come before those behind them, as they are ordered by the
//! lock, or atomic.) Every thread has none left by then: `t` has got its token later, or the first access is among all
//! that, and comes before `T`. Tokens are made only by the reader itself, which has made and given none between `T` and
//! the second access: those of later come behind that. If nobody makes tokens, there are none later, so what an heir
//! inherits holds for ever. And of two accesses by destroyers of the last token, one comes behind `T` of the other, which
//! has destroyed a token then: so there is but one, if nobody makes tokens.
//!
//! Or let `(k, s) ∈ W` at the first access, and `(k, s) ∈ Z` at the second one. Had the first thread got its token later
//! than `T`, it would have seen the signal, by the lock or by sequential consistency of what is atomic (whoever takes the actions sees
//! to that). So it has destroyed that before `T`, and behind its access.
//!
//! (Tokens are the counted permissions of Bornat, Calcagno, O'Hearn and Parkinson, "Permission accounting in separation
//! logic", POPL 2005, handed over at creations.)

mod notes;

use self::notes::{Notes, Usage};
use crate::action::{Action, Exclusion};
use crate::digest::{Context, Creation, Digest, Next, Pair};
use crate::facts::MayBe;
use crate::names::{CounterId, Describe, LockId, Names, SignalId, ThreadId};
use crate::product::Siblings;
use crate::set::{SortedMap, SortedSet};
use crate::thread_flag::ThreadFlags;
use crate::thread_id::ThreadIds;
use crate::verdict::{Judgement, Piece, Reason};
use core::cell::RefCell;
use pepsin_lattice::Lattice;

/// The least bound on a number of tokens; below, there is none.
pub const LEAST: i8 = -4;
/// The greatest bound on a number of tokens.
pub const MOST: i8 = 32;

/// No bound.
const ANY: i8 = i8::MIN;

/// How the ego knows that nobody has a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Finding {
    /// It destroyed the last one.
    Destroyer,
    /// It read the counter.
    Reader,
    /// A thread from which it descends knew it.
    Heir,
}

/// The tokens of the ego, and the counters of which nobody has any.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tokens {
    /// `b`; zero has no entry.
    own: SortedMap<CounterId, i8>,
    /// `D`.
    gone: SortedMap<CounterId, Finding>,
    /// `W`.
    waiting: SortedSet<(CounterId, SignalId)>,
    /// `G`.
    given: SortedSet<SignalId>,
    /// `Z`.
    behind: SortedSet<(CounterId, SignalId)>,
}

impl Tokens {
    /// `b(k)`: how many tokens the ego has at least, besides those given to it; nothing if there is no bound.
    pub fn at_least(&self, counter: CounterId) -> Option<i8> {
        Some(self.own.get(counter).copied().unwrap_or(0)).filter(|tokens| *tokens != ANY)
    }

    /// `D(k)`: how the ego knows that nobody has a token.
    pub fn finding(&self, counter: CounterId) -> Option<Finding> {
        self.gone.get(counter).copied()
    }

    /// `W`: the counters of which the ego has had a token ever since it found that a signal was not given.
    pub fn waiting(&self) -> impl Iterator<Item = (CounterId, SignalId)> + '_ {
        self.waiting.iter()
    }

    /// `G`: the signals that were given in the ego's past.
    pub fn given(&self) -> impl Iterator<Item = SignalId> + '_ {
        self.given.iter()
    }

    /// `Z`: the counters that were found at zero behind a signal.
    pub fn behind(&self) -> impl Iterator<Item = (CounterId, SignalId)> + '_ {
        self.behind.iter()
    }

    /// How many tokens the ego needs to have been given, if it has these.
    pub fn need(&self, counter: CounterId) -> Option<u8> {
        self.at_least(counter).map(|tokens| tokens.min(0).unsigned_abs())
    }

    fn set(&mut self, counter: CounterId, tokens: i64) {
        let bound = match i8::try_from(tokens.min(MOST.into())) {
            Ok(bound) if bound >= LEAST => bound,
            _ => ANY,
        };
        match bound {
            0 => self.own.remove(counter),
            _ => self.own.insert(counter, bound),
        };
        if bound < 1 {
            self.waiting.retain(|(waiting, _)| waiting != counter);
        }
    }

    fn find(&mut self, counter: CounterId, by: Finding) {
        let known = self.finding(counter);
        self.gone.insert(counter, known.map_or(by, |known| known.min(by)));
        self.behind
            .unite(&self.given.iter().map(|signal| (counter, signal)).collect());
    }

    fn await_signal(&mut self, signal: SignalId) {
        let own = self.own.iter().filter(|(_, tokens)| **tokens >= 1);
        self.waiting.unite(&own.map(|(counter, _)| (counter, signal)).collect());
    }

    fn take_back(&mut self, signal: SignalId) {
        self.given.remove(signal);
        self.behind.retain(|(_, given)| given != signal);
    }

    fn add(&mut self, counter: CounterId, tokens: i64) {
        if let Some(known) = self.at_least(counter) {
            self.set(counter, tokens.saturating_add(known.into()));
        }
        self.gone.remove(counter);
    }

    fn inherited(&self) -> Self {
        Self {
            own: SortedMap::default(),
            gone: self.gone.keys().map(|counter| (counter, Finding::Heir)).collect(),
            waiting: SortedSet::default(),
            given: self.given.clone(),
            behind: self.behind.clone(),
        }
    }
}

impl Lattice for Tokens {
    fn join(&mut self, other: &Self) -> bool {
        let before = self.clone();
        let counters: SortedSet<CounterId> = self.own.keys().chain(other.own.keys()).collect();
        for counter in counters.iter() {
            match self.at_least(counter).zip(other.at_least(counter)) {
                Some((mine, theirs)) => self.set(counter, mine.min(theirs).into()),
                None => self.set(counter, ANY.into()),
            }
        }
        self.gone.retain(|counter, finding| {
            let other = other.finding(counter);
            *finding = other.map_or(*finding, |other| other.max(*finding));
            other.is_some()
        });
        self.waiting.intersect(&other.waiting);
        self.given.intersect(&other.given);
        self.behind.intersect(&other.behind);
        *self != before
    }
}

/// The digest of countdowns. It uses thread ids and thread flags.
#[derive(Debug, Default)]
pub struct Countdowns {
    notes: RefCell<Notes>,
}

fn own(siblings: Siblings<'_>) -> Option<ThreadId> {
    siblings.get::<ThreadIds>()?.own()
}

impl Countdowns {
    fn note(&self, counter: CounterId, note: impl FnOnce(&mut Usage) -> bool) {
        self.notes.borrow_mut().usage(counter, note);
    }

    fn spoil(&self, counter: CounterId) {
        self.note(counter, |usage| !core::mem::replace(&mut usage.spoilt, true));
    }

    fn note_taken_back(&self, signals: &MayBe<SignalId>) {
        let mut notes = self.notes.borrow_mut();
        for &signal in signals.candidates().unwrap_or_default() {
            let news = notes.taken_back.insert(signal);
            notes.changes += usize::from(news);
        }
    }

    /// Notes what the ego needs that has these tokens.
    fn note_need(&self, counter: CounterId, after: &Tokens, context: &Context<'_>) {
        let Some(own) = own(context.before) else {
            self.spoil(counter);
            return;
        };
        let need = after.need(counter);
        self.note(counter, |usage| match usage.needs.get_mut(own) {
            Some(known) => {
                let more = known.zip(need).map(|(known, need)| known.max(need));
                core::mem::replace(known, more) != more
            }
            None => {
                usage.needs.insert(own, need);
                true
            }
        });
    }

    /// Notes how a counter is changed.
    fn note_change(&self, counter: CounterId, by: i64, exclusion: Exclusion, context: &Context<'_>) {
        let flag = context.before.get::<ThreadFlags>();
        let makes = by > 0 && !flag.is_some_and(|flag| flag.is_alone());
        let maker = own(context.before);
        if makes && maker.is_none() {
            self.spoil(counter);
        }
        let locks: SortedSet<LockId> = context.facts.counter_locks().into_iter().collect();
        self.note(counter, |usage| {
            let news = match (exclusion, &mut usage.locks) {
                (Exclusion::Atomic, _) => !core::mem::replace(&mut usage.atomic, true),
                (Exclusion::Locks, Some(common)) => common.intersect(&locks),
                (Exclusion::Locks, common @ None) => common.replace(locks).is_none(),
            };
            let maker = maker.filter(|_| makes);
            maker.is_some_and(|maker| usage.makers.insert(maker)) | news
        });
    }

    /// What is known of the ego's own number of tokens when it finds that there are none.
    fn is_balanced(before: &Tokens, counter: CounterId, context: &Context<'_>) -> bool {
        match own(context.before) {
            Some(Names::MAIN) => before.at_least(counter).is_some_and(|tokens| tokens >= 0),
            Some(_) => true,
            None => false,
        }
    }

    /// A counter of which the first access is made by a thread that has a token, and the second by one that found all gone.
    fn by_token(
        &self,
        a: &Tokens,
        b: &Tokens,
        one: Siblings<'_>,
        other: Siblings<'_>,
        names: &Names,
    ) -> Option<Reason> {
        let (holder, finder) = (own(one)?, own(other)?);
        let notes = self.notes.borrow();
        let has_token = |counter: CounterId| {
            let given = match holder {
                Names::MAIN => 0,
                _ => i16::from(notes.given(holder, counter)),
            };
            a.at_least(counter).is_some_and(|tokens| i16::from(tokens) + given >= 1)
        };
        let mut gone = b.gone.iter();
        let (counter, _) = gone.find(|&(counter, finding)| {
            let lasts = notes
                .holding(counter)
                .is_some_and(|usage| lasts(usage, finder, *finding, names));
            lasts && has_token(counter)
        })?;
        Some(
            Reason::new("countdown")
                .thread(holder)
                .text(" counts down ")
                .piece(Piece::Counter(counter))
                .text(" behind its access, and the other access is made when that has reached zero"),
        )
    }

    /// A counter of which the first access's thread has had a token since before a signal, behind which the other one's
    /// found that nobody has any.
    fn by_signal(&self, a: &Tokens, b: &Tokens) -> Option<Reason> {
        let notes = self.notes.borrow();
        let (counter, signal) = b.behind.iter().find(|&(counter, signal)| {
            a.waiting.contains((counter, signal))
                && !notes.taken_back.contains(signal)
                && notes.holding(counter).is_some_and(Usage::main_needs_none)
        })?;
        Some(
            Reason::new("countdown-behind-signal")
                .text("one access is made by a thread that had not seen ")
                .piece(Piece::Signal(signal))
                .text(" and has yet to count down ")
                .piece(Piece::Counter(counter))
                .text("; the other one is made when that has reached zero behind the signal"),
        )
    }

    /// Both accesses are made by the thread that destroyed the last token.
    fn by_last_token(&self, a: &Tokens, b: &Tokens) -> Option<Reason> {
        let notes = self.notes.borrow();
        let mut gone = a.gone.iter();
        let (counter, _) = gone.find(|&(counter, finding)| {
            let both = [Some(*finding), b.finding(counter)] == [Some(Finding::Destroyer); 2];
            both && notes
                .holding(counter)
                .is_some_and(|usage| usage.makers.is_empty() && usage.main_needs_none())
        })?;
        Some(
            Reason::new("last-token")
                .text("both accesses are made by the thread that counts ")
                .piece(Piece::Counter(counter))
                .text(" down to zero"),
        )
    }
}

/// Whether it lasts that nobody has a token, up to the access of the one who found it so.
fn lasts(usage: &Usage, finder: ThreadId, finding: Finding, names: &Names) -> bool {
    let by_itself = finding != Finding::Heir;
    let others_balanced = by_itself && finder == Names::MAIN || usage.main_needs_none();
    let mut makers = usage.makers.iter();
    let only_maker = by_itself && names.is_unique(finder) && makers.all(|maker| maker == finder);
    others_balanced && (usage.makers.is_empty() || only_maker)
}

impl Digest for Countdowns {
    type Element = Tokens;

    fn start(&self, _names: &Names) -> Tokens {
        Tokens::default()
    }

    fn child(&self, creator: &Tokens, _: &Creation, context: &Context<'_>) -> Next<Tokens> {
        if let Some(thread) = own(context.after) {
            self.notes.borrow_mut().promise(thread, context.facts.promised());
        }
        Next::To(creator.inherited())
    }

    fn step(&self, before: &Tokens, action: &Action, context: &Context<'_>) -> Next<Tokens> {
        let mut after = before.clone();
        match *action {
            Action::Create { .. } => {
                for (counter, tokens) in context.facts.promised() {
                    after.add(counter, -i64::from(tokens));
                    self.note_need(counter, &after, context);
                }
            }
            Action::CounterAdd { counter, by, exclusion } => match context.facts.counters(counter).definite() {
                Some(counter) => {
                    self.note_change(counter, by, exclusion, context);
                    after.add(counter, by);
                    self.note_need(counter, &after, context);
                }
                None => return Next::Unchanged,
            },
            Action::CounterSet { counter, least } => {
                for &counter in context.facts.counters(counter).candidates().unwrap_or_default() {
                    after.add(counter, 0);
                    after.set(counter, least);
                    self.note_need(counter, &after, context);
                }
            }
            Action::CounterOverwrite { counter } => {
                let counters = context.facts.counters(counter);
                counters
                    .candidates()
                    .unwrap_or_default()
                    .iter()
                    .for_each(|&counter| self.spoil(counter));
            }
            Action::CounterGone { counter, by } => match context.facts.counters(counter).definite() {
                Some(counter) if Self::is_balanced(before, counter, context) => {
                    after.find(counter, by);
                }
                _ => return Next::Unchanged,
            },
            Action::SignalGiven { signal } => {
                let signal = context.facts.signals(signal).definite();
                after.given.unite(&signal.into_iter().collect());
            }
            Action::SignalAwaited { signal } => {
                let signal = context.facts.signals(signal).definite();
                signal.into_iter().for_each(|signal| after.await_signal(signal));
            }
            Action::SignalReset { signal } => {
                let signals = context.facts.signals(signal);
                let signals = signals.candidates().unwrap_or_default().iter();
                signals.for_each(|&signal| after.take_back(signal));
            }
            Action::SignalOverwrite { signal } => self.note_taken_back(&context.facts.signals(signal)),
            _ => return Next::Unchanged,
        }
        let changed = after != *before;
        Next::from_change(after, changed)
    }

    fn excludes(&self, a: &Tokens, b: &Tokens, pair: &Pair<'_>) -> Judgement {
        let reason = self
            .by_token(a, b, pair.first, pair.second, pair.names)
            .or_else(|| self.by_token(b, a, pair.second, pair.first, pair.names))
            .or_else(|| self.by_signal(a, b))
            .or_else(|| self.by_signal(b, a))
            .or_else(|| self.by_last_token(a, b));
        match reason {
            Some(reason) => Judgement::Excluded(reason),
            None => Judgement::NotExcluded(Reason::new("no-countdown").text(
                "no counter was found at zero before one access that the other thread counts down after its own",
            )),
        }
    }

    fn observations(&self) -> usize {
        self.notes.borrow().changes
    }

    fn forget_observations(&self) {
        *self.notes.borrow_mut() = Notes::default();
    }

    fn is_silent(&self, element: &Tokens) -> bool {
        *element == Tokens::default()
    }

    fn render(&self, element: &Tokens, describe: &dyn Describe) -> String {
        let own = element.own.iter().map(|(counter, tokens)| match *tokens {
            ANY => format!("any number of {}", describe.counter(counter)),
            tokens => format!("≥ {tokens} of {}", describe.counter(counter)),
        });
        let own: Vec<String> = own.collect();
        let gone: Vec<String> = element.gone.keys().map(|counter| describe.counter(counter)).collect();
        format!("tokens: {{{}}}, none left: {{{}}}", own.join(", "), gone.join(", "))
    }
}

#[cfg(test)]
mod tests;
