//! Inputs with many values, while a search through all states lets one thread compute: an interval, split where it is compared.
//!
//! A register that holds such an input is a *symbol*. A comparison with a number splits the interval, and both parts are visited;
//! where the number itself matters (an index, an address, an argument of the library, a value that outlives the turn),
//! the symbol takes each value of its interval, if these are few. Stored, one of many values makes the memory indeterminate. So `assume(0 <= i && i < 10); a[i]` has ten values, and all are visited.
//! Symbols live within one turn of one thread, so they are no part of a state.

use std::collections::BTreeMap;

use crate::ir::{BinaryOp, UnaryOp};

use super::code::{Op, Register, Scalar, Target};
use super::liveness::effects;
use super::machine::{Machine, Purpose, Stop};

/// Values that a symbol takes one by one at most.
const MOST_VALUES: i128 = 256;

/// The symbols of the thread that computes.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    /// For registers of the thread, counted from its first frame, the number of the input that they hold.
    holders: BTreeMap<usize, usize>,
    /// For each input the values it still may have.
    ranges: Vec<(i64, i64)>,
    /// An input that waits for the register that it goes to.
    fresh: Option<(i64, i64)>,
}

/// Where a value lies in relation to an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Below,
    Inside,
    Above,
}

impl Symbols {
    /// Whether no register holds a symbol.
    pub fn is_empty(&self) -> bool {
        self.holders.is_empty()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.holders.clear();
        self.ranges.clear();
        self.fresh = None;
    }
}

/// The values of an integer type, if registers hold them as signed numbers.
fn range(scalar: Scalar) -> Option<(i64, i64)> {
    Some(match scalar {
        Scalar::I8 => (i64::from(i8::MIN), i64::from(i8::MAX)),
        Scalar::U8 => (0, i64::from(u8::MAX)),
        Scalar::I16 => (i64::from(i16::MIN), i64::from(i16::MAX)),
        Scalar::U16 => (0, i64::from(u16::MAX)),
        Scalar::I32 => (i64::from(i32::MIN), i64::from(i32::MAX)),
        Scalar::U32 => (0, i64::from(u32::MAX)),
        Scalar::I64 => (i64::MIN, i64::MAX),
        Scalar::Bool | Scalar::U64 | Scalar::F32 | Scalar::F64 | Scalar::Extended(_) => return None,
    })
}

