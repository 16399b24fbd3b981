//! Live registers: which registers may still be read before they are written, before each operation.
//!
//! The usual backward equations: `live(n) = use(n) ∪ (⋃ live(successors) ∖ def(n))` (Kildall 1973).
//! States of an execution that differ only in dead registers are one state.
//! What only makes the result of a function is dead in an activation whose caller does not read it, so there are two solutions.

use super::code::{Code, FunctionCode, Op, Register, Target};

/// What becomes of the result of an activation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Its caller may read it.
    Read,
    /// Nobody reads it.
    Dropped,
}

/// The live registers of a function, by what becomes of its result.
#[derive(Clone, Debug)]
pub struct Liveness {
    read: LiveRegisters,
    dropped: LiveRegisters,
}

impl Liveness {
    /// Solves the equations for a function.
    pub fn new(code: &Code, function: &FunctionCode) -> Self {
        Liveness {
            read: LiveRegisters::new(code, function, Outcome::Read),
            dropped: LiveRegisters::new(code, function, Outcome::Dropped),
        }
    }

    /// Whether a register is live before an operation.
    pub fn is_live(&self, op: u32, register: Register, outcome: Outcome) -> bool {
        match outcome {
            Outcome::Read => self.read.contain(op, register),
            Outcome::Dropped => self.dropped.contain(op, register),
        }
    }
}

/// How many words of sets are computed for a function at most: in one that needs more, all registers count as live.
const MOST_WORK: usize = 1 << 25;

/// For each operation of a function, a set of registers as bits; nothing if all are taken to be live.
#[derive(Clone, Debug)]
struct LiveRegisters {
    outcome: Outcome,
    words: usize,
    sets: Vec<u64>,
}

impl LiveRegisters {
    fn new(code: &Code, function: &FunctionCode, outcome: Outcome) -> Self {
        let words = (function.registers as usize).div_ceil(64).max(1);
        let size = words.saturating_mul(function.ops.len() + 1);
        let mut liveness = LiveRegisters {
            outcome,
            words,
            sets: Vec::new(),
        };
        if size > MOST_WORK {
            return liveness;
        }
        liveness.sets = vec![0; size];
        let mut changed = true;
        let mut work = liveness.sets.len();
        while changed && work <= MOST_WORK {
            changed = false;
            work += liveness.sets.len();
            for number in (0..function.ops.len()).rev() {
                changed |= liveness.update(code, function, number);
            }
        }
        if changed {
            liveness.sets = Vec::new();
        }
        liveness
    }

    fn contain(&self, op: u32, register: Register) -> bool {
        if self.sets.is_empty() {
            return true;
        }
        let word = self.sets.get(op as usize * self.words + register as usize / 64);
        word.is_some_and(|word| word >> (register % 64) & 1 == 1)
    }

    fn update(&mut self, code: &Code, function: &FunctionCode, number: usize) -> bool {
        let op = &function.ops[number];
        let mut live = vec![0u64; self.words];
        for successor in successors(code, op, number) {
            for (word, other) in live.iter_mut().zip(&self.sets[successor * self.words..]) {
                *word |= other;
            }
        }
        let (mut uses, defines) = effects(code, function, op);
        if let (Op::Return { .. }, Outcome::Dropped) = (op, self.outcome) {
            uses = memory_locals(function).collect();
        }
        if let Some(register) = defines {
            live[register as usize / 64] &= !(1 << (register % 64));
        }
        for register in uses {
            live[register as usize / 64] |= 1 << (register % 64);
        }
        let stored = &mut self.sets[number * self.words..(number + 1) * self.words];
        let changed = stored != live;
        stored.copy_from_slice(&live);
        changed
    }
}

pub(super) fn successors(code: &Code, op: &Op, number: usize) -> Vec<usize> {
    match op {
        Op::Jump { target } => vec![*target as usize],
        Op::Branch { then, otherwise, .. } => vec![*then as usize, *otherwise as usize],
        Op::Switch { table, .. } => {
            let table = &code.switches[*table as usize];
            table
                .cases
                .iter()
                .map(|case| case.2 as usize)
                .chain([table.default as usize])
                .collect()
        }
        Op::Return { .. } | Op::ReturnRecord { .. } | Op::Open { .. } => Vec::new(),
        _ => vec![number + 1],
    }
}

/// The registers that an operation reads, and the one that it writes.
pub(super) fn effects(code: &Code, function: &FunctionCode, op: &Op) -> (Vec<Register>, Option<Register>) {
    match *op {
        Op::Constant { to, .. } | Op::ThreadLocal { to, .. } | Op::Indeterminate { to, .. } => (vec![], Some(to)),
        Op::Move { to, from } | Op::Unary { to, from, .. } | Op::Convert { to, from, .. } => (vec![from], Some(to)),
        Op::Binary { to, left, right, .. } | Op::PointerDifference { to, left, right, .. } => {
            (vec![left, right], Some(to))
        }
        Op::Offset { to, base, .. } => (vec![base], Some(to)),
        Op::PointerAdd { to, base, index, .. } | Op::Index { to, base, index, .. } => (vec![base, index], Some(to)),
        // The activation that ends is found through the register.
        Op::Allocate { to, .. } => (vec![to], None),
        Op::Release { local } => (vec![local], None),
        Op::Load { to, address, .. } | Op::LoadBits { to, address, .. } => (vec![address], Some(to)),
        Op::Store { from, address, .. } | Op::StoreBits { from, address, .. } => (vec![from, address], None),
        Op::Copy { to, from, .. } => (vec![to, from], None),
        Op::Zero { address, .. } | Op::StoreReturned { address, .. } => (vec![address], None),
        Op::Branch { condition, .. } => (vec![condition], None),
        Op::Switch { value, .. } => (vec![value], None),
        Op::Call { call } => {
            let site = &code.calls[call as usize];
            let pointer = match site.target {
                Target::Pointer(register) => Some(register),
                _ => None,
            };
            (site.arguments.iter().copied().chain(pointer).collect(), site.to)
        }
        Op::Return { value } => (value.into_iter().chain(memory_locals(function)).collect(), None),
        Op::ReturnRecord { address, .. } => (std::iter::once(address).chain(memory_locals(function)).collect(), None),
        Op::Jump { .. } | Op::Open { .. } => (vec![], None),
    }
}

/// A return ends the locals in memory, whose addresses are in registers.
fn memory_locals(function: &FunctionCode) -> impl Iterator<Item = Register> + '_ {
    function.memory_locals.iter().map(|local| local.register)
}
