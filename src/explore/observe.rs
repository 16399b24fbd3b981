//! One execution, watched operation by operation: what really happens, for comparison with what is claimed of it.
//!
//! An execution is made as by the search, and then run a second time in single operations. Only what comes before its
//! first race is reported: behind a race, C promises nothing.

use std::sync::Arc;

use crate::ir::{FunctionId, GlobalId, Position, Program};
use crate::library::Library;
use crate::limits::Interrupt;

use super::arithmetic;
use super::code::{Code, Layout, Op, PRIVATE, Scalar};
use super::compile::compile;
use super::inputs::Inputs;
use super::interpret::Pause;
use super::machine::{Failures, Machine, MachineSettings, MemoryModel, Purpose, Releases, UnknownFunctions, Uses};
use super::memory::ObjectKind;
use super::random::Random;
use super::schedule::{Scheduler, Segment, Strategy};
use super::shadow::AccessKind;

/// Memory that an operation accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touched {
    /// Where the access stands.
    pub at: Position,
    /// What kind of memory it is.
    pub memory: MemoryKind,
    /// The first byte, from the start of the object.
    pub offset: u64,
    /// Number of bytes.
    pub size: u64,
    /// How it accesses.
    pub kind: AccessKind,
    /// The integer that was read, if it is one.
    pub read: Option<i128>,
}

/// Kinds of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MemoryKind {
    /// A global variable.
    Global(GlobalId),
    /// Some thread's instance of a thread-local variable.
    ThreadLocal(GlobalId),
    /// A local variable.
    Local,
    /// Allocated memory.
    Heap,
    /// Something else.
    Other,
}

/// A thread, as its creation tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThreadOrigin {
    /// Its start routine.
    pub routine: FunctionId,
    /// The creator's number, and where it created; nothing for `main`.
    pub creator: Option<(u32, Position)>,
}

/// An operation that a thread did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observation {
    /// The thread's number, in order of creation.
    pub thread: u32,
    /// All threads so far, by number.
    pub threads: Vec<ThreadOrigin>,
    /// The function.
    pub function: FunctionId,
    /// The place of the instruction.
    pub at: Position,
    /// The access to memory, if it makes one directly.
    pub touched: Option<Touched>,
    /// The locks held that are global variables or lie in them, as (variable, offset).
    pub locks: Vec<(GlobalId, u64)>,
}

/// Which execution is watched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObserveSettings {
    /// Where all choices come from.
    pub seed: u64,
    /// Operations at most.
    pub steps: u64,
    /// Threads at most.
    pub threads: usize,
    /// Which orders atomic operations give, and so what the first race is.
    pub memory_model: MemoryModel,
    /// Which creations and allocations may fail.
    pub failures: Failures,
    /// What functions without body do.
    pub library: Arc<Library>,
}

/// Activations of functions per thread at most.
const DEPTH: usize = 1_000;

/// Watches one execution of a program. Deterministic.
pub fn observe(program: &Program, settings: ObserveSettings, watch: &mut dyn FnMut(&Observation)) {
    let code = compile(program, &settings.library, 16 << 20, Layout::Ordinary);
    let machine_settings = MachineSettings {
        memory_model: settings.memory_model,
        purpose: Purpose::DetectRaces,
        unknown_functions: UnknownFunctions::Inputs,
        failures: settings.failures,
        releases: Releases::Race,
        uses: Uses::Ignored,
        threads: settings.threads,
        depth: DEPTH,
    };
    let mut machine = Machine::new(&code, machine_settings);
    if machine
        .start(program.main.0, Inputs::new(settings.seed, settings.seed))
        .is_err()
    {
        return;
    }
    let mut random = Random::new(settings.seed, 13);
    let turn = 1 + random.below(6);
    let run =
        Scheduler::new(Strategy::Random { turn }, random).run(&mut machine, settings.steps, &Interrupt::default());
    let inputs = Inputs::scripted(settings.seed, 0, machine.inputs.given.clone());
    if machine.start(program.main.0, inputs).is_ok() {
        Watched { machine, code: &code }.replay(&run.segments, watch);
    }
}

struct Watched<'c> {
    machine: Machine<'c>,
    code: &'c Code,
}

