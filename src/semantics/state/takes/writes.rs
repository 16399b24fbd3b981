//! How a dispenser is written to, and what follows from that for the numbers that it gives ([`super::Takes`] has the theory).

use std::collections::BTreeSet;

use pepsin_digests::{LockId, ThreadId};
use pepsin_lattice::seeded::{Bug, is_seeded};

use super::NarrowStep;

/// How a dispenser is written to.
#[derive(Clone, Debug, Default)]
pub struct DispenserWrites {
    /// By takes: who, under which locks; none for atomic additions.
    pub takes: BTreeSet<(ThreadId, Option<Vec<LockId>>)>,
    /// Atomic additions to a counter that may begin anew: who, whether that is just one thread, and which.
    pub narrow: BTreeSet<(ThreadId, bool, NarrowStep)>,
    /// By others, while no other thread runs.
    pub alone: BTreeSet<ThreadId>,
    /// Whether others did so, or may have, behind the start of other threads.
    pub again: bool,
    /// Whether there are writes of another kind.
    pub others: bool,
}

impl DispenserWrites {
    /// Whether all takes are apart.
    pub fn are_of_dispenser(&self) -> bool {
        let takers_initialise = self.takes.iter().any(|(thread, _)| self.alone.contains(thread));
        let only_takes = !self.others && !takers_initialise || is_seeded(Bug::OtherWritesTake);
        only_takes && (self.are_atomic() && self.come_around_never() || self.have_common_lock())
    }

    /// Whether nobody but its owner finds a number that comes to its turn, though numbers may be given again.
    pub fn are_served_in_line(&self) -> bool {
        let takers_initialise = self.takes.iter().any(|(thread, _)| self.alone.contains(thread));
        let only_steps =
            !self.others && !takers_initialise && !self.again && self.are_atomic() && !self.narrow.is_empty();
        let waits = |step: &NarrowStep| step.by == 1 && step.is_outside;
        let threads: BTreeSet<ThreadId> = self.narrow.iter().map(|(thread, ..)| *thread).collect();
        let has_room = |is_one: bool, high: i128| match is_one {
            true => 2 * threads.len() as i128 + 2 < high,
            false => high >= i128::from(i32::MAX),
        };
        let are_all_one = self.narrow.iter().all(|(_, is_one, _)| *is_one);
        let fits = |(_, _, step): &(ThreadId, bool, NarrowStep)| waits(step) && has_room(are_all_one, step.high);
        only_steps && self.narrow.iter().all(fits)
    }

    /// Whether the counter gives no number twice, if it may begin anew.
    fn come_around_never(&self) -> bool {
        let steps = || self.narrow.iter().map(|(.., step)| step);
        let (Some(longest), Some(last), Some(high)) = (
            steps().map(|step| i128::from(step.by)).max(),
            steps().map(NarrowStep::last).max(),
            steps().map(|step| step.high).min(),
        ) else {
            return true;
        };
        let threads: BTreeSet<ThreadId> = self.narrow.iter().map(|(thread, ..)| *thread).collect();
        let is_each_one = self.narrow.iter().all(|(_, is_one, _)| *is_one) || is_seeded(Bug::CrowdsStepOnce);
        let steps = threads.len() as i128 + 4;
        let fits = longest
            .checked_mul(steps)
            .zip(high.checked_sub(last))
            .is_some_and(|(longest, room)| longest < room);
        is_each_one && (fits || is_seeded(Bug::RoomForAllSteps))
    }

    fn are_atomic(&self) -> bool {
        self.takes.iter().all(|(_, locks)| locks.is_none())
    }

    fn have_common_lock(&self) -> bool {
        let mut locks = self.takes.iter().map(|(_, locks)| locks.as_deref().unwrap_or(&[]));
        let first = locks.next().unwrap_or(&[]);
        first
            .iter()
            .any(|lock| locks.clone().all(|others| others.contains(lock)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_narrow_counter_comes_around_unless_the_last_steps_of_all_are_too_short() {
        let writes = |threads: u32, is_one, by, last_below| {
            let step = NarrowStep {
                by,
                last_below: Some(last_below),
                is_outside: false,
                high: 255,
            };
            let thread = |number| ThreadId::new(number);
            DispenserWrites {
                takes: (0..threads).map(|number| (thread(number), None)).collect(),
                narrow: (0..threads).map(|number| (thread(number), is_one, step)).collect(),
                ..DispenserWrites::default()
            }
        };
        assert!(writes(2, true, 1, 7).are_of_dispenser());
        assert!(writes(4, true, 15, 7).are_of_dispenser());
        assert!(!writes(4, true, 16, 7).are_of_dispenser());
        assert!(!writes(2, true, 1, 8).are_of_dispenser());
        assert!(!writes(2, false, 1, 7).are_of_dispenser());
        assert!(!writes(2, true, 1, 127).are_of_dispenser());
    }

    #[test]
    fn takes_are_apart_under_one_lock_and_not_under_two() {
        let under = |locks: &[u32]| {
            (
                ThreadId::new(1),
                Some(locks.iter().map(|lock| LockId::new(*lock)).collect()),
            )
        };
        let writes = |takes: &[&[u32]]| DispenserWrites {
            takes: takes.iter().map(|locks| under(locks)).collect(),
            ..DispenserWrites::default()
        };
        assert!(writes(&[&[1, 2], &[2, 3]]).are_of_dispenser());
        assert!(!writes(&[&[1], &[2]]).are_of_dispenser());
        let set_back = DispenserWrites {
            alone: [ThreadId::new(1)].into(),
            ..writes(&[&[1]])
        };
        assert!(!set_back.are_of_dispenser());
    }
}
