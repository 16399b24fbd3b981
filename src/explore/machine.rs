//! The state of one execution: memory, threads, synchronisation, clocks, and what was found so far.

use std::collections::BTreeMap;

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use crate::ir::GlobalId;

use super::clock::Clock;
use super::code::{AccessId, Code, PRIVATE, Scalar};
use super::dependence::Effects;
use super::inputs::Inputs;
use super::items::Items;
use super::library::{
    Action, Cancellation, Cleanups, Deliveries, Descriptors, ErrorNumber, LeftChild, Limits, OptionState, Pipe,
    RandomNumbers, Stream, Unfinished, Variables,
};
use super::liveness::Outcome;
pub use super::marks::{Footprint, Mark, Marks};
use super::memory::{Memory, ObjectKind, OutOfMemory};
pub use super::settings::{Failures, Fortune, MachineSettings, MemoryModel, Purpose, Releases, UnknownFunctions, Uses};
use super::shadow::{AccessKind, Recorded, Shadow};
pub use super::stop::{PathEnd, Stop};
use super::symbols::{Symbol, Symbols};
use super::synchronisation::Synchronisation;
use super::thread::{Frame, Thread, ThreadState};
use super::wide::WideNumbers;

/// Two accesses that race, as the shadow found them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundRace {
    /// The access that came first in the execution.
    pub first: Recorded,
    /// The other.
    pub second: Recorded,
    /// The first address of the second access.
    pub address: u64,
    /// Its size in bytes.
    pub size: u64,
}

/// Why a path ends that reads what the linker computes and executions do not.
pub(super) const UNCOMPUTED_VALUE: &str = "an initial value of a type that executions do not compute with is not known";
/// Why a path ends that reads a variable which is declared and not defined.
pub(super) const UNDEFINED_VARIABLE: &str = "what a variable holds that the program does not define is not known";

/// An execution under way.
pub struct Machine<'c> {
    pub(super) code: &'c Code,
    pub(super) settings: MachineSettings,
    pub(super) memory: Memory,
    pub(super) shadow: Shadow,
    pub(super) threads: Vec<Thread>,
    pub(super) synchronisation: Synchronisation,
    pub(super) inputs: Inputs,
    /// Operations executed.
    pub(super) steps: u64,
    /// Operations that others could notice, which the current thread may still do before the scheduler is asked.
    pub(super) visible: u64,
    /// Where the execution could have gone on differently.
    pub(super) marks: Marks,
    /// Operations that others could notice, executed.
    pub(super) visible_steps: u64,
    pub(super) races: Vec<FoundRace>,
    reported: HashSet<(AccessId, AccessId), FxBuildHasher>,
    found: Vec<Recorded>,
    /// The accesses of the operations executed since this was last emptied; kept when all states are visited.
    pub(super) footprint: Vec<Footprint>,
    /// What the operations executed since this was last emptied touch, besides these accesses.
    pub(super) effects: Effects,
    /// By number, the accesses that are no scheduling points although others could notice them.
    pub(super) silent: Vec<bool>,
    /// Numbers of more than 64 bits.
    pub(super) wide_numbers: WideNumbers,
    /// Inputs with many values.
    pub(super) symbols: Symbols,
    /// An input that waits for the register that it goes to.
    pub(super) fresh: Option<Symbol>,
    /// Destructors of thread-specific data, by key from 1; `None` after deletion.
    pub(super) keys: Items<Option<u64>>,
    /// Functions to call at exit.
    pub(super) exit_handlers: Items<u64>,
    /// Handlers of signals, by the number of the signal.
    pub(super) signal_handlers: BTreeMap<u64, u64>,
    /// Where `errno` of each thread lies that asked for it.
    pub(super) error_numbers: BTreeMap<usize, ErrorNumber>,
    /// Inputs that are the same at each call, by the names of the functions that give them.
    pub(super) constant_inputs: BTreeMap<String, u64>,
    /// What `rand` gives.
    pub(super) random_numbers: RandomNumbers,
    /// What `sysconf` says, by name.
    pub(super) configuration: BTreeMap<i32, u64>,
    /// Limits of the process.
    pub(super) limits: Limits,
    /// Actions on signals, besides their handlers.
    pub(super) signal_actions: BTreeMap<u64, Action>,
    /// After how many seconds an alarm was asked for last, if one was.
    pub(super) alarm: u64,
    /// Descriptors and streams that are open.
    pub(super) descriptors: Descriptors,
    /// Streams of which more is known than that they are open, by their addresses.
    pub(super) streams: BTreeMap<u64, Stream>,
    /// The call in which a thread stays for ever.
    pub(super) unfinished: Option<Unfinished>,
    /// Pipes, by their numbers.
    pub(super) pipes: Vec<Pipe>,
    /// Whether the program made a process that it may wait for.
    pub(super) has_processes: bool,
    /// The child that was left to the program.
    pub(super) left_child: LeftChild,
    /// Whether the program went to another folder.
    pub(super) has_changed_folder: bool,
    /// Variables of the environment.
    pub(super) variables: Variables,
    /// Signals that threads block, by bits from 1, where it is not 0.
    pub(super) signal_masks: BTreeMap<usize, u64>,
    /// How far `getopt` has come.
    pub(super) option_state: OptionState,
    /// Where the date of `localtime` and `gmtime` stands; 0 as long as nobody asked.
    pub(super) date: u64,
    /// Where `inet_ntoa` of each thread writes.
    pub(super) address_texts: BTreeMap<usize, u64>,
    /// Where `strtok` goes on.
    pub(super) token_position: u64,
    /// Functions that run at `quick_exit`, in the order of registration.
    pub(super) quick_exit_handlers: Vec<u64>,
    /// Whether the environment refused a call, and which ones.
    pub(super) fortune: Fortune,
    pub(super) refusals: Vec<AccessId>,
    /// What clocks show, in nanoseconds: they never go back.
    pub(super) clock: u64,
    /// How many microseconds the process has taken.
    pub(super) processor_clock: u64,
    /// What `times` told last: ticks since some moment, and those that the process and its children have taken.
    pub(super) ticks: [u64; 5],
    /// Where threads clean up when they end.
    pub(super) cleanups: Cleanups,
    /// Texts of the library that nobody changes.
    pub(super) texts: BTreeMap<Vec<u8>, u64>,
    /// Signals that were sent, and handlers under way.
    pub(super) deliveries: Deliveries,
    /// Threads that are asked to end.
    pub(super) cancellation: Cancellation,
    /// The step at which the state of the threads is wanted, and the answer.
    pub(super) snapshot: Option<(u64, Option<super::race::ThreadSnapshot>)>,
}

