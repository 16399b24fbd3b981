//! Blocks, returns, and ends of threads: the right-hand sides.
//!
//! Instructions map a state to the states that may follow it; no state follows where execution cannot go on.

use crate::ir::{BlockId, Body, Expr, Instruction, InstructionKind, Terminator};
use crate::semantics::calls::{bodies, dispatch, ends};
use crate::semantics::claims::{counters, fences, signals, switches};
use crate::semantics::crews::{delegation, gathering};
use crate::semantics::effects::threads;
use crate::semantics::equations::steady;
use crate::semantics::evaluate::{expressions, inquiries, loads};
use crate::semantics::execute::assembly::Assembled;
use crate::semantics::execute::{assembly, assignments, guards, stores};
use crate::semantics::origins::{copies, shares};
use crate::semantics::outside::arguments;
use crate::semantics::prepare::tested;
use crate::semantics::settings::Apart;
use crate::semantics::state::{GuardValue, SplitKey, State, States};
use crate::semantics::system::{Point, Transfer, keys, variables};
use crate::values::{Memory, Offsets, Scalar};
use pepsin_digests::Names;
use pepsin_lattice::Bottom;
use pepsin_lattice::seeded::{Bug, is_seeded};
use pepsin_solver::Stop;

/// How many states a block keeps apart behind an instruction, whatever they hold.
const MOST_STATES_IN_BLOCK: usize = 4;

/// `[end of b] ⊒ ⟦b⟧ (⨆ edges into b)`.
pub fn block(transfer: &Transfer<'_, '_>, block: BlockId) -> Result<States, Stop> {
    let Some(body) = transfer.body() else {
        return Ok(States::bottom());
    };
    let before = before(transfer, body, block)?;
    let mut states: Vec<State> = before.iter().map(|(_, state)| state.clone()).collect();
    for (number, instruction) in body.blocks[block.0 as usize].instructions.iter().enumerate() {
        if states.is_empty() {
            return Ok(States::bottom());
        }
        // A block may be so long that the solver would ask too late.
        if transfer.analysis.settings.watch.interrupt().reason().is_some() {
            return Err(Stop);
        }
        let here = transfer.at_instruction(number, instruction.at);
        reach(&here, &states);
        let mut after = Vec::with_capacity(states.len());
        for mut state in states {
            fences::leave_by_instruction(&here, &mut state, &instruction.kind);
            after.extend(execute(&here, state, instruction)?);
        }
        after
            .iter_mut()
            .for_each(|state| fences::leave_by_result(&here, state, &instruction.kind));
        after.iter().for_each(|state| switches::note_debts(&here, state));
        states = few(&here, after);
    }
    let terminator = &body.blocks[block.0 as usize].terminator;
    let last = body.blocks[block.0 as usize].instructions.len().saturating_sub(1);
    let here = transfer.at_instruction(last, body.blocks[block.0 as usize].at);
    reach(&here, &states);
    states
        .iter_mut()
        .for_each(|state| fences::leave_by_terminator(&here, state, terminator));
    Ok(collect(&here, states, terminator))
}

/// Records that some states reach an instruction.
fn reach(here: &Transfer<'_, '_>, states: &[State]) {
    here.record(|recorder, at| {
        recorder.reached(at);
        if let Some(kept) = &mut recorder.states {
            let found = states.iter().map(|state| (here.unknown.context, state.clone()));
            kept.entry(at).or_default().extend(found);
        }
    });
    inquiries::answer(here, states);
}

/// The states behind an instruction, of which those with the same split key are joined if they are many: a block of n
/// calls that return k states each would end in kⁿ of them.
fn few(transfer: &Transfer<'_, '_>, states: Vec<State>) -> Vec<State> {
    if states.len() <= MOST_STATES_IN_BLOCK {
        return states;
    }
    let mut joined = States::bottom();
    for state in states {
        joined.add(keys::split_key(transfer, &state), state);
    }
    joined.limit().iter().map(|(_, state)| state.clone()).collect()
}

/// The states before the first instruction of a block.
fn before(transfer: &Transfer<'_, '_>, body: &Body, block: BlockId) -> Result<States, Stop> {
    let analysis = transfer.analysis;
    let mut before = States::bottom();
    if block == BlockId(0) {
        before = transfer.io.get(transfer.unknown.at(Point::Entry))?;
    }
    let predecessors = analysis.graph(transfer.unknown.function).predecessors(block);
    let Some(steady) = analysis.steady(transfer.unknown.function, block) else {
        for &from in predecessors {
            pass(transfer, body, from, block, &mut before, &|_, _| true)?;
        }
        return Ok(before.limit());
    };
    for &from in predecessors.iter().filter(|from| !steady.is_inside(**from)) {
        pass(transfer, body, from, block, &mut before, &|_, _| true)?;
    }
    let entering = steady::entering(transfer, steady, &before);
    for &from in predecessors.iter().filter(|from| steady.is_inside(**from)) {
        pass(transfer, body, from, block, &mut before, &|transfer, state| {
            steady::returning(transfer, state, &entering)
        })?;
    }
    Ok(before.limit())
}

