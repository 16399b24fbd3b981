//! What a thread may still touch, from each operation of its functions on: an over-approximation by the code alone.
//!
//! A register that only ever holds addresses inside one global variable tells what an access touches; any other address may be
//! that of each variable whose address is taken for more than direct accesses, and of all memory that is no variable.
//! `future(n) = touched(n) ∪ (⋃ future(successors))`, with the future of the whole callee at a call and of the routine at a creation:
//! the least solution is found by iteration.

use super::code::{Code, FunctionCode, Op, PRIVATE, Register, RowResult, Target, function_at};
use super::dependence::{Effect, Resource, Touch};
use super::library::Routine;
use super::liveness::{effects, successors};
use super::machine::Machine;
use super::memory::ObjectKind;
use super::thread::ThreadState;
use super::turns::Turn;

/// A set of global variables, by number, as bits; and other things that may be touched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Future {
    looked_at: Vec<u64>,
    changed: Vec<u64>,
    flags: Flags,
}

/// Things other than known variables, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Flags(u8);

impl Flags {
    const LOOKS_ANYWHERE: Flags = Flags(1);
    const CHANGES_ANYWHERE: Flags = Flags(2);
    const CREATES: Flags = Flags(4);
    const JOINS: Flags = Flags(8);
    const ATOMIC: Flags = Flags(16);
    const EVERYTHING: Flags = Flags(32);

    fn has(self, other: Flags) -> bool {
        self.0 & other.0 != 0
    }

    fn or(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }
}

impl Future {
    fn bit(set: &[u64], number: usize) -> bool {
        set.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    fn insert(set: &mut Vec<u64>, number: usize) {
        if set.len() <= number / 64 {
            set.resize(number / 64 + 1, 0);
        }
        set[number / 64] |= 1 << (number % 64);
    }

    /// Adds all of another one; gives whether that was anything new.
    fn join(&mut self, other: &Future) -> bool {
        let mut changed = false;
        for (mine, theirs) in [
            (&mut self.looked_at, &other.looked_at),
            (&mut self.changed, &other.changed),
        ] {
            if mine.len() < theirs.len() {
                mine.resize(theirs.len(), 0);
            }
            for (mine, theirs) in mine.iter_mut().zip(theirs) {
                changed |= *theirs & !*mine != 0;
                *mine |= theirs;
            }
        }
        let flags = self.flags.or(other.flags);
        changed |= flags != self.flags;
        self.flags = flags;
        changed
    }
}

/// What a register may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Held {
    /// No address of a variable.
    Nothing,
    /// An address inside this global variable.
    Variable(usize),
    /// Anything.
    Anything,
}

impl Held {
    fn join(self, other: Held) -> Held {
        match (self, other) {
            (Held::Nothing, held) | (held, Held::Nothing) => held,
            (one, other) if one == other => one,
            _ => Held::Anything,
        }
    }
}

/// The futures of all operations of a program.
pub struct Futures {
    /// By function and operation.
    futures: Vec<Vec<Future>>,
    /// Variables that accesses through unknown addresses may touch.
    reachable: Vec<u64>,
}

impl Futures {
    /// Computes them.
    pub fn new(code: &Code) -> Self {
        let held: Vec<Vec<Held>> = code
            .functions
            .iter()
            .map(|function| registers(code, function.as_ref()))
            .collect();
        let mut reachable = variables_in_memory(code);
        let mut futures = Vec::new();
        for (number, function) in code.functions.iter().enumerate() {
            let ops = function.as_ref().map_or(0, |function| function.ops.len());
            futures.push(vec![Future::default(); ops]);
            if let Some(function) = function {
                for op in &function.ops {
                    handed_on(code, function, op, &held[number], &mut reachable);
                }
            }
        }
        let mut all = Futures { futures, reachable };
        while all.update(code, &held) {}
        all
    }

    fn update(&mut self, code: &Code, held: &[Vec<Held>]) -> bool {
        let mut changed = false;
        for (number, function) in code.functions.iter().enumerate() {
            let Some(function) = function else { continue };
            for at in (0..function.ops.len()).rev() {
                let op = &function.ops[at];
                let mut future = touched(code, op, &held[number]);
                for next in successors(code, op, at) {
                    if let Some(next) = self.futures[number].get(next) {
                        future.join(next);
                    }
                }
                for called in called(code, op, &held[number], function) {
                    match self.futures.get(called as usize).and_then(|ops| ops.first()) {
                        Some(entry) => {
                            future.join(&entry.clone());
                        }
                        None => future.flags = future.flags.or(Flags::EVERYTHING),
                    }
                }
                changed |= self.futures[number][at].join(&future);
            }
        }
        changed
    }