impl<'c> Machine<'c> {
    /// A machine before its first execution.
    pub fn new(code: &'c Code, settings: MachineSettings) -> Self {
        Machine {
            code,
            settings,
            memory: Memory::default(),
            shadow: Shadow::default(),
            threads: Vec::new(),
            synchronisation: Synchronisation::default(),
            inputs: Inputs::new(0, 0),
            steps: 0,
            visible: 0,
            marks: Marks::default(),
            visible_steps: 0,
            races: Vec::new(),
            reported: HashSet::default(),
            found: Vec::new(),
            footprint: Vec::new(),
            effects: Effects::default(),
            silent: Vec::new(),
            wide_numbers: code.wide_numbers.clone(),
            symbols: Symbols::default(),
            fresh: None,
            keys: Items::default(),
            exit_handlers: Items::default(),
            signal_handlers: BTreeMap::new(),
            error_numbers: BTreeMap::new(),
            constant_inputs: BTreeMap::new(),
            random_numbers: RandomNumbers::default(),
            configuration: BTreeMap::new(),
            limits: Limits::default(),
            signal_actions: BTreeMap::new(),
            alarm: 0,
            descriptors: Descriptors::default(),
            streams: BTreeMap::new(),
            unfinished: None,
            pipes: Vec::new(),
            has_processes: false,
            left_child: LeftChild::Unasked,
            has_changed_folder: false,
            variables: Variables::new(),
            signal_masks: BTreeMap::new(),
            option_state: OptionState::default(),
            date: 0,
            address_texts: BTreeMap::new(),
            token_position: 0,
            quick_exit_handlers: Vec::new(),
            fortune: Fortune::default(),
            refusals: Vec::new(),
            clock: 0,
            processor_clock: 0,
            ticks: [0; 5],
            cleanups: Cleanups::default(),
            texts: BTreeMap::new(),
            deliveries: Deliveries::default(),
            cancellation: Cancellation::default(),
            snapshot: None,
        }
    }

    /// From the next execution on there are at most so many threads.
    pub fn limit_threads(&mut self, threads: usize) {
        self.settings.threads = threads;
    }

