//! Threads: creation, end, and joining.
//!
//! A created thread starts with its creator's view of shared memory, in a context of its own:
//!
//! ```text
//!     [entry of u, (new id, …)]  ⊒  new(A, u), view, argument        for each element of new(A, u)
//!     [end t]                    ⊒  A, view of what was written, value returned
//!     join t                     :  A with [end t], view ⊔ [end t].view
//! ```
//!
//! Joining absorbs the view only where the digest learns that the thread has ended, because only then its writes, and
//! those that it inherited, stop being read as interference. Of a thread that the ego itself created, only what was
//! written since can be news. (Schwarz et al., SAS 2021, section 5; ESOP 2023, section 5.)

use std::rc::Rc;

use pepsin_digests::{Action, Edge, EndSummary, JoinOperand, MayBe, Repetition, ThreadId};
use pepsin_lattice::Lattice;
use pepsin_lattice::seeded::{Bug, is_seeded};
use pepsin_solver::Stop;

use crate::ir::{Begins, Expr, FunctionId, GlobalId};
use crate::races::{Entry, Tickets};
use crate::semantics::acts::joins::Creator;
use crate::semantics::acts::{joins, kinds, locks};
use crate::semantics::claims::{counters, lines, tallies};
use crate::semantics::effects::blocking;
use crate::semantics::execute::parameters;
use crate::semantics::origins::{inscriptions, letters, regions, rooms, rows, tickets};
use crate::semantics::outside::functions;
use crate::semantics::sharing::{interference, views};
use crate::semantics::state::{Bounds, Localised, Owned, Set, SplitKey, State, States, Ticket};
use crate::semantics::system::{
    Context, Ended, Fact, Global, OperandFacts, Point, Transfer, Unknown, constants, variables,
};
use crate::values::{Addresses, Contents, Integer, Memory, Offsets, Rvalue, Slot, Source, Strength, Threads, Value};

/// Creates a thread for each function that `routine` may be; its id goes to `store_id` before it starts.
pub fn create(
    transfer: &Transfer<'_, '_>,
    mut state: State,
    routine: &Value,
    (parameter, argument): (usize, (&Value, Option<&Expr>)),
    store_id: impl Fn(&Transfer<'_, '_>, &mut State, &Value),
) -> Result<Vec<State>, Stop> {
    // A ticket is what the first parameter holds.
    let ticket = match parameter {
        0 => tickets::of_argument(transfer, &mut state, argument.1, argument.0),
        _ => None,
    };
    let written = argument.1.filter(|_| parameter == 0);
    let argument = match is_seeded(Bug::ArgumentStaysPrivate) {
        true => argument.0.clone(),
        false => interference::escape(transfer, &mut state, argument.0),
    };
    inscriptions::rename(transfer, &mut state);
    let mut created = Vec::new();
    let callees = functions::callees(transfer.analysis, routine);
    if callees.others {
        transfer.obstacle("a thread runs a function that is not known".to_owned());
        let mut state = state.clone();
        store_id(transfer, &mut state, &Value::unknown(transfer.at));
        created.push(state);
    }
    for function in callees.functions {
        // Handlers of signals are passed more than one argument: what the environment, or who sent the signal, chooses.
        let parameters = 0..transfer.analysis.parameters(function).max(parameter + 1);
        let values = parameters.map(|number| match number == parameter {
            true => argument.clone(),
            false => Value::unknown(transfer.at),
        });
        let passed = Passed {
            values: values.map(Rvalue::Scalar).collect(),
            ticket,
            written,
        };
        created.extend(create_one(transfer, state.clone(), function, &passed, &store_id)?);
    }
    Ok(created)
}

/// Creates a thread that runs a function of the program with some arguments, and of which nobody knows the id.
pub fn create_with(
    transfer: &Transfer<'_, '_>,
    state: State,
    function: FunctionId,
    arguments: &[Rvalue],
) -> Result<Vec<State>, Stop> {
    let passed = Passed {
        values: arguments.to_vec(),
        ticket: None,
        written: None,
    };
    create_one(transfer, state, function, &passed, &|_, _, _| {})
}