impl Machine<'_> {
    /// Any value of a type. When all states are visited, an integer becomes a symbol: the register that the value goes to
    /// must be told to [`Machine::hold_input`].
    pub(super) fn input(&mut self, scalar: Scalar) -> u64 {
        match range(scalar) {
            Some(range) if self.settings.purpose == Purpose::Exhaust => {
                self.symbols.fresh = Some(range);
                0
            }
            _ => self.inputs.value(scalar, &self.code.constants),
        }
    }

    /// The register that the last input goes to.
    pub(super) fn hold_input(&mut self, thread: usize, register: Register) {
        if let Some(range) = self.symbols.fresh.take() {
            let number = self.symbols.ranges.len();
            self.symbols.ranges.push(range);
            let holder = self.holder(thread, register);
            self.symbols.holders.insert(holder, number);
        }
    }

    /// The last input goes to no register.
    pub(super) fn drop_input(&mut self) {
        self.symbols.fresh = None;
    }

    fn holder(&self, thread: usize, register: Register) -> usize {
        let base = self.threads[thread].frames.last().map_or(0, |frame| frame.base);
        (base + register) as usize
    }

    fn symbol(&self, thread: usize, register: Register) -> Option<usize> {
        self.symbols.holders.get(&self.holder(thread, register)).copied()
    }

    /// Does the next operation of a thread if it only moves or compares symbols; otherwise makes numbers of those that it uses.
    /// Gives whether it was done.
    pub(super) fn step_with_symbols(&mut self, thread: usize) -> Result<bool, Stop> {
        let code = self.code;
        let registers = self.threads[thread].registers.len();
        self.symbols.holders.retain(|holder, _| *holder < registers);
        let Some(frame) = self.threads[thread].frames.last() else {
            return Ok(false);
        };
        let Some(function) = &code.functions[frame.function as usize] else {
            return Ok(false);
        };
        let op = function.ops[frame.next as usize];
        if self.moved(thread, op)?
            || self.compared(thread, op)?
            || self.branched(thread, op)
            || self.passed(thread, op)?
        {
            return Ok(true);
        }
        if let Op::Store { from, address, .. } = op
            && from != address
        {
            self.store_unknown(thread, from);
        }
        let (uses, defines) = effects(code, function, &op);
        for register in uses {
            if let Some(symbol) = self.symbol(thread, register) {
                self.enumerate(thread, symbol)?;
            }
        }
        if let Some(register) = defines {
            let holder = self.holder(thread, register);
            self.symbols.holders.remove(&holder);
        }
        Ok(false)
    }

    /// Makes numbers of the symbols that outlive the turn, and forgets the others.
    pub(super) fn settle_symbols(&mut self, thread: usize) -> Result<(), Stop> {
        let code = self.code;
        if self.never_returns(thread) {
            self.symbols.clear();
        }
        let frames: Vec<_> = self.threads[thread]
            .frames
            .iter()
            .map(|frame| (frame.function, frame.next, frame.base))
            .collect();
        while let Some((holder, symbol)) = self.symbols.holders.pop_first() {
            let owner = frames.iter().rev().find(|frame| frame.2 as usize <= holder);
            let live = owner.is_some_and(|(function, next, base)| {
                let liveness = code.liveness[*function as usize].as_ref();
                liveness.is_none_or(|liveness| liveness.is_live(*next, holder as u32 - base))
            });
            if live {
                self.symbols.holders.insert(holder, symbol);
                self.enumerate(thread, symbol)?;
            }
        }
        self.symbols.clear();
        Ok(())
    }

    /// Whether the next operation ends the thread or the execution: no register is read after it.
    fn never_returns(&self, thread: usize) -> bool {
        let Some(frame) = self.threads[thread].frames.last() else {
            return true;
        };
        let function = self.code.functions[frame.function as usize].as_ref();
        let next = function.and_then(|function| function.ops.get(frame.next as usize));
        match next {
            Some(Op::Call { call }) => match self.code.calls[*call as usize].target {
                Target::Routine(routine) => routine.never_returns(),
                _ => false,
            },
            _ => false,
        }
    }

    /// The symbol takes each value of its interval.
    fn enumerate(&mut self, thread: usize, symbol: usize) -> Result<(), Stop> {
        let (low, high) = self.symbols.ranges[symbol];
        let count = i128::from(high) - i128::from(low) + 1;
        if count > MOST_VALUES {
            return Err(Stop::Open("an input with too many values".to_owned()));
        }
        let value = low
            + if count == 1 {
                0
            } else {
                self.inputs.choice(count as u64) as i64
            };
        let registers = &mut self.threads[thread].registers;
        self.symbols.holders.retain(|holder, held| {
            if *held == symbol {
                registers[*holder] = value as u64;
            }
            *held != symbol
        });
        Ok(())
    }

    /// A symbol of many values that is stored makes the memory indeterminate.
    fn store_unknown(&mut self, thread: usize, register: Register) {
        let Some(symbol) = self.symbol(thread, register) else {
            return;
        };
        let (least, most) = self.symbols.ranges[symbol];
        if i128::from(most) - i128::from(least) >= MOST_VALUES {
            self.put(thread, register, 0);
            self.threads[thread].stores_unknown = true;
        }
    }

    /// Which part of its interval a symbol is in; every part that is not empty is visited.
    fn split(&mut self, symbol: usize, low: i64, high: i64) -> Side {
        let (least, most) = self.symbols.ranges[symbol];
        let below = (least < low).then(|| (Side::Below, (least, most.min(low.saturating_sub(1)))));
        let inside = (least.max(low) <= most.min(high)).then(|| (Side::Inside, (least.max(low), most.min(high))));
        let above = (most > high).then(|| (Side::Above, (least.max(high.saturating_add(1)), most)));
        let parts: Vec<_> = [below, inside, above].into_iter().flatten().collect();
        let chosen = if parts.len() == 1 {
            0
        } else {
            self.inputs.choice(parts.len() as u64) as usize
        };
        let (side, range) = parts[chosen];
        self.symbols.ranges[symbol] = range;
        side
    }

    fn done(&mut self, thread: usize) {
        self.steps += 1;
        if let Some(frame) = self.threads[thread].frames.last_mut() {
            frame.next += 1;
        }
    }

    fn put(&mut self, thread: usize, register: Register, value: u64) {
        let holder = self.holder(thread, register);
        self.symbols.holders.remove(&holder);
        self.set_register(thread, register, value);
    }

    /// Copies and conversions that keep the value.
    fn moved(&mut self, thread: usize, op: Op) -> Result<bool, Stop> {
        let (to, from, target) = match op {
            Op::Move { to, from } => (to, from, None),
            Op::Convert { to, from, target, .. } => (to, from, Some(target)),
            _ => return Ok(false),
        };
        let Some(symbol) = self.symbol(thread, from) else {
            return Ok(false);
        };
        let (least, most) = self.symbols.ranges[symbol];
        if target == Some(Scalar::Bool) {
            let zero = self.split(symbol, 0, 0) == Side::Inside;
            self.put(thread, to, u64::from(!zero));
        } else {
            let fits =
                target.is_none_or(|target| range(target).is_some_and(|range| range.0 <= least && most <= range.1));
            if !fits {
                return Ok(false);
            }
            let holder = self.holder(thread, to);
            self.symbols.holders.insert(holder, symbol);
        }
        self.done(thread);
        Ok(true)
    }

    /// Comparisons of a symbol with a number.
    fn compared(&mut self, thread: usize, op: Op) -> Result<bool, Stop> {
        let (to, symbol, operator, number) = match op {
            Op::Unary {
                operator: UnaryOp::Not,
                scalar,
                to,
                from,
            } if range(scalar).is_some() => match self.symbol(thread, from) {
                Some(symbol) => (to, symbol, BinaryOp::Equal, 0),
                None => return Ok(false),
            },
            Op::Binary {
                operator,
                scalar,
                to,
                left,
                right,
            } if operator.is_comparison() && range(scalar).is_some() => {
                match (self.symbol(thread, left), self.symbol(thread, right)) {
                    (Some(symbol), None) => (to, symbol, operator, self.register(thread, right) as i64),
                    (None, Some(symbol)) => (to, symbol, mirrored(operator), self.register(thread, left) as i64),
                    _ => return Ok(false),
                }
            }
            _ => return Ok(false),
        };
        let holds = match operator {
            BinaryOp::Equal => self.split(symbol, number, number) == Side::Inside,
            BinaryOp::NotEqual => self.split(symbol, number, number) != Side::Inside,
            BinaryOp::Less => self.split(symbol, number, i64::MAX) == Side::Below,
            BinaryOp::GreaterEqual => self.split(symbol, number, i64::MAX) != Side::Below,
            BinaryOp::Greater => self.split(symbol, i64::MIN, number) == Side::Above,
            _ => self.split(symbol, i64::MIN, number) != Side::Above,
        };
        self.put(thread, to, u64::from(holds));
        self.done(thread);
        Ok(true)
    }

    /// Branches on a symbol. The register gets a number that decides as the interval does.
    fn branched(&mut self, thread: usize, op: Op) -> bool {
        match op {
            Op::Branch {
                condition,
                then,
                otherwise,
            } => {
                let Some(symbol) = self.symbol(thread, condition) else {
                    return false;
                };
                let zero = self.split(symbol, 0, 0) == Side::Inside;
                self.jump(thread, if zero { otherwise } else { then });
            }
            Op::Switch { value, table } => {
                let Some(symbol) = self.symbol(thread, value) else {
                    return false;
                };
                let table = &self.code.switches[table as usize];
                if table.unsigned {
                    return false;
                }
                let taken = table
                    .cases
                    .iter()
                    .find(|case| self.split(symbol, case.0, case.1) == Side::Inside);
                let target = taken.map_or(table.default, |case| case.2);
                self.jump(thread, target);
            }
            _ => return false,
        }
        true
    }

    fn jump(&mut self, thread: usize, target: u32) {
        self.done(thread);
        if let Some(frame) = self.threads[thread].frames.last_mut() {
            frame.next = target;
        }
    }

    /// Calls of functions with a body, and returns from them: symbols go along with arguments and results.
    fn passed(&mut self, thread: usize, op: Op) -> Result<bool, Stop> {
        match op {
            Op::Call { call } => {
                let site = &self.code.calls[call as usize];
                let Target::Function(_) = site.target else {
                    return Ok(false);
                };
                let symbols: Vec<_> = site
                    .arguments
                    .iter()
                    .map(|register| self.symbol(thread, *register))
                    .collect();
                self.done(thread);
                self.execute(thread, op)?;
                let function = self.threads[thread].frames.last().map_or(0, |frame| frame.function);
                let parameters = self.code.functions[function as usize]
                    .as_ref()
                    .map_or(0, |function| function.parameters);
                for (number, symbol) in symbols.into_iter().enumerate().take(parameters as usize) {
                    if let Some(symbol) = symbol {
                        let holder = self.holder(thread, number as Register);
                        self.symbols.holders.insert(holder, symbol);
                    }
                }
                Ok(true)
            }
            Op::Return { value } if self.threads[thread].frames.len() > 1 => {
                let symbol = value.and_then(|register| self.symbol(thread, register));
                let result = self.threads[thread].frames.last().and_then(|frame| frame.result);
                let fits = |scalar: Scalar, (least, most): (i64, i64)| {
                    range(scalar).is_some_and(|range| range.0 <= least && most <= range.1)
                };
                if let (Some(symbol), Some((_, scalar))) = (symbol, result)
                    && !fits(scalar, self.symbols.ranges[symbol])
                {
                    return Ok(false);
                }
                self.done(thread);
                self.execute(thread, op)?;
                let registers = self.threads[thread].registers.len();
                self.symbols.holders.retain(|holder, _| *holder < registers);
                if let Some((to, _)) = result {
                    let holder = self.holder(thread, to);
                    match symbol {
                        Some(symbol) => self.symbols.holders.insert(holder, symbol),
                        None => self.symbols.holders.remove(&holder),
                    };
                }
                Ok(true)
            }
            _ => Ok(false),
        }
    }
}

/// The comparison with its sides exchanged.
fn mirrored(operator: BinaryOp) -> BinaryOp {
    match operator {
        BinaryOp::Less => BinaryOp::Greater,
        BinaryOp::LessEqual => BinaryOp::GreaterEqual,
        BinaryOp::Greater => BinaryOp::Less,
        BinaryOp::GreaterEqual => BinaryOp::LessEqual,
        same => same,
    }
}
