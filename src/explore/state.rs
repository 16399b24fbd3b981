//! Canonical states, stored by components (collapse compression: Holzmann, "State compression in SPIN", 1997).
//!
//! Two states that differ only in dead registers, in the addresses of threads' objects, or in what has ended and cannot be reached
//! are one. Every component is stored once and compared in full, so that no two different states are ever taken for the same.
//! Memory is cut into pages, and the sequence of the components' numbers is stored as a tree.

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use super::items::Items;
use super::machine::{Fortune, Machine};
use super::memory::{Layout, Memory};
use super::pages::{ChangedPages, PAGE};
use super::symbols::Symbols;
use super::synchronisation::Synchronisation;
use super::thread::Thread;
use super::tree::{Interner, Known, Sequence, Trees};

/// A state: the rest, layout, synchronisation, one number per thread, and per page of memory one for its contents
/// and one for which of it is indeterminate.
pub type StateKey = Sequence;

/// The components in front of those of threads.
const BEFORE_THREADS: usize = 3;

/// What a program keeps besides memory, threads and synchronisation, with its inputs; and how many bytes of memory and threads there are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Rest {
    symbols: Symbols,
    keys: Items<Option<u64>>,
    exit_handlers: Items<u64>,
    fortune: Fortune,
    bytes: usize,
    threads: usize,
}

impl Rest {
    fn of(machine: &Machine<'_>) -> Self {
        Rest {
            symbols: machine.symbols.clone(),
            keys: machine.keys.clone(),
            exit_handlers: machine.exit_handlers.clone(),
            fortune: machine.fortune,
            bytes: machine.memory.bytes.len(),
            threads: machine.threads.len(),
        }
    }

    fn is_of(&self, machine: &Machine<'_>) -> bool {
        self.bytes == machine.memory.bytes.len()
            && self.threads == machine.threads.len()
            && self.symbols == machine.symbols
            && self.keys == machine.keys
            && self.exit_handlers == machine.exit_handlers
            && self.fortune == machine.fortune
    }

    fn pages(&self) -> usize {
        self.bytes.div_ceil(PAGE)
    }

    /// Bytes on the heap, estimated.
    fn heap(&self) -> usize {
        self.symbols.entries() * ENTRY + self.keys.len() * size_of::<Option<u64>>() + self.exit_handlers.len() * 8
    }
}

/// Bytes of an entry of a map, about.
const ENTRY: usize = 40;

/// Entries of maps that are compared in the time in which a page of memory is.
const ENTRIES_OF_COMPONENT: usize = 8;

/// The states seen so far.
///
/// The machine is mostly like the state that was last stored or restored, the *resident* one: pages that did not change since then are
/// neither copied nor looked up, and the other components only if they differ.
pub struct States {
    layouts: Interner<Layout>,
    synchronisations: Interner<Synchronisation>,
    rests: Interner<Rest>,
    threads: Interner<Thread>,
    pages: Interner<Vec<u8>>,
    trees: Trees,
    seen: HashSet<StateKey, FxBuildHasher>,
    resident: Option<StateKey>,
    /// The components of the resident state.
    components: Vec<u32>,
    spare: Vec<u32>,
    work: u64,
}

impl States {
    /// No states.
    pub fn new() -> Self {
        States {
            layouts: Interner::new(),
            synchronisations: Interner::new(),
            rests: Interner::new(),
            threads: Interner::new(),
            pages: Interner::new(),
            trees: Trees::default(),
            seen: HashSet::default(),
            resident: None,
            components: Vec::new(),
            spare: Vec::new(),
            work: 0,
        }
    }

    /// Number of states seen.
    pub fn len(&self) -> usize {
        self.seen.len()
    }

    /// Estimated bytes in use.
    pub fn bytes(&self) -> usize {
        self.layouts.bytes()
            + self.synchronisations.bytes()
            + self.rests.bytes()
            + self.threads.bytes()
            + self.pages.bytes()
            + self.trees.bytes()
            + self.seen.capacity() * (size_of::<StateKey>() + 2)
    }