impl Watched<'_> {
    fn replay(&mut self, segments: &[Segment], watch: &mut dyn FnMut(&Observation)) {
        for segment in segments {
            let thread = segment.thread as usize;
            let end = self.machine.steps + segment.steps;
            while self.machine.steps < end {
                let pending = self.pending(thread);
                let before = self.machine.steps;
                let pause = self.machine.advance(thread, 1, u64::MAX);
                if !self.machine.races.is_empty() || matches!(pause, Pause::End(_)) || self.machine.steps == before {
                    return;
                }
                if let Some(pending) = pending {
                    watch(&self.observation(thread, pending));
                }
            }
        }
    }

    /// The operation that a thread does next.
    fn pending(&self, thread: usize) -> Option<Pending> {
        let frame = self.machine.threads.get(thread)?.frames.last()?;
        let function = self.code.functions.get(frame.function as usize)?.as_ref()?;
        let op = *function.ops.get(frame.next as usize)?;
        Some(Pending {
            function: FunctionId(frame.function),
            at: *function.positions.get(frame.next as usize)?,
            access: self.access(thread, op),
        })
    }

    fn access(&self, thread: usize, op: Op) -> Option<Access> {
        let access = match op {
            Op::Load {
                to,
                address,
                offset,
                scalar,
                access,
            } => Access {
                address: self.machine.register(thread, address).wrapping_add(u64::from(offset)),
                size: scalar.size(),
                site: access,
                writes: false,
                result: (!scalar.is_float() && !scalar.is_wide()).then_some((to, scalar)),
            },
            Op::LoadBits {
                to,
                address,
                bits,
                access,
            } => {
                let bits = self.code.bit_fields[bits as usize];
                Access {
                    address: self
                        .machine
                        .register(thread, address)
                        .wrapping_add(u64::from(bits.run_offset)),
                    size: u64::from(bits.run_size),
                    site: access,
                    writes: false,
                    result: Some((to, bits.scalar)),
                }
            }
            Op::StoreBits {
                address, bits, access, ..
            } => {
                let bits = self.code.bit_fields[bits as usize];
                Access {
                    address: self
                        .machine
                        .register(thread, address)
                        .wrapping_add(u64::from(bits.run_offset)),
                    size: u64::from(bits.run_size),
                    site: access,
                    writes: true,
                    result: None,
                }
            }
            Op::Store {
                address,
                offset,
                scalar,
                access,
                ..
            } => Access {
                address: self.machine.register(thread, address).wrapping_add(u64::from(offset)),
                size: scalar.size(),
                site: access,
                writes: true,
                result: None,
            },
            _ => return None,
        };
        (access.site != PRIVATE).then_some(access)
    }

    fn observation(&self, thread: usize, pending: Pending) -> Observation {
        let machine = &self.machine;
        let origin = |thread: &super::thread::Thread| ThreadOrigin {
            routine: FunctionId(thread.routine),
            creator: thread.creator,
        };
        let held = machine.threads[thread].held.iter();
        Observation {
            thread: thread as u32,
            threads: machine.threads.iter().map(origin).collect(),
            function: pending.function,
            at: pending.at,
            touched: pending.access.and_then(|access| self.touched(thread, access)),
            locks: held.filter_map(|(address, _)| self.global_at(*address)).collect(),
        }
    }

    fn touched(&self, thread: usize, access: Access) -> Option<Touched> {
        let object = self.machine.memory.object_at(access.address)?;
        let site = self.code.accesses.get(access.site as usize)?;
        let value = |(register, scalar)| signed(scalar, self.machine.register(thread, register));
        Some(Touched {
            at: site.at,
            memory: match object.kind {
                ObjectKind::Global(global) => MemoryKind::Global(global),
                ObjectKind::ThreadLocal(global, _) => MemoryKind::ThreadLocal(global),
                ObjectKind::Local(..) => MemoryKind::Local,
                ObjectKind::Heap => MemoryKind::Heap,
                ObjectKind::String(_) | ObjectKind::Library => MemoryKind::Other,
            },
            offset: access.address - object.base,
            size: access.size,
            kind: match (site.atomic, access.writes) {
                (false, false) => AccessKind::Read,
                (false, true) => AccessKind::Write,
                (true, false) => AccessKind::AtomicRead,
                (true, true) => AccessKind::AtomicWrite,
            },
            read: access.result.map(value),
        })
    }

    fn global_at(&self, address: u64) -> Option<(GlobalId, u64)> {
        let object = self.machine.memory.object_at(address)?;
        match object.kind {
            ObjectKind::Global(global) => Some((global, address - object.base)),
            _ => None,
        }
    }
}

/// What is known of an operation before it is done.
struct Pending {
    function: FunctionId,
    at: Position,
    access: Option<Access>,
}

struct Access {
    address: u64,
    size: u64,
    site: super::code::AccessId,
    writes: bool,
    result: Option<(super::code::Register, Scalar)>,
}

/// The number that a register holds.
fn signed(scalar: Scalar, register: u64) -> i128 {
    match scalar {
        Scalar::U64 => i128::from(register),
        _ => i128::from(arithmetic::normalise(scalar, register) as i64),
    }
}
