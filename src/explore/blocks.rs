//! Memory whose addresses do not depend on the schedule, for searches through all states.
//!
//! Each thread allocates from a block of its own, at the first address that is free: two states that differ only in which thread
//! allocated first are one (a canonical heap, as in Iosif, "Symmetry reductions for model checking of concurrent dynamic software", 2004).
//! An object that has ended keeps its address as long as something may point into it, so stale pointers are noticed,
//! and loses it then ([`Memory::give_back`]), so a loop comes back to the same state.

use super::memory::{ARENA, GRANULE, Layout, Memory, Object, ObjectKind, ObjectState, OutOfMemory};

/// Bytes in the block of a thread; what does not fit lies outside.
const BLOCK: u64 = 1024;

impl Memory {
    /// Gives the next thread its block.
    pub fn open_block(&mut self) -> Result<(), OutOfMemory> {
        let start = self.extend(BLOCK)?;
        self.layout.blocks.push(start);
        self.keep_marks(self.bytes.len());
        Ok(())
    }

    /// A new object of a thread, in its block if it has one with room.
    pub fn allocate_for(&mut self, thread: usize, size: u64, kind: ObjectKind, fill: u8) -> Result<u64, OutOfMemory> {
        let Some(block) = self.layout.blocks.get(thread) else {
            return self.allocate(size, kind, fill);
        };
        let room = size.max(1).checked_next_multiple_of(GRANULE).ok_or(OutOfMemory)?;
        match self.layout.gap(*block, room) {
            Some(base) => {
                self.place(base, size, kind, fill);
                Ok(base)
            }
            None => {
                let base = self.allocate(size, kind, fill)?;
                self.keep_marks(self.bytes.len());
                Ok(base)
            }
        }
    }

    /// What an object held when it ended is not part of a state.
    pub(super) fn wipe(&mut self, number: usize) {
        let object = self.layout.objects[number];
        let start = (object.base - ARENA) as usize;
        let end = start + object.size as usize;
        self.bytes[start..end].fill(0);
        self.indeterminate[start..end].fill(0);
        self.changed.note(start, end - start);
    }

    /// Brings the objects into the order of their addresses, without those that have ended and that nothing points into:
    /// neither memory nor one of the given words, which may be addresses.
    pub fn give_back(&mut self, words: impl Iterator<Item = u64>) {
        let in_order = self
            .layout
            .objects
            .is_sorted_by_key(|object| (object.base, object.state));
        let ended: Vec<Object> = self.layout.ended().collect();
        if in_order && ended.is_empty() {
            return;
        }
        let mut used = vec![false; ended.len()];
        if let (Some(first), Some(last)) = (
            ended.iter().map(|object| object.base).min(),
            ended.iter().map(|object| object.base + object.size).max(),
        ) {
            let near = |word: &u64| (first..=last).contains(word);
            for word in words.filter(near).chain(words_in(&self.bytes).filter(near)) {
                for (object, used) in ended.iter().zip(&mut used) {
                    *used |= object.base <= word && word <= object.base + object.size;
                }
            }
        }
        let unused: Vec<u64> = ended
            .iter()
            .zip(&used)
            .filter(|(_, used)| !**used)
            .map(|(object, _)| object.base)
            .collect();
        self.layout.keep(|object| !unused.contains(&object.base));
    }
}

/// The numbers that stand in four bytes anywhere, but for most zeroes: nearly all memory holds nothing else.
fn words_in(bytes: &[u8]) -> impl Iterator<Item = u64> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        while bytes.get(at..at + 8).is_some_and(|eight| eight == [0; 8]) {
            at += 5;
        }
        let word: [u8; 4] = bytes.get(at..at + 4)?.try_into().ok()?;
        at += 1;
        Some(u64::from(u32::from_le_bytes(word)))
    })
}

impl Layout {
    /// Estimated bytes that it takes beyond its own size.
    pub fn bytes(&self) -> usize {
        self.owners.len() * 4 + self.objects.len() * size_of::<Object>() + self.blocks.len() * 8
    }

