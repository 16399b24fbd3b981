//! The right-hand sides: blocks, returns, ends of threads.
//!
//! A [`Transfer`] evaluates one right-hand side. Instructions map a state to the states that may follow it; no state
//! follows where execution cannot go on. What it meets in the verification pass, it records.

use std::cell::RefCell;
use std::rc::Rc;

use pepsin_digests::Names;
use pepsin_lattice::Bottom;
use pepsin_lattice::seeded::{Bug, is_seeded};
use pepsin_solver::{Io, Stop};

use super::analysis::{Analysis, ProgramPoint};
use super::footprint::Footprint;
use super::questions::Questions;
use super::recorder::Recorder;
use super::unknowns::{Context, Point, Unknown};
use crate::ir::{BlockId, Body, Expr, Instruction, InstructionKind, LocalId, Place, Position, Terminator};
use crate::semantics::claims::{Guard, Taking};
use crate::semantics::evaluate::Assembled;
use crate::semantics::prepare::tested;
use crate::semantics::settings::Apart;
use crate::semantics::state::{GuardValue, SplitKey, State, States};
use crate::values::{Memory, ObjectId, Offsets, Scalar, Value};

/// How many states a block keeps apart behind an instruction, whatever they hold.
const MOST_STATES_IN_BLOCK: usize = 4;

/// Whether what is met is recorded, in the verification pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Recording {
    /// It is.
    Once,
    /// It is recorded when the same is evaluated another time.
    Elsewhere,
}

/// The evaluation of one right-hand side.
pub struct Transfer<'t, 'p> {
    /// The tables of the program.
    pub analysis: &'t Analysis<'p>,
    /// The solver.
    pub io: Questions<'t, 'p>,
    /// The unknown under evaluation.
    pub unknown: Unknown,
    /// Its context.
    pub context: Rc<Context>,
    /// Where the instruction under evaluation stands.
    pub at: Position,
    /// The variable, by its number, of which it was checked that the write that is being made is one of a lock.
    pub checked: Option<usize>,
    /// As what the write that is being made is recorded, if it acquires or releases such a lock.
    pub guard: Option<Guard>,
    /// Whether the write that is being made is a take.
    pub taking: Taking,
    /// The counter of which the write that is being made is a change.
    pub counting: Option<usize>,
    /// What was touched so far.
    pub touched: RefCell<Footprint>,
    /// Whether what is being evaluated was evaluated before, or will be, at the same instruction.
    recording: Recording,
    /// What places were found to hold, as long as the state stays as it is; nothing where that is not kept.
    remembered: Option<Vec<(*const Place, Value)>>,
    instruction: u32,
}

impl<'t, 'p> Transfer<'t, 'p> {
    /// Prepares the evaluation of the right-hand side of an unknown.
    pub fn new(analysis: &'t Analysis<'p>, unknown: Unknown, io: &'t mut dyn Io<Analysis<'p>>) -> Self {
        let context = Rc::new(analysis.context(unknown.context).1.clone());
        Transfer {
            analysis,
            io: Questions(RefCell::new(io)),
            unknown,
            context,
            at: Position::BUILT_IN,
            checked: None,
            guard: None,
            taking: Taking::Nothing,
            counting: None,
            touched: RefCell::default(),
            recording: Recording::Once,
            remembered: None,
            instruction: 0,
        }
    }

