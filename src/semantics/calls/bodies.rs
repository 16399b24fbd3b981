//! Calls: contexts, passing arguments, and what comes back.
//!
//! ```text
//!     [entry of f, c]  ⊒  caller's state with parameters bound            (side effect of the call)
//!     call             :  [exit of f, c] with the caller's frame restored
//! ```
//!
//! where `c` is the own id, the thread flag, the locks held, the whole digest, what is known of the arguments, and the call
//! string for functions that create threads or hand out memory. Without the digest, what a helper is called with late
//! (after a creation, behind a join) would come back from its early calls, too. Digest and arguments are given up for a
//! function that has many contexts.

use std::borrow::Cow;

use pepsin_lattice::{Bottom, Lattice};
use pepsin_solver::Stop;

use crate::ir::{Expr, FunctionId, LocalId, Place, Program};
use crate::semantics::calls::returning;
use crate::semantics::claims::taking;
use crate::semantics::crews::{Delegated, delegation, gathering};
use crate::semantics::execute::{parameters, stores};
use crate::semantics::origins::{assigned, bindings, bounds, owned, rows, shares};
use crate::semantics::outside::{formatted, results};
use crate::semantics::settings::Apart;
use crate::semantics::sharing::{held, interference, names, views};
use crate::semantics::state::{
    Bindings, CertainSet, Copies, Crews, Entrance, Footprint, Set, Share, State, States, Symbolic,
};
use crate::semantics::system::{
    Analysis, Context, ContextId, Point, Returning, Transfer, Unknown, footprint, variables,
};
use crate::values::{Addresses, Contents, Memory, ObjectId, Offsets, Rvalue, Value};
use pepsin_digests::countdown::Countdowns;
use std::rc::Rc;

/// A call of a function with a body.
struct WrittenCall<'c> {
    function: FunctionId,
    /// The arguments as the caller writes them, if it does.
    arguments: &'c [Expr],
    values: &'c [Rvalue],
    bindings: Bindings,
    delegated: Delegated,
}

/// What a function does in the part of a state that it touches.
struct Activation {
    /// What it was passed.
    footprint: Footprint,
    /// What it touched of that.
    touched: Footprint,
    /// The part in which it was entered.
    part: State,
    /// What became of the part.
    exits: States,
}

/// Calls a function with a body for the library, with arguments that no expression in the caller stands for.
pub fn call_body(
    transfer: &Transfer<'_, '_>,
    state: State,
    to: Option<&Place>,
    function: FunctionId,
    values: &[Rvalue],
) -> Result<Vec<State>, Stop> {
    transfer.record(|recorder, _| recorder.called_otherwise(function));
    call_written(transfer, state, to, function, &[], values)
}

/// Calls a function with a body, with arguments as they are written in the caller.
pub fn call_written(
    transfer: &Transfer<'_, '_>,
    mut state: State,
    to: Option<&Place>,
    function: FunctionId,
    arguments: &[Expr],
    values: &[Rvalue],
) -> Result<Vec<State>, Stop> {
    let bindings = transfer.unrecorded(|transfer| bindings::bindings(transfer, &mut state, function, arguments));
    let delegated = delegation::delegated(transfer, &mut state, function, arguments);
    let values = escaping_arguments(transfer, &mut state, function, values);
    let call = WrittenCall {
        function,
        arguments,
        values: &values,
        bindings,
        delegated,
    };
    let (entry, entered) = entered(transfer, &mut state, &call);
    note_call(transfer, entry);
    let activation = activate(transfer, entry, &entered, &values)?;
    let mut after = Vec::new();
    for (_, exit) in activation.exits.iter() {
        let mut back = behind(transfer.analysis, &state, &call, &activation, exit);
        if !returning::learn_from_return(transfer, &mut back, function, &exit.frame, arguments) {
            continue;
        }
        if let Some(to) = to {
            take_result(transfer, &mut back, to, function, &exit.result);
        }
        let result = to.and_then(|to| variables::frame_variable(transfer, to));
        back.crews.take_result(result);
        after.push(back);
    }
    let returns = if after.is_empty() {
        Returning::Never
    } else {
        Returning::Sometimes
    };
    let caller = transfer.unknown.function;
    transfer.record(|recorder, at| recorder.called(caller, function, at, returns));
    Ok(after)
}

/// Notes which activation is called, for who asks what is known meanwhile.
fn note_call(transfer: &Transfer<'_, '_>, entry: Unknown) {
    transfer.record(|recorder, _| {
        if let Some(pseudo) = &mut recorder.pseudo {
            let caller = (transfer.unknown.function, transfer.unknown.context);
            pseudo.called(caller, transfer.instruction_at(), (entry.function, entry.context));
        }
    });
}

