//! Canonical states, stored by components (collapse compression: Holzmann, "State compression in SPIN", 1997).
//!
//! Two states that differ only in dead registers are one. Every component is stored once and compared in full,
//! so that no two different states are ever taken for the same.

use std::hash::Hash;
use std::rc::Rc;

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use super::machine::Machine;
use super::memory::Memory;
use super::synchronisation::Synchronisation;
use super::thread::Thread;

/// A state: the numbers of its components (memory, synchronisation, the rest, and one per thread).
pub type StateKey = Box<[u32]>;

/// What a program keeps besides memory, threads and synchronisation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Rest {
    keys: Vec<Option<u64>>,
    exit_handlers: Vec<u64>,
}

/// Numbers for values, each stored once.
struct Interner<T> {
    numbers: HashMap<Rc<T>, u32, FxBuildHasher>,
    values: Vec<Rc<T>>,
}

impl<T: Hash + Eq + Clone> Interner<T> {
    fn new() -> Self {
        Interner {
            numbers: HashMap::default(),
            values: Vec::new(),
        }
    }

    fn number(&mut self, value: &T) -> u32 {
        if let Some(known) = self.numbers.get(value) {
            return *known;
        }
        let stored = Rc::new(value.clone());
        let number = self.values.len() as u32;
        self.values.push(stored.clone());
        self.numbers.insert(stored, number);
        number
    }

    fn value(&self, number: u32) -> &T {
        &self.values[number as usize]
    }
}

/// The states seen so far.
pub struct States {
    memories: Interner<Memory>,
    synchronisations: Interner<Synchronisation>,
    rests: Interner<Rest>,
    threads: Interner<Thread>,
    seen: HashSet<StateKey, FxBuildHasher>,
}

impl States {
    /// No states.
    pub fn new() -> Self {
        States {
            memories: Interner::new(),
            synchronisations: Interner::new(),
            rests: Interner::new(),
            threads: Interner::new(),
            seen: HashSet::default(),
        }
    }

    /// Number of states seen.
    pub fn len(&self) -> usize {
        self.seen.len()
    }

    /// The state that a machine is in, after dead registers were cleared; and whether it is new.
    pub fn enter(&mut self, machine: &mut Machine<'_>) -> (StateKey, bool) {
        machine.clear_dead_registers();
        let rest = Rest {
            keys: machine.keys.clone(),
            exit_handlers: machine.exit_handlers.clone(),
        };
        let mut key = Vec::with_capacity(3 + machine.threads.len());
        key.push(self.memories.number(&machine.memory));
        key.push(self.synchronisations.number(&machine.synchronisation));
        key.push(self.rests.number(&rest));
        for thread in &machine.threads {
            key.push(self.threads.number(thread));
        }
        let key: StateKey = key.into_boxed_slice();
        let new = self.seen.insert(key.clone());
        (key, new)
    }

    /// Puts a machine into a state.
    pub fn restore(&self, key: &StateKey, machine: &mut Machine<'_>) {
        machine.memory.clone_from(self.memories.value(key[0]));
        machine.synchronisation.clone_from(self.synchronisations.value(key[1]));
        let rest = self.rests.value(key[2]);
        machine.keys.clone_from(&rest.keys);
        machine.exit_handlers.clone_from(&rest.exit_handlers);
        machine.threads.truncate(key.len() - 3);
        for (number, thread) in key[3..].iter().enumerate() {
            let stored = self.threads.value(*thread);
            match machine.threads.get_mut(number) {
                Some(slot) => slot.clone_from(stored),
                None => machine.threads.push(stored.clone()),
            }
        }
    }
}

impl Machine<'_> {
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
                    let holds_address = function.memory_locals.iter().any(|local| local.register == register);
                    if !holds_address && !liveness.is_live(frame.next, register) {
                        thread.registers[(frame.base + register) as usize] = 0;
                    }
                }
            }
        }
    }
}