/// What a start routine is passed.
struct Passed<'p> {
    values: Vec<Rvalue>,
    /// How the first argument differs from what others are passed.
    ticket: Option<Tickets>,
    /// The first argument as it is written.
    written: Option<&'p Expr>,
}

fn create_one(
    transfer: &Transfer<'_, '_>,
    mut state: State,
    function: FunctionId,
    passed: &Passed<'_>,
    store_id: &impl Fn(&Transfer<'_, '_>, &mut State, &Value),
) -> Result<Vec<State>, Stop> {
    let analysis = transfer.analysis;
    let point = transfer.point();
    let edge = analysis.digests.names().edge(Edge {
        routine: function.0,
        point,
        wrapper: transfer.context.chain,
    });
    lines::note_start(transfer, &state);
    let promised = counters::promised(transfer, &state, edge);
    counters::forget_promised(transfer, &mut state, &promised);
    let facts = OperandFacts {
        promised,
        ..OperandFacts::none(analysis)
    };
    let starts = analysis.digests.child(state.past.id, edge, Repetition::Once, &facts);
    let ids: Vec<ThreadId> = starts.iter().map(|start| start.0).collect();
    transfer.record(|recorder, at| {
        recorder.creation(&ids, analysis.digests.thread(state.past.id), function, at);
        if let Some(pseudo) = &mut recorder.pseudo {
            let entered = (function, Entry::Creation);
            pseudo.entered(transfer.unknown.function, transfer.instruction_at(), entered);
        }
    });
    let inscriptions = state.bounds.inscriptions.clone();
    store_id(transfer, &mut state, &handles(&ids));
    if is_seeded(Bug::IdsBesideNumbers) {
        state.bounds.inscriptions = inscriptions;
    }
    // Where the id is stored, no number stands any more.
    let argument = (passed.written, passed.values.first());
    let marks = tickets::marks(transfer, &mut state, edge, passed.ticket, argument);
    rooms::record(transfer, &state, &ids);
    let bounds = letters::of_thread(transfer, &state, function, passed.written);
    let creation = analysis.digests.step(
        state.past.id,
        &Action::Create {
            edge,
            repetition: Repetition::Once,
        },
        &facts,
    );
    for (thread, start) in starts {
        let ticket = Ticket {
            creator: transfer.context.thread,
            edge,
            marks: marks.clone(),
        };
        let ticket = Some(ticket).filter(|ticket| !ticket.marks.is_empty());
        let given = (Owned::start(ticket), bounds.clone());
        start_thread(transfer, &state, function, (thread, start), (&passed.values, given));
    }
    let created = locks::continue_with(transfer, state, &creation);
    created.iter().for_each(|state| counters::note_needs(transfer, state));
    Ok(created)
}

fn start_thread(
    transfer: &Transfer<'_, '_>,
    creator: &State,
    function: FunctionId,
    (thread, start): (ThreadId, pepsin_digests::DigestId),
    (passed, (owned, bounds)): (&[Rvalue], (Owned, Bounds)),
) {
    let analysis = transfer.analysis;
    if analysis.program.function(function).body.is_none() {
        transfer.obstacle(format!(
            "a thread runs `{}`, which has no body",
            analysis.program.function(function).name
        ));
        return;
    }
    let context = analysis.intern_context(
        function,
        Context {
            thread,
            flag: analysis.digests.thread_flag(start),
            locks: Rc::from([]),
            symbolic_locks: Rc::from([]),
            past: None,
            arguments: Vec::new(),
            chain: 0,
        },
    );
    let memory = shared_part(transfer, creator);
    let foreign = memory
        .iter()
        .map(|(object, _)| object)
        .filter(|object| analysis.owner(*object) == Some(thread));
    let escaped: Set<_> = foreign.collect();
    let localised = Localised::started(memory, escaped);
    let mut state = State::started(creator.past.with(start), localised, owned, bounds);
    state.fences = creator.fences.inherited();
    make_thread_locals(transfer, &mut state, thread);
    parameters::pass_arguments(transfer, &mut state, function, thread, passed);
    let entry = Unknown {
        function,
        point: Point::Entry,
        context,
    };
    transfer.io.start(entry, States::single(SplitKey::default(), state));
    transfer.io.demand(entry.at(Point::Thread));
}

