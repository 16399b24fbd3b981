//! What is noted beside the elements of countdowns: how counters are changed, and what threads need and were promised.

use crate::names::{CounterId, LockId, Names, SignalId, ThreadId};
use crate::set::{SortedMap, SortedSet};

/// What happens to a counter in the whole program.
#[derive(Clone, Debug, Default)]
pub(super) struct Usage {
    /// Whether it is written to in another way.
    pub(super) spoilt: bool,
    /// Whether it is changed by atomic operations.
    pub(super) atomic: bool,
    /// The locks that all other changes have in common.
    pub(super) locks: Option<SortedSet<LockId>>,
    /// Who makes tokens while other threads may be running.
    pub(super) makers: SortedSet<ThreadId>,
    /// How many tokens threads need; nothing for any number.
    pub(super) needs: SortedMap<ThreadId, Option<u8>>,
}

impl Usage {
    /// Whether all changes are made in one step each.
    pub(super) fn is_counter(&self) -> bool {
        let excluded = self
            .locks
            .as_ref()
            .is_none_or(|locks| !self.atomic && !locks.is_empty());
        !self.spoilt && excluded
    }

    pub(super) fn main_needs_none(&self) -> bool {
        self.needs.get(Names::MAIN).is_none_or(|need| *need == Some(0))
    }
}

/// What is noted.
#[derive(Clone, Debug, Default)]
pub(super) struct Notes {
    pub(super) counters: SortedMap<CounterId, Usage>,
    /// The signals that may be taken back.
    pub(super) taken_back: SortedSet<SignalId>,
    /// What threads were promised: one entry for each kind of creation.
    pub(super) promises: SortedSet<(ThreadId, usize)>,
    /// The promises that there are, by number.
    pub(super) promised: Vec<Vec<(CounterId, u8)>>,
    pub(super) changes: usize,
}

impl Notes {
    pub(super) fn usage(&mut self, counter: CounterId, note: impl FnOnce(&mut Usage) -> bool) {
        let mut usage = self.counters.remove(counter).unwrap_or_default();
        self.changes += usize::from(note(&mut usage));
        self.counters.insert(counter, usage);
    }

    pub(super) fn promise(&mut self, thread: ThreadId, tokens: Vec<(CounterId, u8)>) {
        let known = self.promised.iter().position(|promised| *promised == tokens);
        let number = known.unwrap_or_else(|| {
            self.promised.push(tokens);
            self.promised.len() - 1
        });
        self.changes += usize::from(self.promises.insert((thread, number)));
    }

    /// How many tokens all threads with this id were given, at least.
    pub(super) fn given(&self, thread: ThreadId, counter: CounterId) -> u8 {
        let own = self.promises.iter().filter(|promise| promise.0 == thread);
        let tokens = own.map(|promise| tokens_of(&self.promised[promise.1], counter));
        tokens.min().unwrap_or(0)
    }

    /// What happens to a counter, if it holds.
    pub(super) fn holding(&self, counter: CounterId) -> Option<&Usage> {
        let usage = self.counters.get(counter).filter(|usage| usage.is_counter())?;
        let mut needs = usage.needs.iter().filter(|(thread, _)| *thread != Names::MAIN);
        let are_met = needs.all(|(thread, need)| need.is_some_and(|need| need <= self.given(thread, counter)));
        are_met.then_some(usage)
    }
}

fn tokens_of(promise: &[(CounterId, u8)], counter: CounterId) -> u8 {
    let tokens = promise.iter().find(|(promised, _)| *promised == counter);
    tokens.map_or(0, |(_, tokens)| *tokens)
}
