//! The race check: for each memory location, the last accesses that a later one could be unordered with.
//!
//! Memory is shadowed by granules of 8 bytes, each with a list of accesses (thread, epoch, bytes, kind).
//! A new access b races with a recorded access a of another thread iff their bytes overlap, their kinds conflict,
//! and a's epoch is not covered by b's clock:
//!
//! `race(a, b) ⟺ bytes(a) ∩ bytes(b) ≠ ∅ ∧ conflict(a, b) ∧ C_b[thread(a)] < epoch(a)` (Flanagan and Freund, PLDI 2009).
//!
//! An entry a is dropped when b happens after it, covers its bytes, and everything that conflicts with a conflicts with b:
//! a later access unordered with a then is unordered with b. So at least one race per location of a run is found,
//! and the first race of the run always is.

use super::clock::Clock;
use super::code::AccessId;
use super::memory::ARENA;
use super::segments::Segments;

/// How an access touches memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AccessKind {
    /// A plain read.
    Read,
    /// A plain write.
    Write,
    /// An atomic read.
    AtomicRead,
    /// An atomic write, or read-modify-write.
    AtomicWrite,
    /// The release of the memory: as a plain write.
    Free,
    /// The initialisation or destruction of an object of synchronisation: as a plain write.
    Renew,
}

impl AccessKind {
    /// Whether it writes.
    pub fn writes(self) -> bool {
        !matches!(self, AccessKind::Read | AccessKind::AtomicRead)
    }

    /// Whether it is atomic.
    pub fn atomic(self) -> bool {
        matches!(self, AccessKind::AtomicRead | AccessKind::AtomicWrite)
    }

    /// Two accesses conflict when one writes and not both are atomic.
    pub fn conflicts(self, other: AccessKind) -> bool {
        (self.writes() || other.writes()) && !(self.atomic() && other.atomic())
    }

    /// Whether everything that conflicts with `other` conflicts with this kind.
    fn dominates(self, other: AccessKind) -> bool {
        use AccessKind::{AtomicRead, AtomicWrite, Free, Read, Renew, Write};
        matches!(
            (self, other),
            (Write | Free | Renew, _)
                | (AtomicWrite, AtomicWrite | AtomicRead)
                | (Read, Read | AtomicRead)
                | (AtomicRead, AtomicRead)
        )
    }
}

/// An access as the shadow remembers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// The thread's number.
    pub thread: u32,
    /// Its epoch.
    pub epoch: u32,
    /// Where it stands in the program.
    pub site: AccessId,
    /// How it accesses.
    pub kind: AccessKind,
    /// The step of the run.
    pub step: u64,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    access: Recorded,
    bytes: u8,
    next: u32,
}

/// The shadow of all memory.
#[derive(Clone, Debug, Default)]
pub struct Shadow {
    /// For each granule, the first entry plus one.
    heads: Vec<u32>,
    entries: Segments<Entry>,
    spare: Segments<u32>,
}

impl Shadow {
    /// Forgets all accesses.
    pub fn clear(&mut self) {
        self.heads.clear();
        self.entries.clear();
        self.spare.clear();
    }

    /// Forgets the accesses to a range: a new object begins there.
    pub fn forget(&mut self, address: u64, size: u64) {
        let start = ((address - ARENA) / 8) as usize;
        let end = ((address - ARENA + size).div_ceil(8) as usize).min(self.heads.len());
        for granule in start..end {
            let mut head = std::mem::take(&mut self.heads[granule]);
            while head != 0 {
                self.spare.push(head);
                head = self.entries[head as usize - 1].next;
            }
        }
    }

    /// Records an access of `size` bytes and gives the recorded accesses it races with to `race`.
    pub fn access(&mut self, address: u64, size: u64, access: Recorded, clock: &Clock, race: &mut Vec<Recorded>) {
        let start = address - ARENA;
        let end = start + size;
        let mut granule = start / 8;
        while granule * 8 < end {
            let first = start.max(granule * 8) - granule * 8;
            let last = end.min(granule * 8 + 8) - granule * 8;
            let bytes = ((0xffu32 >> (8 - (last - first))) << first) as u8;
            self.access_granule(granule as usize, bytes, access, clock, race);
            granule += 1;
        }
    }

