//! Completion: what an execution recorded of its races becomes what is told of them.
//!
//! An execution records little of a race, because most accesses race with nothing. One that shows races is run again twice: once where objects
//! and threads have other addresses, because a race may rest on the bits of none, and once as it was, halting at each access of the races that
//! are left, to see where its thread stood and what it held.

use std::collections::{BTreeMap, BTreeSet};

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::limits::Interrupt;

use super::code::AccessId;
use super::machine::FoundRace;
use super::memory::ObjectKind;
use super::race::{Execution, Race, ThreadSnapshot, name_locks, object_name};
use super::schedule::{Run, up_to};
use super::search::{Goal, Search};

/// Why a race is not reported that is gone when objects lie elsewhere.
const LAYOUT: &str = "a race depends on the bits of an address or of a thread\u{2019}s number";

/// So many races at one address are completed of one execution: each is a pair of places, of which a hundred threads have thousands.
const MOST_AT_ONE_ADDRESS: usize = 64;

/// The two places of a race, in the order of the execution.
type Places = (AccessId, AccessId);

impl Search<'_> {
    /// Keeps the races that the execution that has just ended showed, and no other one before.
    pub(super) fn collect_races(&mut self, run: &Run) {
        let races = std::mem::take(&mut self.machine.races);
        let Some(last) = races.last() else { return };
        let execution = Execution {
            segments: up_to(&run.segments, last.second.step),
            inputs: self.machine.inputs.given.clone(),
            threads: self.machine.thread_limit(),
        };
        let first = races[0];
        let fresh = self.fresh(&races);
        if fresh.is_empty() {
            return;
        }
        let elsewhere = self.races_elsewhere(&execution);
        let shows = |race: &FoundRace| {
            elsewhere
                .get(&places(race))
                .is_some_and(|step| *step <= race.second.step)
        };
        let (robust, others): (Vec<FoundRace>, Vec<FoundRace>) = fresh.into_iter().partition(shows);
        for race in others {
            let end = (LAYOUT.to_owned(), self.machine.site(race.second.site).0);
            *self.result.open.entry(end).or_default() += 1;
        }
        self.reported.extend(robust.iter().map(unordered));
        let completed = self.completed(&execution, &robust, &first);
        self.result.races.extend(completed);
    }

    /// The races that no execution before showed, each pair of places once, and of each address not too many.
    fn fresh(&self, races: &[FoundRace]) -> Vec<FoundRace> {
        let mut known = BTreeSet::new();
        let mut at_address: BTreeMap<u64, usize> = BTreeMap::new();
        let is_fresh = |race: &&FoundRace| {
            let pair = unordered(race);
            if self.reported.contains(&pair) || !known.insert(pair) {
                return false;
            }
            let count = at_address.entry(race.address).or_default();
            *count += 1;
            *count <= MOST_AT_ONE_ADDRESS
        };
        races.iter().filter(is_fresh).copied().collect()
    }

    /// The races that an execution shows where objects and threads have other addresses: the operation of the second access of each.
    fn races_elsewhere(&mut self, execution: &Execution) -> HashMap<Places, u64, FxBuildHasher> {
        let machine = self.repeated_elsewhere(execution, Goal::Races);
        let races = machine.iter().flat_map(|machine| &machine.races);
        races.map(|race| (places(race), race.second.step)).collect()
    }

    /// Runs an execution again up to the accesses of its races, for the stacks and locks of both threads.
    fn completed(&mut self, execution: &Execution, races: &[FoundRace], first: &FoundRace) -> Vec<Race> {
        let (entry, seed) = (self.program.main.0, self.settings.seed);
        let Some(mut scheduler) = self.second_machine.repeat(entry, seed, execution) else {
            return Vec::new();
        };
        let mut snapshots: BTreeMap<u64, ThreadSnapshot> = BTreeMap::new();
        let steps: BTreeSet<u64> = races
            .iter()
            .flat_map(|race| [race.first.step, race.second.step])
            .collect();
        let mut completed = Vec::new();
        let mut open = races.iter().peekable();
        for step in steps {
            self.second_machine.snapshot = Some((step, None));
            scheduler.go_on(&mut self.second_machine, step, &Interrupt::default());
            let snapshot = self.second_machine.snapshot.take().and_then(|asked| asked.1);
            let mut snapshot = snapshot.unwrap_or_default();
            name_locks(self.program, &mut snapshot);
            snapshots.insert(step, snapshot);
            while let Some(race) = open.next_if(|race| race.second.step == step) {
                completed.push(self.told(race, race == first, execution, &snapshots));
            }
        }
        completed
    }

    /// What is told of a race when the second machine has done its second access.
    fn told(
        &self,
        found: &FoundRace,
        is_first: bool,
        execution: &Execution,
        snapshots: &BTreeMap<u64, ThreadSnapshot>,
    ) -> Race {
        let machine = &self.second_machine;
        let (kind, base) = match machine.memory.object_at(found.address) {
            Some(object) => (object.kind, object.base),
            None => (ObjectKind::Library, found.address),
        };
        let offset = found.address - base;
        let snapshot = |step: u64| snapshots.get(&step).cloned().unwrap_or_default();
        Race {
            object: object_name(self.program, kind, offset),
            kind,
            bytes: (offset, found.size),
            first: machine.racing_access(&found.first, snapshot(found.first.step)),
            second: machine.racing_access(&found.second, snapshot(found.second.step)),
            creations: machine.creations(),
            refused: machine.refused(),
            is_first,
            execution: Execution {
                segments: up_to(&execution.segments, found.second.step),
                inputs: machine.inputs.given.clone(),
                threads: execution.threads,
            },
        }
    }
}

fn places(race: &FoundRace) -> Places {
    (race.first.site, race.second.site)
}

/// The two places of a race, in the order of the program.
fn unordered(race: &FoundRace) -> Places {
    let (first, second) = places(race);
    (first.min(second), first.max(second))
}