/// The arguments as the callee gets them. Other threads may know a parameter from an earlier activation by the same name; what is
/// passed to it is known to them, too.
fn escaping_arguments<'v>(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    function: FunctionId,
    values: &'v [Rvalue],
) -> Cow<'v, [Rvalue]> {
    let analysis = transfer.analysis;
    let mut passed = Cow::Borrowed(values);
    let body = analysis.program.function(function).body.as_ref();
    let locals = body.into_iter().flat_map(|body| body.locals.iter().enumerate());
    for (number, local) in locals.take(values.len().min(analysis.parameters(function))) {
        let parameter = analysis.local(function, LocalId(number as u32), transfer.context.thread);
        if !local.address_taken || !interference::is_shared(transfer, state, parameter) {
            continue;
        }
        let to = Addresses::of(parameter, Offsets::ZERO);
        let values = passed.to_mut();
        values[number] = stores::escaping(transfer, state, &to, &values[number]);
        for value in values {
            *value = names::under_new_names(transfer, state, value);
        }
    }
    passed
}

/// Where a call enters its function, and the whole state there.
fn entered(transfer: &Transfer<'_, '_>, state: &mut State, call: &WrittenCall<'_>) -> (Unknown, State) {
    let function = call.function;
    let symbolic = state.symbolic.entered(&call.bindings);
    let context = context_of_call(transfer, state, function, call.values, &symbolic);
    let mut bounds = bounds::of_parameters(transfer, state, function, call.arguments);
    rows::pass(transfer, state, &mut bounds, call.arguments);
    let mut entered = State {
        frame: Memory::bottom(),
        copies: Copies::default(),
        takes: shares::takes_of_callee(transfer, state, function, call.arguments),
        symbolic,
        owned: owned::by_parameters(transfer, state, function, call.arguments),
        bounds,
        unlinked: CertainSet::default(),
        crews: Crews::default(),
        holdings: state.holdings.entered(),
        renamed: Set::default(),
        entrance: Entrance::Called,
        variadic: formatted::variadic_arguments(transfer, state, function, call.values),
        result: Contents::nothing(),
        ..state.clone()
    };
    views::note_activation(transfer, &mut entered, function);
    assigned::note_passed(transfer, state, function);
    entered
        .localised
        .enter(interference::locks_held(transfer.analysis, state));
    parameters::pass_arguments(transfer, &mut entered, function, transfer.context.thread, call.values);
    entered.crews = delegation::crews_of_callee(transfer.analysis, &state.crews, function, &call.delegated);
    let entry = Unknown {
        function,
        point: Point::Entry,
        context,
    };
    (entry, entered)
}

/// Runs a function in the part of a state that it touches.
fn activate(
    transfer: &Transfer<'_, '_>,
    entry: Unknown,
    entered: &State,
    arguments: &[Rvalue],
) -> Result<Activation, Stop> {
    let key = transfer.analysis.kept_apart(&entered.past);
    let mut known = footprint::footprint_of(transfer, entry);
    loop {
        let footprint = passed_on(transfer, known.clone(), entered, entry, arguments);
        let part = State {
            localised: entered.localised.restricted(&footprint),
            pending: entered.pending_for(&footprint, &interference::locks_held(transfer.analysis, entered)),
            ..entered.clone()
        };
        transfer.io.start(entry, States::single(key.clone(), part.clone()));
        let exits = transfer.io.get(entry.at(Point::Exit))?;
        let touched = footprint::footprint_of(transfer, entry);
        if touched == known {
            footprint::touch_all_of(transfer, &footprint);
            return Ok(Activation {
                footprint,
                touched,
                part,
                exits,
            });
        }
        known = touched;
    }
}

/// The caller's state behind a call that ended in a state. The callee does nothing to what it was not passed but give
/// other names to what that points to. If it does not act, the past is the caller's own, whoever else calls it.
fn behind(
    analysis: &Analysis<'_>,
    state: &State,
    call: &WrittenCall<'_>,
    activation: &Activation,
    exit: &State,
) -> State {
    let mut renamed = exit.renamed.clone();
    renamed.join(&state.renamed);
    let waiting = state
        .pending
        .iter()
        .filter(|pair| !activation.part.pending.contains(*pair));
    let mut back = State {
        past: match activation.footprint.acts() {
            true => exit.past.clone(),
            false => state.past.clone(),
        },
        pending: waiting.chain(exit.pending.iter()).collect(),
        renamed,
        // The callee may have looked again.
        copies: Copies::default(),
        takes: taking::takes_behind(analysis, &state.takes, &exit.takes, call.function),
        symbolic: state.symbolic.returned(&exit.symbolic, &call.bindings),
        unlinked: rows::unlinked_behind(&state.unlinked, exit),
        crews: gathering::crews_after_call(analysis, &state.crews, &activation.touched),
        specific: exit.specific.clone(),
        maybe_held: exit.maybe_held.clone(),
        holdings: state.holdings.returned(&exit.holdings),
        fences: exit.fences.clone(),
        result: Contents::nothing(),
        ..state.clone()
    };
    bounds::forget_touched(analysis, &mut back, &activation.touched);
    let made = delegation::crews_of_caller(analysis, exit, call.function, &call.delegated, &activation.touched);
    back.crews.adopt(made);
    views::age(analysis, &mut back, &exit.renamed);
    let Activation { footprint, part, .. } = activation;
    back.localised.replace_part(&part.localised, &exit.localised, footprint);
    back
}