    /// Threads at most.
    pub fn thread_limit(&self) -> usize {
        self.settings.threads
    }

    /// Back to program start, with these inputs; the main thread is about to call `main`.
    pub fn start(&mut self, main: u32, inputs: Inputs) -> Result<(), Stop> {
        self.inputs = inputs;
        self.steps = 0;
        self.start_keeping_steps(main)
    }

    /// Back to program start, with the inputs and the count of operations as they are.
    pub(super) fn start_keeping_steps(&mut self, main: u32) -> Result<(), Stop> {
        self.memory.reset(&self.code.image);
        self.shadow.clear();
        self.threads.clear();
        self.synchronisation.clear();
        (self.visible, self.visible_steps) = (0, 0);
        self.races.clear();
        self.reported.clear();
        self.keys.clear();
        self.exit_handlers = self.code.destructors.clone().into();
        self.signal_handlers.clear();
        self.error_numbers.clear();
        self.constant_inputs.clear();
        self.random_numbers = RandomNumbers::default();
        self.configuration.clear();
        self.limits.clear();
        self.signal_actions.clear();
        self.alarm = 0;
        self.descriptors = Descriptors::at_start(&self.code.streams);
        self.streams.clear();
        self.unfinished = None;
        self.pipes.clear();
        self.has_processes = false;
        self.left_child = LeftChild::Unasked;
        self.has_changed_folder = false;
        self.variables.clear();
        self.signal_masks.clear();
        self.option_state = OptionState::default();
        self.date = 0;
        self.address_texts.clear();
        self.token_position = 0;
        self.quick_exit_handlers.clear();
        self.fortune = Fortune::default();
        self.refusals.clear();
        self.clock = 0;
        self.processor_clock = 0;
        self.ticks = [0; 5];
        self.cleanups = Cleanups::default();
        self.texts.clear();
        self.deliveries = Deliveries::default();
        self.cancellation = Cancellation::default();
        self.snapshot = None;
        self.marks = Marks::default();
        self.symbols.clear();
        // Searches compare what registers hold at any time.
        if self.settings.purpose != Purpose::Exhaust {
            self.wide_numbers.reset(&self.code.wide_numbers);
        }
        if self.code.overfull {
            return Err(OutOfMemory.into());
        }
        if self.settings.purpose == Purpose::Exhaust {
            self.memory.open_block()?;
            self.mark_unknown(main)?;
        }
        if self.settings.unknown_functions == UnknownFunctions::Inputs || self.settings.purpose == Purpose::Exhaust {
            let code = self.code;
            for (address, size) in &code.foreign {
                self.fill_with_inputs(*address, *size)?;
            }
        }
        let clock = self.first_clock(0);
        self.threads.push(Thread::new(main, clock, None));
        let arguments = self.program_arguments(main)?;
        self.push_frame(0, main, &arguments, None)
    }

    /// The arguments of `main` could be anything.
    fn mark_unknown(&mut self, main: u32) -> Result<(), Stop> {
        match self.reads_arguments(main) {
            true => Err(Stop::Open("the arguments of main are read".to_owned())),
            false => Ok(()),
        }
    }

    /// Whether `main` reads its arguments.
    pub(super) fn reads_arguments(&self, main: u32) -> bool {
        let (function, liveness) = (&self.code.functions[main as usize], &self.code.liveness[main as usize]);
        let parameters = function.as_ref().map_or(0, |function| function.parameters);
        (0..parameters).any(|parameter| {
            liveness
                .as_ref()
                .is_some_and(|live| live.is_live(0, parameter, Outcome::Read))
        })
    }

    /// A clock in which a new thread has begun, if clocks are kept.
    pub(super) fn first_clock(&self, thread: usize) -> Clock {
        let mut clock = Clock::default();
        if self.settings.purpose != Purpose::Exhaust {
            clock.begin(thread);
        }
        clock
    }

    /// Enters a function that has a body; missing arguments are 0, superfluous ones are dropped.
    pub(super) fn push_frame(
        &mut self,
        thread: usize,
        function: u32,
        arguments: &[u64],
        result: Option<(u32, Scalar)>,
    ) -> Result<(), Stop> {
        let Some(code) = self.code.functions.get(function as usize).and_then(Option::as_ref) else {
            return Err(Stop::Open("a call-back to a function without body".to_owned()));
        };
        let thread = &mut self.threads[thread];
        if thread.frames.len() >= self.settings.depth {
            return Err(Stop::Open("recursion deeper than the limit".to_owned()));
        }
        let base = thread.registers.len();
        thread.registers.resize(base + code.registers as usize, 0);
        let count = arguments.len().min(code.parameters as usize);
        thread.registers[base..base + count].copy_from_slice(&arguments[..count]);
        thread.frames.push(Frame {
            function,
            next: 0,
            base: base as u32,
            stage: 0,
            accessed: false,
            result,
        });
        Ok(())
    }