    /// Components that were copied or looked up so far: what storing and restoring takes time for.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// The state that a machine is in, made canonical; and whether it is new.
    pub fn enter(&mut self, machine: &mut Machine<'_>) -> (StateKey, bool) {
        machine.make_canonical();
        let mut numbers = std::mem::take(&mut self.spare);
        let old = std::mem::take(&mut self.components);
        numbers.clear();
        self.number_small_parts(machine, &old, &mut numbers);
        self.number_memory(&machine.memory, &old, &mut numbers);
        let known = Known {
            sequence: self.resident,
            numbers: &old,
        };
        let key = self.trees.store(&numbers, known);
        self.spare = old;
        self.become_resident(key, numbers, machine);
        (key, self.seen.insert(key))
    }

    fn become_resident(&mut self, key: StateKey, numbers: Vec<u32>, machine: &mut Machine<'_>) {
        self.resident = Some(key);
        self.components = numbers;
        machine.memory.changed.clear(machine.memory.bytes.len().div_ceil(PAGE));
    }

    /// The numbers of threads, of contents of pages, and of which of these is indeterminate; all empty for no state.
    fn parts<'n>(&self, numbers: &'n [u32]) -> (&'n [u32], &'n [u32], &'n [u32]) {
        let Some(rest) = numbers.first() else {
            return Default::default();
        };
        let rest = self.rests.value(*rest);
        let (threads, pages) = numbers[BEFORE_THREADS..].split_at(rest.threads);
        let (bytes, indeterminate) = pages.split_at(rest.pages());
        (threads, bytes, indeterminate)
    }

    fn number_small_parts(&mut self, machine: &Machine<'_>, old: &[u32], numbers: &mut Vec<u32>) {
        self.work += (machine.symbols.entries() / ENTRIES_OF_COMPONENT) as u64;
        let looked_up = &mut self.work;
        let mut number = |known: Option<u32>, new: &mut dyn FnMut() -> u32| {
            *looked_up += u64::from(known.is_none());
            numbers.push(known.unwrap_or_else(new));
        };
        let rest = old.first().copied();
        let rest = rest.filter(|rest| self.rests.value(*rest).is_of(machine));
        number(rest, &mut || self.rests.number(&Rest::of(machine), Rest::heap));
        let layout = &machine.memory.layout;
        let known = old.get(1).copied();
        let known = known.filter(|known| self.layouts.value(*known) == layout);
        number(known, &mut || self.layouts.number(layout, Layout::bytes));
        let synchronisation = &machine.synchronisation;
        let known = old.get(2).copied();
        let known = known.filter(|known| self.synchronisations.value(*known) == synchronisation);
        number(known, &mut || {
            self.synchronisations.number(synchronisation, Synchronisation::bytes)
        });
        let threads = old.first().map_or(0, |rest| self.rests.value(*rest).threads);
        let old = old.get(BEFORE_THREADS..BEFORE_THREADS + threads).unwrap_or_default();
        for (place, thread) in machine.threads.iter().enumerate() {
            let known = old.get(place).copied();
            let known = known.filter(|known| self.threads.value(*known) == thread);
            number(known, &mut || self.threads.number(thread, Thread::bytes));
        }
    }

    fn number_memory(&mut self, memory: &Memory, old: &[u32], numbers: &mut Vec<u32>) {
        let (_, old_bytes, old_indeterminate) = self.parts(old);
        self.number_pages(&memory.bytes, &memory.changed, old_bytes, numbers);
        self.number_pages(&memory.indeterminate, &memory.changed, old_indeterminate, numbers);
    }

    fn number_pages(&mut self, bytes: &[u8], changed: &ChangedPages, known: &[u32], numbers: &mut Vec<u32>) {
        for (number, page) in bytes.chunks(PAGE).enumerate() {
            let known = known.get(number).filter(|_| !changed.contain(number));
            self.work += u64::from(known.is_none());
            numbers.push(match known {
                Some(known) => *known,
                None => self.pages.number(page, Vec::len),
            });
        }
    }

    /// Puts a machine into a state.
    pub fn restore(&mut self, key: StateKey, machine: &mut Machine<'_>) {
        let mut numbers = std::mem::take(&mut self.spare);
        let known = Known {
            sequence: self.resident,
            numbers: &self.components,
        };
        self.trees.read(key, known, &mut numbers);
        self.restore_small_parts(&numbers, machine);
        self.work += self.restore_memory(&numbers, machine);
        self.spare = std::mem::take(&mut self.components);
        self.become_resident(key, numbers, machine);
    }

    fn restore_small_parts(&mut self, numbers: &[u32], machine: &mut Machine<'_>) {
        let rest = self.rests.value(numbers[0]);
        if !rest.is_of(machine) {
            machine.symbols.clone_from(&rest.symbols);
            machine.keys.clone_from(&rest.keys);
            machine.exit_handlers.clone_from(&rest.exit_handlers);
            machine.fortune = rest.fortune;
        }
        let layout = self.layouts.value(numbers[1]);
        if machine.memory.layout != *layout {
            self.work += 1;
            machine.memory.layout.clone_from(layout);
        }
        let synchronisation = self.synchronisations.value(numbers[2]);
        if machine.synchronisation != *synchronisation {
            self.work += 1;
            machine.synchronisation.clone_from(synchronisation);
        }
        let threads = &numbers[BEFORE_THREADS..BEFORE_THREADS + rest.threads];
        machine.threads.truncate(threads.len());
        for (number, thread) in threads.iter().enumerate() {
            let stored = self.threads.value(*thread);
            match machine.threads.get_mut(number) {
                Some(same) if same == stored => {}
                Some(slot) => {
                    self.work += 1;
                    slot.clone_from(stored);
                }
                None => machine.threads.push(stored.clone()),
            }
        }
    }

    /// Copies the pages that differ; gives their number.
    fn restore_memory(&self, numbers: &[u32], machine: &mut Machine<'_>) -> u64 {
        let Memory {
            bytes,
            indeterminate,
            changed,
            ..
        } = &mut machine.memory;
        let (_, new_bytes, new_indeterminate) = self.parts(numbers);
        let (_, old_bytes, old_indeterminate) = self.parts(&self.components);
        let length = self.rests.value(numbers[0]).bytes;
        if bytes.len() != length {
            changed.note(bytes.len().min(length), bytes.len().max(length));
        }
        self.fill(new_bytes, old_bytes, changed, bytes)
            + self.fill(new_indeterminate, old_indeterminate, changed, indeterminate)
    }

    /// Makes `target` the given pages, if it holds the old ones but for those that changed; gives how many were copied.
    fn fill(&self, pages: &[u32], old: &[u32], changed: &ChangedPages, target: &mut Vec<u8>) -> u64 {
        let mut copied = 0;
        let last = pages.last().map_or(0, |last| self.pages.value(*last).len());
        target.resize((pages.len() * PAGE + last).saturating_sub(PAGE), 0);
        for (number, (page, place)) in pages.iter().zip(target.chunks_mut(PAGE)).enumerate() {
            if old.get(number) != Some(page) || changed.contain(number) {
                place.copy_from_slice(self.pages.value(*page));
                copied += 1;
            }
        }
        copied
    }
}

impl Machine<'_> {
    /// Forgets what makes no difference to what can follow.
    fn make_canonical(&mut self) {
        self.clear_dead_registers();
        self.synchronisation.forget_atomics();
        self.make_symbols_canonical();
        let words = self.threads.iter().flat_map(Thread::words);
        self.memory.give_back(words);
    }

    /// Zeroes the registers that will be written before they are read.
    fn clear_dead_registers(&mut self) {
        for thread in &mut self.threads {
            thread.held.clear();
            for depth in 0..thread.frames.len() {
                let outcome = thread.outcome(depth);
                let frame = &thread.frames[depth];
                let number = frame.function as usize;
                let (Some(function), Some(liveness)) = (&self.code.functions[number], &self.code.liveness[number])
                else {
                    continue;
                };
                for register in 0..function.registers {
                    let holds_address = || function.memory_locals.iter().any(|local| local.register == register);
                    if !liveness.is_live(frame.next, register, outcome) && !holds_address() {
                        thread.registers[(frame.base + register) as usize] = 0;
                    }
                }
            }
        }
    }
}