/// Assigns what a function returned.
fn take_result(transfer: &Transfer<'_, '_>, state: &mut State, to: &Place, function: FunctionId, result: &Contents) {
    let value = result_for(transfer.analysis.program, to, result);
    let holder = shares::holder(transfer, state, to);
    let mut share = state.takes.take_result();
    if results::result_type(transfer.analysis.program, function) != to.ty {
        share = share.map(Share::not_last);
    }
    stores::assign(transfer, state, to, &value);
    if let Some(holder) = holder {
        taking::hold_share(transfer, state, holder, share);
    }
}

fn context_of_call(
    transfer: &Transfer<'_, '_>,
    state: &State,
    function: FunctionId,
    values: &[Rvalue],
    symbolic: &Symbolic,
) -> ContextId {
    let digests = &transfer.analysis.digests;
    let shape = transfer.analysis.shape(function);
    let apart = transfer.analysis.settings.precision.apart;
    let all = apart == Apart::ByAll;
    let past = match (apart, shape.creates) {
        (Apart::ByLocks, _) => None,
        (_, true) => Some(state.past.id),
        // What has been counted so far would tell too many calls apart.
        (_, false) => (all || shape.synchronises).then(|| digests.without::<Countdowns>(state.past.id)),
    };
    let is_needed = |number: usize| match apart {
        Apart::ByLocks => false,
        Apart::ByNeed => shape.needed.get(number) == Some(&true),
        Apart::ByAll => true,
    };
    let arguments = values
        .iter()
        .enumerate()
        .map(|(number, value)| match is_needed(number) {
            true => for_context(value),
            false => Value::ANY_NUMBER,
        });
    let context = Context {
        thread: transfer.context.thread,
        flag: digests.thread_flag(state.past.id),
        locks: interference::locks_held(transfer.analysis, state),
        symbolic_locks: match all {
            true => symbolic.names(),
            false => Rc::from([]),
        },
        past,
        arguments: arguments.collect(),
        chain: transfer
            .analysis
            .extend_chain(transfer.context.chain, transfer.point(), function),
    };
    transfer.analysis.intern_context(function, context)
}

/// The result of a function as the value of the place that it is assigned to.
fn result_for(program: &Program, to: &Place, result: &Contents) -> Rvalue {
    match program.types.as_record(to.ty) {
        Some(_) => Rvalue::Record(result.clone()),
        None => Rvalue::Scalar(result.read(Offsets::ZERO, variables::scalar(program, to.ty))),
    }
}

/// Leaves a function: its private variables are gone, but for the parameters that still tell what it was passed.
pub fn leave(transfer: &Transfer<'_, '_>, state: &mut State, function: FunctionId) {
    let analysis = transfer.analysis;
    delegation::settle_crews(transfer, state, function);
    state.frame = returning::lasting_parameters(transfer, state, function);
    if views::is_reentered(transfer, state, function) {
        return;
    }
    let Some(body) = &analysis.program.function(function).body else {
        return;
    };
    for (number, _) in body.locals.iter().enumerate().filter(|(_, local)| local.address_taken) {
        let object = analysis.local(function, crate::ir::LocalId(number as u32), transfer.context.thread);
        if !views::has_escaped(transfer, state, object) {
            views::forget_view(transfer, state, object);
        }
    }
}

/// What a context keeps of an argument: addresses and definite numbers; the value of another one is not told apart.
fn for_context(argument: &Rvalue) -> Value {
    match argument {
        Rvalue::Scalar(value) if value.as_constant().is_some() || value.as_integer().is_bottom() => value.clone(),
        _ => Value::ANY_NUMBER,
    }
}

/// What a call passes on: what the function is known to touch, and what it will touch by its text and its arguments.
/// Where other threads run, nearly each access asks of the watched variables.
pub fn passed_on(
    transfer: &Transfer<'_, '_>,
    mut footprint: Footprint,
    entered: &State,
    callee: Unknown,
    arguments: &[Rvalue],
) -> Footprint {
    let is_passed_on = |object: &ObjectId| {
        !held::is_held(transfer.analysis, *object) || held::is_in_states(transfer.analysis, *object)
    };
    for argument in arguments {
        match argument {
            Rvalue::Scalar(value) => value
                .objects()
                .filter(is_passed_on)
                .for_each(|object| footprint.add(object)),
            Rvalue::Record(contents) => {
                let objects = contents.objects().filter(is_passed_on);
                objects.for_each(|object| footprint.add(object));
            }
        }
    }
    if !held::is_sensitive(transfer.analysis) {
        return footprint;
    }
    footprint.add_function(callee.function);
    footprint.add_all(transfer.analysis.named(callee.function));
    if !interference::is_alone(transfer.analysis, entered) {
        for number in 0..transfer.analysis.text.watched.len() {
            footprint.add(variables::watched_variable(transfer, number).object);
        }
    }
    let body = transfer.analysis.program.function(callee.function).body.as_ref();
    let locals = body.into_iter().flat_map(|body| body.locals.iter().enumerate());
    for (number, _) in locals.filter(|(_, local)| local.address_taken) {
        let local = LocalId(number as u32);
        footprint.add(transfer.analysis.local(callee.function, local, transfer.context.thread));
    }
    footprint
}