    /// Leaves the innermost function: its locals end.
    pub(super) fn pop_frame(&mut self, thread: usize) -> Option<Frame> {
        let depth = self.threads[thread].frames.len() as u32;
        let frame = self.threads[thread].frames.pop()?;
        if let Some(code) = &self.code.functions[frame.function as usize] {
            for local in &code.memory_locals {
                let address = self.threads[thread].registers[(frame.base + local.register) as usize];
                self.end_object(address, local.size);
            }
        }
        while let Some((address, _)) = self.threads[thread].allocas.pop_if(|alloca| alloca.1 >= depth) {
            let size = self.memory.object_at(address).map_or(0, |object| object.size);
            self.end_object(address, size);
        }
        self.threads[thread].registers.truncate(frame.base as usize);
        Some(frame)
    }

    /// A new object with indeterminate contents.
    pub(super) fn allocate(&mut self, thread: usize, size: u64, kind: ObjectKind) -> Result<u64, Stop> {
        if self.settings.purpose == Purpose::Exhaust {
            let address = self.allocate_filled(thread, size, kind, 0)?;
            self.memory.mark_indeterminate(address, size);
            return Ok(address);
        }
        let fill = self.any_fill();
        self.allocate_filled(thread, size, kind, fill)
    }

    /// What the bytes of a new object may be.
    fn any_fill(&mut self) -> u8 {
        match self.inputs.choice(4) {
            0 => 0,
            1 => 1,
            2 => 0xff,
            _ => 0x55,
        }
    }

    /// As [`Machine::allocate`], at a multiple of an alignment, a power of two.
    pub(super) fn allocate_at_multiple(
        &mut self,
        thread: usize,
        alignment: u64,
        size: u64,
        kind: ObjectKind,
    ) -> Result<u64, Stop> {
        if self.settings.purpose == Purpose::Exhaust {
            return self.allocate(thread, size, kind);
        }
        let fill = self.any_fill();
        self.allocate_filled_at_multiple(thread, (alignment, size), kind, fill)
    }

    /// As [`Machine::allocate_filled`], at a multiple of an alignment, a power of two. Searches never look at the bits of addresses.
    pub(super) fn allocate_filled_at_multiple(
        &mut self,
        thread: usize,
        (alignment, size): (u64, u64),
        kind: ObjectKind,
        fill: u8,
    ) -> Result<u64, Stop> {
        if self.settings.purpose == Purpose::Exhaust {
            return self.allocate_filled(thread, size, kind, fill);
        }
        let address = self.memory.allocate_aligned(size, alignment, kind, fill)?;
        if self.settings.purpose == Purpose::DetectRaces {
            self.shadow.forget(address, size);
        }
        Ok(address)
    }

    /// A new object whose bytes all are `fill`.
    pub(super) fn allocate_filled(
        &mut self,
        thread: usize,
        size: u64,
        kind: ObjectKind,
        fill: u8,
    ) -> Result<u64, Stop> {
        let extent = self.memory.extent();
        let address = self.memory.allocate_for(thread, size, kind, fill)?;
        if self.memory.extent() != extent {
            self.touch_outside();
        }
        if self.settings.purpose == Purpose::DetectRaces {
            self.shadow.forget(address, size);
        }
        Ok(address)
    }

    /// An object's lifetime ends; null is no object.
    pub(super) fn end_object(&mut self, address: u64, size: u64) {
        if address != 0 {
            self.memory.end(address);
            self.synchronisation.forget(address, size);
        }
    }