/// Gives a thread its own instances of the thread-local variables.
pub fn make_thread_locals(transfer: &Transfer<'_, '_>, state: &mut State, thread: ThreadId) {
    let globals = transfer.analysis.program.globals.iter().enumerate();
    for (number, _) in globals.filter(|(_, global)| global.thread_local) {
        let global = GlobalId(number as u32);
        let object = transfer.analysis.global(global, thread);
        let mut contents = initial_contents(transfer, global);
        if views::has_escaped(transfer, state, object) {
            contents.join(&views::view(transfer, state, object));
        }
        views::set_view(transfer, state, object, contents);
    }
}

/// What a global holds at program start.
pub fn initial_contents(transfer: &Transfer<'_, '_>, global: GlobalId) -> Contents {
    let variable = transfer.analysis.program.global(global);
    if !variable.defined {
        return functions::undefined_contents(transfer.analysis, global);
    }
    let mut contents = match variable.storage.begins() {
        Begins::Zero => Contents::zero(),
        Begins::Indeterminate => Contents::indeterminate(),
    };
    for initial in &variable.initial {
        let value = constants::constant(transfer, &initial.value);
        let slot = Slot {
            ty: variables::scalar(transfer.analysis.program, initial.value.ty()),
            field: initial.bits,
        };
        contents.write(Offsets::constant(initial.offset as i64), slot, &value, Strength::Strong);
    }
    contents
}

/// The start of the program: all globals hold their initial values, and main is alone.
pub fn program_start(transfer: &Transfer<'_, '_>) -> State {
    let past = transfer.analysis.start.clone();
    let mut state = State::started(past, Localised::default(), Owned::default(), Bounds::default());
    for (number, global) in transfer.analysis.program.globals.iter().enumerate() {
        let id = GlobalId(number as u32);
        if !global.thread_local {
            let object = transfer.analysis.global(id, transfer.context.thread);
            let contents = initial_contents(transfer, id);
            rows::note_initial(transfer, object, &contents);
            views::set_view(transfer, &mut state, object, contents);
            if kinds::has_odd_mutex(transfer, global) {
                transfer.io.side(Global::OddMutexes, Fact::value(Value::ANY_NUMBER));
            }
            for initial in &global.initial {
                let value = constants::constant(transfer, &initial.value);
                regions::link_initial(transfer, object, initial.offset as i64, &value);
            }
        }
    }
    counters::set_counters_at_start(transfer, &mut state);
    make_thread_locals(transfer, &mut state, transfer.context.thread);
    let vector = Value::addresses(Addresses::of(
        transfer.analysis.external(Source::Function(transfer.unknown.function)),
        Offsets::ANY,
    ));
    let arguments = [
        Value::integer(Integer::interval(0, i128::from(i32::MAX))),
        vector.clone(),
        vector,
    ]
    .map(Rvalue::Scalar);
    parameters::pass_arguments(
        transfer,
        &mut state,
        transfer.unknown.function,
        transfer.context.thread,
        &arguments,
    );
    state
}

/// The memory that a created thread can know: everything but the creator's private objects.
fn shared_part(transfer: &Transfer<'_, '_>, creator: &State) -> Memory {
    views::all_seen(transfer, creator).filtered(|object| interference::is_shared(transfer, creator, object))
}

/// Ends the ego thread: what it leaves stands at `[end t]`.
pub fn end_thread(transfer: &Transfer<'_, '_>, mut state: State, value: &Value) {
    blocking::note_kept(transfer, &state);
    tallies::note_end(transfer, &state);
    let value = interference::escape(transfer, &mut state, value);
    let facts = OperandFacts::none(transfer.analysis);
    for id in transfer.analysis.digests.step(state.past.id, &Action::End, &facts) {
        let thread = transfer.analysis.digests.thread(id);
        let ended = Ended {
            past: state.past.with(id),
            view: shared_part(transfer, &state),
            written: views::all_written(transfer, &state),
            value: value.clone(),
            unlearned: state.fences.unlearned(),
        };
        transfer.io.side(Global::Ended(thread), Fact::Ended(Rc::new(ended)));
    }
}