/// Adds the states that pass the edges from one block to another, as far as `restrain` lets them.
fn pass(
    transfer: &Transfer<'_, '_>,
    body: &Body,
    from: BlockId,
    to: BlockId,
    before: &mut States,
    restrain: &dyn Fn(&Transfer<'_, '_>, &mut State) -> bool,
) -> Result<(), Stop> {
    let states = transfer.io.get(transfer.unknown.at(Point::End(from)))?;
    let source = &body.blocks[from.0 as usize];
    let here = transfer.at(source.at);
    for (_, state) in states.iter() {
        for mut state in follow(&here, state, &source.terminator, to) {
            if restrain(&here, &mut state) {
                before.add(keys::split_key(&here, &state), state);
            }
        }
    }
    Ok(())
}

/// The states that pass an edge to a block.
fn follow(transfer: &Transfer<'_, '_>, state: &State, terminator: &Terminator, to: BlockId) -> Vec<State> {
    let guarded = |transfer: &Transfer<'_, '_>, guard: &dyn Fn(&Transfer<'_, '_>, &mut State) -> bool| {
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
                passed.extend(guarded(transfer, &|transfer, state| {
                    decide(transfer, state, condition, true)
                }));
            }
            if *otherwise == to {
                passed.extend(guarded(transfer, &|transfer, state| {
                    decide(transfer, state, condition, false)
                }));
            }
            passed
        }
        Terminator::Switch { value, cases, default } => {
            let mut passed = Vec::new();
            for (low, high, target) in cases {
                if *target == to {
                    passed.extend(guarded(transfer, &|transfer, state| {
                        guards::assume_between(transfer, state, value, *low, *high)
                    }));
                }
            }
            if *default == to {
                passed.extend(guarded(transfer, &|transfer, state| {
                    cases
                        .iter()
                        .all(|(low, high, _)| guards::assume_outside(transfer, state, value, *low, *high))
                }));
            }
            passed
        }
        Terminator::Computed { value, .. } => {
            let mut state = state.clone();
            expressions::value(transfer, &mut state, value);
            vec![state]
        }
        Terminator::Goto(_) => vec![state.clone()],
        Terminator::Return(_) | Terminator::Unreachable => Vec::new(),
    }
}

/// Goes on where a condition holds, or fails; false if that is impossible.
fn decide(transfer: &Transfer<'_, '_>, state: &mut State, condition: &Expr, holds: bool) -> bool {
    let possible = guards::assume(transfer, state, condition, holds);
    if possible {
        let looked_at = copies::looked_at(transfer, state, condition);
        // Which variable was read first is not known: what is found of counters is not behind the signals found now.
        counters::note_gone(transfer, state, &looked_at);
        signals::note_signals(transfer, state, &looked_at);
        gathering::note_crews(transfer, state, condition, holds);
    }
    possible
}

fn execute(transfer: &Transfer<'_, '_>, mut state: State, instruction: &Instruction) -> Result<Vec<State>, Stop> {
    match &instruction.kind {
        InstructionKind::Assign { to, value } => Ok(assignments::execute_assignment(transfer, state, to, value)),
        InstructionKind::Call { to, callee, arguments } => {
            dispatch::call(transfer, state, to.as_ref(), callee, arguments)
        }
        InstructionKind::ScopeEntry(local) => {
            stores::enter_scope(transfer, &mut state, *local);
            Ok(vec![state])
        }
        InstructionKind::ScopeEnd(_) => Ok(vec![state]),
        InstructionKind::Zero { place } => {
            let goes_on = stores::zero(transfer, &mut state, place);
            Ok(if goes_on { vec![state] } else { Vec::new() })
        }
        InstructionKind::Assembly {
            outputs,
            inputs,
            memory,
            clobbers_memory,
            template,
        } => {
            let assembled = assembly::assembly(transfer, &mut state, outputs, inputs, memory);
            if *clobbers_memory && assembled == Assembled::Pointers && !is_seeded(Bug::AssemblyTouchesNothing) {
                transfer.obstacle(format!("inline assembly that may access memory: `{template}`"));
            }
            Ok(match assembled {
                Assembled::Operands | Assembled::Pointers => vec![state],
                Assembled::Nowhere => Vec::new(),
            })
        }
        InstructionKind::Obstacle { what } => {
            transfer.obstacle(what.clone());
            Ok(vec![state])
        }
    }
}