    /// What a thread may still touch.
    fn of(&self, machine: &Machine<'_>, thread: usize) -> Future {
        let mut future = Future::default();
        for frame in &machine.threads[thread].frames {
            match self.futures[frame.function as usize].get(frame.next as usize) {
                Some(rest) => {
                    future.join(rest);
                }
                None => future.flags = future.flags.or(Flags::EVERYTHING),
            }
        }
        if !machine.keys.is_empty() || !machine.exit_handlers.is_empty() {
            future.flags = future.flags.or(Flags::EVERYTHING);
        }
        future
    }

    /// A thread whose next operation seems to be independent of all that the others may do.
    pub fn independent_thread(&self, machine: &Machine<'_>, enabled: &[usize]) -> Option<usize> {
        if enabled.len() < 2 {
            return None;
        }
        let futures: Vec<Option<Future>> = (0..machine.threads.len())
            .map(|thread| (machine.threads[thread].state != ThreadState::Ended).then(|| self.of(machine, thread)))
            .collect();
        enabled.iter().copied().find(|thread| {
            let Some(effect) = machine.next_effect(*thread) else {
                return false;
            };
            let others = futures.iter().enumerate().filter(|(other, _)| other != thread);
            others
                .filter_map(|(_, future)| future.as_ref())
                .all(|future| !self.may_depend(machine, future, &effect))
        })
    }

    /// Whether nothing that the other threads may do from this state on depends on a turn.
    pub fn are_independent(&self, machine: &Machine<'_>, turn: &Turn) -> bool {
        let others = (0..machine.threads.len())
            .filter(|other| *other != turn.thread && machine.threads[*other].state != ThreadState::Ended);
        !turn.effects.on_everything
            && others.map(|other| self.of(machine, other)).all(|future| {
                let mut ranges = turn.effects.ranges.iter();
                ranges.all(|effect| !self.may_depend(machine, &future, effect))
            })
    }

    fn may_depend(&self, machine: &Machine<'_>, future: &Future, effect: &Effect) -> bool {
        let changes = effect.touch == Touch::Changes;
        let flags = future.flags;
        if flags.has(Flags::EVERYTHING) {
            return true;
        }
        match effect.resource() {
            Some(Resource::Numbering) => flags.has(Flags::CREATES),
            Some(Resource::ThreadEnd) => flags.has(Flags::JOINS),
            Some(Resource::Atomic) => flags.has(Flags::ATOMIC),
            Some(Resource::Other) => true,
            None => {
                let object = machine.memory.object_at(effect.first);
                let anywhere = flags.has(Flags::CHANGES_ANYWHERE) || changes && flags.has(Flags::LOOKS_ANYWHERE);
                match object.map(|object| object.kind) {
                    Some(ObjectKind::Global(global)) => {
                        let number = global.0 as usize;
                        Future::bit(&future.changed, number)
                            || changes && Future::bit(&future.looked_at, number)
                            || anywhere && Future::bit(&self.reachable, number)
                    }
                    _ => anywhere,
                }
            }
        }
    }
}