    /// The address of a thread's instance of a thread-local variable, made on first use.
    pub(super) fn thread_local(&mut self, thread: usize, global: GlobalId) -> Result<u64, Stop> {
        if let Some(known) = self.threads[thread].thread_locals.get(&global) {
            return Ok(*known);
        }
        let original = self.code.globals[global.0 as usize];
        let size = self.code.image.object_at(original).map_or(0, |object| object.size);
        let alignment = self.code.thread_local_alignments.get(&global).copied().unwrap_or(1);
        let kind = ObjectKind::ThreadLocal(global, thread as u32);
        let address = self.allocate_filled_at_multiple(thread, (alignment, size), kind, 0)?;
        self.require_computed(original, size)?;
        let bytes = self.code.image.bytes(original, size)?.to_vec();
        self.memory.bytes_mut(address, size)?.copy_from_slice(&bytes);
        if self.code.foreign.contains(&(original, size)) {
            if self.settings.unknown_functions == UnknownFunctions::Open {
                return Err(Stop::Open(UNDEFINED_VARIABLE.to_owned()));
            }
            self.fill_with_inputs(address, size)?;
        }
        self.threads[thread].thread_locals.insert(global, address);
        Ok(address)
    }

    /// Records an access to memory that was checked to be inside a live object.
    #[inline]
    pub(super) fn access(&mut self, thread: usize, address: u64, size: u64, kind: AccessKind, site: AccessId) {
        if site == PRIVATE || size == 0 {
            return;
        }
        self.notice();
        self.record(thread, address, size, kind, site);
    }

    /// As [`Machine::access`], by an operation that is noticed for other reasons.
    #[inline]
    pub(super) fn record(&mut self, thread: usize, address: u64, size: u64, kind: AccessKind, site: AccessId) {
        if size == 0 {
            return;
        }
        if let Some((step, None)) = self.snapshot
            && step == self.steps
        {
            self.take_snapshot(thread, step);
        }
        match self.settings.purpose {
            // What a thread did before it created the first other one happens before all that others do.
            Purpose::DetectRaces if self.threads.len() == 1 => return,
            Purpose::DetectRaces => {}
            Purpose::Run => return,
            Purpose::Exhaust => {
                return self.footprint.push(Footprint {
                    address,
                    size,
                    kind,
                    site,
                });
            }
        }
        let clock = &self.threads[thread].clock;
        let new = Recorded {
            thread: thread as u32,
            epoch: clock.of(thread),
            site,
            kind,
            step: self.steps,
        };
        self.shadow.access(address, size, new, clock, &mut self.found);
        if !self.found.is_empty() {
            self.record_races(new, address, size);
        }
    }

    /// An operation that other threads could notice is done: the scheduler may want to switch.
    #[inline]
    pub(super) fn notice(&mut self) {
        self.marks.visible = self.mark();
        self.visible = self.visible.saturating_sub(1);
        self.visible_steps += 1;
    }

    /// The point before the current operation.
    pub(super) fn mark(&self) -> Mark {
        Mark {
            steps: self.steps.saturating_sub(1),
            inputs: self.inputs.given.len(),
        }
    }

    fn record_races(&mut self, second: Recorded, address: u64, size: u64) {
        for first in std::mem::take(&mut self.found) {
            if self.reported.insert((first.site, second.site)) {
                self.races.push(FoundRace {
                    first,
                    second,
                    address,
                    size,
                });
            }
        }
    }

    /// What a thread did so far happens before what follows an acquisition of `clock`, which this fills:
    /// `C_object := C_thread`, and a new epoch begins.
    pub(super) fn release(threads: &mut [Thread], thread: usize, object: &mut Clock) {
        object.set(&threads[thread].clock);
        threads[thread].clock.advance(thread);
    }

    /// As [`Machine::release`], keeping what others left: `C_object := C_object ⊔ C_thread`.
    pub(super) fn release_joined(threads: &mut [Thread], thread: usize, object: &mut Clock) {
        object.join(&threads[thread].clock);
        threads[thread].clock.advance(thread);
    }

    /// Whether a thread could do its next operation.
    pub(super) fn enabled(&self, thread: usize) -> bool {
        let excluded = self
            .synchronisation
            .atomic_block
            .is_some_and(|(owner, _)| owner as usize != thread);
        !excluded && self.is_poised(thread)
    }

    /// Whether a thread other than this one could do its next operation.
    pub(super) fn another_is_enabled(&self, thread: usize) -> bool {
        (0..self.threads.len()).any(|other| other != thread && self.enabled(other))
    }

    /// Whether a thread could do its next operation if no other thread were in an atomic block.
    pub(super) fn is_poised(&self, thread: usize) -> bool {
        match self.threads[thread].state {
            ThreadState::Ready => true,
            ThreadState::Ended => false,
            ThreadState::Waiting(wait) => self.wait_is_over(thread, wait),
        }
    }
}
