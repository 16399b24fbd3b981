//! Operations on symbols: inputs that are intervals, split where they are compared.
//!
//! A comparison with a number splits the interval, and both parts are visited; where the number itself matters
//! (an index, an address, an argument of the library), the symbol takes each value of its interval, if these are few.
//! So `assume(0 <= i && i < 10); a[i]` has ten values, and all are visited.
//! Arithmetic gives a new symbol with all values of its type, and two symbols compare either way: the search then visits more
//! than there is, which is sound where it shows that no state has a race.

use crate::ir::{BinaryOp, UnaryOp};

use super::code::{Op, Register, Scalar, Target};
use super::library::{Destination, Routine};
use super::liveness::effects;
use super::machine::{Machine, Purpose, Stop};
use super::symbols::{Symbol, fits, range};

/// Values that a symbol takes one by one at most.
const MOST_VALUES: i128 = 256;

/// Where a value lies in relation to an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Below,
    Inside,
    Above,
}

impl Machine<'_> {
    /// Any value of a type. When all states are visited, an integer becomes a symbol: the register that the value goes to
    /// must be told to [`Machine::hold_input`].
    pub(super) fn input(&mut self, scalar: Scalar) -> u64 {
        match range(scalar) {
            _ if scalar.is_wide() => self.wide_input(scalar),
            Some(range) if self.settings.purpose == Purpose::Exhaust => {
                self.fresh = Some(self.symbols.make(range));
                0
            }
            _ => self.inputs.value(scalar, &self.code.constants),
        }
    }

    /// The register that the last input goes to.
    pub(super) fn hold_input(&mut self, thread: usize, register: Register) {
        if let Some(symbol) = self.fresh.take() {
            self.hold(thread, register, symbol);
        }
    }

    /// The last input goes to no register.
    pub(super) fn drop_input(&mut self) {
        self.fresh = None;
    }

    fn hold(&mut self, thread: usize, register: Register, symbol: Symbol) {
        self.set_register(thread, register, 0);
        let holder = self.holder(thread, register);
        self.symbols.hold(thread, holder, Some(symbol));
    }

    fn holder(&self, thread: usize, register: Register) -> usize {
        let base = self.threads[thread].frames.last().map_or(0, |frame| frame.base);
        (base + register) as usize
    }

    pub(super) fn symbol(&self, thread: usize, register: Register) -> Option<Symbol> {
        self.symbols.held(thread, self.holder(thread, register))
    }

    /// Does the next operation of a thread if it only moves or compares symbols; otherwise makes numbers of those that it uses.
    /// Gives whether it was done.
    pub(super) fn step_with_symbols(&mut self, thread: usize) -> Result<bool, Stop> {
        let code = self.code;
        let registers = self.threads[thread].registers.len();
        self.symbols.retain(thread, |register| register < registers);
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
            || self.computed(thread, op)
            || self.passed(thread, op)?
        {
            return Ok(true);
        }
        let (mut uses, defines) = effects(code, function, &op);
        if let Op::Store {
            from, address, scalar, ..
        } = op
            && from != address
            && self.can_be_stored(thread, from, scalar)
        {
            uses.retain(|register| *register != from);
        }
        if let Op::Call { call } = op
            && let site = &code.calls[call as usize]
            && let Some(Routine::Print(print)) = code.performing(site.target)
            && print.to == Destination::Stream
        {
            // What is printed makes no difference, unless it is read through a pointer.
            let pointers = site.arguments.iter().zip(&site.pointee_sizes);
            uses = pointers
                .filter(|(_, size)| size.is_some())
                .map(|(register, _)| *register)
                .collect();
        }
        for register in uses {
            if let Some(symbol) = self.symbol(thread, register) {
                self.enumerate(symbol)?;
            }
        }
        if let Some(register) = defines {
            self.symbols.hold(thread, self.holder(thread, register), None);
        }
        Ok(false)
    }

    /// A symbol of many values is stored as a symbol, if the type of the cell has all of them.
    fn can_be_stored(&mut self, thread: usize, from: Register, scalar: Scalar) -> bool {
        let Some(symbol) = self.symbol(thread, from) else {
            return false;
        };
        let (least, most) = self.symbols.range(symbol);
        i128::from(most) - i128::from(least) > 0 && fits(scalar, (least, most))
    }

    /// Forgets the symbols in registers that are not read any more.
    pub(super) fn settle_symbols(&mut self, thread: usize) {
        if self.never_returns(thread) {
            return self.symbols.retain(thread, |_| false);
        }
        let Machine {
            symbols, threads, code, ..
        } = self;
        let thread_state = &threads[thread];
        let is_live = |holder: usize| {
            let mut frames = thread_state.frames.iter();
            let owner = frames.rposition(|frame| frame.base as usize <= holder);
            let inside = holder < thread_state.registers.len();
            inside
                && owner.is_some_and(|depth| {
                    let frame = &thread_state.frames[depth];
                    let register = holder as u32 - frame.base;
                    let outcome = thread_state.outcome(depth);
                    let liveness = code.liveness[frame.function as usize].as_ref();
                    liveness.is_none_or(|liveness| liveness.is_live(frame.next, register, outcome))
                })
        };
        symbols.retain(thread, is_live);
    }

    /// Whether the next operation ends the thread or the execution: no register is read after it.
    fn never_returns(&self, thread: usize) -> bool {
        let Some(frame) = self.threads[thread].frames.last() else {
            return true;
        };
        let function = self.code.functions[frame.function as usize].as_ref();
        let next = function.and_then(|function| function.ops.get(frame.next as usize));
        match next {
            Some(Op::Call { call }) => {
                let performing = self.code.performing(self.code.calls[*call as usize].target);
                performing.is_some_and(Routine::never_returns)
            }
            _ => false,
        }
    }

    /// The symbol takes each value of its interval.
    fn enumerate(&mut self, symbol: Symbol) -> Result<(), Stop> {
        let (low, high) = self.symbols.range(symbol);
        let count = i128::from(high) - i128::from(low) + 1;
        if count > MOST_VALUES {
            return Err(Stop::Open("an input with too many values".to_owned()));
        }
        let chosen = match count {
            1 => 0,
            _ => self.inputs.choice(count as u64) as i64,
        };
        self.give_value(symbol, low + chosen);
        Ok(())
    }

    /// Which part of its interval a symbol is in; every part that is not empty is visited.
    fn split(&mut self, symbol: Symbol, low: i64, high: i64) -> Side {
        let (least, most) = self.symbols.range(symbol);
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
        self.symbols.restrict(symbol, range);
        side
    }

    fn done(&mut self, thread: usize) {
        self.steps += 1;
        if let Some(frame) = self.threads[thread].frames.last_mut() {
            frame.next += 1;
        }
    }

    fn put(&mut self, thread: usize, register: Register, value: u64) {
        self.symbols.hold(thread, self.holder(thread, register), None);
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
        let (least, most) = self.symbols.range(symbol);
        if target == Some(Scalar::Bool) {
            let zero = self.split(symbol, 0, 0) == Side::Inside;
            self.put(thread, to, u64::from(!zero));
        } else {
            if !target.is_none_or(|target| fits(target, (least, most))) {
                return Ok(false);
            }
            self.hold(thread, to, symbol);
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
                    (None, Some(symbol)) => (to, symbol, operator.mirrored(), self.register(thread, left) as i64),
                    (Some(one), Some(other)) => {
                        let holds = self.compare_symbols(operator, one, other);
                        self.put(thread, to, u64::from(holds));
                        self.done(thread);
                        return Ok(true);
                    }
                    (None, None) => return Ok(false),
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

    /// Two symbols compare either way, unless they are the same.
    fn compare_symbols(&mut self, operator: BinaryOp, one: Symbol, other: Symbol) -> bool {
        if one == other {
            return matches!(operator, BinaryOp::Equal | BinaryOp::LessEqual | BinaryOp::GreaterEqual);
        }
        self.inputs.choice(2) == 1
    }

    /// Arithmetic on symbols with many values gives any value of its type.
    fn computed(&mut self, thread: usize, op: Op) -> bool {
        let (to, operands, result) = match op {
            // Division by what may be zero needs the number.
            Op::Binary {
                operator: BinaryOp::Divide | BinaryOp::Remainder,
                scalar,
                to,
                left,
                right,
            } if self.symbol(thread, right).is_none() && self.register(thread, right) != 0 => {
                (to, [left, left], scalar)
            }
            Op::Binary {
                operator,
                scalar,
                to,
                left,
                right,
            } if !operator.is_comparison() && !matches!(operator, BinaryOp::Divide | BinaryOp::Remainder) => {
                (to, [left, right], scalar)
            }
            Op::Unary {
                operator,
                scalar,
                to,
                from,
            } if operator != UnaryOp::Not => (to, [from, from], scalar),
            Op::Convert { to, from, target, .. } => (to, [from, from], target),
            _ => return false,
        };
        let has_many = |symbol: Symbol| {
            let (least, most) = self.symbols.range(symbol);
            i128::from(most) - i128::from(least) >= MOST_VALUES
        };
        let many = operands
            .iter()
            .filter_map(|register| self.symbol(thread, *register))
            .any(has_many);
        let Some(all) = range(result).filter(|_| many) else {
            return false;
        };
        let symbol = self.symbols.make(all);
        self.hold(thread, to, symbol);
        self.done(thread);
        true
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
                        self.hold(thread, number as Register, symbol);
                    }
                }
                Ok(true)
            }
            Op::Return { value } if self.threads[thread].frames.len() > 1 => {
                let symbol = value.and_then(|register| self.symbol(thread, register));
                let result = self.threads[thread].frames.last().and_then(|frame| frame.result);
                if let (Some(symbol), Some((_, scalar))) = (symbol, result)
                    && !fits(scalar, self.symbols.range(symbol))
                {
                    return Ok(false);
                }
                self.done(thread);
                self.execute(thread, op)?;
                let registers = self.threads[thread].registers.len();
                self.symbols.retain(thread, |register| register < registers);
                if let Some((to, _)) = result {
                    match symbol {
                        Some(symbol) => self.hold(thread, to, symbol),
                        None => self.symbols.hold(thread, self.holder(thread, to), None),
                    }
                }
                Ok(true)
            }
            _ => Ok(false),
        }
    }
}