/// Collects the states at the end of a block by their split keys, and by the way that they will take.
fn collect(transfer: &Transfer<'_, '_>, states: Vec<State>, terminator: &Terminator) -> States {
    let several = states.len() > 1;
    let by_way = transfer.analysis.settings.precision.apart != Apart::ByLocks;
    let synchronises = transfer.analysis.shape(transfer.unknown.function).synchronises;
    let condition = match terminator {
        Terminator::Branch { condition, .. } if by_way && (several || synchronises) => Some(condition),
        _ => None,
    };
    let mut collected = States::bottom();
    for state in states {
        let outcome = condition.and_then(|condition| match tested(condition) {
            Some(variable) => keys::guard_value(transfer, &state, variable),
            None if several => GuardValue::of(expressions::value(transfer, &mut state.clone(), condition).truth()),
            None => None,
        });
        let key = SplitKey {
            outcome,
            ..keys::split_key(transfer, &state)
        };
        collected.add(key, state);
    }
    collected.limit()
}

/// `[exit of f] ⊒ ⨆ ⟦return⟧`; ends that never return are only demanded.
pub fn exit(transfer: &Transfer<'_, '_>) -> Result<States, Stop> {
    let Some(body) = transfer.body() else {
        return Ok(States::bottom());
    };
    let analysis = transfer.analysis;
    let graph = analysis.graph(transfer.unknown.function);
    for &sink in graph.sinks() {
        transfer.io.get(transfer.unknown.at(Point::End(sink)))?;
    }
    let mut returned = Vec::new();
    for &from in graph.returns() {
        let states = transfer.io.get(transfer.unknown.at(Point::End(from)))?;
        let block = &body.blocks[from.0 as usize];
        let here = transfer.at(block.at);
        let Terminator::Return(value) = &block.terminator else {
            continue;
        };
        for (_, state) in states.iter() {
            returned.extend(returning_states(&here, state, value.as_ref()));
        }
    }
    let mut exit = States::bottom();
    for state in returned {
        exit.add(keys::exit_key(transfer, &state), state);
    }
    Ok(exit.limit())
}

/// The states in which a function returns a value.
fn returning_states(transfer: &Transfer<'_, '_>, state: &State, value: Option<&Expr>) -> Vec<State> {
    let mut states = vec![state.clone()];
    let types = &transfer.analysis.program.types;
    if let Some(value) = value.filter(|value| types.is_integer(value.ty()) && !state.copies.is_empty()) {
        // What is returned tells what was read.
        states.push(state.clone());
        let mut outcomes = [true, false].into_iter();
        states.retain_mut(|state| {
            outcomes
                .next()
                .is_some_and(|holds| decide(transfer, state, value, holds))
        });
    }
    for state in &mut states {
        if let Some(value) = value {
            let ty = variables::scalar(transfer.analysis.program, value.ty());
            let share = shares::share_of(transfer, state, value);
            state.takes.set_result(share);
            delegation::give_result(transfer, state, value);
            state.result = loads::rvalue(transfer, state, value).into_contents(ty);
        }
        bodies::leave(transfer, state, transfer.unknown.function);
    }
    states
}

/// The end of a thread by return from its start routine; main starts with the program.
pub fn thread_end(transfer: &Transfer<'_, '_>) -> Result<States, Stop> {
    if transfer.context.thread == Names::MAIN {
        let start = threads::program_start(transfer);
        transfer.io.start(
            transfer.unknown.at(Point::Entry),
            States::single(SplitKey::default(), start),
        );
    }
    let exit = transfer.io.get(transfer.unknown.at(Point::Exit))?;
    for (_, state) in exit.iter() {
        let value = state
            .result
            .read(Offsets::ZERO, Scalar::pointer(&transfer.analysis.program.types));
        let mut ended = State {
            frame: Memory::bottom(),
            ..state.clone()
        };
        if transfer.context.thread == Names::MAIN {
            // A return of `main` is a call of `exit` (C17 5.1.2.2.3).
            let mut here = *transfer;
            if let Some(exit) = transfer.analysis.library.model("exit") {
                here = transfer.at(transfer.analysis.program.function(transfer.unknown.function).at);
                arguments::access_kept(&here, &mut ended, exit);
            }
            ends::process_exit(&here, ended)?;
        } else {
            ends::finish_thread(transfer, ended, &value)?;
        }
    }
    Ok(States::bottom())
}