/// Waits until a thread has ended: the states behind it, each with the value that the thread returned.
pub fn join(transfer: &Transfer<'_, '_>, mut state: State, handle: &Value) -> Vec<(State, Value)> {
    let handles = handle.as_threads();
    let ends: Vec<Rc<Ended>> = handles
        .known()
        .iter()
        .filter_map(|thread| joins::ended(transfer, *thread))
        .collect();
    let names = transfer.analysis.digests.names();
    let definite = handles.single().filter(|thread| names.is_unique(*thread));
    let threads = match definite {
        Some(thread) => MayBe::Definite(thread),
        None if handles.has_unknown() || handles.known().is_empty() => MayBe::Unknown,
        None => MayBe::OneOf(handles.known().to_vec()),
    };
    let mut returned = if threads == MayBe::Unknown {
        Value::unknown(transfer.at)
    } else {
        Value::NOTHING
    };
    for end in &ends {
        returned.join(&end.value);
    }
    let digests = Rc::clone(&transfer.analysis.digests);
    let summaries = ends.iter().map(|end| digests.end_summary(end.past.id));
    let ended: Option<EndSummary> = match threads {
        MayBe::Definite(_) | MayBe::OneOf(_) => summaries.reduce(|mut joined, summary| {
            joined.join(&summary);
            joined
        }),
        MayBe::Unknown => Some(EndSummary::unknown()),
    };
    transfer.record(|recorder, at| definite.into_iter().for_each(|thread| recorder.join(thread, at)));
    if let (Some(thread), Some(end)) = (definite, ends.first()) {
        joins::absorb(transfer, &mut state, end, is_creator_of(transfer, thread));
    }
    let facts = OperandFacts {
        threads,
        ended,
        ..OperandFacts::none(transfer.analysis)
    };
    let next = digests.step(state.past.id, &Action::Join { thread: JoinOperand(0) }, &facts);
    let joined = locks::continue_with(transfer, state, &next);
    joined.into_iter().map(|state| (state, returned.clone())).collect()
}

/// Whether a thread cannot be joined, and the call says so at once: the ego itself, one that waits for it (`EDEADLK`), or one that
/// is detached (`EINVAL`).
pub fn may_refuse_to_join(transfer: &Transfer<'_, '_>, state: &State, handle: &Value) -> bool {
    let handles = handle.as_threads();
    let names = transfer.analysis.digests.names();
    let own = transfer.analysis.digests.thread(state.past.id);
    if handles.known().contains(&own) && names.is_unique(own) {
        return true;
    }
    for thread in handles.known() {
        transfer
            .io
            .side(Global::Joiners(*thread), Fact::value(Value::thread(own)));
    }
    if let Fact::Value(joiners) = transfer.io.global(Global::Joiners(own)) {
        let waits = |thread: &ThreadId| handles.known().contains(thread);
        if joiners.as_threads().known().iter().any(waits) {
            return true;
        }
    }
    let by_attribute = transfer.io.global(Global::DetachingAttributes) != Fact::Nothing;
    by_attribute && may_be_among(transfer, handle, Global::WithAttribute)
        || may_be_among(transfer, handle, Global::Detached)
}

/// Whether a handle may be that of a thread of which something is noted.
fn may_be_among(transfer: &Transfer<'_, '_>, handle: &Value, noted: Global) -> bool {
    let Fact::Value(noted) = transfer.io.global(noted) else {
        return false;
    };
    let (noted, handles) = (noted.as_threads(), handle.as_threads());
    noted.has_unknown() && handles.has_unknown() || handles.known().iter().any(|thread| noted.known().contains(thread))
}

fn is_creator_of(transfer: &Transfer<'_, '_>, thread: ThreadId) -> Creator {
    let names = transfer.analysis.digests.names();
    let mut path = names.history(thread).path;
    path.pop();
    match names.is_unique(thread)
        && names.is_unique(transfer.context.thread)
        && names.history(transfer.context.thread).path == path
    {
        true => Creator::Ego,
        false => Creator::Other,
    }
}

/// The value of a handle of one of some threads.
fn handles(threads: &[ThreadId]) -> Value {
    let mut handles = Threads::default();
    for thread in threads {
        handles.join(&Threads::one(*thread));
    }
    Value::threads(handles)
}