    fn access_granule(&mut self, granule: usize, bytes: u8, new: Recorded, clock: &Clock, race: &mut Vec<Recorded>) {
        if granule >= self.heads.len() {
            self.heads.resize(granule + 1, 0);
        }
        let mut before = 0u32;
        let mut at = self.heads[granule];
        while at != 0 {
            let Entry {
                access: old,
                bytes: covered,
                next,
            } = self.entries[at as usize - 1];
            let ordered = old.thread == new.thread || clock.of(old.thread as usize) >= old.epoch;
            if !ordered && covered & bytes != 0 && old.kind.conflicts(new.kind) {
                race.push(old);
            }
            if old.thread == new.thread
                && old.epoch == new.epoch
                && bytes & !covered == 0
                && old.kind.dominates(new.kind)
            {
                return;
            }
            if ordered && covered & !bytes == 0 && new.kind.dominates(old.kind) {
                self.unlink(granule, before, at, next);
            } else {
                before = at;
            }
            at = next;
        }
        self.push(
            granule,
            Entry {
                access: new,
                bytes,
                next: 0,
            },
        );
    }

    fn unlink(&mut self, granule: usize, before: u32, at: u32, next: u32) {
        match before {
            0 => self.heads[granule] = next,
            _ => self.entries[before as usize - 1].next = next,
        }
        self.spare.push(at);
    }

    fn push(&mut self, granule: usize, mut entry: Entry) {
        entry.next = self.heads[granule];
        self.heads[granule] = match self.spare.pop() {
            Some(number) => {
                self.entries[number as usize - 1] = entry;
                number
            }
            None => {
                self.entries.push(entry);
                self.entries.len() as u32
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explore::random::Random;

    const KINDS: [AccessKind; 5] = [
        AccessKind::Read,
        AccessKind::Write,
        AccessKind::AtomicRead,
        AccessKind::AtomicWrite,
        AccessKind::Free,
    ];

    /// All accesses of an execution, compared with each other.
    #[derive(Default)]
    struct Reference(Vec<(u64, u64, Recorded)>);

    impl Reference {
        fn races(&mut self, address: u64, size: u64, new: Recorded, clock: &Clock) -> bool {
            let racing = self.0.iter().any(|(other, length, old)| {
                let overlap = address < other + length && *other < address + size;
                let unordered = old.thread != new.thread && clock.of(old.thread as usize) < old.epoch;
                overlap && unordered && old.kind.conflicts(new.kind)
            });
            self.0.push((address, size, new));
            racing
        }
    }

    /// Random accesses of three threads that now and then synchronise; the shadow and the reference up to the first race.
    #[test]
    fn the_first_race_is_the_one_that_comparing_all_accesses_finds() {
        for seed in 0..3_000 {
            let mut random = Random::new(seed, 1);
            let (mut shadow, mut reference) = (Shadow::default(), Reference::default());
            let mut clocks = vec![Clock::default(); 3];
            (0..3).for_each(|thread| clocks[thread].begin(thread));
            for step in 0..60 {
                let thread = random.below(3) as usize;
                if random.one_in(2) {
                    let other = clocks[random.below(3) as usize].clone();
                    clocks[thread].join(&other);
                    (0..3).for_each(|any| clocks[any].advance(any));
                    continue;
                }
                let (address, size) = (ARENA + random.below(20), 1 + random.below(12));
                let new = Recorded {
                    thread: thread as u32,
                    epoch: clocks[thread].of(thread),
                    site: 0,
                    kind: KINDS[random.below(5) as usize],
                    step,
                };
                let mut found = Vec::new();
                shadow.access(address, size, new, &clocks[thread], &mut found);
                let expected = reference.races(address, size, new, &clocks[thread]);
                assert_eq!(!found.is_empty(), expected, "seed {seed} step {step}");
                if expected {
                    break;
                }
            }
        }
    }

    #[test]
    fn a_new_object_forgets_the_accesses_to_its_memory() {
        let mut shadow = Shadow::default();
        let access = |thread| Recorded {
            thread,
            epoch: 1,
            site: 0,
            kind: AccessKind::Write,
            step: 0,
        };
        let mut found = Vec::new();
        shadow.access(ARENA, 16, access(0), &Clock::default(), &mut found);
        shadow.forget(ARENA, 16);
        shadow.access(ARENA, 16, access(1), &Clock::default(), &mut found);
        assert!(found.is_empty());
    }

    #[test]
    fn a_kind_dominates_another_exactly_if_it_conflicts_with_all_that_the_other_does() {
        for one in KINDS {
            for other in KINDS {
                let expected = KINDS
                    .iter()
                    .all(|third| !other.conflicts(*third) || one.conflicts(*third));
                assert_eq!(one.dominates(other), expected, "{one:?} {other:?}");
            }
        }
    }
}