    fn body(&self) -> Option<&'t Body> {
        let analysis: &'t Analysis<'p> = self.analysis;
        analysis.program.function(self.unknown.function).body.as_ref()
    }

    /// The number of the program point under evaluation.
    pub fn point(&self) -> u32 {
        let block = match self.unknown.point {
            Point::End(block) => block,
            Point::Entry | Point::Exit | Point::Thread => BlockId(u32::MAX),
        };
        self.analysis.point(ProgramPoint {
            function: self.unknown.function,
            block,
            instruction: self.instruction,
        })
    }

    /// Records something, in the verification pass.
    pub fn record(&self, what: impl FnOnce(&mut Recorder, Position)) {
        if let Some(recorder) = &self.analysis.recorder
            && self.recording == Recording::Once
        {
            what(&mut recorder.borrow_mut(), self.at);
        }
    }

    /// Whether what is met is recorded.
    pub fn records(&self) -> bool {
        self.analysis.recorder.is_some() && self.recording == Recording::Once
    }

    /// Evaluates again what the same instruction evaluates another time, and records it only then: were it recorded each
    /// time, with all that is asked of each load on the way, `a->b->c` would take time exponential in its length.
    pub fn unrecorded<R>(&mut self, evaluate: impl FnOnce(&mut Self) -> R) -> R {
        let before = std::mem::replace(&mut self.recording, Recording::Elsewhere);
        let result = self.remembering(evaluate);
        self.recording = before;
        result
    }

    /// Evaluates something that changes nothing in the state but bring views up to date, so that what a place holds needs
    /// to be found out only once.
    pub fn remembering<R>(&mut self, evaluate: impl FnOnce(&mut Self) -> R) -> R {
        let is_outermost = self.remembered.is_none();
        self.remembered.get_or_insert_default();
        let result = evaluate(self);
        if is_outermost {
            self.remembered = None;
        }
        result
    }

    /// What a place was found to hold in the same state, unless that is to be recorded.
    pub fn recalled(&self, place: &Place) -> Option<Value> {
        let known = self.remembered.as_ref().filter(|_| !self.records())?;
        let found = known.iter().find(|(known, _)| std::ptr::eq(*known, place))?;
        Some(found.1.clone())
    }

    /// Keeps what a place was found to hold.
    pub fn remember(&mut self, place: &Place, value: &Value) {
        if let Some(known) = &mut self.remembered {
            known.push((place, value.clone()));
        }
    }

    /// Records that something here cannot be modelled soundly.
    pub fn obstacle(&self, what: String) {
        self.record(|recorder, at| recorder.obstacle(at, what));
    }

    /// `[end of b] ⊒ ⟦b⟧ (⨆ edges into b)`.
    pub fn block(&mut self, block: BlockId) -> Result<States, Stop> {
        let Some(body) = self.body() else {
            return Ok(States::bottom());
        };
        let before = self.before(body, block)?;
        let mut states: Vec<State> = before.iter().map(|(_, state)| state.clone()).collect();
        for (number, instruction) in body.blocks[block.0 as usize].instructions.iter().enumerate() {
            if states.is_empty() {
                return Ok(States::bottom());
            }
            // A block may be so long that the solver would ask too late.
            if self.analysis.settings.watch.interrupt().reason().is_some() {
                return Err(Stop);
            }
            self.instruction = number as u32;
            self.at = instruction.at;
            self.record(|recorder, at| recorder.reached(at));
            let mut after = Vec::with_capacity(states.len());
            for mut state in states {
                self.leave_by_instruction(&mut state, &instruction.kind);
                after.extend(self.execute(state, instruction)?);
            }
            after
                .iter_mut()
                .for_each(|state| self.leave_by_result(state, &instruction.kind));
            states = self.few(after);
        }
        let terminator = &body.blocks[block.0 as usize].terminator;
        self.at = body.blocks[block.0 as usize].at;
        self.record(|recorder, at| recorder.reached(at));
        states
            .iter_mut()
            .for_each(|state| self.leave_by_terminator(state, terminator));
        Ok(self.collect(states, terminator))
    }

    /// The states behind an instruction, of which those with the same split key are joined if they are many: a block of n
    /// calls that return k states each would end in kⁿ of them.
    fn few(&self, states: Vec<State>) -> Vec<State> {
        if states.len() <= MOST_STATES_IN_BLOCK {
            return states;
        }
        let mut joined = States::bottom();
        for state in states {
            joined.add(self.split_key(&state), state);
        }
        joined.limit().iter().map(|(_, state)| state.clone()).collect()
    }

    /// The states before the first instruction of a block.
    fn before(&mut self, body: &Body, block: BlockId) -> Result<States, Stop> {
        let analysis = self.analysis;
        let mut before = States::bottom();
        if block == BlockId(0) {
            before = self.io.get(self.unknown.at(Point::Entry))?;
        }
        let predecessors = analysis.graph(self.unknown.function).predecessors(block);
        let Some(steady) = analysis.steady(self.unknown.function, block) else {
            for &from in predecessors {
                self.pass(body, from, block, &mut before, &|_, _| true)?;
            }
            return Ok(before.limit());
        };
        for &from in predecessors.iter().filter(|from| !steady.is_inside(**from)) {
            self.pass(body, from, block, &mut before, &|_, _| true)?;
        }
        let entering = self.entering(steady, &before);
        for &from in predecessors.iter().filter(|from| steady.is_inside(**from)) {
            self.pass(body, from, block, &mut before, &|transfer, state| {
                transfer.returning(state, &entering)
            })?;
        }
        Ok(before.limit())
    }

    /// Adds the states that pass the edges from one block to another, as far as `restrain` lets them.
    fn pass(
        &mut self,
        body: &Body,
        from: BlockId,
        to: BlockId,
        before: &mut States,
        restrain: &dyn Fn(&Self, &mut State) -> bool,
    ) -> Result<(), Stop> {
        let states = self.io.get(self.unknown.at(Point::End(from)))?;
        let source = &body.blocks[from.0 as usize];
        self.at = source.at;
        for (_, state) in states.iter() {
            for mut state in self.follow(state, &source.terminator, to) {
                if restrain(self, &mut state) {
                    before.add(self.split_key(&state), state);
                }
            }
        }
        Ok(())
    }

    /// The states that pass an edge to a block.
    fn follow(&mut self, state: &State, terminator: &Terminator, to: BlockId) -> Vec<State> {
        let guarded = |transfer: &mut Self, guard: &dyn Fn(&mut Self, &mut State) -> bool| {
            let mut state = state.clone();
            guard(transfer, &mut state).then_some(state)
        };
        match terminator {
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => {
                let mut passed = Vec::new();
                if *then == to {
                    passed.extend(guarded(self, &|transfer, state| {
                        transfer.decide(state, condition, true)
                    }));
                }
                if *otherwise == to {
                    passed.extend(guarded(self, &|transfer, state| {
                        transfer.decide(state, condition, false)
                    }));
                }
                passed
            }
            Terminator::Switch { value, cases, default } => {
                let mut passed = Vec::new();
                for (low, high, target) in cases {
                    if *target == to {
                        passed.extend(guarded(self, &|transfer, state| {
                            transfer.assume_between(state, value, *low, *high)
                        }));
                    }
                }
                if *default == to {
                    passed.extend(guarded(self, &|transfer, state| {
                        cases
                            .iter()
                            .all(|(low, high, _)| transfer.assume_outside(state, value, *low, *high))
                    }));
                }
                passed
            }
            Terminator::Computed { value, .. } => {
                let mut state = state.clone();
                self.value(&mut state, value);
                vec![state]
            }
            Terminator::Goto(_) => vec![state.clone()],
            Terminator::Return(_) | Terminator::Unreachable => Vec::new(),
        }
    }

    /// Goes on where a condition holds, or fails; false if that is impossible.
    fn decide(&mut self, state: &mut State, condition: &Expr, holds: bool) -> bool {
        let possible = self.assume(state, condition, holds);
        if possible {
            let looked_at = self.looked_at(state, condition);
            // Which variable was read first is not known: what is found of counters is not behind the signals found now.
            self.note_gone(state, &looked_at);
            self.note_signals(state, &looked_at);
            self.note_crews(state, condition, holds);
        }
        possible
    }

    fn execute(&mut self, mut state: State, instruction: &Instruction) -> Result<Vec<State>, Stop> {
        match &instruction.kind {
            InstructionKind::Assign { to, value } => Ok(self.execute_assignment(state, to, value)),
            InstructionKind::Call { to, callee, arguments } => self.call(state, to.as_ref(), callee, arguments),
            InstructionKind::ScopeEntry(local) => {
                self.enter_scope(&mut state, *local);
                Ok(vec![state])
            }
            InstructionKind::ScopeEnd(_) => Ok(vec![state]),
            InstructionKind::Zero { place } => {
                let goes_on = self.zero(&mut state, place);
                Ok(if goes_on { vec![state] } else { Vec::new() })
            }
            InstructionKind::Assembly {
                outputs,
                inputs,
                memory,
                clobbers_memory,
                template,
            } => {
                let assembled = self.assembly(&mut state, outputs, inputs, memory);
                if *clobbers_memory && assembled == Assembled::Pointers && !is_seeded(Bug::AssemblyTouchesNothing) {
                    self.obstacle(format!("inline assembly that may access memory: `{template}`"));
                }
                Ok(match assembled {
                    Assembled::Operands | Assembled::Pointers => vec![state],
                    Assembled::Nowhere => Vec::new(),
                })
            }
            InstructionKind::Obstacle { what } => {
                self.obstacle(what.clone());
                Ok(vec![state])
            }
        }
    }

    /// Collects the states at the end of a block by their split keys, and by the way that they will take.
    fn collect(&mut self, states: Vec<State>, terminator: &Terminator) -> States {
        let several = states.len() > 1;
        let by_way = self.analysis.settings.precision.apart != Apart::ByLocks;
        let synchronises = self.analysis.shape(self.unknown.function).synchronises;
        let condition = match terminator {
            Terminator::Branch { condition, .. } if by_way && (several || synchronises) => Some(condition),
            _ => None,
        };
        let mut collected = States::bottom();
        for state in states {
            let outcome = condition.and_then(|condition| match tested(condition) {
                Some(variable) => self.guard_value(&state, variable),
                None if several => GuardValue::of(self.value(&mut state.clone(), condition).truth()),
                None => None,
            });
            let key = SplitKey {
                outcome,
                ..self.split_key(&state)
            };
            collected.add(key, state);
        }
        collected.limit()
    }

    /// The object and the type of a scalar variable of the running function.
    pub fn frame_place(&self, variable: LocalId) -> Option<(ObjectId, Scalar)> {
        let ty = self.body()?.locals[variable.0 as usize].ty;
        let object = self
            .analysis
            .local(self.unknown.function, variable, self.context.thread);
        Some((object, self.scalar(ty)))
    }

    /// `[exit of f] ⊒ ⨆ ⟦return⟧`; ends that never return are only demanded.
    pub fn exit(&mut self) -> Result<States, Stop> {
        let Some(body) = self.body() else {
            return Ok(States::bottom());
        };
        let analysis = self.analysis;
        let graph = analysis.graph(self.unknown.function);
        for &sink in graph.sinks() {
            self.io.get(self.unknown.at(Point::End(sink)))?;
        }
        let mut returned = Vec::new();
        for &from in graph.returns() {
            let states = self.io.get(self.unknown.at(Point::End(from)))?;
            let block = &body.blocks[from.0 as usize];
            self.at = block.at;
            let Terminator::Return(value) = &block.terminator else {
                continue;
            };
            for (_, state) in states.iter() {
                returned.extend(self.returning_states(state, value.as_ref()));
            }
        }
        let mut exit = States::bottom();
        for state in returned {
            exit.add(self.exit_key(&state), state);
        }
        Ok(exit.limit())
    }

    /// The states in which a function returns a value.
    fn returning_states(&mut self, state: &State, value: Option<&Expr>) -> Vec<State> {
        let mut states = vec![state.clone()];
        let types = &self.analysis.program.types;
        if let Some(value) = value.filter(|value| types.is_integer(value.ty()) && !state.copies.is_empty()) {
            // What is returned tells what was read.
            states.push(state.clone());
            let mut outcomes = [true, false].into_iter();
            states.retain_mut(|state| outcomes.next().is_some_and(|holds| self.decide(state, value, holds)));
        }
        for state in &mut states {
            if let Some(value) = value {
                let ty = self.scalar(value.ty());
                let share = self.share_of(state, value);
                state.takes.set_result(share);
                state.result = self.rvalue(state, value).into_contents(ty);
            }
            self.leave(state, self.unknown.function);
        }
        states
    }

    /// The end of a thread by return from its start routine; main starts with the program.
    pub fn thread_end(&mut self) -> Result<States, Stop> {
        if self.context.thread == Names::MAIN {
            let start = self.program_start();
            self.io.start(
                self.unknown.at(Point::Entry),
                States::single(SplitKey::default(), start),
            );
        }
        let exit = self.io.get(self.unknown.at(Point::Exit))?;
        for (_, state) in exit.iter() {
            let value = state
                .result
                .read(Offsets::ZERO, Scalar::pointer(&self.analysis.program.types));
            let mut ended = State {
                frame: Memory::bottom(),
                ..state.clone()
            };
            if self.context.thread == Names::MAIN {
                // A return of `main` is a call of `exit` (C17 5.1.2.2.3).
                if let Some(exit) = self.analysis.library.model("exit") {
                    self.at = self.analysis.program.function(self.unknown.function).at;
                    self.access_kept(&mut ended, exit);
                }
                self.process_exit(ended)?;
            } else {
                self.finish_thread(ended, &value)?;
            }
        }
        Ok(States::bottom())
    }
}