impl Machine<'_> {
    /// What the next operation of a thread touches, where that is easy to see.
    fn next_effect(&self, thread: usize) -> Option<Effect> {
        let frame = self.threads[thread].frames.last()?;
        let function = self.code.functions[frame.function as usize].as_ref()?;
        let range = |register: Register, offset: u64, size: u64, touch: Touch| {
            let first = self.register(thread, register).wrapping_add(offset);
            Some(Effect {
                first,
                end: first.saturating_add(size),
                touch,
            })
        };
        match *function.ops.get(frame.next as usize)? {
            Op::Load {
                address,
                offset,
                scalar,
                ..
            } => range(address, u64::from(offset), scalar.size(), Touch::Looks),
            Op::Store {
                address,
                offset,
                scalar,
                ..
            } => range(address, u64::from(offset), scalar.size(), Touch::Changes),
            Op::Call { call } => {
                let site = &self.code.calls[call as usize];
                match site.target {
                    Target::Routine(Routine::ThreadCreate | Routine::C11ThreadCreate | Routine::ThreadJoin) => {
                        range(*site.arguments.first()?, 0, 0, Touch::Looks)
                    }
                    Target::Routine(routine) if routine.works_on_first() => {
                        range(*site.arguments.first()?, 0, 1, Touch::Changes)
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// What the registers of a function may hold.
fn registers(code: &Code, function: Option<&FunctionCode>) -> Vec<Held> {
    let Some(function) = function else { return Vec::new() };
    let mut held = vec![Held::Nothing; function.registers as usize];
    for parameter in held.iter_mut().take(function.parameters as usize) {
        *parameter = Held::Anything;
    }
    let mut changed = true;
    while changed {
        changed = false;
        for op in &function.ops {
            let (_, defines) = effects(code, function, op);
            let value = match *op {
                Op::Constant { value, .. } => variable_at(code, value).map_or(Held::Nothing, Held::Variable),
                Op::Move { from, .. } => held[from as usize],
                Op::Offset { base, .. } | Op::Index { base, .. } | Op::PointerAdd { base, .. } => held[base as usize],
                Op::Allocate { .. } => Held::Anything,
                _ => Held::Anything,
            };
            let target = match *op {
                Op::Allocate { to, .. } => Some(to),
                _ => defines,
            };
            if let Some(to) = target {
                let joined = held[to as usize].join(value);
                changed |= joined != held[to as usize];
                held[to as usize] = joined;
            }
        }
    }
    held
}

fn variable_at(code: &Code, address: u64) -> Option<usize> {
    match code.image.object_at(address)?.kind {
        ObjectKind::Global(global) => Some(global.0 as usize),
        _ => None,
    }
}

/// Variables whose addresses stand in memory at program start.
fn variables_in_memory(code: &Code) -> Vec<u64> {
    let mut found = Vec::new();
    for window in code.image.bytes.windows(4) {
        let word = u32::from_le_bytes([window[0], window[1], window[2], window[3]]);
        if let Some(number) = variable_at(code, u64::from(word)) {
            Future::insert(&mut found, number);
        }
    }
    found
}

/// Adds the variables whose addresses an operation does more with than access them.
fn handed_on(code: &Code, function: &FunctionCode, op: &Op, held: &[Held], reachable: &mut Vec<u64>) {
    let direct: &[Register] = match op {
        Op::Load { address, .. } | Op::LoadBits { address, .. } | Op::Zero { address, .. } => &[*address],
        Op::StoreReturned { address, .. } | Op::ReturnRecord { address, .. } => &[*address],
        Op::Store { from, address, .. } | Op::StoreBits { from, address, .. } if from != address => &[*address],
        Op::Copy { to, from, .. } => &[*to, *from],
        Op::Call { call } => match code.calls[*call as usize].target {
            Target::Routine(routine) if routine.works_on_first() => {
                code.calls[*call as usize].arguments.get(..1).unwrap_or_default()
            }
            _ => &[],
        },
        _ => &[],
    };
    // A register that holds other things, too, is no longer known to hold the address of this variable.
    if let Op::Constant { to, value } = *op
        && let Some(number) = variable_at(code, value)
        && held[to as usize] != Held::Variable(number)
    {
        Future::insert(reachable, number);
    }
    let (uses, defines) = effects(code, function, op);
    let passes_on = matches!(
        op,
        Op::Move { .. } | Op::Offset { .. } | Op::Index { .. } | Op::PointerAdd { .. }
    );
    let kept = passes_on && defines.is_some_and(|to| held[to as usize] != Held::Anything);
    for register in uses {
        if let Held::Variable(number) = held[register as usize]
            && !direct.contains(&register)
            && !kept
        {
            Future::insert(reachable, number);
        }
    }
}

/// What an operation itself touches.
fn touched(code: &Code, op: &Op, held: &[Held]) -> Future {
    let mut future = Future::default();
    let mut touch = |register: Register, touch: Touch| match (held[register as usize], touch) {
        (Held::Variable(number), Touch::Looks) => Future::insert(&mut future.looked_at, number),
        (Held::Variable(number), Touch::Changes) => Future::insert(&mut future.changed, number),
        (_, Touch::Looks) => future.flags = future.flags.or(Flags::LOOKS_ANYWHERE),
        (_, Touch::Changes) => future.flags = future.flags.or(Flags::CHANGES_ANYWHERE),
    };
    match *op {
        Op::Load { address, access, .. }
        | Op::LoadBits { address, access, .. }
        | Op::ReturnRecord { address, access, .. }
            if access != PRIVATE =>
        {
            touch(address, Touch::Looks);
        }
        Op::Store { address, access, .. }
        | Op::StoreBits { address, access, .. }
        | Op::Zero { address, access, .. }
        | Op::StoreReturned { address, access, .. }
            if access != PRIVATE =>
        {
            touch(address, Touch::Changes);
        }
        Op::Copy {
            to, from, read, write, ..
        } => {
            if read != PRIVATE {
                touch(from, Touch::Looks);
            }
            if write != PRIVATE {
                touch(to, Touch::Changes);
            }
        }
        Op::Call { call } => {
            let site = &code.calls[call as usize];
            match site.target {
                Target::Function(_) => {}
                Target::Row(row) => {
                    let anywhere = Flags::LOOKS_ANYWHERE.or(Flags::CHANGES_ANYWHERE);
                    future.flags = match &code.rows[row as usize] {
                        row if matches!(row.result, RowResult::Guess | RowResult::Effect(_)) => Flags::EVERYTHING,
                        row if !row.touches_memory() => Flags::default(),
                        row => match row.result {
                            RowResult::Routine(routine) => flags_of(routine).or(anywhere),
                            _ => anywhere,
                        },
                    }
                }
                Target::Pointer(_) => future.flags = Flags::EVERYTHING,
                Target::Routine(routine) if routine.works_on_first() => {
                    if let Some(first) = site.arguments.first() {
                        touch(*first, Touch::Changes);
                    }
                }
                Target::Routine(routine) => future.flags = flags_of(routine),
            }
        }
        _ => {}
    }
    future
}

fn flags_of(routine: Routine) -> Flags {
    use Routine as R;
    let anywhere = Flags::LOOKS_ANYWHERE.or(Flags::CHANGES_ANYWHERE);
    match routine {
        R::ThreadCreate | R::C11ThreadCreate => Flags::CREATES.or(anywhere),
        R::ThreadJoin | R::C11ThreadJoin | R::ThreadDetach | R::C11ThreadDetach => Flags::JOINS.or(anywhere),
        R::AtomicBegin | R::AtomicEnd => Flags::ATOMIC,
        R::AtExit | R::KeyCreate | R::KeyDelete | R::Unsupported => Flags::EVERYTHING,
        // What ends everything leads to no race.
        R::Exit | R::ExitAtOnce | R::Abort => Flags::default(),
        _ if routine.is_silent() => Flags::default(),
        R::Exact(exact) if exact.touches_no_memory() => Flags::default(),
        R::ThreadExit | R::Assume | R::Random | R::Seed | R::Overflows(_) => Flags::default(),
        _ => anywhere,
    }
}

/// The functions that an operation may run: callees, and routines of new threads.
fn called(code: &Code, op: &Op, held: &[Held], function: &FunctionCode) -> Vec<u32> {
    let Op::Call { call } = op else { return Vec::new() };
    let site = &code.calls[*call as usize];
    match site.target {
        Target::Function(callee) => vec![callee.0],
        Target::Routine(Routine::ThreadCreate) => routine_in(code, site.arguments.get(2), held, function),
        Target::Routine(Routine::C11ThreadCreate | Routine::Once) => {
            routine_in(code, site.arguments.get(1), held, function)
        }
        _ => Vec::new(),
    }
}

/// The functions whose addresses a register may hold; one that does not exist stands for any.
fn routine_in(code: &Code, register: Option<&Register>, held: &[Held], function: &FunctionCode) -> Vec<u32> {
    const ANY: u32 = u32::MAX;
    let Some(register) = register.copied() else {
        return vec![ANY];
    };
    if held[register as usize] != Held::Nothing {
        return vec![ANY];
    }
    let mut found = Vec::new();
    let mut registers = vec![register];
    let mut seen = Vec::new();
    while let Some(register) = registers.pop() {
        if seen.contains(&register) {
            continue;
        }
        seen.push(register);
        for op in &function.ops {
            match *op {
                Op::Constant { to, value } if to == register => {
                    found.push(function_at(value, code.functions.len()).map_or(ANY, |function| function.0));
                }
                Op::Move { to, from } if to == register => registers.push(from),
                _ if effects(code, function, op).1 == Some(register) => found.push(ANY),
                _ => {}
            }
        }
    }
    found
}
