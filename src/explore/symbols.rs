//! Inputs with many values in a search through all states: symbols, each an interval.
//!
//! A register or a cell of memory that holds such an input refers to a *symbol*. Comparisons split the interval ([`super::symbolic`]),
//! and both parts are visited. Copies of one input refer to one symbol, so what is learned of one copy holds for all of them.
//! Symbols are part of the state: numbered in the order in which registers and cells refer to them, forgotten when nothing does.
//!
//! A cell is symbolic as long as all its bytes bear the mark `super::memory::marks::SYMBOLIC`; whatever else is written there takes the mark away.

use std::collections::BTreeMap;

use super::code::Scalar;
use super::machine::Machine;

/// The number of a symbol.
pub type Symbol = usize;

/// Which registers and cells hold which symbols, and what is known of these.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Symbols {
    /// By thread and register, counted from the thread's first frame.
    registers: BTreeMap<(usize, usize), Symbol>,
    /// By address, with the size in bytes.
    cells: BTreeMap<u64, (u64, Symbol)>,
    /// By symbol, the least and the greatest value that it may have.
    ranges: Vec<(i64, i64)>,
}

impl Symbols {
    /// Whether no register of a thread holds a symbol.
    pub fn are_absent(&self, thread: usize) -> bool {
        self.registers.range((thread, 0)..(thread + 1, 0)).next().is_none()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.registers.clear();
        self.cells.clear();
        self.ranges.clear();
    }

    /// How many registers and cells hold symbols, and how many symbols there are.
    pub fn entries(&self) -> usize {
        self.registers.len() + self.cells.len() + self.ranges.len()
    }

    /// A new symbol.
    pub fn make(&mut self, range: (i64, i64)) -> Symbol {
        self.ranges.push(range);
        self.ranges.len() - 1
    }

    /// What is known of a symbol: its least and its greatest value.
    pub fn range(&self, symbol: Symbol) -> (i64, i64) {
        self.ranges[symbol]
    }

    /// More is known of a symbol.
    pub fn restrict(&mut self, symbol: Symbol, range: (i64, i64)) {
        self.ranges[symbol] = range;
    }

    /// The symbol in a register.
    pub fn held(&self, thread: usize, register: usize) -> Option<Symbol> {
        self.registers.get(&(thread, register)).copied()
    }

    /// A register holds a symbol, or none any more.
    pub fn hold(&mut self, thread: usize, register: usize, symbol: Option<Symbol>) {
        match symbol {
            Some(symbol) => self.registers.insert((thread, register), symbol),
            None => self.registers.remove(&(thread, register)),
        };
    }

    /// Registers of a thread hold no symbols unless they are among these.
    pub fn retain(&mut self, thread: usize, kept: impl Fn(usize) -> bool) {
        self.registers
            .retain(|(holder, register), _| *holder != thread || kept(*register));
    }

    /// The symbol in a cell of just this place and size, if its bytes still are symbolic.
    fn in_cell(&self, address: u64, size: u64) -> Option<Symbol> {
        let (known, symbol) = self.cells.get(&address)?;
        (*known == size).then_some(*symbol)
    }

    fn put_into_cell(&mut self, address: u64, size: u64, symbol: Symbol) {
        // No cell has more than 8 bytes.
        let overlapping: Vec<u64> = self
            .cells
            .range(address.saturating_sub(7)..address + size)
            .filter(|(start, (length, _))| *start + length > address)
            .map(|(start, _)| *start)
            .collect();
        for start in overlapping {
            self.cells.remove(&start);
        }
        self.cells.insert(address, (size, symbol));
    }
}

/// The values of an integer type, if registers hold them as signed numbers.
pub fn range(scalar: Scalar) -> Option<(i64, i64)> {
    Some(match scalar {
        Scalar::I8 => (i64::from(i8::MIN), i64::from(i8::MAX)),
        Scalar::U8 => (0, i64::from(u8::MAX)),
        Scalar::I16 => (i64::from(i16::MIN), i64::from(i16::MAX)),
        Scalar::U16 => (0, i64::from(u16::MAX)),
        Scalar::I32 => (i64::from(i32::MIN), i64::from(i32::MAX)),
        Scalar::U32 => (0, i64::from(u32::MAX)),
        Scalar::I64 => (i64::MIN, i64::MAX),
        Scalar::Bool | Scalar::U64 | Scalar::F32 | Scalar::F64 | Scalar::I128 | Scalar::U128 | Scalar::Extended(_) => {
            return None;
        }
    })
}

/// Whether all values of an interval are values of a type.
pub fn fits(scalar: Scalar, (least, most): (i64, i64)) -> bool {
    range(scalar).is_some_and(|range| range.0 <= least && most <= range.1)
}

impl Machine<'_> {
    /// Reads a cell whose value is not known as a symbol; `None` if it has a value, or its type has no intervals.
    pub(super) fn read_symbol(&mut self, address: u64, scalar: Scalar) -> Option<Symbol> {
        let size = scalar.size();
        if !self.memory.is_indeterminate(address, size) {
            return None;
        }
        let all = range(scalar)?;
        let whole = self.memory.is_symbolic(address, size);
        let known = self.symbols.in_cell(address, size).filter(|_| whole);
        if let Some(known) = known {
            let fitting = fits(scalar, self.symbols.range(known));
            return Some(if fitting { known } else { self.symbols.make(all) });
        }
        // From now on the value is one of the type, the same each time it is read.
        let symbol = self.symbols.make(all);
        self.write_symbol(address, size, symbol);
        Some(symbol)
    }

    /// A cell holds a symbol from now on.
    pub(super) fn write_symbol(&mut self, address: u64, size: u64, symbol: Symbol) {
        self.memory.mark_symbolic(address, size);
        self.symbols.put_into_cell(address, size, symbol);
    }

    /// Whatever holds a symbol holds a number instead.
    pub(super) fn give_value(&mut self, symbol: Symbol, value: i64) {
        let Machine {
            symbols,
            threads,
            memory,
            ..
        } = self;
        symbols.registers.retain(|(thread, register), held| {
            if *held == symbol {
                threads[*thread].registers[*register] = value as u64;
            }
            *held != symbol
        });
        symbols.cells.retain(|address, (size, held)| {
            if *held == symbol && memory.is_symbolic(*address, *size) {
                memory.give_value(*address, *size, value as u64);
            }
            *held != symbol
        });
    }

    /// Forgets symbols that nothing holds, numbers the others anew, and replaces those that have one value.
    pub(super) fn make_symbols_canonical(&mut self) {
        if self.symbols.ranges.is_empty() {
            return;
        }
        let memory = &self.memory;
        let held = |(address, (size, _)): (&u64, &mut (u64, Symbol))| memory.is_symbolic(*address, *size);
        self.symbols.cells.retain(|address, cell| held((address, cell)));
        for symbol in 0..self.symbols.ranges.len() {
            let (least, most) = self.symbols.ranges[symbol];
            if least == most {
                self.give_value(symbol, least);
            }
        }
        let Symbols {
            registers,
            cells,
            ranges,
        } = &mut self.symbols;
        let mut numbers: Vec<Option<Symbol>> = vec![None; ranges.len()];
        let mut kept = Vec::new();
        let cells = cells.values_mut().map(|cell| &mut cell.1);
        for held in registers.values_mut().chain(cells) {
            *held = *numbers[*held].get_or_insert_with(|| {
                kept.push(ranges[*held]);
                kept.len() - 1
            });
        }
        *ranges = kept;
    }
}