    fn ended(&self) -> impl Iterator<Item = Object> + '_ {
        let ended = |object: &&Object| object.state == ObjectState::Ended;
        self.objects.iter().filter(ended).copied()
    }

    /// The first free run of bytes in a block, with a free granule behind it.
    fn gap(&self, block: u64, room: u64) -> Option<u64> {
        let first = ((block - ARENA) / GRANULE) as usize;
        let wanted = (room / GRANULE) as usize + 1;
        let owners = &self.owners[first..first + (BLOCK / GRANULE) as usize];
        let mut start = 0;
        while start + wanted <= owners.len() {
            match owners[start..start + wanted].iter().rposition(|owner| *owner != 0) {
                None => return Some(block + start as u64 * GRANULE),
                // One granule stays free in front, too.
                Some(taken) => start += taken + 2,
            }
        }
        None
    }

    /// Keeps some objects, in the order of their addresses, and numbers them anew.
    fn keep(&mut self, kept: impl Fn(&Object) -> bool) {
        self.objects.retain(kept);
        self.objects.sort_unstable_by_key(|object| object.base);
        self.owners.fill(0);
        for (number, object) in self.objects.iter().enumerate() {
            let first = ((object.base - ARENA) / GRANULE) as usize;
            let count = (object.size.max(1).div_ceil(GRANULE)) as usize;
            self.owners[first..first + count].fill(number as u32 + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn words_that_are_not_zero_are_all_found(runs in prop::collection::vec((0usize..20, 1u8..4), 0..6)) {
            let mut bytes = Vec::new();
            for (zeroes, value) in runs {
                bytes.resize(bytes.len() + zeroes, 0);
                bytes.push(value);
            }
            let word = |window: &[u8]| u64::from(u32::from_le_bytes([window[0], window[1], window[2], window[3]]));
            let expected: Vec<u64> = bytes.windows(4).map(word).filter(|word| *word != 0).collect();
            let found: Vec<u64> = words_in(&bytes).filter(|word| *word != 0).collect();
            prop_assert_eq!(found, expected);
        }
    }

    fn memory(threads: usize) -> Memory {
        let mut memory = Memory::new(1 << 20);
        for _ in 0..threads {
            memory.open_block().expect("there is room");
        }
        memory
    }

    #[test]
    fn addresses_do_not_depend_on_which_thread_allocates_first() {
        let allocate = |order: [usize; 4]| {
            let mut memory = memory(2);
            for thread in order {
                memory
                    .allocate_for(thread, 20, ObjectKind::Heap, 7)
                    .expect("there is room");
            }
            memory.give_back(std::iter::empty());
            memory
        };
        assert_eq!(allocate([0, 0, 1, 1]), allocate([1, 0, 1, 0]));
    }

    #[test]
    fn an_object_that_ended_keeps_its_address_while_something_points_into_it() {
        let mut memory = memory(1);
        let allocate = |memory: &mut Memory| memory.allocate_for(0, 8, ObjectKind::Heap, 0).expect("there is room");
        let first = allocate(&mut memory);
        let pointer = allocate(&mut memory);
        assert_eq!(memory.write(pointer, 4, first + 4), Ok(()));
        memory.end(first);
        memory.give_back(std::iter::empty());
        assert_ne!(allocate(&mut memory), first);
        assert_eq!(memory.write(pointer, 4, 0), Ok(()));
        memory.give_back(std::iter::once(first));
        assert_ne!(allocate(&mut memory), first);
        memory.give_back(std::iter::empty());
        assert_eq!(allocate(&mut memory), first);
    }

    #[test]
    fn objects_of_a_block_are_separated_and_what_does_not_fit_lies_outside() {
        let mut memory = memory(1);
        let mut last = 0;
        for _ in 0..100 {
            let address = memory.allocate_for(0, 16, ObjectKind::Heap, 0).expect("there is room");
            assert!(address >= last + 2 * GRANULE);
            last = address;
        }
    }
}
