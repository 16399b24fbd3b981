//! Canonical states, stored by components (collapse compression: Holzmann, "State compression in SPIN", 1997).
//!
//! Two states that differ only in dead registers, in the addresses of threads' objects, or in what has ended and cannot be reached
//! are one. Every component is stored once and compared in full, so that no two different states are ever taken for the same.
//! Memory is cut into pages, and the sequence of the components' numbers is stored as a tree.

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use super::machine::Machine;
use super::memory::Layout;
use super::symbols::Symbols;
use super::synchronisation::Synchronisation;
use super::thread::Thread;
use super::tree::{Interner, Sequence, Trees};

/// Bytes of memory that are one component.
const PAGE: usize = 128;

/// A state: layout, synchronisation, the rest, one number per thread, and per page of memory one for its contents
/// and one for which of it is indeterminate.
pub type StateKey = Sequence;

/// What a program keeps besides memory, threads and synchronisation, with its inputs; and how many bytes of memory and threads there are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Rest {
    symbols: Symbols,
    keys: Vec<Option<u64>>,
    exit_handlers: Vec<u64>,
    bytes: usize,
    threads: usize,
}

/// The states seen so far.
pub struct States {
    layouts: Interner<Layout>,
    synchronisations: Interner<Synchronisation>,
    rests: Interner<Rest>,
    threads: Interner<Thread>,
    pages: Interner<Vec<u8>>,
    trees: Trees,
    seen: HashSet<StateKey, FxBuildHasher>,
    numbers: Vec<u32>,
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
            numbers: Vec::new(),
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

    /// Of how many pages of memory and threads a machine's state consists: what storing and restoring it takes time for.
    pub fn components(machine: &Machine<'_>) -> u64 {
        (machine.memory.bytes.len().div_ceil(PAGE) + machine.threads.len()) as u64
    }

    /// The state that a machine is in, made canonical; and whether it is new.
    pub fn enter(&mut self, machine: &mut Machine<'_>) -> (StateKey, bool) {
        machine.make_canonical();
        let mut numbers = std::mem::take(&mut self.numbers);
        numbers.clear();
        self.number(machine, &mut numbers);
        let key = self.trees.store(&numbers);
        self.numbers = numbers;
        (key, self.seen.insert(key))
    }

    fn number(&mut self, machine: &Machine<'_>, numbers: &mut Vec<u32>) {
        let rest = Rest {
            symbols: machine.symbols.clone(),
            keys: machine.keys.clone(),
            exit_handlers: machine.exit_handlers.clone(),
            bytes: machine.memory.bytes.len(),
            threads: machine.threads.len(),
        };
        numbers.push(self.rests.number(&rest, |_| 0));
        numbers.push(self.layouts.number(&machine.memory.layout, Layout::bytes));
        let objects = |synchronisation: &Synchronisation| synchronisation.bytes();
        numbers.push(self.synchronisations.number(&machine.synchronisation, objects));
        for thread in &machine.threads {
            numbers.push(self.threads.number(thread, Thread::bytes));
        }
        for page in machine.memory.bytes.chunks(PAGE) {
            numbers.push(self.pages.number(page, Vec::len));
        }
        for page in machine.memory.indeterminate.chunks(PAGE) {
            numbers.push(self.pages.number(page, Vec::len));
        }
    }

    /// Puts a machine into a state.
    pub fn restore(&mut self, key: StateKey, machine: &mut Machine<'_>) {
        let mut numbers = std::mem::take(&mut self.numbers);
        self.trees.read(key, &mut numbers);
        let rest = self.rests.value(numbers[0]);
        machine.symbols.clone_from(&rest.symbols);
        machine.keys.clone_from(&rest.keys);
        machine.exit_handlers.clone_from(&rest.exit_handlers);
        machine.memory.layout.clone_from(self.layouts.value(numbers[1]));
        machine
            .synchronisation
            .clone_from(self.synchronisations.value(numbers[2]));
        let (threads, pages) = numbers[3..].split_at(rest.threads);
        machine.threads.truncate(threads.len());
        for (number, thread) in threads.iter().enumerate() {
            let stored = self.threads.value(*thread);
            match machine.threads.get_mut(number) {
                Some(slot) => slot.clone_from(stored),
                None => machine.threads.push(stored.clone()),
            }
        }
        let (bytes, indeterminate) = pages.split_at(rest.bytes.div_ceil(PAGE));
        self.fill(bytes, &mut machine.memory.bytes);
        self.fill(indeterminate, &mut machine.memory.indeterminate);
        self.numbers = numbers;
    }

    fn fill(&self, pages: &[u32], bytes: &mut Vec<u8>) {
        bytes.clear();
        for page in pages {
            bytes.extend_from_slice(self.pages.value(*page));
        }
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
            for frame in &thread.frames {
                let number = frame.function as usize;
                let (Some(function), Some(liveness)) = (&self.code.functions[number], &self.code.liveness[number])
                else {
                    continue;
                };
                for register in 0..function.registers {
                    let holds_address = || function.memory_locals.iter().any(|local| local.register == register);
                    if !liveness.is_live(frame.next, register) && !holds_address() {
                        thread.registers[(frame.base + register) as usize] = 0;
                    }
                }
            }
        }
    }
}
